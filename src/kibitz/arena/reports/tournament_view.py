"""A tournament as a page shows it: how it stands, the table, every game with its links, and the boards in play."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kibitz.arena.game_task import Finished, Turn
from kibitz.arena.hosting.plan_request import games_in_all
from kibitz.arena.match import game_seeds
from kibitz.arena.pairings import Pairing, Standing, known_pairings, standings
from kibitz.arena.plan import Plan
from kibitz.arena.reports.conclusions import sprt_words, verdict_words
from kibitz.arena.reports.export import EXPORTS, game_lines
from kibitz.arena.reports.tournament_report import game_link, write_report
from kibitz.core.errors import BadOption
from kibitz.core.game import Cell, Game, Move
from kibitz.core.loading import load_game
from kibitz.core.notation import parse_moves
from kibitz.play.board_svg import find_changed_cells
from kibitz.play.players import SearchPlayer, find_player
from kibitz.play.position_view import BoardView

__all__ = [
    "FILES",
    "Board",
    "Entered",
    "GameLine",
    "Listed",
    "Overview",
    "Picture",
    "Table",
    "file_text",
    "games_of",
    "names_in",
    "overview_of",
    "show_boards",
    "table_of",
]

_GIVEN = re.compile(r'^\[Given "(\d+)"\]$', re.MULTILINE)

FILES = {
    "csv": ("table.csv", "text/csv"),
    "jsonl": ("games.jsonl", "application/jsonl"),
    "games": ("tournament.games", "text/plain"),
    "svg": ("ratings.svg", "image/svg+xml"),
    "html": ("report.html", "text/html"),
    "toml": ("tournament.toml", "application/toml"),
}


@dataclass(frozen=True)
class Entered:
    """A player as it takes part."""

    name: str
    spec: str


@dataclass(frozen=True)
class Overview:
    """What a tournament is, and how far. `state`: running, finished or stopped; `error`: why, if not by hand.

    `stage`: what is being done while it runs. `planned`: games in all, unless a test ends them.
    """

    tournament: str
    game: str
    title: str
    variant: str
    kind: str
    players: tuple[Entered, ...]
    begun: str
    state: str
    stage: str
    error: str
    games: int
    planned: int
    each: int
    seed: int
    openings: str
    sprt: tuple[float, float] | None
    rounds: int


@dataclass(frozen=True)
class Listed:
    """A tournament in a list, with what it has come to."""

    overview: Overview
    verdict: str


@dataclass(frozen=True)
class Table:
    """`verdict`: what it comes to, in plain words; `test`: how the sequential test stands, empty without one.

    `repeated`: games that were, move by move, one played before.
    """

    verdict: str
    test: str
    repeated: int
    players: tuple[Standing, ...]


@dataclass(frozen=True)
class GameLine:
    """A game that has ended. `first` began; `points` are its points; `given` moves were its opening.

    `link` opens it on the page. `searchers`: whom to ask again for the tree behind the moves of either side, as in
    that game; empty for who has none.
    """

    number: int
    first: str
    second: str
    points: float
    result: str
    fault: str
    moves: str
    given: int
    link: str
    searchers: tuple[str, str]


@dataclass(frozen=True)
class Board:
    """A game in play, or just ended, as a small picture."""

    number: int
    first: str
    second: str
    look: str
    board: BoardView
    last: tuple[Cell, ...]
    winning: tuple[Cell, ...]
    plies: int
    to_move: int
    result: str | None


@dataclass(frozen=True)
class Picture:
    """The boards in play, then those of the games that ended last."""

    boards: tuple[Board, ...]


LAST_SHOWN = 5  # boards of games that have ended


def overview_of(
    plan: Plan, played: int, *, tournament: str, begun: str, state: str, stage: str = "", error: str = ""
) -> Overview:
    game = load_game(plan.game)
    return Overview(
        tournament=tournament,
        game=plan.game,
        title=game.title or game.name,
        variant=game.variant,
        kind=plan.kind,
        players=tuple(Entered(player.name, player.spec) for player in plan.players),
        begun=begun,
        state=state,
        stage=stage,
        error=error,
        games=played,
        planned=games_in_all(plan),
        each=plan.games,
        seed=plan.seed,
        openings=plan.openings,
        sprt=plan.sprt,
        rounds=plan.rounds,
    )


def table_of(plan: Plan, played: Mapping[int, Finished]) -> Table:
    """How everybody stands."""
    pairings, complete = known_pairings(plan, played)
    table = standings(plan, pairings, played)
    return Table(
        verdict=verdict_words(plan, table, pairings, played, complete=complete),
        test=sprt_words(plan, played, complete=complete),
        repeated=table.games - table.distinct_games,
        players=table.players,
    )


def games_of(plan: Plan, played: Mapping[int, Finished], *, besides: Mapping[int, Finished] = {}) -> list[GameLine]:
    """The games by number, without those of `besides`, which are known already."""
    pairings, _ = known_pairings(plan, played)
    specs = {player.name: player.spec for player in plan.players}
    new = {number: finished for number, finished in played.items() if number not in besides}
    lines = []
    for line in game_lines(plan, pairings, new):
        number, pair = line["number"], (specs[line["first"]], specs[line["second"]])
        seeds = game_seeds(plan.seed, number)
        given = _GIVEN.search(new[number].text)
        # A game that a fault has ended would be played on by its players.
        who = ("", "") if line["fault"] else pair
        lines.append(
            GameLine(
                number=number,
                first=line["first"],
                second=line["second"],
                points=line["points"],
                result=line["result"],
                fault=line["fault"],
                moves=line["moves"],
                given=int(given[1]) if given else 0,
                link=game_link(plan.game, line["moves"], *who),
                searchers=(_searcher(pair[0], seeds[0]), _searcher(pair[1], seeds[1])),
            )
        )
    return lines


def _searcher(spec: str, seed: int) -> str:
    player = find_player(spec, seed=seed)
    # Those whose algorithm is written out show their trees; engine and solvers do not.
    shows_tree = isinstance(player, SearchPlayer) and player.searcher.pseudocode.lines
    return str(player) if shows_tree else ""


def _board(number: int, names: tuple[str, str], game: Game, moves: Sequence[Move], result: str | None = None) -> Board:
    """A game after these moves; `result` once it has ended."""
    state = before = game.initial()
    for move in moves:
        state, before = game.play(state, move), state
    view = game.view(state)
    return Board(
        number=number,
        first=names[0],
        second=names[1],
        look=game.look,
        board=BoardView(view.rows, view.columns, view.lines, ""),
        last=tuple(sorted(find_changed_cells(game.view(before), view))),
        winning=tuple(sorted(game.winning_cells(state))) if result is not None else (),
        plies=len(moves),
        to_move=game.to_move(state),
        result=result,
    )


def show_boards(
    plan: Plan, played: Mapping[int, Finished], ended: Sequence[Finished], turns: Mapping[int, Turn] | None = None
) -> Picture:
    """The games in play, by number, and those that ended last, the latest first; `ended` is in the order they did."""
    game, (pairings, _) = load_game(plan.game), known_pairings(plan, played)
    shown = [
        _board(number, names_in(plan, pairings, number), game, turn.moves)
        for number, turn in sorted((turns or {}).items())
    ]
    for finished in reversed(ended[-LAST_SHOWN:]):
        moves = parse_moves(game, finished.moves)
        shown.append(_board(finished.number, names_in(plan, pairings, finished.number), game, moves, finished.result))
    return Picture(tuple(shown))


def names_in(plan: Plan, pairings: Sequence[Pairing], number: int) -> tuple[str, str]:
    """Who plays the game of that number; the one who begins first."""
    pairing, index = pairings[number // plan.games], number % plan.games
    one, other = plan.players[pairing.one].name, plan.players[pairing.other].name
    return (one, other) if index % 2 == 0 else (other, one)


def file_text(plan: Plan, played: Mapping[int, Finished], kind: str, app: str) -> str:
    """The text of one of `FILES`; `app`: where its links find the web app."""
    if kind not in FILES:
        raise BadOption(f"There is no file '{kind}' of a tournament; take one of {', '.join(FILES)}.")
    if kind == "toml":
        return plan.toml()
    game, (pairings, _) = load_game(plan.game), known_pairings(plan, played)
    table = standings(plan, pairings, played)
    if kind == "html":
        return write_report(table, list(game_lines(plan, pairings, played)), game, app=app)
    name = FILES[kind][0]
    return next(export for export in EXPORTS if export.name == name).write(plan, game, pairings, played, table)

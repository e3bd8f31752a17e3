"""A tournament as a page shows it: how it stands, the table, every game with its links, and the boards in play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kibitz.arena.game_task import FinishedGame, Turn
from kibitz.arena.match import game_seeds
from kibitz.arena.pairings import Pairing, find_pairings
from kibitz.arena.plan import Plan
from kibitz.arena.reports.conclusions import describe_result, describe_sprt
from kibitz.arena.reports.export import game_lines
from kibitz.arena.reports.tournament_report import game_link
from kibitz.arena.standings import Standing, compute_standings
from kibitz.core.game import Cell, Game, Move
from kibitz.core.loading import load_game
from kibitz.core.notation import parse_moves
from kibitz.drawing.board_svg import find_changed_cells
from kibitz.drawing.position_view import BoardView, view_board
from kibitz.play.files.formats.games_text import read_headers
from kibitz.play.players import SearchPlayer, find_player


@dataclass(frozen=True)
class EnteredPlayer:
    """A player as it takes part."""

    name: str
    spec: str


@dataclass(frozen=True)
class TournamentOverview:
    """What a tournament is, and how far. `state`: running, finished or stopped; `error`: why, if not by hand.

    `stage`: what is being done while it runs. `planned`: games in all, unless a test ends them.
    """

    tournament: str
    game: str
    title: str
    variant: str
    kind: str
    players: tuple[EnteredPlayer, ...]
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
class TournamentListing:
    """A tournament in a list, with its conclusion."""

    overview: TournamentOverview
    verdict: str


@dataclass(frozen=True)
class TournamentTable:
    """`verdict`: the conclusion in plain words; `test`: how the sequential test stands, empty without one.

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
class BoardInPlay:
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
    sides: tuple[str, str]


@dataclass(frozen=True)
class BoardsInPlay:
    """The boards in play, then those of the games that ended last."""

    boards: tuple[BoardInPlay, ...]


LAST_SHOWN = 5  # boards of games that have ended


def make_overview(
    plan: Plan, played: int, *, tournament: str, begun: str, state: str, stage: str = "", error: str = ""
) -> TournamentOverview:
    game = load_game(plan.game)
    return TournamentOverview(
        tournament=tournament,
        game=plan.game,
        title=game.known_as,
        variant=game.variant,
        kind=plan.kind,
        players=tuple(EnteredPlayer(player.name, player.spec) for player in plan.players),
        begun=begun,
        state=state,
        stage=stage,
        error=error,
        games=played,
        planned=plan.games_in_all,
        each=plan.games,
        seed=plan.seed,
        openings=plan.openings,
        sprt=plan.sprt,
        rounds=plan.rounds,
    )


def make_tournament_table(plan: Plan, played: Mapping[int, FinishedGame]) -> TournamentTable:
    """The standings, and what they show."""
    pairings, complete = find_pairings(plan, played)
    table = compute_standings(plan, pairings, played)
    return TournamentTable(
        verdict=describe_result(plan, table, pairings, played, complete=complete),
        test=describe_sprt(plan, played, complete=complete),
        repeated=table.games - table.distinct_games,
        players=table.players,
    )


def list_finished_games(
    plan: Plan, played: Mapping[int, FinishedGame], *, besides: Mapping[int, FinishedGame] = {}
) -> list[GameLine]:
    """The games by number, without those of `besides`, which are known already."""
    pairings, _ = find_pairings(plan, played)
    game = load_game(plan.game)
    specs = {player.name: player.spec for player in plan.players}
    new = {number: finished for number, finished in played.items() if number not in besides}
    lines = []
    for line in game_lines(plan, pairings, new):
        number, pair = line["number"], (specs[line["first"]], specs[line["second"]])
        seeds = game_seeds(plan.seed, number)
        # A game that a fault has ended would be played on by its players.
        who = ("", "") if line["fault"] else (_seeded(pair[0], seeds[0]), _seeded(pair[1], seeds[1]))
        lines.append(
            GameLine(
                number=number,
                first=line["first"],
                second=line["second"],
                points=line["points"],
                result=game.name_by_colour(line["result"]),
                fault=line["fault"],
                moves=line["moves"],
                given=int(read_headers(new[number].text).get("Given", "0")),
                link=game_link(plan.game, line["moves"], *who),
                searchers=(_searcher(pair[0], seeds[0]), _searcher(pair[1], seeds[1])),
            )
        )
    return lines


def _seeded(spec: str, seed: int) -> str:
    """A player of a game, so that its searches can be made again."""
    player = find_player(spec, seed=seed)
    return str(player) if isinstance(player, SearchPlayer) and player.searcher.draws_lots else spec


def _searcher(spec: str, seed: int) -> str:
    player = find_player(spec, seed=seed)
    # Those whose algorithm is written out show their trees; engine and solvers do not.
    shows_tree = isinstance(player, SearchPlayer) and player.searcher.pseudocode.lines
    return str(player) if shows_tree else ""


def _board(
    number: int, names: tuple[str, str], game: Game, moves: Sequence[Move], result: str | None = None
) -> BoardInPlay:
    """A game after these moves; `result` once it has ended."""
    state = before = game.initial()
    for move in moves:
        state, before = game.play(state, move), state
    view = game.view(state)
    return BoardInPlay(
        number=number,
        first=names[0],
        second=names[1],
        look=game.look,
        board=view_board(view),
        last=tuple(sorted(find_changed_cells(game.view(before), view))),
        winning=tuple(sorted(game.winning_cells(state))) if result is not None else (),
        plies=len(moves),
        to_move=game.to_move(state),
        result=None if result is None else game.name_by_colour(result),
        sides=game.sides,
    )


def draw_boards(
    plan: Plan,
    played: Mapping[int, FinishedGame],
    ended: Sequence[FinishedGame],
    turns: Mapping[int, Turn] | None = None,
) -> BoardsInPlay:
    """The games in play, by number, and those that ended last, the latest first; `ended` is in the order they did."""
    game, (pairings, _) = load_game(plan.game), find_pairings(plan, played)
    shown = [
        _board(number, names_in(plan, pairings, number), game, turn.moves)
        for number, turn in sorted((turns or {}).items())
    ]
    for finished in reversed(ended[-LAST_SHOWN:]):
        moves = parse_moves(game, finished.moves)
        shown.append(_board(finished.number, names_in(plan, pairings, finished.number), game, moves, finished.result))
    return BoardsInPlay(tuple(shown))


def names_in(plan: Plan, pairings: Sequence[Pairing], number: int) -> tuple[str, str]:
    """Who plays the game of that number; the one who begins first."""
    pairing, index = pairings[number // plan.games], number % plan.games
    one, other = plan.players[pairing.one].name, plan.players[pairing.other].name
    return (one, other) if index % 2 == 0 else (other, one)

"""Three questions about any search of any game: how it grows, which switch does what, where its horizon is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kibitz.arena.openings import make_openings
from kibitz.core.errors import BadFile, BadOption, BadPosition
from kibitz.core.game import Game, State
from kibitz.core.searching import SEARCHERS, Searcher, search_spec
from kibitz.core.spec import closest
from kibitz.kernels.backends import AUTO, REFERENCE
from kibitz.lab.reports.plots import draw
from kibitz.lab.tools.ablation import Ablation, ablate, check_switches, switches_of
from kibitz.lab.tools.growth import Growth, measure_growth, outcome_of_growth
from kibitz.lab.tools.horizon import DepthAnswer, answers_by_depth
from kibitz.play.players import find_search
from kibitz.play.positions import NOBODY, record_at
from kibitz.play.records import GameRecord

__all__ = ["Ablation", "Growth", "Horizon", "ablation", "check_picture", "complexity", "draw_growth", "horizon"]

DEEPEST = 1_000  # plies that may be asked for
MAX_POSITIONS = 1_000
LONGEST_WALK = 12  # random moves that lead to a position of an ablation


def complexity(
    game: Game,
    *,
    searcher: str = "alphabeta",
    eval: str | None = None,
    order: str | None = None,
    depth: int = 6,
    moves: str | None = None,
    along: str | None = None,
    on_depth: Callable[[int], None] = lambda depth: None,
) -> Growth:
    """What a search costs at every depth up to `depth`, beside what theory says.

    `along` names a parameter of the game that is set to the depth each time, as chips in S3's table.
    """
    _check_depth(depth)
    made, backend = _searcher(searcher, eval=eval, order=order)
    if along is None:
        record = record_at(game, moves=moves)
        if record.is_over:
            raise BadPosition(f"The game is over there ({record.result}); give fewer moves.")
        cases = [(d, game, record.state) for d in range(1, depth + 1)]
    elif moves is not None:
        raise BadOption("--moves lead to a position of one game, and --along makes another for every depth; give one.")
    else:
        cases = [(d, one, one.initial()) for d, one in _games_along(game, along, depth)]
        backend = REFERENCE if backend == AUTO else backend  # to compile every game would take longer than to search it
    branching, rows, stopped = measure_growth(cases, made, backend=backend, on_depth=on_depth)
    name = str(game) if along is None else f"{game.name} with as many {along} as plies"
    return Growth(name, str(made), moves or "", branching, rows, stopped)


def check_picture(file: str) -> None:
    """Refuse the name of a picture that cannot be made."""
    if Path(file).suffix.lower() != ".svg":
        raise BadFile(f"{file} cannot be drawn to; the curves are drawn as .svg.")
    if not Path(file).parent.is_dir():
        raise BadFile(f"{file} cannot be written: there is no folder {Path(file).parent}.")


def draw_growth(found: Growth, file: str) -> None:
    """Write the curves of a search and of the theory as an SVG picture."""
    check_picture(file)
    picture = draw(outcome_of_growth(found), kinds=("counted", "theory"))
    try:
        Path(file).write_text(picture, encoding="utf-8")
    except OSError as error:
        raise BadFile(f"{file} cannot be written: {error.strerror}.") from None


def _games_along(game: Game, parameter: str, depth: int) -> list[tuple[int, Game]]:
    options = {o.name: o for o in game.options() if o.kind is int}
    if parameter not in options:
        raise BadOption(
            f"{game.name} has no whole number called '{parameter}'{closest(parameter, options)}; "
            f"it has: {', '.join(options) or 'none'}."
        )
    low = max(1, int(options[parameter].low or 1))
    if depth < low:
        raise BadOption(f"{parameter} is at least {low}, so that --depth {depth} leaves nothing to measure.")
    return [(value, replace(game, **{parameter: value})) for value in range(low, depth + 1)]  # type: ignore[type-var]  # a dataclass


def _check_depth(depth: int) -> None:
    if not 1 <= depth <= DEEPEST:
        raise BadOption(f"depth={depth} is not allowed; it is a whole number from 1 to {DEEPEST}.")


def _searcher(spec: str, **options: str | None) -> tuple[Searcher, str]:
    """The searcher that a spec and further options name, and its backend; the depth is not the spec's to say."""
    name, texts = SEARCHERS.resolve(spec)
    texts |= {key: text for key, text in options.items() if text is not None}
    inner = ",".join(f"{key}={text}" for key, text in texts.items())
    searcher, limits, backend = find_search(f"{name}:{inner}" if inner else name)
    if limits.depth is not None or limits.nodes is not None or limits.time is not None:
        raise BadOption(f"{spec}: the depth is given by --depth, and there is no other limit here; leave it out.")
    return searcher, backend.backend


def ablation(
    game: Game,
    searcher: str,
    *,
    positions: int = 8,
    plies: int | None = None,
    switches: Sequence[str] | None = None,
    seed: int = 0,
    on_search: Callable[[int, int], None] = lambda done, planned: None,
) -> Ablation:
    """Every subset of a searcher's switches on random, undecided positions; what its spec sets stays as it is."""
    made, limits, backend = find_search(searcher)
    _, texts = SEARCHERS.resolve(searcher)
    known = switches_of(made, texts)
    usual = [name for name, is_usual in known.items() if is_usual]
    chosen = tuple(usual if switches is None else dict.fromkeys(switches))
    check_switches(chosen, known, made.name)
    if not chosen:
        raise BadOption(f"{searcher} has no switch left to turn; leave some out of its spec.")
    walk = max(2, min(LONGEST_WALK, game.max_plies // 5)) if plies is None else plies
    states = _states(game, positions, seed, walk)
    name = search_spec(made, limits, backend)
    return ablate(game, states, made, limits, chosen, name=name, backend=backend.backend, on_search=on_search)


def _states(game: Game, count: int, seed: int, plies: int) -> list[State]:
    """Different positions so many moves into the game, neither side winning as far as a short search sees."""
    if not 1 <= count <= MAX_POSITIONS:
        raise BadOption(f"positions={count} is not allowed; it is a whole number from 1 to {MAX_POSITIONS}.")
    found = make_openings(game, count, seed, plies=plies)
    return [GameRecord.begin(game, NOBODY, moves=one.moves).state for one in found.openings[: found.distinct]]


@dataclass(frozen=True)
class Horizon:
    """A position at every depth; `swings` counts those that are marked."""

    game: str
    searcher: str
    to_move: str
    moves: str
    swings: int
    depths: tuple[DepthAnswer, ...]


def horizon(
    game: Game,
    searcher: str,
    *,
    moves: str | None = None,
    position: str | None = None,
    depth: int = 8,
    swing: int | None = None,
    on_depth: Callable[[int], None] = lambda depth: None,
) -> Horizon:
    """Best move, score and line at every depth up to `depth`, or to the one that proves the outcome."""
    _check_depth(depth)
    record = record_at(game, moves=moves, position=position)
    if record.is_over:
        raise BadPosition(f"The game is over there ({record.result}); give fewer moves.")
    made, backend = _searcher(searcher)
    answers = answers_by_depth(
        game, record.state, made, range(1, depth + 1), backend=backend, swing=swing, on_depth=on_depth
    )
    return Horizon(
        game=str(game),
        searcher=str(made),
        to_move=game.players[record.to_move],
        moves=record.moves_text,
        swings=sum(bool(answer.swing) for answer in answers),
        depths=answers,
    )

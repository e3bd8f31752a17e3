"""The measurements of any search of any game, from their arguments as text, and their pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kibitz.arena.openings import make_openings
from kibitz.core.errors import BadFile, BadOption, BadPosition
from kibitz.core.files.named_file import check_output
from kibitz.core.game import Game, State
from kibitz.core.limits import AUTO, REFERENCE
from kibitz.core.searching import SEARCHERS, Searcher, find_search, search_spec
from kibitz.core.spec import join_spec, suggest_name
from kibitz.jobs.folders import write_text
from kibitz.lab.reports.plots import draw
from kibitz.lab.tools.ablation import Ablation, ablate, check_switches, list_switches
from kibitz.lab.tools.bars import Bar, make_bars
from kibitz.lab.tools.eval_ablation import EvalAblation
from kibitz.lab.tools.growth import Growth, make_growth_outcome, measure_growth
from kibitz.lab.tools.horizon import DepthAnswer, search_each_depth
from kibitz.lab.tools.learning import LearningComparison, make_learning_outcome
from kibitz.lab.tools.strength import Strength, make_strength_outcome
from kibitz.lab.tools.tuning import Tuning
from kibitz.play.positions import NOBODY, record_at
from kibitz.play.records import GameRecord

DEEPEST = 1_000  # plies that may be asked for
MAX_POSITIONS = 1_000
LONGEST_WALK = 12  # random moves that lead to a position of an ablation


def measure_complexity(
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
    """Measure what a search costs at every depth up to `depth`, next to what theory predicts.

    `along` names a parameter of the game that is set to the depth each time, such as the chips of Take-Away.
    """
    _check_depth(depth)
    made, backend = _make_searcher(searcher, eval=eval, order=order)
    if along is None:
        record = record_at(game, moves=moves)
        if record.is_over:
            raise BadPosition(f"The game is over there ({record.result}); give fewer moves.")
        cases = [(d, game, record.state) for d in range(1, depth + 1)]
    elif moves is not None:
        raise BadOption(
            "--moves leads to a position of one game, and --along makes another game for every depth; give only one."
        )
    else:
        cases = [(d, one, one.initial()) for d, one in _games_along(game, along, depth)]
        backend = REFERENCE if backend == AUTO else backend  # compiling each game would take longer than searching it
    rows, stopped, no_exponent = measure_growth(cases, made, backend=backend, on_depth=on_depth)
    name = str(game) if along is None else f"{game.name} with as many {along} as plies"
    return Growth(name, str(made), moves or "", rows, stopped, no_exponent)


def check_picture(file: str) -> None:
    """Refuse a file name to which no picture can be written."""
    if Path(file).suffix.lower() != ".svg":
        raise BadFile(f"{file} cannot hold the curves; they are drawn as .svg.")
    check_output(Path(file))


def draw_growth(found: Growth, file: str) -> None:
    """Write the curves of a search and of the theory as an SVG picture."""
    _write_picture(draw(make_growth_outcome(found), kinds=("counted", "theory")), file)


def draw_strength(found: Strength, file: str) -> None:
    """Write the ratings by limit, with their intervals, as an SVG picture."""
    _write_picture(draw(make_strength_outcome(found)), file)


def draw_learning(found: LearningComparison, file: str) -> None:
    """Write the shares of results kept, with their intervals, as an SVG picture."""
    _write_picture(draw(make_learning_outcome(found)), file)


def draw_tuning(found: Tuning, file: str) -> None:
    """Write how much less worth is lost with the new weights, by phase, as an SVG picture."""
    bars = {row.phase: Bar(*row.loss_estimate) for row in found.phases}
    title = f"{found.after} instead of {found.before}"
    change = make_bars(
        "tuning", title, along="phase", measured="change of the loss a move", unit="% of a win", bars=bars
    )
    _write_picture(draw(change), file)


def draw_eval_ablation(found: EvalAblation, file: str) -> None:
    """Write how much more worth is lost without each term as an SVG picture."""
    bars = {effect.term: Bar(*effect.phases[-1].loss_estimate) for effect in found.effects}
    title = f"{found.evaluator} without one term"
    lost = make_bars("terms", title, along="term", measured="further loss a move", unit="% of a win", bars=bars)
    _write_picture(draw(lost), file)


def _write_picture(picture: str, file: str) -> None:
    check_picture(file)
    write_text(Path(file), picture)


def _games_along(game: Game, parameter: str, depth: int) -> list[tuple[int, Game]]:
    options = {o.name: o for o in game.options() if o.kind is int}
    if parameter not in options:
        raise BadOption(
            f"{game.name} has no whole number called '{parameter}'{suggest_name(parameter, options)}; "
            f"it has: {', '.join(options) or 'none'}."
        )
    low = max(1, int(options[parameter].low or 1))
    if depth < low:
        raise BadOption(f"{parameter} is at least {low}, so --depth {depth} leaves nothing to measure.")
    return [(value, replace(game, **{parameter: value})) for value in range(low, depth + 1)]  # type: ignore[type-var]  # a dataclass


def _check_depth(depth: int) -> None:
    if not 1 <= depth <= DEEPEST:
        raise BadOption(f"depth={depth} is not allowed; it is a whole number from 1 to {DEEPEST}.")


def _make_searcher(spec: str, **options: str | None) -> tuple[Searcher, str]:
    """The searcher that a spec and further options name, and its backend; the spec may not set a limit."""
    name, texts = SEARCHERS.resolve(spec)
    texts |= {key: text for key, text in options.items() if text is not None}
    searcher, limits, backend = find_search(join_spec(name, texts))
    if limits.depth is not None or limits.nodes is not None or limits.time is not None:
        raise BadOption(f"{spec}: --depth gives the depth, which is the only limit here; leave limits out.")
    return searcher, backend.backend


def measure_ablation(
    game: Game,
    searcher: str,
    *,
    positions: int = 8,
    plies: int | None = None,
    switches: Sequence[str] | None = None,
    seed: int = 0,
    workers: int = 1,
    cluster: str | None = None,
    on_search: Callable[[int, int], None] = lambda done, planned: None,
) -> Ablation:
    """Measure every subset of a searcher's switches on random, undecided positions; options set in its spec stay."""
    made, limits, backend = find_search(searcher)
    _, texts = SEARCHERS.resolve(searcher)
    known = list_switches(made, made.rename_aliases(texts))
    usual = [name for name, is_usual in known.items() if is_usual]
    chosen = tuple(usual if switches is None else made.rename_aliases(dict.fromkeys(switches, "")))
    check_switches(chosen, known, made.name)
    if not chosen:
        raise BadOption(f"{searcher} has no switch left to vary; leave some options out of its spec.")
    walk = max(2, min(LONGEST_WALK, game.max_plies // 5)) if plies is None else plies
    states = _sample_states(game, positions, seed, walk)
    name = search_spec(made, limits, backend)
    return ablate(
        game,
        states,
        made,
        limits,
        chosen,
        name=name,
        backend=backend.backend,
        workers=workers,
        cluster=cluster,
        on_search=on_search,
    )


def _sample_states(game: Game, count: int, seed: int, plies: int) -> list[State]:
    """Different positions that many moves into the game, with neither side winning as far as a short search sees."""
    if not 1 <= count <= MAX_POSITIONS:
        raise BadOption(f"positions={count} is not allowed; it is a whole number from 1 to {MAX_POSITIONS}.")
    found = make_openings(game, count, seed, plies=plies)
    return [GameRecord.begin(game, NOBODY, moves=one.moves).state for one in found.openings[: found.distinct]]


@dataclass(frozen=True)
class Horizon:
    """The answers for one position at every depth; `swings` counts the depths that are marked."""

    game: str
    searcher: str
    to_move: str
    moves: str
    swings: int
    depths: tuple[DepthAnswer, ...]


def measure_horizon(
    game: Game,
    searcher: str,
    *,
    moves: str | None = None,
    position: str | None = None,
    depth: int = 8,
    swing: int | None = None,
    on_depth: Callable[[int], None] = lambda depth: None,
) -> Horizon:
    """Find best move, score and line at every depth up to `depth`, or up to the one that proves the outcome."""
    _check_depth(depth)
    record = record_at(game, moves=moves, position=position)
    if record.is_over:
        raise BadPosition(f"The game is over there ({record.result}); give fewer moves.")
    made, backend = _make_searcher(searcher)
    answers = search_each_depth(
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

"""What a move changed in the eyes of a heuristic: its terms where the lines after the move and after the best
one lead, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.analysis.score_scale import usual_search
from kibitz.analysis.score_words import EstimateScale, has_margin, unit_name
from kibitz.core.evaluation import Evaluator, find_evaluator
from kibitz.core.game import Game, Move, State
from kibitz.core.words import plural


@dataclass(frozen=True)
class TermChange:
    """A term at the end of the better line and at the end of the one played, for the side that erred; and the gap."""

    name: str
    about: str
    with_best: float
    with_move: float
    change: float


@dataclass(frozen=True)
class TermChanges:
    """The terms that differ, the largest gap first, after `plies` moves of both lines.

    `unit` is what they count, "points" for a heuristic's own count.
    """

    eval: str
    unit: str
    plies: int
    terms: tuple[TermChange, ...]


def compare_terms(game: Game, state: State, best_line: Sequence[Move], move_line: Sequence[Move]) -> TermChanges | None:
    """What the heuristic of the usual search sees after as many moves of one line as of the other.

    At the horizon of a search, where its estimates come from, the gaps add up to what it says was lost. None if the
    heuristic sees no difference.
    """
    plies = min(len(best_line), len(move_line))
    while plies and any(_is_over(game, state, line[:plies]) for line in (best_line, move_line)):
        plies -= 1
    if plies == 0:
        return None
    evaluator: Evaluator = usual_search(game, wait=False).evaluator(game) or find_evaluator("", game)
    unit = EstimateScale.of(evaluator).unit
    ends = [_play(game, state, line[:plies]) for line in (best_line, move_line)]
    view = 1 if game.to_move(ends[0]) == game.to_move(state) else -1
    about = {option.name: option.about for option in evaluator.options()}
    changes = []
    for best, played in zip(*(evaluator.explain(end) for end in ends), strict=True):
        with_best, with_move = (view * term.value / (unit or 1) for term in (best, played))
        if round(abs(with_best - with_move), 1):
            numbers = (round(number, 1) for number in (with_best, with_move, with_move - with_best))
            changes.append(TermChange(best.name.replace("_", " "), about[best.name], *numbers))
    if not changes:
        return None
    changes.sort(key=lambda each: -abs(each.change))
    counted = plural(unit_name(game)) if unit and has_margin(game) else "points"
    return TermChanges(evaluator.spec(full=False), counted, plies, tuple(changes))


def _play(game: Game, state: State, moves: Sequence[Move]) -> State:
    for move in moves:
        state = game.play(state, move)
    return state


def _is_over(game: Game, state: State, moves: Sequence[Move]) -> bool:
    return game.result(_play(game, state, moves)) is not None

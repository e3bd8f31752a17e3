"""Positions with what they are worth, to judge an evaluator by: the exact result, or the value of a deep search.

Everything that a weight can change is linear: a position is stored as the amounts of the evaluator's terms, and so is
every position after a move of it. Errors and choices of any weights then follow by multiplication, without another
look at a board.

Worth is what the side to move may expect: 1 for a win, ½ for a draw, 0 for a loss. The value v of a search that has
not seen the end counts as 1 / (1 + exp(-v / s)), where s is an advantage worth the name (`Evaluator.scale`).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np

from kibitz.analysis.exact_scores import can_be_judged, judge, may_be_known
from kibitz.arena.game_process import load_task_game
from kibitz.arena.game_workers import is_known_elsewhere
from kibitz.arena.match import game_seeds
from kibitz.arena.sampling import PHASES, PositionFilter, find_phases, sample_positions, solve_each
from kibitz.core.errors import BadOption, Unsuited
from kibitz.core.evaluation import Evaluator, find_evaluator
from kibitz.core.game import Game, Move, State
from kibitz.core.loading import format_game_spec
from kibitz.core.score import INFINITY, Score
from kibitz.core.searching import find_searcher
from kibitz.core.spec import nest_spec
from kibitz.play.positions import NOBODY
from kibitz.play.records import GameRecord

MAX_POSITIONS = 100_000
SHALLOWEST = 2  # plies, of a search that shall know better than the evaluator itself
ORDER = "killer+history"  # of the search, which changes what it costs and not what it finds


@dataclass(frozen=True)
class Labels:
    """Where the worth comes from: the exact result, found within `seconds`, or a search to `depth` plies (0: exact)."""

    depth: int
    seconds: float

    @property
    def words(self) -> str:
        return f"a search to depth {self.depth}" if self.depth else "the exact result"


@dataclass(frozen=True)
class LabelledMove:
    """A move: its worth, and how the evaluator counts what it leads to, for the side that makes it.

    `over` is the value of the result if the move ends the game, None if it does not.
    """

    worth: float
    amounts: tuple[int, ...]
    over: float | None


@dataclass(frozen=True)
class LabelledPosition:
    phase: str
    worth: float
    amounts: tuple[int, ...]
    moves: tuple[LabelledMove, ...]

    def choice_loss(self, weights: np.ndarray) -> float:
        """How much worth is lost, on average, by a move that the evaluator likes best with these weights."""
        values = [np.dot(weights, move.amounts) if move.over is None else move.over for move in self.moves]
        chosen = [move.worth for move, value in zip(self.moves, values, strict=True) if value == max(values)]
        return max(move.worth for move in self.moves) - sum(chosen) / len(chosen)


@dataclass(frozen=True)
class LabelTask:
    """A position to be labelled, for a worker."""

    game: str
    moves: tuple[Move, ...]
    evaluator: str
    labels: Labels
    phase: str


def choose_labels(game: Game, depth: int | None, seconds: float) -> Labels:
    """A search if a depth is given; else the exact result, which has to be within reach."""
    if depth is not None and depth < SHALLOWEST:
        raise BadOption(f"depth={depth} is not allowed; a search that judges an evaluator has depth 2 or more.")
    if depth is None and not can_be_judged(game):
        raise Unsuited(f"No position of {game} can be solved; compare with a deep search instead, as in --depth 8.")
    return Labels(depth or 0, seconds)


def label_positions(
    evaluator: Evaluator,
    labels: Labels,
    *,
    positions: int,
    seed: int,
    workers: int = 1,
    cluster: str | None = None,
    on_position: Callable[[int, int], None] = lambda done, planned: None,
) -> list[LabelledPosition]:
    """Different positions with a choice, as many from each third of the game, with their worth.

    A phase whose positions cannot be solved in time has none.
    """
    if not 1 <= positions <= MAX_POSITIONS:
        raise BadOption(f"positions={positions} is not allowed; it is a whole number from 1 to {MAX_POSITIONS:,}.")
    game = evaluator.game
    wanted: PositionFilter = (lambda game, state: True) if labels.depth else may_be_known
    seen: set[State] = set()
    found: list[LabelledPosition] = []
    for number, (phase, plies) in enumerate(find_phases(game, wanted).items()):
        most = positions * (number + 1) // len(PHASES)
        if len(found) >= most:
            continue
        for_positions, _ = game_seeds(seed, number)
        common = LabelTask(format_game_spec(game), (), str(evaluator), labels, phase)
        answers = solve_each(
            sample_positions(game, plies, for_positions, frozenset(seen), wanted),
            lambda _, place, common=common: replace(common, moves=place.moves),  # type: ignore[misc]  # mypy sees no default
            label_task,
            seconds=labels.seconds,
            workers=workers,
            cluster=cluster,
            in_process=is_known_elsewhere(game, (), evaluator),
        )
        with closing(answers):
            for place, answer in answers:
                seen.update(place.seen)
                if answer.position is not None:
                    found.append(answer.position)
                    on_position(len(found), positions)
                if len(found) == most:
                    break
    if not found:
        raise Unsuited(
            f"{game}: no position could be solved within {labels.seconds:g} s; "
            "compare with a deep search instead, as in --depth 8."
        )
    return found


@dataclass(frozen=True)
class LabelAnswer:
    """`position` is None if it was not solved in time; `seconds`: what it took."""

    seconds: float
    position: LabelledPosition | None = None

    @property
    def is_solved(self) -> bool:
        return self.position is not None


def label_task(task: LabelTask) -> LabelAnswer:
    """What a worker does, anywhere."""
    game = load_task_game(task.game)
    evaluator = find_evaluator(task.evaluator, game)
    state = GameRecord.begin(game, NOBODY, moves=task.moves).state
    started = perf_counter()
    worths = _search_moves(evaluator, state, task.labels) if task.labels.depth else _judge_moves(game, state, task)
    seconds = perf_counter() - started
    if worths is None:
        return LabelAnswer(seconds)
    moves = tuple(_label_move(evaluator, game.play(state, move), worth) for move, worth in worths.items())
    amounts = tuple(term.amount for term in evaluator.explain(state))
    return LabelAnswer(seconds, LabelledPosition(task.phase, max(worths.values()), amounts, moves))


def _judge_moves(game: Game, state: State, task: LabelTask) -> dict[Move, float] | None:
    known = judge(game, state, seconds=task.labels.seconds)
    if known is None:
        return None
    return {move: _worth_of_result(score.points) for move, score in known.scores.items()}


def _search_moves(evaluator: Evaluator, state: State, labels: Labels) -> dict[Move, float]:
    """Every move with a window of its own, so that each has a value and not a bound."""
    game = evaluator.game
    searcher, limits = find_searcher(
        f"alphabeta:depth={labels.depth - 1},order={ORDER},eval={nest_spec(str(evaluator))}"
    )
    worths = {}
    for move in game.moves(state):
        after = game.play(state, move)
        result = game.result(after)
        over = None if result is None else _worth_of_result(result)
        worths[move] = 1 - (
            _worth_of_score(searcher.search(game, after, limits).score, evaluator) if over is None else over
        )
    return worths


def _label_move(evaluator: Evaluator, after: State, worth: float) -> LabelledMove:
    result = evaluator.game.result(after)
    amounts = tuple(-term.amount for term in evaluator.explain(after))
    return LabelledMove(worth, amounts, None if result is None else -result * INFINITY)


def _worth_of_result(result: int) -> float:
    return (1 + (result > 0) - (result < 0)) / 2


def _worth_of_score(score: Score, evaluator: Evaluator) -> float:
    return _worth_of_result(score.points) if score.proven else expect(score.points / evaluator.scale)


def expect(advantage: float) -> float:
    """The worth of an advantage: ½ if it is 0."""
    return 1 / (1 + math.exp(-max(-500.0, min(500.0, advantage))))

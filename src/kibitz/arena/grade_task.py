"""One position of a grade: what every move is worth, what the player plays there, and what its evaluator guesses.

The task and what comes of it are plain values, so that they can go to another process or machine.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import perf_counter

from kibitz.analysis.exact_scores import judge
from kibitz.arena.game_process import load_task_game
from kibitz.core.evaluation import Evaluator, find_evaluator
from kibitz.core.game import Move
from kibitz.core.rng import Rng
from kibitz.play.players import find_player, take_turn
from kibitz.play.records import GameRecord


@dataclass(frozen=True)
class GradeTask:
    """A position, by the moves that lead there, and who is asked. `seconds`: to solve it.

    `player` is empty if the evaluator chooses the move, and `evaluator` if there is none.
    """

    game: str
    moves: tuple[Move, ...]
    player: str
    evaluator: str
    seed: int
    seconds: float


@dataclass(frozen=True)
class GradedPosition:
    """`scores`: what every move is worth, as players write it, and `by`: who knew; empty if it was not solved in time.

    `seconds`: what that took. `played` is None where all moves are worth the same, since a move shows nothing there.
    """

    seconds: float
    by: str = ""
    scores: Mapping[Move, int] = field(default_factory=dict)
    guess: int | None = None
    played: Move | None = None

    @property
    def is_solved(self) -> bool:
        return bool(self.scores)


def judge_and_play(task: GradeTask) -> GradedPosition:
    """Solve a position, and have the player choose a move in it. This is what a worker does, anywhere."""
    game = load_task_game(task.game)
    record = GameRecord.begin(game, (task.player, task.player), moves=task.moves)
    started = perf_counter()
    known = judge(game, record.state, seconds=task.seconds)
    seconds = perf_counter() - started
    if known is None:
        return GradedPosition(seconds)
    evaluator = _find_evaluator(task.evaluator, game) if task.evaluator else None
    scores = {move: game.written_score(record.state, score) for move, score in known.scores.items()}
    return GradedPosition(
        seconds,
        known.by,
        scores,
        None if evaluator is None else evaluator(record.state),
        _choose(task, record, evaluator) if len(set(scores.values())) > 1 else None,
    )


_find_evaluator = functools.lru_cache(16)(find_evaluator)


def _choose(task: GradeTask, record: GameRecord, evaluator: Evaluator | None) -> Move:
    if task.player:
        return take_turn(record, find_player(task.player, seed=task.seed)).move
    assert evaluator is not None, "there is a player or an evaluator"
    promise = {move: evaluator.move_score(record.state, move) for move in record.game.moves(record.state)}
    return Rng(task.seed).choice([move for move in promise if promise[move] == max(promise.values())])

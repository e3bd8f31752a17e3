"""The daily set: five puzzles of rising level for a date, the same for everybody.

The date decides the games, the kinds and the seeds, and nothing else does. Every game comes once, so that no two
puzzles of a set are alike. All of them are solved by readable Python: nobody waits for a compiler.
"""

from __future__ import annotations

import datetime
import math
from itertools import count

from kibitz.core.errors import Unfinished
from kibitz.core.rng import Rng
from kibitz.exercises.kind import LEVELS, make_task
from kibitz.exercises.task import Task

WIN, SAVE, SCORE = "puzzle-win", "puzzle-save", "puzzle-score"
TIC_TAC_TOE, HEAP, RACK = "tic-tac-toe", "take-away:chips=21,take=3", "connect-four:width=5,height=4"
FOUR_IN_A_ROW, OTHELLO = "mnk:width=5,height=5,k=4", "othello"

# By game, the kinds that there are of each level; levels are left out that take longer than a second or two, or of
# which there are hardly any.
OFFERED: dict[str, dict[str, range]] = {
    TIC_TAC_TOE: {WIN: range(1, 3), SAVE: range(1, 2), SCORE: range(1, 3)},
    HEAP: {WIN: range(1, 6), SCORE: range(1, 5)},
    RACK: {WIN: range(1, 6), SAVE: range(1, 4), SCORE: range(1, 5)},
    FOUR_IN_A_ROW: {WIN: range(1, 4), SAVE: range(1, 4), SCORE: range(1, 4)},
    OTHELLO: {WIN: range(1, 5), SAVE: range(1, 4), SCORE: range(1, 4)},
}
NEXT_SEED = 10_000_000  # added where a seed gives no puzzle; more than there are days


def make_daily_set(day: datetime.date) -> list[Task]:
    """The puzzles of a day, one of each level from easy to hard, each from another game."""
    rng, left, tasks = Rng(day.toordinal()), list(OFFERED), list[Task]()
    for level in reversed(LEVELS):  # the hardest first, since few games have them
        choices = [game for game in left if any(level in levels for levels in OFFERED[game].values())]
        game = rng.choice(choices)
        left.remove(game)
        kind = rng.choice([kind for kind, levels in OFFERED[game].items() if level in levels])
        tasks.append(_make_first(kind, level, day.toordinal(), game))
    return tasks[::-1]


def _make_first(kind: str, level: int, seed: int, game: str) -> Task:
    """The task of the first seed that gives one, however long that takes: a set is the same on every machine."""
    for one in count(seed, NEXT_SEED):
        try:
            return make_task(kind, level, one, game, patience=math.inf)
        except Unfinished:
            continue
    raise AssertionError("seeds do not run out")

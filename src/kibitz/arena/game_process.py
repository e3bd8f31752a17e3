"""Games in another process, for players that may hang or crash: that process can be ended, this one goes on.

Before every turn the process says who is asked, and how long that may take. If it is silent for longer, the player to
move hangs; if it dies twice in the same game, the player to move has crashed.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from kibitz.arena.game_task import FinishedGame, GameTask, Turn, forfeit_game, play_task
from kibitz.core.errors import Unfinished
from kibitz.core.game import Game
from kibitz.core.loading import load_game
from kibitz.core.searching import StopFlag
from kibitz.jobs.process import Caller, NoAnswer, ProcessDied, ProcessPool

GRACE = 1.0  # seconds beyond its time before a player that says nothing is ended
SETTING_UP = 300.0  # seconds for starting, loading and compiling

load_task_game = functools.lru_cache(64)(load_game)  # one instance for each text, so that its rules are made once


def play_in_process(
    processes: ProcessPool,
    task: GameTask,
    game: Game,
    *,
    tell: Callable[[Turn], None] = lambda turn: None,
    stop: StopFlag | None = None,
) -> FinishedGame:
    """Have a game played; raises the error of a game or player that cannot be set up.

    `tell` hears of every turn before it begins; `stop` ends the game at once.
    """
    try:
        return processes.run(_play, task, tell=tell, stop=stop, seconds=SETTING_UP)
    except NoAnswer as silent:
        if silent.doing is None:
            raise Unfinished(f"Game {task.number} could not be set up within {SETTING_UP:g} s.") from None
        return forfeit_game(task, game, silent.doing, f"hung: no move within {silent.doing.seconds:g} s")
    except ProcessDied as died:
        if died.doing is None:
            raise Unfinished(
                f"The process for game {task.number} ended {died.how} before the game began, twice."
            ) from None
        return forfeit_game(task, game, died.doing, f"crashed: its process ended {died.how}")


# In the other process.


def _play(task: GameTask, caller: Caller) -> FinishedGame:
    return play_task(task, load_task_game(task.game), tell=lambda turn: caller.tell(turn, seconds=turn.seconds + GRACE))

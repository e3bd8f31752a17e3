"""Games in another process, for players that may hang or crash: that process can be ended, this one goes on.

    here   ── GameTask ──▶   the other process, which plays it
           ◀── Turn ──       before every turn: who is asked, and how long that may take
           ◀── FinishedGame ──

A process that dies may have been killed from outside, so the game is played once more in a new one; if that one dies
too, the player to move has crashed.

    python -m kibitz.arena.game_process [--low] [FILE.py …]

is the other process. With --low it has the lowest priority; the files define games of the user's own.
"""

from __future__ import annotations

import functools
import queue
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from kibitz.arena.game_task import FinishedGame, GameTask, Turn, check_not_stopped, forfeit_game, play_task
from kibitz.core.errors import BadFile, KibitzError, Unfinished
from kibitz.core.game import Game
from kibitz.core.loading import load_game
from kibitz.core.searching import StopFlag
from kibitz.core.user_files import list_run_files, run_file
from kibitz.jobs.priority import LOW_PRIORITY, lower_process_priority
from kibitz.jobs.process import Process, serve

GRACE = 1.0  # seconds beyond its time before a player that says nothing is ended
SETTING_UP = 300.0  # seconds for starting, loading and compiling
COMMAND = (sys.executable, "-m", "kibitz.arena.game_process")

load_task_game = functools.lru_cache(64)(load_game)  # one instance for each text, so that its rules are made once


class GameProcess(Process):
    """A process that plays one game after another."""

    def play(
        self,
        task: GameTask,
        game: Game,
        *,
        tell: Callable[[Turn], None] = lambda turn: None,
        stop: StopFlag | None = None,
    ) -> FinishedGame:
        """Have a game played; raises the error of a game or player that cannot be set up.

        `tell` hears of every turn before it begins; `stop` ends the game at once.
        """
        turn: Turn | None = None
        ended = ""
        for _ in range(2):
            turn, ended = None, ""
            self.ask(task, stop=stop)
            while not ended:
                try:
                    answer = self.receive(SETTING_UP if turn is None else turn.seconds + GRACE)
                except queue.Empty:
                    self.end()
                    if turn is None:
                        raise Unfinished(f"Game {task.number} could not be set up within {SETTING_UP:g} s.") from None
                    return forfeit_game(task, game, turn, f"hung: no move within {turn.seconds:g} s")
                if stop is not None and stop.raised:
                    self.end()
                    check_not_stopped(stop)
                if isinstance(answer, Turn):
                    turn = answer
                    tell(turn)
                elif isinstance(answer, FinishedGame):
                    return answer
                elif isinstance(answer, KibitzError):
                    raise answer
                else:
                    ended = self.how_it_ended()
            self.end()
        if turn is None:
            raise Unfinished(f"The process for game {task.number} ended {ended} before the game began, twice.")
        return forfeit_game(task, game, turn, f"crashed: its process ended {ended}")


def new_process() -> GameProcess:
    return GameProcess(COMMAND)


def new_low_priority_process() -> GameProcess:
    """One that disturbs nobody; it knows the files of the user's own that this process has run."""
    return GameProcess([*COMMAND, LOW_PRIORITY, *map(str, list_run_files())])


# In the other process.


def _play(task: GameTask, tell: Callable[[Turn], None]) -> FinishedGame:
    return play_task(task, load_task_game(task.game), tell=tell)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the interrupt key is for whoever asked, who ends this process
    arguments = sys.argv[1:]
    if LOW_PRIORITY in arguments:
        arguments.remove(LOW_PRIORITY)
        lower_process_priority()
    for file in arguments:
        with suppress(BadFile):  # gone or changed since; a game that needs it says so
            run_file(Path(file))
    serve(_play)

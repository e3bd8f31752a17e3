"""A tournament under way on a machine that has other things to do: games in processes of the lowest priority.

A thread of its own hands out the games, stores each as it ends and says what there is to see; whoever looks gets values
that do not change any more.
"""

from __future__ import annotations

import logging
import os
import queue
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from kibitz.arena.game_process import Child
from kibitz.arena.game_task import Finished, Interrupted, Task, Turn
from kibitz.arena.plan import Plan
from kibitz.arena.playing import LOWEST, find_task_game, new_process
from kibitz.arena.reports.tournament_view import LAST_SHOWN, Picture, show_boards
from kibitz.arena.tournament import Tournament
from kibitz.core.errors import KibitzError
from kibitz.core.searching import StopFlag
from kibitz.core.user_files import describe_user_fault

__all__ = ["Run"]

log = logging.getLogger("kibitz.arena")

LONGEST = 3_600.0  # seconds, after which somebody has to say that it shall go on
PREPARING = "preparing the players; a search that is new to a game is compiled once"
HOUR_OVER = "It has run for an hour and was stopped; press Go on if it shall continue."


class Run:
    """`games`: at a time. `when_over` is called, in the thread of the run, after everything has been said."""

    def __init__(
        self,
        plan: Plan,
        folder: Path,
        *,
        games: int = 1,
        longest: float = LONGEST,
        when_over: Callable[[], None] = lambda: None,
    ) -> None:
        self.plan, self.folder, self.games = plan, folder, games
        self.played: dict[int, Finished] = {}
        self.stage, self.error = PREPARING, ""
        self._stop = StopFlag()
        self._when_over = when_over
        self._turns: dict[int, Turn] = {}  # by the number of the game
        self._ended: deque[Finished] = deque(maxlen=LAST_SHOWN)
        self._idle: queue.SimpleQueue[Child] = queue.SimpleQueue()
        self._timer = threading.Timer(longest, self._expire)
        self._timer.daemon = True
        self._thread = threading.Thread(target=self._run, name="kibitz-tournament", daemon=True)

    def start(self) -> None:
        self._timer.start()
        self._thread.start()

    def stop(self, *, wait: float = 0.0) -> None:
        """End it; games that have not ended are played again when it goes on."""
        self.stage = "stopping"
        self._stop.up()
        if wait:
            self._thread.join(wait)

    @property
    def boards(self) -> Picture:
        """The games in play, then those just ended, the latest first."""
        return show_boards(self.plan, self.played, list(self._ended), self._turns.copy())

    def _run(self) -> None:
        children = [new_process() for _ in range(self.games)]
        for child in children:
            self._idle.put(child)
        try:
            tournament = Tournament(self.plan, self.folder, workers=self.games, play_one=self._play)
            self.stage = "making openings"
            _make_way()  # only now, since somebody waits for what the players need compiled
            for _ in tournament.play(resume=True):
                self.played = dict(tournament.played)
                if not self._ended and not self._turns:
                    self.stage = "starting the first game"
                if self._stop.raised:
                    break
        except Interrupted:
            pass
        except KibitzError as error:
            self.error = str(error)
        except Exception as error:
            fault = describe_user_fault(error)
            if fault is None:
                log.exception("a tournament failed")
            self.error = fault or "Kibitz itself is at fault; the log of the server says why."
        finally:
            self._timer.cancel()
            for child in children:
                child.end()
            self._when_over()

    def _play(self, task: Task, stop: StopFlag) -> Finished:
        if self._stop.raised:
            raise Interrupted("The games were stopped before they had ended.")
        child = self._idle.get()
        self._stop.when_raised(stop.up)
        try:
            finished = child.play(task, find_task_game(task.game), tell=partial(self._tell, task), stop=stop)
            self._ended.append(finished)
            return finished
        finally:
            self._turns.pop(task.number, None)
            self._stop.forget(stop.up)
            self._idle.put(child)

    def _tell(self, task: Task, turn: Turn) -> None:
        self.stage = "playing"
        self._turns[task.number] = turn

    def _expire(self) -> None:
        self.error = HOUR_OVER
        self._stop.up()


def _make_way() -> None:
    """Go on at the lowest priority, where the system has one for threads."""
    if hasattr(os, "setpriority"):
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOWEST)

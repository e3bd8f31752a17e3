"""Games in a process of their own, for players that may hang or crash: the process can be ended, this one goes on.

    here   ── Task ──▶   the other process, which plays it
           ◀── Turn ──   before every turn: who is asked, and how long that may take
           ◀── Finished ──

A process that dies may have been killed from outside, so that the game is played once more in a new one; if that
dies too, the player whose turn it was has crashed.
"""

from __future__ import annotations

import queue
from collections.abc import Callable

from kibitz.arena.game_task import Finished, Interrupted, Task, Turn, forfeited
from kibitz.core.errors import KibitzError, Unfinished
from kibitz.core.game import Game
from kibitz.core.searching import StopFlag
from kibitz.jobs.process import Process

__all__ = ["Child"]

GRACE = 1.0  # seconds beyond its time before a player that says nothing is ended
SETTING_UP = 300.0  # seconds for starting, loading and compiling


class Child(Process):
    """A process that plays games one after another."""

    def play(
        self, task: Task, game: Game, *, tell: Callable[[Turn], None] = lambda turn: None, stop: StopFlag | None = None
    ) -> Finished:
        """What came of a game; raises the error of a game or player that cannot be set up.

        `tell` hears of every turn before it begins; `stop` ends the game at once.
        """
        turn: Turn | None = None
        ended = ""
        for _ in range(2):
            turn, ended = None, ""
            self.ask(task, stop=stop)
            while not ended:
                try:
                    said = self.hear(SETTING_UP if turn is None else turn.seconds + GRACE)
                except queue.Empty:
                    self.end()
                    if turn is None:
                        raise Unfinished(f"Game {task.number} could not be set up within {SETTING_UP:g} s.") from None
                    return forfeited(task, game, turn, f"hung: no move within {turn.seconds:g} s")
                if stop is not None and stop.raised:
                    self.end()
                    raise Interrupted("The games were stopped before they had ended.")
                if isinstance(said, Turn):
                    turn = said
                    tell(turn)
                elif isinstance(said, Finished):
                    return said
                elif isinstance(said, KibitzError):
                    raise said
                else:
                    ended = self.how_it_ended()
            self.end()
        if turn is None:
            raise Unfinished(f"The process for game {task.number} ended {ended} before the game began, twice.")
        return forfeited(task, game, turn, f"crashed: its process ended {ended}")

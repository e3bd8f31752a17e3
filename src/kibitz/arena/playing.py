"""How a game of a match or tournament is played, wherever that is: in this process, in another, on another machine.

python -m kibitz.arena.playing [--low] [FILE.py …]      a process that plays what it is sent

`arena/game_process.py` starts it. With --low it leaves the machine to others; the files define games of the user's own.
"""

from __future__ import annotations

import atexit
import functools
import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from kibitz.arena.game_process import Child
from kibitz.arena.game_task import Finished, Task, Turn, play_bout
from kibitz.core.errors import BadFile, Unsuited
from kibitz.core.game import Game
from kibitz.core.loading import load_game
from kibitz.core.searching import StopFlag
from kibitz.core.user_files import file_of, files_run, run_file
from kibitz.jobs.process import serve
from kibitz.kernels.backends import COMPILED, choose_backend
from kibitz.play.outside.engine_player import Engine
from kibitz.play.outside.function_player import FunctionPlayer
from kibitz.play.players import Random, SearchPlayer, find_player

__all__ = ["CLUSTER", "check_players", "find_task_game", "needs_process", "new_process", "play_task"]

CLUSTER = 1000  # workers that one may have; only more than one matters
LOWEST = 19  # priority of a process: what it gets is what others leave

find_task_game = functools.lru_cache(64)(load_game)  # one instance a text, so that its rules are made once


def play_task(task: Task, stop: StopFlag | None = None) -> Finished:
    """Play a game, in a process of its own if the task says so. All that workers anywhere are asked to do."""
    game = find_task_game(task.game)
    if not task.alone:
        return play_bout(task, game, stop=stop)
    return _child().play(task, game, stop=stop)


def check_players(game: Game, players: tuple[str, ...]) -> None:
    """Refuse players that cannot play the game, before the first game begins."""
    for spec in players:
        find_player(spec, seed=0).check(game)


def needs_process(game: Game, players: tuple[str, ...], workers: int) -> bool:
    """Whether games are to be played outside: with code of the user's own, or where threads would wait for each other.

    Kibitz's own players neither hang nor crash; the readable ones keep the interpreter to themselves. A program from
    outside is in a process of its own anyway. What is defined in a notebook, and in no file, only this process knows.
    """
    made = [find_player(spec, seed=0) for spec in players]
    parts = [game, *(p.searcher if isinstance(p, SearchPlayer) else p for p in made)]
    own = [p for p in parts if not p.shipped]
    if own:
        return all(isinstance(p, FunctionPlayer) or file_of(type(p)) is not None for p in own)
    leave_room = (isinstance(player, (Random, Engine)) or _is_compiled(player, game) for player in made)
    return workers > 1 and not all(leave_room)


def _is_compiled(player: object, game: Game) -> bool:
    with suppress(Unsuited):
        if isinstance(player, SearchPlayer):
            return choose_backend(player.searcher, game, player.backend.backend) == COMPILED
    return False


def new_process() -> Child:
    """A process for games that are to disturb nobody; it knows the files of the user's own that this one has run."""
    return Child([sys.executable, "-m", "kibitz.arena.playing", "--low", *map(str, files_run())])


_own = threading.local()
_children: list[Child] = []


def _child() -> Child:
    """The process of this thread."""
    if not hasattr(_own, "child"):
        _own.child = Child([sys.executable, "-m", "kibitz.arena.playing"])
        _children.append(_own.child)
    child: Child = _own.child
    return child


@atexit.register
def _end_children() -> None:
    for child in _children:
        child.end()


def _play(task: Task, tell: Callable[[Turn], None]) -> Finished:
    return play_bout(task, find_task_game(task.game), tell=tell)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the interrupt key is for whoever asked, who ends this process
    if "--low" in sys.argv and hasattr(os, "nice"):
        os.nice(LOWEST)
    for file in sys.argv[1:]:
        if file != "--low":
            with suppress(BadFile):  # gone or changed since; a game that needs it says so
                run_file(Path(file))
    serve(_play)

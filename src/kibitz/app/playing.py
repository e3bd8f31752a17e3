"""How a game of a match or tournament is played, wherever that is: in this process, in another, on another machine.

python -m kibitz.app.playing       a process that plays what it is sent; `arena/isolation.py` starts it
"""

from __future__ import annotations

import atexit
import functools
import sys
import threading
from collections.abc import Callable
from contextlib import suppress

from kibitz.app.loading import load_game
from kibitz.arena.bouts import Finished, Task, Turn, play_bout
from kibitz.arena.isolation import Child, serve
from kibitz.arena.outside.engines import Engine
from kibitz.arena.outside.functions import FunctionPlayer
from kibitz.arena.players import Random, SearchPlayer, the_player
from kibitz.core.errors import Unsuited
from kibitz.core.game import Game
from kibitz.core.searching import StopFlag
from kibitz.kernels.backends import COMPILED, choose_backend

__all__ = ["CLUSTER", "check_players", "needs_process", "play_task"]

CLUSTER = 1000  # workers that one may have; only more than one matters

the_game_of = functools.lru_cache(64)(load_game)  # one instance a text, so that its rules are made once


def play_task(task: Task, stop: StopFlag | None = None) -> Finished:
    """Play a game, in a process of its own if the task says so. All that workers anywhere are asked to do."""
    game = the_game_of(task.game)
    if not task.alone:
        return play_bout(task, game, stop=stop)
    return _child().play(task, game, stop=stop)


def check_players(game: Game, players: tuple[str, ...]) -> None:
    """Refuse players that cannot play the game, before the first game begins."""
    for spec in players:
        the_player(spec, seed=0).check(game)


def needs_process(game: Game, players: tuple[str, ...], workers: int) -> bool:
    """Whether games are to be played outside: with code of the user's own, or where threads would wait for each other.

    Kibitz's own players neither hang nor crash; the readable ones keep the interpreter to themselves. A program from
    outside is in a process of its own anyway.
    """
    made = [the_player(spec, seed=0) for spec in players]
    parts = [game, *(p.searcher if isinstance(p, SearchPlayer) else p for p in made)]
    if any(isinstance(p, FunctionPlayer) or not type(p).__module__.startswith("kibitz.") for p in parts):
        return True
    leave_room = (isinstance(player, (Random, Engine)) or _is_compiled(player, game) for player in made)
    return workers > 1 and not all(leave_room)


def _is_compiled(player: object, game: Game) -> bool:
    with suppress(Unsuited):
        if isinstance(player, SearchPlayer):
            return choose_backend(player.searcher, game, player.backend.backend) == COMPILED
    return False


_own = threading.local()
_children: list[Child] = []


def _child() -> Child:
    """The process of this thread."""
    if not hasattr(_own, "child"):
        _own.child = Child([sys.executable, "-m", "kibitz.app.playing"])
        _children.append(_own.child)
    child: Child = _own.child
    return child


@atexit.register
def _end_children() -> None:
    for child in _children:
        child.end()


def _play(task: Task, tell: Callable[[Turn], None]) -> Finished:
    return play_bout(task, the_game_of(task.game), tell=tell)


if __name__ == "__main__":
    serve(_play)

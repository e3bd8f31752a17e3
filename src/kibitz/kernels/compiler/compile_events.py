"""Telling whoever waits that code is being compiled, which takes seconds the first time.

    with on_compiling(lambda event: print(event.what)):
        searcher.search(game, state)

Somebody who waits in a thread listens in that thread. Everybody else reads the log `kibitz`, where it is said too.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

__all__ = ["Compiling", "announce_compiling", "on_compiling"]

log = logging.getLogger("kibitz")


class Compiling(NamedTuple):
    """Something is being compiled; `what` names it, as in "othello for engine"."""

    what: str


class _Listeners(threading.local):
    def __init__(self) -> None:
        self.tell: list[Callable[[Compiling], None]] = []


_listeners = _Listeners()
_logged: set[str] = set()


@contextmanager
def on_compiling(tell: Callable[[Compiling], None]) -> Iterator[None]:
    """In the block, have `tell` called whenever this thread has something compiled."""
    _listeners.tell.append(tell)
    try:
        yield
    finally:
        _listeners.tell.remove(tell)


def announce_compiling(what: str) -> None:
    """Tell those who listen in this thread, and the log, which needs to hear of several parts of it only once."""
    if what not in _logged:
        _logged.add(what)
        log.info("compiling %s … once", what)
    for tell in tuple(_listeners.tell):
        tell(Compiling(what))

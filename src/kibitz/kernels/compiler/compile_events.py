"""Telling whoever waits that code is being compiled, which takes seconds the first time.

    with on_compiling(lambda event: print(event.what)):
        searcher.search(game, state)

Somebody who waits in a thread listens in that thread. Everybody else reads the log `kibitz`, where it is said too, or
asks what is being compiled at the moment.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

log = logging.getLogger("kibitz")


class Compiling(NamedTuple):
    """Something is being compiled; `what` names it, as in "othello for engine"."""

    what: str


_listeners: ContextVar[tuple[Callable[[Compiling], None], ...]] = ContextVar("_listeners", default=())
_logged: set[str] = set()
_prepared: list[str] = []  # in a block of `while_preparing` that has not ended; kept code may be all it needs
_now: list[str] = []  # of these, what was announced


@contextmanager
def on_compiling(tell: Callable[[Compiling], None]) -> Iterator[None]:
    """In the block, have `tell` called whenever this thread has something compiled."""
    token = _listeners.set((*_listeners.get(), tell))
    try:
        yield
    finally:
        _listeners.reset(token)


def announce_compiling(what: str) -> None:
    """Tell those who listen in this thread, and the log, which needs to hear of several parts of it only once."""
    if what not in _logged:
        _logged.add(what)
        log.info("compiling %s … once", what)
    if what in _prepared:
        _now.append(what)
    for tell in _listeners.get():
        tell(Compiling(what))


@contextmanager
def while_preparing(what: str) -> Iterator[None]:
    """What is announced in the block is being compiled until it ends."""
    _prepared.append(what)
    try:
        yield
    finally:
        _prepared.remove(what)
        if what not in _prepared:
            _now[:] = [other for other in _now if other != what]


def compiled_now() -> str:
    """What is being compiled in this process, as in "othello for engine"; empty if nothing is."""
    return _now[-1] if _now else ""

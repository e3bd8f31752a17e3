"""A spinner while a program thinks: only on a terminal, and only if it takes a while."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["show_thinking"]

PATIENCE = 0.5  # seconds before anything is shown


@contextmanager
def show_thinking(text: str, console: Console | None = None) -> Iterator[None]:
    """Show the text with a spinner if the block takes longer than half a second.

    Without a console it goes to standard error, so that the answer on standard output can be piped.
    """
    from rich.console import Console

    console = console or Console(stderr=True, highlight=False)
    if not console.is_terminal:
        yield
        return
    status = console.status(text)
    timer = threading.Timer(PATIENCE, status.start)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()  # it may be starting the status just now
        status.stop()

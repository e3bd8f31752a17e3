"""Tables that are kept for the next search: whoever keeps some says here how they are dropped when memory is short.

A search that is running goes on with the table it has; its memory is given back when that search ends.
"""

from __future__ import annotations

from collections.abc import Callable

_droppers: list[Callable[[], None]] = []


def when_memory_is_short(drop: Callable[[], None]) -> Callable[[], None]:
    """Have `drop` called whenever the memory of kept tables is wanted back."""
    _droppers.append(drop)
    return drop


def drop_kept_tables() -> None:
    """Forget every table that no search is using now; the next search makes a new one."""
    for drop in tuple(_droppers):
        drop()

"""The bar that shows how far a match or tournament is, on standard error and only on a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["games_bar"]


@contextmanager
def games_bar(text: str, games: int | None) -> Iterator[Callable[[int, str], None]]:
    """A bar, and the function that moves it: games played, and the running score."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.description}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True, highlight=False), transient=True) as progress:
        task = progress.add_task(text, total=games)
        yield lambda played, score: progress.update(task, completed=played, description=score)

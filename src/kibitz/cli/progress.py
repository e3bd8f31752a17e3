"""The bar that shows how far a match or tournament is, on standard error and only on a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

__all__ = ["games_bar"]


class Show(Protocol):
    """Moves the bar: games played, the running score, and games in all where that has changed."""

    def __call__(self, played: int, score: str, planned: int | None = None) -> None: ...


@contextmanager
def games_bar(text: str, games: int | None) -> Iterator[Show]:
    """A bar, and the function that moves it."""
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

        def show(played: int, score: str, planned: int | None = None) -> None:
            progress.update(task, completed=played, description=score, total=games if planned is None else planned)

        yield show

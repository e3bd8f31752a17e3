"""The bar that shows how far a match, a tournament or a run of the lab is, on standard error and only on a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

__all__ = ["work_bar"]


class Show(Protocol):
    """Moves the bar: games or cells done, how it stands, and how many there are in all where that has changed."""

    def __call__(self, done: int, text: str, planned: int | None = ...) -> None: ...


@contextmanager
def work_bar(text: str, planned: int | None) -> Iterator[Show]:
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
        task = progress.add_task(text, total=planned)

        def show(done: int, text: str, planned: int | None = planned) -> None:
            progress.update(task, completed=done, description=text, total=planned)

        yield show

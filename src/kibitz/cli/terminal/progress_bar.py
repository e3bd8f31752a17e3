"""The progress bar of a match, a tournament or a lab run, on standard error and only on a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

__all__ = ["show_progress"]


class UpdateProgress(Protocol):
    """Updates the bar: games or cells done, a short text, and the total if it has changed."""

    def __call__(self, done: int, text: str, planned: int | None = ...) -> None: ...


@contextmanager
def show_progress(text: str, planned: int | None) -> Iterator[UpdateProgress]:
    """Show a bar during the block, and give the function that updates it."""
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

"""A search in the terminal: the line shows how far it is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kibitz.cli.terminal.formatting import format_points
from kibitz.cli.terminal.progress_bar import WorkLine, show_work
from kibitz.core.searching import StopFlag
from kibitz.play.search_progress import look_at

if TYPE_CHECKING:
    from kibitz.core.game import Game


MOVES_SHOWN = 6  # of the expected line


@contextmanager
def show_search(text: str, game: Game, seconds: float | None = None) -> Iterator[StopFlag]:
    """Show during the block how far the search is that is given this flag; `seconds` is its limit."""
    stop = StopFlag()

    def watch(line: WorkLine) -> None:
        details = _describe_search(game, stop)
        limit = int(seconds or 0) if details else 0  # the time of a search begins when its code is compiled
        line.update(min(int(stop.seconds), limit), f"{text}{details}", limit or None)

    with show_work(text, unit=" s", watch=watch):
        yield stop


def _describe_search(game: Game, stop: StopFlag) -> str:
    """The depth reached, the score and the best moves so far, and the nodes; empty before there is any."""
    seen = look_at(game, stop)
    if seen is None:
        return ""
    parts = [f"{seen.nodes:,} nodes"]
    if seen.score is not None:
        score = f"{format_points(seen.score)}{', proven' if seen.proven else ''}"
        parts = [f"depth {seen.depth}", score, " ".join(seen.line[:MOVES_SHOWN]), *parts]
    return f": {', '.join(parts)}"

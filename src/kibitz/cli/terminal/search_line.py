"""A search in the terminal: the line shows how far it is, and the interrupt key ends it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from kibitz.cli.terminal.formatting import format_points
from kibitz.cli.terminal.interrupt import run_stoppable
from kibitz.cli.terminal.progress_bar import WorkLine, show_work
from kibitz.core.searching import StopFlag
from kibitz.play.analysis.search_progress import look_at

if TYPE_CHECKING:
    from kibitz.core.game import Game

__all__ = ["run_search"]

T = TypeVar("T")
MOVES_SHOWN = 6  # of the expected line


def run_search(
    text: str, game: Game, work: Callable[[StopFlag], T], *, heeds_stop: bool = True, seconds: float | None = None
) -> T:
    """Run work that searches, and show how far it is. Raises Interrupted as `run_stoppable` does.

    Work that does not look at the flag runs in this thread, so that the key ends it all the same. `seconds`: its limit.
    """
    stop = StopFlag()

    def watch(line: WorkLine) -> None:
        details = _describe_search(game, stop)
        limit = int(seconds or 0) if details else 0  # the time of a search begins when its code is compiled
        line.update(min(int(stop.seconds), limit), f"{text}{details}", limit or None)

    with show_work(text, unit=" s", watch=watch):
        return run_stoppable(work, stop=stop) if heeds_stop else work(stop)


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

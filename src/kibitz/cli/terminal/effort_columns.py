"""What each player's moves cost, as columns that are called the same after a game, a match and a tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from kibitz.cli.terminal.formatting import format_memory

if TYPE_CHECKING:
    from kibitz.cli.terminal.text_table import TextTable


HEADINGS = ("moves", "boards evaluated", "nodes", "cut-offs", "depth", "memory", "time")


class Costs(Protocol):
    """`Effort`, and whatever else counts the same."""

    @property
    def moves(self) -> int: ...
    @property
    def boards_evaluated(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def cutoffs(self) -> int: ...
    @property
    def average_depth(self) -> float | None: ...
    @property
    def memory(self) -> int: ...
    @property
    def seconds(self) -> float: ...


def add_effort_columns(table: TextTable) -> None:
    for heading in HEADINGS:
        table.add_column(heading, justify="right")


def format_effort_cells(costs: Costs) -> list[str]:
    """The cells of one player, in the order of the columns."""
    return [
        f"{costs.moves:,}",
        f"{costs.boards_evaluated:,}",
        f"{costs.nodes:,}",
        f"{costs.cutoffs:,}",
        "–" if costs.average_depth is None else f"{costs.average_depth:.1f}",
        format_memory(costs.memory) if costs.memory else "–",
        f"{1000 * costs.seconds:,.0f} ms",
    ]

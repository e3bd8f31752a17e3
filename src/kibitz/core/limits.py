"""What can be asked of every search besides its own switches: how long it may go on, and on what it runs."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kibitz.core.errors import BadOption
from kibitz.core.spec import Configured, option

FULL_DEPTH = 10_000  # deeper than any game goes
BACKENDS = AUTO, REFERENCE, COMPILED = "auto", "reference", "compiled"


@dataclass(frozen=True)
class Limits(Configured):
    """What ends a search, whichever comes first; nothing set means to the end of the game.

    With `grow`, `depth` holds for the first move of the game and rises by one every `grow` moves, so that a program
    looks further ahead as the board fills up.
    """

    name = "a search"

    depth: int | None = option(None, "search depth in plies; none = to the end of the game", 1, FULL_DEPTH)
    grow: int | None = option(None, "search one ply deeper after every so many moves of the game", 1, 10_000)
    nodes: int | None = option(None, "maximum number of nodes (positions) to visit", 1, 10**12)
    time: float | None = option(None, "time limit per search in seconds", 0.001, 86_400)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.grow is not None and self.depth is None:
            raise BadOption(f"grow={self.grow} says how fast the depth grows; give the depth to start from too.")

    def at(self, moves_played: int) -> Limits:
        """The limits for a position that many moves into the game."""
        if self.depth is None or self.grow is None:
            return self
        return replace(self, depth=self.depth + moves_played // self.grow, grow=None)


@dataclass(frozen=True)
class Backend(Configured):
    """On what a search runs."""

    name = "a search"

    backend: str = option(AUTO, "readable Python, or machine code; auto = compiled where possible", choices=BACKENDS)

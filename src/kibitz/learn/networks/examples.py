"""What a network learns from: positions, what should be played there, and how the game ends from there.

A position of which only the outcome is known has no share for any move; nothing is learned about its moves then.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kibitz.learned.board_cells import Words
from kibitz.learned.model import Arrays
from kibitz.learned.network import OUTCOMES

ILLEGAL = -1.0  # the share of a move that cannot be played


class Examples:
    """Many positions: `policies` has the share that each move should have, `outcomes` the chances of how it ends."""

    def __init__(self, words: Words, policies: NDArray[np.float16], outcomes: NDArray[np.float16]) -> None:
        self.words, self.policies, self.outcomes = words, policies, outcomes

    @classmethod
    def none(cls, words: int, moves: int) -> Examples:
        return cls(
            np.empty((0, words), np.uint64), np.empty((0, moves), np.float16), np.empty((0, OUTCOMES), np.float16)
        )

    @classmethod
    def joined(cls, parts: Sequence[Examples], most: int | None = None) -> Examples:
        """All of them, or the last so many."""
        first = 0 if most is None else max(0, sum(map(len, parts)) - most)
        return cls(
            np.concatenate([part.words for part in parts])[first:],
            np.concatenate([part.policies for part in parts])[first:],
            np.concatenate([part.outcomes for part in parts])[first:],
        )

    def __len__(self) -> int:
        return len(self.words)

    def keep(self) -> Arrays:
        return {"example words": self.words, "example policies": self.policies, "example outcomes": self.outcomes}

    @classmethod
    def restored(cls, kept: Arrays) -> Examples:
        return cls(kept["example words"], kept["example policies"], kept["example outcomes"])


def one_outcome(result: int) -> tuple[float, float, float]:
    """The chances where the outcome is certain: a win, draw or loss of the side to move."""
    return (float(result > 0), float(result == 0), float(result < 0))

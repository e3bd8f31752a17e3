"""Where on the board a heuristic finds what it counts; see `Evaluator.features`. Written to be readable, not fast."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kibitz.core.bits import bits
from kibitz.core.evaluation import Feature
from kibitz.core.game import Cell
from kibitz.games.lines import LineGame

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def stones(mask: int, cell_of: Callable[[int], Cell], amount: int = 1) -> Iterator[Feature]:
    """Each stone of a mask by itself."""
    for bit in bits(mask):
        yield Feature((cell_of(bit),), amount)


def both_sides(mine: int, theirs: int, cell_of: Callable[[int], Cell]) -> tuple[Feature, ...]:
    """The own stones for, those of the other side against."""
    return (*stones(mine, cell_of), *stones(theirs, cell_of, -1))


def runs(game: LineGame, mask: int) -> Iterator[tuple[Cell, ...]]:
    """Every stretch of adjacent stones, as long as it goes, in each direction."""
    taken = {game.cell_at[bit] for bit in bits(mask)}
    for down, right in DIRECTIONS:
        for row, column in sorted(taken):
            if (row - down, column - right) in taken:
                continue
            run = [(row, column)]
            while (after := (run[-1][0] + down, run[-1][1] + right)) in taken:
                run.append(after)
            yield tuple(run)

"""A learned heuristic for Othello on 8x8: the value of a position in discs, read from tables of patterns.

A pattern is a few cells in a fixed order; each cell is empty (0), own (1) or the other side's (2), so their
contents are a number in base 3, and the table gives its value for the side to move. A pattern is used in every
place to which it can be rotated or mirrored, always with the same table [Buro, "Experiments with Multi-ProbCut and a
new high-quality evaluation function for Othello", 1997]:

    edge                block           corner       line2 … line4      diagonal4 … diagonal8

    x x x x x x x x     x x x x x .     x x x .      . . . . . . . .    . . . . x . . .
    . x . . . . x .     x x x x x .     x x x .      2 2 2 2 2 2 2 2    . . . . . x . .
    . . . . . . . .     . . . . . .     x x x .      3 3 3 3 3 3 3 3    . . . . . . x .
                                        . . . .      4 4 4 4 4 4 4 4    . . . . . . . x

Two short tables give values for the number of possible moves of either side, and one number the value of being the
side to move. There is a set of tables for every PHASE_DISCS discs. All numbers are in hundredths of a disc.

The numbers come from `tools/train_othello_patterns.py` and are in a file next to this one (`read_table`).
"""

from __future__ import annotations

import functools
import sys
import zlib
from array import array
from collections.abc import Iterator, MutableSequence, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from kibitz.core.bits import popcount, shift_right
from kibitz.core.errors import BadFile
from kibitz.core.evaluation import DepthErrors, Feature, TableEvaluator, TableTerms
from kibitz.core.game import Game, State, helper
from kibitz.core.spec import option
from kibitz.evals.depth_errors import measured_errors
from kibitz.games.othello import Othello, mobility_rule

__all__ = [
    "DISC",
    "MAX_MOVES",
    "PATTERNS",
    "PHASES",
    "PHASE_SIZE",
    "Pattern",
    "Patterns",
    "phase_of",
    "read_table",
    "write_table",
]

DISC = 100  # what a disc is worth
PHASE_DISCS, PHASES = 5, 12  # 4 to 8 discs are the first phase, 59 to 63 the last
MAX_MOVES = 32  # so many moves and more are one; no game is known with more than 28


class Pattern(NamedTuple):
    """Cells by their bits, least digit first; `size` numbers at `start` in the table of a phase belong to them."""

    name: str
    term: str
    cells: tuple[int, ...]
    start: int

    @property
    def size(self) -> int:
        return int(3 ** len(self.cells))

    def places(self, game: Othello) -> tuple[tuple[int, ...], ...]:
        """The cells of every place on the board where the pattern is looked at."""
        images = [self.cells, *(tuple(turn.moves[cell] for cell in self.cells) for turn in game.symmetries())]
        return tuple({frozenset(image): image for image in reversed(images)}.values())


def _patterns() -> Iterator[Pattern]:
    shapes = {
        ("edge", "edges"): (*range(8), 9, 14),
        ("block", "blocks"): (*range(5), *range(8, 13)),
        ("corner", "corners"): (0, 1, 2, 8, 9, 10, 16, 17, 18),
        **{(f"line{row + 1}", "lines"): tuple(range(8 * row, 8 * row + 8)) for row in (1, 2, 3)},
        **{(f"diagonal{n}", "diagonals"): tuple(8 - n + 9 * i for i in range(n)) for n in (4, 5, 6, 7, 8)},
    }
    start = 0
    for (name, term), cells in shapes.items():
        yield Pattern(name, term, cells, start)
        start += 3 ** len(cells)


PATTERNS = {pattern.name: pattern for pattern in _patterns()}
OWN_MOVES = PATTERNS["diagonal8"].start + PATTERNS["diagonal8"].size  # where the short tables stand
OTHER_MOVES = OWN_MOVES + MAX_MOVES + 1
TEMPO = OTHER_MOVES + MAX_MOVES + 1
PHASE_SIZE = TEMPO + 1
TO_BASE_3 = 1 << 10  # in front of all: a set of up to ten cells, read as a number in base 3


@helper
def phase_of(discs: int) -> int:
    return min((discs - 4) // PHASE_DISCS, PHASES - 1)


def _diagonals() -> Iterator[tuple[int, int, int, int]]:
    """Every diagonal: a mask, its first column, a mask of as many bits as it has cells, and where its table stands."""
    for pattern in PATTERNS.values():
        if pattern.term == "diagonals":
            for cells in pattern.places(Othello(8)):
                mask = sum(1 << cell for cell in cells)
                signed = mask - (1 << 64) if mask >> 63 else mask  # for Python the same cells, and it fits a word
                yield signed, min(cell % 8 for cell in cells), (1 << len(cells)) - 1, pattern.start


DIAGONALS = tuple(_diagonals())


# Other views of the discs. Every left shift stays within 64 bits.


@helper
def mirrored(discs: int) -> int:
    """Columns from right to left."""
    discs = shift_right(discs, 1) & 0x5555555555555555 | (discs & 0x5555555555555555) << 1
    discs = shift_right(discs, 2) & 0x3333333333333333 | (discs & 0x3333333333333333) << 2
    return shift_right(discs, 4) & 0x0F0F0F0F0F0F0F0F | (discs & 0x0F0F0F0F0F0F0F0F) << 4


@helper
def transposed(discs: int) -> int:
    """Columns as rows."""
    moved = (discs ^ shift_right(discs, 28)) & 0xF0F0F0F0
    discs ^= moved ^ moved << 28
    moved = (discs ^ shift_right(discs, 14)) & 0x0000CCCC0000CCCC
    discs ^= moved ^ moved << 14
    moved = (discs ^ shift_right(discs, 7)) & 0x00AA00AA00AA00AA
    return discs ^ moved ^ moved << 7


@helper
def upside_down(discs: int) -> int:
    """Rows from the bottom up."""
    discs = shift_right(discs, 8) & 0x00FF00FF00FF00FF | (discs & 0x00FF00FF00FF00FF) << 8
    discs = shift_right(discs, 16) & 0x0000FFFF0000FFFF | (discs & 0x0000FFFF0000FFFF) << 16
    return shift_right(discs, 32) | (discs & 0xFFFFFFFF) << 32


@helper
def views(discs: int) -> tuple[int, int, int, int, int, int, int, int]:
    """The discs from all sides: as they lie, mirrored, upside down and both; then the same with columns as rows."""
    low, turned = upside_down(discs), transposed(discs)
    turned_low = upside_down(turned)
    return (discs, mirrored(discs), low, mirrored(low), turned, mirrored(turned), turned_low, mirrored(turned_low))


# The cells of a pattern at the top of a view, close together.


@helper
def edge_cells(discs: int) -> int:
    return discs & 255 | shift_right(discs, 1) & 256 | shift_right(discs, 5) & 512


@helper
def block_cells(discs: int) -> int:
    return discs & 31 | shift_right(discs, 3) & 992


@helper
def corner_cells(discs: int) -> int:
    return discs & 7 | shift_right(discs, 5) & 56 | shift_right(discs, 10) & 448


@helper
def diagonal_cells(discs: int, mask: int, column: int, ones: int) -> int:
    return shift_right((discs & mask) * 0x0101010101010101, 56 + column) & ones  # no two in a column: a sum of rows


@helper
def worth(table: Sequence[int], start: int, own: int, other: int) -> int:
    """What the table at `start` says about a pattern with those cells."""
    return table[start + table[own] + 2 * table[other]]


@dataclass(frozen=True)
class Patterns(TableEvaluator):
    """Patterns by phase, fitted to the results of games that Kibitz played against itself."""

    name = "patterns"
    about = "learned: edges, corners, lines, diagonals and mobility by phase, in hundredths of a disc; 8x8 only"
    suits = (Othello,)

    game: Othello
    edges: int = option(1, "the edges with both cells next to their corners", -1000, 1000)
    blocks: int = option(1, "corners with 2x5 cells", -1000, 1000)
    corners: int = option(1, "corners with 3x3 cells", -1000, 1000)
    lines: int = option(1, "the inner rows and columns", -1000, 1000)
    diagonals: int = option(1, "diagonals of four cells and more", -1000, 1000)
    mobility: int = option(1, "the number of moves of either side", -1000, 1000)
    tempo: int = option(1, "the right to move", -1000, 1000)

    @classmethod
    def fits(cls, game: Game) -> bool:
        return isinstance(game, Othello) and game.size == 8

    @property
    def scale(self) -> int:
        return 8 * DISC

    def table(self) -> Sequence[int]:
        return shipped_table()

    def depth_errors(self) -> DepthErrors | None:
        return measured_errors(self)

    def lookups(self) -> TableTerms:
        mobility = mobility_rule(8)
        edge, block, corner = (PATTERNS[name].start for name in ("edge", "block", "corner"))
        line2, line3, line4 = (PATTERNS[name].start for name in ("line2", "line3", "line4"))
        lines = (0, line2, line3, line4, line4, line3, line2)  # by row
        diagonals = DIAGONALS

        def lookups(state: State, out: MutableSequence[int], table: Sequence[int]) -> None:
            own, other = state[0], state[1]
            start = TO_BASE_3 + PHASE_SIZE * phase_of(popcount(own | other))
            ours, theirs = views(own), views(other)
            value = 0
            for view in range(0, 8, 2):  # an edge is its own mirror image
                value += worth(table, start + edge, edge_cells(ours[view]), edge_cells(theirs[view]))
            out[0] = value
            value = 0
            for view in range(8):
                value += worth(table, start + block, block_cells(ours[view]), block_cells(theirs[view]))
            out[1] = value
            value = 0
            for view in range(4):  # nor does it change a corner to take columns for rows
                value += worth(table, start + corner, corner_cells(ours[view]), corner_cells(theirs[view]))
            out[2] = value
            value = 0
            for row in range(1, 7):
                place = start + lines[row]
                value += worth(table, place, shift_right(own, 8 * row) & 255, shift_right(other, 8 * row) & 255)
                value += worth(table, place, shift_right(ours[4], 8 * row) & 255, shift_right(theirs[4], 8 * row) & 255)
            out[3] = value
            value = 0
            for mask, column, ones, place in diagonals:
                one, two = diagonal_cells(own, mask, column, ones), diagonal_cells(other, mask, column, ones)
                value += worth(table, start + place, one, two)
            out[4] = value
            moves = min(popcount(mobility(own, other)), MAX_MOVES)
            answers = min(popcount(mobility(other, own)), MAX_MOVES)
            out[5] = table[start + OWN_MOVES + moves] + table[start + OTHER_MOVES + answers]
            out[6] = table[start + TEMPO]

        return lookups

    def features(self, state: State) -> tuple[tuple[Feature, ...], ...]:
        """Every place of a pattern that is worth something."""
        table, own, other = self.table(), state[0], state[1]
        start = TO_BASE_3 + PHASE_SIZE * phase_of(popcount(own | other))
        found: dict[str, list[Feature]] = {}
        for pattern in PATTERNS.values():
            for cells in pattern.places(self.game):
                index = sum(3**i * ((own >> cell & 1) + 2 * (other >> cell & 1)) for i, cell in enumerate(cells))
                amount = table[start + pattern.start + index]
                if amount:
                    found.setdefault(pattern.term, []).append(Feature(tuple(map(self.game.cell, cells)), amount))
        places = [tuple(found.get(term, ())) for term in ("edges", "blocks", "corners", "lines", "diagonals")]
        nowhere = [(Feature((), term.amount),) if term.amount else () for term in self.explain(state)[5:]]
        return (*places, *nowhere)


# The file: a few lines of text that say how it was made, an empty one, then the tables of all phases, deflated.

MAGIC = "Kibitz, patterns of Othello"


@functools.cache
def shipped_table() -> Sequence[int]:
    return read_table(Path(__file__).with_name("patterns.bin"))


def read_table(path: Path) -> array[int]:
    """The numbers of a file behind the powers of three, as `Patterns.table` gives them."""
    try:
        head, _, rest = path.read_bytes().partition(b"\n\n")
        numbers = array("h", zlib.decompress(rest))
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror}.") from None
    except (zlib.error, ValueError):
        head, numbers = b"", array("h")
    if not head.startswith(MAGIC.encode()) or len(numbers) != PHASES * PHASE_SIZE:
        raise BadFile(f"{path} was expected to hold {MAGIC}; take the file that comes with the program.")
    if sys.byteorder == "big":
        numbers.byteswap()
    return array("h", [sum(3**i for i in range(10) if cells >> i & 1) for cells in range(TO_BASE_3)]) + numbers


def write_table(path: Path, numbers: bytes, made: str) -> None:
    """Write the tables of all phases, 16 bits a number, least first; `made` says how they were made."""
    path.write_bytes(f"{MAGIC}\n{made}\n\n".encode() + zlib.compress(numbers, 9))

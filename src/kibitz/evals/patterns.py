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

One number more is the value of being the side to move. There is a set of tables for every PHASE_DISCS discs. All
numbers are in hundredths of a disc.

The numbers come from `tools/train_othello_patterns.py` and are in a file next to this one (`read_table`). This is the
readable form, which finds every pattern's contents anew in every position; the engine's own search of Othello
(`kernels/engine/othello`) keeps them up to date from move to move.
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

from kibitz.core.bits import popcount
from kibitz.core.errors import BadFile
from kibitz.core.evaluation import DepthErrors, Feature, TableEvaluator, TableTerms
from kibitz.core.game import Game, State, helper
from kibitz.core.spec import option
from kibitz.evals.depth_errors import measured_errors
from kibitz.games.othello import Othello

DISC = 100  # what a disc is worth
PHASE_DISCS, PHASES = 4, 15  # 4 to 7 discs are the first phase, 60 to 63 the last
TERMS = ("edges", "blocks", "corners", "lines", "diagonals")

# Name, term and cells. A pattern that is its own mirror image is written as a half, the cells on the axis, and the
# other half in the same order, so that mirroring it exchanges the halves.
SHAPES = (
    ("edge", "edges", "a1 b1 c1 d1 b2 |  | h1 g1 f1 e1 g2"),
    ("block", "blocks", "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2"),
    ("corner", "corners", "b1 c1 c2 | a1 b2 c3 | a2 a3 b3"),
    ("line2", "lines", "a2 b2 c2 d2 |  | h2 g2 f2 e2"),
    ("line3", "lines", "a3 b3 c3 d3 |  | h3 g3 f3 e3"),
    ("line4", "lines", "a4 b4 c4 d4 |  | h4 g4 f4 e4"),
    ("diagonal4", "diagonals", "e1 f2 |  | h4 g3"),
    ("diagonal5", "diagonals", "d1 e2 | f3 | h5 g4"),
    ("diagonal6", "diagonals", "c1 d2 e3 |  | h6 g5 f4"),
    ("diagonal7", "diagonals", "b1 c2 d3 | e4 | h7 g6 f5"),
    ("diagonal8", "diagonals", "a1 b2 c3 d4 |  | h8 g7 f6 e5"),
)


class Pattern(NamedTuple):
    """Cells by their bits, least digit first; `size` numbers at `start` in the table of a phase belong to them.

    To mirror the pattern exchanges its first `half` cells with its last; 0 for one that is no mirror image of itself.
    """

    name: str
    term: str
    cells: tuple[int, ...]
    half: int
    start: int

    @property
    def size(self) -> int:
        return int(3 ** len(self.cells))

    def places(self, game: Othello) -> tuple[tuple[int, ...], ...]:
        """The cells of every place on the board where the pattern is looked at."""
        images = [self.cells, *(tuple(turn.moves[cell] for cell in self.cells) for turn in game.symmetries())]
        return tuple({frozenset(image): image for image in reversed(images)}.values())


def make_patterns(shapes: Sequence[tuple[str, str, str]]) -> dict[str, Pattern]:
    """The patterns of some shapes by name, their tables one behind the other."""
    found, start = {}, 0
    for name, term, text in shapes:
        parts = [
            tuple(ord(cell[0]) - ord("a") + 8 * (int(cell[1]) - 1) for cell in part.split()) for part in text.split("|")
        ]
        cells = tuple(cell for part in parts for cell in part)
        found[name] = Pattern(name, term, cells, len(parts[0]) if len(parts) == 3 else 0, start)
        start += 3 ** len(cells)
    return found


PATTERNS = make_patterns(SHAPES)
TEMPO = sum(pattern.size for pattern in PATTERNS.values())  # where the number for the side to move stands
PHASE_SIZE = TEMPO + 1

# The table begins with a list of all places, so that compiled code has it at hand: for each its term, its pattern's
# start in two parts (a number has 16 bits), how many cells, and the cells.
PLACE, CELLS, START_PART = 16, 4, 1 << 15
MAX_PLACES = 64
PLACES_SIZE = MAX_PLACES * PLACE


@helper
def phase_of(discs: int) -> int:
    return min((discs - 4) // PHASE_DISCS, PHASES - 1)


def _places() -> array[int]:
    """The list of places in front of the tables."""
    numbers: list[int] = []
    for pattern in PATTERNS.values():
        for cells in pattern.places(Othello(8)):
            row = [TERMS.index(pattern.term), *divmod(pattern.start, START_PART), len(cells), *cells]
            numbers += row + [0] * (PLACE - len(row))
    return array("h", numbers + [0] * (PLACES_SIZE - len(numbers)))


@dataclass(frozen=True)
class Patterns(TableEvaluator):
    """Patterns by phase, fitted to deep searches and exact endgames of Kibitz itself."""

    name = "patterns"
    about = "learned: edges, corners, lines and diagonals by phase, in hundredths of a disc; 8x8 only"
    suits = (Othello,)

    game: Othello
    edges: int = option(1, "the edges with cells of the second row", -1000, 1000)
    blocks: int = option(1, "corners with 2x5 cells", -1000, 1000)
    corners: int = option(1, "corners with the cells around them", -1000, 1000)
    lines: int = option(1, "the inner rows and columns", -1000, 1000)
    diagonals: int = option(1, "diagonals of four cells and more", -1000, 1000)
    tempo: int = option(1, "the right to move", -1000, 1000)

    @classmethod
    def fits(cls, game: Game) -> bool:
        return isinstance(game, Othello) and game.size == 8

    @property
    def scale(self) -> int:
        return 8 * DISC

    @property
    def unit_points(self) -> int:
        return DISC if set(self.weights) == {1} else 0

    def table(self) -> Sequence[int]:
        return shipped_table()

    def depth_errors(self) -> DepthErrors | None:
        return measured_errors(self)

    def lookups(self) -> TableTerms:
        terms, last = len(TERMS), PLACES_SIZE

        def lookups(state: State, out: MutableSequence[int], table: Sequence[int]) -> None:
            own, other = state[0], state[1]
            start = PLACES_SIZE + PHASE_SIZE * phase_of(popcount(own | other))
            for term in range(terms):
                out[term] = 0
            for place in range(0, last, PLACE):
                index = 0
                for digit in range(place + CELLS + table[place + 3] - 1, place + CELLS - 1, -1):
                    index = 3 * index + (own >> table[digit] & 1) + 2 * (other >> table[digit] & 1)
                if table[place + 3] > 0:
                    out[table[place]] += table[start + START_PART * table[place + 1] + table[place + 2] + index]
            out[terms] = table[start + TEMPO]

        return lookups

    def features(self, state: State) -> tuple[tuple[Feature, ...], ...]:
        """Every place of a pattern that is worth something."""
        table, own, other = self.table(), state[0], state[1]
        start = PLACES_SIZE + PHASE_SIZE * phase_of(popcount(own | other))
        found: dict[str, list[Feature]] = {}
        for pattern in PATTERNS.values():
            for cells in pattern.places(self.game):
                index = sum(3**i * ((own >> cell & 1) + 2 * (other >> cell & 1)) for i, cell in enumerate(cells))
                amount = table[start + pattern.start + index]
                if amount:
                    found.setdefault(pattern.term, []).append(Feature(tuple(map(self.game.cell, cells)), amount))
        tempo = table[start + TEMPO]
        return (*(tuple(found.get(term, ())) for term in TERMS), (Feature((), tempo),) if tempo else ())


# The file: a few lines of text that say how it was made, an empty one, then the tables of all phases, deflated. A
# number takes one byte, finely graded near zero and coarsely far from it, and of two entries that mirroring a pattern
# turns into each other only one is there.

MAGIC = "Kibitz, patterns of Othello, coded"
CODES = tuple(code + (abs(code) ** 3 // 863 if code >= 0 else -(abs(code) ** 3 // 863)) for code in range(-127, 128))


@functools.cache
def shipped_table() -> Sequence[int]:
    return read_table(Path(__file__).with_name("patterns.bin"))


def _kept() -> Iterator[tuple[slice, slice]]:
    """What the file holds of a phase: slices of the table, each with the slice that mirroring turns it into."""
    for pattern in PATTERNS.values():
        if not pattern.half:
            whole = slice(pattern.start, pattern.start + pattern.size)
            yield whole, whole
            continue
        ends, axis = 3**pattern.half, int(3 ** (len(pattern.cells) - 2 * pattern.half))
        for middle in range(axis):
            first = pattern.start + ends * middle
            for end in range(ends):
                row = first + ends * axis * end
                column = slice(first + end, first + ends * axis * end + end + 1, ends * axis)
                yield slice(row, row + end + 1), column
    yield slice(TEMPO, PHASE_SIZE), slice(TEMPO, PHASE_SIZE)


def read_table(path: Path) -> array[int]:
    """The numbers of a file behind the list of places, as `Patterns.table` gives them."""
    kept = list(_kept())
    size = sum(row.stop - row.start for row, _ in kept)
    try:
        head, _, rest = path.read_bytes().partition(b"\n\n")
        codes = zlib.decompress(rest)
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror}.") from None
    except zlib.error:
        head, codes = b"", b""
    if head.split(b"\n")[0] != MAGIC.encode() or len(codes) != PHASES * size:
        raise BadFile(f"{path} was expected to hold {MAGIC}; take the file that comes with the program.")
    numbers = _decode(codes)
    table, at = _places(), 0
    for _ in range(PHASES):
        phase = array("h", bytes(2 * PHASE_SIZE))
        for row, column in kept:
            part = numbers[at : at + row.stop - row.start]
            phase[row], phase[column] = part, part
            at += len(part)
        table += phase
    return table


def _decode(codes: bytes) -> array[int]:
    values = [CODES[min(code, 254)] & 0xFFFF for code in range(256)]
    both = bytearray(2 * len(codes))
    both[0::2] = codes.translate(bytes(value & 255 for value in values))
    both[1::2] = codes.translate(bytes(value >> 8 for value in values))
    numbers = array("h", bytes(both))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def write_table(path: Path, numbers: Sequence[int], made: str) -> None:
    """Write the tables of all phases, numbers out of CODES, equal for mirror images; `made` says how they were made."""
    coded, kept = {value: code for code, value in enumerate(CODES)}, list(_kept())
    codes = bytearray()
    for start in range(0, PHASES * PHASE_SIZE, PHASE_SIZE):
        phase = numbers[start : start + PHASE_SIZE]
        for row, _ in kept:
            codes += bytes(map(coded.__getitem__, phase[row]))
    path.write_bytes(f"{MAGIC}\n{made}\n\n".encode() + zlib.compress(bytes(codes), 9))

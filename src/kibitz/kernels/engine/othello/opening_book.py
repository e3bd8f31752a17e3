"""The opening book of Othello on 8x8: what positions of the first plies are worth, grown by Kibitz's own searches.

A position is worth what the best of its moves is worth, down to positions whose moves the book does not know; those are
worth what a search has said. Positions that mirror each other are one. The moves of a position are those that lead to
another one in the book.

The file: MAGIC, the number of positions, the depth of the searches, the CRC-32 of what follows, and deflated, all
positions in the order in which they are come to from the start, ply by ply:

    1 byte a position    how many of its moves lead to a position that was not met before, NO_MOVES if none is known
    1 byte each but the first: the move that leads to it, from the position it comes from
    2 bytes a position   its value for the side to move, in hundredths of a disc, signed, the lower byte first

`tools/make_othello_book.py` makes it.
"""

from __future__ import annotations

import functools
import struct
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from kibitz.core.errors import BadFile
from kibitz.core.game import Move, State
from kibitz.core.rng import Rng
from kibitz.games.othello import Othello

FILE = Path(__file__).parent / "opening_book.bin"
GAME = Othello(8)
MAGIC = b"KibitzOB"
HEADER = struct.Struct("<8sIBI")
NO_MOVES = 255
VARIETY = 100  # hundredths of a disc that a move may be worse than the best and is still drawn

_symmetries = GAME.symmetries()


class BookMove(NamedTuple):
    """A move and its value for the side that makes it, in hundredths of a disc."""

    move: Move
    value: int


def unify(state: State) -> State:
    """The one of the positions that mirror each other that stands for all of them."""
    return min(state, *(symmetry.image(state) for symmetry in _symmetries))


class OpeningBook:
    """Values of positions by their unified form; of those in `expanded` the moves are known as well."""

    def __init__(self, values: Mapping[State, int], expanded: set[State], depth: int) -> None:
        self.values, self.expanded, self.depth = values, expanded, depth

    def moves(self, state: State) -> list[BookMove]:
        """The moves that the book knows, the best first; none if it does not know the position well enough."""
        if unify(state) not in self.expanded:
            return []
        after = {move: unify(GAME.play(state, move)) for move in GAME.moves(state)}
        known = [BookMove(move, -self.values[child]) for move, child in after.items() if child in self.values]
        return sorted(known, key=lambda found: -found.value)

    def draw(self, state: State, seed: int) -> BookMove:
        """One of the moves that are hardly worse than the best; the same for the same seed and number of discs."""
        known = self.moves(state)
        rng = Rng(Rng(seed).word() + (state[0] | state[1]).bit_count())
        return rng.choice([found for found in known if found.value >= known[0].value - VARIETY])

    def line(self, state: State) -> tuple[Move, ...]:
        """Best play as far as the book goes."""
        line = []
        while known := self.moves(state):
            line.append(known[0].move)
            state = GAME.play(state, known[0].move)
        return tuple(line)

    def to_bytes(self) -> bytes:
        counts, moves, values = bytearray(), bytearray(), list[int]()
        for state, new in self._walk():
            counts.append(NO_MOVES if new is None else len(new))
            moves.extend(new or ())
            values.append(self.values[state])
        content = zlib.compress(bytes(counts) + bytes(moves) + struct.pack(f"<{len(values)}h", *values), 9)
        return HEADER.pack(MAGIC, len(counts), self.depth, zlib.crc32(content)) + content

    def _walk(self) -> Iterator[tuple[State, list[Move] | None]]:
        """The positions ply by ply, with the moves to those not met before; None where no moves are known."""
        start = unify(GAME.initial())
        met, waiting = {start}, [start]
        for state in waiting:
            if state not in self.expanded:
                yield state, None
                continue
            new = []
            for move in GAME.moves(state):
                child = unify(GAME.play(state, move))
                if child in self.values and child not in met:
                    met.add(child)
                    waiting.append(child)
                    new.append(move)
            yield state, new

    @classmethod
    def from_bytes(cls, content: bytes, name: str) -> OpeningBook:
        """Read a book; a damaged one is refused with its `name`."""
        try:
            magic, count, depth, checksum = HEADER.unpack_from(content)
            packed = content[HEADER.size :]
            if magic != MAGIC or zlib.crc32(packed) != checksum:
                raise BadFile(f"{name} is not an opening book of Othello, or is damaged.")
            data = zlib.decompress(packed)
        except (struct.error, zlib.error):
            raise BadFile(f"{name} is not an opening book of Othello, or is damaged.") from None
        counts, moves = data[:count], iter(data[count : 2 * count - 1])
        numbers = struct.unpack_from(f"<{count}h", data, 2 * count - 1)
        values, expanded, waiting = dict[State, int](), set[State](), [unify(GAME.initial())]
        for place, new in enumerate(counts):
            state = waiting[place]
            values[state] = numbers[place]
            if new != NO_MOVES:
                expanded.add(state)
                waiting += [unify(GAME.play(state, next(moves))) for _ in range(new)]
        return cls(values, expanded, depth)


@functools.cache
def shipped_opening_book() -> OpeningBook:
    return OpeningBook.from_bytes(FILE.read_bytes(), FILE.name)

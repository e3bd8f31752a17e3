"""The opening book: the exact score of every position of few plies, in a file without a single key.

A position is named by how high its columns are and by which of its stones belong to the side to move. Both can be
counted through, so that every position has a number, its slot, and the file need only hold one byte a slot:

    plies   heights         sets of own stones     slots
    0       0 0 0 0 0 0 0   none                   0
    1       0 0 0 0 0 0 1   none                   1
            0 0 0 0 0 1 0   none                   2
    …
    2       0 0 0 0 0 0 2   the lower, the upper   5, 6

A position and its mirror image share a slot. Slots of positions that cannot occur, or in which the game is over, hold
NOTHING. On 7x6 that leaves one slot in eight empty, and all slots up to 10 plies deflate to 0.7 MB.

The file: MAGIC, width, height, k and plies as bytes, the CRC-32 of the slots, then the slots deflated.
"""

from __future__ import annotations

import functools
import struct
import zlib
from collections.abc import Mapping
from math import comb
from pathlib import Path

from kibitz.core.errors import BadFile
from kibitz.core.game import Move, State
from kibitz.games.connect_four import ConnectFour

MAGIC = b"KibitzC4"
HEADER = struct.Struct("<8s4BI")
NOTHING = 0
OFFSET = 64  # a slot holds the score plus this; a board of at most 64 bits has no score beyond 32


class Slots:
    """The numbers of all positions with at most `plies` stones."""

    def __init__(self, game: ConnectFour, plies: int) -> None:
        self.game, self.plies = game, plies
        self._shifts = tuple(column * (game.height + 1) for column in range(game.width))
        self._first: dict[tuple[int, ...], int] = {}  # slot of the first position with columns this high
        self.count = 0
        for ply in range(plies + 1):
            for heights in _heights(game.width, game.height, ply):
                if heights <= heights[::-1]:
                    self._first[heights] = self.count
                    self.count += comb(ply, ply // 2)

    def slot(self, state: State) -> int:
        """The number of a position and of its mirror image."""
        mine, taken = state[0], state[0] | state[1]
        column = (1 << self.game.height) - 1
        columns = [(mine >> shift & column, (taken >> shift & column).bit_length()) for shift in self._shifts]
        heights = tuple([height for _, height in columns])
        turned = heights[::-1]
        if heights < turned:
            return self._first[heights] + _rank(columns)
        if heights > turned:
            return self._first[turned] + _rank(columns[::-1])
        return self._first[heights] + min(_rank(columns), _rank(columns[::-1]))

    @functools.cached_property
    def positions(self) -> list[dict[int, State]]:
        """For each ply the positions by slot, one of each mirrored pair; finished games are not continued.

        Positions that come from the same one stand together: solved in this order, they have much in common.
        """
        game = self.game
        levels = [{self.slot(game.initial()): game.initial()}]
        for _ in range(self.plies):
            level: dict[int, State] = {}
            for state in levels[-1].values():
                for move in game.moves(state):
                    after = game.play(state, move)
                    level.setdefault(self.slot(after), after)
            levels.append(level)
        return levels

    def unfinished(self, ply: int) -> dict[int, State]:
        """The positions of a ply in which the game goes on."""
        return {slot: state for slot, state in self.positions[ply].items() if self.game.result(state) is None}

    def fill_in(self, scores: Mapping[int, int]) -> dict[int, int]:
        """The scores by slot, and those of earlier plies that follow from them.

        A score says how many stones the winner has left, whatever the ply: it goes up unchanged but for its sign.
        """
        game, known = self.game, dict(scores)
        for ply in reversed(range(self.plies)):
            for slot, state in self.unfinished(ply).items():
                if slot not in known:
                    after = [game.play(state, move) for move in game.moves(state)]
                    found = [self._score_in(known, child) for child in after]
                    if None not in found:
                        known[slot] = -min(score for score in found if score is not None)
        return known

    def _score_in(self, known: Mapping[int, int], state: State) -> int | None:
        ended = self.game.result(state)
        return known.get(self.slot(state)) if ended is None else self.game.solved_score(state, ended, 0)


@functools.cache
def _heights(width: int, height: int, stones: int) -> tuple[tuple[int, ...], ...]:
    """All ways to pile so many stones into columns, in ascending order."""
    if width == 0:
        return ((),) if stones == 0 else ()
    return tuple(
        (first, *rest)
        for first in range(min(height, stones) + 1)
        for rest in _heights(width - 1, height, stones - first)
    )


def _rank(columns: list[tuple[int, int]]) -> int:
    """Which of all equally large sets of stones this is, in the combinatorial number system."""
    rank = chosen = place = 0
    for stones, height in columns:
        for row in range(height):
            if stones >> row & 1:
                chosen += 1
                rank += comb(place, chosen)
            place += 1
    return rank


class Book:
    """Exact scores of all unfinished positions of a game with at most `plies` stones."""

    def __init__(self, slots: Slots, scores: bytes) -> None:
        self._slots, self._scores = slots, scores
        self.game, self.plies = slots.game, slots.plies

    def holds(self, state: State) -> bool:
        """Whether a position has few enough stones to be in the book."""
        return (state[0] | state[1]).bit_count() <= self.plies

    def score(self, state: State) -> int:
        """The score of an unfinished position that the book holds, for the side to move."""
        return self._scores[self._slots.slot(state)] - OFFSET

    def value(self, state: State) -> int:
        """The score of any position that the book holds, finished ones included."""
        ended = self.game.result(state)
        return self.score(state) if ended is None else self.game.solved_score(state, ended, 0)

    def holds_moves(self, state: State) -> bool:
        """Whether every move from a position leads to one that the book holds."""
        return (state[0] | state[1]).bit_count() < self.plies

    def scores(self, state: State) -> dict[Move, int]:
        """Every legal move's score for the side that makes it, where the book holds them."""
        return {move: -self.value(self.game.play(state, move)) for move in self.game.moves(state)}

    def line(self, state: State) -> tuple[Move, ...]:
        """Best play as far as the book goes, of equally good moves the most central."""
        line: list[Move] = []
        while self.holds_moves(state) and (scores := self.scores(state)):
            move = max(scores, key=lambda move: (scores[move], -self.game.centre_distance(move)))
            line.append(move)
            state = self.game.play(state, move)
        return tuple(line)

    @classmethod
    def make(cls, slots: Slots, known: Mapping[int, int]) -> Book:
        """The book that follows from the scores of all unfinished positions of its last ply, by slot."""
        scores = bytearray(slots.count)
        for slot, score in slots.fill_in(known).items():
            scores[slot] = score + OFFSET
        return cls(slots, bytes(scores))

    def to_bytes(self) -> bytes:
        game = self.game
        head = HEADER.pack(MAGIC, game.width, game.height, game.k, self.plies, zlib.crc32(self._scores))
        return head + zlib.compress(self._scores, 9)

    @classmethod
    def from_bytes(cls, content: bytes) -> Book:
        """The reverse of `to_bytes`; raises ValueError when the content is damaged or something else."""
        if len(content) < HEADER.size:
            raise ValueError("it is too short")
        magic, width, height, k, plies, checksum = HEADER.unpack_from(content)
        if magic != MAGIC:
            raise ValueError("it is something else")
        slots = Slots(ConnectFour(width, height, k), plies)
        try:
            scores = zlib.decompress(content[HEADER.size :])
        except zlib.error:
            raise ValueError("it is damaged") from None
        if len(scores) != slots.count or zlib.crc32(scores) != checksum:
            raise ValueError("it is damaged")
        return cls(slots, scores)

    @classmethod
    def read(cls, path: Path) -> Book:
        try:
            return cls.from_bytes(path.read_bytes())
        except OSError as error:
            raise BadFile(f"{path} cannot be read: {error.strerror}.") from None
        except ValueError as error:
            raise BadFile(f"{path} was expected to be an opening book of Connect Four, but {error}.") from None


def has_book(game: ConnectFour) -> bool:
    """Whether a book for this board comes with the solver."""
    return game.k == 4 and _path(game).exists()


@functools.cache
def shipped_book(game: ConnectFour) -> Book | None:
    """The book that comes with the solver, read when it is first asked for; None where there is none for this board."""
    return Book.read(_path(game)) if has_book(game) else None


def _path(game: ConnectFour) -> Path:
    return Path(__file__).with_name(f"book_{game.width}x{game.height}.bin")

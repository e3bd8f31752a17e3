"""The shipped games written a second time, for tests: cells in dictionaries, no bits, nothing of ours imported.

A referee knows moves by the names people write. `outcome` is for the side that began: positive when it wins.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from copy import deepcopy

LETTERS = "abcdefghijklmnopqrstuvwxyz"
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]


class Referee(ABC):
    """A position that moves change."""

    side = 0

    @abstractmethod
    def moves(self) -> list[str]:
        """The legal moves in natural order; none when the game is over."""

    @abstractmethod
    def play(self, move: str) -> None: ...

    @abstractmethod
    def outcome(self) -> int | None:
        """None while the game goes on."""

    def after(self, move: str) -> Referee:
        copy = deepcopy(self)
        copy.play(move)
        return copy

    def best_outcome(self) -> int:
        """By looking at every game that can follow."""
        known = self.outcome()
        if known is not None:
            return known
        outcomes = [self.after(move).best_outcome() for move in self.moves()]
        return max(outcomes) if self.side == 0 else min(outcomes)

    def count(self, depth: int) -> int:
        """Games of that many moves."""
        if depth == 0:
            return 1
        return sum(self.after(move).count(depth - 1) for move in self.moves())


class _Lines(Referee):
    """Stones on a rectangle; k of one side in a row win."""

    def __init__(self, width: int, height: int, k: int) -> None:
        self.width, self.height, self.k = width, height, k
        self.stones: dict[tuple[int, int], int] = {}
        self.winner: int | None = None

    def _put(self, row: int, column: int) -> None:
        self.stones[row, column] = self.side
        for down, right in DIRECTIONS:
            length = 1
            for sign in (1, -1):
                step = 1
                while self.stones.get((row + sign * step * down, column + sign * step * right)) == self.side:
                    length, step = length + 1, step + 1
            if length >= self.k:
                self.winner = self.side
        self.side = 1 - self.side

    def outcome(self) -> int | None:
        if self.winner is not None:
            return 1 if self.winner == 0 else -1
        return 0 if len(self.stones) == self.width * self.height else None


class MnkReferee(_Lines):
    def moves(self) -> list[str]:
        if self.outcome() is not None:
            return []
        cells = [(row, column) for row in range(self.height) for column in range(self.width)]
        return [f"{LETTERS[column]}{row + 1}" for row, column in cells if (row, column) not in self.stones]

    def play(self, move: str) -> None:
        self._put(int(move[1:]) - 1, LETTERS.index(move[0]))


class ConnectFourReferee(_Lines):
    def moves(self) -> list[str]:
        if self.outcome() is not None:
            return []
        return [str(column + 1) for column in range(self.width) if (0, column) not in self.stones]

    def play(self, move: str) -> None:
        column = int(move) - 1
        self._put(max(row for row in range(self.height) if (row, column) not in self.stones), column)


class OthelloReferee(Referee):
    def __init__(self, size: int) -> None:
        self.size = size
        low, high = size // 2 - 1, size // 2
        self.discs = {(low, high): 0, (high, low): 0, (low, low): 1, (high, high): 1}

    def _turned(self, row: int, column: int, side: int) -> list[tuple[int, int]]:
        turned = []
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                line, step = [], 1
                while self.discs.get((row + step * down, column + step * right)) == 1 - side:
                    line.append((row + step * down, column + step * right))
                    step += 1
                if self.discs.get((row + step * down, column + step * right)) == side:
                    turned += line
        return turned

    def _places(self, side: int) -> list[tuple[int, int]]:
        cells = [(row, column) for row in range(self.size) for column in range(self.size)]
        return [cell for cell in cells if cell not in self.discs and self._turned(*cell, side)]

    def moves(self) -> list[str]:
        if self.outcome() is not None:
            return []
        return [f"{LETTERS[column]}{row + 1}" for row, column in self._places(self.side)] or ["pass"]

    def play(self, move: str) -> None:
        if move != "pass":
            row, column = int(move[1:]) - 1, LETTERS.index(move[0])
            for cell in [*self._turned(row, column, self.side), (row, column)]:
                self.discs[cell] = self.side
        self.side = 1 - self.side

    def outcome(self) -> int | None:
        if self._places(0) or self._places(1):
            return None
        first = sum(1 for side in self.discs.values() if side == 0)
        second = len(self.discs) - first
        empty = self.size**2 - len(self.discs)  # which count for the winner
        return first - second + empty * ((first > second) - (first < second))


class TakeAwayReferee(Referee):
    def __init__(self, chips: int, take: int, misere: bool) -> None:
        self.chips, self.take, self.misere = chips, take, misere

    def moves(self) -> list[str]:
        return [str(count) for count in range(1, self.take + 1) if count <= self.chips]

    def play(self, move: str) -> None:
        self.chips -= int(move)
        self.side = 1 - self.side

    def outcome(self) -> int | None:
        if self.chips:
            return None
        took_last = 1 - self.side
        return 1 if (took_last == 0) != self.misere else -1

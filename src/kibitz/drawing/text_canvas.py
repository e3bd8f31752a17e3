"""Drawings of characters, put together in any order and read line by line."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import NamedTuple


class Emphasis(enum.Enum):
    """How a piece of the drawing stands out."""

    NONE = enum.auto()
    FAINT = enum.auto()  # frame and legend
    LAST = enum.auto()  # the last move
    WON = enum.auto()  # a cell of the winning line


# What shows without colours that a cell stands out.
BRACKETS = {
    Emphasis.NONE: (" ", " "),
    Emphasis.FAINT: (" ", " "),
    Emphasis.LAST: ("(", ")"),
    Emphasis.WON: ("[", "]"),
}


class Piece(NamedTuple):
    """Some characters of a drawing; `mark` is what stands on the cell they show, empty where they show no cell."""

    text: str
    emphasis: Emphasis = Emphasis.NONE
    mark: str = ""


class Canvas:
    """Pieces at places, rows from the top and columns from the left; a later one covers an earlier one."""

    def __init__(self) -> None:
        self._characters: dict[tuple[int, int], Piece] = {}

    def put(self, row: int, column: int, text: str, emphasis: Emphasis = Emphasis.NONE, mark: str = "") -> None:
        for number, character in enumerate(text):
            self._characters[row, column + number] = Piece(character, emphasis, mark)

    def pieces(self) -> Iterator[Piece]:
        """The drawing from left to right and from top to bottom, without spaces at the ends of its lines."""
        first = min((row for row, _ in self._characters), default=0)
        rows = max((row for row, _ in self._characters), default=-1) + 1
        for row in range(first, rows):
            columns = [at for line, at in self._characters if line == row and self._characters[line, at].text != " "]
            line = [self._characters.get((row, column), Piece(" ")) for column in range(max(columns, default=-1) + 1)]
            yield from _join(line)
            if row < rows - 1:
                yield Piece("\n")


def _join(line: list[Piece]) -> Iterator[Piece]:
    """Neighbours that look alike as one piece."""
    while line:
        first = line[0]
        alike = 1
        while alike < len(line) and line[alike][1:] == first[1:]:
            alike += 1
        yield Piece("".join(piece.text for piece in line[:alike]), first.emphasis, first.mark)
        line = line[alike:]

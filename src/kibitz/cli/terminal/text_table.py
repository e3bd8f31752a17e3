"""A table without lines. What does not fit the terminal is broken between words and columns, never inside a name.

player                       nodes   evaluations   average depth         it fits
alphabeta:depth=2,order=…      120            85             2.0

player                                                                   it does not: headings and prose are broken
  nodes   evaluations   average                                          between words first, then every row between
                        depth                                            its columns, the rest of it indented
alphabeta:depth=2,order=centre
    120            85       2.0
"""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions
    from rich.text import Text


INDENT = 2  # of what is left of a broken row


class _Column(NamedTuple):
    heading: str
    is_right: bool
    is_prose: bool  # its cells may be broken between words


class _Cell(NamedTuple):
    text: str
    style: str = ""


class TextTable:
    """Columns `gap` spaces apart, as wide as what is in them."""

    def __init__(self, gap: int) -> None:
        self._gap = gap
        self._columns: list[_Column] = []
        self._rows: list[list[_Cell]] = []

    def add_column(self, heading: str, *, justify: str = "left", overflow: str = "", no_wrap: bool = False) -> None:
        """`overflow="fold"`: the cells may be broken between their words."""
        self._columns.append(_Column(heading, justify == "right", overflow == "fold" and not no_wrap))

    def add_row(self, *cells: str | Text) -> None:
        self._rows.append(
            [_Cell(cell) if isinstance(cell, str) else _Cell(cell.plain, str(cell.style)) for cell in cells]
        )

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        from rich.text import Text

        for line in self.draw(options.max_width):
            text = Text(no_wrap=True, overflow="ignore")
            for piece in line:
                text.append(piece.text, piece.style)
            text.rstrip()
            yield text

    def draw(self, width: int) -> Iterator[list[_Cell]]:
        """The lines for a terminal of that many columns, each in pieces."""
        widths = self._find_widths(width)
        parts = self._split(widths, width)
        headings = [_Cell(column.heading, "bold") for column in self._columns]
        for row in (headings, *self._rows):
            for part in parts:
                broken = [_break_words(row[i].text, widths[i]) for i in part]
                for line in range(max(map(len, broken))):
                    pieces = [_Cell("" if part is parts[0] else " " * INDENT)]
                    for i, lines in zip(part, broken, strict=True):
                        text = lines[line] if line < len(lines) else ""
                        gap = " " * self._gap if i > part.start else ""
                        fitted = text.rjust(widths[i]) if self._columns[i].is_right else text.ljust(widths[i])
                        pieces += [_Cell(gap), _Cell(fitted, row[i].style)]
                    yield pieces

    def _find_widths(self, width: int) -> list[int]:
        """As wide as the cells, if there is room; else as the longest word of what may be broken."""
        cells = [[column.heading, *(row[i].text for row in self._rows)] for i, column in enumerate(self._columns)]
        widths = [max(map(len, texts)) for texts in cells]
        least = [
            max(
                len(part)
                for place, text in enumerate(texts)
                for part in (text.split() or [""] if place == 0 or column.is_prose else [text])
            )
            for texts, column in zip(cells, self._columns, strict=True)
        ]
        room = width - self._gap * (len(widths) - 1)
        while sum(widths) > room and widths != least:
            widest = max((i for i in range(len(widths)) if widths[i] > least[i]), key=lambda i: widths[i])
            widths[widest] -= 1
        return widths

    def _split(self, widths: list[int], width: int) -> list[range]:
        """Which columns stand on the first line of a row, which on the next, and so on."""
        parts, start, used = list[range](), 0, 0
        for i, own in enumerate(widths):
            if i > start and used + self._gap + own > width:
                parts.append(range(start, i))
                start, used = i, INDENT
            used += own + (self._gap if i > start else 0)
        return [*parts, range(start, len(widths))]


def _break_words(text: str, width: int) -> list[str]:
    if len(text) <= width:
        return [text]
    return wrap(text, width, break_long_words=False, break_on_hyphens=False) or [""]

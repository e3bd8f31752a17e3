"""OpenSpiel's own text of a position, as the lines of a board."""

from __future__ import annotations

import re
import textwrap

MAX_WIDTH = 60  # characters; longer lines, as a game written on one, are broken
_FEN = re.compile(r"(?P<board>[A-Za-z0-9+\[\]~]+(?:/[A-Za-z0-9+\[\]~]*){3,})(?P<rest>( \S+)*)")
_FEN_SQUARES = re.compile(r"\d+|\+?[A-Za-z]~?")
_REMARKS = re.compile(r"(?:Cursor)?GoState\(.*\)|Board size: .*")


def format_position(text: str, remark: str = "") -> tuple[str, ...]:
    """The lines of a text, all of one length, and a remark; a board that stands on one line, as in chess, is unfolded.

    Full stops, which many games have for empty cells, are set higher.
    """
    fen = _FEN.fullmatch(text.strip())
    lines = _unfold(fen) if fen else [line.rstrip() for line in text.expandtabs().splitlines()]
    lines = [part for line in lines for part in (textwrap.wrap(line, MAX_WIDTH) if len(line) > MAX_WIDTH else [line])]
    while lines and not lines[-1]:
        lines.pop()
    while lines and (not lines[0] or _REMARKS.fullmatch(lines[0])):
        del lines[0]
    lines += [remark] if remark else []
    width = max(map(len, lines), default=0)
    return tuple(line.ljust(width).replace(".", "·") for line in lines) or ("",)


def _unfold(fen: re.Match[str]) -> list[str]:
    """The ranks of a board in Forsyth-Edwards notation, named as in chess or shogi, and what follows them."""
    board, _, pocket = fen["board"].partition("[")
    ranks = board.split("/")
    across = sum(int(square) if square.isdigit() else 1 for square in _FEN_SQUARES.findall(ranks[0]))
    names = "abcdefghi" if across == 9 else "87654321"[-len(ranks) :]
    lines = []
    for name, rank in zip(names, ranks, strict=False):
        squares = [" ." * int(square) if square.isdigit() else f"{square:>2}" for square in _FEN_SQUARES.findall(rank)]
        lines.append(name + "".join(squares))
    files = "987654321" if across == 9 else "abcdefgh"[:across]
    rest = [
        part for part in (f"in hand: {pocket.rstrip(']')}" if pocket.rstrip("]") else "", fen["rest"].strip()) if part
    ]
    return [*lines, " " + "".join(f" {name}" for name in files), *rest]

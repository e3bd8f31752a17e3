"""The text board in the colours of a terminal."""

from __future__ import annotations

from rich.text import Text

from kibitz.drawing.board_text import draw_pieces
from kibitz.drawing.text_canvas import Emphasis
from kibitz.play.records import GameRecord

MARK_STYLES = {"X": "bold red", "x": "red", "O": "bold cyan", "o": "cyan", "*": "bold yellow", ".": "dim", "+": "green"}
EMPHASIS_STYLES = {Emphasis.FAINT: "dim", Emphasis.LAST: "underline", Emphasis.WON: "reverse"}
ASCII = str.maketrans("─│┌┐└┘├┤┬┴┼·×●╲╱═║", "-|+++++++++.x+\\/=H")  # for terminals that lack the first


def draw_board(record: GameRecord, *, width: int = 80, ascii_only: bool = False) -> Text:
    """The position a game has come to, for a terminal of that many columns and perhaps few characters."""
    board = Text()
    for piece in draw_pieces(record, width=width):
        board.append(piece.text, f"{MARK_STYLES.get(piece.mark, '')} {EMPHASIS_STYLES.get(piece.emphasis, '')}".strip())
    if ascii_only:
        board.plain = board.plain.translate(ASCII)
    return board

"""Any figure of a task as HTML: a tree and a position as SVG, a table as a table."""

from __future__ import annotations

from html import escape

from kibitz.core.loading import load_game
from kibitz.drawing.board_svg import draw_position
from kibitz.drawing.board_text import name_side
from kibitz.exercises.task import BoardFigure, Figure, TableFigure
from kibitz.play.positions import NOBODY
from kibitz.play.records import GameRecord, parse_state
from kibitz.trees.drawing.figure_svg import draw_tree, measure_tree
from kibitz.trees.drawing.tree_figure import TreeFigure


def find_record(figure: BoardFigure) -> GameRecord:
    """The position of a figure."""
    game = load_game(figure.game)
    return GameRecord.begin(game, NOBODY, start=parse_state(game, figure.position))


def say_to_move(figure: BoardFigure) -> str:
    """Whose turn it is, in a sentence; empty if the caption says so."""
    if "to move" in figure.caption:
        return ""
    record = find_record(figure)
    return f"{name_side(record.game, record.to_move)} to move."


def draw_picture(figure: Figure) -> str | None:
    """A figure as SVG; None for a table, which is text."""
    if isinstance(figure, TreeFigure):
        return draw_tree(figure)
    return draw_position(find_record(figure)).strip() if isinstance(figure, BoardFigure) else None


def draw_figure(figure: Figure, picture: str | None = None) -> str:
    """A figure with its caption as HTML; `picture`: an element that stands for the SVG."""
    shown = _write_table(figure) if isinstance(figure, TableFigure) else picture or draw_picture(figure)
    caption = f"<figcaption>{escape(figure.caption)}</figcaption>" if figure.caption else ""
    side = say_to_move(figure) if isinstance(figure, BoardFigure) else ""
    turn = f'<p class="turn">{escape(side)}</p>' if side else ""
    return f'<figure class="{figure.form}">{caption}{shown}{turn}</figure>'


def find_width(figure: Figure) -> float:
    """How wide a figure is, in pixels; 0 where that does not matter."""
    return measure_tree(figure) if isinstance(figure, TreeFigure) else 0


def _write_table(figure: TableFigure) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in figure.columns)
    rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in figure.rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"

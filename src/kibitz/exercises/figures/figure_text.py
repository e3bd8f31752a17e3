"""Any figure of a task as text, for a terminal and for question banks that take no pictures.

A  Max
├─ B  Min
│  ├─ leaf 1: 12
│  └─ leaf 2: 7
└─ C  Min  <- marked
   └─ leaf 3: 4
"""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.game import Game
from kibitz.core.loading import load_game
from kibitz.drawing.board_text import format_board
from kibitz.exercises.figures.figure_html import find_record, say_to_move
from kibitz.exercises.task import BoardFigure, Figure, TableFigure
from kibitz.play.records import parse_state
from kibitz.trees.drawing.figure_svg import NAMES
from kibitz.trees.drawing.tree_figure import TreeFigure, TreeNode, label_node


def write_figure(figure: Figure) -> str:
    """A figure in lines."""
    if isinstance(figure, TreeFigure):
        lines = list(_write_tree(figure))
    elif isinstance(figure, BoardFigure):
        turn = say_to_move(figure)
        lines = [*format_board(find_record(figure)).splitlines(), *(["", turn] if turn else [])]
    else:
        lines = list(_write_table(figure))
    return "\n".join([figure.caption, "", *lines] if figure.caption else lines)


def _write_tree(figure: TreeFigure) -> Iterator[str]:
    children: dict[str, list[TreeNode]] = {}
    for node in figure.nodes:
        children.setdefault(node.parent, []).append(node)
    game = load_game(figure.game) if any(node.position for node in figure.nodes) else None

    def write(node: TreeNode, lead: str, below: str) -> Iterator[str]:
        yield (lead + _describe(node, figure, game)).rstrip()
        last = len(children.get(node.id, ())) - 1
        for place, child in enumerate(children.get(node.id, ())):
            branch, rest = ("└─ ", "   ") if place == last else ("├─ ", "│  ")
            yield from write(child, below + branch, below + rest)

    yield from write(figure.nodes[0], "", "")


def _describe(node: TreeNode, figure: TreeFigure, game: Game | None) -> str:
    text = node.text.replace("\n", " ")
    if node.position and game is not None:
        text = "/".join(game.view(parse_state(game, node.position)).rows)
    parts = [
        f"{node.edge} → {label_node(node.id)}" if node.edge else label_node(node.id),
        f": {text}" if text else "",
        f"  {NAMES[node.side]}" if node.side else "",
        f"  ({node.note})".replace("\n", ", ") if node.note else "",
        "  <- marked" if node.id in figure.marked else "",
        "  <- cut off" if node.id in figure.cut else "",
    ]
    return "".join(parts)


def _write_table(figure: TableFigure) -> Iterator[str]:
    rows = [figure.columns, *figure.rows]
    widths = [max(len(row[column]) for row in rows) for column in range(len(figure.columns))]
    for number, row in enumerate(rows):
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        if number == 0:
            yield "  ".join("─" * width for width in widths)

"""What lies under the pieces in SVG: one function for each shape of board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.core.game import Cell, View

if TYPE_CHECKING:
    from kibitz.drawing.board_svg import BoardDrawing


def draw_ground(board: BoardDrawing, view: View) -> str:
    """The empty board."""
    draw = {"hexagons": _hexagons, "points": _points, "edges": _edges, "pits": _pits, "text": _text}.get(
        board.geometry.shape, _squares
    )
    return draw(board, view)


def _text(board: BoardDrawing, view: View) -> str:
    """Nothing but paper; the characters come as marks."""
    return _sheet(board, 1.5)


def _squares(board: BoardDrawing, view: View) -> str:
    geometry, style, cell = board.geometry, board.style, board.cell
    cells = list(geometry.cells())
    across = "".join(f"M0 {row * cell:g}h{board.width:g}" for row in range(geometry.rows + 1))
    down = "".join(f"M{column * cell:g} 0v{board.height:g}" for column in range(geometry.columns + 1))
    has_gaps = style.lines != "none" and len(cells) < geometry.rows * geometry.columns
    hollow = ' fill="none"' if has_gaps else ""
    if has_gaps:
        across, down = "".join(f"M{c * cell:g} {r * cell:g}h{cell:g}v{cell:g}h{-cell:g}z" for r, c in cells), ""
    dark = "".join(
        f"M{column * cell:g} {row * cell:g}h{cell:g}v{cell:g}h{-cell:g}z"
        for row, column in cells
        if style.dark and (row + column) % 2
    )
    parts = [
        "" if has_gaps else _sheet(board, 1.5),
        f'<path d="{across}" fill="{style.ground}"/>' if has_gaps else "",
        f'<path d="{dark}" fill="{style.dark}"/>' if dark else "",
        f'<path d="{across}{down}" stroke="{style.lines}" stroke-width=".8" stroke-linecap="square"{hollow}/>',
        "".join(style.empty(*board.at(each), cell) for each in cells),
    ]
    if view.blocks:
        high, wide = view.blocks
        lines = "".join(f"M0 {row * cell:g}h{board.width:g}" for row in range(high, geometry.rows, high))
        lines += "".join(f"M{column * cell:g} 0v{board.height:g}" for column in range(wide, geometry.columns, wide))
        parts.append(f'<path d="{lines}" stroke="#475569" stroke-width="{0.12 * cell:g}"/>')
    return "".join(parts)


def _sheet(board: BoardDrawing, radius: float) -> str:
    return f'<rect width="{board.width:g}" height="{board.height:g}" rx="{radius:g}" fill="{board.style.ground}"/>'


def _hexagons(board: BoardDrawing, view: View) -> str:
    """Cells of six sides; in Hex, the borders have the colours of the sides that join them."""
    style, width = board.style, 0.08 * board.cell
    cells = "".join(
        f"M{'L'.join(_corner(board, each, number) for number in range(6))}Z" for each in board.geometry.cells()
    )
    paint = f'fill="{style.ground}" stroke="{style.lines}" stroke-width="{width / 2:.2f}"'
    return (_borders(board) if board.game.look == "hex" else "") + f'<path d="{cells}" {paint}/>'


def _corner(board: BoardDrawing, cell: Cell, number: int) -> str:
    x, y = board.geometry.corners(cell)[number]
    return f"{(x + board.border) * board.cell:.2f} {(y + board.border) * board.cell:.2f}"


def _borders(board: BoardDrawing) -> str:
    rows, columns = board.geometry.rows, board.geometry.columns
    sides: tuple[list[tuple[list[Cell], tuple[int, ...]]], ...] = (
        [
            ([(0, column) for column in range(columns)], (5, 0, 1)),
            ([(rows - 1, column) for column in range(columns)], (4, 3, 2)),
        ],
        [
            ([(row, 0) for row in range(rows)], (5, 4, 3)),
            ([(row, columns - 1) for row in range(rows)], (0, 1, 2)),
        ],
    )
    drawn = []
    for colour, borders in zip(board.style.sides, sides, strict=True):
        path = "".join(
            "M" + "L".join(_corner(board, cell, number) for cell in cells for number in numbers)
            for cells, numbers in borders
        )
        drawn.append(f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{0.26 * board.cell:g}"/>')
    return "".join(drawn)


def _points(board: BoardDrawing, view: View) -> str:
    lines = "".join("M{:g} {:g}L{:g} {:g}".format(*board.at(start), *board.at(end)) for start, end in view.links)
    points = "".join(
        f'<circle cx="{x:g}" cy="{y:g}" r="{0.1 * board.cell:g}" fill="{board.style.lines}"/>'
        for x, y in map(board.at, board.geometry.cells())
    )
    width = 0.07 * board.cell
    return f'{_sheet(board, 1.5)}<path d="{lines}" stroke="{board.style.lines}" stroke-width="{width:g}"/>{points}'


def _edges(board: BoardDrawing, view: View) -> str:
    half, lines, dots = board.cell / 2, [], []
    for cell in board.geometry.cells():
        x, y = board.at(cell)
        if board.geometry.can_hold(cell):
            lines.append(f"M{x:g} {y - half:g}v{2 * half:g}" if cell[0] % 2 else f"M{x - half:g} {y:g}h{2 * half:g}")
        elif cell[0] % 2 == 0:
            dots.append(f'<circle cx="{x:g}" cy="{y:g}" r="{0.1 * board.cell:g}" fill="#1f2937"/>')
    path = f'<path d="{"".join(lines)}" stroke="{board.style.lines}" stroke-width=".6"/>'
    return _sheet(board, 1.5) + path + "".join(dots)


def _pits(board: BoardDrawing, view: View) -> str:
    pits = []
    for cell in board.geometry.cells():
        x, y = board.at(cell)
        wide = 0.86 * board.cell
        high = (board.geometry.height - 0.34) * board.cell if board.geometry.is_tall(cell) else wide
        pits.append(
            f'<rect x="{x - wide / 2:g}" y="{y - high / 2:g}" width="{wide:g}" height="{high:g}" '
            f'rx="{wide / 2:g}" fill="{board.style.dark}"/>'
        )
    return _sheet(board, 0.4 * board.cell) + "".join(pits)

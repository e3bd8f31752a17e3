"""A tree as a picture: triangles up for Max, triangles down for Min, boxes for leaves, boards for positions.

           A            a node: its text in the middle, its name above it if something else stands there
          / \\
        12   7          the number of a leaf, and a note, below it; branches that a search left out are crossed out
 leaf    1   2

Everything is black on white and needs no style sheet, so that the picture can stand alone, on paper and in a question
bank. Each node is a group with the attribute `data-node`; a page may style its parts by their classes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from html import escape
from re import compile as compile_pattern

from kibitz.core.loading import load_game
from kibitz.drawing.board_svg import BoardDrawing
from kibitz.play.records import parse_state
from kibitz.trees.drawing.tree_figure import TreeFigure, TreeNode

CHARACTER = 7.2  # pixels, of the letters in a node
SMALL = 6.0  # of those below it
BOX, TRIANGLE = (11, 12), (19, 18)  # half the width and height of a leaf and of an inner node
NEAR, FAR = 4, 10  # pixels between the leaves of one node, and between those of two
DROP, MOVE = 32, 18  # between two levels, and more where moves stand beside the lines
MARK = 6  # around a marked node
LONGEST = 4  # characters that a triangle has room for
LINE = 13  # below a node, a line of small print
MARGIN = 10
SIDE = 40  # for the words Max and Min beside the levels
FONT = 'font-family="Helvetica,Arial,Liberation Sans,DejaVu Sans,sans-serif"'
HYPHEN = compile_pattern(r"(?<!\w)-(?=\d)")
FAINT = ' opacity="0.35"'
NAMES = {"max": "Max", "min": "Min"}


@dataclass
class _Spot:
    """A node and its place: `x` is its middle, `half` half its size."""

    node: TreeNode
    half: tuple[float, float]
    is_marked: bool
    is_triangle: bool
    is_cut: bool = False  # whether its branch, or one above it, is crossed out
    is_faint: bool = False
    children: list[_Spot] = field(default_factory=list)
    x: float = 0
    y: float = 0
    span: float = 0  # the width of everything below it

    @property
    def is_leaf(self) -> bool:
        return not self.node.side

    @property
    def bottom(self) -> float:
        """Where the small print begins."""
        return self.y + self.half[1] + MARK * self.is_marked

    @property
    def lines_below(self) -> list[str]:
        name = [self.node.id] if self.is_leaf and (self.node.text or self.node.position) else []
        return [*name, *filter(None, self.node.note.split("\n"))]

    @property
    def width(self) -> float:
        below = max((SMALL * len(line) for line in self.lines_below), default=0)
        edge = SMALL * len(self.node.edge) + 8 if self.node.edge else 0
        return max(2 * (self.half[0] + MARK * self.is_marked), below, edge)


def measure_tree(figure: TreeFigure) -> float:
    """How wide the picture of a tree is, in pixels."""
    return _lay_out(figure)[1]


def draw_tree(figure: TreeFigure, *, faint: Collection[str] = (), style: str = "") -> str:
    """The picture as SVG. `faint`: nodes that a search has not come to. `style`: a style sheet of its own."""
    levels, width, boards = _lay_out(figure)
    spots = [spot for level in levels for spot in level]
    for spot in spots:
        spot.is_faint = spot.node.id in faint
    height = max(_find_end(spot) for spot in spots) + MARGIN
    parts = [*_draw_sides(levels), *_draw_leaf_words(levels)]
    for spot in spots:
        parts += [_draw_edge(spot, child, is_crossed=child.node.id in figure.cut) for child in spot.children]
    parts += [_draw_edge_text(spot, child) for spot in spots for child in spot.children if child.node.edge]
    parts += [_draw_node(spot, boards.get(spot.node.id, "")) for spot in spots]
    sheet = f"<style>{style}</style>" if style else ""
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tree-figure" {size} role="img" '
        f'aria-label="{escape(figure.caption or "A tree")}" text-anchor="middle" {FONT} font-size="13">{sheet}'
        f'<rect class="ground" width="100%" height="100%" fill="#fff"/>{"".join(parts)}</svg>'
    )


def _lay_out(figure: TreeFigure) -> tuple[list[list[_Spot]], float, dict[str, str]]:
    """The nodes level by level, each at its place; the width of all; and the boards in them."""
    boards, size = _draw_boards(figure)
    by_id: dict[str, _Spot] = {}
    levels: list[list[_Spot]] = []
    depths: dict[str, int] = {}
    for node in figure.nodes:
        spot = by_id[node.id] = _make_spot(node, figure, size)
        spot.is_cut = node.id in figure.cut or (bool(node.parent) and by_id[node.parent].is_cut)
        depth = depths[node.id] = depths[node.parent] + 1 if node.parent else 0
        if node.parent:
            by_id[node.parent].children.append(spot)
        if depth == len(levels):
            levels.append([])
        levels[depth].append(spot)
    root = levels[0][0]
    _find_span(root)
    left = MARGIN + (SIDE if any(_find_side(level) or _has_leaf_names(level) for level in levels) else 0)
    _place(root, left)
    drop = DROP + (MOVE if any(node.edge for node in figure.nodes) else 0) + (MARK if boards else 0)
    y = MARGIN + 8.0
    for level in levels:
        y += max(spot.half[1] for spot in level)
        for spot in level:
            spot.y = y
        y = max(_find_end(spot) for spot in level) + drop
    return levels, left + root.span + MARGIN, boards


def _make_spot(node: TreeNode, figure: TreeFigure, board: tuple[float, float]) -> _Spot:
    """A node, not yet at its place. If a text is too long for a triangle, all nodes are boxes, and the words beside the
    levels say whose they are."""
    has_room = all(len(one.text) <= LONGEST and "\n" not in one.text for one in figure.nodes if one.side)
    is_triangle = bool(node.side) and not node.position and has_room
    lines = node.text.split("\n") if node.text else [node.id]
    letters = CHARACTER * max(map(len, lines)) / 2
    if node.position:
        half = board[0] / 2 + 4, board[1] / 2 + 4
    elif is_triangle:
        half = max(TRIANGLE[0], letters * 1.5 + 8), TRIANGLE[1]
    else:
        half = max(BOX[0], letters + 4), BOX[1] + 7.5 * (len(lines) - 1)
    return _Spot(node, half, node.id in figure.marked, is_triangle)


def _find_gap(spot: _Spot) -> float:
    """Between the children of a node."""
    return FAR if any(child.children or child.node.position or child.is_marked for child in spot.children) else NEAR


def _find_span(spot: _Spot) -> float:
    below = sum(_find_span(child) for child in spot.children)
    spot.span = max(spot.width, below + _find_gap(spot) * max(0, len(spot.children) - 1))
    return spot.span


def _place(spot: _Spot, left: float) -> None:
    gap = _find_gap(spot)
    below = sum(child.span for child in spot.children) + gap * max(0, len(spot.children) - 1)
    at = left + (spot.span - below) / 2
    for child in spot.children:
        _place(child, at)
        at += child.span + gap
    spot.x = (spot.children[0].x + spot.children[-1].x) / 2 if spot.children else left + spot.span / 2


def _draw_boards(figure: TreeFigure) -> tuple[dict[str, str], tuple[float, float]]:
    """The boards of the nodes that have a position, and their size."""
    shown = [node for node in figure.nodes if node.position]
    if not shown:
        return {}, (0, 0)
    game = load_game(figure.game)
    views = [game.view(parse_state(game, node.position)) for node in shown]
    board = BoardDrawing(game, views)
    ground = board.ground()
    drawn = {node.id: ground + board.draw_marks(view) for node, view in zip(shown, views, strict=True)}
    return drawn, (board.width, board.height)


def _find_side(level: list[_Spot]) -> str:
    """Whose level it is; empty if it is nobody's or not of one side alone."""
    sides = {spot.node.side for spot in level if spot.node.side}
    return sides.pop() if len(sides) == 1 else ""


def _draw_sides(levels: list[list[_Spot]]) -> Iterator[str]:
    for level in levels:
        side = _find_side(level)
        if side:
            yield (
                f'<text class="side" x="{MARGIN}" y="{level[0].y + 4:g}" text-anchor="start" font-size="12" '
                f'fill="#444">{NAMES[side]}</text>'
            )


def _has_leaf_names(level: list[_Spot]) -> bool:
    """Whether numbers of leaves stand below nodes of a level."""
    return any(spot.is_leaf and spot.node.id.isdecimal() and spot.node.id in spot.lines_below for spot in level)


def _draw_leaf_words(levels: list[list[_Spot]]) -> Iterator[str]:
    """The word beside the numbers of leaves, which could be taken for values."""
    for level in filter(_has_leaf_names, levels):
        bottom = next(spot.bottom for spot in level if spot.node.id in spot.lines_below)
        yield (
            f'<text class="side" x="{MARGIN}" y="{bottom + LINE * 0.85:g}" text-anchor="start" font-size="10.5" '
            f'font-style="italic" fill="#444">leaf</text>'
        )


def _draw_edge(spot: _Spot, child: _Spot, *, is_crossed: bool) -> str:
    top, bottom = _find_end(spot), child.y - child.half[1]
    dashes = ' stroke-dasharray="3 3"' if child.is_cut else FAINT if child.is_faint else ""
    line = (
        f'<line class="edge" data-edge="{escape(child.node.id)}" x1="{spot.x:g}" y1="{top:g}" '
        f'x2="{child.x:g}" y2="{bottom:g}" stroke="#333" stroke-width="1.2"{dashes}/>'
    )
    part = 0.25 if child.node.edge else 0.6  # of the way down: a move stands in the middle
    x, y = spot.x + part * (child.x - spot.x), top + part * (bottom - top)
    cross = f"M{x - 6:g} {y + 3:g}l12 -6M{x - 6:g} {y + 7:g}l12 -6"
    return line + (f'<path class="cross" d="{cross}" stroke="#000" stroke-width="1.8"/>' if is_crossed else "")


def _find_end(spot: _Spot) -> float:
    """Where the lines to the children begin: below the small print."""
    return spot.bottom + LINE * len(spot.lines_below)


def _draw_edge_text(spot: _Spot, child: _Spot) -> str:
    top, bottom = _find_end(spot), child.y - child.half[1]
    x, y = spot.x + 0.55 * (child.x - spot.x), top + 0.55 * (bottom - top)
    return (
        f'<text class="edge-text" x="{x:g}" y="{y + 3:g}" font-size="11" fill="#000" stroke="#fff" stroke-width="4" '
        f'paint-order="stroke">{escape(child.node.edge)}</text>'
    )


def _draw_node(spot: _Spot, board: str) -> str:
    node, (x, y), (wide, tall) = spot.node, (spot.x, spot.y), spot.half
    parts = []
    if spot.is_marked:  # a second outline, which is seen without colour
        parts.append(_outline(spot, 5, 'class="mark" fill="none" stroke="#000" stroke-width="2.5"'))
    dashes = ' stroke-dasharray="3 3"' if spot.is_cut else ""
    parts.append(_outline(spot, 0, f'class="shape" fill="#fff" stroke="#000" stroke-width="1.3"{dashes}'))
    if board:
        parts.append(f'<g transform="translate({x - wide + 4:g} {y - tall + 4:g})">{board}</g>')
    shift = 4.5 if not spot.is_triangle else 9.0 if node.side == "max" else 1.0
    shown = "" if board else node.text or node.id
    lines = HYPHEN.sub("\N{MINUS SIGN}", shown).split("\n") if shown else []
    for number, line in enumerate(lines):
        at = y + shift + 15 * (number - (len(lines) - 1) / 2)
        parts.append(f'<text class="text" x="{x:g}" y="{at:g}" fill="#000">{escape(line)}</text>')
    if shown != node.id and not spot.is_leaf:
        left, above = (x - wide * 0.68, y - 5) if spot.is_triangle and node.side == "max" else (x - wide, y - tall - 4)
        if spot.is_marked:
            left, above = left - MARK, above - MARK
        parts.append(
            f'<text class="name" x="{left:g}" y="{above:g}" text-anchor="middle" font-size="12" font-weight="bold" '
            f'fill="#000" stroke="#fff" stroke-width="3" paint-order="stroke">{escape(node.id)}</text>'
        )
    for number, line in enumerate(spot.lines_below):
        below = spot.bottom + LINE * (number + 0.85)
        kind = "name" if number == 0 and line == node.id else "note"
        slant = ' font-style="italic"' if kind == "name" else ' font-weight="bold"'
        parts.append(
            f'<text class="{kind}" x="{x:g}" y="{below:g}" font-size="10.5"{slant} fill="#333" stroke="#fff" '
            f'stroke-width="3" paint-order="stroke">{escape(line)}</text>'
        )
    side = f' data-side="{node.side}"' if node.side else ""
    marked = (' data-marked=""' if spot.is_marked else "") + (FAINT if spot.is_faint else "")
    return f'<g class="node" data-node="{escape(node.id)}"{side}{marked}>{"".join(parts)}</g>'


def _outline(spot: _Spot, more: float, paint: str) -> str:
    """The outline of a node, or one that is so much larger."""
    x, y, (wide, tall) = spot.x, spot.y, spot.half
    if not spot.is_triangle:
        wide, tall = wide + more * 0.8, tall + more * 0.8
        return f'<rect x="{x - wide:g}" y="{y - tall:g}" width="{2 * wide:g}" height="{2 * tall:g}" rx="2" {paint}/>'
    top, bottom, wide = y - tall - more * 1.4, y + tall + more * 0.7, wide + more * 1.5
    if spot.node.side == "min":
        top, bottom = y + tall + more * 1.4, y - tall - more * 0.7
    return f'<path d="M{x:g} {top:g}L{x + wide:g} {bottom:g}L{x - wide:g} {bottom:g}Z" {paint}/>'

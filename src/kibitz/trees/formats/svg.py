"""A tree as one drawing that needs nothing else: every node a card with its board, value and window.

A triangle up is a node of Max (the side to move at the root), a triangle down one of Min, a square a finished game, a
circle an estimate, a diamond a table hit, a cross a node that a limit stopped. Scissors and a red bar mark a cut-off;
dashed stubs name the moves that were never searched. The principal line is bold. Values are Max's throughout. An orange
flag with an id is where a fault of a published program acts; the legend and the tooltip say what it does.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from kibitz.core.errors import Unsuited
from kibitz.core.searching import NodeKind
from kibitz.drawing.board_svg import BoardDrawing, find_changed_cells
from kibitz.trees.drawing.layout import Box, GhostBox, LayoutSizes, lay_out_tree
from kibitz.trees.drawing.legend import NOTE_SIZE, SIGN_STYLE, draw_sign, estimate_width, find_sign, lay_out_legend
from kibitz.trees.fault_marks import FaultMark, FaultMarks
from kibitz.trees.labels import (
    KIND_WORDS,
    detail_text,
    edge_text,
    game_name,
    has_windows,
    side_to_move,
    summarize_tree,
    value_text,
    verdict_text,
)
from kibitz.trees.search_tree import SearchTree
from kibitz.trees.tree_format import TREE_FORMATS, text_format

MAX_DRAWN = 2_000  # nodes; beyond that neither browsers nor eyes get along with one drawing

MARGIN = 18.0
LEVEL_NAMES = 88.0  # room at the left
LEAST_WIDTH = 540.0  # without margins; so that title and legend have room
WIDEST_ROW = 24  # nodes; a last ply with more of them is stacked
TRUNK = 14.0
PAD = 6.0  # between the edge of a card and what is on it
VALUE_ROW, WINDOW_ROW = 18.0, 12.0
HEADER_ROW = 19.0
FLAG_ROW = 16.0  # below the window, where any node has a flag

STYLE = """
text{font-family:Inter,'Segoe UI','Helvetica Neue',Arial,'DejaVu Sans',sans-serif;text-anchor:middle;fill:#1f2937}
.title{font-size:15px;font-weight:700;text-anchor:start}
.note{font-size:11.5px;text-anchor:start;fill:#475569}
.level{font-size:11px;font-weight:700;text-anchor:start;fill:#475569}
.card{fill:#fff;stroke:#94a3b8}
.horizon .card{fill:#fefce8}
.terminal .card{fill:#e8edf3;stroke:#475569;stroke-width:1.6}
.table .card{fill:#f3e8ff;stroke:#9333ea}
.stopped .card{fill:#f1f5f9;stroke-dasharray:2 2}
.best .card{stroke:#1d4ed8;stroke-width:2.6}
.value{font-size:12px;font-weight:700}
.won{fill:#15803d}.lost{fill:#b91c1c}
.window{font-size:9.5px;fill:#64748b}
.edge{fill:none;stroke:#94a3b8;stroke-width:1.1}
.edge.best{stroke:#1d4ed8;stroke-width:2.6}
.move{font-size:11px;font-weight:600;stroke:#fff;stroke-width:4px;stroke-linejoin:round;paint-order:stroke}
.move.best{fill:#1d4ed8}
.move.hung{stroke:none}
.stub{fill:none;stroke:#a8b3c2;stroke-dasharray:3 2.5}
.ghost{font-size:9.5px;fill:#8593a6}
.bar{stroke:#b91c1c;stroke-width:3}
.fault{fill:#fff7ed;stroke:#c2410c}
.fault-id{font-size:9.5px;font-weight:700;fill:#9a3412}
"""


def write_svg(tree: SearchTree) -> str:
    if len(tree) > MAX_DRAWN:
        raise Unsuited(
            f"A drawing of {len(tree):,} nodes could not be read (at most {MAX_DRAWN:,}); "
            f"search less deep, or write the tree as .txt or .json."
        )
    return _Drawing(tree).text()


class _Drawing:
    def __init__(self, tree: SearchTree) -> None:
        self.tree = tree
        self.views = [tree.game.view(tree.state(node)) for node in range(len(tree))]
        self.board = BoardDrawing(tree.game, self.views)
        line = tree.line()
        self.on_line = frozenset(line if len(line) > 1 else ())
        faults = FaultMarks(tree)
        self.marks = [faults.at(node) for node in range(len(tree))]
        self.has_details = has_windows(tree) or bool(tree.notes)
        last_ply = tree.counts_by_ply()[-1].nodes
        self.layout = lay_out_tree(tree, self._sizes(), stack=last_ply > WIDEST_ROW)
        header = max(estimate_width(self._title(), 15), estimate_width(summarize_tree(tree), NOTE_SIZE))
        self.room = max(LEVEL_NAMES + self.layout.width, header, LEAST_WIDTH)
        self.legend = lay_out_legend(tree, self.room, {mark.id: mark.title for marks in self.marks for mark in marks})
        self.left = MARGIN + (LEVEL_NAMES + self.room - self.layout.width) / 2
        self.top = MARGIN + HEADER_ROW * (2 + len(self.legend)) + 22
        self.width = self.room + 2 * MARGIN
        self.height = self.top + self.layout.height + MARGIN

    def text(self) -> str:
        label = quoteattr(f"Search tree of {game_name(self.tree.game)}: {summarize_tree(self.tree)}")
        size = f'width="{self.width:.0f}" height="{self.height:.0f}" viewBox="0 0 {self.width:.0f} {self.height:.0f}"'
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label={label}>',
            f"<style>{STYLE}{SIGN_STYLE}</style>",
            f"<defs>{self.board.definition()}</defs>",
            '<rect width="100%" height="100%" fill="#fff"/>',
            *self._header(),
            *self._levels(),
            f'<g transform="translate({self.left:g} {self.top:g})">',
            *self._stubs(),
            *self._edges(),
            *(self._node(node) for node in range(len(self.tree))),
            "</g>",
            "</svg>",
        ]
        return "\n".join(lines) + "\n"

    # Measures.

    @property
    def flag_room(self) -> float:
        return FLAG_ROW if any(self.marks) else 0

    def _sizes(self) -> LayoutSizes:
        tree, nodes = self.tree, range(len(self.tree))
        widths = [self.board.width]
        widths += [estimate_width(edge_text(self.tree, node), 11) for node in nodes[1:]]
        widths += [_flag_width(marks) + 4 for marks in self.marks if marks]
        widths += [2 * 18 + estimate_width(value_text(tree, node), 12) for node in nodes]
        if self.has_details:
            widths += [estimate_width(detail_text(tree, node), 9.5) for node in nodes]
        ghost_names = (tree.game.move_name(move) for node in nodes for move in tree.ghosts(node))
        detail_row = WINDOW_ROW if self.has_details else 0
        return LayoutSizes(
            node_width=max(widths) + 2 * PAD,
            node_height=self.board.height + PAD + VALUE_ROW + detail_row + self.flag_room + 2,
            ghost_width=max((estimate_width(name, 9.5) for name in ghost_names), default=0) + 2,
            ghost_height=13,
            sibling_gap=8,
            cousin_gap=20,
            level_gap=58,
            ghost_drop=26,
            stack_gap=20,
            trunk=TRUNK,
        )

    # The parts of the drawing.

    def _title(self) -> str:
        return f"{game_name(self.tree.game)} · {self.tree.searcher}"

    def _header(self) -> Iterator[str]:
        y = MARGIN + 12
        yield f'<text class="title" x="{MARGIN:g}" y="{y:g}">{escape(self._title())}</text>'
        y += HEADER_ROW
        yield f'<text class="note" x="{MARGIN:g}" y="{y:g}">{escape(summarize_tree(self.tree))}</text>'
        for row in self.legend:
            y += HEADER_ROW
            x = MARGIN
            for entry in row:
                yield entry.draw(x, y)
                x += entry.width

    def _levels(self) -> Iterator[str]:
        """A band behind each ply, with the name of its side."""
        for ply in range(max(self.tree.ply) + 1):
            nodes = [node for node, at in enumerate(self.tree.ply) if at == ply]
            top = self.top + self.layout.nodes[nodes[0]].top
            bottom = self.top + max(self.layout.nodes[node].bottom for node in nodes)
            name, y = "max" if self.tree.is_max(nodes[0]) else "min", top + self.layout.nodes[0].height / 2
            yield f'<rect x="0" y="{top - 7:g}" width="100%" height="{bottom - top + 14:g}" fill="#f4f6f9"/>'
            if len({self.tree.is_max(node) for node in nodes}) > 1:  # both may be to move, where a side moves again
                continue
            yield draw_sign(name, MARGIN + 6, y - 4)
            yield f'<text class="level" x="{MARGIN + 18:g}" y="{y:g}">{name.upper()}</text>'
            yield f'<text class="note" x="{MARGIN:g}" y="{y + 16:g}">{escape(side_to_move(self.tree, nodes[0]))}</text>'

    def _stubs(self) -> Iterator[str]:
        for ghost in self.layout.ghosts:
            yield self._stub(ghost)

    def _stub(self, ghost: GhostBox) -> str:
        name = escape(self.tree.game.move_name(ghost.move))
        text = f'<text class="ghost" x="{ghost.box.middle:g}" y="{ghost.box.bottom - 3:g}">{name}</text>'
        if ghost.row:
            return text
        return f'<path class="stub" d="{_curve(self.layout.nodes[ghost.node], ghost.box)}"/>{text}'

    def _edges(self) -> Iterator[str]:
        """The principal line last, so that it lies on top."""
        for node in sorted(range(1, len(self.tree)), key=lambda node: node in self.on_line):
            above, box = self.layout.nodes[self.tree.parent[node]], self.layout.nodes[node]
            hangs = node in self.layout.stacked
            best, hung = " best" * (node in self.on_line), " hung" * hangs
            label = f'x="{box.middle:g}" y="{box.top - (5 if hangs else 11):g}"'
            yield f'<path class="edge{best}" d="{(_trunk if hangs else _curve)(above, box)}"/>'
            yield f'<text class="move{best}{hung}" {label}>{escape(edge_text(self.tree, node))}</text>'

    def _node(self, node: int) -> str:
        tree, box = self.tree, self.layout.nodes[node]
        classes = ["node", NodeKind(tree.kind[node]).name.lower()] + ["best"] * (node in self.on_line)
        corner = 0 if tree.kind[node] == NodeKind.TERMINAL else 5
        return "".join(
            [
                f'<g id="n{node}" class="{" ".join(classes)}" transform="translate({box.left:g} {box.top:g})">',
                f"<title>{escape(self._description(node))}</title>",
                f'<rect class="card" width="{box.width:g}" height="{box.height:g}" rx="{corner}"/>',
                self._board(node, box),
                self._value(node, box),
                self._flag(node, box),
                "</g>",
            ]
        )

    def _description(self, node: int) -> str:
        """The tooltip of a node."""
        tree = self.tree
        moves = " ".join(map(tree.game.move_name, tree.moves_to(node))) or "the root"
        known = f"value {value_text(tree, node)} ({KIND_WORDS[NodeKind(tree.kind[node])]})"
        faults = "".join(f"\n{mark.id}, {mark.title}: {mark.here}" for mark in self.marks[node])
        where = f"node {node}: {moves}; {side_to_move(tree, node)} to move"
        return f"{where}; {known}; window {detail_text(tree, node)}{faults}"

    def _board(self, node: int, box: Box) -> str:
        tree, view = self.tree, self.views[node]
        changed = find_changed_cells(self.views[tree.parent[node]], view) if node else ()
        won = tree.game.winning_cells(tree.state(node)) if tree.kind[node] == NodeKind.TERMINAL else ()
        left = (box.width - self.board.width) / 2
        return f'<g transform="translate({left:g} {PAD:g})">{self.board.draw(view, changed, won)}</g>'

    def _value(self, node: int, box: Box) -> str:
        """The row with the sign and the value, the window below, and the mark of a cut-off."""
        tree, middle = self.tree, box.width / 2
        y = PAD + self.board.height + VALUE_ROW - 4
        words, is_cut = value_text(tree, node), tree.is_cut(node)
        style = f"value {verdict_text(tree, node)}".rstrip()
        half = estimate_width(words, 12) / 2
        centre = middle if is_cut else middle + 6  # the sign at the left is balanced by the scissors or by a shift
        parts = [
            draw_sign(find_sign(tree, node), centre - half - 8, y - 4.3),
            f'<text class="{style}" x="{centre:g}" y="{y:g}">{escape(words)}</text>',
        ]
        if self.has_details:
            parts.append(f'<text class="window" x="{middle:g}" y="{y + WINDOW_ROW:g}">{detail_text(tree, node)}</text>')
        if is_cut:
            parts.append(draw_sign("cut", centre + half + 10, y - 4.3))
            parts.append(f'<path class="bar" d="M5 {box.height:g}H{box.width - 5:g}"/>')
        return "".join(parts)

    def _flag(self, node: int, box: Box) -> str:
        """The ids of the faults that act at the node."""
        marks = self.marks[node]
        if not marks:
            return ""
        width, top = _flag_width(marks), box.height - FLAG_ROW
        left = (box.width - width) / 2
        ids = escape(_flag_text(marks))
        return (
            f'<rect class="fault" x="{left:g}" y="{top:g}" width="{width:g}" height="{FLAG_ROW - 3:g}" rx="3"/>'
            f'<text class="fault-id" x="{box.width / 2:g}" y="{top + 9.5:g}">{ids}</text>'
        )


def _flag_text(marks: tuple[FaultMark, ...]) -> str:
    return " ".join(mark.id for mark in marks)


def _flag_width(marks: tuple[FaultMark, ...]) -> float:
    return estimate_width(_flag_text(marks), 9.5) + 8


def _curve(above: Box, below: Box) -> str:
    """From the bottom of one box to the top of another, upright at both ends."""
    bend = (below.top - above.bottom) * 0.6
    start, end = f"{above.middle:g} {above.bottom:g}", f"{below.middle:g} {below.top:g}"
    return f"M{start}C{above.middle:g} {above.bottom + bend:g} {below.middle:g} {below.top - bend:g} {end}"


def _trunk(above: Box, below: Box) -> str:
    """From the bottom of a box down along the left of those stacked below it, and into the side of one."""
    trunk, middle = below.left - TRUNK / 2, below.top + below.height / 2
    down = f"M{above.middle:g} {above.bottom:g}C{above.middle:g} {above.bottom + 22:g} {trunk:g} {above.bottom + 14:g}"
    return f"{down} {trunk:g} {above.bottom + 40:g}V{middle - 5:g}q0 5 5 5H{below.left:g}"


TREE_FORMATS.register(
    text_format(
        ".svg",
        "a drawing with boards, values, windows and the moves that were cut",
        "image/svg+xml",
        write_svg,
        max_download=2_000,
    )
)

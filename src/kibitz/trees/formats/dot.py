"""A tree as Graphviz text: `dot -Tpdf tree.dot -o tree.pdf` draws it.

A triangle up is a node where Max (the side to move at the root) moves, a triangle down one of Min; a box is a finished
game, an ellipse an estimate, a diamond a table hit. Cut-offs are red with the moves they saved dashed below; the
principal line is bold. Where a fault of a published program acts, the node is filled and has the fault's id; its
tooltip says what happens there.
"""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.searching import NodeKind
from kibitz.trees.fault_marks import FaultMark, FaultMarks
from kibitz.trees.labels import edge_text, game_name, has_windows, side_to_move, summarize_tree, value_text, window_text
from kibitz.trees.search_tree import SearchTree
from kibitz.trees.tree_format import TREE_FORMATS, text_format

_SHAPES = {
    NodeKind.TERMINAL: "box",
    NodeKind.HORIZON: "ellipse",
    NodeKind.TABLE: "diamond",
    NodeKind.STOPPED: "octagon",
}


def write_dot(tree: SearchTree) -> str:
    return "\n".join(_lines(tree)) + "\n"


def _lines(tree: SearchTree) -> Iterator[str]:
    on_line, shows_windows, marks = set(tree.line()), has_windows(tree), FaultMarks(tree)
    title = f"{game_name(tree.game)} · {tree.searcher}\n{summarize_tree(tree)}"
    yield "digraph search {"
    yield f"  graph [ordering=out, labelloc=t, label={_quoted(title)}];"
    yield '  node [fontname="monospace", fontsize=10];'
    yield '  edge [fontname="monospace", fontsize=10, arrowhead=none];'
    for node in range(len(tree)):
        style = _node_style(tree, node, marks.at(node), is_on_line=node in on_line, shows_window=shows_windows)
        yield f"  n{node} [{style}];"
        if node:
            label = edge_text(tree, node)
            bold = ", penwidth=3" if node in on_line else ""
            yield f"  n{tree.parent[node]} -> n{node} [label={_quoted(label)}{bold}];"
    for node in range(len(tree)):
        for move in tree.ghosts(node):
            name = _quoted(tree.game.move_name(move))
            yield f"  g{node}_{move} [shape=plaintext, fontcolor=gray, label={name}];"
            yield f"  n{node} -> g{node}_{move} [style=dashed, color=gray];"
    yield "}"


def _node_style(
    tree: SearchTree, node: int, marks: tuple[FaultMark, ...], *, is_on_line: bool, shows_window: bool
) -> str:
    kind = NodeKind(tree.kind[node])
    shape = _SHAPES.get(kind) or ("triangle" if tree.is_max(node) else "invtriangle")
    lines = [*tree.game.view(tree.state(node)).rows, value_text(tree, node)]
    if shows_window:
        lines.append(window_text(tree, node))
    lines += [mark.id for mark in marks]
    tooltip = " ".join([side_to_move(tree, node), *(f"{mark.id}: {mark.here}" for mark in marks)])
    style = [f"shape={shape}", f"label={_quoted(chr(10).join(lines))}", f"tooltip={_quoted(tooltip)}"]
    if marks:
        style += ["style=filled", 'fillcolor="#ffedd5"']
    if is_on_line:
        style.append("penwidth=3")
    if tree.is_cut(node):
        style.append("color=red")
    return ", ".join(style)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


TREE_FORMATS.register(text_format(".dot", "for Graphviz", "text/vnd.graphviz", write_dot, max_download=200_000))

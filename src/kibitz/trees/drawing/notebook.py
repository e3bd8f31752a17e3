"""A tree as a notebook displays it: the drawing of a small one, the top of a large one, and a line about the whole."""

from __future__ import annotations

from html import escape

from kibitz.trees.drawing.truncated_tree import truncate
from kibitz.trees.formats.svg import write_svg
from kibitz.trees.labels import summarize_tree
from kibitz.trees.search_tree import SearchTree

MAX_DRAWN = 120  # nodes; of a larger tree the first plies are shown
PLIES = 60


def draw_for_notebook(tree: SearchTree) -> str:
    if not len(tree):
        return f"<p>A tree of {escape(tree.searcher)} without nodes.</p>"
    shown = tree.last_pass()
    said = f"{tree.searcher}: {summarize_tree(shown)}"
    if len(shown) > MAX_DRAWN:
        top = truncate(shown, 0, plies=PLIES, most=MAX_DRAWN)
        said += f". The first {len(top):,} nodes from the root are drawn."
        shown = top
    return f"<figure><figcaption>{escape(said)}</figcaption>{write_svg(shown)}</figure>"

"""A tree as a notebook displays it: the drawing of a small one, the top of a large one, and a line about the whole."""

from __future__ import annotations

from html import escape

from kibitz.explore.crop import crop
from kibitz.explore.formats.svg import write_svg
from kibitz.explore.tree import SearchTree
from kibitz.explore.words import summary

__all__ = ["MOST_DRAWN", "html_of"]

MOST_DRAWN = 120  # nodes; of a larger tree the first plies are shown
PLIES = 60


def html_of(tree: SearchTree) -> str:
    if not len(tree):
        return f"<p>A tree of {escape(tree.searcher)} without nodes.</p>"
    shown = tree.last_pass()
    said = f"{tree.searcher}: {summary(shown)}"
    if len(shown) > MOST_DRAWN:
        top = crop(shown, 0, plies=PLIES, most=MOST_DRAWN)
        said += f". The first {len(top):,} nodes from the root are drawn."
        shown = top
    return f"<figure><figcaption>{escape(said)}</figcaption>{write_svg(shown)}</figure>"

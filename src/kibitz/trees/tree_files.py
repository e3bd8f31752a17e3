"""Trees to text and back, by file extension.

A format is one file in `formats/` that makes a `Format` and hands it to `register`. Every format is given a tree of
one pass: of a search that went over its tree several times, `write_tree` takes the last pass that was finished.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kibitz.core.errors import BadFile, Unsuited
from kibitz.core.game import Move
from kibitz.core.registry import import_folder
from kibitz.play.records import parse_state, state_text
from kibitz.trees.search_tree import NO_NODE, SearchTree

__all__ = [
    "FORMATS",
    "Format",
    "add_checked",
    "formats",
    "note_checked",
    "parse_state",
    "read_tree",
    "register",
    "state_text",
    "write_tree",
]


@dataclass(frozen=True)
class Format:
    """How a tree is written, and read where nothing is lost in writing."""

    suffix: str  # with the dot
    about: str
    write: Callable[[SearchTree], str]
    read: Callable[[str], SearchTree] | None = None


FORMATS: dict[str, Format] = {}
NOTES = ("visits", "mean", "proof", "disproof")


def register(made: Format) -> Format:
    FORMATS[made.suffix] = made
    return made


def write_tree(tree: SearchTree, suffix: str) -> str:
    """The tree as the text of a file with that extension (.txt, .svg, .dot, .json)."""
    write = _format(suffix).write
    if not len(tree):
        raise Unsuited("This search left no tree, so there is nothing to write; record it with a watcher.")
    return write(tree.last_pass())


def read_tree(text: str, suffix: str) -> SearchTree:
    """The tree in the text of a file with that extension (.txt or .json)."""
    read = _format(suffix).read
    if read is None:
        readable = " ".join(name for name, known in sorted(FORMATS.items()) if known.read)
        raise BadFile(f"A {suffix} file is a drawing and cannot be read back as a tree; these can: {readable}.")
    return read(text)


def formats() -> dict[str, Format]:
    """Every format by its suffix."""
    import_folder("kibitz.trees.formats")
    return FORMATS


def _format(suffix: str) -> Format:
    found = formats().get(suffix.lower())
    if found is None:
        raise BadFile(f"There is no tree format '{suffix}'; the file name must end in {' '.join(sorted(FORMATS))}.")
    return found


# What the formats that can be read have in common.


def add_checked(tree: SearchTree, parent: int, move: Move, depth: int, alpha: int, beta: int) -> int:
    """`tree.add` for what comes from a file: raises ValueError, with a clause that says why, if it cannot be."""
    if parent == NO_NODE and len(tree):
        raise ValueError("there is a second root")
    if parent != NO_NODE and move not in tree.game.moves(tree.state(parent)):
        raise ValueError(f"the move {tree.game.move_name(move)} is not legal there")
    try:
        return tree.add(parent, move, depth, alpha, beta)
    except OverflowError:
        raise ValueError("a number is too large") from None


def note_checked(tree: SearchTree, node: int, name: str, number: int) -> None:
    """`tree.note` for what comes from a file, as `add_checked`."""
    if name not in NOTES:
        raise ValueError(f"a note '{name}' is unknown")
    try:
        tree.note(node, name, number)
    except OverflowError:
        raise ValueError("a number is too large") from None

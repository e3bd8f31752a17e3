"""What a file format of search trees is, and which formats there are.

A format is one file in `formats/` that makes a `TreeFormat` and registers it with `TREE_FORMATS`. It is given a whole
recording: some formats need no more than one pass of its tree, others all passes, or the game that led to the root.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from kibitz.core.file_formats import FormatRegistry
from kibitz.core.game import Move
from kibitz.core.searching import NodeKind
from kibitz.trees.recording import Recording
from kibitz.trees.search_tree import NO_NODE, SearchTree

NOTES = ("visits", "mean", "proof", "disproof", "low", "high")


@dataclass(frozen=True)
class TreeFormat:
    """How a recording is written to a file, and a tree read from one where nothing is lost in writing.

    `all_passes`: whether every pass of the search is written; otherwise the last complete one is. `signature`: the
    bytes that every file of this format begins with, if it has any. `max_download`: the largest tree, in nodes, that a
    server offers in this format; None if it does not offer it.
    """

    suffix: str  # with the dot
    about: str
    media_type: str
    write: Callable[[Recording], bytes]
    read: Callable[[bytes], SearchTree] | None = None
    all_passes: bool = False
    signature: bytes = b""
    max_download: int | None = None

    @property
    def is_readable(self) -> bool:
        return self.read is not None

    def count_nodes(self, recording: Recording) -> int:
        """How many nodes a file of the recording would have."""
        return len(recording.tree) if self.all_passes else recording.tree.size[recording.root]


TREE_FORMATS: FormatRegistry[TreeFormat] = FormatRegistry("tree format", "kibitz.trees.formats")


def text_format(
    suffix: str,
    about: str,
    media_type: str,
    write: Callable[[SearchTree], str],
    read: Callable[[str], SearchTree] | None = None,
    *,
    max_download: int,
) -> TreeFormat:
    """A format that is UTF-8 text and holds a tree of one pass."""

    def write_bytes(recording: Recording) -> bytes:
        return write(recording.tree.subtree(recording.root)).encode()

    read_bytes = None if read is None else lambda data: read(data.decode())
    return TreeFormat(suffix, about, media_type, write_bytes, read_bytes, max_download=max_download)


# What the formats that can be read have in common.


def add_checked(tree: SearchTree, parent: int, move: Move, depth: int, alpha: int, beta: int) -> int:
    """`tree.add` for what comes from a file: raises ValueError, with a clause that says why, if it cannot be."""
    if parent == NO_NODE and len(tree):
        raise ValueError("there is a second root")
    if parent != NO_NODE and move not in tree.game.moves(tree.state(parent)):
        raise ValueError(f"the move {tree.game.move_name(move)} is not legal there")
    with _refuse_large_numbers():
        return tree.add(parent, move, depth, alpha, beta)


def close_checked(tree: SearchTree, node: int, value: int, kind: NodeKind) -> None:
    """`tree.close` for what comes from a file, as `add_checked`."""
    with _refuse_large_numbers():
        tree.close(node, value, kind)


def note_checked(tree: SearchTree, node: int, name: str, number: int) -> None:
    """`tree.note` for what comes from a file, as `add_checked`."""
    if name not in NOTES:
        raise ValueError(f"a note '{name}' is unknown")
    with _refuse_large_numbers():
        tree.note(node, name, number)


@contextmanager
def _refuse_large_numbers() -> Iterator[None]:
    try:
        yield
    except OverflowError:
        raise ValueError("a number is too large") from None

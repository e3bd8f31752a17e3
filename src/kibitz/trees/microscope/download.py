"""A recorded tree, or a part of it, as a file to take away."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.errors import BadOption, Unsuited
from kibitz.trees.find_nodes import check_node
from kibitz.trees.formats.kbz import write_recording
from kibitz.trees.microscope.recordings import Recorded
from kibitz.trees.tree_files import write_tree

__all__ = ["EXPORTS", "Exported", "export"]

EXPORTS = {  # media type, and nodes at most
    "svg": ("image/svg+xml", 2_000),
    "dot": ("text/vnd.graphviz", 200_000),
    "json": ("application/json", 200_000),
    "txt": ("text/plain; charset=utf-8", 200_000),
    "kbz": ("application/octet-stream", 20_000_000),
}


@dataclass(frozen=True)
class Exported:
    name: str
    media_type: str
    data: bytes


def export(recorded: Recorded, form: str, node: int | None = None) -> Exported:
    """A node with all below it; without one the last whole pass, or all passes in a recording."""
    if form not in EXPORTS:
        raise BadOption(f"There is no form '{form}' to export a tree in; take one of: {' '.join(EXPORTS)}.")
    media_type, most = EXPORTS[form]
    tree = recorded.tree
    if node is not None:
        tree = tree.subtree(check_node(tree, node))
    elif form != "kbz":
        tree = tree.subtree(recorded.root)
    if len(tree) > most:
        raise Unsuited(
            f"{len(tree):,} nodes are more than a .{form} file can show well (at most {most:,}); "
            "export a smaller part, or take kbz."
        )
    data = write_recording(tree) if form == "kbz" else write_tree(tree, f".{form}").encode()
    return Exported(f"tree-{recorded.name}{'' if node is None else f'-{node}'}.{form}", media_type, data)

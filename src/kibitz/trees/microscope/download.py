"""A recorded tree, or a part of it, as a file to download."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.errors import BadOption, Unsuited
from kibitz.trees.find_nodes import check_node
from kibitz.trees.recording import Recording
from kibitz.trees.tree_format import TREE_FORMATS, TreeFormat


@dataclass(frozen=True)
class Download:
    name: str
    media_type: str
    data: bytes


def list_download_formats() -> tuple[str, ...]:
    """The formats that are offered: their extensions without the dot."""
    return tuple(suffix.removeprefix(".") for suffix in TREE_FORMATS.suffixes(_is_offered))


def make_download(recording: Recording, form: str, node: int | None = None) -> Download:
    """A node with all below it; without a node the last complete pass, or all passes where the format holds them."""
    if form not in list_download_formats():
        raise BadOption(f"A tree cannot be exported as '{form}'; take one of: {' '.join(list_download_formats())}.")
    made = TREE_FORMATS.find(f".{form}")
    part = recording if node is None else Recording(recording.tree.subtree(check_node(recording.tree, node)))
    nodes, most = made.count_nodes(part), made.max_download
    if most is not None and nodes > most:
        raise Unsuited(
            f"{nodes:,} nodes are more than a .{form} file can show well (at most {most:,}); "
            "export a smaller part, or take kbz."
        )
    return Download(
        f"tree-{recording.name}{'' if node is None else f'-{node}'}.{form}", made.media_type, made.write(part)
    )


def _is_offered(made: TreeFormat) -> bool:
    return made.max_download is not None

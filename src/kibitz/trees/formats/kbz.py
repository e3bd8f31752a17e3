"""A tree as one compact file that loads at once, `.kbz`: for searches too large to read as text.

    8 bytes    magic: \\x89KBZ\\r\\n\\x1a\\n, which a transfer as text would damage
    2 × 4      the lengths of the head and of the body, little-endian
    4          CRC-32 of the head and the body together
    head       JSON: version, game, position, searcher, missed, nodes, roots, columns (name, type, length of its block),
               and for a search that does not go depth first order (name, numbers, length of its block)
    body       the columns one after the other, each deflated by itself; then those of the order

A column is stored byte by byte of its numbers: first the lowest byte of every node, then the next, which leaves long
runs of the same byte to deflate. The parent is stored as its distance, which is 1 for every first child. Nothing is
done node by node on the way back, so that a million nodes load in a fraction of a second.
Sizes of subtrees are stored too, as they take longer to count than to read.
"""

from __future__ import annotations

import json
import struct
import sys
import zlib
from array import array
from itertools import accumulate
from operator import sub
from typing import Any

from kibitz.core.errors import BadFile, InputError
from kibitz.core.game import GAMES, State
from kibitz.core.searching import NodeKind
from kibitz.play.records import parse_state, state_text
from kibitz.search.common.free_memory import free_memory
from kibitz.trees.fault_marks import tree_game
from kibitz.trees.search_tree import COLUMNS, NO_MOVE, SearchTree
from kibitz.trees.tree_format import TREE_FORMATS, TreeFormat

MAGIC = b"\x89KBZ\r\n\x1a\n"
VERSION = 1
MAX_NODES = 20_000_000  # that a file may claim to have
LENGTHS = struct.Struct("<III")
LEVEL = 6  # of deflate; 9 takes three times as long for 2 % less
NOTE = "q"
ORDERS = (  # the columns of the two kinds of order; those of a group are of one length
    (("end", "result"), ("proved_node", "proved_at", "low", "high")),
    (("node", "ply", "goal", "phi", "delta", "low", "high"),),
)
COPIES = 3  # of a column, while it is read


def write_kbz(tree: SearchTree) -> bytes:
    """All passes of a tree."""
    from kibitz.kernels.tree_columns import split_planes  # which loads NumPy

    columns: dict[str, array[int]] = {name: getattr(tree, name) for name in COLUMNS}
    columns["parent"] = array("i", map(sub, range(len(tree)), tree.parent))
    columns["size"] = tree.size
    columns |= {f"note {name}": column for name, column in tree.notes.items()}
    blocks = {name: zlib.compress(split_planes(_little_endian(column)), LEVEL) for name, column in columns.items()}
    events = {name: zlib.compress(split_planes(_little_endian(column)), LEVEL) for name, column in tree.order.items()}
    head = {
        "version": VERSION,
        "game": tree.game.spec(),
        "position": state_text(tree.game, tree.root_state),
        "searcher": tree.searcher,
        "missed": tree.missed,
        "nodes": len(tree),
        "roots": tree.roots,
        "columns": [[name, columns[name].typecode, len(block)] for name, block in blocks.items()],
    }
    if events:
        head["order"] = [[name, len(tree.order[name]), len(block)] for name, block in events.items()]
    text, body = json.dumps(head).encode(), b"".join((*blocks.values(), *events.values()))
    return MAGIC + LENGTHS.pack(len(text), len(body), zlib.crc32(body, zlib.crc32(text))) + text + body


def read_kbz(data: bytes) -> SearchTree:
    """The tree of a recording; a file that is cut short, damaged or of another kind is refused."""
    start = len(MAGIC) + LENGTHS.size
    if not data.startswith(MAGIC):
        raise BadFile(
            "This is not a recording of Kibitz: it does not begin as a .kbz file does; record the search with --record."
        )
    if len(data) < start:
        raise BadFile(
            f"The recording is cut short: it has {len(data)} bytes which is too short for a head; record it again."
        )
    head_length, body_length, checksum = LENGTHS.unpack_from(data, len(MAGIC))
    end = start + head_length + body_length
    if len(data) < end:
        raise BadFile(
            f"The recording is cut short: {end - len(data):,} of its {end:,} bytes are missing; get the file again."
        )
    if len(data) > end:
        raise BadFile(f"The recording is damaged: {len(data) - end:,} bytes follow its end; get the file again.")
    if zlib.crc32(data[start:]) != checksum:
        raise BadFile("The recording is damaged: its checksum is wrong; get or record it again.")
    try:
        head = json.loads(data[start : start + head_length])
        version = head["version"]
    except (ValueError, TypeError, KeyError):
        raise BadFile("The recording is damaged: its head cannot be read; record it again.") from None
    if version != VERSION:
        raise BadFile(f"This recording is of version {version}; this Kibitz reads version {VERSION}.")
    try:
        return _tree(head, memoryview(data)[start + head_length :])
    except InputError as error:
        raise BadFile(f"The recording cannot be used: {error}") from None
    except (ValueError, TypeError, KeyError, IndexError, OverflowError, zlib.error) as error:
        raise BadFile(f"The recording contradicts itself ({error}); record it again.") from None


def _tree(head: dict[str, Any], body: memoryview) -> SearchTree:
    from kibitz.kernels.tree_columns import parents_from

    game = tree_game(GAMES.parse(head["game"]), str(head["searcher"]))
    root: State = parse_state(game, head["position"])
    tree = SearchTree(game, root, str(head["searcher"]))
    tree.missed, tree.roots, nodes = int(head["missed"]), [int(root) for root in head["roots"]], int(head["nodes"])
    if not 0 < nodes <= MAX_NODES:
        raise ValueError(f"{nodes:,} nodes are none or too many")
    needed = nodes * COPIES * sum(array(code).itemsize for _, code, _ in head["columns"])
    if needed > free_memory():
        raise BadFile(
            f"to open it takes {needed >> 20:,} MiB of memory, and {free_memory() >> 20:,} MiB are free here."
        )
    ends = list(accumulate(length for _, _, length in head["columns"]))
    for (name, code, length), end in zip(head["columns"], ends, strict=True):
        column = _column(bytes(body[end - length : end]), code, nodes)
        if name.startswith("note ") and code == NOTE:
            tree.notes[name.removeprefix("note ")] = column
        elif {**COLUMNS, "size": "i"}.get(name) == code:
            setattr(tree, name, column)
        else:
            raise ValueError(f"a column '{name}' of type '{code}' is unknown")
    tree.parent = parents_from(tree.parent)
    _check_shape(tree)
    _read_order(tree, head.get("order", []), body[ends[-1] :])
    return tree


def _read_order(tree: SearchTree, columns: list[tuple[str, int, int]], body: memoryview) -> None:
    """The events of a search that does not go depth first; each must be at a node of the tree."""
    start = 0
    for name, numbers, length in columns:
        if not 0 <= numbers <= MAX_NODES:
            raise ValueError(f"{numbers:,} events are too many")
        tree.order[str(name)] = _column(bytes(body[start : start + length]), NOTE, numbers)
        start += length
    kinds = [kind for kind in ORDERS if {name for group in kind for name in group} == tree.order.keys()]
    if tree.order and not kinds:
        raise ValueError("the columns of its order are unknown")
    for group in kinds[0] if kinds else ():
        if len({len(tree.order[name]) for name in group}) > 1:
            raise ValueError("the columns of its order differ in length")
    for name in {"end", "node", "proved_node"} & tree.order.keys():
        if any(not 0 <= node < len(tree) for node in tree.order[name]):
            raise ValueError("there are events at nodes that it does not have")


def _check_shape(tree: SearchTree) -> None:
    """Check the columns by themselves: a checksum does not tell whether the writer was right."""
    from kibitz.kernels.tree_columns import range_of

    if any(len(getattr(tree, name)) != len(tree) for name in (*COLUMNS, "size")):
        raise ValueError("a column is missing")
    least, most = {}, {}
    for name in (*COLUMNS, "size"):
        least[name], most[name] = range_of(getattr(tree, name))
    if not 0 <= least["kind"] <= most["kind"] < len(NodeKind):
        raise ValueError("there are nodes of an unknown kind")
    if least["move"] < NO_MOVE or most["move"] >= tree.game.num_moves:
        raise ValueError("there are moves the game does not have")


def _column(block: bytes, code: str, nodes: int) -> array[int]:
    from kibitz.kernels.tree_columns import join_planes  # which loads NumPy

    wanted = nodes * array(code).itemsize
    unpacking = zlib.decompressobj()
    planes = unpacking.decompress(block, wanted)
    if len(planes) != wanted or unpacking.decompress(unpacking.unconsumed_tail, 1) or not unpacking.eof:
        raise ValueError("a column has another length than the others")
    return _little_endian(join_planes(planes, code))


def _little_endian(column: array[int]) -> array[int]:
    """The numbers in the byte order of files, or back."""
    if sys.byteorder == "little":
        return column
    turned = column[:]
    turned.byteswap()
    return turned


TREE_FORMATS.register(
    TreeFormat(
        ".kbz",
        "all passes of a search, compact, to be opened again",
        "application/octet-stream",
        lambda recording: write_kbz(recording.tree),
        read_kbz,
        all_passes=True,
        signature=MAGIC,
        max_download=MAX_NODES,
    )
)

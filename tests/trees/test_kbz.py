"""Recordings: every search leaves its tree, both backends the same one, and the file gives it back or is refused."""

from __future__ import annotations

import struct
import zlib
from array import array
from collections.abc import Callable
from copy import deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.trees import read_tree, searched, write_tree
from kibitz.core.errors import BadFile
from kibitz.core.game import find_game
from kibitz.core.score import is_decided
from kibitz.core.searching import NodeKind, find_search
from kibitz.kernels.tree_columns import find_fault_in_shape
from kibitz.trees.drawing.notebook import draw_for_notebook
from kibitz.trees.formats.kbz import MAGIC, read_kbz, write_kbz
from kibitz.trees.recorder import describe_missing_nodes, record
from kibitz.trees.search_tree import BYTES_A_NODE, SearchTree
from kibitz.trees.tree_files import read_recording

GAME = "tic-tac-toe"
MOVES = "a1 b2 c3"
SEARCHES = [
    "minimax",
    "alphabeta",
    "alphabeta:fail=hard",
    "alphabeta:table=two-tier",
    "alphabeta:depth=3,deepen=true",
    "pvs",
    "mtd",
    "mcts:simulations=300",
    "proof",
]


@pytest.fixture(params=SEARCHES)
def tree(request: pytest.FixtureRequest) -> SearchTree:
    return searched(GAME, MOVES, request.param)[1]


# What is recorded.


@pytest.mark.parametrize("spec", [spec for spec in SEARCHES if "table" not in spec and "mtd" not in spec])
def test_reference_and_kernel_leave_the_same_tree(spec: str) -> None:
    game = find_game(GAME)
    state = searched(GAME, MOVES, "minimax")[1].root_state
    comma = "," if ":" in spec else ":"
    trees = [
        record(game, state, *find_search(f"{spec}{comma}backend={backend}"))[1] for backend in ("reference", "compiled")
    ]
    assert trees[0] == trees[1]


def test_monte_carlo_tree_has_the_visits_of_the_search() -> None:
    result, tree = searched(GAME, MOVES, "mcts:simulations=300,solver=false")
    visits = tree.notes["visits"]
    assert visits[0] == result.stats.terminals == 300
    assert {tree.move[child]: visits[child] for child in tree.children(0)} == {
        root.move: root.visits for root in result.roots
    }
    for node in range(len(tree)):
        if tree.kind[node] == NodeKind.INNER:  # its first visit played out a game from the node itself
            assert sum(visits[child] for child in tree.children(node)) == visits[node] - (node > 0)
        assert abs(tree.notes["mean"][node]) <= 1_000
    line = tree.line()
    assert tree.move[line[1]] == result.move


def test_proof_numbers_of_an_inner_node_follow_from_its_children() -> None:
    result, tree = searched(GAME, MOVES, "proof")
    proof, disproof = tree.notes["proof"], tree.notes["disproof"]
    assert tree.value[0] == result.score.value
    assert {proof[0], disproof[0]} == {0, 1 << 50}
    proven = [node for node in range(len(tree)) if tree.kind[node] == NodeKind.INNER and proof[node] == 0]
    assert proven
    for node in proven:
        assert min(disproof[child] for child in tree.children(node)) == 0


def test_values_of_exact_searches_agree_at_the_root() -> None:
    values = {spec: searched(GAME, MOVES, spec)[1] for spec in SEARCHES if "depth" not in spec and "mcts" not in spec}
    roots = {spec: tree.last_pass().value[0] for spec, tree in values.items()}
    assert len(set(roots.values())) == 1, roots


def test_recording_stops_at_its_limit_says_so_and_the_search_goes_on() -> None:
    result, tree = searched(GAME, "", "alphabeta", limit=500)
    assert len(tree) == 500
    assert len(tree) + tree.missed == result.stats.nodes == 18_297
    assert tree.memory == 500 * BYTES_A_NODE
    assert "stopped at 500 nodes" in describe_missing_nodes(tree)
    assert "17,797 more nodes" in describe_missing_nodes(tree)
    assert describe_missing_nodes(searched(GAME, MOVES, "alphabeta")[1]) == ""


def test_subtree_is_the_search_below_a_node(tree: SearchTree) -> None:
    node = tree.children(0)[-1]
    below = tree.subtree(node)
    assert len(below) == tree.size[node]
    assert below.root_state == tree.state(node)
    for at in range(len(below)):
        assert below.state(at) == tree.state(node + at)
        assert [child + node for child in below.children(at)] == list(tree.children(node + at))
        assert below.value[at] == tree.value[node + at]
        assert below.bound(at) == tree.bound(node + at)


# The file.


def test_recording_reads_back_the_same(tree: SearchTree) -> None:
    again = read_kbz(write_kbz(tree))
    assert again == tree
    assert again.roots == tree.roots
    assert again.size == tree.size
    assert again.ply == tree.ply
    assert [again.state(node) for node in range(0, len(again), 7)] == [
        tree.state(node) for node in range(0, len(tree), 7)
    ]


@pytest.mark.parametrize("suffix", [".txt", ".json"])
@pytest.mark.parametrize("spec", ["mcts:simulations=300", "proof"])
def test_numbers_of_a_search_s_own_read_back_from_text(spec: str, suffix: str) -> None:
    tree = searched(GAME, MOVES, spec)[1].last_pass()
    assert read_tree(write_tree(tree, suffix), suffix) == tree


def test_truncated_recordings_are_refused_wherever_they_end() -> None:
    data = write_kbz(searched(GAME, MOVES, "alphabeta")[1])
    for length in (0, 4, len(MAGIC), len(MAGIC) + 7, 40, len(data) // 2, len(data) - 1):
        with pytest.raises(BadFile, match=r"cut short|not a recording"):
            read_kbz(data[:length])
    with pytest.raises(BadFile, match="follow its end"):
        read_kbz(data + b"\0")


@settings(max_examples=60)
@given(st.data())
def test_a_damaged_byte_is_noticed(data: st.DataObject) -> None:
    whole = write_kbz(searched(GAME, MOVES, "alphabeta")[1])
    place = data.draw(st.integers(0, len(whole) - 1))
    flipped = data.draw(st.integers(1, 255))
    damaged = bytearray(whole)
    damaged[place] ^= flipped
    with pytest.raises(BadFile):
        read_kbz(bytes(damaged))


def test_foreign_files_are_refused() -> None:
    for data in (b"\x89PNG\r\n\x1a\n" + bytes(50), b"PK\x03\x04", b"Root\n", bytes(1_000)):
        with pytest.raises(BadFile, match="not a recording of Kibitz"):
            read_kbz(data)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (b'"version": 1', b'"version": 9', "of version 9"),
        (b"mnk:", b"xyz:", "There is no game called"),
        (b'"nodes": ', b'"nodes": 9', "contradicts itself"),
        (b'"roots": [0]', b'"roots": [1]', "passes do not follow"),
        (b'"alpha"', b'"omega"', "unknown"),
        (b'"missed": 0', b'"missed": {', "head cannot be read"),
    ],
)
def test_a_head_that_makes_no_sense_is_refused_even_with_a_good_checksum(
    old: bytes, new: bytes, complaint: str
) -> None:
    whole = write_kbz(searched(GAME, MOVES, "alphabeta")[1])
    start = len(MAGIC) + 12
    head_length, body_length, _ = struct.unpack_from("<III", whole, len(MAGIC))
    head, body = whole[start : start + head_length], whole[start + head_length :]
    assert old in head
    head = head.replace(old, new, 1)
    lengths = struct.pack("<III", len(head), body_length, zlib.crc32(head + body))
    with pytest.raises(BadFile, match=complaint):
        read_recording(MAGIC + lengths + head + body, "tree.kbz")


def set_own_ancestor(tree: SearchTree) -> None:
    tree.parent[3], tree.size[3] = 4, 2
    tree.parent[4], tree.size[4] = 3, 2


def count_too_many(tree: SearchTree) -> None:
    tree.size[1] += 1


def jump_plies(tree: SearchTree) -> None:
    tree.ply[2] += 1


def move_below_another(tree: SearchTree) -> None:
    """The last child of the root goes below the first, where the order has no place for it."""
    *_, last = tree.children(0)
    tree.parent[last] = 1
    for node in range(last, last + tree.size[last]):
        tree.ply[node] += 1


def make_second_root(tree: SearchTree) -> None:
    *_, last = tree.children(0)
    tree.parent[last] = -1


@pytest.mark.parametrize(
    ("harm", "complaint"),
    [
        (set_own_ancestor, "a node comes before its parent"),
        (count_too_many, "the subtree of a node|children that are not below it"),
        (jump_plies, "one ply below"),
        (move_below_another, "the subtree of a node|children that are not below it"),
        (make_second_root, "its roots are not where it says"),
    ],
)
def test_a_recording_that_is_no_tree_is_refused_before_anything_walks_it(
    harm: Callable[[SearchTree], None], complaint: str
) -> None:
    tree = deepcopy(searched(GAME, MOVES, "alphabeta")[1])
    assert len(tree.children(0)) > 1  # which counts the sizes, before the harm is done
    harm(tree)
    with pytest.raises(BadFile, match=complaint):
        read_recording(write_kbz(tree), "tree.kbz")


@given(st.data())
@settings(max_examples=150)
def test_only_what_a_walk_would_write_is_taken_for_a_tree(data: st.DataObject) -> None:
    """Against the plain definition: a walk that counts for itself gives the same columns."""
    count = data.draw(st.integers(1, 6))
    numbers = st.lists(st.integers(-1, count), min_size=count, max_size=count)
    parent, ply, size = (array("i", data.draw(numbers)) for _ in range(3))
    if data.draw(st.booleans()):
        parent = array("i", [-1, *(data.draw(st.integers(0, node - 1)) for node in range(1, count))])
        ply, size = array("i", count * [0]), array("i", count * [1])
        for node in range(1, count):
            ply[node] = ply[parent[node]] + 1
        for node in range(count - 1, 0, -1):
            size[parent[node]] += size[node]
    roots = [node for node in range(count) if parent[node] == -1]
    assert (find_fault_in_shape(roots, parent, ply, size) == "") == is_walk(parent, ply, size)


def is_walk(parent: array[int], ply: array[int], size: array[int]) -> bool:
    path: list[int] = []
    below = [1] * len(parent)
    for node, above in enumerate(parent):
        while path and path[-1] != above:
            path.pop()
        if above != (path[-1] if path else -1) or ply[node] != len(path):
            return False
        for one in path:
            below[one] += 1
        path.append(node)
    return below == list(size)


# In a notebook.


def test_a_notebook_draws_a_small_tree_whole_and_the_top_of_a_large_one() -> None:
    small = searched(GAME, "a1 b2 c3 a3 c1", "alphabeta")[1]
    assert draw_for_notebook(small).count('class="card"') == len(small)
    large = searched(GAME, "", "alphabeta")[1]
    drawn = draw_for_notebook(large)
    assert "18,297 nodes" in drawn
    assert 1 < drawn.count('class="card"') <= 120
    assert is_decided(small.value[0]) or small.value[0] == 0

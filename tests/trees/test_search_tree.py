"""Recorded trees: what they hold, what follows from it, and where a drawing puts their nodes."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz.trees.search_tree
from helpers.trees import searched
from kibitz.core.errors import BadPosition, Unsuited
from kibitz.core.game import State, find_game
from kibitz.core.score import INFINITY, Bound
from kibitz.core.searching import NodeKind, SearchResult, find_search, find_searcher, search_spec
from kibitz.trees.drawing.layout import LayoutSizes, TreeLayout, lay_out_tree
from kibitz.trees.recorder import Recorder, record
from kibitz.trees.search_tree import NO_MOVE, NO_NODE, NodeCounts, SearchTree

SIZES = LayoutSizes(
    node_width=10,
    node_height=8,
    ghost_width=3,
    ghost_height=2,
    sibling_gap=2,
    cousin_gap=4,
    level_gap=12,
    ghost_drop=5,
    stack_gap=3,
    trunk=2,
)

SEARCHES = [
    ("tic-tac-toe", "a1 b2 c3", "minimax"),
    ("tic-tac-toe", "a1 b2", "alphabeta"),
    ("tic-tac-toe", "a1 b2", "alphabeta:fail=hard,sooner=true"),
    ("connect-four:width=4,height=3,k=3", "", "pvs:depth=4"),
    ("othello:size=4", "", "alphabeta:depth=4,eval=discs"),
    ("othello:size=6", "", "alphabeta:depth=3,table=two-tier"),
    ("mnk:width=5,height=5,k=4", "", "alphabeta:depth=2"),
    ("take-away:chips=9", "", "alphabeta"),
]


@pytest.fixture(params=SEARCHES, ids=lambda search: " ".join(search))
def found(request: pytest.FixtureRequest) -> tuple[SearchResult, SearchTree]:
    return searched(*request.param)


def by_hand(parents: list[int]) -> SearchTree:
    """A tree of that shape, without anything never searched."""
    game = find_game("take-away:chips=100,take=9")
    tree = SearchTree(game, game.initial(), "by hand")
    for parent in parents:
        node = tree.add(parent, NO_MOVE if parent == NO_NODE else 0, 0, -INFINITY, INFINITY)
        tree.close(node, 0, NodeKind.HORIZON)
    return tree


# What is recorded.


def test_tree_has_the_published_counts() -> None:
    _, tree = searched("take-away:chips=12,take=3", "", "minimax")
    counts = tree.counts()
    assert (counts.nodes, counts.leaves) == (2_031, 927)  # reports, 6.2
    _, tree = searched("tic-tac-toe", "", "alphabeta")
    assert len(tree) == 18_297  # known values, 2


def test_tree_agrees_with_the_statistics(found: tuple[SearchResult, SearchTree]) -> None:
    result, tree = found
    kinds = list(tree.kind)
    assert tree.counts() == NodeCounts(
        result.stats.nodes, result.stats.boards_evaluated + result.stats.table_hits, sum(result.stats.cutoffs)
    )
    assert kinds.count(NodeKind.TERMINAL) == result.stats.terminals
    assert kinds.count(NodeKind.HORIZON) == result.stats.evaluations
    assert kinds.count(NodeKind.TABLE) == result.stats.table_hits


def test_line_is_the_answer_of_the_search(found: tuple[SearchResult, SearchTree]) -> None:
    result, tree = found
    assert tree.value[0] == result.score.value
    line = tree.moves_to(tree.line()[-1])
    assert line == result.line[: len(line)]
    assert line or not result.line


def test_states_are_those_the_search_saw() -> None:
    game = find_game("othello:size=4")
    seen: list[State] = []

    class Witness(Recorder):
        def enter(self, state: State, move: int, depth: int, alpha: int, beta: int) -> None:
            seen.append(state)
            super().enter(state, move, depth, alpha, beta)

    witness = Witness(game, game.initial(), "alphabeta:depth=5")
    searcher, limits = find_searcher("alphabeta:depth=5")
    searcher.search_reference(game, game.initial(), limits, watcher=witness)
    tree = witness.tree
    assert [tree.state(node) for node in reversed(range(len(tree)))] == list(reversed(seen))


def test_positions_do_not_depend_on_how_many_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    _, tree = searched("othello:size=4", "", "alphabeta:depth=4,eval=discs")
    whole = [tree.state(node) for node in range(len(tree))]
    monkeypatch.setattr(kibitz.trees.search_tree, "STATES_KEPT", 5)
    assert [tree.state(node) for node in reversed(range(len(tree)))] == list(reversed(whole))


def test_children_and_ghosts_are_the_legal_moves(found: tuple[SearchResult, SearchTree]) -> None:
    _, tree = found
    assert len(tree) > 1
    for node in range(len(tree)):
        searched_moves = {tree.move[child] for child in tree.children(node)}
        ghosts = set(tree.ghosts(node))
        assert not searched_moves & ghosts
        if tree.kind[node] == NodeKind.INNER:
            assert searched_moves | ghosts == set(tree.game.moves(tree.state(node)))
        else:
            assert not ghosts


def test_only_a_cut_leaves_moves_unsearched(found: tuple[SearchResult, SearchTree]) -> None:
    _, tree = found
    unsearched = [node for node in range(len(tree)) if tree.ghosts(node)]
    assert bool(unsearched) == ("minimax" not in tree.searcher)
    for node in unsearched:
        assert tree.is_cut(node)
        assert tree.bound(node) == Bound.LOWER


def test_minimax_value_of_a_node_is_the_best_of_its_children() -> None:
    _, tree = searched("tic-tac-toe", "a1 b2 c3 a3", "minimax")
    assert len(tree) > 100
    for node in range(len(tree)):
        below = [-tree.value[child] for child in tree.children(node)]
        assert not below or tree.value[node] == max(below)
        assert (tree.kind[node] == NodeKind.TERMINAL) == (tree.game.result(tree.state(node)) is not None)


def test_max_sees_windows_and_values_turned_at_min_nodes() -> None:
    _, tree = searched("othello:size=4", "", "alphabeta:depth=3,eval=discs")
    (cut, *_) = (node for node in range(len(tree)) if tree.ply[node] == 1 and tree.is_cut(node))
    assert tree.window_for_max(cut) == (3, INFINITY)
    assert tree.value_for_max(cut) == -tree.value[cut]
    assert tree.bound_for_max(cut) == Bound.UPPER


def test_events_enter_and_leave_every_node_once_parents_around_children() -> None:
    tree = by_hand([-1, 0, 1, 1, 0, 4, 0])
    entered = [node for node, enters in tree.events() if enters]
    left = [node for node, enters in tree.events() if not enters]
    assert entered == [0, 1, 2, 3, 4, 5, 6]
    assert left == [2, 3, 1, 5, 4, 6, 0]
    assert list(tree.events(4)) == [(4, True), (5, True), (5, False), (4, False)]


def test_counts_by_ply_add_up(found: tuple[SearchResult, SearchTree]) -> None:
    _, tree = found
    by_ply = tree.counts_by_ply()
    assert sum(at.nodes for at in by_ply) == len(tree)
    assert by_ply[0].nodes == 1
    assert by_ply[1].nodes == len(tree.children(0))


def test_pvs_research_is_seen_as_such() -> None:
    _, tree = searched("connect-four", "", "pvs:depth=3,eval=windows")
    again = [node for node in range(len(tree)) if tree.is_research(node)]
    assert again
    for node in again:
        siblings = [child for child in tree.children(tree.parent[node]) if tree.move[child] == tree.move[node]]
        first, second = siblings
        assert second == node
        assert tree.beta[first] - tree.alpha[first] == 1  # a test in a window of width one comes before


# Several passes.


def test_deepening_leaves_a_tree_for_each_depth() -> None:
    _, tree = searched("tic-tac-toe", "a1 b2", "alphabeta:depth=4,deepen=true")
    assert [tree.depth[root] for root in tree.roots] == [1, 2, 3, 4]
    assert tree.pass_of(tree.roots[2]) == tree.pass_of(tree.roots[3] - 1) == 2
    last, alone = tree.last_pass(), searched("tic-tac-toe", "a1 b2", "alphabeta:depth=4")[1]
    assert (last.parent, last.move, last.value, last.ply) == (alone.parent, alone.move, alone.value, alone.ply)


def test_last_pass_is_one_that_was_finished() -> None:
    result, tree = searched("connect-four", "", "alphabeta:nodes=500")
    assert result.stopped_by == "nodes"
    assert tree.kind[tree.roots[-1]] == NodeKind.STOPPED
    last = tree.last_pass()
    assert last.depth[0] == result.stats.depth
    assert NodeKind.STOPPED not in list(last.kind)


def test_stopped_first_pass_is_still_a_tree() -> None:
    _, tree = searched("connect-four", "", "alphabeta:depth=5,nodes=100,deepen=false")
    assert tree.last_pass() is tree
    assert tree.kind[0] == NodeKind.STOPPED
    assert tree.line() == (0,)
    assert tree.ghosts(0) == ()


def test_root_moves_asked_again_to_break_ties_hang_below_the_root() -> None:
    _, tree = searched("tic-tac-toe", "a1 b2", "alphabeta:depth=3,ties=random,seed=3")
    assert tree.roots == [0]
    assert any(tree.is_research(child) for child in tree.children(0))


# The limit of the recorder.


def test_recorder_stops_at_its_limit_and_says_so() -> None:
    whole_result, whole = searched("othello:size=4", "", "alphabeta:depth=6")
    result, part = searched("othello:size=4", "", "alphabeta:depth=6", limit=100)
    assert (result.move, result.score, result.line) == (whole_result.move, whole_result.score, whole_result.line)
    assert len(part) == 100
    assert part.missed == len(whole) - 100
    assert whole.missed == 0
    assert part.value == whole.value[:100]
    assert part.kind == whole.kind[:100]


def test_moves_searched_but_not_recorded_are_no_ghosts() -> None:
    _, whole = searched("othello:size=4", "", "alphabeta:depth=6")
    for limit in range(1, 60):
        _, part = searched("othello:size=4", "", "alphabeta:depth=6", limit=limit)
        assert len(part) == limit
        for node in range(len(part)):
            assert part.ghosts(node) in ((), whole.ghosts(node))


def test_last_pass_is_one_that_was_wholly_recorded() -> None:
    _, tree = searched("tic-tac-toe", "a1 b2", "alphabeta:depth=4,deepen=true", limit=100)
    last = tree.last_pass()
    assert last.missed == 0
    assert last.depth[0] < 4


# What cannot be recorded.


def test_finished_game_has_no_tree() -> None:
    with pytest.raises(BadPosition, match=r"over there \(X wins\)"):
        searched("tic-tac-toe", "a1 b1 a2 b2 a3", "minimax")


def test_searcher_that_shows_nothing_is_refused() -> None:
    with pytest.raises(Unsuited, match="strong does not show its tree"):
        record(find_game("tic-tac-toe"), find_game("tic-tac-toe").initial(), *find_search("strong"))


def test_a_spec_names_searcher_and_limits_at_once() -> None:
    for spec in ("minimax", "alphabeta:depth=3", "alphabeta:depth=3,nodes=10,eval=discs,sooner=true"):
        assert search_spec(*find_searcher(spec)) == spec


# Where the nodes go.


def assert_nothing_overlaps(layout: TreeLayout) -> None:
    assert layout.nodes
    boxes = [*layout.nodes, *(ghost.box for ghost in layout.ghosts)]
    for one, other in combinations(boxes, 2):
        is_beside = one.left + one.width <= other.left or other.left + other.width <= one.left
        assert is_beside or one.bottom <= other.top or other.bottom <= one.top, (one, other)
    for box in boxes:
        assert box.left >= -1e-9
        assert box.left + box.width <= layout.width + 1e-9
        assert box.top >= 0
        assert box.bottom <= layout.height + 1e-9


@pytest.mark.parametrize("stack", [False, True])
def test_no_two_boxes_overlap(stack: bool) -> None:
    for search in SEARCHES:
        _, tree = searched(*search, limit=400)
        assert_nothing_overlaps(lay_out_tree(tree, SIZES, stack=stack))


@given(st.lists(st.integers(0, 5), max_size=60), st.booleans())
def test_trees_of_any_shape_are_drawn_without_overlap_and_in_order(hops: list[int], stack: bool) -> None:
    parents = [NO_NODE]
    for hop in hops:  # hang the next node a few steps up from the one before: any depth-first order there is
        parent = len(parents) - 1
        while hop and parent:
            parent, hop = parents[parent], hop - 1
        parents.append(parent)
    tree = by_hand(parents)
    layout = lay_out_tree(tree, SIZES, stack=stack)
    assert_nothing_overlaps(layout)
    for node in range(len(tree)):
        children = [layout.nodes[child] for child in tree.children(node)]
        for one, other in pairwise(children):
            assert one.middle < other.middle or (one.middle == other.middle and one.top < other.top)
        if children:
            assert layout.nodes[node].middle == pytest.approx((children[0].middle + children[-1].middle) / 2)


def test_small_subtree_between_large_ones_stands_in_the_middle() -> None:
    tree = by_hand([-1, 0, 1, 1, 1, 0, 0, 6, 6, 6])  # three children below the first and the third, none in between
    layout = lay_out_tree(tree, SIZES)
    first, second, third = (layout.nodes[child].middle for child in tree.children(0))
    assert second == pytest.approx((first + third) / 2)


def test_equal_subtrees_are_drawn_alike() -> None:
    tree = by_hand([-1, 0, 1, 2, 2, 1, 0, 0, 7, 8, 8, 7])
    layout = lay_out_tree(tree, SIZES)
    left = [layout.nodes[node].left - layout.nodes[1].left for node in range(1, 6)]
    right = [layout.nodes[node].left - layout.nodes[7].left for node in range(7, 12)]
    assert left == pytest.approx(right)


def test_stacked_siblings_stand_below_each_other_on_the_last_ply_only() -> None:
    tree = by_hand([-1, 0, 1, 1, 1, 0, 5, 0])
    layout = lay_out_tree(tree, SIZES, stack=True)
    assert layout.stacked == {2, 3, 4}
    assert len({layout.nodes[node].left for node in (2, 3, 4)}) == 1
    assert len({layout.nodes[node].top for node in (1, 5, 7)}) == 1
    assert layout.width < lay_out_tree(tree, SIZES).width


def test_deep_trees_need_no_deep_recursion() -> None:
    tree = by_hand([NO_NODE, *range(3_000)])
    assert lay_out_tree(tree, SIZES).width == SIZES.node_width
    assert tree.counts().leaves == 1
    assert len(tree.moves_to(3_000)) == 3_000

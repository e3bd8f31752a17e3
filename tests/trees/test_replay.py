"""A recorded search lived again, looked at, compared and explained."""

from __future__ import annotations

from itertools import pairwise

import pytest

from helpers.trees import searched
from kibitz.core.errors import BadOption, Unsuited
from kibitz.core.pseudocode import EVENTS
from kibitz.core.score import INFINITY
from kibitz.core.searching import SEARCHERS, NodeKind
from kibitz.trees.drawing.icicle import MAX_SHOWN, NodeFlag, make_icicle
from kibitz.trees.explain_cutoff import explain_cutoff
from kibitz.trees.explain_value import explain_value
from kibitz.trees.find_nodes import find_by_moves, find_nodes
from kibitz.trees.replay import Replay
from kibitz.trees.search_tree import NO_NODE, SearchTree
from kibitz.trees.tree_comparison import align
from kibitz.trees.tree_statistics import count_statistics

OTHELLO = ("othello:size=4", "")
WINDOWED = [
    (*OTHELLO, "alphabeta:depth=5,eval=discs"),
    (*OTHELLO, "pvs:depth=5,eval=discs"),
    (*OTHELLO, "alphabeta:depth=4,deepen=true,eval=discs,table=two-tier"),
    (*OTHELLO, "mtd:depth=4,eval=discs"),
    ("tic-tac-toe", "a1 b2", "alphabeta:fail=hard"),
]


def steps_where(replay: Replay, start: int, direction: int, kind: str) -> list[int]:
    """Every step that seeking goes to, one after the other."""
    found = [start]
    while (step := replay.seek(found[-1], direction, kind)) is not None:
        found.append(step)
    return found[1:]


def replay_of(tree: SearchTree) -> Replay:
    return Replay(tree, SEARCHERS.find(tree.searcher.partition(":")[0]).pseudocode)


@pytest.fixture(params=WINDOWED, ids=lambda search: " ".join(search))
def tree(request: pytest.FixtureRequest) -> SearchTree:
    return searched(*request.param)[1]


# Steps.


def test_steps_are_the_events_of_the_search_in_order(tree: SearchTree) -> None:
    replay = replay_of(tree)
    events = [event for root in tree.roots for event in tree.events(root)]
    assert [replay.at(step) for step in range(replay.steps)] == events
    for step, (node, entering) in enumerate(events):
        assert step == (replay.entered(node) if entering else replay.left(node))
    with pytest.raises(BadOption, match=f"There is no step {replay.steps}"):
        replay.at(replay.steps)


def test_windows_of_the_replay_are_those_the_search_gave_to_its_children(tree: SearchTree) -> None:
    """Whatever the children found must raise alpha to just what the next child was given."""
    replay = replay_of(tree)
    checked = 0
    for node in range(len(tree)):
        if tree.parent[node] != NO_NODE:
            above = replay.describe(replay.entered(node)).path[-2]
            assert -tree.beta[node] == above.alpha
            assert -tree.alpha[node] in (above.beta, above.alpha + 1)
            checked += 1
    assert checked == len(tree) - len(tree.roots)


def test_after_the_last_child_a_node_has_found_its_value(tree: SearchTree) -> None:
    replay = replay_of(tree)
    assert len(tree)
    for node in range(len(tree)):
        moment = replay.describe(replay.left(node))
        standing = moment.path[-1]
        if tree.kind[node] == NodeKind.INNER and "hard" not in tree.searcher:
            assert standing.best == tree.value[node]
            assert (moment.event == "cut") == (standing.is_closed and bool(tree.ghosts(node)))


def test_every_event_points_at_a_line_of_the_pseudocode(tree: SearchTree) -> None:
    replay = replay_of(tree)
    ids = {line.id for line in replay.code.lines}
    seen = set()
    for step in range(replay.steps):
        moment = replay.describe(step)
        assert moment.line in ids - {""}
        assert moment.then in ids
        seen |= {moment.line, moment.then}
    assert {"visit", "cut", "improve", "leave"} <= seen


def test_pseudocode_uses_known_events_and_every_recordable_search_has_it() -> None:
    for name in ("minimax", "alphabeta", "pvs", "mtd", "mcts", "proof", "stored"):
        code = SEARCHERS.find(name).pseudocode
        assert code.title
        assert {line.id for line in code.lines} <= {"", *EVENTS}


@pytest.mark.parametrize("kind", ["cutoff", "closes", "research", "table", "leaf"])
def test_seeking_finds_every_such_step_in_either_direction(tree: SearchTree, kind: str) -> None:
    replay = replay_of(tree)
    forward, backward = steps_where(replay, 0, 1, kind), steps_where(replay, replay.steps - 1, -1, kind)
    assert forward[:-1] == backward[::-1] or forward == backward[::-1]
    if kind == "cutoff":
        nodes = [node for node in range(len(tree)) if tree.is_cut(node)]
        assert sorted(forward) == forward == sorted(replay.left(node) for node in nodes)
    if kind == "leaf":
        assert len(forward) == sum(
            tree.kind[node] in (NodeKind.TERMINAL, NodeKind.HORIZON) for node in range(len(tree))
        )


def test_seeking_a_move_a_depth_or_a_value() -> None:
    _, tree = searched(*WINDOWED[0])
    replay = replay_of(tree)
    by_move = replay.seek(0, 1, "move", "a1")
    assert by_move is not None
    assert tree.game.move_name(tree.move[replay.at(by_move)[0]]) == "a1"
    by_depth = replay.seek(0, 1, "depth", "5")
    assert by_depth is not None
    assert tree.ply[replay.at(by_depth)[0]] == 5
    by_value = replay.seek(0, 1, "value", "3")
    assert by_value is not None
    assert tree.value_for_max(replay.at(by_value)[0]) == 3
    assert replay.seek(0, 1, "value", "12345") is None
    for kind, what in (("depth", "deep"), ("sunset", "")):
        with pytest.raises(BadOption):
            replay.seek(0, 1, kind, what)


# Why.


def test_every_cut_has_a_refutation_that_meets_a_bound_somebody_holds(tree: SearchTree) -> None:
    replay = replay_of(tree)
    cut = [node for node in range(len(tree)) if tree.is_cut(node)]
    assert cut
    for node in cut:
        found = explain_cutoff(tree, node, replay)
        assert found.refutation in tree.children(node)
        assert found.holder is not None
        assert -tree.value[found.refutation] >= tree.beta[node]
        if found.holder.node is None:
            root = tree.roots[tree.pass_of(node)]
            assert abs(tree.beta[node]) in (abs(tree.alpha[root]), abs(tree.beta[root]))
        elif found.holder.child is None:
            assert tree.searcher.startswith("pvs")
            asker = replay.open_node(found.holder.node, before=node)
            assert tree.is_max(found.holder.node) == tree.is_max(node)
            assert asker.alpha + 1 == tree.beta[node]
        else:
            assert found.holder.child in tree.children(found.holder.node)
            assert found.holder.child < node
            assert tree.is_max(found.holder.node) != tree.is_max(node)
            assert found.holder.value <= tree.beta[node]
        assert found.sentence.endswith("."), found.sentence


def test_a_cut_is_explained_in_words() -> None:
    _, tree = searched(*WINDOWED[0])
    replay = replay_of(tree)
    assert explain_cutoff(tree, 9, replay).sentence == (
        "Cut-off at a3 after b1 a1 a2: Black has a4, at least +1 for Black; White already has +1 by playing c1 "
        "after b1 a1 a2, so White will not come here: 3 other moves need no search."
    )
    assert "at most −1 for White; White already has −1" in explain_cutoff(tree, 9, replay, for_max=False).sentence
    assert "There is no cut-off at the root" in explain_cutoff(tree, 0, replay).sentence


def test_a_value_is_followed_to_the_leaf_it_comes_from(tree: SearchTree) -> None:
    assert len(tree)
    for node in range(len(tree)):
        path = explain_value(tree, node).path
        assert path[0] == node
        if "hard" in tree.searcher:
            continue  # there a value may be the end of the window, which no leaf has
        for above, below in pairwise(path):
            assert tree.parent[below] == above
            assert tree.value[below] == -tree.value[above]
        assert tree.is_leaf(path[-1]) or tree.kind[path[-1]] != NodeKind.INNER


# Views, searching and comparing.


def test_icicle_shows_every_node_of_a_small_tree_once() -> None:
    _, tree = searched(*WINDOWED[0])
    shown = make_icicle(tree, 0, 0, len(tree), 4_000)
    assert sorted(shown.id) == list(range(len(tree)))
    assert shown.merged.x == []
    for node, ply, size, flags in zip(shown.id, shown.ply, shown.size, shown.flags, strict=True):
        assert (ply, size) == (tree.ply[node], tree.size[node])
        assert bool(flags & NodeFlag.CUT) == tree.is_cut(node)
        assert bool(flags & NodeFlag.RESEARCH) == tree.is_research(node)


def test_icicle_merges_what_is_narrow_and_loses_nothing() -> None:
    _, tree = searched("tic-tac-toe", "", "alphabeta")
    for x0, x1, width in ((0, len(tree), 500), (3_000, 9_000, 300), (0, len(tree), 20_000)):
        shown = make_icicle(tree, 0, x0, x1, width)
        assert len(shown.id) <= MAX_SHOWN + 1
        places = set(shown.id)
        for x, wide in zip(shown.merged.x, shown.merged.width, strict=True):
            assert not places & set(range(x, x + wide))
            places |= set(range(x, x + wide))
        assert places >= set(range(x0, x1))


def test_nodes_are_found_by_number_moves_and_value() -> None:
    _, tree = searched(*WINDOWED[0])
    assert list(find_nodes(tree, "#12")) == [12]
    assert [tree.moves_to(node) for node in find_nodes(tree, "b1 a1")] == [tree.moves_to(2)]
    assert find_by_moves(tree, tree.moves_to(17)) == [17]
    values = [tree.value_for_max(node) for node in range(len(tree))]
    assert list(find_nodes(tree, "=3")) == [node for node, value in enumerate(values) if value == 3]
    assert list(find_nodes(tree, ">=2")) == [node for node, value in enumerate(values) if value >= 2]
    assert list(find_nodes(tree, "<-1")) == [node for node, value in enumerate(values) if value < -1]
    for text in ("#x", "#99999", "z9", "maybe"):
        with pytest.raises(BadOption):
            list(find_nodes(tree, text))


def test_alphabeta_visits_a_part_of_minimax_and_first_differs_at_a_cut() -> None:
    _, minimax = searched(*OTHELLO, "minimax:depth=5,eval=discs")
    _, alphabeta = searched(*OTHELLO, "alphabeta:depth=5,eval=discs")
    aligned = align(minimax, alphabeta, 0, 0)
    assert aligned.both == len(alphabeta)
    assert aligned.matches_of_b.count(NO_NODE) == 0
    for node in range(len(minimax)):
        mate = aligned.matches_of_a[node]
        assert aligned.is_only_in_a(node) == (mate == NO_NODE)
        if mate != NO_NODE:
            assert minimax.moves_to(node) == alphabeta.moves_to(mate)
    assert sum(ply.a for ply in aligned.by_ply()) == len(minimax)
    assert sum(ply.b for ply in aligned.by_ply()) == len(alphabeta)
    first = aligned.first
    assert first is not None
    assert first.a is not None
    assert aligned.is_only_in_a(first.a)
    mate_above = aligned.matches_of_a[minimax.parent[first.a]]
    assert alphabeta.is_cut(mate_above)
    assert align(minimax, minimax, 0, 0).first is None
    assert aligned.swapped().both == aligned.both


def test_searches_of_different_positions_cannot_be_compared() -> None:
    with pytest.raises(Unsuited, match="not of the same position"):
        align(searched(*OTHELLO, "minimax:depth=2")[1], searched("tic-tac-toe", "", "alphabeta")[1], 0, 0)


# Statistics.


def test_cutoffs_by_move_are_those_the_search_counted(tree: SearchTree) -> None:
    root = tree.roots[-1]
    counted = count_statistics(tree, root)
    assert counted.cutoffs == sum(counted.cutoffs_by_index) == tree.counts(root).cutoffs
    assert counted.nodes == sum(ply.nodes for ply in counted.plies) == tree.size[root]


def test_statistics_agree_with_the_search() -> None:
    result, tree = searched("othello:size=6", "", "alphabeta:depth=5,eval=discs")
    assert count_statistics(tree).cutoffs_by_index == result.stats.cutoffs
    result, tree = searched("othello:size=6", "", "pvs:depth=4,eval=discs")
    counted = count_statistics(tree)
    assert counted.cutoffs_by_index == result.stats.cutoffs
    assert counted.research == sum(tree.is_research(node) for node in range(len(tree)))


def test_minimal_tree_of_a_uniform_game_is_knuth_and_moore_s() -> None:
    # Take-Away with heaps that never run out has 3 moves everywhere: 3^⌈d/2⌉ + 3^⌊d/2⌋ - 1 leaves.
    _, tree = searched("take-away:chips=40,take=3", "", "alphabeta:depth=6")
    plies = count_statistics(tree).plies
    assert [ply.minimal for ply in plies] == [3 ** -(-d // 2) + 3 ** (d // 2) - 1 for d in range(7)]
    assert all(ply.nodes >= ply.minimal for ply in plies)


def test_minimax_saves_nothing() -> None:
    counted = count_statistics(searched(*OTHELLO, "minimax:depth=4")[1])
    assert counted.saved == counted.cutoffs == 0
    assert counted.first_move_cuts is None
    assert INFINITY > counted.minimal > 0

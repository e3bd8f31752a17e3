"""The stored tree: built, counted, weighed, and searched in all the ways of the reports."""

from __future__ import annotations

import pytest

from helpers import naive
from kibitz.core.errors import Unsuited
from kibitz.core.evaluation import find_evaluator
from kibitz.core.game import find_game
from kibitz.core.limits import Limits
from kibitz.core.passes import Stopped
from kibitz.core.score import WIN
from kibitz.core.searching import find_searcher
from kibitz.search.game_tree import GameTree, States, count_nodes
from kibitz.search.stored_tree import forecast_nodes

BOARDS = ["tic-tac-toe", "connect-four:width=4,height=2,k=2", "connect-four", "othello:size=4", "take-away"]


@pytest.mark.parametrize("spec", BOARDS)
@pytest.mark.parametrize("depth", [0, 1, 3])
def test_a_tree_has_as_many_nodes_and_leaves_as_naive_counting(spec: str, depth: int) -> None:
    game = find_game(spec)
    tree = GameTree.build(game, depth=depth)
    assert (tree.nodes, tree.leaves) == naive.count_tree(game, game.initial(), depth)
    assert count_nodes(game, game.initial(), depth) == tree.nodes
    assert tree.height <= depth
    assert sum(1 for _ in tree.walk()) == tree.nodes


def test_a_board_of_4x1_has_the_tree_of_s0s_first_figure() -> None:
    """4 columns of one cell: 1 + 4 + 12 + 24 + 24 nodes when nobody can win."""
    tree = GameTree.build(find_game("connect-four:width=4,height=1,k=4"))
    by_ply = [0] * 5
    for ply, _ in tree.walk():
        by_ply[ply] += 1
    assert by_ply == [1, 4, 12, 24, 24]


@pytest.mark.parametrize("spec", BOARDS)
def test_every_way_to_search_a_stored_tree_gives_the_minimax_value(spec: str) -> None:
    game = find_game(spec)
    for seed in range(10):
        state = naive.random_position(game, seed)
        truth = naive.minimax(game, state, 3, find_evaluator("", game))
        tree = GameTree.build(game, state, 3)
        assert tree.minimax() == tree.minimax_to(3) == tree.alphabeta() == truth
        assert GameTree.build_pruned(game, state, 3).root.value == truth


def test_counting_the_depth_allows_a_look_less_far_than_the_tree_goes() -> None:
    game = find_game("connect-four")
    tree = GameTree.build(game, depth=4)
    for depth in range(5):
        assert tree.minimax_to(depth) == naive.minimax(game, game.initial(), depth, find_evaluator("", game))


def test_pruning_after_saves_looking_and_pruning_during_saves_building() -> None:
    """Only pruning while the tree is generated saves what matters."""
    game = find_game("connect-four")
    none, after, during = (
        find_searcher(f"stored:prune={when}")[0].search_reference(game, game.initial(), Limits(depth=4)).stats
        for when in ("none", "after", "during")
    )
    assert (none.nodes, after.nodes) == (2_801, 2_801)
    assert none.memory == after.memory > 3 * during.memory
    assert none.evaluations > 3 * after.evaluations
    assert after.evaluations == during.evaluations
    assert during.nodes < none.nodes / 3
    plain = find_searcher("alphabeta")[0].search_reference(game, game.initial(), Limits(depth=4)).stats
    assert (plain.nodes, plain.cutoffs) == (during.nodes, during.cutoffs)


@pytest.mark.slow
def test_the_whole_tree_of_tic_tac_toe_can_be_stored() -> None:
    """549,946 nodes, for which a program in C# took 80 MB."""
    tree = GameTree.build(find_game("tic-tac-toe"))
    assert (tree.nodes, tree.minimax(), tree.terminals) == (549_946, 0, 255_168)
    assert tree.memory() < 40 * tree.nodes


def test_the_line_follows_the_values() -> None:
    tree = GameTree.build(find_game("take-away:chips=5,take=3"))
    assert tree.line() == ()
    assert tree.minimax() == WIN
    game, state = tree.game, tree.root.state
    for move in tree.line():
        state = game.play(state, move)
    assert game.outcome(state) == 1


def test_a_tree_too_large_for_memory_is_given_up_with_a_legal_move() -> None:
    game = find_game("connect-four")
    with pytest.raises(Stopped, match="memory"):
        GameTree.build(game, max_nodes=500)
    answer = find_searcher("stored:max_nodes=500")[0].search_reference(game, game.initial())
    assert (answer.stopped_by, answer.stats.nodes) == ("memory", 500)
    assert answer.move in game.moves(game.initial())


def test_a_tree_that_will_not_fit_is_refused_before_it_is_built() -> None:
    game = find_game("connect-four")
    with pytest.raises(Unsuited, match=r"would have about .* nodes, and the .* GiB of memory .* take a smaller depth"):
        find_searcher("stored")[0].search_reference(game, game.initial())


@pytest.mark.parametrize(
    ("spec", "depth", "nodes"),
    [("connect-four", 5, 19_608), ("tic-tac-toe", 9, 549_946), ("take-away:chips=20", 20, 266_079)],
)
def test_the_forecast_is_near_the_number_of_nodes(spec: str, depth: int, nodes: int) -> None:
    game = find_game(spec)
    assert 0.5 < forecast_nodes(game, game.initial(), depth) / nodes < 2
    pruned = GameTree.build_pruned(game, depth=min(depth, 5)).nodes
    assert forecast_nodes(game, game.initial(), min(depth, 5), prunes=True) <= pruned


def test_states_that_do_not_fit_into_words_are_kept_as_they_are() -> None:
    column, states = States(), [(1, 2), (3, -4), (1 << 70, 5)]
    for state in states:
        column.append(state)
    assert [column[number] for number in range(3)] == states

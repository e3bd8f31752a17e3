"""A cut-off leaves moves out. A last move that meets beta ends the search of a node, but cuts nothing."""

from __future__ import annotations

from array import array

import pytest

from helpers.trees import searched
from kibitz.core.game import find_game
from kibitz.core.limits import REFERENCE, Backend
from kibitz.core.score import WIN
from kibitz.core.searching import find_searcher
from kibitz.kernels.tree_columns import tally
from kibitz.trees.explain_cutoff import explain_cutoff
from kibitz.trees.formats.svg import write_svg
from kibitz.trees.microscope.node_view import view_node
from kibitz.trees.microscope.point_of_view import PointOfView
from kibitz.trees.microscope.sign_legend import list_signs
from kibitz.trees.microscope.step_view import view_step
from kibitz.trees.recorder import record
from kibitz.trees.recording import Recording
from kibitz.trees.search_tree import SearchTree
from kibitz.trees.tree_statistics import count_statistics


@pytest.fixture(scope="module")
def textbook() -> Recording:
    """The tree of Russell & Norvig: the second Min node is cut after its first leaf, the third is searched whole."""
    game = find_game("numbers:[[3,12,8],[2,4,6],[14,5,2]]")
    tree = record(game, game.initial(), *find_searcher("alphabeta"), Backend(REFERENCE))[1]
    return Recording(tree)


def test_the_tree_of_the_textbook_has_one_cutoff_in_drawings_and_words(textbook: Recording) -> None:
    tree = textbook.tree
    assert len(tree) == 11
    (cut,) = (node for node in range(len(tree)) if tree.is_cut(node))
    assert [tree.value[child] for child in tree.children(cut)] == [2 * WIN]
    assert (view_node(textbook, 0).cut_nodes, view_node(textbook, cut).cut_nodes) == (1, 1)
    assert "1 cut-off<" in write_svg(tree)
    assert write_svg(tree).count('class="bar"') == 1
    events = [view_step(textbook, step) for step in range(textbook.replay.steps)]
    assert [event.node for event in events if event.event == "cut"] == [cut]
    assert sum("Cut-off at" in event.sentence for event in events) == 1


def test_a_last_move_that_meets_the_bound_is_said_to_cut_nothing(textbook: Recording) -> None:
    tree = textbook.tree
    (last,) = (node for node in range(len(tree)) if tree.meets_beta(node) and not tree.is_cut(node))
    assert [tree.value[child] for child in tree.children(last)] == [14 * WIN, 5 * WIN, 2 * WIN]
    shown = view_step(textbook, textbook.replay.left(last))
    assert (shown.event, shown.line) == ("leave", "cut")  # the line of the code runs, but leaves nothing out
    assert shown.sentence.endswith("its last move met the bound, so nothing was left to cut.")
    assert explain_cutoff(tree, last, textbook.depth_first_replay).sentence.endswith("but no move was left to cut.")
    assert tree.counts().cutoffs == count_statistics(tree).cutoffs == 2  # beta cut-offs, as searches count them


def test_a_closed_window_says_what_closed_it(textbook: Recording) -> None:
    tree = textbook.tree
    (cut,) = (node for node in range(len(tree)) if tree.is_cut(node))
    for pov, closed in (
        (PointOfView.ROOT, "closed: best +2 ≤ alpha +3"),
        (PointOfView.MOVER, "closed: best −2 ≥ beta −3"),
    ):
        path = view_step(textbook, textbook.replay.left(cut), pov=pov).path
        assert [at.closed for at in path] == ["", closed]


def test_the_nodes_saved_by_each_pruned_move_add_up() -> None:
    recording = Recording(searched("connect-four:width=4,height=3,k=3", "", "alphabeta:depth=5")[1])
    cut = [node for node in range(len(recording.tree)) if len(recording.tree.ghosts(node)) > 1]
    assert cut
    for node in cut:
        shown = view_node(recording, node)
        assert sum(ghost.saved for ghost in shown.ghosts) == shown.saved
    assert any(len({ghost.saved for ghost in view_node(recording, node).ghosts}) > 1 for node in cut)


def test_the_minimal_tree_below_a_node_is_that_of_its_window() -> None:
    tree = searched("connect-four:width=4,height=3,k=3", "", "alphabeta:depth=5")[1]
    inner = [node for node in range(1, len(tree)) if tree.meets_beta(node)]
    assert inner
    for node in inner:  # one good move refutes a node, and each answer to it must be looked at
        refuted_at_once = len(tree.children(node)) == 1
        assert count_statistics(tree, node).plies[1].minimal == 1 or not refuted_at_once


def test_a_node_whose_moves_were_not_recorded_does_not_break_the_statistics() -> None:
    found = tally(
        parent=array("i", [-1, 0]),
        move=array("i", [-1, 0]),
        ply=array("i", [0, 1]),
        size=array("i", [2, 1]),
        kind=array("b", [0, 0]),
        value=array("i", [5, 5]),
        beta=array("i", [9, 1]),  # node 1 met beta with moves that are not here
        root=0,
        most=10,
    )
    assert (found.cutoffs, found.by_index) == ([0, 1], [])
    _, tree = searched("othello", "", "alphabeta:depth=4,eval=discs", 77)
    assert isinstance(tree, SearchTree)
    for node in range(len(tree)):
        counted = count_statistics(tree, node)
        assert sum(counted.cutoffs_by_index) <= counted.cutoffs


@pytest.mark.parametrize(
    ("game", "search", "signs"),
    [
        ("tic-tac-toe", "minimax:depth=2", {"max", "min", "horizon", "principal"}),
        ("tic-tac-toe", "alphabeta:depth=2", {"max", "min", "horizon", "cut", "ghost", "principal"}),
        ("take-away:chips=3", "mcts:simulations=60", {"max", "min", "terminal", "horizon", "principal"}),
    ],
)
def test_the_legend_has_the_signs_that_occur_and_no_others(game: str, search: str, signs: set[str]) -> None:
    recording = Recording(searched(game, "", search)[1])
    assert {entry.sign for entry in list_signs(recording)} == signs


def test_min_is_the_other_side_also_where_the_first_move_keeps_the_turn() -> None:
    game = find_game("kalah:pits=2,seeds=2")
    tree = record(game, game.initial(), *find_searcher("alphabeta:depth=4"), Backend(REFERENCE))[1]
    assert tree.keeps_turn(1)
    svg = write_svg(tree)
    assert "Max: South to move" in svg
    assert "Min: North to move" in svg

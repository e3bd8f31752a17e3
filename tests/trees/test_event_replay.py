"""Searches that do not go depth first, replayed in their own order; and numbers that mean what they say."""

from __future__ import annotations

from array import array
from copy import copy

import pytest

from helpers.trees import searched
from kibitz.core.errors import BadFile, BadOption
from kibitz.core.game import find_game
from kibitz.core.searching import SEARCHERS
from kibitz.trees.event_replay import EventReplay, ProofReplay, SimulationReplay, make_event_replay
from kibitz.trees.explain_step import explain_step
from kibitz.trees.formats.kbz import read_kbz, write_kbz
from kibitz.trees.labels import value_at_step_text, value_text
from kibitz.trees.microscope.embedded_replay import list_changes
from kibitz.trees.microscope.recording_summary import converged_value_text
from kibitz.trees.microscope.step_view import MAX_KNOWN, NodeAtStep, view_known
from kibitz.trees.minimax_count import count_minimax
from kibitz.trees.recording import Recording
from kibitz.trees.search_tree import SearchTree
from kibitz.trees.tree_statistics import count_statistics

POSITION = ("tic-tac-toe", "a1 b2 c3")


def replay_of(tree: SearchTree) -> EventReplay:
    return make_event_replay(tree, SEARCHERS.find(tree.searcher.partition(":")[0]).pseudocode)


def visits_by_moves(tree: SearchTree) -> dict[tuple[int, ...], tuple[int, str]]:
    return {tree.moves_to(node): (tree.notes["visits"][node], value_text(tree, node)) for node in range(1, len(tree))}


@pytest.mark.parametrize("simulations", [1, 7, 60, 150])
def test_after_so_many_simulations_the_replay_knows_what_a_search_of_so_many_ends_with(simulations: int) -> None:
    _, whole = searched(*POSITION, "mcts:simulations=300")
    _, shorter = searched(*POSITION, f"mcts:simulations={simulations}")
    replay = replay_of(whole)
    assert isinstance(replay, SimulationReplay)
    replay.numbers(replay.steps - 1, [0])  # so that it has to go back
    known = [each for each in replay.numbers(simulations - 1, range(len(whole))) if each.is_there]
    found = {whole.moves_to(each.node): (each.visits, value_at_step_text(whole, each)) for each in known if each.node}
    assert found == visits_by_moves(shorter)
    assert known[0].visits == simulations


def test_proof_numbers_end_as_the_search_left_them_and_begin_with_one() -> None:
    _, tree = searched("tic-tac-toe", "a1 b1 c2", "proof")
    replay = replay_of(tree)
    assert isinstance(replay, ProofReplay)
    last = replay.numbers(replay.steps - 1, range(len(tree)))
    settled = [each for each in last if each.is_there and 0 in (each.proof, each.disproof)]
    assert last[0] in settled
    assert replay.node_at(0) == 0
    first = replay.numbers(0, range(len(tree)))
    children = [first[child] for child in tree.children(0)]
    assert all((each.proof, each.disproof) == (1, 1) for each in children if each.is_there and each.low != each.high)
    assert not any(each.is_there for each in first if tree.ply[each.node] > 1)
    for step in range(replay.steps):  # every step is at a node that is there, reached through nodes that are
        assert all(each.is_there for each in replay.numbers(step, replay.path_at(step)))


def test_what_is_proven_reads_alike_at_the_last_step_and_afterwards() -> None:
    for searcher in ("mcts:simulations=1000", "proof"):
        _, tree = searched(*POSITION, searcher)
        replay = replay_of(tree)
        texts = {value_text(tree, node) for node in range(1, len(tree))}
        assert {"+1 proven", "−1 proven", "0 proven"} <= texts, searcher
        for known in replay.numbers(replay.steps - 1, range(1, len(tree))):
            assert value_at_step_text(tree, known) == value_text(tree, known.node)


def test_the_steps_that_a_page_carries_amount_to_what_was_known() -> None:
    for searcher in ("mcts:simulations=120", "proof"):
        recording = Recording(searched("tic-tac-toe", "a1 b1", searcher)[1])
        known: dict[int, NodeAtStep] = {}
        assert recording.replay.steps > 20
        for step, changed in enumerate(list_changes(recording)):
            known.update((each.node, each) for each in changed)
            if step % 20 == 0:
                nodes = range(min(MAX_KNOWN, len(recording.tree)))
                expected = [each for each in view_known(recording, step, nodes) if each.there]
                assert [known[each.node] for each in expected] == expected


@pytest.mark.parametrize("searcher", ["mcts:simulations=40", "proof", "alphabeta", "pvs:depth=4", "minimax:depth=2"])
def test_every_step_has_a_reason_in_one_sentence_about_its_node(searcher: str) -> None:
    recording = Recording(searched("tic-tac-toe", "a1 b1 c2", searcher)[1])
    assert recording.replay.steps > 10
    for step in range(min(recording.replay.steps, 200)):
        found = explain_step(recording.tree, recording.replay, step)
        assert found.node == recording.replay.describe(step).node
        assert found.sentence.endswith(".")


@pytest.mark.parametrize("searcher", ["mcts:simulations=40", "proof", "alphabeta"])
def test_a_step_that_is_not_there_is_refused(searcher: str) -> None:
    replay = Recording(searched("tic-tac-toe", "a1 b1 c2", searcher)[1]).replay
    for step in (-1, replay.steps):
        with pytest.raises(BadOption, match="There is no step"):
            replay.describe(step)


@pytest.mark.parametrize("searcher", ["mcts:simulations=40", "proof"])
def test_a_recording_keeps_the_order(searcher: str) -> None:
    _, tree = searched("tic-tac-toe", "a1 b1 c2", searcher)
    again = read_kbz(write_kbz(tree))
    assert again.order == tree.order
    broken = copy(tree)
    broken.order = {**tree.order, ("end" if "end" in tree.order else "node"): array("q", [len(tree)])}
    with pytest.raises(BadFile, match="contradicts itself"):
        read_kbz(write_kbz(broken))


def test_a_search_whose_order_was_not_kept_has_no_replay() -> None:
    tree = copy(searched(*POSITION, "mcts:simulations=20")[1])
    tree.order = {}
    assert Recording(tree).replay.steps == 0


def test_the_value_of_mtd_is_what_its_bounds_meet_at() -> None:
    for position in (("othello:size=4", ""), ("connect-four:width=4,height=4,k=3", "1 2")):
        result, tree = searched(*position, "mtd:depth=4")
        assert len(tree.roots) > 1
        _, exact = searched(*position, "alphabeta:depth=4")
        assert converged_value_text(Recording(tree)) == value_text(exact, 0)
        assert result.score.value == exact.value[0]


def test_minimax_is_counted_without_visiting_every_node() -> None:
    four = find_game("connect-four")
    assert count_minimax(four, four.initial(), 6) == 137_257
    assert count_minimax(four, four.initial(), 20) is None
    game = find_game("tic-tac-toe")
    assert count_minimax(game, game.initial(), 1_000) == 549_946
    counted = count_statistics(searched("tic-tac-toe", "a1 b2", "alphabeta")[1])
    assert counted.minimax == len(searched("tic-tac-toe", "a1 b2", "minimax")[1])
    assert counted.saved == counted.minimax - counted.nodes

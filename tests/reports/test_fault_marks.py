"""The trees of published programs with their faults: true boards and sides, and marks where a fault acts."""

from __future__ import annotations

import json

import pytest

from helpers.trees import read_tree, write_tree
from kibitz.core.game import ONGOING, Game, find_game
from kibitz.core.limits import Limits
from kibitz.core.score import EVAL_LIMIT
from kibitz.core.searching import NodeKind, find_searcher
from kibitz.play.positions import record_at
from kibitz.reports.replicas.forced_pass import ForcedPass
from kibitz.reports.replicas.s0 import S0Minimax
from kibitz.search.replica import FAULTS, Replica, find_fault, list_fault_ids
from kibitz.trees.explain_cutoff import explain_cutoff
from kibitz.trees.fault_marks import FAULT_ACTS, FaultMarks, takes_least
from kibitz.trees.find_nodes import find_nodes
from kibitz.trees.recorder import record
from kibitz.trees.recording import Recording
from kibitz.trees.search_tree import NO_NODE, SearchTree
from kibitz.trees.tree_comparison import align

BOARD = "connect-four:width=4,height=3,k=3"
SEARCHES = [f"replica-s{n}-{search}" for n in (0, 2) for search in ("minimax", "alphabeta")]


def recording_of(searcher: str, game: str = BOARD, moves: str = "") -> Recording:
    before = record_at(find_game(game), moves=moves)
    result, tree = record(before.game, before.state, *find_searcher(searcher))
    return Recording(tree, before, result)


def marked(tree: SearchTree) -> dict[str, list[int]]:
    """The nodes of every fault that acts."""
    found: dict[str, list[int]] = {}
    for node in range(len(tree)):
        for mark in FaultMarks(tree).at(node):
            found.setdefault(mark.id, []).append(node)
    return found


@pytest.mark.parametrize("moves", ["", "1", "23"])
@pytest.mark.parametrize("name", SEARCHES)
def test_the_tree_of_a_faulty_program_has_its_nodes_and_one_node_for_every_pass(name: str, moves: str) -> None:
    recording = recording_of(f"{name}:depth=3", moves=moves)
    tree, result = recording.tree, recording.result
    assert result is not None
    assert isinstance(tree.game, ForcedPass)
    passes = [node for node in range(len(tree)) if tree.move[node] == tree.game.pass_move]
    assert passes
    assert len(tree) - result.stats.nodes == len(passes)
    for node in range(1, len(tree)):
        above = tree.state(tree.parent[node])
        assert tree.move[node] in tree.game.moves(above), "every move is legal where it is made"
        assert tree.game.to_move(tree.state(node)) != tree.game.to_move(above), "the sides take turns"
        stones = sum(row.count(mark) for row in tree.game.view(tree.state(node)).rows for mark in "XO")
        assert stones == len(moves) + sum(move != tree.game.pass_move for move in tree.moves_to(node))


@pytest.mark.parametrize("moves", ["", "1", "23"])
@pytest.mark.parametrize("name", SEARCHES)
def test_every_inner_node_has_the_best_value_below_it_but_a_root_with_s0_39(name: str, moves: str) -> None:
    tree = recording_of(f"{name}:depth=3", moves=moves).tree
    for node in range(len(tree)):
        if tree.kind[node] == NodeKind.INNER:
            values = [-tree.value[child] for child in tree.children(node)]
            least = takes_least(tree) and tree.parent[node] == NO_NODE
            assert tree.value[node] == (min if least else max)(values)
    assert takes_least(tree) == (name.startswith("replica-s0") and len(moves) == 1), "player 2 is to move"


def test_the_root_of_s0_is_worth_what_the_program_answers() -> None:
    for moves in ("", "1", "23", "2323"):
        for name in SEARCHES[:2]:
            recording = recording_of(f"{name}:depth=2", moves=moves)
            assert recording.result is not None
            second = len(moves) % 2
            assert recording.tree.value[0] == (-1 if second else 1) * recording.result.score.value
            assert recording.tree.move[recording.tree.line()[1]] == recording.result.move


def test_the_replay_follows_the_root_to_its_worst_move() -> None:
    recording = recording_of("replica-s0-minimax:depth=1", moves="1")
    tree, replay = recording.tree, recording.depth_first_replay
    last = replay.describe(replay.left(tree.children(0)[-1])).path[0]
    assert last.best == tree.value[0] == min(-tree.value[child] for child in tree.children(0))


def test_marks_are_where_the_faults_act() -> None:
    tree = recording_of("replica-s0-minimax:depth=2", moves="1").tree
    found = marked(tree)
    game = tree.game
    assert isinstance(game, ForcedPass)
    assert found["S0-38"] == [node for node in range(len(tree)) if tree.move[node] == game.pass_move]
    assert found["S0-39"] == [0]
    leaves = [node for node in range(len(tree)) if tree.kind[node] == NodeKind.HORIZON]
    assert found["S0-40"] == [node for node in leaves if game.to_move(tree.state(node)) == 1]
    mark = FaultMarks(tree).at(found["S0-38"][0])[0]
    assert mark.here == "Red does not get to answer 1: Yellow moves twice in a row."
    assert FaultMarks(tree).at(0, by_colour=False)[0].here.startswith("O takes the move that is worth most to X, ")


def test_a_draw_that_counts_as_lost_and_a_full_column_that_is_answered_are_marked() -> None:
    recording = recording_of("replica-s0-minimax:depth=6", "connect-four:width=4,height=2", "11")
    tree, found = recording.tree, marked(recording.tree)
    assert recording.result is not None
    assert recording.result.refused == 0
    assert FaultMarks(tree).at(0)[-1].here.endswith("although column 1 is full.")
    for node in found["S0-37"]:
        assert tree.game.outcome(tree.state(node)) == 0
        assert abs(tree.value[node]) == EVAL_LIMIT


def test_a_move_that_is_only_bounded_by_the_best_value_is_marked() -> None:
    tree = recording_of("replica-s2-alphabeta:depth=2", moves="1").tree
    found = marked(tree)
    assert [tree.ply[node] for node in found["S2-18"]] == [1]
    for node in found["S2-19"]:
        assert tree.parent[node] == found["S2-18"][0]
        assert tree.value[node] >= tree.beta[node]
        assert -tree.value[node] == tree.value[tree.parent[node]]


@pytest.mark.parametrize(
    ("fault", "game", "moves", "searcher"),
    [
        ("S1-24a", "othello:size=4", "", "replica-s1-alphabeta:depth=4,calls_minimax=false"),
        ("S1-24b", "othello:size=4", "", "replica-s1-alphabeta:depth=2"),
        ("S1-24c", "othello:size=4", "", "replica-s1-minimax:depth=5"),
        ("S4-19", "tic-tac-toe", "a1", "replica-s4-minimax:depth=1"),
        ("S3-25", "take-away:chips=5,take=2", "", "replica-s3-take-away:depth=2"),
    ],
)
def test_the_other_programs_are_marked_too(fault: str, game: str, moves: str, searcher: str) -> None:
    tree = recording_of(searcher, game, moves).tree
    assert marked(tree).get(fault)
    right = recording_of(f"{searcher},{find_fault(fault)[0].switch}=false", game, moves).tree
    assert fault not in marked(right)


def test_every_fault_that_can_be_seen_in_a_tree_is_a_known_fault() -> None:
    assert set(FAULT_ACTS) <= set(list_fault_ids()) == set(FAULTS)


def test_a_program_put_right_has_no_marks_and_no_pass() -> None:
    for name in SEARCHES:
        replica = find_searcher(name)[0]
        assert isinstance(replica, Replica)
        game = find_game(BOARD)
        tree = record(game, game.initial(), replica.with_faults(()), Limits(depth=2))[1]
        assert not marked(tree)
        assert type(tree.game) is type(game)


@pytest.mark.parametrize("suffix", [".txt", ".json", ".kbz"])
@pytest.mark.parametrize("name", ["replica-s0-alphabeta", "replica-s2-alphabeta"])
def test_a_faulty_tree_reads_back_with_its_marks(name: str, suffix: str) -> None:
    tree = recording_of(f"{name}:depth=2", moves="1").tree
    data = write_tree(tree, suffix)
    back = read_tree(data, suffix)
    assert back == tree
    assert marked(back) == marked(tree) != {}
    part = tree.subtree(tree.children(tree.children(0)[0])[0])
    again = read_tree(write_tree(part, suffix), suffix)
    assert again == part
    assert not {"S0-39", "S0-41"} & marked(again).keys(), "its root is not the root of the search"


def test_files_without_marks_are_still_read() -> None:
    tree = recording_of("replica-s0-alphabeta:depth=2", moves="1").tree
    log = write_tree(tree, ".txt").decode()
    assert "[FAULT S0-38] X does not get to answer 1: O moves twice in a row." in log
    plain = "\n".join(line for line in log.splitlines() if not line.startswith("[FAULT"))
    assert read_tree(plain.encode(), ".txt") == tree
    data = json.loads(write_tree(tree, ".json"))
    assert data["nodes"][0].pop("faults")[0]["id"] == "S0-39"
    for node in data["nodes"]:
        node.pop("faults", None)
    assert read_tree(json.dumps(data).encode(), ".json") == tree


def test_drawings_show_ids_and_what_they_mean() -> None:
    recording = recording_of("replica-s0-alphabeta:depth=1", moves="1")
    for suffix in (".svg", ".dot"):
        drawn = write_tree(recording.tree, suffix).decode()
        assert "Red does not get to answer 1" in drawn
        assert drawn.count("S0-38") >= 4
    drawn = write_tree(recording.tree, ".svg").decode()
    assert "S0-39: the root takes the greatest value, whichever side is to move" in drawn


def test_a_faulty_tree_is_compared_with_the_one_put_right() -> None:
    faulty = recording_of("replica-s0-minimax:depth=2").tree
    switches = ",".join(f"{fault.switch}=false" for fault in S0Minimax.faults)
    right = recording_of(f"replica-s0-minimax:depth=2,{switches}").tree
    compared = align(faulty, right, 0, 0)
    assert compared.both == 5, "the root and its moves; nothing below them is the same position"


def test_nodes_are_found_by_a_fault() -> None:
    tree = recording_of("replica-s0-minimax:depth=1").tree
    assert list(find_nodes(tree, "s0-38")) == marked(tree)["S0-38"]


def test_a_bound_of_the_root_is_not_taken_for_the_reason_of_a_cut_that_never_saw_it() -> None:
    recording = recording_of("replica-s0-alphabeta:depth=3")
    tree = recording.tree
    cuts = [node for node in range(len(tree)) if tree.is_cut(node)]
    assert cuts
    for node in cuts:
        found = explain_cutoff(tree, node, recording.depth_first_replay)
        assert found.holder is not None
        assert found.holder.node != 0, "every move of the root is searched in the full window"


def test_the_game_with_a_pass_is_connect_four_otherwise() -> None:
    plain: Game = find_game(BOARD)
    tree = recording_of("replica-s2-minimax:depth=2", moves="1").tree
    game = tree.game
    assert (str(game), game.position_text(tree.root_state)) == (str(plain), "--------X--- O")
    after = game.play(tree.root_state, game.pass_move or 0)
    assert game.cached_rules.result(after) == ONGOING
    (mirror,) = game.symmetries()
    for move in game.moves(after):
        assert game.play(mirror.image(after), mirror.moves[move]) == mirror.image(game.play(after, move))

"""The page shows what Python says: whose turn, whose value and which line of the pseudocode, in every shipped game.

First against the rules themselves: every number that is sent is compared with one worked out here, from the moves and
the side to move alone. Then the exported page against the server: its scripts run in Deno, and what they answer about
every node and step must be what the server answers.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from helpers.paths import ROOT
from helpers.shipped import SHIPPED_GAMES
from kibitz.core.game import State, find_game
from kibitz.core.score import INFINITY, MAX_RESULT, WIN, Score
from kibitz.core.searching import NodeKind
from kibitz.play.players import SearchPlayer, find_player
from kibitz.play.positions import record_at
from kibitz.trees.formats.html_page import embed
from kibitz.trees.microscope.drawing_view import draw_subtree
from kibitz.trees.microscope.explanation_view import explain_node, explain_replay_step
from kibitz.trees.microscope.found_nodes import list_found_nodes
from kibitz.trees.microscope.icicle_view import view_icicle
from kibitz.trees.microscope.node_view import view_node
from kibitz.trees.microscope.point_of_view import PointOfView
from kibitz.trees.microscope.step_view import seek_step, view_step
from kibitz.trees.recording import Recording, record_search
from kibitz.trees.search_tree import NO_NODE, SearchTree

MIN_FLAG = 32
CHECKERS = (
    "9-14 22-17 11-16 24-19 16-20 25-22 8-11 19-16 12x19 23x16 4-8 30-25 5-9 28-24 8-12 22-18 12x19 19x28 25-22 14x23 "
    "23x30 17-14 10x17 17x26 31x22 9-13 29-25 6-10 27-23 10-15 32-27"
)
SMALL = {  # where a side moves again, positions in which it does
    "checkers": f"checkers alphabeta:depth=3 {CHECKERS}",
    "connect-four": "connect-four:width=4,height=3,k=3 pvs:depth=3",
    "domineering": "domineering:width=3,height=3 alphabeta:depth=3",
    "dots-and-boxes": "dots-and-boxes:rows=1,columns=2 alphabeta:depth=4",
    "hex": "hex:size=3 alphabeta:depth=2",
    "kalah": "kalah:pits=3,seeds=2 alphabeta:depth=5",
    "mnk": "mnk:width=3,height=3,k=3 alphabeta:depth=3",
    "six-mens-morris": "six-mens-morris alphabeta:depth=2 e3 c1 d2 c2 d3 a5 b3 c5 e1",
    "nine-mens-morris": "nine-mens-morris alphabeta:depth=2 c5 c4 f6 g1 a7 f2 d7 c3 a1 d6 e5",
    "othello": "othello:size=4 alphabeta:depth=3,eval=discs",
    "take-away": "take-away:chips=6 minimax",
    "ultimate-tic-tac-toe": "ultimate-tic-tac-toe alphabeta:depth=1",
}
OTHERS = [
    "kalah:pits=2,seeds=2 alphabeta:depth=4",
    "kalah:pits=2,seeds=2 minimax:depth=3",
    "kalah:pits=3,seeds=2 pvs:depth=4",
    "kalah:pits=2,seeds=2 mcts:simulations=40",
    "dots-and-boxes:rows=1,columns=1 proof",
    "take-away:chips=6 proof",
]
SEARCHES = [SMALL.get(name, f"{name} alphabeta:depth=2") for name in SHIPPED_GAMES] + OTHERS


@cache
def recorded(search: str) -> Recording:
    game, spec, *moves = search.split(" ")
    player = find_player(f"{spec}{',' if ':' in spec else ':'}backend=reference")
    assert isinstance(player, SearchPlayer)
    return record_search(record_at(find_game(game), moves=" ".join(moves)), player)


def test_every_shipped_game_is_looked_at() -> None:
    assert {search.partition(" ")[0].partition(":")[0] for search in SEARCHES} == set(SHIPPED_GAMES)
    for tree in (recorded(search).tree for search in SEARCHES):
        assert any(map(tree.keeps_turn, range(len(tree)))) == tree.game.moves_again


# Against the rules.


def sides_of(tree: SearchTree) -> list[int]:
    """Whose turn it is at every node, by playing its moves from the root."""
    states: list[State] = []
    game = tree.game
    for node in range(len(tree)):
        above = tree.parent[node]
        states.append(tree.root_state if above == NO_NODE else game.play(states[above], tree.move[node]))
    return [game.to_move(state) for state in states]


def said(value: int) -> str:
    """A value as it is written, from its definition: results count a million each."""
    if abs(value) > MAX_RESULT * WIN:
        return "+∞" if value > 0 else "−∞"
    points = Score(value).points
    return f"{points:+}".replace("-", "−") if points else "0"


@pytest.mark.parametrize("search", SEARCHES)
def test_every_node_is_for_the_side_that_is_to_move_by_the_rules(search: str) -> None:
    recording = recorded(search)
    tree, sides = recording.tree, sides_of(recording.tree)
    icicle = view_icicle(recording, 0, 0, tree.size[0], 1_000_000)
    drawn = {each.card.node: each for each in draw_subtree(recording, 0, levels=60, most=300).nodes}
    assert {node: bool(flags & MIN_FLAG) for node, flags in zip(icicle.id, icicle.flags, strict=True)} == {
        node: sides[node] != sides[0] for node in icicle.id
    }
    for node in range(len(tree)):
        for pov in PointOfView:
            shown = view_node(recording, node, pov=pov).card
            viewer = sides[0] if pov == PointOfView.ROOT else sides[node]
            assert (shown.to_move, shown.viewer) == (sides[node], viewer)
            if tree.is_depth_first and tree.kind[node] != NodeKind.STOPPED:
                value = tree.value[node] if sides[node] == viewer else -tree.value[node]
                assert shown.value.lstrip("≥≤ ") == said(value)
        if node in drawn:
            assert drawn[node].card.value == view_node(recording, node).card.value
            mine = drawn[node].card if sides[node] == sides[0] else drawn[node].for_min
            assert mine.value == view_node(recording, node, pov=PointOfView.MOVER).card.value


@pytest.mark.parametrize("search", [name for name in SEARCHES if " mcts" not in name and " proof" not in name])
def test_every_step_follows_from_the_steps_before_it(search: str) -> None:
    """A search run again on paper: what each open node has, by whose turn it is there."""
    recording = recorded(search)
    tree, sides = recording.tree, sides_of(recording.tree)
    best: dict[int, int | None] = {}
    steps = 0
    for root in tree.roots:
        for node, is_entering in tree.events(root):
            shown = view_step(recording, steps, pov=PointOfView.MOVER)
            above = tree.parent[node]
            if is_entering:
                best[node] = None
            elif above != NO_NODE:
                value = tree.value[node] if sides[node] == sides[above] else -tree.value[node]
                after = node + tree.size[node]
                again = after < above + tree.size[above] and tree.move[after] == tree.move[node]
                if not again:
                    held = best[above]
                    best[above] = value if held is None else max(held, value)
            assert (shown.node, shown.event == "enter") == (node, is_entering)
            assert [at.to_move for at in shown.path] == [sides[at.node] for at in shown.path]
            for at in shown.path:
                held = best[at.node]
                assert at.best_text == ("" if held is None else said(held))
            assert (shown.line == "same") == (is_entering and above != NO_NODE and sides[node] == sides[above])
            steps += 1
    assert steps == recording.replay.steps


def test_in_kalah_the_first_move_that_ends_in_the_store_is_worth_minus_four_to_the_side_that_moves_again() -> None:
    recording = recorded("kalah:pits=2,seeds=2 alphabeta:depth=4")
    shown = view_node(recording, 1).card
    assert (shown.value, shown.to_move, recording.tree.game.sides[shown.viewer]) == ("−4", shown.viewer, "South")
    assert "same" in {line.id for line in recording.pseudocode.lines}
    assert "same" not in {line.id for line in recorded("take-away:chips=6 minimax").pseudocode.lines}


# The exported page against the server.


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the scripts of the page answer about all trees."""
    folder = tmp_path_factory.mktemp("pages")
    files = []
    for place, search in enumerate(SEARCHES):
        files.append(folder / f"{place}.json")
        files[-1].write_text(json.dumps(embed(recorded(search)), ensure_ascii=False), encoding="utf-8")
    deno, script = Path(sys.executable).parent / "deno", ROOT / "tests" / "helpers" / "exported_page.js"
    command = [str(deno), "run", "--quiet", "--no-lock", "--allow-read", str(script), *map(str, files)]
    answers = subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8").stdout.splitlines()
    return dict(zip(SEARCHES, map(json.loads, answers), strict=True))


def assert_says(shown: Any, truth: Any, where: str = "") -> None:
    """Whatever the page says of a thing is what the server says of it; the server may say more."""
    if isinstance(shown, dict):
        for name, entry in shown.items():
            if (name, entry) != ("moves", ""):  # which a page has no use for
                assert_says(entry, truth[name], f"{where}.{name}")
    elif isinstance(shown, list):
        assert len(shown) == len(truth), where
        for place, (entry, other) in enumerate(zip(shown, truth, strict=True)):
            assert_says(entry, other, f"{where}[{place}]")
    else:
        assert shown == truth, where


def plain(answer: Any) -> Any:
    """An answer as JSON has it."""
    return json.loads(json.dumps(asdict(answer)))


@pytest.mark.parametrize("search", SEARCHES)
def test_an_exported_page_says_of_every_node_and_step_what_the_server_says(
    exported: dict[str, Any], search: str
) -> None:
    recording, shown = recorded(search), exported[search]
    tree = recording.tree
    for pov in PointOfView:
        assert len(shown[pov]["nodes"]) == len(tree)
        for node, about in enumerate(shown[pov]["nodes"]):
            assert_says(about["detail"], plain(view_node(recording, node, pov=pov)), f"node {node}")
            assert_says(about["value"], plain(explain_node(recording, node, "value", pov=pov)), f"value of {node}")
            if about["cut"]:
                assert_says(about["cut"], plain(explain_node(recording, node, "cut", pov=pov)), f"cut at {node}")
        assert len(shown[pov]["steps"]) == recording.replay.steps
        for step, about in enumerate(shown[pov]["steps"]):
            assert_says(about["moment"], plain(view_step(recording, step, pov=pov)), f"step {step}")
            assert_says(about["why"], plain(explain_replay_step(recording, step, pov=pov)), f"why step {step}")


@pytest.mark.parametrize("search", SEARCHES)
def test_an_exported_page_finds_the_nodes_and_steps_that_the_server_finds(
    exported: dict[str, Any], search: str
) -> None:
    recording, shown = recorded(search), exported[search]
    tree = recording.tree
    for text, found in zip(("#1", "=1", ">=2", "<-1"), shown["found"], strict=True):
        assert_says(found, plain(list_found_nodes(recording, text)), text)
    for wanted, what, step, direction, found in shown["sought"]:
        moment = seek_step(recording, step, direction, wanted, what)
        assert found == (moment and moment.step), (wanted, what, direction)
    truth = view_icicle(recording, 0, 0, tree.size[0], 1_000_000)
    columns = ("size", "kind", "flags", "move", "value", "value_for_min")
    on_server = {node: [getattr(truth, name)[place] for name in columns] for place, node in enumerate(truth.id)}
    icicle = shown["icicle"]
    assert on_server == {node: [icicle[name][place] for name in columns] for place, node in enumerate(icicle["id"])}


def test_infinity_is_written_as_such() -> None:
    assert [said(INFINITY), said(-INFINITY), said(0), said(-4)] == ["+∞", "−∞", "0", "−4"]

"""Trees as drawings, SVG and DOT: every node is there, and nothing covers anything else."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

from helpers.trees import SEARCHES, tree_of
from kibitz.core.errors import Unsuited
from kibitz.core.game import View
from kibitz.core.searching import NodeKind, find_searcher
from kibitz.games.take_away import TakeAway
from kibitz.trees.formats.dot import write_dot
from kibitz.trees.formats.svg import write_svg
from kibitz.trees.recorder import record
from kibitz.trees.search_tree import SearchTree

SVG = "{http://www.w3.org/2000/svg}"


def node_groups(svg: str) -> list[ElementTree.Element]:
    return [g for g in ElementTree.fromstring(svg).iter(f"{SVG}g") if re.fullmatch(r"n\d+", g.get("id", ""))]


@pytest.mark.slow
def test_svg_shows_every_node_move_and_ghost(tree: SearchTree) -> None:
    svg = write_svg(tree)
    groups = node_groups(svg)
    assert [group.get("id") for group in groups] == [f"n{node}" for node in range(len(tree))]
    texts = list(ElementTree.fromstring(svg).iter(f"{SVG}text"))
    moves = [text for text in texts if "move" in text.get("class", "").split()]
    ghosts = [text for text in texts if text.get("class") == "ghost"]
    assert len(moves) == len(tree) - 1
    named = sorted(tree.game.move_name(move) for node in range(len(tree)) for move in tree.ghosts(node))
    assert sorted(ghost.text or "" for ghost in ghosts) == named
    for node, group in enumerate(groups):
        assert NodeKind(tree.kind[node]).name.lower() in group.get("class", "")
        assert (group.find(f".//{SVG}path[@class='bar']") is not None) == tree.is_cut(node)


def test_no_two_cards_of_a_drawing_overlap() -> None:
    tree = tree_of("connect-four", "", "pvs:depth=3,eval=windows")
    assert len(tree) > 200
    boxes = []
    for group in node_groups(write_svg(tree)):
        x, y = map(float, re.findall(r"[\d.]+", group.get("transform", "")))
        card = group.find(f"{SVG}rect")
        assert card is not None
        boxes.append((x, y, x + float(card.get("width", "")), y + float(card.get("height", ""))))
    for (left, top, right, bottom), (other_left, other_top, other_right, other_bottom) in combinations(boxes, 2):
        assert right <= other_left or other_right <= left or bottom <= other_top or other_bottom <= top


def test_svg_marks_the_principal_line_and_writes_values_for_max() -> None:
    tree = tree_of("tic-tac-toe", "a1 b1 a2 c3 b2 a3", "alphabeta")
    groups = node_groups(write_svg(tree))
    assert {int(g.get("id", "")[1:]) for g in groups if "best" in g.get("class", "").split()} == set(tree.line())
    written = [[text.text for text in group.iter(f"{SVG}text")] for group in groups]
    assert written[0] == ["+1", "(−∞, +∞)"]
    assert written[tree.line()[1]] == ["+1", "(−1, +∞)"]  # Max has -1 for certain already, and now a win
    (cut,) = (node for node in range(len(tree)) if tree.is_cut(node))
    assert written[cut] == ["≤ +1", "(+1, +∞)"]


def test_minimax_drawing_has_no_windows() -> None:
    assert "∞" not in "".join(
        text.text or "" for text in ElementTree.fromstring(write_svg(tree_of(*SEARCHES[0]))).iter(f"{SVG}text")
    )


def test_take_away_draws_its_chips() -> None:
    groups = node_groups(write_svg(tree_of("take-away:chips=7", "", "alphabeta")))
    chips = [circle for circle in groups[0].iter(f"{SVG}circle") if circle.get("fill") == "#d97706"]
    assert len(chips) == 7


@pytest.mark.slow
def test_unknown_marks_and_odd_names_are_escaped() -> None:
    class Odd(TakeAway):
        players = ("<First>", "O & Co")

        def view(self, state: tuple[int, ...]) -> View:
            return View(("&<" * state[0] + "..",), {})

        def move_name(self, move: int) -> str:
            return f'"<{move}&\\'

    tree = record(Odd(chips=4), (4, 0), *find_searcher("alphabeta"))[1]
    groups = node_groups(write_svg(tree))
    assert [text.text for text in groups[0].iter(f"{SVG}text")][:2] == ["&", "<"]
    assert r'label="\"<0&\\"' in write_dot(tree)


def test_drawing_too_many_nodes_is_refused_with_a_way_out() -> None:
    tree = tree_of("tic-tac-toe", "a1", "alphabeta")
    with pytest.raises(
        Unsuited, match=r"2,\d+ nodes could not be read \(at most 2,000\); search less deep, or .*\.txt"
    ):
        write_svg(tree)


def test_dot_has_every_node_edge_and_ghost(tree: SearchTree) -> None:
    dot = write_dot(tree)
    ghosts = sum(len(tree.ghosts(node)) for node in range(len(tree)))
    assert len(re.findall(r"^  n\d+ \[", dot, re.M)) == len(tree)
    assert len(re.findall(r"^  n\d+ -> n\d+ \[", dot, re.M)) == len(tree) - 1
    assert len(re.findall(r"^  n\d+ -> g\d+_\d+ \[style=dashed", dot, re.M)) == ghosts
    assert dot.count("color=red") == sum(bool(tree.meets_beta(node) and tree.ghosts(node)) for node in range(len(tree)))

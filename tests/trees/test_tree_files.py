"""Trees in any format: nothing is lost on the way to a file and back, and formats go by extension."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.trees import RECORDINGS, othello_tree, read_tree, tree_of, write_tree
from kibitz.core.errors import BadFile, Unsuited
from kibitz.core.game import GAMES, Game, find_game
from kibitz.core.score import INFINITY, WIN
from kibitz.core.searching import NodeKind, find_searcher
from kibitz.games.take_away import TakeAway
from kibitz.trees.recorder import record
from kibitz.trees.search_tree import NO_MOVE, NO_NODE, SearchTree
from kibitz.trees.tree_format import TREE_FORMATS


@pytest.mark.parametrize("suffix", [".txt", ".json", ".kbz"])
def test_tree_reads_back_the_same(tree: SearchTree, suffix: str) -> None:
    text = write_tree(tree, suffix)
    back = read_tree(text, suffix)
    assert back == tree
    assert [back.ghosts(node) for node in range(len(back))] == [tree.ghosts(node) for node in range(len(tree))]
    assert write_tree(back, suffix) == text


def test_recorded_searches_cover_every_kind_of_node() -> None:
    trees = [tree_of(*search) for search in RECORDINGS]
    assert {NodeKind(kind) for tree in trees for kind in tree.kind} == set(NodeKind)
    assert any(tree.missed for tree in trees)
    assert any(tree.is_cut(node) and tree.ghosts(node) for tree in trees for node in range(len(tree)))
    assert any(tree.game.move_name(move) == "pass" for tree in trees for move in tree.move[1:])
    assert any(tree.beta[0] - tree.alpha[0] == 1 for tree in trees)  # a test
    assert any(value % WIN and abs(value) > WIN // 2 for tree in trees for value in tree.value)  # a distance


ANY_VALUE = st.integers(-INFINITY, INFINITY)


@pytest.mark.parametrize("suffix", [".txt", ".json", ".kbz"])
@given(ANY_VALUE, ANY_VALUE, ANY_VALUE, st.integers(0, 10_001))
def test_any_numbers_read_back(suffix: str, alpha: int, beta: int, value: int, depth: int) -> None:
    game = find_game("tic-tac-toe")
    tree = SearchTree(game, game.initial(), "by hand")
    tree.add(NO_NODE, NO_MOVE, depth, alpha, beta)
    tree.close(tree.add(0, 4, depth - 1, -beta, -alpha), value, NodeKind.HORIZON)
    tree.close(0, -value, NodeKind.INNER)
    assert read_tree(write_tree(tree, suffix), suffix) == tree


class Wordless(TakeAway):
    """A game without a text for its positions, as a user's own may be."""

    position_text = Game.position_text
    parse_position = Game.parse_position


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".txt", ".json"])
def test_game_without_position_text_keeps_its_state(suffix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES.classes, "take-away", Wordless)
    game = Wordless(chips=6)
    tree = record(game, (5, 1), *find_searcher("alphabeta"))[1]
    text = write_tree(tree, suffix)
    assert b"state 5 1" in text
    assert read_tree(text, suffix) == tree
    with pytest.raises(BadFile, match="'state 5 7' is not a state of take-away"):
        read_tree(text.replace(b"state 5 1", b"state 5 7"), suffix)


def test_of_several_passes_the_last_whole_one_is_written() -> None:
    game = find_game("tic-tac-toe")
    forest = record(game, game.initial(), *find_searcher("alphabeta:depth=3,deepen=true"))[1]
    alone = record(game, game.initial(), *find_searcher("alphabeta:depth=3"))[1]
    assert len(forest.roots) == 3
    back = read_tree(write_tree(forest, ".txt"), ".txt")
    assert (back.move, back.value) == (alone.move, alone.value)


def test_empty_and_foreign_files_are_refused() -> None:
    for text in (b"", b"\n", b"hello", b"Root\n", b"Root\nGame: tic-tac-toe\n"):
        with pytest.raises(BadFile, match=r"Line \d+ of the move-tree log"):
            read_tree(text, ".txt")
    for text in (b"", b"[]", b"{}", b"[" * 100_000, b'{"format": "kibitz-tree", "version": 2}'):
        with pytest.raises(BadFile):
            read_tree(text, ".json")


def test_formats_are_found_by_extension() -> None:
    assert set(TREE_FORMATS.suffixes()) == {".txt", ".svg", ".dot", ".json", ".kbz", ".html"}
    assert write_tree(othello_tree(), ".SVG").startswith(b"<svg")


def test_unknown_extension_is_refused() -> None:
    with pytest.raises(
        BadFile, match=r"no tree format '.png'; the file name must end in .dot .html .json .kbz .svg .txt"
    ):
        write_tree(othello_tree(), ".png")


def test_drawings_cannot_be_read() -> None:
    with pytest.raises(BadFile, match=r"A .svg file .* cannot be read back as a tree; these can: .json .kbz .txt"):
        read_tree(write_tree(othello_tree(), ".svg"), ".svg")


def test_tree_without_nodes_is_not_written() -> None:
    game = find_game("tic-tac-toe")
    with pytest.raises(Unsuited, match="left no tree"):
        write_tree(SearchTree(game, game.initial(), "nothing"), ".txt")

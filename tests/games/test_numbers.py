"""Trees of numbers as a game: what textbooks print, spec strings, refusals that name the place, and recordings."""

from __future__ import annotations

from pathlib import Path

import pytest

import kibitz
from helpers.trees import read_tree, write_tree
from kibitz.core.errors import BadOption, BadPosition
from kibitz.core.game import GAMES, find_game
from kibitz.drawing.board_svg import draw_position
from kibitz.games.numbers import Numbers
from kibitz.play.positions import NOBODY
from kibitz.play.records import GameRecord
from kibitz.search.alphabeta import AlphaBeta
from kibitz.trees.microscope.node_cards import describe_nodes
from kibitz.trees.recorder import record
from kibitz.trees.recording import Recording
from kibitz.trees.tree_files import load_recording, write_recording

AIMA = "numbers:[[3,12,8],[2,4,6],[14,5,2]]"  # Russell & Norvig, "Artificial Intelligence", figure 5.2


def test_the_tree_of_aima_is_worth_3_and_two_of_its_leaves_are_left_out() -> None:
    answer = kibitz.position(AIMA).best("alphabeta")
    assert (answer.move, answer.score) == ("B", 3)
    _, tree = record(find_game(AIMA), find_game(AIMA).initial(), AlphaBeta())
    seen = [find_game(AIMA).move_name(tree.move[node]) for node in range(1, len(tree))]
    assert [name for name in seen if name.startswith("leaf")] == [f"leaf{i}" for i in (1, 2, 3, 4, 7, 8, 9)]
    assert len(tree) == 11


def test_knuth_and_moores_deep_cutoff_is_made() -> None:
    # "An analysis of alpha-beta pruning", 1975: the bound of the root cuts three plies below it.
    tree = "numbers:[5,[[[3,9],8]]]"
    pruned, whole = (kibitz.position(tree).best(name) for name in ("alphabeta", "minimax"))
    assert (pruned.score, whole.score) == (8, 8)
    assert pruned.nodes == whole.nodes - 1


@pytest.mark.parametrize(
    "text",
    ["numbers:[[3,12],[2]],first=min", "numbers:tree=[[3 12] [2]],first=min", "numbers:first=min,[[3, 12], [2]]"],
)
def test_a_tree_is_the_same_however_it_is_written(text: str) -> None:
    game = find_game(text)
    assert str(game) == "numbers:tree=[[3,12],[2]],first=min"
    assert game == find_game(str(game))
    assert game.players[game.to_move(game.initial())] == "Min"
    assert kibitz.position(game).best("minimax").score == -2  # for Min, who is to move
    assert game.parse_position(game.position_text(game.initial())) == game.initial()


@pytest.mark.parametrize(
    ("tree", "sentence"),
    [
        ("[[3,x]]", "a leaf is a whole number from -1,000 to 1,000, not 'x', at character 5 of '[[3,x]]'"),
        ("[[3,1.5]]", "not '1.5', at character 5"),
        ("[2000]", "not '2000', at character 2"),
        ("[[3]", "a ']' is missing, at character 5"),
        ("[3]]", "the tree ends before the text does, at character 4"),
        ("[[],3]", "a list is empty: a node has a number or at least one child, at character 3"),
        ("]", "there is a ']' without its '[', at character 1"),
        ("3", "a tree begins with '[', at character 1"),
        ("", "a tree begins with '[', at character 1"),
        ("[" * 200, "nested at most 100 deep, at character 101"),
        (f"[{'1,' * 6_000}1]", "a tree has at most 5,000 nodes"),
    ],
)
def test_a_mistake_is_told_with_its_place(tree: str, sentence: str) -> None:
    with pytest.raises(BadOption) as refused:
        Numbers(tree)
    assert sentence in str(refused.value)


def test_a_node_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadPosition, match="has no node called 'Z'; its nodes are: A B leaf1"):
        find_game(AIMA).parse_position("Z")


def test_it_can_be_named_but_is_not_offered() -> None:
    assert "numbers" not in GAMES.classes
    assert "numbers" not in GAMES.names()
    assert find_game("numbers") == find_game(AIMA)


def test_a_recording_of_it_is_opened_again(tmp_path: Path) -> None:
    game = find_game(AIMA)
    result, tree = record(game, game.initial(), AlphaBeta())
    write_recording(Recording(tree, result=result), str(tmp_path / "tree.kbz"))
    assert load_recording(str(tmp_path / "tree.kbz")).tree == tree


def test_max_is_max_where_min_begins() -> None:
    game = find_game("numbers:[[3,12],[2]],first=min")
    result, tree = record(game, game.initial(), AlphaBeta())
    recording = Recording(tree, result=result)
    cards = describe_nodes(recording, range(len(tree)))
    assert [(card.value, game.players[card.to_move]) for card in cards[:2]] == [("+2", "Min"), ("+12", "Max")]
    drawn = write_tree(tree, ".svg").decode()
    assert "Max: Max to move" in drawn
    assert "Min: Min to move" in drawn
    for suffix in (".txt", ".kbz", ".json"):
        assert read_tree(write_tree(tree, suffix), suffix) == tree


def test_nodes_are_drawn_as_triangles_and_leaves_with_their_numbers() -> None:
    game = find_game("numbers:[[14]]")
    states = [game.initial()]
    for move in ("B", "leaf1"):
        states.append(game.play(states[-1], game.legal_move(states[-1], move)))
    drawn = [draw_position(GameRecord.begin(game, NOBODY, start=state)).replace("\n", "") for state in states]
    assert ["polygon" in one for one in drawn] == [True, True, False]
    assert all(f">{text}</text>" in one for text, one in zip(("A", "B", "14"), drawn, strict=True))

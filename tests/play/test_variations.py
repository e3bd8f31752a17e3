"""Variations: written in parentheses, checked move by move, kept in Kibitz's own files."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from kibitz.core.errors import BadFile, InputError
from kibitz.core.game import find_game
from kibitz.play.files.game_files import SavedGame, read_games, write_games
from kibitz.play.variations import parse_game_tree, tree_text, view_tree
from kibitz.web.server_limits import MAX_VARIATIONS, parse_tree_within_limits

CONNECT_FOUR, OTHELLO = find_game("connect-four"), find_game("othello:size=4")
BRANCHED = "4 4 5 (3 5 (6 1) 3) (7) 5"


def test_variations_stand_after_the_move_that_they_replace() -> None:
    tree = parse_game_tree(CONNECT_FOUR, "445(35(61)3)(7)5")
    assert tree_text(tree) == BRANCHED
    assert tree.record.moves_text == "4455"
    first, second = tree.variations
    assert (first.ply, len(first.choices), second.ply, len(second.choices)) == (2, 3, 2, 1)
    assert [inner.ply for inner in first.variations] == [3]


def test_every_move_of_a_tree_knows_the_one_before_it_and_its_side() -> None:
    shown = view_tree(parse_game_tree(CONNECT_FOUR, BRANCHED))
    assert " ".join(move.move for move in shown.moves) == re.sub("[()]", "", BRANCHED)
    assert [move.parent for move in shown.moves] == [-1, 0, 1, 1, 3, 3, 5, 4, 1, 2]
    assert [move.side for move in shown.moves] == [0, 1, 0, 0, 1, 1, 0, 0, 0, 1]


@pytest.mark.parametrize(
    ("moves", "same"),
    [
        ("4455", "4455"),  # a game without variations is written as ever
        ("4 (3 5) (3 6) 4", "4 (3 5 (6)) 4"),  # what begins alike is one variation
        ("4 (3 (6)) 4", "4 (3) (6) 4"),
    ],
)
def test_a_tree_has_one_text(moves: str, same: str) -> None:
    tree = parse_game_tree(CONNECT_FOUR, moves)
    assert tree_text(tree) == same
    assert parse_game_tree(CONNECT_FOUR, same) == tree


def test_a_forced_pass_need_not_be_written_in_a_variation_either() -> None:
    tree = parse_game_tree(OTHELLO, "b1c1d3(d4)a1 a3 (b4)")  # after a1 Black has no move
    assert tree_text(tree) == "b1 c1 d3 (d4) a1 pass a3 (b4)"


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ("(4) 4", "must follow the move that it replaces"),
        ("4 (3", "Variation 1 is not closed"),
        ("4) 3", "closed that was not opened"),
        ("4 () 3", "Variation 1 has no moves"),
        ("4 (4 5) 3", "Variation 1 begins with 4, the move it should replace"),
        ("4 (3 (4 5)) 3", "Variation 2 begins with 4"),
        ("4 4 (3 9) 5", "Variation 1, move 3: '9' is not a move"),
        ("4 4 4 4 4 4 3 (4) 5", "Variation 1, move 7: 4 is not legal here"),
        ("4 9", "Move 2: '9' is not a move"),
        ("4 4 ((3) 5) 5", "Variation 1 must begin with a move"),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(moves: str, words: str) -> None:
    with pytest.raises(InputError, match=re.escape(words)) as refused:
        parse_game_tree(CONNECT_FOUR, moves)
    assert str(refused.value).endswith(".")
    with pytest.raises(BadFile):
        read_games(f'[Game "connect-four"]\n\n{moves}', ".games", load=find_game)


def test_a_server_reads_only_so_many_variations() -> None:
    many = "1" + "(2)(3)" * (MAX_VARIATIONS // 2)
    assert parse_tree_within_limits(CONNECT_FOUR, many, None).variations
    with pytest.raises(InputError, match=f"{MAX_VARIATIONS + 1} variations; up to {MAX_VARIATIONS} are allowed"):
        parse_tree_within_limits(CONNECT_FOUR, many + "(4)", None)


@pytest.mark.parametrize("given", [0, 3])
@pytest.mark.parametrize("moves", [BRANCHED, "4 (3) 4", "1 (2 1 (3)) (3) 1 (2 2 (1 1) 3) 5 5 (6 (7) 6)"])
def test_files_keep_every_variation(moves: str, given: int) -> None:
    tree = parse_game_tree(CONNECT_FOUR, moves)
    record = replace(tree.record, given=min(given, len(tree.record.choices)))
    saved = SavedGame(record, {"Result": "not over"}, tree.variations)
    (read,) = read_games(write_games([saved], ".games"), ".games", load=find_game)
    assert (read.record, read.variations) == (record, tree.variations)


def test_scores_are_kept_in_variations_too() -> None:
    text = (
        '[Game "connect-four"]\n[First "engine"]\n[Second "random"]\n[Given "0"]\n[Result "not over"]\n\n'
        "4 {+12 d6 n1520 e700 t0.012345}\n(3 {t0.500000} 4)\n3\n\n"
    )
    (saved,) = read_games(text, ".games", load=find_game)
    assert saved.variations[0].choices[0].seconds == 0.5
    assert write_games([saved], ".games") == text

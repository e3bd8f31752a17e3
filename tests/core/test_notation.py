"""Move lists as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.errors import IllegalMove, MalformedMove
from kibitz.core.game import find_game
from kibitz.core.notation import moves_text, parse_moves
from kibitz.core.random_games import random_line
from kibitz.core.rng import Rng
from kibitz.core.spec import parse_whole_number

SPECS = [
    "connect-four",
    "connect-four:width=12,height=3",
    "tic-tac-toe",
    "mnk:width=12,height=11,k=5",
    "othello",
    "othello:size=4",
    "take-away",
    "take-away:chips=60,take=12",
]


@given(spec=st.sampled_from(SPECS), seed=st.integers(0, 2**32))
def test_what_is_written_is_read_back(spec: str, seed: int) -> None:
    game = find_game(spec)
    played = list(random_line(game, Rng(seed), 30)[0])
    text = moves_text(game, played)
    assert parse_moves(game, text) == played
    assert parse_moves(game, text.upper()) == played


@pytest.mark.parametrize(
    ("spec", "text", "names"),
    [
        ("connect-four", "4455", ["4", "4", "5", "5"]),
        ("connect-four", " 4,4\n5 , 5 ", ["4", "4", "5", "5"]),
        ("othello", "f5d6c3", ["f5", "d6", "c3"]),
        ("othello", "F5 D6 c3", ["f5", "d6", "c3"]),
        ("mnk:width=12,height=12,k=5", "a1l12a11b2", ["a1", "l12", "a11", "b2"]),
        ("connect-four:width=12", "12 1 2 11", ["12", "1", "2", "11"]),
        ("take-away:chips=60,take=10", "10,1", ["10", "1"]),
        ("tic-tac-toe", "", []),
    ],
)
def test_moves_are_read_as_people_write_them(spec: str, text: str, names: list[str]) -> None:
    game = find_game(spec)
    assert [game.move_name(move) for move in parse_moves(game, text)] == names


def test_names_run_together_only_where_that_cannot_be_misread() -> None:
    wide = find_game("connect-four:width=12")
    assert moves_text(wide, [10, 0, 1]) == "11 1 2"
    with pytest.raises(MalformedMove, match="Move 1: '1112' is not a move"):
        parse_moves(wide, "1112")


def test_a_pass_is_written_like_any_move() -> None:
    game = find_game("othello:size=4")
    state = game.parse_position("XXXXXXXXXXO-XX-- O")
    assert moves_text(game, parse_moves(game, "passd3", state)) == "passd3"


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("44x5", MalformedMove, "Move 3: 'x' is not a move of Connect Four"),
        ("4 8", MalformedMove, "Move 2: '8' is not a move"),
        ("４", MalformedMove, "Move 1: '４' is not a move"),
        ("44444445", IllegalMove, "Move 7: 4 is not legal here; the legal moves are: 1 2 3 5 6 7"),
        ("12121212", IllegalMove, r"Move 8: 2 cannot be played: the game is over \(X wins\)"),
        ("1212121 z", MalformedMove, "Move 8: 'z' is not a move"),
    ],
)
def test_a_bad_move_is_named_with_its_number(text: str, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        parse_moves(find_game("connect-four"), text)


def test_a_column_may_be_filled_to_the_top() -> None:
    assert parse_moves(find_game("connect-four"), "4444445") == [3, 3, 3, 3, 3, 3, 4]


def test_what_lies_between_names_is_named_in_one_piece() -> None:
    with pytest.raises(MalformedMove, match="Move 2: 'j9' is not a move of Othello"):
        parse_moves(find_game("othello"), "f5j9c3")


@pytest.mark.parametrize("text", ["", "-1", "+1", " 1", "1.0", "²", "٣", "9" * 19, "9" * 5_000])
def test_only_plain_digits_are_read_as_a_number(text: str) -> None:
    assert parse_whole_number(text) is None
    assert parse_whole_number("007") == 7

"""Checkers: published counts of turns, and the rules that programs get wrong."""

from __future__ import annotations

import pytest

from helpers.solve_by_hand import count_turns, play_all
from kibitz.analysis.count_games import count_games
from kibitz.core.errors import BadPosition
from kibitz.core.game import find_game

CHECKERS = find_game("checkers")
TURNS = (7, 49, 302, 1469, 7361, 36768, 179740, 845931)  # A. Bik, "Perft for Checkers", aartbik.com/MISC/checkers.html


def names(position: str) -> list[str]:
    state = CHECKERS.parse_position(position)
    return [CHECKERS.move_name(move) for move in CHECKERS.moves(state)]


def after(position: str, moves: str) -> str:
    return CHECKERS.position_text(play_all(CHECKERS, moves, CHECKERS.parse_position(position)))


@pytest.mark.slow
def test_as_many_turns_as_published() -> None:
    assert count_games(CHECKERS, len(TURNS)).nodes_by_ply[1:] == TURNS


def test_turns_are_counted_by_first_move_too() -> None:
    position = "W:W22,32:B18,11,1"
    split = count_games(CHECKERS, 2, position=position, split=True).split
    assert split is not None
    assert sum(split.values()) == count_turns(CHECKERS, CHECKERS.parse_position(position), 2)


def test_the_first_move_is_blacks_and_written_as_in_game_files() -> None:
    first = ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"]
    assert [CHECKERS.move_name(move) for move in CHECKERS.moves(CHECKERS.initial())] == first


def test_a_capture_must_be_made_and_any_capture_may() -> None:
    assert names("W:W18,22,32:B15,14") == ["18x9", "18x11"]


def test_a_man_goes_on_capturing_and_the_same_side_moves_again() -> None:
    text = after("W:W22,32:B18,11,1", "22x15")
    assert text == "W:W15,32:B1,11 15x"
    assert names(text) == ["15x8"]
    assert after(text, "15x8") == "B:W8,32:B1"


def test_a_man_that_becomes_a_king_ends_its_turn() -> None:
    """On square 2 the new king could capture the man on 7, but must wait for the next turn."""
    text = after("W:W9,30:B6,7,21", "9x2")
    assert text == "B:WK2,30:B7,21"
    assert names(text.replace("B:", "W:", 1)) == ["2x11"]


def test_a_king_moves_and_captures_both_ways_and_a_man_does_not() -> None:
    assert names("B:W22,14:B18") == ["18x25"]
    assert names("B:W22,14:BK18") == ["18x9", "18x25"]
    assert names("B:W32:BK14") == ["14-9", "14-10", "14-17", "14-18"]


def test_a_captured_king_is_gone() -> None:
    assert after("B:WK18,32:B14", "14x23") == "W:W32:B23"


@pytest.mark.parametrize(
    ("position", "why"), [("B:W10:B", "Black has no men left."), ("B:W8,11:B4", "Black cannot move.")]
)
def test_who_cannot_move_loses(position: str, why: str) -> None:
    state = CHECKERS.parse_position(position)
    assert (CHECKERS.result(state), CHECKERS.why_over(state)) == (-1, why)


def test_a_board_as_the_page_writes_it() -> None:
    board = "-x-x-x-xx-x-x-x--x-x-x-x----------------o-o-o-o--o-o-o-oo-o-o-o- Black"
    assert CHECKERS.parse_position(board) == CHECKERS.initial()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("B:W33:B1", "squares have the numbers 1 to 32"),
        ("B:W1,1:B2", "named twice"),
        ("B:W1:B2", "must be a king"),
        ("B:W32:B2 2x", "continues capturing"),
        ("hello", "is written B:W21"),
        ("x" + "-" * 63 + " Black", "light square"),
    ],
)
def test_bad_positions_are_refused(text: str, message: str) -> None:
    with pytest.raises(BadPosition, match=message):
        CHECKERS.parse_position(text)

"""Three, six and nine men's morris: three solved, the boards, and the rules about mills."""

from __future__ import annotations

import pytest

from helpers.solve_by_hand import play_all, values_with_cycles
from kibitz.core.errors import BadPosition
from kibitz.core.game import Game, find_game
from kibitz.games.morris import Morris

NINE = find_game("nine-mens-morris")


def names(game: Game, position: str) -> list[str]:
    state = game.parse_position(position)
    return [game.move_name(move) for move in game.moves(state)]


def test_three_mens_morris_is_won_from_the_centre_and_drawn_without_it() -> None:
    """H. E. Dudeney, "Amusements in Mathematics" (1917), no. 111 "Ovid's Game": the first player wins with the centre;
    if that is barred, the game is a draw, for which he must begin in a corner."""
    game = find_game("three-mens-morris")
    values = values_with_cycles(game)
    start = game.initial()
    first = {game.move_name(move): -values[game.play(start, move)] for move in game.moves(start)}
    assert values[start] == 1
    assert [name for name, worth in first.items() if worth == 1] == ["b2"]
    assert [name for name, worth in first.items() if worth == 0] == ["a3", "c3", "a1", "c1"]


@pytest.mark.parametrize(("name", "points", "lines", "mills"), [("six", 16, 20, 8), ("nine", 24, 32, 16)])
def test_the_boards(name: str, points: int, lines: int, mills: int) -> None:
    """Gasser, "Solving Nine Men's Morris" (1996): 24 points, 16 mills; 16 symmetries, the identity among them."""
    game = find_game(f"{name}-mens-morris")
    assert isinstance(game, Morris)
    assert (len(game.cells), len(game.mills)) == (points, mills)
    assert len(game.view(game.initial()).links) == lines
    assert len(game.symmetries()) == 15


def test_a_mill_removes_a_man_and_not_one_in_a_mill() -> None:
    state = play_all(NINE, "a7 a1 d7 d1 g7")
    assert state[-1] == 0
    assert [NINE.move_name(move) for move in NINE.moves(state)] == ["xa1", "xd1"]
    assert NINE.position_text(play_all(NINE, "xd1", state)) == "XXX------------------O-- Black 6/7"
    mills = "XXX------------------OOO"
    assert names(NINE, f"{mills} White 5/6 removes") == ["xa1", "xd1", "xg1"]  # all are in mills, so any of them
    assert names(NINE, f"{mills[:9]}O{mills[10:]} White 0/0 removes") == ["xa4"]


def test_two_mills_at_once_remove_one_man() -> None:
    """Gasser's rule."""
    state = NINE.parse_position("-XX------X---O-----O-X-O White 1/1")
    after = play_all(NINE, "a7 xg1", state)
    assert NINE.position_text(after) == "XXX------X---O-----O-X-- Black 0/1"


def test_three_men_fly_in_nine_mens_morris_and_not_in_six() -> None:
    three = "X-X----X---------OOOO---"
    assert len(names(NINE, f"{three} White")) == 3 * (24 - 7)
    assert len(names(find_game("nine-mens-morris:flying=false"), f"{three} White")) < 10
    six = find_game("six-mens-morris")
    assert names(six, "X-X----X----OOOO White") == ["a5-c5", "a5-a3", "e5-c5", "e5-e3", "b3-b4", "b3-a3", "b3-b2"]


def test_two_men_or_no_move_lose() -> None:
    two = NINE.parse_position("XX---------------OOO---- White")
    assert (NINE.result(two), NINE.why_over(two)) == (-1, "White has only two men left.")
    shut_in = NINE.parse_position("XOX-O----X----XO-----O-O White")
    assert NINE.result(shut_in) is None  # a4 and g4 can still go inward
    shut_in = NINE.parse_position("XOX-O----XO--OXO-----O-O White")
    assert (NINE.result(shut_in), NINE.why_over(shut_in)) == (-1, "White cannot move.")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("X" * 10 + "-" * 14 + " White", "White has 10 men"),
        ("X" + "-" * 23 + " White 8/9", "White cannot have 8 men in hand and Black 9"),
        ("-" * 24 + " White 9/9 removes", "men in hand and Black 9"),
        ("OOO" + "X" * 3 + "-" * 18 + " Green", "24 characters"),
        ("XX-OO" + "-" * 19 + " White 0/0 removes", "only after it has made a mill"),
    ],
)
def test_bad_positions_are_refused(text: str, message: str) -> None:
    with pytest.raises(BadPosition, match=message):
        NINE.parse_position(text)

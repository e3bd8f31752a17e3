"""Dots and Boxes: published values, and boxes that are best taken at once."""

from __future__ import annotations

import pytest

from helpers import naive
from helpers.solve_by_hand import play_all, value
from kibitz.core.errors import BadOption, BadPosition
from kibitz.core.game import find_game


def test_two_by_two_is_won_by_two_boxes_and_only_from_the_rim() -> None:
    """E. Berlekamp, J. Conway, R. Guy, "Winning Ways", chapter 16; an inner edge lets the other side draw."""
    game = find_game("dots-and-boxes:rows=2,columns=2")
    known: dict[tuple[int, ...], int] = {}
    start = game.initial()
    values = {game.move_name(m): -value(game, game.play(start, m), known, candidates=True) for m in game.moves(start)}
    assert {name for name, worth in values.items() if worth == 2} == {"b1", "d1", "a2", "e2", "a4", "e4", "b5", "d5"}
    assert {name for name, worth in values.items() if worth == 0} == {"c2", "b3", "d3", "c4"}


def test_loose_boxes_are_best_taken_at_once() -> None:
    game = find_game("dots-and-boxes:rows=2,columns=2")
    everything: dict[tuple[int, ...], int] = {}
    chosen: dict[tuple[int, ...], int] = {}
    for seed in range(40):
        state = naive.random_position(game, seed)
        if state[0].bit_count() > 3:
            assert value(game, state, chosen, candidates=True) == value(game, state, everything)
    assert len(chosen) < len(everything)


def test_a_box_moves_again_and_a_pair_is_taken_by_one_edge() -> None:
    game = find_game("dots-and-boxes:rows=1,columns=2")
    state = play_all(game, "a2 b1 b3 d1 d3 e2")
    assert game.position_text(state) == "+-+-+/|...|/+-+-+ X"
    over = play_all(game, "c2", state)
    assert game.outcome(over) == 2
    assert over[-1] == 0
    assert game.describe_result(over) == "X wins by 2"


def test_boards_up_to_twelve_by_twelve() -> None:
    assert find_game("dots-and-boxes:rows=5,columns=5").num_moves == 60
    assert find_game("dots-and-boxes:rows=12,columns=12").move_name(311) == "x25"
    with pytest.raises(BadOption, match="from 1 to 12"):
        find_game("dots-and-boxes:rows=13,columns=5")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("+-+/|X|/+-+ Z", "side to move"),
        ("+-+/|.|/+-+ X", "four sides"),
        ("+-+/|X./+-+ X", "four sides"),
        ("+-+/|Q|/+-+ X", "A box is"),
        ("+|+/|.|/+.+ X", "An edge is"),
        ("+-+", "rows of 3 characters"),
    ],
)
def test_bad_positions_are_refused(text: str, message: str) -> None:
    with pytest.raises(BadPosition, match=message):
        find_game("dots-and-boxes:rows=1,columns=1").parse_position(text)

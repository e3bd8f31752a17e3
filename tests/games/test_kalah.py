"""Kalah: published values of small boards, and the rules of sowing."""

from __future__ import annotations

import pytest

from helpers.solve_by_hand import value
from kibitz.core.errors import BadPosition
from kibitz.core.game import find_game


@pytest.mark.slow
def test_six_pits_of_one_seed_are_won_by_two() -> None:
    """G. Irving, J. Donkers, J. Uiterwijk, "Solving Kalah", ICGA Journal 23 (2000), table 9."""
    game = find_game("kalah:pits=6,seeds=1,empty_capture=true")
    assert value(game, game.initial(), {}) == 2


def test_the_second_player_wins_two_pits_of_two_seeds_by_two() -> None:
    """github.com/jakesellison/kalah, SUMMARY.md, by the rules without empty captures."""
    game = find_game("kalah:pits=2,seeds=2")
    assert value(game, game.initial(), {}) == -2


@pytest.mark.parametrize(("pits", "values"), [(1, [0, -2, 6, -2, 2, 0]), (2, [2, -2, -2, -12]), (3, [0, 4]), (4, [2])])
def test_small_boards_keep_the_values_on_their_page(pits: int, values: list[int]) -> None:
    """Found by two programs that share no code; with empty captures."""
    games = [find_game(f"kalah:pits={pits},seeds={n},empty_capture=true") for n in range(1, len(values) + 1)]
    assert [value(game, game.initial(), {}) for game in games] == values


def played(position: str, move: str, spec: str = "kalah:pits=3,seeds=2") -> str:
    game = find_game(spec)
    state = game.parse_position(position)
    return game.position_text(game.play(state, game.legal_move(state, move)))


def test_a_last_seed_in_the_own_store_moves_again() -> None:
    assert played("2,2,2,0/2,2,2,0 South", "2") == "2,0,3,1/2,2,2,0 South"


def test_a_last_seed_in_an_empty_own_pit_captures_what_is_opposite() -> None:
    assert played("1,0,3,2/1,2,3,0 South", "1") == "0,0,3,5/1,0,3,0 North"


def test_an_empty_pit_opposite_captures_nothing_unless_the_rules_say_so() -> None:
    assert played("1,0,5,2/1,0,3,0 South", "1") == "0,1,5,2/1,0,3,0 North"
    assert played("1,0,5,2/1,0,3,0 South", "1", "kalah:pits=3,seeds=2,empty_capture=true") == "0,0,5,3/1,0,3,0 North"


def test_seeds_go_round_past_the_other_store_and_end_in_the_pit_they_came_from() -> None:
    """Seven seeds on three pits a side come round to the pit they left, which is empty then: a capture."""
    assert played("0,7,0,1/1,1,1,1 South", "2") == "1,0,1,5/2,0,2,1 North"


def test_the_game_ends_as_soon_as_one_side_is_empty_and_the_rest_is_the_other_sides() -> None:
    game = find_game("kalah:pits=3,seeds=2")
    state = game.parse_position("0,0,1,4/2,2,1,2 South")
    over = game.play(state, game.legal_move(state, "3"))
    assert game.outcome(over) == 5 - 7
    assert game.why_over(over) == "South has no seeds left to sow: 5 seeds for South, 7 for North."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2,2,2,0/2,2,2,1 South", "There are 12 seeds"),
        ("2,2,2/2,2,2 South", "3 pits and its store"),
        ("2,2,2,0/2,2,2,0 West", "The side to move"),
        ("2,2,2,-1/2,2,2,1 South", "3 pits and its store"),
    ],
)
def test_bad_positions_are_refused(text: str, message: str) -> None:
    with pytest.raises(BadPosition, match=message):
        find_game("kalah:pits=3,seeds=2").parse_position(text)


def test_the_path_of_a_move_goes_through_the_holes_that_are_sown_into_and_past_the_other_store() -> None:
    game = find_game("kalah")
    assert game.path(game.initial(), 2) == ((1, 3), (1, 4), (1, 5), (1, 6), (1, 7))
    state = game.parse_position("0,0,0,0,0,8,16/4,4,4,4,4,4,0 South")
    assert game.path(state, 5) == ((1, 6), (1, 7), *((0, column) for column in range(6, 0, -1)), (1, 1))

"""Hex: winning openings of small boards, no draws, and the swap rule."""

from __future__ import annotations

import pytest

from helpers.solve_by_hand import play_all, value
from kibitz.core.errors import BadPosition
from kibitz.core.game import State, find_game
from kibitz.core.rng import Rng
from kibitz.evals.connection import stones_needed_rule
from kibitz.games.hex import Hex

# The first stones with which Red wins, found by looking at every game. HexWiki, "Swap": a1 and b1 lose on every larger
# board.
WINNING = {1: {"a1"}, 2: {"b1", "a2"}, 3: {"c1", "a2", "b2", "c2", "a3"}}


@pytest.mark.parametrize("size", WINNING)
def test_the_winning_first_stones_of_small_boards(size: int) -> None:
    game = find_game(f"hex:size={size}")
    start = game.initial()
    known: dict[State, int] = {}
    found = {game.move_name(move) for move in game.moves(start) if value(game, game.play(start, move), known) < 0}
    assert found == WINNING[size]


@pytest.mark.parametrize("size", [4, 8, 11])
def test_a_full_board_is_won_by_exactly_one_side(size: int) -> None:
    """J. Nash's and D. Gale's theorem; here for boards filled at random."""
    game = find_game(f"hex:size={size}")
    for seed in range(20):
        rng, board = Rng(seed), game.parse_position("-" * size**2 + " Red")
        cells = list(range(size**2))
        red = sum(1 << cells.pop(rng.below(len(cells))) for _ in range(size**2 // 2))
        blue = sum(1 << cell for cell in cells)
        assert board == game.initial()
        results = {game.result((blue, red, 1)), game.result((red, blue, 0))}
        assert results == {None, -1}


def test_a_chain_that_winds_is_found_and_marked() -> None:
    """Red goes down the left side, along row 3 to the right, and down; a diagonal of the square grid is no link."""
    game = find_game("hex:size=4")
    state = game.parse_position("XO--XOO-XX-O-XXO Blue")
    assert game.result(state) == -1
    assert game.winning_cells(state) == {(0, 0), (1, 0), (2, 0), (2, 1), (3, 1)}
    assert game.why_over(state) == "Red has joined top and bottom."
    assert game.result(game.parse_position("X---OX--O-X-O--X Blue")) is None


def test_a_swapped_stone_is_mirrored_and_the_swap_is_offered_once() -> None:
    game = find_game("hex:size=3,swap=true")
    state = play_all(game, "c1")
    assert "swap" in [game.move_name(move) for move in game.moves(state)]
    swapped = play_all(game, "swap", state)
    assert game.position_text(swapped) == "------O-- Red"
    assert "swap" not in [game.move_name(move) for move in game.moves(swapped)]
    assert "swap" not in [game.move_name(move) for move in game.moves(play_all(game, "c1 a1 b1"))]


def test_with_the_swap_rule_the_second_player_wins() -> None:
    game = find_game("hex:size=2,swap=true")
    assert value(game, game.initial(), {}) == -1


@pytest.mark.parametrize(
    ("size", "moves", "side", "bridges", "steps"),
    [
        (3, "", 0, 1, 3),  # the middle is joined to both edges
        (5, "", 0, 2, 5),  # c2 and b4 are joined to each other and to the edges
        (5, "c2 e1 b4 e5", 0, 0, 3),
        (5, "c2 c1 b4 e5", 0, 1, 3),  # Blue has gone between c2 and the edge
        (3, "c1 a1 b2 a2 a3", 1, 4, 4),  # Red's stones are a wall: size + 1
    ],
)
def test_the_heuristic_counts_the_stones_that_are_needed(
    size: int, moves: str, side: int, bridges: int, steps: int
) -> None:
    game = find_game(f"hex:size={size}")
    assert isinstance(game, Hex)
    state = play_all(game, moves)
    own, free = state[side != state[2]], game.board ^ (state[0] | state[1])
    assert [stones_needed_rule(game, kind)(own, free, side) for kind in (True, False)] == [bridges, steps]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("XX-- Red", "Red has 2 stones"),
        ("X-X- Blue", "Red has 2 stones"),
        ("XO-X Red", "Red has 2 stones and Blue 1"),
        ("X--- Green", "side to move"),
        ("X", "4 characters"),
    ],
)
def test_bad_positions_are_refused(text: str, message: str) -> None:
    with pytest.raises(BadPosition, match=message):
        find_game("hex:size=2").parse_position(text)

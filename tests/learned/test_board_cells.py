"""Cells found in the bits of states: every game's board, whole, in order, and turned as the game turns it."""

from __future__ import annotations

import numpy as np
import pytest

from helpers.paths import TREBLECROSS
from kibitz.core.game import Game, State, find_game
from kibitz.core.loading import load_game
from kibitz.core.random_games import random_states
from kibitz.core.rng import Rng
from kibitz.learned.board_cells import NOWHERE, find_cells, find_turns, states_of, words_of

# Cells, bits of a cell, other bits, rows and columns: known from the layouts that the games' files draw.
LAYOUTS = {
    "tic-tac-toe": (9, 2, 0, 3, 3),
    "connect-four": (42, 2, 0, 6, 7),
    "othello:size=6": (36, 2, 1, 6, 6),  # and whose turn it is
    "hex:size=5": (25, 2, 1, 5, 5),
    "nine-mens-morris": (24, 2, 10, 7, 7),  # men in hand, whether one is removed, whose turn
    "notakto": (9, 1, 0, 3, 3),
    f"{TREBLECROSS}:Treblecross": (7, 1, 1, 1, 7),
}


def positions(game: Game, count: int = 40) -> list[State]:
    rng, found = Rng(7), list[State]()
    while len(found) < count:
        found += random_states(game, rng)[:-1]
    return found[:count]


@pytest.mark.parametrize("spec", LAYOUTS)
def test_the_cells_are_those_of_the_board(spec: str) -> None:
    cells = find_cells(load_game(spec))
    assert (cells.size, len(cells.planes), len(cells.others), cells.rows, cells.columns) == LAYOUTS[spec]
    assert len({tuple(place) for place in cells.places.tolist()}) == cells.size


def test_the_bits_of_connect_four_are_those_of_its_layout() -> None:
    game = find_game("connect-four")
    cells = find_cells(game)
    assert len(cells.places) == 42
    for cell, (row, column) in enumerate(cells.places.tolist()):
        bit = column * 7 + 5 - row
        assert cells.planes[:, cell].tolist() == [bit, 64 + bit]


def test_a_board_of_several_words_is_found_whole() -> None:
    cells = find_cells(find_game("mnk:width=13,height=11,k=5"))
    assert (cells.size, cells.rows, cells.columns, len(cells.others)) == (143, 11, 13, 0)


def test_a_cell_that_one_side_never_enters_keeps_its_place_free() -> None:
    """Hexapawn: White's pawns end the game where Black's begin, and the other way round."""
    planes = find_cells(find_game("hexapawn")).planes
    assert planes[:, 0].tolist() == [NOWHERE, 64]
    assert planes[:, 4].tolist() == [4, 68]
    assert planes[:, 8].tolist() == [8, NOWHERE]


@pytest.mark.parametrize(
    "spec", ["othello:size=6", "kalah", "checkers", "ultimate-tic-tac-toe", "mnk:width=11,height=9"]
)
def test_what_a_learner_sees_tells_positions_apart(spec: str) -> None:
    game = find_game(spec)
    states = list(dict.fromkeys(positions(game)))
    cells = find_cells(game)
    seen = cells.read(words_of(game, states))
    assert seen.shape == (len(states), cells.inputs, cells.size)
    assert len({row.tobytes() for row in seen}) == len(states)


@pytest.mark.parametrize("spec", ["tic-tac-toe", "othello:size=4", "mnk:width=9,height=9,k=5", "kalah"])
def test_states_as_words_read_back(spec: str) -> None:
    game = find_game(spec)
    states = positions(game)
    assert states_of(game, words_of(game, states), game.initial()) == states


@pytest.mark.parametrize(
    ("spec", "count"), [("tic-tac-toe", 7), ("connect-four", 1), ("othello:size=6", 7), ("hexapawn", 1)]
)
def test_symmetries_turn_the_cells_as_they_turn_states(spec: str, count: int) -> None:
    game = find_game(spec)
    cells = find_cells(game)
    turns = find_turns(game, cells)
    assert len(turns) == len(game.symmetries()) == count
    states = positions(game)
    before = cells.read(words_of(game, states))
    for turn, symmetry in zip(turns, game.symmetries(), strict=True):
        after = cells.read(words_of(game, [symmetry.image(state) for state in states]))
        turned = np.empty_like(before)
        turned[:, :, turn.cells] = before
        assert (turned == after).all()
        assert turn.moves.tolist() == list(symmetry.moves)

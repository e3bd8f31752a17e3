"""What must hold in every registered game, checked along random play."""

from __future__ import annotations

import contextlib
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz.games  # noqa: F401  # registers the games
from kibitz.core.errors import InputError
from kibitz.core.game import GAMES, Game, State, the_game
from kibitz.core.rng import Rng

BOARDS = [
    *(spec for name in sorted(GAMES.classes) for spec in GAMES.classes[name].presets),
    "connect-four:width=4,height=1,k=2",
    "connect-four:width=1,height=4,k=3",
    "connect-four:width=9,height=12,k=5",
    "mnk:width=1,height=1,k=1",
    "mnk:width=2,height=1,k=2",
    "mnk:width=4,height=3,k=3",
    "mnk:width=15,height=15,k=5",
    "take-away:chips=1,take=1",
    "take-away:chips=35,take=12,misere=true",
]


def playout(game: Game, seed: int) -> tuple[list[State], list[int]]:
    """The positions of a random game from first to last, and its moves."""
    rng, states, moves = Rng(seed), [game.initial()], []
    while legal := game.moves(states[-1]):
        moves.append(rng.choice(legal))
        states.append(game.play(states[-1], moves[-1]))
    return states, moves


on_random_play = given(seed=st.integers(0, 2**32))
few = settings(max_examples=10, deadline=None, derandomize=True)


def test_every_registered_game_is_under_contract() -> None:
    assert {the_game(spec).name for spec in BOARDS} == set(GAMES.classes)


@pytest.mark.parametrize("spec", BOARDS)
@few
@on_random_play
def test_a_game_goes_on_until_it_has_a_result(spec: str, seed: int) -> None:
    game = the_game(spec)
    states, _ = playout(game, seed)
    for state in states[:-1]:
        assert game.result(state) is None
        assert game.outcome(state) is None
        assert game.describe_result(state) == "not over"
    result = game.result(states[-1])
    assert len(states) - 1 <= game.max_plies
    assert result is not None
    assert abs(result) <= game.max_result
    assert game.outcome(states[-1]) == (result if game.to_move(states[-1]) == 0 else -result)


@pytest.mark.parametrize("spec", BOARDS)
@few
@on_random_play
def test_moves_are_distinct_and_in_range_and_sides_alternate(spec: str, seed: int) -> None:
    game = the_game(spec)
    states, _ = playout(game, seed)
    for ply, state in enumerate(states):
        moves = game.moves(state)
        assert len(set(moves)) == len(moves)
        assert all(0 <= move < game.num_moves for move in moves)
        assert moves == sorted(moves), "the natural order is the order of the numbers"
        assert game.to_move(state) == ply % 2, "a pass is a move, so that the sides always alternate"
        hash(state)


@pytest.mark.parametrize("spec", BOARDS)
@few
@on_random_play
def test_a_state_that_claims_to_fit_the_compiler_does(spec: str, seed: int) -> None:
    game = the_game(spec)
    for state in playout(game, seed)[0]:
        if game.words:
            assert len(state) == game.words
            assert all(0 <= word < 1 << 64 for word in state)


@pytest.mark.parametrize("spec", BOARDS)
@few
@on_random_play
def test_names_of_moves_read_back(spec: str, seed: int) -> None:
    game = the_game(spec)
    for state in playout(game, seed)[0][:-1:5]:
        for move in game.moves(state):
            assert game.parse_move(game.move_name(move)) == move
            assert game.legal_move(state, game.move_name(move).upper()) == move


@pytest.mark.parametrize("spec", BOARDS)
@few
@on_random_play
def test_the_view_shows_the_board_and_where_to_click(spec: str, seed: int) -> None:
    game = the_game(spec)
    for state in playout(game, seed)[0]:
        view = game.view(state)
        assert len({len(row) for row in view.rows}) == 1
        assert set(view.targets.values()) <= set(game.moves(state))
        clickable = set(view.targets.values())
        assert clickable or all(game.move_name(move) == "pass" for move in game.moves(state))
        for row, column in view.targets:
            assert view.rows[row][column] is not None
        assert not view.columns or len(view.columns) == len(view.rows[0])
        assert not view.lines or len(view.lines) == len(view.rows)


@pytest.mark.parametrize("spec", BOARDS)
@few
@on_random_play
def test_symmetries_are_symmetries(spec: str, seed: int) -> None:
    game = the_game(spec)
    states, moves = playout(game, seed)
    for symmetry in game.symmetries():
        assert sorted(symmetry.moves) == list(range(game.num_moves))
        for state, move, child in zip(states, moves, states[1:], strict=False):
            assert game.play(symmetry.image(state), symmetry.moves[move]) == symmetry.image(child)
        for state in states:
            assert game.result(symmetry.image(state)) == game.result(state)


@pytest.mark.parametrize("spec", BOARDS)
@few
@on_random_play
def test_positions_read_back_from_their_text(spec: str, seed: int) -> None:
    game = the_game(spec)
    for state in playout(game, seed)[0]:
        assert game.parse_position(game.position_text(state)) == state


@pytest.mark.parametrize("spec", BOARDS)
@few
@on_random_play
def test_winning_cells_are_marked_when_somebody_won_with_a_line(spec: str, seed: int) -> None:
    game = the_game(spec)
    last = playout(game, seed)[0][-1]
    cells = game.winning_cells(last)
    rows = game.view(last).rows
    assert len({rows[row][column] for row, column in cells}) <= 1
    if hasattr(game, "k"):
        assert bool(cells) == (game.result(last) != 0)
        assert not cells or len(cells) >= game.k


@pytest.mark.parametrize("spec", BOARDS)
def test_specs_and_pickles_round_trip(spec: str) -> None:
    game = the_game(spec)
    assert the_game(str(game)) == game
    copy = pickle.loads(pickle.dumps(game))
    assert copy == game
    assert copy.moves(copy.initial()) == game.moves(game.initial())


@pytest.mark.parametrize("spec", BOARDS)
@settings(max_examples=60, deadline=None, derandomize=True)
@given(text=st.text(max_size=70))
def test_rubbish_is_refused_with_an_input_error_and_nothing_else(spec: str, text: str) -> None:
    game = the_game(spec)
    for read in (game.parse_move, game.parse_position, lambda text: game.legal_move(game.initial(), text)):
        with contextlib.suppress(InputError):
            read(text)

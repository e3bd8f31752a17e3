"""Random games: their seed decides them, they are drawn one move at a time, and they stop where they are told to."""

from __future__ import annotations

import pytest

from kibitz.core.game import State, find_game
from kibitz.core.random_games import play_randomly, random_line, random_states
from kibitz.core.rng import Rng


@pytest.mark.parametrize("spec", ["connect-four", "othello:size=4", "kalah"])
def test_a_random_game_is_one_choice_from_the_stream_for_each_move(spec: str) -> None:
    game, rng = find_game(spec), Rng(7)
    states = [game.initial()]
    while legal := game.moves(states[-1]):
        states.append(game.play(states[-1], rng.choice(legal)))
    assert random_states(game, Rng(7)) == states
    assert [one.state for one in play_randomly(game, Rng(7))] == states
    assert random_states(game, Rng(7), 3) == states[:4]


def test_no_number_is_drawn_before_it_is_needed() -> None:
    game, rng = find_game("tic-tac-toe"), Rng(3)
    walk = play_randomly(game, rng)
    next(walk)
    next(walk)
    other = Rng(3)
    other.below(9)
    assert rng.word() == other.word()


def test_a_random_line_leads_to_its_position_and_is_shorter_if_the_game_ends() -> None:
    game = find_game("tic-tac-toe")
    for seed in range(20):
        moves, state = random_line(game, Rng(seed), 4)
        assert len(moves) == 4
        assert state == _play(moves)
        moves, state = random_line(game, Rng(seed), 100)
        assert game.result(state) is not None
        assert state == _play(moves)


def test_a_random_game_can_begin_anywhere() -> None:
    game = find_game("tic-tac-toe")
    start = _play((4,))
    first, *_, last = play_randomly(game, Rng(1), start=start)
    assert (first.move, first.state, len(first.legal)) == (None, start, 8)
    assert last.legal == []


def _play(moves: tuple[int, ...]) -> State:
    game = find_game("tic-tac-toe")
    state = game.initial()
    for move in moves:
        state = game.play(state, move)
    return state

"""Random games, compiled: the same games as plain Python plays with the same seed, and the odds theory gives."""

from __future__ import annotations

import pytest

from helpers import naive
from kibitz.core.errors import BadOption
from kibitz.core.game import Game, State, find_game
from kibitz.core.rng import Rng
from kibitz.core.searching import StopFlag
from kibitz.kernels.montecarlo.playout import PlayoutTally, play_random_games


def naive_games(game: Game, state: State, count: int, seed: int) -> PlayoutTally:
    rng, outcomes, plies = Rng(seed), [], 0
    for _ in range(count):
        end = state
        while moves := game.moves(end):
            end = game.play(end, rng.choice(moves))
            plies += 1
        outcomes.append(game.outcome(end) or 0)
    wins, losses = sum(o > 0 for o in outcomes), sum(o < 0 for o in outcomes)
    return PlayoutTally(wins, count - wins - losses, losses, sum(outcomes), plies)


@pytest.mark.parametrize("spec", ["tic-tac-toe", "connect-four", "othello", "take-away:chips=20,take=3"])
def test_the_games_are_those_that_plain_python_plays(spec: str) -> None:
    game = find_game(spec)
    for seed in range(6):
        state = naive.random_position(game, seed)
        assert play_random_games(game, state, 10, seed=seed) == naive_games(game, state, 10, seed)


def test_random_tic_tac_toe_ends_with_the_odds_theory_gives() -> None:
    """X wins 737 of 1260, O 121 of 420, 8 of 63 are drawn: all orders of the nine cells are equally likely."""
    tally = play_random_games(find_game("tic-tac-toe"), (0, 0), 1_000_000, seed=1)
    assert tally.games == 1_000_000
    assert tally.wins / tally.games == pytest.approx(737 / 1260, abs=0.002)
    assert tally.losses / tally.games == pytest.approx(121 / 420, abs=0.002)
    assert tally.draws / tally.games == pytest.approx(8 / 63, abs=0.002)


def test_results_count_for_the_side_that_began_whoever_is_to_move() -> None:
    game = find_game("take-away:chips=20,take=3")
    assert play_random_games(game, (1, 0), 5) == PlayoutTally(5, 0, 0, 5, 5)
    assert play_random_games(game, (1, 1), 5) == PlayoutTally(0, 0, 5, -5, 5)


@pytest.mark.slow
def test_a_finished_game_ends_at_once() -> None:
    game = find_game("take-away:chips=20,take=3")
    assert play_random_games(game, (0, 1), 3) == PlayoutTally(3, 0, 0, 3, 0)


@pytest.mark.slow
def test_a_raised_flag_ends_the_games() -> None:
    flag = StopFlag()
    flag.up()
    assert play_random_games(find_game("tic-tac-toe"), (0, 0), 10**12, stop=flag).games == 0


def test_a_negative_number_of_games_is_refused() -> None:
    with pytest.raises(BadOption, match=r"count=-1 is not allowed; give a number of games"):
        play_random_games(find_game("tic-tac-toe"), (0, 0), -1)

"""Scores of finished and solved games, and how they look to the side that has yet to make the move."""

from __future__ import annotations

import pytest

from kibitz.core.game import find_game
from kibitz.core.limits import REFERENCE
from kibitz.core.random_games import random_states
from kibitz.core.rng import Rng
from kibitz.core.score import WIN, Bound, Score, final
from kibitz.core.searching import find_searcher


def test_a_solved_score_is_what_a_search_reads_from_its_value() -> None:
    for result in (-3, -1, 1, 3):
        for distance in (0, 1, 7):
            assert Score.solved(result, distance) == Score.of(final(result, distance, True), complete=True, sooner=True)
        assert Score.solved(result) == Score.of(result * WIN, complete=True)
    assert Score.solved(0, 4) == Score.solved(0) == Score(0, Bound.EXACT, True)


def test_one_ply_earlier_the_end_is_one_ply_further_away() -> None:
    assert Score.solved(1, 2).earlier() == Score.solved(1, 3)
    assert Score.solved(-2, 5).earlier() == Score.solved(-2, 6)
    assert Score(37).earlier() == Score(37)
    assert Score.solved(0).earlier() == Score.solved(0)


@pytest.mark.parametrize(
    "spec",
    ["tic-tac-toe", "connect-four:width=4,height=4", "take-away:chips=9,take=2", "dots-and-boxes:rows=2,columns=2"],
)
def test_the_score_of_a_position_is_that_of_its_best_move_seen_from_before(spec: str) -> None:
    """Also where the same side moves again, as in dots and boxes."""
    game, checked = find_game(spec), 0
    searcher, _ = find_searcher("perfect")
    for seed in range(8):
        states = random_states(game, Rng(seed))
        state = states[max(0, len(states) - 6)]
        here = searcher.search(game, state, backend=REFERENCE)
        assert here.move is not None
        after = game.play(state, here.move)
        found = searcher.search(game, after, backend=REFERENCE).score
        assert game.score_before(state, after, found) == here.score
        checked += 1
    assert checked == 8

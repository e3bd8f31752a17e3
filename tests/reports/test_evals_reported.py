"""The heuristics as printed: the smallest position that shows each fault, and nothing else changed."""

from __future__ import annotations

import pytest

from helpers import naive
from kibitz.core.evaluation import find_evaluator
from kibitz.core.game import Game, State, find_game
from kibitz.core.limits import Limits
from kibitz.search.alphabeta import AlphaBeta


def values(game: Game, state: State, name: str) -> tuple[int, int]:
    """What the corrected and the printed form say."""
    return find_evaluator(name, game)(state), find_evaluator(f"reported-{name}", game)(state)


def test_s0_does_not_see_the_other_sides_stone() -> None:
    game = find_game("connect-four:width=4,height=1")
    state = game.play(game.initial(), 0)
    assert values(game, state, "longest") == (-1, 0)


def test_s0_finds_no_position_bad() -> None:
    game = find_game("connect-four")
    for seed in range(30):
        state = naive.random_position(game, seed)
        corrected, printed = values(game, state, "longest")
        assert printed >= max(0, corrected)
        assert printed - values(game, (state[1], state[0]), "longest")[1] == corrected


def test_s1_likes_the_neighbour_of_a_corner() -> None:
    """After d3 c3 b3 b2, four plies into the game and no earlier, White holds b2 and S1's text likes it."""
    game = find_game("othello")
    state = game.initial()
    for move in ("d3", "c3", "b3", "b2"):
        corrected, printed = values(game, state, "phased")
        assert corrected == printed
        state = game.play(state, game.legal_move(state, move))
    corrected, printed = values(game, state, "phased")
    assert printed < 0 < corrected


@pytest.mark.parametrize("size", [4, 6, 8])
def test_s1_is_right_again_with_the_two_signs_changed(size: int) -> None:
    game = find_game(f"othello:size={size}")
    mended = find_evaluator("reported-phased:c_square=-20,x_square=-40", game)
    for seed in range(20):
        state = naive.random_position(game, seed)
        assert mended(state) == find_evaluator("phased", game)(state)


def test_s3_takes_two_chips_for_lost() -> None:
    """With up to three to take, two chips are won at once; the printed rule finds 2 + 1 divisible by 3."""
    game = find_game("take-away:chips=12,take=3")
    wrong = [chips for chips in range(1, 13) if (v := values(game, (chips, 0), "modulo"))[0] * v[1] < 0]
    assert wrong[0] == 2
    assert values(game, (2, 0), "modulo") == (5, -5)


def test_s3_says_nothing_of_the_position_it_is_about() -> None:
    game = find_game("take-away:chips=12,take=3")
    assert values(game, (4, 0), "modulo") == (-5, 0)


def test_s3_gives_away_a_won_heap() -> None:
    """Six chips, up to three to take: two must go, to leave four; the printed rule takes one, to leave five."""
    game = find_game("take-away:chips=6,take=3")
    for name, taken in (("modulo", "2"), ("reported-modulo", "1")):
        evaluator = find_evaluator(name, game)
        scores = {game.move_name(move): evaluator.move_score((6, 0), move) for move in game.moves((6, 0))}
        assert max(scores, key=scores.__getitem__) == taken


def test_s4_orders_by_its_scores_and_sees_nothing_at_the_horizon() -> None:
    """Three in a row of one side and two of the other: both forms want the same moves, and only one judges."""
    game = find_game("mnk:width=4,height=4,k=4")
    state = game.initial()
    for move in (0, 12, 1, 13, 2):
        state = game.play(state, move)
    corrected, printed = values(game, state, "cells")
    assert corrected != 0
    assert printed == 0
    scores = [
        [find_evaluator(name, game).move_score(state, move) for move in game.moves(state)]
        for name in ("cells", "reported-cells")
    ]
    assert scores[0] == scores[1]
    assert len(set(scores[0])) > 1
    result = AlphaBeta(eval="reported-cells", order="heuristic").search_reference(game, state, Limits(depth=1))
    assert {root.score.value for root in result.roots} == {0}

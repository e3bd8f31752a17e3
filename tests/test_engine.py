"""The engine agrees with naive minimax to the end of the game, whatever is switched off, and keeps its limits."""

from __future__ import annotations

import itertools
import threading
import time

import pytest

import kibitz.games  # noqa: F401  # registers the games
import naive
from kibitz.core.errors import BadOption, Unsuited
from kibitz.core.evaluation import the_evaluator
from kibitz.core.game import Game, State, the_game
from kibitz.core.limits import Limits
from kibitz.core.score import Bound, is_decided
from kibitz.core.searching import SearchResult, StopFlag, the_searcher
from kibitz.kernels.engine import Engine
from kibitz.kernels.table import GENERATIONS, lease

SMALL = [
    "tic-tac-toe",
    "connect-four:width=4,height=4,k=3",
    "connect-four:width=5,height=4",
    "othello:size=4",
    "take-away:chips=15,take=4",
    "take-away:chips=15,take=4,misere=true",
]
SWITCHES = ("lmr", "symmetry", "killers", "history", "sight")
SAME_PLY = ["tic-tac-toe", "connect-four:width=4,height=4,k=3", "connect-four:width=5,height=4"]


def positions(game: Game, number: int, largest: int) -> list[State]:
    """Different random positions whose whole game tree is small enough for naive minimax."""
    states = dict.fromkeys(naive.random_position(game, seed) for seed in range(10 * number))
    return [state for state in states if naive.is_small(game, state, largest)][:number]


def check_solved(game: Game, state: State, answer: SearchResult, where: str) -> None:
    """Value, distance and move are those of minimax, and every root score is a true one."""
    truth = naive.minimax(game, state, 10_000, sooner=True)
    assert answer.score.value == truth, where
    assert (answer.score.bound, answer.score.proven) == (Bound.EXACT, True), where
    if is_decided(truth):
        assert answer.score.distance == abs(truth) % 1_000_000 or answer.score.distance == -abs(truth) % 1_000_000
    for move, score, _ in answer.roots:
        worth = -naive.minimax(game, game.play(state, move), 10_000, sooner=True)
        worth -= (worth > 500_000) - (worth < -500_000)
        if move == answer.move:
            assert worth == truth, f"{where}: played a worse move"
        if score.proven:
            assert score.bound == Bound.UPPER or score.value <= worth, (
                f"{where}: {score} for move {move}, worth {worth}"
            )
            assert score.bound == Bound.LOWER or score.value >= worth, (
                f"{where}: {score} for move {move}, worth {worth}"
            )
    for move in answer.line:
        assert move in game.moves(state), f"{where}: the line is not legal"
        state = game.play(state, move)


@pytest.mark.parametrize("spec", SMALL)
def test_without_limits_the_engine_finds_what_minimax_finds(spec: str) -> None:
    game = the_game(spec)
    states = positions(game, 150, 3_000)
    assert len(states) > 20
    for state in states:
        check_solved(game, state, Engine(table_mib=1).search(game, state), f"{spec} {state}")


@pytest.mark.parametrize("spec", SMALL)
def test_a_depth_that_covers_the_rest_of_the_game_gives_what_minimax_gives(spec: str) -> None:
    game = the_game(spec)
    for state in positions(game, 60, 2_000):
        longest = 0
        front = [state]
        while front := [game.play(s, move) for s in set(front) for move in game.moves(s)]:
            longest += 1
        for depth in (longest, longest + 3):
            answer = Engine(table_mib=1).search(game, state, Limits(depth=depth))
            check_solved(game, state, answer, f"{spec} {state} depth {depth}")


@pytest.mark.parametrize("spec", SMALL)
def test_every_combination_of_switches_is_exact(spec: str) -> None:
    game = the_game(spec)
    states = positions(game, 12, 1_500)
    for on in itertools.product((False, True), repeat=len(SWITCHES)):
        for aspiration in (0, 1):
            engine = Engine(table_mib=1, aspiration=aspiration, **dict(zip(SWITCHES, on, strict=True)))
            for state in states:
                truth = naive.minimax(game, state, 10_000, sooner=True)
                for limits in (Limits(), Limits(time=60)):
                    answer = engine.search(game, state, limits)
                    assert (answer.score.value, answer.score.proven) == (truth, True), f"{engine} on {spec} {state}"


@pytest.mark.parametrize("spec", SAME_PLY)
def test_without_reductions_a_depth_means_what_it_means_to_minimax(spec: str) -> None:
    """In games where a position is always reached by the same number of moves; elsewhere deeper results are used."""
    game = the_game(spec)
    evaluator = the_evaluator("", game)
    for seed in range(40):
        state = naive.random_position(game, seed)
        for depth in range(1, 6):
            truth = naive.minimax(game, state, depth, evaluator, sooner=True)
            answer = Engine(lmr=False, table_mib=1).search(game, state, Limits(depth=depth))
            assert answer.score.value == truth, f"{spec} {state} depth {depth}"
            assert answer.stats.depth <= depth

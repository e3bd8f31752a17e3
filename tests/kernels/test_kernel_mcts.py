"""The compiled Monte Carlo tree search is the readable one visit by visit, keeps its limits, and may keep its tree."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from helpers import naive
from helpers.clocks import LateFlag, fake_clock
from kibitz.core.errors import BadOption
from kibitz.core.game import Game, State, find_game
from kibitz.core.limits import Limits
from kibitz.core.rng import Rng
from kibitz.core.score import WIN, Score
from kibitz.core.searching import SearchResult
from kibitz.kernels.common import rng as stream
from kibitz.kernels.common.node_limit import NODES_BETWEEN_LOOKS
from kibitz.kernels.compiled_forms import find_form
from kibitz.kernels.compiler.bridge import kernel
from kibitz.kernels.searchers.mcts_form import MCTSForm
from kibitz.search.mcts import MCTS

SPECS = [
    "tic-tac-toe",
    "connect-four:width=5,height=4",
    "connect-four",
    "othello:size=4",
    "othello",
    "take-away",
    "mnk:width=5,height=5,k=4",  # more moves than a block of children begins with
]


def compiled(searcher: MCTS, game: Game, state: State, limits: Limits = Limits(), **more: Any) -> SearchResult:
    return MCTSForm().search(searcher, game, state, limits, **more)


def is_same(answer: SearchResult, other: SearchResult) -> bool:
    """Equal in everything but seconds and bytes."""
    first, second = (replace(a, stats=replace(a.stats, seconds=0, memory=0)) for a in (answer, other))
    return first == second


def test_the_twin_is_announced() -> None:
    """Other games are tried in tests/test_twins.py."""
    assert isinstance(find_form(MCTS()), MCTSForm)


@pytest.mark.slow
@pytest.mark.parametrize("solver", [True, False])
@pytest.mark.parametrize("spec", SPECS)
def test_every_visit_is_that_of_the_readable_search(spec: str, solver: bool) -> None:
    game = find_game(spec)
    for seed in range(4):
        for state in (game.initial(), naive.random_position(game, seed)):
            searcher = MCTS(
                simulations=100 if spec == "othello" else 400, solver=solver, seed=seed, c=(0.3, 1.4, 2, 0)[seed]
            )
            answer = compiled(searcher, game, state)
            assert is_same(answer, searcher.search_reference(game, state)), f"{searcher} {state}"
            assert answer.stats.memory < 1 << 20


@pytest.mark.slow
def test_trees_that_grow_at_once_are_those_that_grow_one_after_the_other() -> None:
    game = find_game("tic-tac-toe")
    for seed in range(4):
        state = naive.random_position(game, seed)
        searcher = MCTS(simulations=400, seed=seed, threads=3)
        assert is_same(compiled(searcher, game, state), searcher.search_reference(game, state))
    stopped = MCTS(threads=3).search(game, game.initial(), Limits(nodes=1))
    assert (stopped.move, stopped.stopped_by, stopped.backend) == (game.moves(game.initial())[0], "nodes", "compiled")


@pytest.mark.slow
def test_a_long_search_is_the_same_too() -> None:
    """Long enough for the tree to be moved to a larger place several times, and for large logarithms."""
    game = find_game("connect-four")
    searcher = MCTS(simulations=20_000, seed=5)
    assert is_same(compiled(searcher, game, game.initial()), searcher.search_reference(game, game.initial()))


@pytest.mark.slow
def test_a_path_of_a_thousand_plies_is_not_too_long() -> None:
    game = find_game("take-away:chips=1000,take=1")
    searcher = MCTS(simulations=1_001)
    answer = compiled(searcher, game, game.initial())
    assert is_same(answer, searcher.search_reference(game, game.initial()))
    assert answer.stats.depth == 1_000
    assert answer.score == Score(-WIN, proven=True)


def test_a_full_tree_grows_no_further() -> None:
    game = find_game("connect-four")
    searcher = MCTS(simulations=3_000, max_nodes=1_000)
    assert is_same(compiled(searcher, game, game.initial()), searcher.search_reference(game, game.initial()))


@pytest.mark.parametrize("spec", ["tic-tac-toe", "othello:size=4"])
def test_small_games_are_solved(spec: str) -> None:
    game = find_game(spec)
    answer = compiled(MCTS(simulations=1_000_000), game, game.initial())
    assert answer.score == Score({"tic-tac-toe": 0, "othello:size=4": -10}[spec] * WIN, proven=True)


# Keeping the tree.


@pytest.mark.parametrize("spec", SPECS)
def test_a_kept_tree_gives_the_same_whole_game(spec: str) -> None:
    game = find_game(spec)
    readable, fast = (MCTS(simulations=60, reuse=True) for _ in range(2))
    state, ply = game.initial(), 0
    while game.moves(state) and ply < 12:
        answer = compiled(fast, game, state)
        assert is_same(answer, readable.search_reference(game, state)), f"ply {ply}"
        assert answer.move is not None
        for move in (answer.move, *answer.line[1:2]):  # what it expects, which has a large tree of its own
            state = game.play(state, move) if game.moves(state) else state
        ply += 2
    assert ply >= 6


def test_a_kept_tree_adds_to_the_visits_made_before() -> None:
    game = find_game("connect-four")
    searcher = MCTS(simulations=500, reuse=True)
    first = compiled(searcher, game, game.initial())
    state = game.play(game.play(game.initial(), first.line[0]), first.line[1])
    second = compiled(searcher, game, state)
    assert second.stats.terminals == 500
    assert sum(root.visits for root in second.roots) > 510
    fresh = compiled(replace(searcher), game, state)
    assert sum(root.visits for root in fresh.roots) == 500


def test_a_position_out_of_reach_gets_a_new_tree() -> None:
    game = find_game("connect-four")
    searcher = MCTS(simulations=200, reuse=True)
    compiled(searcher, game, game.initial())
    state = game.initial()
    for move in (0, 1, 2, 3):
        state = game.play(state, move)
    assert is_same(compiled(searcher, game, state), compiled(MCTS(simulations=200), game, state))


def test_without_reuse_nothing_is_kept() -> None:
    game = find_game("connect-four")
    searcher = MCTS(simulations=200)
    first, second = (compiled(searcher, game, game.initial()) for _ in range(2))
    assert is_same(first, second)
    assert not searcher.kept


# Limits.


@pytest.mark.parametrize("spec", ["tic-tac-toe", "connect-four", "othello"])
def test_a_limit_on_nodes_is_kept_to_the_node(spec: str) -> None:
    game = find_game(spec)
    for nodes in (1, 2, 3, 30, 777, 5_000):
        searcher = MCTS(simulations=10**9, solver=False)
        answer = compiled(searcher, game, game.initial(), Limits(nodes=nodes))
        assert is_same(answer, searcher.search_reference(game, game.initial(), Limits(nodes=nodes)))
        assert (answer.stats.nodes, answer.stopped_by) == (nodes, "nodes")
        assert answer.move in game.moves(game.initial())


@pytest.mark.parametrize("spec", ["tic-tac-toe", "connect-four", "othello"])
def test_a_limit_on_time_is_kept(spec: str) -> None:
    game = find_game(spec)
    with fake_clock() as clock:
        answer = compiled(MCTS(solver=False), game, game.initial(), Limits(time=3600))
    assert clock.delays == [pytest.approx(3600, abs=0.1)]
    assert answer.stopped_by == "time", "without simulations=, as many as time allows"
    assert answer.move in game.moves(game.initial())
    assert answer.stats.nodes <= NODES_BETWEEN_LOOKS


def test_a_stop_flag_raised_by_another_thread_ends_the_search_at_the_next_look() -> None:
    game, flag = find_game("othello"), LateFlag(10_000)
    answer = compiled(MCTS(simulations=10**9), game, game.initial(), Limits(time=3600), stop=flag)
    flag.join()
    assert answer.stopped_by == "stop"
    assert answer.stats.nodes - flag.seen <= 2 * NODES_BETWEEN_LOOKS


def test_what_takes_no_search_is_answered_as_by_the_readable_one() -> None:
    game = find_game("othello:size=4")
    finished = game.parse_position("XXXXXXXXXXXXOOOO O")
    assert compiled(MCTS(), game, finished) == MCTS().search_reference(game, finished)
    with pytest.raises(BadOption, match=r"depth=3.*simulations, nodes or time"):
        compiled(MCTS(), game, game.initial(), Limits(depth=3))


# Random numbers.


@kernel
def draw(rng: Any, words: Any, bounds: Any, below: Any, items: Any) -> None:
    for index in range(len(words)):
        words[index] = stream.word(rng)
    for index in range(len(bounds)):
        below[index] = stream.below(rng, bounds[index])
    stream.shuffle(rng, items, len(items))


@pytest.mark.parametrize("seed", [0, 1, 42, 2**63 - 1, 2**63, 2**64 - 1])
def test_compiled_code_draws_the_same_random_numbers(seed: int) -> None:
    words, bounds = np.zeros(500, np.uint64), np.array([1, 2, 7, 64, 361, 2**31] * 100)
    below, items = np.zeros_like(bounds), np.arange(30)
    draw(stream.make_rng(seed), words, bounds, below, items)
    rng, shuffled = Rng(seed), list(range(30))
    assert words.tolist() == [rng.word() for _ in range(500)]
    assert below.tolist() == [rng.below(int(bound)) for bound in bounds]
    rng.shuffle(shuffled)
    assert items.tolist() == shuffled

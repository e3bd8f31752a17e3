"""Othello's own search against its readable twins: heuristic, plain minimax, the rule of probable cuts, solver."""

from __future__ import annotations

import random

import numpy as np
import pytest

from helpers.clocks import LateFlag, fake_clock
from kibitz.core.errors import BadOption
from kibitz.core.game import State
from kibitz.core.limits import Limits
from kibitz.core.score import WIN
from kibitz.core.searching import find_searcher
from kibitz.evals.patterns import DISC, Patterns
from kibitz.games.othello import Othello
from kibitz.kernels.engine.othello.batch import search_moves, search_values
from kibitz.kernels.engine.othello.pattern_indices import (
    BASES,
    ROW,
    value_after,
    value_of_row,
    write_indices,
    write_row_after,
)
from kibitz.kernels.engine.othello.search import NODES_BETWEEN_LOOKS
from kibitz.kernels.engine.othello.tables import read_cuts, read_values
from kibitz.kernels.engine.othello.workspace import HUNDREDTHS, MOST, POINTS, SURE
from kibitz.kernels.engine.own_search import find_own_search
from kibitz.kernels.solvers.othello.solver import OthelloSolver
from kibitz.search.common.probable_cuts import CONFIDENCES, probable_cuts

GAME = Othello()
JUDGE = Patterns(GAME)


def random_position(seed: int, plies: int) -> State:
    """An unfinished position after so many random plies."""
    rng = random.Random(seed)
    while True:
        state = GAME.initial()
        for _ in range(plies):
            if GAME.result(state) is not None:
                break
            state = GAME.play(state, rng.choice(GAME.moves(state)))
        if GAME.result(state) is None:
            return state


def in_points(state: State) -> int:
    """What the readable heuristic says, as the search counts."""
    return max(1 - MOST, min(MOST - 1, (JUDGE(state) + HUNDREDTHS // 2) // HUNDREDTHS))


def minimax(state: State, depth: int) -> int:
    """Plain minimax in points; a pass takes nothing off the depth."""
    result = GAME.result(state)
    if result is not None:
        return result * POINTS
    if depth == 0:
        return in_points(state)
    moves = GAME.moves(state)
    less = 0 if moves[0] == GAME.pass_move else 1
    return max(-minimax(GAME.play(state, move), depth - less) for move in moves)


def words(states: list[State]) -> tuple[np.ndarray, np.ndarray]:
    return np.array([s[0] for s in states], np.uint64), np.array([s[1] for s in states], np.uint64)


@pytest.mark.parametrize("plies", [1, 14, 27, 40, 52])
def test_indices_kept_along_a_game_give_the_readable_heuristic(plies: int) -> None:
    state = random_position(plies, plies)
    rows, values, side = np.zeros(2 * ROW, np.uint16), read_values(), state[2]
    write_indices(rows, 0, *(state[:2] if side == 0 else (state[1], state[0])))
    discs = (state[0] | state[1]).bit_count()
    assert value_of_row(rows, 0, values, int(BASES[2 * discs + side])) == sum(t.amount for t in JUDGE.explain(state))
    for move in GAME.moves(state):
        if move == GAME.pass_move:
            continue
        child = GAME.play(state, move)
        turned = child[1] & ~state[0] & ~(1 << move)
        base = int(BASES[2 * (discs + 1) + 1 - side])
        assert value_after(rows, 0, values, base, move, np.uint64(turned), side) == JUDGE(child)
        write_row_after(rows, 0, 1, move, np.uint64(turned), side)
        assert value_of_row(rows, 1, values, base) == JUDGE(child)


@pytest.mark.slow
def test_without_probable_cuts_it_is_minimax() -> None:
    states = [random_position(seed, 3 + 4 * seed) for seed in range(14)]
    for depth in (1, 2, 3):
        expected = [minimax(state, depth) * HUNDREDTHS for state in states]
        assert search_values(*words(states), depth).tolist() == expected


@pytest.mark.slow
def test_to_the_end_it_is_the_solver() -> None:
    states = [random_position(seed, 46 - seed % 4) for seed in range(6)]
    found, moves = search_moves(*words(states), 60)
    solver = OthelloSolver(GAME, table_mib=16)
    for state, value, move in zip(states, found.tolist(), moves.tolist(), strict=True):
        scores = solver.scores(state)
        assert value == DISC * max(scores.values())
        assert scores[move] == max(scores.values())


def test_the_kernel_cuts_by_the_rule_of_the_readable_search() -> None:
    errors = JUDGE.depth_errors()
    assert errors is not None
    table = read_cuts()
    for level, confidence in enumerate(CONFIDENCES):
        rule = probable_cuts(errors, confidence)
        for discs, depth in ((10, 6), (30, 9), (44, 12), (44, 20), (50, 14)):
            cuts = [(cut.shallow, -(-cut.margin // HUNDREDTHS)) for cut in rule[discs][depth]]
            row = table[level, discs, depth].tolist()
            assert [pair for pair in (tuple(row[:2]), tuple(row[2:])) if pair[0] >= 0] == cuts
    assert (table[SURE] == -1).all()


@pytest.mark.slow
def test_probable_cuts_save_nodes_and_prove_nothing() -> None:
    state = random_position(5, 20)
    sure = find_searcher("engine:confidence=100")[0].search(GAME, state, Limits(depth=8))
    quick = find_searcher("engine")[0].search(GAME, state, Limits(depth=8))
    assert quick.stats.nodes < 0.8 * sure.stats.nodes
    assert not quick.score.proven
    assert not sure.score.proven
    own, other = words([state])
    assert sure.score.value == search_values(own, other, 8)[0]  # whatever windows it was found in


@pytest.mark.slow
def test_the_engine_solves_what_is_within_reach() -> None:
    state = random_position(11, 43)
    found = find_searcher("engine")[0].search(GAME, state)
    score = OthelloSolver(GAME, table_mib=16).solve(state).score
    assert score is not None
    assert found.score.proven
    assert found.score.value == WIN * score
    end = state
    for move in found.line:
        end = GAME.play(end, move)
    assert GAME.result(end) is not None  # the line goes to the end of the game
    assert GAME.result(end) == score * (1 if end[2] == state[2] else -1)


@pytest.mark.slow
@pytest.mark.parametrize("plies", [0, 30, 40, 44])
def test_time_and_a_raised_flag_end_it_with_a_legal_move(plies: int) -> None:
    state, engine, flag = random_position(3, plies), find_searcher("engine")[0], LateFlag(5_000)
    with fake_clock():
        found = engine.search(GAME, state, Limits(time=3600))
    assert (found.stopped_by, found.score.proven, found.move in GAME.moves(state)) == ("time", False, True)
    found = engine.search(GAME, state, stop=flag)
    flag.join()
    assert (found.stopped_by, found.score.proven, found.move in GAME.moves(state)) == ("stop", False, True)
    assert found.stats.depth >= 1
    if plies <= 30:  # later, it ends when the solver is through with the position that it was given
        assert found.stats.nodes - flag.seen <= 3 * NODES_BETWEEN_LOOKS


@pytest.mark.slow
def test_nodes_and_depth_limit_it() -> None:
    state = random_position(9, 24)
    few = find_searcher("engine:nodes=5000")[0].search(GAME, state, Limits(nodes=5000))
    assert few.stopped_by == "nodes"
    assert few.stats.nodes <= 5000 + 64
    shallow = find_searcher("engine")[0].search(GAME, state, Limits(depth=5))
    assert shallow.stats.depth == 5
    assert not shallow.stopped_by
    again = find_searcher("engine")[0].search(GAME, state, Limits(depth=5))
    assert (again.move, again.score, again.stats.nodes) == (shallow.move, shallow.score, shallow.stats.nodes)


@pytest.mark.slow
def test_two_threads_agree_with_one_about_a_solved_position() -> None:
    state = random_position(21, 42)
    one = find_searcher("engine")[0].search(GAME, state)
    two = find_searcher("engine:threads=2")[0].search(GAME, state)
    assert one.score == two.score


def test_the_engine_takes_it_on_8x8_alone_and_with_its_own_heuristic() -> None:
    engine = find_searcher("engine")[0]
    assert str(engine.evaluator(GAME)) == "patterns"
    assert str(engine.evaluator(Othello(6))) == "phased"
    assert find_own_search(Othello(6)) is None
    for spec, is_own in (("engine", True), ("engine:eval=patterns", True), ("engine:eval=discs", False)):
        assert (find_searcher(spec)[0].find_own_search(GAME) is not None) == is_own  # type: ignore[attr-defined]
    assert find_searcher("engine:own_search=false")[0].find_own_search(GAME) is None  # type: ignore[attr-defined]


def test_a_confidence_that_was_never_fitted_is_refused() -> None:
    with pytest.raises(BadOption, match="confidence=80 is not allowed"):
        find_searcher("engine:confidence=80")

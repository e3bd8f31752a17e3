"""Boards of more than 64 cells: rules, searches and symmetries in compiled code are those of the readable form."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from kibitz.core.evaluation import find_evaluator
from kibitz.core.game import Game, State, find_game
from kibitz.core.limits import COMPILED, REFERENCE, Limits
from kibitz.core.rng import Rng
from kibitz.core.searching import SearchResult, find_searcher
from kibitz.kernels.common.symmetry import key_of, turns_of
from kibitz.kernels.compiler.bridge import kernel, state_of, state_words
from kibitz.kernels.compiler.preparation import callable_rules, callable_terms
from kibitz.kernels.compiler.rule_compiler import compiled_knowledge

WORDS = {  # 64-bit words for each side's stones
    "connect-four:width=10,height=10": 2,
    "mnk:width=15,height=15,k=5": 4,
    "othello:size=16": 4,
    "mnk:width=26,height=26,k=6": 11,
}
TWO_WORDS = "mnk:width=9,height=9,k=5"


def play_near(game: Game, seed: int, plies: int) -> list[State]:
    """The positions of a game of moves that the game itself finds worth a look, as far as it goes on."""
    rng, states, focus = Rng(seed), [game.initial()], game.focus()
    while game.moves(states[-1]) and len(states) <= plies:
        out = [0] * game.num_moves
        states.append(game.play(states[-1], out[rng.below(abs(focus(states[-1], out)))]))
    return states


@pytest.mark.slow
@pytest.mark.parametrize("spec", WORDS)
def test_rules_of_a_large_board_are_the_same_compiled(spec: str) -> None:
    game = find_game(spec)
    assert game.int_words == WORDS[spec]
    rules, evaluator = callable_rules(game), find_evaluator("", game)
    terms, own_terms = callable_terms(evaluator), evaluator.terms()
    for state in play_near(game, 1, 120):
        assert state_of(game, state_words(game, state)) == state
        assert rules.result(state) == game.cached_rules.result(state)
        amounts, own_amounts = [0] * len(evaluator.weights), [0] * len(evaluator.weights)
        terms(state, amounts)
        own_terms(state, own_amounts)
        assert amounts == own_amounts
        legal = game.moves(state)
        if legal:
            out = [0] * game.num_moves
            assert out[: rules.moves(state, out)] == legal
            assert [rules.play(state, move) for move in legal[::7]] == [game.play(state, move) for move in legal[::7]]


@pytest.mark.slow
def test_what_a_large_board_knows_is_the_same_compiled() -> None:
    game = find_game(TWO_WORDS)
    states = play_near(game, 2, 60)[:-1]
    assert len(states) > 10
    for name in ("prospects", "candidates", "focus", "threats"):
        rule, compiled = getattr(game, name)(), compiled_knowledge(game, name)
        for state in states:
            if name == "prospects":
                assert compiled(state_words(game, state), 9) == rule(state, 9)
            else:
                out, written = [0] * game.num_moves, np.zeros(game.num_moves, np.int64)
                count = rule(state, out)
                assert compiled(state_words(game, state), written) == count
                assert written[: abs(count)].tolist() == out[: abs(count)]


def without_time(result: SearchResult) -> SearchResult:
    return replace(result, backend="", stats=replace(result.stats, seconds=0.0, memory=0))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spec", "limits"),
    [
        ("alphabeta:order=history+centre", Limits(depth=2)),
        ("mcts:simulations=60,seed=3", Limits()),
        ("proof", Limits(nodes=20)),
        ("threats:most=4", Limits(nodes=3_000)),
    ],
)
def test_searches_of_a_large_board_are_the_same_compiled(spec: str, limits: Limits) -> None:
    game = find_game(TWO_WORDS)
    searcher, _ = find_searcher(spec)
    for seed, plies in ((1, 0), (2, 12), (3, 20)):
        state = play_near(game, seed, plies)[-1]
        assert game.result(state) is None
        both = [searcher.search(game, state, limits, backend=backend) for backend in (REFERENCE, COMPILED)]
        assert without_time(both[0]) == without_time(both[1]), f"{spec} {state}"


@kernel
def _keys(state: Any, tables: Any) -> Any:
    return key_of(state, tables, True), key_of(state, tables, False)


@pytest.mark.slow
def test_positions_that_a_symmetry_turns_into_each_other_have_one_key() -> None:
    game = find_game(TWO_WORDS)
    turns = turns_of(game)
    assert len(turns.images) == 8
    seen = set()
    for state in play_near(game, 5, 30)[1:]:
        images = [state, *(symmetry.image(state) for symmetry in game.symmetries())]
        found = [_keys(state_words(game, image), turns.bytes) for image in images]
        assert len({turned for (turned, _), _ in found}) == 1
        seen.add(found[0][0][0])
        assert len({plain for _, (plain, _) in found}) == len(set(images))
    assert len(seen) == 30

"""The compiled proof-number search is the readable one node by node, and keeps its limits."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from helpers import naive
from helpers.clocks import LateFlag, fake_clock
from kibitz.core.errors import BadOption
from kibitz.core.game import Game, State, find_game
from kibitz.core.limits import Limits
from kibitz.core.score import WIN, Score
from kibitz.core.searching import SearchResult
from kibitz.kernels.common.node_limit import NODES_BETWEEN_LOOKS
from kibitz.kernels.compiled_forms import find_form
from kibitz.kernels.searchers.proof_form import ProofForm
from kibitz.search.proof import Proof

SPECS = ["tic-tac-toe", "connect-four:width=5,height=4", "connect-four", "othello:size=4", "othello", "take-away"]
SPECS += ["kalah:pits=3,seeds=3", "breakthrough:width=4,height=4"]  # one where a side moves again, and one of pieces
SWITCHES = [Proof(), Proof(weak=True), Proof(epsilon=0.25), Proof(weak=True, epsilon=2)]


def compiled(searcher: Proof, game: Game, state: State, limits: Limits = Limits(), **more: Any) -> SearchResult:
    return ProofForm().search(searcher, game, state, limits, **more)


def is_same(answer: SearchResult, other: SearchResult) -> bool:
    """Equal in everything but seconds and bytes."""
    first, second = (replace(a, stats=replace(a.stats, seconds=0, memory=0)) for a in (answer, other))
    return first == second


def test_the_twin_is_announced() -> None:
    assert isinstance(find_form(Proof()), ProofForm)


@pytest.mark.slow
@pytest.mark.parametrize("spec", SPECS)
def test_every_node_is_that_of_the_readable_search(spec: str) -> None:
    """Whether the search comes to its end or to a limit."""
    game = find_game(spec)
    for seed, searcher in enumerate(SWITCHES):
        for state in (game.initial(), naive.random_position(game, seed)):
            for nodes in (100, 4_000):
                answer = compiled(searcher, game, state, Limits(nodes=nodes))
                assert is_same(answer, searcher.search_reference(game, state, Limits(nodes=nodes))), (
                    f"{searcher} {state}"
                )


@pytest.mark.parametrize("spec", ["tic-tac-toe", "connect-four:width=5,height=4", "othello:size=4", "take-away"])
@pytest.mark.parametrize("entries", [2, 30, 400])
def test_a_table_too_small_forgets_the_same(spec: str, entries: int) -> None:
    game = find_game(spec)
    searcher = Proof(entries=entries)
    for state in (game.initial(), naive.random_position(game, entries)):
        answer = compiled(searcher, game, state, Limits(nodes=4_000))
        assert is_same(answer, searcher.search_reference(game, state, Limits(nodes=4_000)))


@pytest.mark.slow
def test_a_game_of_a_thousand_plies_is_not_too_deep() -> None:
    game = find_game("take-away:chips=1000,take=1")
    answer = compiled(Proof(), game, game.initial())
    assert is_same(answer, Proof().search_reference(game, game.initial()))
    assert len(answer.line) == 1000


# Four in a row on 5x4 is in Tromp's published table; Othello on 4x4 was solved by programs of no kin.
@pytest.mark.parametrize(
    ("spec", "value"), [("tic-tac-toe", 0), ("connect-four:width=5,height=4", 0), ("othello:size=4", -10)]
)
def test_known_values(spec: str, value: int) -> None:
    game = find_game(spec)
    assert compiled(Proof(), game, game.initial()).score == Score(value * WIN, proven=True)


# Limits.


@pytest.mark.parametrize("spec", ["tic-tac-toe", "connect-four", "othello"])
def test_a_limit_on_nodes_is_kept_to_the_node(spec: str) -> None:
    game = find_game(spec)
    for nodes in (1, 2, 3, 30, 500):
        answer = compiled(Proof(), game, game.initial(), Limits(nodes=nodes))
        assert is_same(answer, Proof().search_reference(game, game.initial(), Limits(nodes=nodes)))
        assert (answer.stats.nodes, answer.stopped_by) == (nodes, "nodes")
        assert answer.move in game.moves(game.initial())


def test_a_limit_on_time_is_kept() -> None:
    game = find_game("connect-four")
    with fake_clock() as clock:
        answer = compiled(Proof(), game, game.initial(), Limits(time=3600))
    assert clock.delays == [pytest.approx(3600, abs=0.1)]
    assert answer.stopped_by == "time"
    assert answer.move in game.moves(game.initial())
    assert answer.stats.nodes <= NODES_BETWEEN_LOOKS


def test_a_stop_flag_raised_by_another_thread_ends_the_search_at_the_next_look() -> None:
    game, flag = find_game("connect-four"), LateFlag(10_000)
    answer = compiled(Proof(), game, game.initial(), Limits(time=3600), stop=flag)
    flag.join()
    assert answer.stopped_by == "stop"
    assert answer.stats.nodes - flag.seen <= 2 * NODES_BETWEEN_LOOKS


def test_what_takes_no_search_is_answered_as_by_the_readable_one() -> None:
    game = find_game("othello:size=4")
    finished = game.parse_position("XXXXXXXXXXXXOOOO O")
    assert compiled(Proof(), game, finished) == Proof().search_reference(game, finished)
    with pytest.raises(BadOption, match=r"depth=3.*nodes or time"):
        compiled(Proof(), game, game.initial(), Limits(depth=3))

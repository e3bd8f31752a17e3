"""Transposition tables: found again, never mistaken, and replaced by rule."""

from __future__ import annotations

import pytest

from kibitz.core.game import find_game
from kibitz.core.limits import Limits
from kibitz.core.score import Bound
from kibitz.core.searching import find_searcher
from kibitz.search.common.transposition_table import SCHEMES, TableEntry, TranspositionTable, make_transposition_table


def entry(number: int, depth: int, value: int = 0) -> TableEntry:
    return TableEntry((number, 0), depth, value, Bound.EXACT, 1)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_what_was_stored_last_for_a_position_is_found(scheme: str) -> None:
    table = make_transposition_table(scheme, 1000)
    assert table is not None
    for value in (5, 7):
        table.store(entry(1, 3, value))
        assert table.find((1, 0)) == entry(1, 3, value)
    assert table.find((2, 0)) is None


@pytest.mark.parametrize(
    ("scheme", "kept"),
    [("newest", {2}), ("deeper", {1}), ("two-tier", {1, 2})],
)
def test_when_two_positions_want_one_slot_the_scheme_decides(scheme: str, kept: set[int]) -> None:
    table = make_transposition_table(scheme, 1)
    assert table is not None
    table.store(entry(1, 9))
    table.store(entry(2, 3))
    assert {number for number in (1, 2) if table.find((number, 0))} == kept


def test_two_tier_moves_the_shallower_result_aside() -> None:
    table = SCHEMES["two-tier"](2)
    table.store(entry(1, 3))
    table.store(entry(2, 9))
    assert table.find((1, 0))
    table.store(entry(3, 4))
    assert not table.find((1, 0))
    assert table.find((2, 0))


def test_a_table_never_outgrows_its_size() -> None:
    for scheme, cls in SCHEMES.items():
        table: TranspositionTable = cls(10)
        for number in range(500):
            table.store(entry(number, number % 7))
        assert len(table.slots) <= 10, scheme
        assert table.memory() > 0


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_table_saves_nodes_and_counts_its_hits(scheme: str) -> None:
    game = find_game("tic-tac-toe")
    plain = find_searcher("alphabeta")[0].search_reference(game, game.initial())
    helped = find_searcher(f"alphabeta:table={scheme}")[0].search_reference(game, game.initial())
    assert helped.stats.nodes * 3 < plain.stats.nodes
    assert helped.stats.table_hits > 1000
    assert helped.stats.memory > 0 == plain.stats.memory
    assert helped.score == plain.score


def test_a_line_cut_short_by_the_table_is_continued_from_it() -> None:
    game = find_game("connect-four:width=4,height=4")
    state = game.initial()
    spec = "alphabeta:table=two-tier,sooner=true"
    answer = find_searcher(spec)[0].search_reference(game, state, Limits(depth=8))
    assert len(answer.line) == 8
    for move in answer.line:
        assert move in game.moves(state)
        state = game.play(state, move)


def test_deeper_results_may_be_reused_on_request() -> None:
    game = find_game("take-away:chips=30,take=4")
    equal, deeper = (
        find_searcher(f"alphabeta:table=newest,eval=zero,reuse={reuse}")[0].search_reference(
            game, game.initial(), Limits(depth=12)
        )
        for reuse in ("equal", "deeper")
    )
    assert deeper.stats.nodes < equal.stats.nodes

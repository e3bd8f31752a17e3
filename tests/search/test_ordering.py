"""Move orders change the cost of a search and nothing else."""

from __future__ import annotations

import pytest

from kibitz.core.errors import BadOption
from kibitz.core.game import find_game
from kibitz.core.limits import Limits
from kibitz.core.searching import find_searcher
from kibitz.search.common.move_ordering import ORDERS, first


def nodes(spec: str, game_spec: str, depth: int) -> int:
    game = find_game(game_spec)
    return find_searcher(spec)[0].search_reference(game, game.initial(), Limits(depth=depth)).stats.nodes


@pytest.mark.parametrize("order", ["centre", "heuristic", "killer", "history", "killer+history+centre"])
def test_a_good_order_saves_nodes(order: str) -> None:
    assert nodes(f"alphabeta:order={order}", "connect-four", 6) < nodes("alphabeta", "connect-four", 6)


def test_the_table_move_saves_nodes_when_deepening() -> None:
    game = "connect-four"
    without = nodes("alphabeta:deepen=true,table=two-tier", game, 6)
    assert nodes("alphabeta:deepen=true,table=two-tier,order=table", game, 6) < without


def test_the_moves_of_s4_sorted_by_s4s_scores_save_most_of_tic_tac_toe() -> None:
    game = find_game("tic-tac-toe")
    plain, sorted_ = (
        find_searcher(spec)[0].search_reference(game, game.initial())
        for spec in ("alphabeta", "alphabeta:order=heuristic,eval=cells")
    )
    assert sorted_.stats.nodes * 3 < plain.stats.nodes
    assert sorted_.score == plain.score


def test_a_seed_settles_a_shuffled_order() -> None:
    counts = [nodes(f"alphabeta:order=shuffled,seed={seed}", "connect-four", 5) for seed in (1, 1, 2)]
    assert counts[0] == counts[1] != counts[2]


def test_shuffling_below_a_heuristic_varies_only_its_ties() -> None:
    """S4 shuffles and then sorts; with a stable sort that leaves variety among equals."""
    game = find_game("mnk:width=5,height=5,k=4")
    spec = "minimax:depth=1,order=heuristic+shuffled,eval=cells"
    openings = {
        find_searcher(f"{spec},seed={seed}")[0].search_reference(game, game.initial(), Limits(depth=1)).move
        for seed in range(9)
    }
    assert len(openings) > 1


def test_orders_are_stable_and_keep_every_move() -> None:
    assert first([3, 9], [0, 1, 2, 3, 4]) == [3, 0, 1, 2, 4]
    assert first([9], [0, 1]) == [0, 1]


def test_an_order_that_does_not_exist_is_refused_by_name() -> None:
    with pytest.raises(BadOption, match="'best'.*natural, " + ", ".join(ORDERS)):
        find_searcher("alphabeta:order=killer+best")


def test_the_table_order_needs_a_table() -> None:
    with pytest.raises(BadOption, match="table=two-tier"):
        find_searcher("alphabeta:order=table")

"""The claims of the reports: every one has an entry, and its verdict follows from what was measured."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers import naive
from kibitz.core.game import find_game
from kibitz.core.limits import Limits
from kibitz.core.rng import Rng
from kibitz.lab.design import EXPERIMENTS, Claim, Experiment, Row, Values, number
from kibitz.lab.tools.growth import minimal_leaves
from kibitz.lab.verdict import Kind, Verdict
from kibitz.reports.catalogue.s2.claims_s2_other_players import estimate_games
from kibitz.reports.catalogue.s2.claims_s2_search import pearl_branching
from kibitz.reports.catalogue.s4.s4_03_depth_aware_score import list_wins_in_one
from kibitz.reports.measuring.claims import CheckedTable, count_moves_held
from kibitz.reports.measuring.tabular_learning import Q_LEARNING, SARSA, TabularLearner, play_learning_game
from kibitz.reports.measuring.uniform_tree import LEAVES, UniformTree
from kibitz.search.alphabeta import AlphaBeta
from kibitz.search.minimax import Minimax

CLAIMS = [line for line in Path(__file__).with_name("claims.txt").read_text().splitlines() if "#" not in line]
CHECKED = sorted(name for name, cls in EXPERIMENTS.items() if issubclass(cls, CheckedTable))


def outcome(name: str) -> tuple[list[Row], Verdict]:
    """A quick run of an entry, in this process."""
    made = EXPERIMENTS[name]()
    rows = [Row(cell, made.reported(cell), made.measure(cell, 0)) for cell in made.cells(quick=True)]
    return rows, made.judge(rows)


def by_name(rows: list[Row], column: str) -> dict[str, float]:
    return {row.cell.name: number(row.measured, column) for row in rows}


def with_values(made: Experiment, **values: float) -> list[Row]:
    """Rows that all measured the same."""
    measured: Values = {name.replace("_", " "): value for name, value in values.items()}
    return [Row(cell, made.reported(cell), measured) for cell in made.cells(quick=True)]


def test_every_claim_has_an_entry_that_quotes_it() -> None:
    assert len(CLAIMS) == 23
    for name in CLAIMS:
        assert issubclass(EXPERIMENTS[name], Claim), name
        assert EXPERIMENTS[name].says, name


@pytest.mark.parametrize("name", CHECKED)
def test_an_entry_is_open_until_all_its_rows_are_measured(name: str) -> None:
    made = EXPERIMENTS[name]()
    for quick in (True, False):
        cells = made.cells(quick=quick)
        assert len({cell.name for cell in cells}) == len(cells)
        columns = {column.name for column in made.columns}
        assert all(set(made.reported(cell)) <= columns for cell in cells)
        assert made.judge([Row(cell, {}, {}) for cell in cells[1:]]).kind == Kind.OPEN


# Facts from outside, each in the list of what was recomputed from the reports.


def test_tic_tac_toe_is_counted_as_known_and_not_as_printed() -> None:
    rows, verdict = outcome("S3-1")
    counts = by_name(rows, "count")
    assert (counts["games"], counts["nodes"], counts["positions"]) == (255_168, 549_946, 5_478)
    won = [counts[f"won in {plies} plies"] for plies in range(5, 10)]
    assert won == [1_440, 5_328, 47_952, 72_576, 81_792]
    assert verdict.kind == Kind.WRONG
    assert "won in 5 plies: 1,440, by the formula 96" in verdict.figures


def test_take_away_grows_by_the_tribonacci_constant() -> None:
    rows, verdict = outcome("S3-16")
    nodes = by_name(rows, "nodes")
    assert [nodes[f"depth {depth}"] for depth in (12, 20, 26, 27)] == [2_031, 266_079, 10_301_680, 18_947_744]
    assert by_name(rows, "growth of the nodes")["depth 27"] == pytest.approx(1.839_286_76, abs=1e-7)
    assert verdict.kind == Kind.CONDITION, "the printed times double with every ply, but do not grow threefold"
    assert "1.839" in verdict.figures
    assert "1.83 to 2.60 a ply" in verdict.figures


def test_a_corner_leaves_one_reply_that_holds() -> None:
    rows, verdict = outcome("S3-3")
    assert by_name(rows, "replies that lose") == {"corner": 7, "edge": 4, "centre": 4}
    assert set(by_name(rows, "value").values()) == {0}
    assert verdict.kind == Kind.CONDITION


def test_factorials_are_not_nodes() -> None:
    rows, verdict = outcome("S4-10")
    assert rows[0].measured is not None
    assert rows[0].measured["nodes"] == 549_946
    assert verdict.kind == Kind.WRONG
    assert "25! = 15,511,210,043,330,985,984,000,000" in verdict.figures


def test_games_are_estimated_without_bias() -> None:
    assert estimate_games("tic-tac-toe", 4_000, seed=1) == pytest.approx(255_168, rel=0.05)


def test_pearls_constant_is_the_golden_ratio_for_two_moves() -> None:
    """x^2 + x = 1 has the root 0.618…, so that a ply costs 1.618…"""
    assert pearl_branching(2) == pytest.approx((1 + 5**0.5) / 2)


# The instruments.


@pytest.mark.parametrize(("breadth", "depth"), [(2, 5), (3, 4), (5, 3)])
def test_alphabeta_visits_the_least_and_the_most_on_ordered_trees(breadth: int, depth: int) -> None:
    tree = UniformTree()
    leaves = {
        kind: AlphaBeta(eval="zero")
        .search_reference(tree, tree.root(breadth, depth, kind, seed=3))
        .stats.boards_evaluated
        for kind in LEAVES
    }
    assert leaves["best"] == minimal_leaves(breadth, depth)
    assert leaves["worst"] == breadth**depth
    assert leaves["best"] < leaves["random"] < leaves["worst"]


@pytest.mark.parametrize("kind", LEAVES)
def test_uniform_trees_have_the_value_they_are_made_for(kind: str) -> None:
    tree = UniformTree()
    root = tree.root(3, 4, kind, seed=7)
    value = naive.minimax(tree, root, 4)
    assert Minimax(eval="zero").search_reference(tree, root).score.value == value
    if kind != "random":
        assert value == 0


def test_a_depth_first_search_holds_one_path_of_moves() -> None:
    assert count_moves_held("connect-four", "minimax:depth=3,eval=zero") == 3 * 7
    assert count_moves_held("tic-tac-toe", "alphabeta:depth=4") == 9 + 8 + 7 + 6


# Some verdicts, and what would turn them.


def test_pruning_keeps_the_answers_and_other_answers_would_be_noticed() -> None:
    same_play = EXPERIMENTS["S0-20"]()
    nodes = {"minimax_nodes": 100, "alpha-beta_nodes": 20}
    assert same_play.judge(with_values(same_play, positions=5, same_value=5, same_move=5, **nodes)).kind == Kind.HOLDS
    assert same_play.judge(with_values(same_play, positions=5, same_value=3, same_move=5, **nodes)).kind != Kind.HOLDS


def test_invincible_is_whoever_never_loses() -> None:
    made = EXPERIMENTS["S4-12"]()
    kept = made.judge(with_values(made, games=2, losses=0))
    assert (kept.kind, "these opponents" in kept.condition) == (Kind.CONDITION, True)
    lost = made.judge(with_values(made, games=2, losses=1))
    assert lost.kind == Kind.WRONG
    assert "8 of 16 games" in lost.figures


def test_the_work_of_monte_carlo_tree_search_is_that_of_its_simulations_shared_out_among_cores() -> None:
    alone = EXPERIMENTS["S2-16"]()
    assert alone.judge(with_values(alone, wins=100, nodes_a_simulation=21.0)).kind == Kind.HOLDS
    shared = EXPERIMENTS["S2-16b"]()
    verdict = shared.judge(with_values(shared, simulations=100, positions=2_100, cores=1, time=1.0))
    assert (verdict.kind, "50.0 to 50.0 %" in verdict.figures) == (Kind.HOLDS, True)
    rows = [
        row._replace(measured={**(row.measured or {}), "positions": 2_100 * row.cell.whole("cores")})
        for row in with_values(shared, simulations=100, positions=2_100, cores=1, time=0.5)
    ]
    assert shared.judge(rows).kind == Kind.WRONG, "however fast they were, each core did all of the work"


def test_a_simulation_takes_as_many_positions_as_a_random_game_and_no_multiple_of_mk() -> None:
    rows, verdict = outcome("S2-16f")
    assert verdict.kind == Kind.WRONG
    by_moves, by_mk = by_name(rows, "divided by moves"), by_name(rows, "divided by mk")
    assert all(share == pytest.approx(1, abs=0.1) for share in by_moves.values())
    assert max(by_mk.values()) > 4 * min(by_mk.values())


def test_a_losing_full_search_wins_every_game_with_a_mistake() -> None:
    """Of the 3^5 games from 20 chips, at most three a move, one is without a mistake."""
    rows, verdict = outcome("S3-11c")
    assert by_name(rows, "games")["20 chips, at most 3 a move"] == 3**5
    assert by_name(rows, "with a mistake")["20 chips, at most 3 a move"] == 3**5 - 1
    assert by_name(rows, "of these won") == by_name(rows, "with a mistake")
    assert set(by_name(rows, "without, won").values()) == {0}
    assert verdict.kind == Kind.HOLDS


def test_games_that_end_early_do_not_bring_the_branching_factor_to_zero() -> None:
    rows, verdict = outcome("S0-19b")
    positions = by_name(rows, "positions")
    assert [positions[f"4x2, ply {ply}"] for ply in range(1, 7)] == [4, 16, 60, 84, 104, 0]
    assert positions["7x6, ply 3"] == 7**3
    assert (verdict.kind, verdict.condition) == (Kind.CONDITION, "only on 4x2")


def test_a_longer_game_takes_fewer_evaluations_a_move_and_more_in_all() -> None:
    rows, verdict = outcome("S0-24b")
    assert sum(by_name(rows, "games").values()) == 49, "all pairs of moves that a person can make"
    assert (verdict.kind, verdict.condition) == (Kind.CONDITION, "only per move of the program")


def test_a_program_that_blocks_by_chance_does_not_want_to_prevent() -> None:
    made = EXPERIMENTS["S0-34"]()

    def kinds(blocked: int) -> tuple[Kind, ...]:
        share = 10 * blocked
        values = {"positions": 10, "blocked": blocked, "share": share, "by_chance": 24}
        return made.judge(with_values(made, **values, share_low=share - 9, share_high=share + 9)).kinds

    assert kinds(2) == (Kind.CONDITION,)
    assert kinds(9) == (Kind.HOLDS,), "it wants to, but not always does"
    assert kinds(10) == (Kind.CONDITION,), "there is nothing that it does not prevent"


@pytest.mark.slow
def test_the_published_program_blocks_as_often_as_chance_and_the_corrected_one_nearly_always() -> None:
    rows, verdict = outcome("S0-34")
    blocked = by_name(rows, "blocked")
    assert blocked["as published, depth 2"] < 6 < blocked["corrected, depth 2"]
    assert verdict.kinds[0] == Kind.CONDITION


def test_random_moves_decide_nothing_about_people() -> None:
    made = EXPERIMENTS["S0-27b"]()

    def kind(searching: int, random: int) -> Kind:
        rows = [
            Row(cell, {}, {"games": 10, "program wins": searching if "people" in cell.name else random})
            for cell in made.cells()
        ]
        return made.judge(rows).kind

    assert kind(0, 5) == Kind.HOLDS
    assert kind(1, 0) == Kind.WRONG


def test_a_tree_of_more_than_150_nodes_is_drawn_whole() -> None:
    made = EXPERIMENTS["S1-19"]()
    (cell,) = (cell for cell in made.cells(quick=True) if cell.settings["plies"] == 10)
    found = made.measure(cell, 0)
    assert number(found, "trees of more than 150") == number(found, "drawn whole") == 2
    assert number(found, "smallest") > 150


def test_sarsa_corrects_by_the_move_that_is_made_and_q_learning_by_the_best() -> None:
    game, rng = find_game("connect-four:width=4,height=4,k=3"), Rng(1)
    players = TabularLearner(Q_LEARNING, rng), TabularLearner(SARSA, rng)
    outcomes = [play_learning_game(game, players) for _ in range(300)]
    assert players[0].by_the_best == players[0].corrections > 100
    assert players[1].by_the_best < players[1].corrections
    assert sum(outcome > 0 for outcome in outcomes) > 150, "the first player wins on this board with best play"
    assert players[0].looked_up <= 4 * players[0].moves_made


def test_a_value_is_corrected_half_the_way_to_what_came_next() -> None:
    after, moves = (5, 2), [0, 1]
    for rule, value in ((Q_LEARNING, 0.25), (SARSA, -0.25)):
        learner = TabularLearner(rule, Rng(0), {after: {0: 0.5, 1: -0.5}})
        learner.learn((1, 0), 3, after, 1, moves)
        assert learner.table[1, 0][3] == value, "the best is 0.5, the move that was made -0.5"
        learner.finish((1, 0), 3, 1)
        assert learner.table[1, 0][3] == (value + 1) / 2


@pytest.mark.slow
def test_o_of_n_holds_for_what_n_may_be() -> None:
    made = EXPERIMENTS["S2-16d"]()
    rows = [Row(cell, {}, made.measure(cell, 0)) for cell in made.cells(quick=True)]
    verdict = made.judge(rows)
    assert verdict.kind == Kind.CONDITION
    assert "S2 does not say what n is" in verdict.condition
    assert "values are read for each of n columns" in verdict.figures


@pytest.mark.slow
def test_s4s_position_shows_what_the_depth_in_the_score_is_for() -> None:
    game = find_game("tic-tac-toe")
    assert len(list_wins_in_one(game, turned=False)) == 321
    rows, verdict = outcome("S4-3")
    assert [row.measured and row.measured["move"] for row in rows] == ["b1", "c3"]
    assert by_name(rows, "taken share")["depth-aware"] == 100 > by_name(rows, "taken share")["plain"]
    assert verdict.kind == Kind.HOLDS


def test_a_search_that_is_blind_behind_its_horizon_finds_all_moves_alike() -> None:
    game = find_game("mnk:width=5,height=5,k=4")
    blind = Minimax(eval="zero").search_reference(game, game.initial(), Limits(depth=2))
    assert len({root.score.value for root in blind.roots}) == 1

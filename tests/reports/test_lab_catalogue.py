"""The catalogue: every entry is complete, and what it finds agrees with what was counted by other means."""

from __future__ import annotations

import pytest

from kibitz.lab.design import Cell, Experiment, Row
from kibitz.lab.find_experiments import find_experiments
from kibitz.lab.hosting.entry_view import make_entry_view
from kibitz.lab.lab import find_our_outcome
from kibitz.lab.reports.plots import draw
from kibitz.lab.verdict import Kind
from kibitz.reports.measuring.searches import build_stored_tree, count_tree_sizes, search_with

CATALOGUE = {name: made for name, made in find_experiments().items() if type(made).__module__.startswith("kibitz.")}


TAKE_AWAY = ("S3-12", "S3-14")


def the(name: str) -> Experiment:
    return CATALOGUE[name]


def judged(made: Experiment, cells: list[Cell]) -> Kind:
    return made.judge([Row(cell, made.reported(cell), made.measure(cell, 0)) for cell in cells]).kind


@pytest.mark.parametrize("name", CATALOGUE)
def test_an_entry_is_complete(name: str) -> None:
    made = the(name)
    assert made.title
    assert made.source
    assert made.says.endswith("."), "the sentence that is judged"
    assert made.assumes.endswith("."), "what the report leaves open and was chosen here"
    assert not made.title.endswith(".")
    columns = [column.name for column in made.columns]
    assert len(set(columns)) == len(columns)
    for quick in (True, False):
        cells = made.cells(quick=quick)
        assert cells
        assert len({cell.name for cell in cells}) == len(cells)
        for cell in cells:
            assert set(made.reported(cell)) <= set(columns)
    if made.plot is not None:
        assert made.plot.kind in ("lines", "bars")
        assert set(made.plot.y) <= set(columns)
        for setting in filter(None, (made.plot.x, made.plot.by)):
            assert any(setting in cell.settings for cell in made.cells())


def test_every_table_and_plot_of_the_third_report_is_there() -> None:
    lines = {line for made in CATALOGUE.values() for line in (made.id, *made.covers)}
    assert {f"S3-{number}" for number in (10, 11, 12, 13, 14, 15, 20, 21, 22, 23, 26)} <= lines


def test_too_little_to_judge_by_is_no_verdict() -> None:
    for name in ("S3-12", "S3-14", "S3-20", "S3-21"):
        made = the(name)
        first, *others = made.cells(quick=True)
        rows = [Row(first, made.reported(first), {column.name: 1 for column in made.columns})]
        rows += [Row(cell, made.reported(cell), None) for cell in others]
        assert made.judge(rows).kind is Kind.OPEN, name


# Facts: what is counted here was counted by other means before, or can be worked out.


def test_take_away_trees_have_the_sizes_that_counting_gives() -> None:
    counted = {12: 2_031, 20: 266_079, 26: 10_301_680, 27: 18_947_744}
    assert {chips: count_tree_sizes(f"take-away:chips={chips},take=3", chips)[-1] for chips in counted} == counted
    by_limit = [9_683, 55_983, 126_405, 184_374, 221_264, 242_182, 253_303]
    assert [count_tree_sizes(f"take-away:chips=20,take={limit}", 8)[-1] for limit in range(3, 10)] == by_limit


def test_a_tree_stored_whole_pruned_after_and_pruned_during() -> None:
    """7^0 + … + 7^4 nodes of Connect Four; both ways of pruning look at the same of them, one stores no others."""
    whole, after, during = (
        build_stored_tree("connect-four", 4, prune=way, evaluator="windows") for way in ("none", "after", "during")
    )
    assert whole is not None
    assert after is not None
    assert during is not None
    assert whole.nodes == whole.looked_at == after.nodes == sum(7**ply for ply in range(5)) == 2_801
    assert after.looked_at == during.looked_at == during.nodes == 822
    assert during.memory < after.memory == whole.memory
    assert search_with("alphabeta:depth=4,eval=windows,backend=reference", "connect-four").stats.nodes == 822


def test_pruning_a_finished_tree_saves_nothing_where_leaves_are_evaluated_when_they_are_made() -> None:
    made = the("S3-20")
    cells = [cell for cell in made.cells(quick=True) if cell.whole("depth") == 4]
    rows = [Row(cell, {}, made.measure(cell, 0)) for cell in cells]
    evaluated = {str(row.cell.settings["way"]): row.number("evaluated") for row in rows}
    assert evaluated == {
        "none": 7**4,
        "after": 7**4,
        "during": 625,
        "none, evaluated when looked at": 7**4,
        "after, evaluated when looked at": 625,
    }
    verdict = made.judge(rows)
    assert verdict.kind is Kind.HOLDS
    assert "saves 0 % of the boards made and evaluated" in verdict.figures
    less = [
        row._replace(measured={**(row.measured or {}), "evaluated": 9}) if row.cell.settings["way"] == "after" else row
        for row in rows
    ]
    assert made.judge(less).kind is Kind.CONDITION


def test_both_halves_of_two_plies_deeper_are_judged() -> None:
    """By print minimax ends at depth 8 and alpha-beta at 10; at equal time the printed gain is smaller."""
    made = the("S3-23")
    nodes = {8: (190_260, 6_634_027, 1.8), 10: (2_108_203, 314_060_245, 2.6), 11: (11_194_524, 2_158_651_073, 2.7)}

    def row(depth: int) -> Row:
        (cell,) = (cell for cell in made.cells() if cell.whole("depth") == depth)
        pruned, plain, gained = nodes[depth]
        return Row(cell, {}, {"alpha-beta": pruned, "minimax": plain, "plies gained": gained})

    program, textbook = (answer for _, answer in made.judge([row(8), row(10), row(11)]).answers)
    assert program.kind is textbook.kind is Kind.CONDITION
    assert "greatest depth is two plies more than minimax's (10 and 8)" in program.sentence
    assert program.condition == "for the greatest depth; at the same cost about two plies at depth 10 only"
    assert "With the nodes of minimax at depth 8 alpha-beta reaches two plies more" in textbook.sentence
    (_, open_answer) = made.judge([row(8), row(10)]).answers[1]
    assert "it is open whether" in open_answer.sentence, "depth 11 may fit as well"


def test_a_tree_that_outgrows_memory_is_given_up() -> None:
    assert build_stored_tree("take-away:chips=12,take=3", 12, max_nodes=2_030) is None
    assert build_stored_tree("take-away:chips=12,take=3", 12, max_nodes=2_031) is not None


def test_take_away_grows_by_the_root_of_its_equation() -> None:
    made = the("S3-26")
    (last,) = (cell for cell in made.cells() if cell.settings["chips"] == 60)
    growth = made.measure(last, 0)["growth"]
    assert isinstance(growth, float)
    assert growth**3 == pytest.approx(growth**2 + growth + 1, abs=1e-3)
    assert judged(made, [last]) is Kind.WRONG


def test_the_printed_times_of_take_away_fit_its_depths_but_not_its_removal_limits() -> None:
    def counted(made: Experiment, cell: Cell) -> Row:
        depth = cell.whole("depth")
        limit = cell.settings.get("removal limit")
        heaps = {"nodes": 20, "nodes of 40 chips": 40} if limit else {"nodes": depth}
        sizes = {
            column: count_tree_sizes(f"take-away:chips={chips},take={limit or 3}", depth)[-1]
            for column, chips in heaps.items()
        }
        return Row(cell, made.reported(cell), {"time": 1, **sizes})

    verdicts = {name: the(name).judge([counted(the(name), cell) for cell in the(name).cells()]) for name in TAKE_AWAY}
    assert verdicts["S3-12"].kind is Kind.HOLDS
    assert "if a node takes 115 to 211 bytes" in verdicts["S3-12"].figures
    assert verdicts["S3-14"].kind is Kind.CONDITION
    assert verdicts["S3-14"].condition == "except for the claim that the printed times are those of 20 chips"
    assert "varies 63-fold" in verdicts["S3-14"].figures
    assert "would vary 2.2-fold" in verdicts["S3-14"].figures


@pytest.mark.slow
def test_a_shallow_search_of_tic_tac_toe_loses_though_it_takes_the_centre() -> None:
    made = the("S3-10")
    shallow, whole = (Cell("", {"depth": depth, "eval": "windows"}) for depth in (1, 9))
    assert made.measure(shallow, 0) == {"answer to a corner": "b2", "games": 88, "losses": 26}
    verdict = made.judge([Row(shallow, made.reported(shallow), made.measure(shallow, 0))])
    assert verdict.kind is Kind.CONDITION, "it takes the centre, but loses"
    assert verdict.condition == "except for the claim that the search never loses to perfect play at any depth"
    assert "26 of 88 games lost" in verdict.figures
    assert made.measure(whole, 0)["losses"] == 0


def test_a_limited_search_of_take_away_is_trapped_by_the_rule_as_printed() -> None:
    made = the("S3-11")
    found = {cell.name: made.measure(cell, 0) for cell in made.cells()}
    assert found["full search"]["games won"] == found["depth 2, the rule as meant"]["games won"] == "all"
    assert found["depth 2, the rule as printed"]["games won"] == "4"
    assert found["cost of depth 12"]["nodes of depth d"] == (3**13 - 1) // 2
    assert found["cost of depth 12"]["nodes of d chips"] == 2_031


def test_a_chart_calls_bots_and_heuristics_as_its_table_does() -> None:
    outcome = find_our_outcome(the("S1-13"))
    assert outcome is not None
    plot = make_entry_view(outcome, {}).plot
    assert plot is not None
    assert {series.label for series in plot.series} == {"netPlayerCoins", "complexHeuristic"}
    assert [point.x for point in plot.series[0].points] == ["MinimaxBot", "ABPruningBot"]
    drawing = draw(outcome)
    assert "complexHeuristic" in drawing
    assert "phased" not in drawing

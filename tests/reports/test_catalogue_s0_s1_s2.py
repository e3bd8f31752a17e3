"""The tables of S0, S1 and S2: what is printed is what the reports say, and the verdict follows what is measured."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from kibitz.arena.openings import Opening, Openings
from kibitz.core.game import Game, find_game
from kibitz.core.limits import Backend
from kibitz.core.notation import parse_moves
from kibitz.core.searching import find_searcher
from kibitz.lab.design import EXPERIMENTS, Cell, Experiment, Row, Values, number
from kibitz.lab.verdict import Kind, Verdict
from kibitz.reports.catalogue.s0.s0_26_evaluation_counts import TESTS, agrees
from kibitz.reports.catalogue.s2.s2_10_final_boards import BOARDS, is_sound, list_completions
from kibitz.reports.measuring import matches as bouts
from kibitz.trees.formats.text_log import write_log
from kibitz.trees.recorder import record

HERE = [
    *("S0-22", "S0-24", "S0-26", "S0-27", "S0-36"),
    *("S1-9", "S1-10", "S1-11", "S1-12", "S1-13", "S1-14", "S1-15", "S1-16", "S1-18"),
    *("S2-9", "S2-10"),
]


def made(experiment_id: str) -> Experiment:
    return EXPERIMENTS[experiment_id]()


def measured(experiment: Experiment, cells: list[Cell]) -> list[Row]:
    return [Row(cell, experiment.reported(cell), experiment.measure(cell, 0)) for cell in cells]


def judged(experiment: Experiment, values: Callable[[Cell], Values]) -> Verdict:
    """The verdict on made-up measurements of a full run."""
    return experiment.judge([Row(cell, experiment.reported(cell), values(cell)) for cell in experiment.cells()])


@pytest.mark.parametrize("experiment_id", HERE)
def test_rows_have_names_of_their_own_and_known_columns(experiment_id: str) -> None:
    experiment = made(experiment_id)
    known = {column.name for column in experiment.columns}
    for quick in (True, False):
        cells = experiment.cells(quick=quick)
        assert len({cell.name for cell in cells}) == len(cells) > 0
        assert all(set(experiment.reported(cell)) <= known for cell in cells)
    if experiment.plot is not None:
        assert set(experiment.plot.y) <= known
        assert all(experiment.plot.x in cell.settings for cell in experiment.cells())


def test_every_line_of_the_three_reports_tables_is_settled() -> None:
    lines = {line for one in HERE for line in (one, *getattr(EXPERIMENTS[one], "covers", ()))}
    wanted = {f"S0-{n}" for n in range(22, 28)} | {f"S1-{n}" for n in range(9, 19)} | {"S2-9", "S2-10"}
    assert wanted <= lines


# S0.


def cheap_rows() -> list[Row]:
    experiment = made("S0-26")
    return measured(experiment, [cell for cell in experiment.cells(quick=True) if cell.settings["test"] in (1, 3, 5)])


def test_s0_counts_are_judged_by_the_rounding_in_print() -> None:
    assert agrees(2600, 2611)
    assert agrees(58_000, 58_883)
    assert agrees(435, 434)
    assert not agrees(38, 35)
    assert not agrees(350_000, 3_442_014)
    assert (TESTS[8].minimax, TESTS[7].alphabeta) == ((350_000, 350_000), (841, 649))


def test_s0_counts_prove_the_faults() -> None:
    rows = cheap_rows()
    verdict = made("S0-26").judge(rows)
    assert verdict.kinds == (Kind.CONDITION, Kind.WRONG), "true of the program as published, not of it corrected"
    assert verdict.condition == "except for alphabeta 1 (4x2,2,2)"
    assert "5 of 6 pairs agree" in verdict.figures
    assert "6 of 6 lengths and 2 of 2 winners agree" in verdict.figures
    assert "the program names a full column 2 times" in verdict.figures
    assert made("S0-26").judge([row for row in rows if "alphabeta 1" not in row.cell.name]).kind == Kind.HOLDS


def test_s0_humans_are_all_there_can_be_on_the_small_board() -> None:
    conditions = {"S0-22": "only in test 4", "S0-24": "only in tests 1, 2 and 3"}
    for experiment_id, condition in conditions.items():
        experiment = made(experiment_id)
        rows = measured(experiment, [cell for cell in experiment.cells() if "(4x2" in cell.name])
        games = [row.measured["games"] for row in rows if row.measured]
        assert games == [15, 15, 63, 63], "every way to play against a program that draws no lots"
        verdict = experiment.judge(rows)
        assert (verdict.kind, verdict.condition) == (Kind.CONDITION, condition)
    assert "test 4: printed 28 to 35, measured 34 to 46 over all 63 ways to play" in verdict.figures, "not all inside"


def test_s0_counts_lie_in_the_range_or_are_named_with_the_slip_that_explains_them() -> None:
    minimax = made("S0-22")
    ranges = {1: (29, 40), 2: (43, 60), 3: (72, 91), 4: (663, 697), 5: (229, 404)}
    ranges |= {6: (12_317, 26_322), 7: (1_023, 3_183), 8: (2_143_432, 5_709_799)}

    def values(cell: Cell) -> Values:
        fewest, most = ranges[cell.whole("test")]
        return {"fewest": fewest, "most": most, "shortest": 3, "longest": 29, "games": 12}

    verdict = judged(minimax, values)
    assert verdict.condition == "only in tests 4, 5, 6 and 7"
    assert "Tests 1 and 2 fit if they are swapped, test 8 fits with one more digit and test 3 does not fit." in (
        verdict.sentence
    )
    assert "test 7: 4 moves are printed, but 4 in a row take 7 moves of both sides at least" in verdict.figures
    ranges[8] = 200_000, 290_000
    assert "test 8" not in judged(minimax, values).sentence
    ranges.update(dict.fromkeys(ranges, (0, 10**7)))
    assert judged(minimax, values).kind == Kind.HOLDS
    ranges.update(dict.fromkeys(ranges, (1, 2)))
    assert judged(minimax, values).kind == Kind.WRONG


def test_s0_lost_a_digit() -> None:
    experiment = made("S0-36")
    counts = {"7^6": 117_649, "the first move": 804_744, "a game, first player": 3_442_014}
    verdict = judged(experiment, lambda cell: {"evaluations": counts[cell.name]})
    assert verdict.kind == Kind.WRONG
    assert "lost a digit" in verdict.sentence
    assert "3,442,014 evaluations of the first player in a game, printed 350,000" in verdict.figures
    power = [*experiment.cells(quick=True)][:1]
    assert experiment.judge(measured(experiment, power)).kind == Kind.CANNOT_TELL, "without a game nobody can tell"


def test_s0_sayings_hold_for_the_replica() -> None:
    experiment = made("S0-27")
    names = ("draws", "chances", "first player")
    rows = measured(experiment, [cell for cell in experiment.cells() if cell.name in names])
    assert {row.cell.name: row.measured and row.measured["seen"] for row in rows} == {
        "first player": 4,
        "draws": 62,
        "chances": 60,
    }
    assert experiment.judge(rows).kind == Kind.HOLDS
    (random,) = (cell for cell in experiment.cells() if cell.name == "random moves")
    lost: Values = {"seen": 0, "of": 18, "seen, corrected": 0, "of, corrected": 18}
    with_random = experiment.judge([*rows, Row(random, {}, lost)])
    assert (with_random.kind, "random moves: 0 of 18" in with_random.figures) == (Kind.HOLDS, True)
    nothing: Values = {"says": "", "seen": 0, "of": 5, "seen, corrected": 0, "of, corrected": 5}
    assert judged(experiment, lambda cell: nothing).kind == Kind.WRONG


def test_s0_second_column_is_the_programs_and_not_the_corrected_ones() -> None:
    """S0-21 and S0-27 say the same of it."""
    fills = made("S0-21")

    def values(cell: Cell) -> Values:
        opens = 2 if cell.settings["program"] == "as published" else 1
        return {"opens in column": opens, "moves": 20, "on the move before": 50.0}

    program, corrected = (answer for _, answer in judged(fills, values).answers)
    assert "X starts with the second column" not in program.condition
    assert "X starts with the second column" in corrected.condition
    seen: Values = {"says": "", "seen": 2, "of": 2, "seen, corrected": 0, "of, corrected": 2}
    outcomes = made("S0-27")
    (cell,) = (cell for cell in outcomes.cells() if cell.name == "column 2")
    assert outcomes.judge([Row(cell, {}, seen)]).kinds == (Kind.HOLDS, Kind.WRONG)


# S1.


@pytest.fixture
def one_opening(monkeypatch: pytest.MonkeyPatch) -> None:
    """No search for even openings, which would be compiled."""

    def openings(game: Game, count: int, seed: int, *, plies: int | None) -> Openings:
        return Openings((Opening(() if plies == 0 else tuple(game.moves(game.initial())[:1]), True),) * count, 1)

    monkeypatch.setattr(bouts, "make_openings", openings)


def test_s1_matches_have_intervals_that_keep_to_their_games(one_opening: None) -> None:
    experiment = made("S1-11")
    shared: Values = {"games": 2, "backend": "reference"}
    rows = measured(experiment, [Cell("by time", {**shared, "time": 0.001}), Cell("by depth", {**shared, "depth": 1})])
    for row in rows:
        assert row.measured is not None
        assert sum(number(row.measured, name) for name in ("wins", "draws", "losses")) == 2
        assert number(row.measured, "points low") <= number(row.measured, "points")
        assert number(row.measured, "points") <= number(row.measured, "points high")
    assert experiment.judge(rows).kind == Kind.CANNOT_TELL, "two games are not enough to be sure of anything"
    sure: Values = {"games": 50, "points": 90.0, "points low": 78.6, "points high": 95.7}
    assert judged(experiment, lambda cell: sure).kind == Kind.HOLDS
    assert (
        judged(experiment, lambda cell: sure).sentence == "ABPruningBot with netPlayerCoins is better than random play."
    )


def test_the_interval_of_single_games_is_wilsons() -> None:
    share = bouts.estimate_share_of_games(50, 100)
    assert (share.percent, round(share.low, 1), round(share.high, 1)) == (50, 40.4, 59.6)
    assert bouts.estimate_share_of_games(10, 10).high == 100
    assert round(bouts.estimate_share_of_games(10, 10).low, 1) == 72.2


def test_s1_gains_are_wrong_only_where_the_interval_rules_them_out(one_opening: None) -> None:
    heuristics, bots = made("S1-13"), made("S1-16")

    def rates(discs: float, phased: float, reach: float) -> Callable[[Cell], Values]:
        def values(cell: Cell) -> Values:
            points = phased if cell.settings["heuristic"] == "phased" else discs
            return {
                "games": 200,
                "points": points,
                "points low": points - reach,
                "points high": points + reach,
                "wins": 0,
            }

        return values

    assert judged(heuristics, rates(70, 90, 3)).kind == Kind.HOLDS, "more than was claimed is enough"
    assert judged(heuristics, rates(82, 90, 1)).kind == Kind.CONDITION, "enough for one of the two"
    assert judged(heuristics, rates(90, 90, 2)).kind == Kind.WRONG
    assert judged(heuristics, rates(90, 90, 12)).kind == Kind.CANNOT_TELL, "too few games"
    assert judged(bots, rates(70, 90, 3)).kind == Kind.WRONG, "both bots do the same here"
    row = measured(heuristics, [Cell("one", {**heuristics.cells(quick=True)[0].settings, "games": 2})])[0]
    assert row.measured is not None
    assert row.measured["games"] == 2


def test_s1_depth_is_compared_and_not_taken_from_the_machine() -> None:
    experiment = made("S1-14")
    cells = [cell for cell in experiment.cells(quick=True) if cell.settings["eval"] == "discs"]
    less = [{"time": 0.002} if "time" in cell.settings else {"nodes": 100} for cell in cells]
    rows = measured(experiment, [Cell(c.name, {**c.settings, **limit}) for c, limit in zip(cells, less, strict=True)])
    assert all(row.measured and number(row.measured, "average depth") >= 0 for row in rows)

    def values(depth: dict[str, float]) -> Callable[[Cell], Values]:
        return lambda cell: {"average depth": depth.get(str(cell.settings["search"]), 5.0)}

    verdict = judged(experiment, values({"minimax": 5.23, "alphabeta": 6.87}))
    assert verdict.kind == Kind.HOLDS
    assert "alpha-beta gains 1.6 plies with netPlayerCoins and 1.6 plies with complexHeuristic" in verdict.sentence
    assert "in print 1.4, from 5.3 to 6.7" in verdict.sentence
    assert "netPlayerCoins, equal nodes: 5.23 and 6.87" in verdict.figures
    assert judged(experiment, values({"alphabeta": 9.0})).condition.startswith("only that alpha-beta searches deeper")

    def by_time(cell: Cell) -> Values:
        return {"average depth": 6.0 if cell.settings["search"] == "alphabeta" and "nodes" in cell.settings else 5.0}

    assert judged(experiment, by_time).kind == Kind.HOLDS, "depths by time belong to the machine"
    assert judged(experiment, values({"alphabeta": 4.0})).kind == Kind.WRONG


def test_s1_bots_play_the_same_game_every_time(one_opening: None) -> None:
    experiment = made("S1-15")
    less: Values = {"minimax": 1, "alphabeta": 2, "backend": "reference", "games": 2}
    rows = measured(experiment, [Cell(cell.name, {**cell.settings, **less}) for cell in experiment.cells()[:3]])
    assert [row.measured and row.measured["different games"] for row in rows] == [1, 1, 2]
    assert "2 of 2 series repeat one game" in experiment.judge(rows).figures


def test_s1_log_has_as_many_lines_as_are_counted() -> None:
    """The log as `kibitz tree` writes it, apart from its head."""
    experiment = made("S1-18")
    cells = [cell for cell in experiment.cells() if cell.settings["plies"] == 10]
    assert cells
    for cell in cells:
        row = experiment.measure(cell, 0)
        game, state = find_game("othello"), find_game("othello").initial()
        searcher, limits = find_searcher(f"{cell.settings['search']}:depth=3,eval=discs")
        for move in parse_moves(game, str(row["after"])):
            state = game.play(state, move)
        assert game.to_move(state) == 0, "Black is to move"
        result, tree = record(game, state, searcher, limits, Backend("reference"))
        log = write_log(tree).split("\n\n", 1)[1].splitlines()
        assert (row["nodes"], row["lines"]) == (result.stats.nodes, len(log))
        assert row["cut-offs"] == sum(line.startswith("[PRUNED]") for line in log)


# S2.


def test_s2_games_are_won_and_timed() -> None:
    experiment = made("S2-9")
    cells = [cell for cell in experiment.cells(quick=True) if cell.settings["other"] == "random"]
    rows = measured(experiment, [Cell(cell.name, {**cell.settings, "own depth": 1, "games": 1}) for cell in cells])
    assert all(row.measured and number(row.measured, "time") > 0 for row in rows)
    assert (
        "minimax takes 1.0 times the nodes at depth 1, in print 39.0 times the time at depth 7"
        in experiment.judge(rows).figures
    )

    def values(wins: int) -> Callable[[Cell], Values]:
        def row(cell: Cell) -> Values:
            nodes = cell.whole("depth") ** (3 if cell.settings["search"] == "minimax" else 1)
            return {"time": 1.0, "nodes a move": nodes, "agent wins": wins, "corrected wins": 1, "games": 1}

        return row

    assert judged(experiment, values(1)).kinds == (Kind.HOLDS,)
    assert judged(experiment, values(0)).kinds == (Kind.CONDITION, Kind.HOLDS), "faster, but it does not win"

    def only_at_random(cell: Cell) -> Values:
        return {**values(1)(cell), "agent wins": int(cell.settings["other"] == "random")}

    own = judged(experiment, only_at_random)
    assert own.condition == "only against random moves", "a condition that a reader can check"
    assert "the minimax agent wins 0 of 1 games against a person who looks three plies ahead" in own.sentence


def test_s2_boards_can_be_what_the_report_says() -> None:
    experiment = made("S2-10")
    rows = measured(experiment, [Cell(c.name, {**c.settings, "own depth": 1}) for c in experiment.cells()])
    assert [row.measured and row.measured["line as it stands"] for row in rows] == ["yes", "yes", "yes", "no", "yes"]
    assert experiment.judge(rows).figures == "4 of 5 boards show four O in a row as they stand, 5 if completed"


def test_a_board_is_completed_in_every_way_that_stands() -> None:
    text = BOARDS["alphabeta", 7, "random"]
    boards = set(list_completions(text))
    for rows in boards:
        assert "".join(rows).replace(".", "") == text.replace(".", "")
        for above, below in pairwise(rows):
            assert all(under != "." for mark, under in zip(above, below, strict=True) if mark != ".")
    assert sum(map(is_sound, boards)) == 1
    assert list(list_completions("." * 42)) == [("." * 7,) * 6]

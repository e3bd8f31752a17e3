"""What a verdict has to say: its figure, its condition, what is missing; and what quick rows never decide.

The judges are functions of rows, so every entry of the catalogue is given made-up rows here, of many kinds.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

import pytest

from kibitz.core.errors import BadFile
from kibitz.lab.design import Cell, Column, Experiment, Row, Value, Values
from kibitz.lab.find_experiments import find_experiments
from kibitz.lab.outcome import find_outcome, judge_rows, make_entry
from kibitz.lab.result_store import Measurement, Measurements, make_key
from kibitz.lab.verdict import FULL_ROWS, ClaimPart, Kind, Verdict, answer_both, judge_parts

CATALOGUE = {name: made for name, made in find_experiments().items() if type(made).shipped}
TRIES = 30  # made-up outcomes of an entry, besides those in which all numbers are alike

# Columns and settings that are about time or matches.
OF_TIME, OF_MATCHES = {"s", "ms"}, {"wins", "points", "losses", "agent wins", "alpha-beta wins"}
# Entries that have such columns, and are judged by something else even if rows are quick.
JUDGED_BY_COUNTS = {
    "S2-13": "perfect moves, and that a chance is at most 1",
    "S2-14": "the two searches asked for the same positions; its matches wait for the full rows",
    "S2-16": "positions visited in a simulation",
    "S2-16b": "positions visited by each core",
    "S3-12": "the printed times beside the nodes that are counted",
}


def made_up(column: Column, draw: Callable[[], float]) -> Value:
    """A value such as the column may have."""
    texts = {
        "winner": "X",
        "move": "b1",
        "answer to a corner": "b2",
        "games won": "all",
        "values": "0 0",
        "line as it stands": "yes",
        "says": "…",
        "own board": "",
        "own result": "",
        "after": "",
    }
    return texts.get(column.name, draw())


def made_up_rows(made: Experiment, *, quick: bool, seed: int) -> list[Row]:
    """Rows with numbers at random, or all alike for the seeds 0 and 1."""
    rng = random.Random(seed)
    alike = {0: 1.0, 1: 60.0}.get(seed)

    def draw() -> float:
        return alike if alike is not None else rng.choice((1.0, rng.randint(2, 100), rng.uniform(1, 200)))

    rows = []
    for cell in made.cells(quick=quick):
        values = {column.name: made_up(column, draw) for column in made.columns}
        for column in made.columns:  # an interval is around its value
            if f"{column.name} low" in values:
                middle = draw() % 100
                values |= {column.name: middle, f"{column.name} low": middle - 9, f"{column.name} high": middle + 9}
        rows.append(Row(cell, made.reported(cell), values))
    return rows


def verdicts(made: Experiment, *, quick: bool) -> Iterator[Verdict]:
    """All answers to made-up outcomes of an entry, those about a corrected program included."""
    for seed in range(TRIES):
        try:
            found = judge_rows(made, made_up_rows(made, quick=quick, seed=seed))
        except (ZeroDivisionError, ValueError, OverflowError):  # numbers that cannot occur, such as a growth of nothing
            continue
        yield from (answer for _, answer in found.answers)


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_verdict_has_a_sentence_a_figure_and_what_its_kind_needs(name: str) -> None:
    found = [one for quick in (True, False) for one in verdicts(CATALOGUE[name], quick=quick)]
    assert len(found) >= TRIES
    for verdict in found:
        if verdict.kind is Kind.OPEN:
            continue
        assert any(letter.isdigit() for letter in verdict.sentence + verdict.figures), verdict
        assert verdict.sentence[0].isupper() or verdict.sentence[0].isdigit(), verdict
        assert verdict.sentence.endswith("."), verdict
        assert ".." not in verdict.sentence, verdict
        assert not verdict.figures.endswith("."), verdict
        assert bool(verdict.condition) or verdict.kind is not Kind.CONDITION, verdict
        assert bool(verdict.missing) or verdict.kind is not Kind.CANNOT_TELL, verdict


def is_less(made: Experiment, cell: Cell) -> bool:
    """Whether no row of the full run has these settings; the same search in readable code is not less."""

    def settings(one: Cell) -> Values:
        return {key: value for key, value in one.settings.items() if key != "backend"}

    return all((one.name, settings(one)) != (cell.name, settings(cell)) for one in made.cells())


@pytest.mark.parametrize("name", CATALOGUE)
def test_a_row_says_what_it_does_less_than_the_full_one(name: str) -> None:
    made = CATALOGUE[name]
    assert made.cells(quick=True)
    for cell in made.cells(quick=True):
        assert bool(cell.quick) == is_less(made, cell), cell
        assert not cell.quick or cell.label == f"{cell.name} ({cell.quick}, quick)"
    assert not any(cell.quick for cell in made.cells())


def is_about_time_or_matches(made: Experiment) -> bool:
    return any(column.unit in OF_TIME or column.name in OF_MATCHES for column in made.columns)


def test_no_claim_about_time_or_matches_is_judged_by_quick_rows() -> None:
    seen = set()
    for name, made in CATALOGUE.items():
        has_quick_rows = any(cell.quick for cell in made.cells(quick=True))
        if not has_quick_rows or not (made.needs_full_rows or is_about_time_or_matches(made)):
            continue
        seen.add(name)
        if name in JUDGED_BY_COUNTS:
            assert not made.needs_full_rows
            continue
        for verdict in verdicts(made, quick=True):
            assert verdict.kind in (Kind.CANNOT_TELL, Kind.OPEN), name
            assert verdict.kind is Kind.OPEN or verdict.missing == FULL_ROWS
    assert seen >= {"S1-9", "S1-13", "S1-14", "S1-15", "S1-16", "S2-9", "S2-14", "S4-12"}
    assert seen >= set(JUDGED_BY_COUNTS)


def test_the_matches_of_s2s_agents_wait_for_the_full_rows_and_the_searches_do_not() -> None:
    made = CATALOGUE["S2-14"]

    def values(points: float, reach: float) -> Callable[[Cell], Values]:
        played: Values = {"games": 60, "points": points, "points low": points - reach, "points high": points + reach}
        asked: Values = {"positions": 5, "same value": 5, "same move": 5}
        return lambda cell: played if "games" in cell.settings else asked

    assert kinds(made, values(27, 10), quick=True) == (Kind.CANNOT_TELL, Kind.WRONG)
    assert kinds(made, values(27, 30)) == (Kind.CANNOT_TELL, Kind.WRONG)
    assert kinds(made, values(45, 4)) == (Kind.CONDITION, Kind.WRONG), "more depth does not help"
    assert kinds(made, values(27, 10), deeper=60) == (Kind.HOLDS, Kind.WRONG), "true of the program, not of alpha-beta"


def test_the_cost_of_a_tree_per_move_is_judged_by_nodes_bytes_and_seconds() -> None:
    made = CATALOGUE["S0-47"]

    def values(nodes: int, kilobytes: float, walk: float, milliseconds: float) -> Callable[[Cell], Values]:
        by_way: dict[str, Values] = {
            "a tree for every move": {"nodes": nodes, "memory": kilobytes, "time": 40},
            "one tree for all": {"nodes": 400, "memory": 500, "time": 35},
            "no tree": {"nodes": 400, "memory": walk, "time": milliseconds},
        }
        return lambda cell: by_way[str(cell.settings["way"])]

    assert kinds(made, values(400, 70, 5, 16)) == (Kind.HOLDS,)
    assert kinds(made, values(400, 400, 5, 16)) == (Kind.CONDITION,), "most of one tree is there at a time"
    assert kinds(made, values(400, 70, 90, 16)) == (Kind.CONDITION,), "the walk takes more than a tree"
    assert kinds(made, values(401, 400, 410, 60)) == (Kind.WRONG,)


def test_a_block_of_games_just_below_half_does_not_decide_about_learning() -> None:
    made = CATALOGUE["S2-16c"]

    def values(least: float, sarsa: float, peak: float = 70) -> Callable[[Cell], Values]:
        shared: Values = {"games": 50_000, "wins": peak, "least wins": least}
        return lambda cell: {
            **shared,
            "corrections by the best move": 100 if cell.settings["first"] == "Q-learning" else sarsa,
        }

    assert kinds(made, values(49.4, 100)) == (Kind.CANNOT_TELL,)
    assert kinds(made, values(49.4, 92)) == (Kind.CONDITION,), (
        "the peaks come out, but Sarsa takes the move that is made"
    )
    assert kinds(made, values(49.4, 92, peak=60)) == (Kind.CANNOT_TELL,), "one wrong sentence of three, two open"
    assert kinds(made, values(52, 92)) == (Kind.CONDITION,)
    assert kinds(made, values(52, 92), quick=True) == (Kind.CANNOT_TELL,)


def test_a_search_that_looks_two_plies_deeper_is_judged_and_single_plies_are_not() -> None:
    made = CATALOGUE["S2-14b"]

    def values(two: float, one: float) -> Callable[[Cell], Values]:
        def of(cell: Cell) -> Values:
            points = two if cell.settings["less"] == 2 else one
            return {"games": 200, "points": points, "points low": points - 6, "points high": points + 6}

        return of

    assert kinds(made, values(70, 46)) == (Kind.HOLDS,), "a ply more that wins nothing contradicts nobody"
    assert kinds(made, values(53, 90)) == (Kind.CANNOT_TELL,)
    assert kinds(made, values(40, 90)) == (Kind.WRONG,)
    assert kinds(made, values(70, 70), quick=True) == (Kind.CANNOT_TELL,)


def test_a_network_is_nearest_to_a_solved_policy_if_no_other_method_is_nearer() -> None:
    made = CATALOGUE["S2-16e"]

    def values(network: float, table_wins: float) -> Callable[[Cell], Values]:
        kept = {"random moves": 30, "td": 90, "network": network, "network with a search": 99}
        wins = {"random moves": 50, "td": 100, "network": 100, "network with a search": 100}
        return lambda cell: {
            "learned from": 1,
            "wins": wins.get(cell.name, table_wins),
            "result kept": kept.get(cell.name, 20),
            "loss a move": 1,
        }

    assert kinds(made, values(96, 80)) == (Kind.CONDITION,), "a solver has taught it"
    assert kinds(made, values(89, 80)) == (Kind.CONDITION,), "tables win more games, but patterns are nearer"
    assert kinds(made, values(89, 50)) == (Kind.WRONG,)
    assert kinds(made, values(96, 80), quick=True) == (Kind.CANNOT_TELL,)


def kinds(
    made: Experiment, values: Callable[[Cell], Values], *, quick: bool = False, deeper: float | None = None
) -> tuple[Kind, ...]:
    rows = [Row(cell, made.reported(cell), values(cell)) for cell in made.cells(quick=quick)]
    if deeper is not None:
        rows = [
            row._replace(
                measured={**(row.measured or {}), "points": deeper, "points low": deeper - 9, "points high": deeper + 9}
            )
            if "deeper" in row.cell.name
            else row
            for row in rows
        ]
    return judge_rows(made, rows).kinds


@pytest.mark.parametrize(
    ("kind", "needs"),
    [(Kind.CONDITION, "must name its condition"), (Kind.CANNOT_TELL, "must name what is missing")],
)
def test_a_verdict_that_leaves_out_what_it_needs_cannot_be_made(kind: Kind, needs: str) -> None:
    with pytest.raises(BadFile, match=needs):
        Verdict(kind, "Some are, 3 of 4.")


@pytest.mark.parametrize(
    ("holds", "kind", "sentence"),
    [
        ((True, True), Kind.HOLDS, "It is small, and it is round."),
        ((True, False), Kind.CONDITION, "It is small, but it is square."),
        ((False, True), Kind.CONDITION, "It is round, but it is large."),
        ((False, False), Kind.WRONG, "It is large, and it is square."),
        ((True, None), Kind.CANNOT_TELL, "It is small, but it is open whether it is round."),
        ((False, None), Kind.CANNOT_TELL, "It is large, but it is open whether it is round."),
    ],
)
def test_a_verdict_is_made_of_its_parts(holds: Sequence[bool | None], kind: Kind, sentence: str) -> None:
    verdict = judge_parts(
        ClaimPart("it is small", holds[0], "1 cm", "it is large"),
        ClaimPart("it is round", holds[1], "4 sides", "it is square", "a ruler"),
    )
    assert (verdict.kind, verdict.sentence, verdict.figures) == (kind, sentence, "1 cm; 4 sides")
    assert verdict.missing == ("a ruler" if holds[1] is None else "")
    if holds == (True, False):
        assert verdict.condition == "except for the claim that it is round"


def test_a_verdict_with_parts_of_all_three_kinds_says_but_once() -> None:
    parts = (ClaimPart("a is", True, "1"), ClaimPart("b is", False, "2", "b is not"), ClaimPart("c is", None, "3"))
    assert judge_parts(*parts).sentence == "A is, but b is not; it is open whether c is."


def test_two_answers_are_given_apart_only_if_they_differ() -> None:
    holds, wrong = Verdict(Kind.HOLDS, "It does.", "3 of 3"), Verdict(Kind.WRONG, "It does not.", "0 of 3")
    assert answer_both(holds, wrong).kinds == (Kind.HOLDS, Kind.WRONG)
    same = answer_both(holds, holds)
    assert same.kinds == (Kind.HOLDS,)
    assert same.figures == "3 of 3; with its faults corrected: 3 of 3"
    withheld = answer_both(holds, wrong).withhold()
    assert withheld.kinds == (Kind.CANNOT_TELL,)
    assert withheld.figures == "so far: 3 of 3; with its faults corrected: 0 of 3"


def test_results_of_earlier_columns_stay_readable_and_are_not_taken_for_these() -> None:
    """A file that was kept from before: its rows are there, and those that measured something else count as missing."""
    made = CATALOGUE["S3-26"]
    first, second = made.cells()[:2]
    values: Values = {"nodes": 15, "growth": 1.875, "b^d": 81}
    kept = [
        Measurement(make_key("main", made, cell, 0), found, ("nodes",), 1.0, "1", "{}", "2026-01-01")
        for cell, found in ((first, values), (second, {"nodes": 28}))
    ]
    outcome = find_outcome(made, Measurements(kept), run="main", seed=0, quick=False)
    assert [row.measured is not None for row in outcome.rows[:3]] == [True, False, False]
    entry = make_entry(outcome)
    assert (entry.verdict, [answer.verdict for answer in entry.answers]) == ("wrong", ["wrong"])

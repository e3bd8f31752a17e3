"""S0's main table: how many boards its two programs evaluate in a game against themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kibitz.lab.design import BoardLink, Cell, Column, Experiment, Kind, Row, Values, Verdict, number
from kibitz.lab.measuring.matches import count_leaves, list_searches, play_one_game

__all__ = ["REPORT", "TESTS", "EvaluationCounts", "Test", "agrees", "precision"]

REPORT = "S0, Four in a Row (2021)"
RIGHT = "same_player=false,root_max=false,leaf_side=false,first_column=false,draw_lost=false"


class Test(NamedTuple):
    """One of the eight settings, with the printed evaluations of both players for minimax and for alpha-beta."""

    board: str
    k: int
    depth: int
    minimax: tuple[int, int]
    alphabeta: tuple[int, int]

    @property
    def game(self) -> str:
        width, height = self.board.split("x")
        return f"connect-four:width={width},height={height},k={self.k}"

    def __str__(self) -> str:
        return f"({self.board},{self.k},{self.depth})"


TESTS = {
    1: Test("4x2", 2, 2, (41, 29), (38, 13)),
    2: Test("4x2", 2, 6, (41, 29), (37, 8)),
    3: Test("4x2", 4, 2, (89, 72), (54, 41)),
    4: Test("4x2", 4, 6, (2600, 700), (435, 39)),
    5: Test("7x6", 2, 2, (404, 229), (144, 72)),
    6: Test("7x6", 2, 6, (36_000, 13_000), (536, 97)),
    7: Test("7x6", 4, 2, (2250, 1600), (841, 649)),
    8: Test("7x6", 4, 6, (350_000, 350_000), (58_000, 47_000)),
}
MINUTES = [("minimax", 8)]  # left out of a quick run


def precision(printed: float) -> int:
    """One unit of the last printed digit that is not 0."""
    unit = 1
    while printed % (10 * unit) == 0:
        unit *= 10
    return unit


def agrees(printed: float, counted: float) -> bool:
    return abs(printed - counted) <= precision(printed)


class EvaluationCounts(Experiment):
    id = "S0-26"
    covers = ("S0-23", "S0-25")
    title = "Boards evaluated over a game of the program against itself"
    source = f"{REPORT}, sections 5.2 and 5.4"
    says = "Tests 1 to 8: (board, N, depth), evaluations of the first and of the second player."
    columns = (
        Column("first"),
        Column("second"),
        Column("plies"),
        Column("winner"),
        Column("full columns named"),
        Column("first, put right"),
        Column("second, put right"),
    )

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [
            Cell(f"{search} {test} {TESTS[test]}", {"search": search, "test": test})
            for search in ("minimax", "alphabeta")
            for test in TESTS
            if not (quick and (search, test) in MINUTES)
        ]

    def reported(self, cell: Cell) -> Values:
        test = TESTS[cell.whole("test")]
        first, second = test.minimax if cell.settings["search"] == "minimax" else test.alphabeta
        return {"first": first, "second": second}

    def measure(self, cell: Cell, seed: int) -> Values:
        """A game of the replica with its faults, and one with all of them corrected."""
        test = TESTS[cell.whole("test")]
        program = f"replica-s0-{cell.settings['search']}:depth={test.depth},backend=reference"
        faulty, right = (play_one_game(test.game, spec, spec) for spec in (program, f"{program},{RIGHT}"))
        return {
            "first": count_leaves(list_searches(faulty, 0)),
            "second": count_leaves(list_searches(faulty, 1)),
            "plies": len(faulty.moves),
            "winner": faulty.result.removesuffix(" wins"),
            "full columns named": faulty.refused(0) + faulty.refused(1),
            "first, put right": count_leaves(list_searches(right, 0)),
            "second, put right": count_leaves(list_searches(right, 1)),
        }

    def app_links(self, row: Row) -> Sequence[BoardLink]:
        search, number_of_test = str(row.cell.settings["search"]), int(number(row.cell.settings, "test"))
        if (search, number_of_test) in MINUTES:
            return ()
        test = TESTS[number_of_test]
        program = f"replica-s0-{search}:depth={test.depth}"
        return (
            BoardLink("watch it", test.game, program, program),
            BoardLink("with the faults corrected", test.game, f"{program},{RIGHT}", f"{program},{RIGHT}"),
        )

    def judge(self, rows: Sequence[Row]) -> Verdict:
        measured = [row for row in rows if row.measured is not None]
        faulty, right = (
            [row for row in measured if all(_agrees(row, side, kind) for side in ("first", "second"))]
            for kind in ("", ", put right")
        )
        others = ", ".join(row.cell.name for row in measured if row not in faulty)
        named = sum(number(row.measured, "full columns named") for row in measured)
        sentence = (
            f"{len(faulty)} of {len(measured)} pairs match the program with its faults, and {len(right)} match it with "
            f"the faults corrected; {named:.0f} times it named a full column"
        )
        kind = Kind.HOLDS if len(faulty) == len(measured) else Kind.CONDITION if faulty else Kind.WRONG
        return Verdict(kind, f"{sentence}; not reproduced: {others}." if others else f"{sentence}.")


def _agrees(row: Row, side: str, kind: str) -> bool:
    return agrees(number(row.reported, side), number(row.measured, side + kind))

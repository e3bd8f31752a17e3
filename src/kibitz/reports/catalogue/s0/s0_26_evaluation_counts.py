"""S0's main table: how many boards its two programs evaluate in a game against themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kibitz.lab.design import BoardLink, Cell, Column, Experiment, Row, Values, number
from kibitz.lab.verdict import Kind, Verdict, join_words
from kibitz.reports.measuring.matches import count_leaves, list_searches, play_one_game

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
# Plies of the game, as printed, and who wins where that is printed.
PLIES = {
    "minimax": ("3", "3", "7 to 8", "8", "3", "3 to 4", "18 to 20", "18 to 20"),
    "alphabeta": ("3", "3", "7 to 8", "8", "3", "3 to 4", "20 to 22", "18 to 20"),
}
WINNERS = {("minimax", 1): "X", ("alphabeta", 1): "X", ("alphabeta", 7): "O"}
NOTES = {  # by row, what may have happened where the pair does not agree
    "minimax 2 (4x2,2,6)": "test 2 of minimax prints the pair of test 1 again, 41 and 29",
    "minimax 8 (7x6,4,6)": "test 8 of minimax has lost a digit (S0-36)",
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
    says = "In tests 1 to 8 (board, N, depth) the two players take so many evaluations and the game so many moves."
    assumes = 'Where print has one number "for both sides" (test 8 of minimax), it is taken to be that of each player.'
    columns = (
        Column("first"),
        Column("second"),
        Column("plies"),
        Column("winner"),
        Column("full columns named"),
        Column("first, corrected"),
        Column("second, corrected"),
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
        search = str(cell.settings["search"])
        first, second = test.minimax if search == "minimax" else test.alphabeta
        plies, winner = PLIES[search][cell.whole("test") - 1], WINNERS.get((search, cell.whole("test")))
        return {"first": first, "second": second, "plies": plies, "winner": winner}

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
            "first, corrected": count_leaves(list_searches(right, 0)),
            "second, corrected": count_leaves(list_searches(right, 1)),
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
        faulty, right = (
            [row for row in rows if all(_agrees(row, side, kind) for side in ("first", "second"))]
            for kind in ("", ", corrected")
        )
        others = [row.cell.name for row in rows if row not in faulty]
        lengths = sum(_is_as_long(row) for row in rows)
        named = [row for row in rows if row.reported.get("winner")]
        winners = sum(row.measured is not None and row.measured["winner"] == row.reported["winner"] for row in named)
        full = sum(number(row.measured, "full columns named") for row in rows)
        figures = [
            f"{len(faulty)} of {len(rows)} pairs agree to the printed precision",
            f"{lengths} of {len(rows)} lengths and {winners} of {len(named)} winners agree",
            f"the program names a full column {full:.0f} times",
            *(note for row in rows if (note := NOTES.get(row.cell.name)) and row not in faulty),
        ]
        corrected = Verdict(
            Kind.HOLDS if len(right) == len(rows) else Kind.WRONG,
            f"The printed counts are {'' if len(right) == len(rows) else 'not '}those of a program without the faults.",
            f"pairs that agree: {len(right)} of {len(rows)}",
        )
        if not others:
            sentence = "Every printed pair of counts is that of the report's own program, faults included."
            return Verdict(Kind.HOLDS, sentence, "; ".join(figures), corrected=corrected)
        sentence = (
            f"{len(faulty)} of the {len(rows)} printed pairs of counts are those of the report's own program, faults "
            "included, as it was rebuilt from the text."
        )
        kind = Kind.CONDITION if faulty else Kind.WRONG
        return Verdict(kind, sentence, "; ".join(figures), f"except for {join_words(others)}", corrected=corrected)


def _agrees(row: Row, side: str, kind: str) -> bool:
    return agrees(number(row.reported, side), number(row.measured, side + kind))


def _is_as_long(row: Row) -> bool:
    low, _, high = str(row.reported["plies"]).partition(" to ")
    return int(low) <= number(row.measured, "plies") <= int(high or low)

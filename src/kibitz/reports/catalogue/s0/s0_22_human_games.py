"""S0's games of a person against the program, as a range: nobody knows what that person played.

On the small board every way to play is tried, so the range is exact; on the large one, simulated people play. A printed
count can come from the program only if all of it lies in the measured range: that the two overlap is not enough.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple

from kibitz.core.game import find_game
from kibitz.lab.design import BoardLink, Cell, Column, Experiment, Row, Values, number
from kibitz.lab.verdict import Kind, Verdict, join_words
from kibitz.play.player import Player
from kibitz.play.players import find_player, take_turn
from kibitz.play.records import Choice, GameRecord
from kibitz.reports.catalogue.s0.s0_26_evaluation_counts import REPORT, TESTS, precision
from kibitz.reports.measuring.matches import count_leaves, list_searches, play_one_game

RANDOM_PEOPLE = tuple(f"random:seed={seed}" for seed in range(1, 10))
SEARCHING_PEOPLE = (  # the last two try the middle first, as people do
    "alphabeta:depth=1,eval=longest,backend=reference",
    "alphabeta:depth=3,eval=windows,order=centre,backend=reference",
    "alphabeta:depth=5,eval=windows,order=centre,backend=reference",
)
HUMANS = (*RANDOM_PEOPLE, *SEARCHING_PEOPLE)
EVERY_WAY = "4x2"  # the board on which all games are played


def every_game(record: GameRecord, program: Player) -> Iterator[GameRecord]:
    """All games that a person who moves first can play against a deterministic program."""
    if record.is_over:
        yield record
    elif record.to_move == 1:
        yield from every_game(record.after(take_turn(record, program)), program)
    else:
        for move in record.game.moves(record.state):
            yield from every_game(record.after(Choice(move)), program)


class _HumanGames(Experiment):
    source = f"{REPORT}, sections 5.1 and 5.3"
    says = "So many evaluations the program takes as second player, and so many moves the game, on average."
    assumes = (
        f"The person's moves are not known. On {EVERY_WAY} every way to play is tried; on the large board "
        f"{len(RANDOM_PEOPLE)} simulated people move at random and {len(SEARCHING_PEOPLE)} search up to five plies. "
        "They only show which counts are possible; S0-27 judges the results, separately for the two kinds."
    )
    search: ClassVar[str]
    printed: ClassVar[dict[int, tuple[int, int, int, int]]]  # by test: evaluations from, to; moves from, to
    minutes: ClassVar[tuple[int, ...]] = ()
    columns = (
        Column("fewest"),
        Column("most"),
        Column("shortest"),
        Column("longest"),
        Column("person wins"),
        Column("draws"),
        Column("games"),
    )

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        left_out = self.minutes if quick else ()
        return [Cell(f"{test} {TESTS[test]}", {"test": test}) for test in TESTS if test not in left_out]

    def reported(self, cell: Cell) -> Values:
        printed = self.printed[cell.whole("test")]
        return dict(zip(("fewest", "most", "shortest", "longest"), printed, strict=True))

    def measure(self, cell: Cell, seed: int) -> Values:
        test = TESTS[cell.whole("test")]
        program = f"replica-s0-{self.search}:depth={test.depth},backend=reference"
        if test.board == EVERY_WAY:
            begun = GameRecord.begin(find_game(test.game), ("human", program))
            records = list(every_game(begun, find_player(program)))
        else:
            records = [play_one_game(test.game, human, program) for human in HUMANS]
        counts = [count_leaves(list_searches(record, 1)) for record in records]
        plies = [len(record.moves) for record in records]
        return {
            "fewest": min(counts),
            "most": max(counts),
            "shortest": min(plies),
            "longest": max(plies),
            "person wins": sum(record.outcome == 1 for record in records),
            "draws": sum(record.outcome == 0 for record in records),
            "games": len(records),
        }

    def app_links(self, row: Row) -> Sequence[BoardLink]:
        number_of_test = int(number(row.cell.settings, "test"))
        if number_of_test in self.minutes:
            return ()
        test = TESTS[number_of_test]
        return (BoardLink("be that person", test.game, "human", f"replica-s0-{self.search}:depth={test.depth}"),)

    def judge(self, rows: Sequence[Row]) -> Verdict:
        """Which printed counts lie in the measured range, which would without a slip of the pen, and which do not."""
        tests = {row.cell.whole("test"): Counts.of(row) for row in rows}
        inside = [test for test, counts in tests.items() if counts.fits(counts.printed)]
        outside = {test: counts for test, counts in tests.items() if test not in inside}
        swapped = _find_swaps(outside)
        short = [test for test, counts in outside.items() if counts.fits(_times_ten(counts.printed))]
        unexplained = [test for test in outside if test not in short and test not in sum(swapped, ())]
        figures = "; ".join(
            [f"test {test}: {counts.words}" for test, counts in outside.items()] + list(_judge_lengths(rows))
        )
        if not outside:
            sentence = f"All {len(rows)} printed counts lie in the range of what the report's own program takes."
            return Verdict(Kind.HOLDS, sentence, figures)
        slips = [f"tests {one} and {other} fit if they are swapped" for one, other in swapped]
        slips += [f"test {test} fits with one more digit" for test in short]
        slips += [f"{_name_tests(unexplained)} {'does' if len(unexplained) == 1 else 'do'} not fit"] * bool(unexplained)
        rest = join_words(slips)
        rest = f"{rest[0].upper()}{rest[1:]}."
        if not inside:
            sentence = f"No printed count lies in the range of what the report's own program takes. {rest}"
            return Verdict(Kind.WRONG, sentence, figures)
        sentence = (
            f"The printed {_name_counts(inside)} in the range of what the report's own program takes, as it was "
            f"rebuilt from the text. {rest}"
        )
        return Verdict(Kind.CONDITION, sentence, figures, f"only in {_name_tests(inside)}")


class Counts(NamedTuple):
    """The evaluations of a test: from and to as printed, and the fewest and the most that were measured."""

    printed: tuple[float, float]
    fewest: float
    most: float
    people: str  # who played

    @classmethod
    def of(cls, row: Row) -> Counts:
        printed = number(row.reported, "fewest"), number(row.reported, "most")
        games = number(row.measured, "games")
        people = (
            f"over all {games:.0f} ways to play" if EVERY_WAY in row.cell.name else f"with {games:.0f} simulated people"
        )
        return cls(printed, number(row.measured, "fewest"), number(row.measured, "most"), people)

    def fits(self, printed: tuple[float, float]) -> bool:
        """Whether these counts, to the precision of the print, lie in the measured range from end to end."""
        low, high = printed
        return self.fewest - precision(low) <= low and high <= self.most + precision(high)

    @property
    def words(self) -> str:
        low, high = self.printed
        shown = f"{low:,.0f}" if low == high else f"{low:,.0f} to {high:,.0f}"
        return f"printed {shown}, measured {self.fewest:,.0f} to {self.most:,.0f} {self.people}"


def _times_ten(printed: tuple[float, float]) -> tuple[float, float]:
    return 10 * printed[0], 10 * printed[1]


def _find_swaps(outside: Mapping[int, Counts]) -> list[tuple[int, int]]:
    """Pairs of tests each of whose printed counts lies in the other's range."""
    return [
        (one, other)
        for one, other in itertools.combinations(outside, 2)
        if outside[one].fits(outside[other].printed) and outside[other].fits(outside[one].printed)
    ]


def _judge_lengths(rows: Sequence[Row]) -> Iterator[str]:
    """In how many tests the printed lengths were seen; and those in which nobody can have won so soon."""
    seen = [row for row in rows if number(row.measured, "shortest") <= number(row.reported, "shortest")]
    seen = [row for row in seen if number(row.reported, "longest") <= number(row.measured, "longest")]
    yield f"{len(seen)} of {len(rows)} printed lengths of games were seen"
    for row in rows:
        test, printed = row.cell.whole("test"), number(row.reported, "shortest")
        soonest = 2 * TESTS[test].k - 1
        if printed < soonest:
            yield (
                f"test {test}: {printed:.0f} moves are printed, but {TESTS[test].k} in a row take {soonest} moves of "
                "both sides at least"
            )


def _name_counts(tests: Sequence[int]) -> str:
    return f"count of {_name_tests(tests)} lies" if len(tests) == 1 else f"counts of {_name_tests(tests)} lie"


def _name_tests(tests: Sequence[int]) -> str:
    return f"test{'s' * (len(tests) > 1)} {join_words(list(map(str, tests)))}"


class HumanMinimax(_HumanGames):
    id = "S0-22"
    title = "A person against the minimax program"
    search = "minimax"
    minutes = (6, 8)
    printed = {
        1: (55, 58, 4, 4),
        2: (30, 32, 4, 4),
        3: (65, 65, 7, 7),
        4: (660, 660, 8, 8),
        5: (310, 310, 4, 4),
        6: (22_000, 26_000, 4, 4),
        7: (1100, 1100, 4, 4),
        8: (280_000, 280_000, 8, 9),
    }


class HumanAlphaBeta(_HumanGames):
    id = "S0-24"
    title = "A person against the alpha-beta program"
    search = "alphabeta"
    minutes = (8,)
    printed = {
        1: (13, 17, 3, 3),
        2: (8, 10, 3, 3),
        3: (41, 41, 7, 7),
        4: (28, 35, 7, 8),
        5: (76, 80, 3, 4),
        6: (60, 70, 3, 4),
        7: (480, 520, 13, 14),
        8: (30_000, 30_000, 16, 18),
    }

"""S0's games of a person against the program, as a range: nobody knows what that person played.

On the small board every way to play is tried, so the range is exact; on the large one, simulated people play.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from kibitz.core.game import find_game
from kibitz.lab.design import BoardLink, Cell, Column, Experiment, Row, Values, number
from kibitz.lab.verdict import Kind, Verdict, join_words
from kibitz.play.players import Player, find_player, take_turn
from kibitz.play.records import Choice, GameRecord
from kibitz.reports.catalogue.s0.s0_26_evaluation_counts import REPORT, TESTS, precision
from kibitz.reports.measuring.matches import count_leaves, list_searches, play_one_game

__all__ = ["HUMANS", "HumanAlphaBeta", "HumanMinimax"]

# From random moves to five plies of search; the last two try the middle first, as people do.
HUMANS = (
    *(f"random:seed={seed}" for seed in range(1, 10)),
    "alphabeta:depth=1,eval=longest,backend=reference",
    "alphabeta:depth=3,eval=windows,order=centre,backend=reference",
    "alphabeta:depth=5,eval=windows,order=centre,backend=reference",
)
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
        f"Nobody knows what the person played. On {EVERY_WAY} every way to play is tried; on the large board "
        f"{len(HUMANS)} simulated people play, from random moves to five plies of search."
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
        inside, outside = (
            [row for row in rows if _overlap(row, "fewest", "most") == is_inside] for is_inside in (True, False)
        )
        lengths = sum(_overlap(row, "shortest", "longest") for row in rows)
        wins, games = (sum(number(row.measured, name) for row in rows) for name in ("person wins", "games"))
        figures = (
            f"{len(inside)} of {len(rows)} printed counts and {lengths} of {len(rows)} printed lengths lie in the "
            f"measured range; the person wins {wins:.0f} of {games:.0f} games"
        )
        if not outside:
            sentence = "Every printed count can come from the report's own program, as it was rebuilt from the text."
            return Verdict(Kind.HOLDS, sentence, figures)
        never = [row for row in outside if EVERY_WAY in row.cell.name]
        sentence = (
            f"{len(never)} of {len(rows)} printed counts cannot come from the report's own program, as it was rebuilt "
            "from the text, however the person plays."
        )
        if len(never) < len(outside):
            figures += f"; {len(outside) - len(never)} more counts come from none of the simulated people"
        if not inside:
            return Verdict(Kind.WRONG, sentence, figures)
        condition = f"only in tests {join_words([str(row.cell.settings['test']) for row in inside])}"
        return Verdict(Kind.CONDITION, sentence, figures, condition)


def _overlap(row: Row, low: str, high: str) -> bool:
    """Whether the printed range, to the precision of the print, and the measured one overlap."""
    printed_low, printed_high = number(row.reported, low), number(row.reported, high)
    begins = printed_low - precision(printed_low) <= number(row.measured, high)
    return begins and number(row.measured, low) <= printed_high + precision(printed_high)


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

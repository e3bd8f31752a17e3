"""S0's statements about its games: who wins them, where X opens, and whether the program takes its chances.

What a person can win is judged by people who search. Random moves say nothing about people; what they win is shown
beside it and decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from kibitz.core.game import find_game
from kibitz.core.rng import Rng
from kibitz.core.searching import find_searcher
from kibitz.lab.design import Cell, Claim, Column, Row, Values, number
from kibitz.lab.verdict import ClaimPart, Kind, Verdict, answer_both, judge_parts
from kibitz.play.players import find_player
from kibitz.play.records import GameRecord
from kibitz.reports.catalogue.s0.s0_22_human_games import RANDOM_PEOPLE, every_game
from kibitz.reports.catalogue.s0.s0_26_evaluation_counts import REPORT, RIGHT, TESTS
from kibitz.reports.measuring.matches import play_one_game

PROGRAM = "replica-s0-alphabeta:depth={depth},backend=reference"  # minimax plays the same moves, but takes longer


WON_BY_PEOPLE = (1, 2)  # the tests of which S0 says: "I, the human player can win most of the games"
# One to five plies of search, with S0's heuristic and with another one that tries the middle first, as people do.
SEARCHERS = tuple(
    f"alphabeta:depth={depth},eval={heuristic},backend=reference"
    for depth in range(1, 6)
    for heuristic in ("longest", "windows,order=centre")
)


def program_of(depth: int, switches: str) -> str:
    return PROGRAM.format(depth=depth) + switches


def own_game(test: int, switches: str) -> GameRecord:
    program = program_of(TESTS[test].depth, switches)
    return play_one_game(TESTS[test].game, program, program)


def first_player_wins(switches: str) -> tuple[int, int]:
    records = [own_game(test, switches) for test, setting in TESTS.items() if setting.k == 2]
    return sum(record.outcome == 1 for record in records), len(records)


def draws(switches: str) -> tuple[int, int]:
    program = program_of(2, switches)
    records = list(every_game(GameRecord.begin(find_game(TESTS[3].game), ("human", program)), find_player(program)))
    return sum(record.outcome == 0 for record in records), len(records)


def wins_of(people: Sequence[str]) -> Callable[[str], tuple[int, int]]:
    """Counts the games that these people win in the tests of which S0 says it."""

    def human_wins(switches: str) -> tuple[int, int]:
        outcomes = [
            play_one_game(TESTS[test].game, human, program_of(TESTS[test].depth, switches)).outcome
            for test in WON_BY_PEOPLE
            for human in people
        ]
        return outcomes.count(1), len(outcomes)

    return human_wins


def chances_taken(switches: str) -> tuple[int, int]:
    """Positions of random games in which the program, playing second as in test 5, can win at once."""
    game, (searcher, limits) = find_game(TESTS[5].game), find_searcher(f"replica-s0-alphabeta:depth=2{switches}")
    taken = had = 0
    for seed in range(60):
        rng, state = Rng(seed), game.initial()
        while moves := game.moves(state):
            wins = [move for move in moves if game.result(game.play(state, move)) == -1]
            if wins and game.to_move(state) == 1:
                had += 1
                taken += searcher.search(game, state, limits).move in wins
                break
            state = game.play(state, rng.choice([move for move in moves if move not in wins] or moves))
    return taken, had


def opens_in_column_2(switches: str) -> tuple[int, int]:
    tests = (4, 8)
    searcher, limits = find_searcher(f"replica-s0-alphabeta:depth=6{switches}")
    games = [find_game(TESTS[test].game) for test in tests]
    opened = [game.move_name(searcher.search(game, game.initial(), limits).move or 0) for game in games]
    return opened.count("2"), len(tests)


class Statement(NamedTuple):
    says: str
    look: Callable[[str], tuple[int, int]]  # with the switches of the program: how often it is so, and of how many
    at_least: float | None  # the share at which it holds; None where it is shown and decides nothing


STATEMENTS = {
    "first player": Statement("the first player wins every game with N=2", first_player_wins, 1.0),
    "draws": Statement("some games of a person on (4x2,4,2) are drawn", draws, 0.01),
    "people who search": Statement("a person who searches wins most games of tests 1 and 2", wins_of(SEARCHERS), 0.5),
    "random moves": Statement("random moves win most games of tests 1 and 2", wins_of(RANDOM_PEOPLE), None),
    "chances": Statement("who skips a chance to win on (7x6,2,2) lets the program win", chances_taken, 0.9),
    "column 2": Statement("X starts with column 2 in (4x2,4,6) and (7x6,4,6)", opens_in_column_2, 1.0),
}


SAYS = (
    "the first player wins every game with N=2; some games of a person on (4x2,4,2) are drawn; a person can win most "
    "games of tests 1 and 2 (4x2, N=2); who skips a chance to win on (7x6,2,2) lets the program win; X starts with "
    "column 2 in (4x2,4,6) and (7x6,4,6)"
)


class Outcomes(Claim):
    id = "S0-27"
    title = "Who wins, and where the program opens"
    source = f"{REPORT}, section 5"
    says = f"{SAYS[0].upper()}{SAYS[1:]}."
    assumes = (
        f"People are simulated by {len(SEARCHERS)} players who search one to five plies. What random moves win is "
        "shown as well, but decides nothing about people."
    )
    columns = (Column("says"), Column("seen"), Column("of"), Column("seen, corrected"), Column("of, corrected"))

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [Cell(name) for name in STATEMENTS]

    def measure(self, cell: Cell, seed: int) -> Values:
        statement = STATEMENTS[cell.name]
        (seen, asked), (right, asked_right) = (statement.look(switches) for switches in ("", f",{RIGHT}"))
        return {
            "says": statement.says,
            "seen": seen,
            "of": asked,
            "seen, corrected": right,
            "of, corrected": asked_right,
        }

    def judge(self, rows: Sequence[Row]) -> Verdict:
        return answer_both(*(_judge(rows, kind) for kind in ("", ", corrected")))


def _judge(rows: Sequence[Row], kind: str) -> Verdict:
    deciding = [row for row in rows if STATEMENTS[row.cell.name].at_least is not None]
    beside = [_figures(row, kind) for row in rows if row not in deciding]
    if not deciding:
        return Verdict(Kind.OPEN, "")
    found = judge_parts(*(_part(row, kind) for row in deciding))
    return replace(found, figures="; ".join([found.figures, *beside]))


def _figures(row: Row, kind: str) -> str:
    seen, asked = number(row.measured, f"seen{kind}"), number(row.measured, f"of{kind}")
    return f"{row.cell.name}: {seen:.0f} of {asked:.0f}"


def _part(row: Row, kind: str) -> ClaimPart:
    statement = STATEMENTS[row.cell.name]
    seen, asked = number(row.measured, f"seen{kind}"), number(row.measured, f"of{kind}")
    return ClaimPart(statement.says, seen / asked >= (statement.at_least or 0), _figures(row, kind))

"""S0's statements about its games: who wins them, where X opens, and whether the program takes its chances."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kibitz.core.game import find_game
from kibitz.core.rng import Rng
from kibitz.core.searching import find_searcher
from kibitz.lab.catalogue.s0.s0_22_human_games import HUMANS, every_game
from kibitz.lab.catalogue.s0.s0_26_evaluation_counts import REPORT, TESTS
from kibitz.lab.design import Cell, Claim, Column, Kind, Row, Values, Verdict, number
from kibitz.lab.measuring.matches import play_one_game
from kibitz.play.players import find_player
from kibitz.play.records import GameRecord

__all__ = ["Outcomes"]

PROGRAM = "replica-s0-alphabeta:depth={depth},backend=reference"  # minimax plays the same moves, but takes longer


def own_game(test: int) -> GameRecord:
    program = PROGRAM.format(depth=TESTS[test].depth)
    return play_one_game(TESTS[test].game, program, program)


def human_games(test: int) -> list[GameRecord]:
    return [play_one_game(TESTS[test].game, human, PROGRAM.format(depth=TESTS[test].depth)) for human in HUMANS]


def first_player_wins() -> tuple[int, int]:
    records = [own_game(test) for test, setting in TESTS.items() if setting.k == 2]
    return sum(record.outcome == 1 for record in records), len(records)


def draws() -> tuple[int, int]:
    program = PROGRAM.format(depth=2)
    records = list(every_game(GameRecord.begin(find_game(TESTS[3].game), ("human", program)), find_player(program)))
    return sum(record.outcome == 0 for record in records), len(records)


def human_wins() -> tuple[int, int]:
    records = [record for test, setting in TESTS.items() if setting.depth == 2 for record in human_games(test)]
    return sum(record.outcome == 1 for record in records), len(records)


def chances_taken() -> tuple[int, int]:
    """Positions of random games in which the program, playing second as in test 5, can win at once."""
    game, (searcher, limits) = find_game(TESTS[5].game), find_searcher("replica-s0-alphabeta:depth=2")
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


def opens_in_column_2() -> tuple[int, int]:
    tests = (4, 8)
    searcher, _ = find_searcher("replica-s0-alphabeta")
    _, limits = find_searcher("alphabeta:depth=6")
    games = [find_game(TESTS[test].game) for test in tests]
    opened = [game.move_name(searcher.search(game, game.initial(), limits).move or 0) for game in games]
    return opened.count("2"), len(tests)


class Statement(NamedTuple):
    says: str
    look: Callable[[], tuple[int, int]]
    at_least: float  # the share at which it holds


STATEMENTS = {
    "first player": Statement("The first player wins every game with N=2", first_player_wins, 1.0),
    "draws": Statement("Some games of a person on (4x2,4,2) are drawn", draws, 0.01),
    "person": Statement("A person wins most games at depth 2", human_wins, 0.5),
    "chances": Statement("Who skips a chance to win lets the program win, on (7x6,2,2)", chances_taken, 0.9),
    "column 2": Statement("X opens in column 2 in (4x2,4,6) and (7x6,4,6)", opens_in_column_2, 1.0),
}


class Outcomes(Claim):
    id = "S0-27"
    title = "Who wins, and where the program opens"
    source = f"{REPORT}, section 5"
    says = "; ".join(statement.says for statement in STATEMENTS.values()) + "."
    columns = (Column("says"), Column("seen"), Column("of"))

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [Cell(name) for name in STATEMENTS]

    def measure(self, cell: Cell, seed: int) -> Values:
        statement = STATEMENTS[cell.name]
        seen, asked = statement.look()
        return {"says": statement.says, "seen": seen, "of": asked}

    def judge(self, rows: Sequence[Row]) -> Verdict:
        measured = [row for row in rows if row.measured is not None]
        held = [row for row in measured if _holds(row)]
        words = "; ".join(
            f"{row.cell.name} {number(row.measured, 'seen'):.0f} of {number(row.measured, 'of'):.0f}"
            + ("" if row in held else " (does not hold)")
            for row in measured
        )
        kind = Kind.HOLDS if held == measured else Kind.CONDITION if held else Kind.WRONG
        return Verdict(kind, f"{len(held)} of {len(measured)} statements hold for the replica: {words}.")


def _holds(row: Row) -> bool:
    share = number(row.measured, "seen") / number(row.measured, "of")
    return share >= STATEMENTS[row.cell.name].at_least

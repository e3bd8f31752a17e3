"""S2's five final boards: what the report's text still has of them, with a final board of the replica for each.

The text has lost 4 to 6 of the 42 cells of every board. They are taken to be empty and put back in every way that
leaves no stone above an empty cell; a board is sound if O, who moved last, has four in a row, X has not, and both have
equally many stones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from kibitz.core.game import find_game
from kibitz.games.connect_four import ConnectFour
from kibitz.lab.design import BoardLink, Cell, Column, Experiment, Row, Values, number
from kibitz.lab.verdict import Kind, Verdict
from kibitz.reports.catalogue.s2.s2_09_timed_games import GAME, HUMAN, QUICKER, RANDOM, REPORT, specs
from kibitz.reports.measuring.matches import play_one_game

WIDTH, HEIGHT = 7, 6

# The marks left in the text, in reading order; O is the agent.
BOARDS = {
    ("minimax", 5, "human"): ".............OO....OOX...OOXXOXOXXXOXX",
    ("minimax", 5, "random"): "..............XO.....OO..X.OOX..XOOXXX",
    ("minimax", 7, "random"): ".................X..X...OOOO.XXXOOX.",
    ("alphabeta", 5, "random"): "..........O.....O.....OX..X..OX.XXO.",
    ("alphabeta", 7, "random"): "...........O......O.....OOXX...XOXX...",
}


def list_completions(text: str, below: str = "#" * WIDTH, rows: int = HEIGHT) -> Iterator[tuple[str, ...]]:
    """Every board of that many rows, on top of the row `below`, of which the text may be the remainder."""
    if rows == 0:
        yield ()
        return
    for lost in range(min(WIDTH, rows * WIDTH - len(text)) + 1):
        above, left = text[: len(text) - WIDTH + lost], text[len(text) - WIDTH + lost :]
        for row in dict.fromkeys(_with_empty(left, lost)) if len(left) == WIDTH - lost else ():
            if all(under != "." or mark == "." for mark, under in zip(row, below, strict=True)):
                yield from ((*upper, row) for upper in list_completions(above, row, rows - 1))


def _with_empty(marks: str, lost: int) -> Iterator[str]:
    for places in combinations(range(WIDTH), lost):
        rest = iter(marks)
        yield "".join("." if column in places else next(rest) for column in range(WIDTH))


def _has_four(rows: Sequence[str], mark: str) -> bool:
    game = ConnectFour()
    stones = sum(1 << game.bit(*cell) for cell in game.cells if rows[cell[0]][cell[1]] == mark)
    return any(stones & line == line for line in game.winning_lines)


def is_sound(rows: Sequence[str]) -> bool:
    marks = "".join(rows)
    return _has_four(rows, "O") and not _has_four(rows, "X") and marks.count("O") == marks.count("X")


class FinalBoards(Experiment):
    id = "S2-10"
    title = "The five final boards"
    source = f"{REPORT}, results"
    says = "O has won on each of the five boards."
    assumes = (
        "The text has lost 4 to 6 cells of each board. They are taken to be empty, wherever no stone hangs in the air."
    )
    columns = (
        Column("cells left"),
        Column("line as it stands"),
        Column("boards it can be"),
        Column("sound ones"),
        Column("own board"),
        Column("own result"),
    )

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        """A quick run searches less deep for the replica's board."""
        return [
            Cell(
                f"{search} depth {depth} v {other}",
                {"search": search, "depth": depth, "other": other, "own depth": depth - QUICKER if quick else depth},
                f"own board: depth {depth - QUICKER} searched" if quick else "",
            )
            for search, depth, other in BOARDS
        ]

    def measure(self, cell: Cell, seed: int) -> Values:
        search, other = cell.settings["search"], cell.settings["other"]
        text = BOARDS[str(search), cell.whole("depth"), str(other)]
        filled = text.rjust(WIDTH * HEIGHT, ".")
        standing = _has_four([filled[start : start + WIDTH] for start in range(0, len(filled), WIDTH)], "O")
        boards = set(list_completions(text))
        agent, _ = specs(str(search), cell.whole("own depth"))
        record = play_one_game(GAME, HUMAN if other == "human" else RANDOM, agent, seeds=(seed, seed + 1))
        return {
            "cells left": len(text),
            "line as it stands": "yes" if standing else "no",
            "boards it can be": len(boards),
            "sound ones": sum(map(is_sound, boards)),
            "own board": "/".join(find_game(GAME).view(record.state).rows),
            "own result": record.result,
        }

    def app_links(self, row: Row) -> Sequence[BoardLink]:
        agent, _ = specs(str(row.cell.settings["search"]), int(number(row.cell.settings, "own depth")))
        opponent = HUMAN if row.cell.settings["other"] == "human" else RANDOM
        return (BoardLink("watch a game", GAME, opponent, agent),)

    def judge(self, rows: Sequence[Row]) -> Verdict:
        measured = [row.measured for row in rows if row.measured is not None]
        standing = sum(values["line as it stands"] == "yes" for values in measured)
        sound = sum(number(values, "sound ones") > 0 for values in measured)
        figures = f"{standing} of {len(measured)} boards show four O in a row as they stand, {sound} if completed"
        if sound == len(measured):
            sentence = "Each printed board can be completed to one on which O has just won."
            return Verdict(Kind.HOLDS, sentence, figures)
        sentence = "Not every printed board can be completed to one on which O has just won."
        return Verdict(Kind.CONDITION if sound else Kind.WRONG, sentence, figures, f"on {sound} boards")

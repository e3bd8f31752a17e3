"""The heuristics counted cell by cell on the rows of the view: what the ones on bits must equal, term by term."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from kibitz.core.evaluation import find_evaluator
from kibitz.core.game import Cell, Game, Move, State
from kibitz.evals.patterns import PATTERNS, PHASE_SIZE, TEMPO
from kibitz.games.lines import LineGame
from kibitz.games.othello import Othello
from kibitz.games.take_away import TakeAway

Amounts = dict[str, int]

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
KINDS = {  # the pictures of evals/othello.py and its smaller sisters
    8: ("*c----c*", "cx....xc", "-.oooo.-", "-.oooo.-", "-.oooo.-", "-.oooo.-", "cx....xc", "*c----c*"),
    6: ("*c--c*", "cx..xc", "-.oo.-", "-.oo.-", "cx..xc", "*c--c*"),
    4: ("*cc*", "cxxc", "cxxc", "*cc*"),
}
KIND_NAMES = {"*": "corner", "c": "c_square", "x": "x_square", "-": "edge", ".": "ring", "o": "inner"}


def sides(game: Game, state: State) -> tuple[tuple[str, ...], str, str]:
    """The rows, the mark of the side to move and that of the other side."""
    marks = "XO" if game.to_move(state) == 0 else "OX"
    return game.view(state).rows, marks[0], marks[1]


def straight_lines(rows: tuple[str, ...]) -> Iterator[str]:
    """Every row, column and diagonal from edge to edge, as text."""
    height, width = len(rows), len(rows[0])
    for row in range(height):
        for column in range(width):
            for down, right in DIRECTIONS:
                if not (0 <= row - down < height and 0 <= column - right < width):
                    cells = []
                    r, c = row, column
                    while 0 <= r < height and 0 <= c < width:
                        cells.append(rows[r][c])
                        r, c = r + down, c + right
                    yield "".join(cells)


def runs(rows: tuple[str, ...], mark: str) -> list[int]:
    """The lengths of all runs of a mark, in every direction."""
    return [len(list(run)) for line in straight_lines(rows) for m, run in groupby(line) if m == mark]


def longest(game: Game, state: State) -> Amounts:
    rows, own, other = sides(game, state)
    return {"line": max(runs(rows, own), default=0) - max(runs(rows, other), default=0)}


def threes(game: Game, state: State) -> Amounts:
    rows, own, other = sides(game, state)
    mine, theirs = runs(rows, own), runs(rows, other)
    return {
        "two": mine.count(2),
        "three": sum(length >= 3 for length in mine),
        "other_two": -theirs.count(2),
        "other_three": -sum(length >= 3 for length in theirs),
    }


def windows(game: Game, state: State) -> Amounts:
    assert isinstance(game, LineGame)
    rows, own, other = sides(game, state)
    names = ("one", "two", "three", "four")
    amounts = dict.fromkeys(names, 0)
    for line in straight_lines(rows):
        for start in range(len(line) - game.k + 1):
            window = line[start : start + game.k]
            for mark, against, sign in ((own, other, 1), (other, own, -1)):
                if mark in window and against not in window:
                    amounts[names[min(window.count(mark), 4) - 1]] += sign
    return amounts


def columns(game: Game, state: State) -> Amounts:
    rows, own, other = sides(game, state)
    sign = {own: 1, other: -1, ".": 0}
    return {"inward": sum(sign[m] * min(c, len(row) - 1 - c) for row in rows for c, m in enumerate(row))}


def stone(rows: tuple[str, ...], k: int, cell: Cell) -> Amounts:
    """S4's terms for the stone on a cell, each 0 or 1."""
    height, width = len(rows), len(rows[0])
    row, column = cell
    mark = rows[row][column]

    def at(r: int, c: int) -> str:
        return rows[r][c] if 0 <= r < height and 0 <= c < width else "edge"

    wins = makes_line = False
    for down, right in DIRECTIONS:
        length, ends = 1, []
        for sign in (1, -1):
            r, c = row + sign * down, column + sign * right
            while at(r, c) == mark:
                length += 1
                r, c = r + sign * down, c + sign * right
            ends.append(at(r, c))
        wins = wins or length >= k
        makes_line = makes_line or (length >= 2 if k <= 3 else length >= 3 and "." in ends)
    around = [at(row + r, column + c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]
    corners = [(0, 0), (0, width - 1), (height - 1, 0), (height - 1, width - 1)]
    nearest = [min(abs(row - r) for r, _ in corners), min(abs(column - c) for _, c in corners)]
    return {
        "win": int(wins),
        "line": int(makes_line and not wins),
        "inner": int("edge" not in around),
        "diagonal": int(k >= 4 and nearest[0] == nearest[1]),
        "near": int(k >= 4 and any(m not in (mark, ".", "edge") for m in around)),
    }


def cells(game: Game, state: State) -> Amounts:
    assert isinstance(game, LineGame)
    rows, own, _ = sides(game, state)
    amounts = dict.fromkeys(("win", "line", "inner", "diagonal", "near"), 0)
    for r, c in game.cells:
        if rows[r][c] != ".":
            for name, amount in stone(rows, game.k, (r, c)).items():
                amounts[name] += amount if rows[r][c] == own else -amount
    return amounts


def s4_move_score(game: LineGame, state: State, move: Move) -> int:
    """The score of a move with the weights of S4."""
    terms = stone(game.view(game.play(state, move)).rows, game.k, game.cells[move])
    return 100 * terms["win"] + 10 * terms["line"] + terms["inner"] + terms["diagonal"] + terms["near"]


def discs(game: Game, state: State) -> Amounts:
    rows, own, other = sides(game, state)
    board = "".join(rows)
    return {"disc": board.count(own) - board.count(other)}


def othello_moves(rows: tuple[str, ...], own: str, other: str) -> int:
    """How many cells a side may move to."""
    size = len(rows)

    def encloses(row: int, column: int, down: int, right: int) -> bool:
        marks = ""
        while 0 <= row + down < size and 0 <= column + right < size:
            row, column = row + down, column + right
            marks += rows[row][column]
        rest = marks.lstrip(other)
        return len(rest) < len(marks) and rest.startswith(own)

    ways = [(d, r) for d in (-1, 0, 1) for r in (-1, 0, 1) if d or r]
    return sum(
        rows[row][column] == "." and any(encloses(row, column, *way) for way in ways)
        for row in range(size)
        for column in range(size)
    )


def phased(game: Game, state: State) -> Amounts:
    assert isinstance(game, Othello)
    rows, own, other = sides(game, state)
    board, kinds = "".join(rows), "".join(KINDS[game.size])
    full = len(board) - board.count(".")
    phase = 1 if full * 64 <= 20 * len(board) else 2 if full * 64 <= 56 * len(board) else 3
    sign = {own: 1, other: -1, ".": 0}
    amounts = {
        name: sum(sign[m] for m, k in zip(board, kinds, strict=True) if k == kind) * (kind == "*" or phase < 3)
        for kind, name in KIND_NAMES.items()
    }
    moves = othello_moves(rows, own, other) - othello_moves(rows, other, own)
    difference = board.count(own) - board.count(other)
    return {
        **amounts,
        "mobility": moves if phase < 3 else 0,
        "middle_discs": difference if phase == 2 else 0,
        "late_discs": difference if phase == 3 else 0,
    }


# A pattern by name, and the term it belongs to: its cells in order, as digits and letters.
PICTURES = {
    "edge": ("edges", ("01238765", ".4....9.")),
    "block": ("blocks", ("01234", "56789")),
    "corner": ("corners", ("301", "642", "785")),
    "line2": ("lines", ("", "01237654")),
    "line3": ("lines", ("", "", "01237654")),
    "line4": ("lines", ("", "", "", "01237654")),
    "diagonal4": ("diagonals", ("....0", ".....1", "......3", ".......2")),
    "diagonal5": ("diagonals", ("...0", "....1", ".....2", "......4", ".......3")),
    "diagonal6": ("diagonals", ("..0", "...1", "....2", ".....5", "......4", ".......3")),
    "diagonal7": ("diagonals", (".0", "..1", "...2", "....3", ".....6", "......5", ".......4")),
    "diagonal8": ("diagonals", ("0", ".1", "..2", "...3", "....7", ".....6", "......5", ".......4")),
}


def patterns(game: Game, state: State) -> Amounts:
    """The board turned and mirrored under the pictures; a place that looks the same twice counts once."""
    rows, own, other = sides(game, state)
    board = "".join(rows)
    table: Sequence[int] = find_evaluator("patterns", game).table()  # type: ignore[attr-defined]  # only learned ones
    start = 1024 + PHASE_SIZE * ((64 - board.count(".") - 4) // 4)
    places = [[(row, column) for column in range(8)] for row in range(8)]
    views = []
    for _ in range(4):
        places = [list(row) for row in zip(*places[::-1], strict=True)]  # a quarter turn
        views += [places, [row[::-1] for row in places]]
    amounts = dict.fromkeys(("edges", "blocks", "corners", "lines", "diagonals"), 0)
    for name, (term, picture) in PICTURES.items():
        seen = set()
        cells = sorted((mark, r, c) for r, row in enumerate(picture) for c, mark in enumerate(row) if mark != ".")
        for view in views:
            here = [view[r][c] for _, r, c in cells]
            if frozenset(here) not in seen:
                seen.add(frozenset(here))
                digits = "".join(str([".", own, other].index(rows[r][c])) for r, c in here)
                amounts[term] += table[start + PATTERNS[name].start + int(digits[::-1], 3)]
    return {**amounts, "tempo": table[start + TEMPO]}


def modulo(game: Game, state: State) -> Amounts:
    """By looking ahead to the end, not by arithmetic."""
    assert isinstance(game, TakeAway)
    won = [game.misere]  # with no chips left the side to move has lost, or won in misère play
    while len(won) <= state[0]:
        won.append(not all(won[-game.take :]))
    return {"won": 1 if won[state[0]] else -1}


NAIVE: dict[str, Callable[[Game, State], Amounts]] = {
    "longest": longest,
    "threes": threes,
    "shapes": windows,
    "windows": windows,
    "columns": columns,
    "cells": cells,
    "discs": discs,
    "phased": phased,
    "patterns": patterns,
    "modulo": modulo,
}

"""OpenSpiel as the referee: for every game that both have, rules written by other people say the same as ours.

Random games are played move by move under both rules. In every position the legal moves, the side to move and whether
and how the game is over must agree, through a table of how a move of ours is called there. All games of a few plies are
counted under both.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from kibitz.core.game import Game, Move, State, find_game
from kibitz.core.rng import Rng
from kibitz.search.perft import perft

pytest.importorskip("pyspiel", reason="OpenSpiel, the extra [openspiel], is not installed")

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def as_here(game: Game, move: Move, side: int) -> str:
    return game.move_name(move)


def by_column(game: Game, move: Move, side: int) -> str:
    return str(int(game.move_name(move)) - 1)


def by_row_and_column(game: Game, move: Move, side: int) -> str:
    name = game.move_name(move)
    return f"{int(name[1:]) - 1}-{LETTERS.index(name[0])}"


def upside_down(game: Game, move: Move, side: int) -> str:
    """There the side at the top begins."""
    name, high = game.move_name(move), getattr(game, "height")  # noqa: B009  # PawnGame's
    return f"{name[0]}{high + 1 - int(name[1])}{name[2]}{high + 1 - int(name[3])}"


def by_square(game: Game, move: Move, side: int) -> str:
    """Numbered squares as files and ranks; there the side that begins is at the bottom."""
    squares = []
    for number in game.move_name(move).replace("x", "-").split("-"):
        row, place = divmod(int(number) - 1, 4)
        squares.append(f"{LETTERS[7 - 2 * place - (row + 1) % 2]}{row + 1}")
    return "".join(squares)


def by_point(game: Game, move: Move, side: int) -> str:
    points = game.move_names[:24]
    if move < 48:
        return f"Point-{move % 24}"  # placed or removed
    start, end = game.move_name(move).split("-")
    return f"Move-{points.index(start)}-{points.index(end)}"


def by_edge(game: Game, move: Move, side: int) -> str:
    name = game.move_name(move)
    row, column = int(name[1:]) - 1, LETTERS.index(name[0])
    return f"{'hv'[row % 2]}-{row // 2}-{column // 2}"


def by_pit(game: Game, move: Move, side: int) -> str:
    return str(int(game.move_name(move)) + 7 * side)


def by_heap(game: Game, move: Move, side: int) -> str:
    name = game.move_name(move)
    return f"{LETTERS.index(name[0]) + 1}-take-{name[1:]}"


@dataclass(frozen=True)
class Pair:
    """The same game here and there. `depth`: of the games that are counted."""

    ours: str
    theirs: str
    name: Callable[[Game, Move, int], str]
    depth: int
    draws_there: bool = False  # see below


# Rules that differ: OpenSpiel ends a game of checkers as drawn after 40 moves without a capture, and one of nine men's
# morris after 200 moves; ours is drawn when a position comes again, which is no part of its rules here. So these two
# are compared up to the draw. OpenSpiel scores Othello and Kalah as won or lost; ours count discs and seeds.
PAIRS = [
    Pair("tic-tac-toe", "openspiel:tic_tac_toe", by_row_and_column, 4),
    Pair("mnk:width=5,height=4,k=4", "openspiel:mnk:m=5,n=4,k=4", by_row_and_column, 2),
    Pair("mnk:width=7,height=7,k=5", "openspiel:gomoku:size=7", by_row_and_column, 2),
    Pair("connect-four", "openspiel:connect_four", by_column, 4),
    Pair("connect-four:width=5,height=4", "openspiel:connect_four:columns=5,rows=4", by_column, 4),
    Pair("othello", "openspiel:othello", as_here, 4),
    Pair("breakthrough", "openspiel:breakthrough", upside_down, 2),
    Pair("breakthrough:width=5,height=6", "openspiel:breakthrough:columns=5,rows=6", upside_down, 3),
    Pair("hex:size=5", "openspiel:hex:board_size=5", as_here, 2),
    Pair("hex:size=11", "openspiel:hex", as_here, 1),
    Pair("checkers", "openspiel:checkers", by_square, 5, draws_there=True),
    Pair("nine-mens-morris", "openspiel:nine_mens_morris", by_point, 2, draws_there=True),
    Pair(
        "dots-and-boxes:rows=2,columns=3",
        "openspiel:dots_and_boxes:num_rows=2,num_cols=3,utility_margin=true",
        by_edge,
        3,
    ),
    Pair("kalah", "openspiel:mancala", by_pit, 4),
    Pair("nim:heaps=1-3-5-7,misere=true", "openspiel:nim", by_heap, 3),
    Pair("nim:heaps=2-4-6", "openspiel:nim:pile_sizes=2;4;6,is_misere=false", by_heap, 3),
]


def result(game: Game, state: State, in_full: bool) -> int | None:
    """The score for the side that began, or only its sign."""
    score = game.outcome(state)
    return score if in_full or score is None else (score > 0) - (score < 0)


def walk(pair: Pair, seed: int) -> int:
    """Play a random game under both rules; its length."""
    ours, theirs, rng = find_game(pair.ours), find_game(pair.theirs), Rng(seed)
    mine, other = ours.initial(), theirs.initial()
    in_full = ours.max_result == theirs.max_result
    played = list[str]()
    while True:
        where = f"{pair.ours} after {' '.join(played)}"
        over = theirs.outcome(other)
        if pair.draws_there and over == 0:
            break
        assert result(ours, mine, in_full) == result(theirs, other, in_full), where
        if over is not None:
            break
        assert ours.to_move(mine) == theirs.to_move(other), where
        side = ours.to_move(mine)
        named = {pair.name(ours, move, side): move for move in ours.moves(mine)}
        there = {theirs.move_name(move).rstrip("*"): move for move in theirs.moves(other)}
        assert named.keys() == there.keys(), where
        name = rng.choice(sorted(named))
        mine, other = ours.play(mine, named[name]), theirs.play(other, there[name])
        played.append(ours.move_name(named[name]))
    return len(played)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.ours)
def test_random_games_agree(pair: Pair) -> None:
    assert sum(walk(pair, seed) for seed in range(10)) > 40


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.ours)
def test_counts_of_games_agree(pair: Pair) -> None:
    one, other = (perft(game, game.initial(), pair.depth) for game in (find_game(pair.ours), find_game(pair.theirs)))
    assert [ply.nodes for ply in one] == [ply.nodes for ply in other]


@pytest.mark.parametrize("seed", range(5))
def test_ultimate_tic_tac_toe_agrees(seed: int) -> None:
    """There, to choose a board and a cell on it are two moves, unless one was sent to the board."""
    ours, theirs, rng = find_game("ultimate-tic-tac-toe"), find_game("openspiel:ultimate_tic_tac_toe"), Rng(seed)
    mine, other, plies = ours.initial(), theirs.initial(), 0
    while ours.result(mine) is None:
        assert theirs.result(other) is None
        assert ours.to_move(mine) == theirs.to_move(other)
        sent_to = _forced_board(theirs, other)
        after: dict[Move, State] = {}
        for board in theirs.moves(other) if sent_to is None else [sent_to]:
            chosen = theirs.play(other, board) if sent_to is None else other
            for cell in theirs.moves(chosen):
                row, column = 3 * (board // 3) + cell // 3, 3 * (board % 3) + cell % 3
                after[9 * row + column] = theirs.play(chosen, cell)
        assert sorted(after) == ours.moves(mine)
        move = rng.choice(ours.moves(mine))
        mine, other, plies = ours.play(mine, move), after[move], plies + 1
    assert theirs.outcome(other) == ours.outcome(mine)
    assert plies > 16


def _forced_board(game: Game, state: State) -> Move | None:
    """The board that OpenSpiel's text says one is sent to."""
    lines = [line.split(":") for line in game.view(state).rows if line.startswith("Forced board")]
    return int(lines[0][1]) if lines and lines[0][1].strip().isdigit() else None

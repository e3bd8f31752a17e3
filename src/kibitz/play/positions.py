"""Positions as people write them: the moves that lead there, or the board written out."""

from __future__ import annotations

from kibitz.core.errors import BadPosition, InputError
from kibitz.core.game import Game
from kibitz.core.notation import parse_moves
from kibitz.play.records import GameRecord

NOBODY = ("", "")


def record_at(game: Game, *, moves: str | None = None, position: str | None = None) -> GameRecord:
    """The game record of a position, reached by moves from the start or written out."""
    if moves is not None and position is not None:
        raise BadPosition("Moves and a position were both given; give one of them.")
    return record_from(game, position, moves or "")


def record_from(game: Game, start: str | None, moves: str) -> GameRecord:
    """A game that began at a position written out (the usual one when None), and the moves made since."""
    state = None if start is None else game.parse_position(start)
    return GameRecord.begin(game, NOBODY, moves=parse_moves(game, moves, state), start=state)


def record_from_line(game: Game, line: str) -> tuple[str, GameRecord]:
    """The position at the beginning of a line and the text that names it; whatever follows is ignored.

    A line begins with moves, written without spaces, or with a board and the side to move.
    """
    words = line.split()
    moves, board = words[0], " ".join(words[:2])
    if set(moves) & {"-", "."}:  # empty cells: no move is written so
        return board, record_at(game, position=board)
    try:
        return moves, record_at(game, moves=moves)
    except InputError as not_moves:
        try:  # a full board has no empty cells
            return board, record_at(game, position=board)
        except InputError:
            raise not_moves from None

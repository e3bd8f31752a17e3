"""A position as the web app and the terminal show it: the board, the legal moves, the moves so far, the result.

Everything in a `PositionView` follows from the game, its start and its moves, so that an address that holds those three
holds the whole game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from kibitz.core.errors import Unsuited
from kibitz.core.evaluation import find_evaluator
from kibitz.core.game import Cell, Game, Move, State, View
from kibitz.core.notation import moves_text
from kibitz.play.board_svg import find_changed_cells
from kibitz.play.game_description import describe_game
from kibitz.play.positions import record_from
from kibitz.play.records import GameRecord

__all__ = [
    "BoardView",
    "HistoryEntry",
    "LastMove",
    "LegalMove",
    "PositionView",
    "view_game",
    "view_position",
    "view_sample_position",
]

Rows: TypeAlias = tuple[str, ...]
Cells: TypeAlias = tuple[Cell, ...]

PICTURE_PART = 3  # a sample position is one third into the longest possible game


@dataclass(frozen=True)
class BoardView:
    """`rows`: a character a cell, '.' for an empty one and ' ' for no cell. `columns` and `lines` name the edges.

    `marks`: what people may put on the cells to set up a position; empty where it is written in another way.
    """

    rows: Rows
    columns: tuple[str, ...]
    lines: tuple[str, ...]
    marks: str


@dataclass(frozen=True)
class LegalMove:
    """A move, the cells that mean it (none for a pass), and the board as it would be after it."""

    move: str
    cells: Cells
    after: Rows


@dataclass(frozen=True)
class LastMove:
    """The last move and the cells it took or emptied."""

    move: str
    cells: Cells


@dataclass(frozen=True)
class HistoryEntry:
    """The position after a move; the first of a history is the start, where `move` is None.

    `to_move` is the side to move then. `passed`: a sentence if the move changed nothing on the board.
    """

    move: str | None
    rows: Rows
    to_move: int
    passed: str | None


@dataclass(frozen=True)
class PositionView:
    """A position and the game that led to it.

    `game` and `moves_text` are the canonical texts for an address; `start` is the position the game began from, None
    for the usual one. `position` is the present position as text, None if the game has no such text. `passed`: a
    sentence when the side to move has nothing but a pass. `players` are the sides as `position` writes them, `sides` as
    people call them. `winner` is 0 or 1, None for a draw or an unfinished game.
    """

    game: str
    title: str
    variant: str
    look: str
    moves: tuple[str, ...]
    moves_text: str
    start: str | None
    position: str | None
    players: tuple[str, str]
    sides: tuple[str, str]
    to_move: int
    board: BoardView
    legal: tuple[LegalMove, ...]
    last: LastMove | None
    over: bool
    result: str | None
    why: str | None
    winner: int | None
    winning: Cells
    passed: str | None
    history: tuple[HistoryEntry, ...]


def view_position(game: Game, moves: str = "", position: str | None = None) -> PositionView:
    """The position that moves lead to, from the start of the game or from a position written out."""
    return view_game(record_from(game, position, moves))


def view_game(record: GameRecord) -> PositionView:
    """The view of a game's current position."""
    game, state = record.game, record.state
    views = [game.view(each) for each in record.states]
    names = tuple(map(game.move_name, record.moves))
    outcome = record.outcome
    return PositionView(
        game=game.spec(full=True),
        title=describe_game(type(game)).title,
        variant=game.variant,
        look=game.look,
        moves=names,
        moves_text=record.moves_text,
        start=None if record.start is None else _position_text(game, record.start),
        position=_position_text(game, state),
        players=game.players,
        sides=game.sides,
        to_move=record.to_move,
        board=BoardView(views[-1].rows, views[-1].columns, views[-1].lines, game.position_marks),
        legal=_legal(game, state, views[-1]),
        last=LastMove(names[-1], tuple(sorted(find_changed_cells(views[-2], views[-1])))) if names else None,
        over=record.is_over,
        result=game.name_by_colour(record.result) if record.is_over else None,
        why=(game.name_by_colour(game.why_over(state)) or None) if record.is_over else None,
        winner=None if not outcome else 0 if outcome > 0 else 1,
        winning=tuple(sorted(game.winning_cells(state))) if record.is_over else (),
        passed=_must_pass(game, state),
        history=tuple(_history(record, views)),
    )


def view_sample_position(game: Game) -> PositionView:
    """A position from the middle of the game, for a picture; every move is the one the evaluator likes best."""
    state, moves, judge = game.initial(), list[Move](), find_evaluator("", game)
    for _ in range(max(2, game.max_plies // PICTURE_PART)):
        going_on = [move for move in game.moves(state) if game.result(game.play(state, move)) is None]
        if not going_on:
            break
        moves.append(max(going_on, key=lambda move: judge.move_score(state, move)))  # used at once
        state = game.play(state, moves[-1])
    return view_position(game, moves_text(game, moves))


def _legal(game: Game, state: State, view: View) -> tuple[LegalMove, ...]:
    cells: dict[Move, list[Cell]] = {}
    for cell, move in view.targets.items():
        cells.setdefault(move, []).append(cell)
    return tuple(
        LegalMove(game.move_name(move), tuple(cells.get(move, ())), game.view(game.play(state, move)).rows)
        for move in game.moves(state)
    )


def _history(record: GameRecord, views: list[View]) -> list[HistoryEntry]:
    game = record.game
    sides = [game.to_move(state) for state in record.states]
    history = [HistoryEntry(None, views[0].rows, sides[0], None)]
    for number, move in enumerate(record.moves, start=1):
        same = views[number].rows == views[number - 1].rows
        passed = f"{game.sides[sides[number - 1]]} had no move and passed." if same else None
        history.append(HistoryEntry(game.move_name(move), views[number].rows, sides[number], passed))
    return history


def _must_pass(game: Game, state: State) -> str | None:
    moves = game.moves(state)
    if len(moves) != 1 or game.view(game.play(state, moves[0])).rows != game.view(state).rows:
        return None
    return f"{game.sides[game.to_move(state)]} has no move and must pass."


def _position_text(game: Game, state: State) -> str | None:
    try:
        return game.position_text(state)
    except Unsuited:
        return None

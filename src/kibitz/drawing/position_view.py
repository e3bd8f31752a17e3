"""A position as the web app and the terminal show it: the board, the legal moves, the moves so far, the result.

Everything in a `PositionView` follows from the game, its start and its moves, so that an address that holds those three
holds the whole game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from kibitz.core.errors import Unsuited
from kibitz.core.evaluation import find_evaluator
from kibitz.core.game import Cell, Game, Move, State, View
from kibitz.core.notation import moves_text
from kibitz.drawing.board_svg import find_changed_cells
from kibitz.play.game_description import title_game
from kibitz.play.openings import name_opening
from kibitz.play.positions import record_from
from kibitz.play.records import GameRecord

Rows: TypeAlias = tuple[str, ...]
Cells: TypeAlias = tuple[Cell, ...]
Texts: TypeAlias = tuple[tuple[int, int, str], ...]  # row, column, and what is written there

PICTURE_PART = 3  # a sample position is one third into the longest possible game,
MAX_PICTURE = 24  # but no more plies than this from its start
FEW_PLIES = 12  # and where rules are slow, no more than this


@dataclass(frozen=True)
class BoardView:
    """`rows`: a character a cell, '.' for an empty one and ' ' for no cell. `columns` and `lines` name the edges.

    `marks`: what people may put on the cells to set up a position; empty where it is written in another way. The rest
    is as in `View`: what a cell is, the lines between points, what is written where a mark does not say it, the rows
    and columns of a part that heavier lines set off, and the names of cells that the edges do not name.
    """

    rows: Rows
    columns: tuple[str, ...]
    lines: tuple[str, ...]
    marks: str
    shape: str = "squares"
    links: tuple[tuple[Cell, Cell], ...] = ()
    texts: Texts = ()
    blocks: tuple[int, int] | None = None
    names: Texts = ()


@dataclass(frozen=True)
class LegalMove:
    """A move, the cells that mean it (none for a pass), and the board as it would be after it, with its `texts`.

    `steps`: the pairs of cells, from and to, that mean it. `path`: the cells it goes through, as in `Game.path`.
    """

    move: str
    cells: Cells
    after: Rows
    steps: tuple[tuple[Cell, Cell], ...] = ()
    texts: Texts = ()
    path: Cells = ()


@dataclass(frozen=True)
class LastMove:
    """The last move, the cells it took or emptied, and those it went through, as in `Game.path`."""

    move: str
    cells: Cells
    path: Cells = ()


@dataclass(frozen=True)
class HistoryEntry:
    """The position after a move; the first of a history is the start, where `move` is None.

    `to_move` is the side to move then. `passed`: a sentence if the move changed nothing on the board.
    """

    move: str | None
    rows: Rows
    to_move: int
    passed: str | None
    texts: Texts = ()


@dataclass(frozen=True)
class PositionView:
    """A position and the game that led to it.

    `game` and `moves_text` are the canonical texts for an address; `start` is the position the game began from, None
    for the usual one. `position` is the present position as text, None if the game has no such text. `passed`: a
    sentence when the side to move has nothing but a pass. `remark`: what the board does not show, empty if nothing.
    `players` are the sides as `position` writes them, `sides` as people call them. `winner` is 0 or 1, None for a draw
    or an unfinished game. `opening` is what people call it, empty where it has no name.
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
    remark: str
    opening: str
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
        title=title_game(game),
        variant=game.variant,
        look=game.look,
        moves=names,
        moves_text=record.moves_text,
        start=None if record.start is None else _position_text(game, record.start),
        position=_position_text(game, state),
        players=game.players,
        sides=game.sides,
        to_move=record.to_move,
        board=view_board(views[-1], game.position_marks),
        legal=_legal(record, views[-1]),
        last=_last_move(record, views) if names else None,
        over=record.is_over,
        result=game.name_by_colour(record.result) if record.is_over else None,
        why=game.name_by_colour(record.why_over) or None,
        winner=None if not outcome else 0 if outcome > 0 else 1,
        winning=tuple(sorted(game.winning_cells(state))) if record.is_over else (),
        passed=None if record.is_over else _must_pass(game, state),
        remark="" if record.is_over else game.name_by_colour(game.remark(state)),
        opening=name_opening(record),
        history=tuple(_history(record, views)),
    )


def view_board(view: View, marks: str = "") -> BoardView:
    """A board as a page draws it."""
    return BoardView(
        rows=view.rows,
        columns=view.columns,
        lines=view.lines,
        marks=marks,
        shape=view.shape,
        links=view.links,
        texts=list_texts(view),
        blocks=view.blocks,
        names=_by_cell(view.names),
    )


def list_texts(view: View) -> Texts:
    """What is written on cells, in reading order."""
    return _by_cell(view.texts)


def _by_cell(texts: Mapping[Cell, str]) -> Texts:
    return tuple((row, column, text) for (row, column), text in sorted(texts.items()))


def _last_move(record: GameRecord, views: list[View]) -> LastMove:
    game, move, before = record.game, record.moves[-1], record.states[-2]
    changed = sorted(find_changed_cells(views[-2], views[-1]))
    return LastMove(game.move_name(move), tuple(changed), game.path(before, move))


def view_sample_position(game: Game) -> PositionView:
    """A position from the middle of the game, for a picture; every move is the one the evaluator likes best."""
    state, moves, judge = game.initial(), list[Move](), find_evaluator("", game)
    most = MAX_PICTURE if game.words else FEW_PLIES
    seen = {state}
    for _ in range(min(most, max(2, game.max_plies // PICTURE_PART))):
        after = {move: game.play(state, move) for move in game.moves(state)}
        going_on = [move for move, then in after.items() if then not in seen and _is_worth_showing(game, then)]
        if not going_on:
            break
        moves.append(max(going_on, key=lambda move: judge.move_score(state, move)))  # used at once
        state = after[moves[-1]]
        seen.add(state)
    return view_position(game, moves_text(game, moves))


def _is_worth_showing(game: Game, state: State) -> bool:
    """Whether the game goes on and half of what lay on the board at its start is still there."""
    return game.result(state) is None and 2 * _count_pieces(game, state) >= _count_pieces(game, game.initial())


def _count_pieces(game: Game, state: State) -> int:
    return sum(mark not in ". " for row in game.view(state).rows for mark in row)


def _legal(record: GameRecord, view: View) -> tuple[LegalMove, ...]:
    game, state = record.game, record.state
    cells: dict[Move, list[Cell]] = {}
    for cell, move in view.targets.items():
        cells.setdefault(move, []).append(cell)
    steps: dict[Move, list[tuple[Cell, Cell]]] = {}
    for step, move in view.steps.items():
        steps.setdefault(move, []).append(step)
    legal = []
    for move in record.legal_moves:
        rows, texts = _board_after(game, state, move)
        legal.append(
            LegalMove(
                move=game.move_name(move),
                cells=tuple(cells.get(move, ())),
                after=rows,
                steps=tuple(steps.get(move, ())),
                texts=texts,
                path=game.path(state, move),
            )
        )
    return tuple(legal)


def _board_after(game: Game, state: State, move: Move) -> tuple[Rows, Texts]:
    view = game.picture(game.play(state, move))
    return view.rows, list_texts(view)


def _history(record: GameRecord, views: list[View]) -> list[HistoryEntry]:
    game = record.game
    sides = [game.to_move(state) for state in record.states]
    history = [HistoryEntry(None, views[0].rows, sides[0], None, list_texts(views[0]))]
    for number, move in enumerate(record.moves, start=1):
        view = views[number]
        passed = None
        if looks_the_same(views[number - 1], view) and len(game.moves(record.states[number - 1])) == 1:
            passed = f"{game.sides[sides[number - 1]]} had no move and passed."
        history.append(HistoryEntry(game.move_name(move), view.rows, sides[number], passed, list_texts(view)))
    return history


def looks_the_same(one: View, other: View) -> bool:
    """Whether two positions have the same marks and texts on the board."""
    return one.rows == other.rows and one.texts == other.texts


def _must_pass(game: Game, state: State) -> str | None:
    moves = game.moves(state)
    if len(moves) != 1 or not looks_the_same(game.view(game.play(state, moves[0])), game.view(state)):
        return None
    return f"{game.sides[game.to_move(state)]} has no move and must pass."


def _position_text(game: Game, state: State) -> str | None:
    try:
        return game.position_text(state)
    except Unsuited:
        return None

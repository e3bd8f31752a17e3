"""What a model gets wrong, what is in its table, how it plays against itself: found by asking the model in its file."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from kibitz.core.errors import BadFile, BadOption, Unsuited
from kibitz.core.game import Game, Move, State
from kibitz.core.loading import load_game
from kibitz.core.notation import moves_text, parse_moves
from kibitz.core.rng import Rng
from kibitz.core.score import sign
from kibitz.drawing.board_svg import find_changed_cells
from kibitz.drawing.position_view import view_board, view_game
from kibitz.learn.measuring import choose_all
from kibitz.learn.method import find_method
from kibitz.learn.truth import TruthPosition, TruthSet, find_kept_truth
from kibitz.learned.action_table import ActionTable, Row
from kibitz.learned.model import Model
from kibitz.learned.model_file import read_model
from kibitz.play.positions import record_from
from kibitz.web.hosting.model_questions import (
    CheckQuestion,
    Mistake,
    Mistakes,
    MistakesQuestion,
    SelfPlayGame,
    SelfPlayQuestion,
    TableMove,
    TablePage,
    TableQuestion,
    TableRow,
)

OPENING = 2  # random moves with which a game against itself begins
MAX_PLIES = 300  # of such a game
MAX_MODELS = 2  # kept in memory

_OUTCOMES = {-1: "a loss", 0: "a draw", 1: "a win"}


def answer_question(question: object) -> Any:
    """The answer to any of the questions; raises an error of Kibitz's own where there is none."""
    match question:
        case CheckQuestion():
            find_method(question.method).check(_load_game(question.game))
            return True
        case MistakesQuestion():
            return list_mistakes(question)
        case TableQuestion():
            return look_into_table(question)
        case SelfPlayQuestion():
            return play_itself(question)
    raise BadOption(f"Nobody knows the answer to a {type(question).__name__}.")


_load_game = functools.lru_cache(8)(load_game)


def _find_model(path: str, game: Game) -> Model:
    return _read_model(path, game, *_find_version(path))


def _find_version(path: str) -> tuple[int, int]:
    """What changes when the file is written again."""
    try:
        about = Path(path).stat()
    except OSError:
        raise BadFile("The training has nothing to show yet, or was removed; see the list of trainings.") from None
    return about.st_mtime_ns, about.st_size


@functools.lru_cache(MAX_MODELS)
def _read_model(path: str, game: Game, _changed: int, _size: int) -> Model:
    return read_model(Path(path), game)


# Mistakes.


def list_mistakes(question: MistakesQuestion) -> Mistakes:
    game = _load_game(question.game)
    model, truth = _find_model(question.path, game), _find_truth(game, question.positions)
    wrong = _find_mistakes(question.path, game, question.positions, *_find_version(question.path))
    shown = wrong[question.first : question.first + question.count]
    return Mistakes(
        done=model.training.done,
        truth=truth.about,
        positions=len(truth.positions),
        wrong=len(wrong),
        first=question.first,
        look=game.look,
        sides=game.sides,
        mistakes=tuple(_describe_mistake(game, position, move) for position, move in shown),
    )


@functools.lru_cache(2)
def _find_truth(game: Game, positions: int) -> TruthSet:
    found = find_kept_truth(game, positions)
    if found is None:
        raise BadFile("There are no stored test positions; Go on generates them, if the game has any.")
    return found


@functools.lru_cache(MAX_MODELS)
def _find_mistakes(path: str, game: Game, positions: int, changed: int, size: int) -> list[tuple[TruthPosition, Move]]:
    truth = _find_truth(game, positions)
    return truth.mistakes(choose_all(_read_model(path, game, changed, size), truth.states))


def _describe_mistake(game: Game, position: TruthPosition, move: Move) -> Mistake:
    line, views = position.line, [game.view(game.initial())]
    if line:
        before = functools.reduce(game.play, line[:-1], game.initial())
        views = [game.view(before), game.view(position.state)]
    best, now = max(position.scores.values()), position.scores[move]
    exact = f"{_OUTCOMES[sign(best)]} for {_OUTCOMES[sign(now)]}"
    return Mistake(
        moves=moves_text(game, line),
        plies=len(line),
        to_move=game.to_move(position.state),
        board=view_board(views[-1]),
        last=tuple(sorted(find_changed_cells(*views))) if line else (),
        played=game.move_name(move),
        better=tuple(game.move_name(one) for one in position.scores if one in position.keeping),
        loss=position.loss(move),
        is_exact=position.is_exact,
        gives_away=exact if position.is_exact else f"{position.loss(move):,} points, by a search that can err",
        link=_address(game, moves=moves_text(game, (*line, move)), ply=str(len(line))),
    )


def _address(game: Game, **more: str) -> str:
    """Where the analysis shows a position."""
    return f"/analyse?{urlencode({'game': str(game), **more}, safe=':,=/')}"


# The table.


def look_into_table(question: TableQuestion) -> TablePage:
    game = _load_game(question.game)
    model = _find_model(question.path, game)
    if not isinstance(model, ActionTable):
        raise Unsuited(f"This player has no table to browse: it is a {model.kind}.")
    if question.moves is not None:
        line = parse_moves(game, question.moves)
        state = functools.reduce(game.play, line, game.initial())
        rows = [_describe_row(game, model, state, line)]
    else:
        ordered = _order_states(question.path, game, *_find_version(question.path))
        shown = ordered[question.first : question.first + question.count]
        rows = [_describe_row(game, model, state) for state in shown]
    return TablePage(model.training.done, len(model.rows), question.first, game.look, game.sides, tuple(rows))


@functools.lru_cache(MAX_MODELS)
def _order_states(path: str, game: Game, changed: int, size: int) -> list[State]:
    """The most visited first."""
    model = _read_model(path, game, changed, size)
    assert isinstance(model, ActionTable)
    return sorted(model.rows, key=lambda state: -sum(model.rows[state].visits))


def _describe_row(game: Game, table: ActionTable, state: State, line: Sequence[Move] | None = None) -> TableRow:
    """`line`: the moves that lead there, if they are known."""
    view, moves = game.view(state), game.moves(state)
    row = table.rows.get(state)
    known = row or Row.of(len(moves))
    cells: dict[Move, list[tuple[int, int]]] = {}
    for cell, move in view.targets.items():
        cells.setdefault(move, []).append(cell)
    text = _find_text(game, state)
    link = "" if text is None else _address(game, position=text)
    return TableRow(
        position=text,
        to_move=game.to_move(state),
        board=view_board(view),
        is_known=row is not None,
        is_over=not moves,
        visits=sum(known.visits),
        moves=tuple(
            TableMove(game.move_name(move), value, visits, tuple(cells.get(move, ())))
            for move, value, visits in zip(moves, known.values, known.visits, strict=True)
        ),
        link=link if line is None else _address(game, moves=moves_text(game, line)),
    )


def _find_text(game: Game, state: State) -> str | None:
    try:
        return game.position_text(state)
    except Unsuited:
        return None


# A game against itself.


def play_itself(question: SelfPlayQuestion) -> SelfPlayGame:
    game, rng = _load_game(question.game), Rng(question.seed)
    model, states, line = _find_model(question.path, game), [game.initial()], list[Move]()
    opening = 0
    while len(line) < MAX_PLIES and game.find_end(states) is None:
        legal = game.moves(states[-1])
        harmless = [move for move in legal if game.result(game.play(states[-1], move)) is None]
        if len(line) < OPENING and harmless:
            move, opening = rng.choice(harmless), opening + 1
        else:
            move = model.choose(states[-1])
        line.append(move)
        states.append(game.play(states[-1], move))
    record = record_from(game, None, moves_text(game, line))
    return SelfPlayGame(model.training.done, question.seed, opening, view_game(record))

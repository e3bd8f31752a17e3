"""Why a move of a line is played, found by the rules alone: every kind of game has its own things to see.

A reason is a fact about the position before and after one move, never a guess: it completes a line, blocks one, leaves
no safe answer, takes a corner, forces a pass. Where nothing of that kind is to be seen there is no reason, and nothing
is said. `is_plain`: after this move nothing more needs to be shown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from kibitz.core.game import Cell, Game, Move, State
from kibitz.play.analysis.score_words import has_margin, side_name

__all__ = [
    "Looker",
    "Reason",
    "end_of_game",
    "find_reason",
    "has_no_safe_answer",
    "is_forced",
    "join_names",
    "no_safe_answer",
    "only_move",
    "wins_at_once",
]

MAX_ANSWERS = 64  # moves of a position: with more, all answers to all of them take too long to look at


class Reason(NamedTuple):
    """What a move does. `text` follows the name of the side and the move: "Yellow 4: " + text.

    `kind` is one word for it; `cells` are to be marked on the board.
    """

    kind: str
    text: str
    cells: tuple[Cell, ...] = ()
    is_plain: bool = False


# Looks for a reason of one kind; None if there is none.
Looker: TypeAlias = Callable[[Game, State, Move], Reason | None]


def find_reason(game: Game, state: State, move: Move, lookers: tuple[Looker, ...]) -> Reason | None:
    """The first reason that is found."""
    for look in lookers:
        found = look(game, state, move)
        if found is not None:
            return found
    return None


def end_of_game(game: Game, state: State, move: Move) -> Reason | None:
    after = game.play(state, move)
    if game.result(after) is None:
        return None
    why = game.why_over(after).rstrip(".")
    text = f"ends the game: {game.describe_result(after)}" + (f" ({why})" if why else "")
    return Reason("end", text, tuple(sorted(game.winning_cells(after))), is_plain=True)


def no_safe_answer(game: Game, state: State, move: Move) -> Reason | None:
    """Whatever the other side answers, the mover then ends the game and wins."""
    after = game.play(state, move)
    if game.keeps_turn(state, after) or not has_no_safe_answer(game, after):
        return None
    other = side_name(game, game.to_move(after))
    return Reason("no_safe_answer", f"leaves {other} no safe answer: each one loses at once", is_plain=True)


def only_move(game: Game, state: State, move: Move) -> Reason | None:
    if len(game.moves(state)) == 1:
        return Reason("only_move", "the only legal move")
    return None


def wins_at_once(game: Game, state: State) -> list[Move]:
    """The moves with which the side to move ends the game and wins."""
    return [move for move in game.moves(state) if _result_for_mover(game, state, game.play(state, move)) > 0]


def has_no_safe_answer(game: Game, state: State) -> bool:
    """Whether the side to move loses at once whatever it does: every move of it loses, or lets the other side win."""
    moves = game.moves(state)
    if not moves or len(moves) > MAX_ANSWERS or has_margin(game):
        return False
    return all(_loses_at_once(game, state, game.play(state, move)) for move in moves)


def is_forced(game: Game, state: State, move: Move) -> bool:
    """Whether a move has no alternative: it is the only legal one, or every other one loses at once and it does not.

    To win is not forced.
    """
    others = [each for each in game.moves(state) if each != move]
    after = game.play(state, move)
    if not others or _result_for_mover(game, state, after) > 0:
        return not others
    if len(others) > MAX_ANSWERS or has_margin(game) or _loses_at_once(game, state, after):
        return False
    return all(_loses_at_once(game, state, game.play(state, each)) for each in others)


def _loses_at_once(game: Game, state: State, after: State) -> bool:
    """Whether the side that has just moved has lost, or loses to the very next move."""
    if game.result(after) is not None:
        return _result_for_mover(game, state, after) < 0
    return not game.keeps_turn(state, after) and bool(wins_at_once(game, after))


def _result_for_mover(game: Game, state: State, after: State) -> int:
    """The result of a finished game for the side that made the last move; 0 while it goes on."""
    result = game.result(after)
    return 0 if result is None else game.seen_from(state, after, result)


def join_names(names: list[str]) -> str:
    """3, 4 and 5."""
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]

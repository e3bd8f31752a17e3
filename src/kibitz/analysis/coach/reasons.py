"""Why a move of a line is played: by what its game says about it, and by the rules that all games share.

A reason is a fact about the position before and after one move, never a guess: the end of the game, no safe answer, the
only legal move, and what `Game.reasons` names. Where nothing of that kind is to be seen there is no reason, and nothing
is said.
"""

from __future__ import annotations

from kibitz.analysis.score_words import has_margin, side_name
from kibitz.core.game import Game, Move, Reason, State

MAX_ANSWERS = 64  # moves of a position: with more, all answers to all of them take too long to look at
ONLY_MOVE = "only_move"


def find_reason(game: Game, state: State, move: Move) -> Reason | None:
    """The first reason that is found: the end of the game, what the game names, what the rules show."""
    own = next(iter(game.reasons(state, move)), None)
    return _end_of_game(game, state, move, own) or own or _no_safe_answer(game, state, move) or _only_move(game, state)


def is_telling(reason: Reason | None) -> bool:
    """Whether a reason names a thing that the side that moves gains."""
    return reason is not None and reason.kind not in (ONLY_MOVE, "pass") and bool(reason.hint or reason.is_plain)


def _end_of_game(game: Game, state: State, move: Move, own: Reason | None) -> Reason | None:
    after = game.play(state, move)
    if game.result(after) is None or (own is not None and own.is_plain):
        return None
    if own is not None:
        return own._replace(text=f"{own.text} and ends the game", is_plain=True)
    why = game.name_by_colour(game.why_over(after)).rstrip(".")
    result = game.name_by_colour(game.describe_result(after))
    ended = f"{result} ({why})" if why and has_margin(game) else why or result
    return Reason("end", f"ends the game: {ended}", tuple(sorted(game.winning_cells(after))), is_plain=True)


def _no_safe_answer(game: Game, state: State, move: Move) -> Reason | None:
    """Whatever the other side answers, the mover then ends the game and wins."""
    after = game.play(state, move)
    if game.keeps_turn(state, after) or not has_no_safe_answer(game, after):
        return None
    other = side_name(game, game.to_move(after))
    return Reason("no_safe_answer", f"leaves {other} no safe answer: each one loses at once", is_plain=True)


def _only_move(game: Game, state: State) -> Reason | None:
    return Reason(ONLY_MOVE, "the only legal move") if len(game.moves(state)) == 1 else None


def wins_at_once(game: Game, state: State) -> list[Move]:
    """The moves with which the side to move ends the game and wins."""
    return [move for move in game.moves(state) if _result_for_mover(game, state, game.play(state, move)) > 0]


def has_no_safe_answer(game: Game, state: State) -> bool:
    """Whether the side to move loses at once whatever it does: every move of it loses, or lets the other side win."""
    moves = game.moves(state)
    if not moves or len(moves) > MAX_ANSWERS or has_margin(game):
        return False
    return all(loses_at_once(game, state, move) for move in moves)


def is_forced(game: Game, state: State, move: Move) -> bool:
    """Whether a move has no alternative: it is the only legal one, or every other one loses at once and it does not.

    To win is not forced.
    """
    others = [each for each in game.moves(state) if each != move]
    if not others or _result_for_mover(game, state, game.play(state, move)) > 0:
        return not others
    if len(others) > MAX_ANSWERS or has_margin(game) or loses_at_once(game, state, move):
        return False
    return all(loses_at_once(game, state, each) for each in others)


def loses_at_once(game: Game, state: State, move: Move) -> bool:
    """Whether the side that makes a move has lost then, or loses to the very next move."""
    after = game.play(state, move)
    if game.result(after) is not None:
        return _result_for_mover(game, state, after) < 0
    return not game.keeps_turn(state, after) and bool(wins_at_once(game, after))


def _result_for_mover(game: Game, state: State, after: State) -> int:
    """The result of a finished game for the side that made the last move; 0 while it goes on."""
    result = game.result(after)
    return 0 if result is None else game.seen_from(state, after, result)

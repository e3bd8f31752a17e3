"""What is to be seen in Othello: corners taken and given, passes, sides left with few moves."""

from __future__ import annotations

from kibitz.core.bits import bits
from kibitz.core.game import Game, Move, State
from kibitz.evals.othello import cell_kinds
from kibitz.games.othello import Othello, mobility_rule
from kibitz.play.analysis.score_words import count, side_name
from kibitz.play.coach.reasons import Looker, Reason, end_of_game, join_names, only_move

__all__ = ["DISC_LOOKERS"]

FEW_MOVES = 2


def passed(game: Game, state: State, move: Move) -> Reason | None:
    if move != game.pass_move:
        return None
    return Reason("pass", "has no move and must pass", is_plain=True)


def corner_taken(game: Game, state: State, move: Move) -> Reason | None:
    assert isinstance(game, Othello)
    if not _corners(game) >> move & 1:
        return None
    return Reason("corner", f"takes the corner {game.move_name(move)}", (game.cell(move),), is_plain=True)


def corner_given(game: Game, state: State, move: Move) -> Reason | None:
    """A corner that the other side can take now and could not before."""
    assert isinstance(game, Othello)
    after = game.play(state, move)
    mobility = mobility_rule(game)
    now, before = mobility(after[0], after[1]), mobility(state[1], state[0])
    given = list(bits(now & ~before & _corners(game)))
    if not given:
        return None
    names = join_names([game.move_name(bit) for bit in given])
    other = side_name(game, game.to_move(after))
    text = f"lets {other} take the corner{'s' if len(given) > 1 else ''} {names}"
    return Reason("corner_given", text, tuple(game.cell(bit) for bit in given))


def few_moves_left(game: Game, state: State, move: Move) -> Reason | None:
    """How many moves the other side has, where that is few."""
    assert isinstance(game, Othello)
    after = game.play(state, move)
    if game.result(after) is not None:
        return None
    answers = mobility_rule(game)(after[0], after[1])
    other = side_name(game, game.to_move(after))
    if answers == 0:
        return Reason("no_move", f"leaves {other} without a move", is_plain=True)
    if answers.bit_count() > FEW_MOVES:
        return None
    return Reason(
        "few_moves", f"leaves {other} only {count(answers.bit_count(), 'move')}", tuple(map(game.cell, bits(answers)))
    )


def _corners(game: Othello) -> int:
    return cell_kinds(game.size)[0]


DISC_LOOKERS: tuple[Looker, ...] = (end_of_game, passed, corner_taken, corner_given, few_moves_left, only_move)

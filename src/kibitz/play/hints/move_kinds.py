"""What kind of move a move is, found out by the rules of the game alone, so that what is said is true in any game.

Only what is plain in two plies is said: a win at once, a win prevented, a threat, an opponent left with few moves. How
good the move is in the long run is somebody else's word.
"""

from __future__ import annotations

from kibitz.core.game import Game, Move, State
from kibitz.games.othello import Othello
from kibitz.games.take_away import TakeAway

__all__ = ["describe_kind"]

MAX_MOVES = 64  # with more, answers to answers are too many to look at
FEW = 4  # moves of the opponent


def describe_kind(game: Game, state: State, move: Move) -> str:
    """What a move does, as the end of a sentence that begins with "It"; empty if there is nothing plain to say."""
    other = game.players[1 - game.to_move(state)]
    after = game.play(state, move)
    if _has_won(game, state, after):
        return "wins at once"
    if game.result(after) is not None:
        return "ends the game"
    legal = game.moves(state)
    facts = []
    if len(legal) <= MAX_MOVES:
        blocked = _describe_block(game, state, move, other)
        if blocked:
            facts.append(blocked)
        elif game.keeps_turn(state, after) or _can_win_at_once(game, after):
            return ""  # nothing that it threatens matters
        facts += _describe_threat(game, state, after, other)
    facts += _describe_board(game, state, move, other)
    return ", and it ".join(facts[:2])


def _has_won(game: Game, state: State, after: State) -> bool:
    """Whether the side that moved from one position to the other has won."""
    result = game.result(after)
    return result is not None and game.seen_from(state, after, result) > 0


def _can_win_at_once(game: Game, state: State) -> bool:
    return any(_has_won(game, state, game.play(state, move)) for move in game.moves(state))


def _lets_win(game: Game, state: State, move: Move) -> bool:
    """Whether the opponent could win at once after a move."""
    after = game.play(state, move)
    return not game.keeps_turn(state, after) and _can_win_at_once(game, after)


def _describe_block(game: Game, state: State, move: Move, other: str) -> str:
    """Whether the opponent could win at once after most other moves, but not after this one."""
    others = [own for own in game.moves(state) if own != move]
    if not others or _lets_win(game, state, move):
        return ""
    fatal = sum(_lets_win(game, state, own) for own in others)
    if 2 * fatal < len(others):
        return ""
    often = "any other move" if fatal == len(others) else f"{fatal} of the {len(others)} other moves"
    return f"stops {other}, who would win at once after {often}"


def _describe_threat(game: Game, state: State, after: State, other: str) -> list[str]:
    """What threatens to win on the next move: nothing helps, or only some answers do."""
    answers = game.moves(after)
    if game.to_move(after) == game.to_move(state) or len(answers) > MAX_MOVES:
        return []
    lost = 0
    for answer in answers:
        then = game.play(after, answer)
        if game.result(then) is None and not game.keeps_turn(after, then) and _can_win_at_once(game, then):
            lost += 1
    if lost == len(answers):
        reason = "makes a threat that no answer stops" if len(answers) > 1 else "leaves one answer, which loses at once"
        return [reason]
    if 2 * lost > len(answers):
        helping = len(answers) - lost
        return [f"threatens to win: only {helping} of {len(answers)} answers {'stops' if helping == 1 else 'stop'} it"]
    return []


def _describe_board(game: Game, state: State, move: Move, other: str) -> list[str]:
    """What the board shows: corners, few moves for the opponent, a lost number of chips."""
    after = game.play(state, move)
    if isinstance(game, TakeAway):
        modulus, lost = game.take + 1, 1 if game.misere else 0
        if after[0] % modulus == lost:
            return [f"leaves {other} a number of chips that is {_multiple(modulus, lost)}"]
        return []
    facts = []
    if isinstance(game, Othello):
        rows = game.view(state).rows
        corners = {(r, c) for r in (0, len(rows) - 1) for c in (0, len(rows[0]) - 1)}
        targets = {cell for cell, own in game.view(state).targets.items() if own == move}
        if targets & corners:
            facts.append("takes a corner, which can never be turned again")
    if game.pass_move is not None:
        facts += _describe_freedom(game, state, move, other)
    return facts


def _describe_freedom(game: Game, state: State, move: Move, other: str) -> list[str]:
    """How many moves the opponent has left, if they are few, and fewer than after most other moves."""
    if game.keeps_turn(state, game.play(state, move)):
        return []
    left = {own: _count_moves(game, game.play(state, own)) for own in game.moves(state)}
    if left[move] == 0:
        return [f"leaves {other} no move, so that {other} must pass"]
    fewer_or_as_few = sum(count <= left[move] for count in left.values())
    if left[move] <= FEW and 2 * fewer_or_as_few <= len(left):
        return [f"leaves {other} only {left[move]} {'move' if left[move] == 1 else 'moves'}"]
    return []


def _count_moves(game: Game, state: State) -> int:
    return sum(move != game.pass_move for move in game.moves(state))


def _multiple(modulus: int, lost: int) -> str:
    return f"a multiple of {modulus}" if lost == 0 else f"one more than a multiple of {modulus}"

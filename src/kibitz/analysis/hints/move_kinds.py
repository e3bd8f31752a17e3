"""What kind of move a move is, found out by the rules of the game alone, so that what is said is true in any game.

What is plain in two plies is said first: a win at once, a win prevented, a threat, what the game itself names
(`Game.reasons`), an opponent left with few moves. A move that shows nothing of the kind has an aim further on.
"""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.analysis.score_scale import usual_search
from kibitz.core.evaluation import Evaluator
from kibitz.core.game import Game, Move, State

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
    # A game names its own threats, which the rules have shown already.
    facts += [] if facts else [reason.hint for reason in game.reasons(state, move) if reason.hint]
    if game.pass_move is not None:
        facts += _describe_freedom(game, state, move, other)
    return ", and it ".join(facts[:2])


def describe_aim(game: Game, state: State, line: Sequence[Move]) -> str:
    """What a move leads to that shows nothing by itself: what its side gains later in the line, or for a heuristic.

    The end of a sentence, as in `describe_kind`.
    """
    side, ends = game.to_move(state), state
    for number, move in enumerate(line):
        if game.result(ends) is not None:
            break
        hint = next((reason.hint for reason in game.reasons(ends, move) if reason.hint), "")
        if number and hint and game.to_move(ends) == side:
            return f"prepares a move that {hint}"
        ends = game.play(ends, move)
    evaluator = usual_search(game, wait=False).evaluator(game)
    for after in (ends, game.play(state, line[0])):
        gain = _find_gain(game, evaluator, state, after) if evaluator and game.result(after) is None else ""
        if gain:
            return f"gains most, by the evaluation, in: {gain}"
    return ""


def _find_gain(game: Game, evaluator: Evaluator, state: State, after: State) -> str:
    """What a heuristic counts that grows most for the side to move from one position to the other; empty if nothing."""
    view = 1 if game.to_move(after) == game.to_move(state) else -1
    about = {option.name: option.about for option in evaluator.options()}
    terms = zip(evaluator.explain(state), evaluator.explain(after), strict=True)
    most, name = max((view * new.value - old.value, old.name) for old, new in terms)
    return about[name] if most > 0 else ""


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


def _describe_freedom(game: Game, state: State, move: Move, other: str) -> list[str]:
    """How many moves the opponent has left, if they are few, and fewer than after most other moves."""
    if game.keeps_turn(state, game.play(state, move)):
        return []
    left = {own: _count_moves(game, game.play(state, own)) for own in game.moves(state)}
    if left[move] == 0:
        return [f"leaves {other} no move, so {other} must pass"]
    fewer_or_as_few = sum(count <= left[move] for count in left.values())
    if left[move] <= FEW and 2 * fewer_or_as_few <= len(left):
        return [f"leaves {other} only {left[move]} {'move' if left[move] == 1 else 'moves'}"]
    return []


def _count_moves(game: Game, state: State) -> int:
    return sum(move != game.pass_move for move in game.moves(state))

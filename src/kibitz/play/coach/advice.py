"""The quiet sentence after a bad move, and nothing after a good one."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.game import Move
from kibitz.core.searching import StopFlag
from kibitz.play.coach.grades import grade_move, say_loss
from kibitz.play.coach.move_worth import find_worth
from kibitz.play.coach.why import best_answer
from kibitz.play.records import GameRecord

__all__ = ["COACH_SECONDS", "Advice", "advise"]

COACH_SECONDS = 0.5


@dataclass(frozen=True)
class Advice:
    """What is to be said about a move: `mark` and `sentence` are empty if it was fine. `proven`: it is certain."""

    move: str
    mark: str
    sentence: str
    proven: bool


def advise(record: GameRecord, move: Move, *, seconds: float = COACH_SECONDS, stop: StopFlag | None = None) -> Advice:
    """What to say about a move in the position where a game stands. The move is legal."""
    game, stop = record.game, stop or StopFlag()
    worth = find_worth(game, record.state, move, seconds=seconds, stop=stop)
    name = game.move_name(move)
    if move not in worth.scores:  # there was too little time to compare it
        return Advice(name, "", "", False)
    loss = grade_move(game, worth.score, worth.scores[move])
    if not loss.word:
        return Advice(name, "", "", loss.exact)
    sentence = say_loss(game, loss, name, best_answer(worth, move, stop))
    return Advice(name, loss.mark, sentence, loss.exact)

"""The quiet sentence after a bad move, and nothing after a good one."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.analysis.coach.grades import grade_in_position
from kibitz.analysis.coach.why import say_why
from kibitz.analysis.judge_position import judge_position
from kibitz.analysis.judged_position import Effort
from kibitz.core.game import Move
from kibitz.core.searching import StopFlag
from kibitz.play.records import GameRecord

COACH_SECONDS = 0.5


@dataclass(frozen=True)
class Advice:
    """What is to be said about a move: `mark` and `sentence` are empty if it was fine. `proven`: it is certain.

    `provisional`: compiled code was not ready, so that a readable search looked, which sees less.
    """

    move: str
    mark: str
    sentence: str
    proven: bool
    provisional: bool = False


def advise(
    record: GameRecord,
    move: Move,
    *,
    effort: Effort = Effort(COACH_SECONDS),
    compiled: bool = True,
    stop: StopFlag | None = None,
) -> Advice:
    """What to say about a move in the position where a game stands. The move is legal."""
    game = record.game
    judged = judge_position(game, record.state, [move], effort=effort, compiled=compiled, stop=stop)
    loss = grade_in_position(judged, move)
    sentence = say_why(judged, move, loss, stop) if loss.word else ""
    return Advice(game.move_name(move), loss.mark, sentence, loss.exact, provisional=not compiled and not loss.exact)

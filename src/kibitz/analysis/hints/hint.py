"""A hint in three steps, each giving away more: where to look, what kind of move it is, the move."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.analysis.hints.move_kinds import describe_aim, describe_kind
from kibitz.analysis.hints.regions import find_region
from kibitz.analysis.judge_position import judge_position
from kibitz.analysis.judged_position import Effort, JudgedPosition
from kibitz.analysis.score_words import has_margin
from kibitz.core.errors import IllegalMove
from kibitz.core.game import Cell
from kibitz.core.searching import StopFlag
from kibitz.play.records import GameRecord

HINT_SECONDS = 1.0


@dataclass(frozen=True)
class Hint:
    """`where` and `cells`: a part of the board that the move is in, in words and on the board; no cells if it cannot be
    narrowed down. `kind`: what the move does. `move`: the move. `proven`: whether it is known to be best, or the best
    that a search found; `by` says whose word it is. `provisional`: compiled code was not ready, so that a readable
    search looked, which sees less.
    """

    where: str
    cells: tuple[Cell, ...]
    kind: str
    move: str
    proven: bool
    by: str
    provisional: bool = False


def give_hint(
    record: GameRecord, *, effort: Effort = Effort(HINT_SECONDS), compiled: bool = True, stop: StopFlag | None = None
) -> Hint:
    """Advice for the side to move, by the judge that the coach and the review ask.

    Without `compiled` only a readable search is asked, which sees less.
    """
    if record.is_over:
        raise IllegalMove("There is nothing to advise: the game is over.")
    game, state = record.game, record.state
    legal = game.moves(state)
    judged = None if len(legal) == 1 else judge_position(game, state, effort=effort, compiled=compiled, stop=stop)
    move = judged.best if judged else legal[0]
    line = judged.lines.get(move, (move,)) if judged else (move,)
    region = find_region(game, state, move)
    kind = describe_kind(game, state, move) or describe_aim(game, state, line)
    value = "It is the only legal move." if judged is None else _describe_value(judged)
    return Hint(
        where=region.text,
        cells=region.cells,
        kind=(f"It {kind}. " if kind else "") + value,
        move=game.move_name(move),
        proven=judged is not None and judged.score.proven,
        by="rules" if judged is None else judged.by,
        provisional=judged is not None and not judged.score.proven and not compiled,
    )


def _describe_value(judged: JudgedPosition) -> str:
    """What the best move achieves, in one sentence; says no more than is known."""
    game, score = judged.game, judged.score
    legal = len(game.moves(judged.state))
    if not score.proven:
        if not judged.compiled:
            return "A quick search finds it the strongest; a deeper one is being prepared."
        return "The search finds it the strongest; that is not proven."
    if score.level < 0:
        return "Every move loses against best play; this one holds out longest or loses least."
    what = "wins" if score.level > 0 else "holds the draw"
    if not judged.exact:
        return f"It {what} with best play."
    as_good = [each for each in judged.shown.values() if each.level == score.level]
    if len(as_good) == 1:
        return f"It is the only move that {what}."
    if score.level == 0:
        return f"{_count(len(as_good), legal)} hold the draw; this is one of them."
    is_alone = sum(each.merit == score.merit for each in as_good) == 1
    best, of_best = ("the one that wins most", "one of those that win most")
    if not has_margin(game):
        best, of_best = "the quickest", "one of the quickest"
    return f"{_count(len(as_good), legal)} win; this is {best if is_alone else of_best}."


def _count(part: int, whole: int) -> str:
    return "All moves" if part == whole else f"{part} of {whole} moves"

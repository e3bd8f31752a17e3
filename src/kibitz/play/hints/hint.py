"""A hint in three steps, each giving away more: where to look, what kind of move it is, the move."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.errors import IllegalMove
from kibitz.core.game import Cell, Game, Move
from kibitz.core.score import sign
from kibitz.core.searching import StopFlag
from kibitz.play.analysis.exact_scores import judge
from kibitz.play.hints.move_kinds import describe_kind
from kibitz.play.hints.regions import find_region
from kibitz.play.opponents import recommend_players
from kibitz.play.players import find_player, take_turn
from kibitz.play.records import GameRecord

__all__ = ["Hint", "give_hint"]


@dataclass(frozen=True)
class Hint:
    """`where` and `cells`: a part of the board that the move is in, in words and on the board; no cells if it cannot be
    narrowed down. `kind`: what the move does. `move`: the move. `proven`: whether it is known to be best, or the best
    that a search found; `by` says whose word it is.
    """

    where: str
    cells: tuple[Cell, ...]
    kind: str
    move: str
    proven: bool
    by: str


@dataclass(frozen=True)
class _Advice:
    """The best move, how many are as good, and what it achieves, as far as it is known."""

    move: Move
    by: str
    outcome: int | None = None  # the game's result with best play, if it is known
    as_good: int = 0  # moves with the same result, this one included


def give_hint(record: GameRecord, *, stop: StopFlag | None = None) -> Hint:
    """Advice for the side to move: from a solver where one knows, else from the strongest search after a second."""
    if record.is_over:
        raise IllegalMove("There is nothing to advise: the game is over.")
    game, advice = record.game, _ask(record, stop)
    region = find_region(game, record.state, advice.move)
    kind = describe_kind(game, record.state, advice.move)
    value = _describe_value(game, record, advice)
    sentences = f"It {kind}." if kind else ""
    return Hint(
        where=region.text,
        cells=region.cells,
        kind=f"{sentences} {value}".strip(),
        move=game.move_name(advice.move),
        proven=advice.outcome is not None,
        by=advice.by,
    )


def _ask(record: GameRecord, stop: StopFlag | None) -> _Advice:
    game, state = record.game, record.state
    legal = game.moves(state)
    if len(legal) == 1:
        return _Advice(legal[0], "rules")
    known = judge(game, state, stop=stop)
    if known is not None:
        outcome = known.verdicts[known.best].outcome
        same = sum(sign(verdict.outcome) == sign(outcome) for verdict in known.verdicts.values())
        return _Advice(known.best, known.by, outcome, same)
    adviser = find_player(recommend_players(game).adviser)
    choice = take_turn(record, adviser, stop=stop)
    score = None if choice.result is None else choice.result.score
    proven = score.points if score is not None and score.proven else None
    return _Advice(choice.move, str(adviser).partition(":")[0], proven)


def _describe_value(game: Game, record: GameRecord, advice: _Advice) -> str:
    """What the move achieves, in one sentence; says no more than is known."""
    legal = len(game.moves(record.state))
    if legal == 1:
        return "It is the only legal move."
    if advice.outcome is None:
        return "The search finds it the strongest; that is not proven."
    if advice.outcome < 0:
        return "Every move loses against best play; this one holds out longest or loses least."
    what = "wins" if advice.outcome > 0 else "holds the draw"
    if not advice.as_good:
        return f"It {what} with best play."
    if advice.as_good == 1:
        return f"It is the only move that {what}."
    if advice.outcome == 0:
        return f"{_count(advice.as_good, legal)} hold the draw; this is one of them."
    best = "the one that wins most" if game.max_result > 1 else "the quickest"
    return f"{_count(advice.as_good, legal)} win; this is {best}."


def _count(part: int, whole: int) -> str:
    return "All moves" if part == whole else f"{part} of {whole} moves"

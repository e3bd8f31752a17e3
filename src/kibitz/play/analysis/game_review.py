"""A game looked through from its first position to its last: how it stood, and what each move lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.core.game import Game, Move, State
from kibitz.core.limits import Limits
from kibitz.core.score import Score, final
from kibitz.core.searching import StopFlag
from kibitz.play.analysis.exact_scores import Judgement, judge, seen_before
from kibitz.play.analysis.score_scale import (
    MoveScore,
    read_score,
    read_verdict,
    scale_of,
    sign,
    signed,
    usual_search,
    value_after,
)
from kibitz.play.records import GameRecord

__all__ = ["REVIEW_SECONDS", "Reviewed", "review"]

REVIEW_SECONDS = 0.3  # for each position of the game


@dataclass(frozen=True)
class Reviewed:
    """A position of a game, after `ply` moves, from the view of the side that began.

    `move` led there, and `best` would have been better or as good; None at the start. `lost`: by how much `move` fell
    short of it, in the units of `score`; `level` is as in `MoveScore`, and `lost_level` how much of that was lost.
    `mistake`: a word for what a move has thrown away, empty for a good one.
    """

    ply: int
    move: str | None
    score: int
    text: str
    level: float
    best: str | None
    lost: int
    lost_level: float
    mistake: str
    exact: bool


def review(record: GameRecord, *, seconds: float = REVIEW_SECONDS, stop: StopFlag | None = None) -> Iterator[Reviewed]:
    """Every position of a game in turn, with what each move lost."""
    game, stop = record.game, stop or StopFlag()
    before: _Position | None = None
    for ply, state in enumerate(record.states):
        if stop.raised:
            return
        here = _Position.judged(game, state, seconds, stop)
        move = record.moves[ply - 1] if ply else None
        lost = (0, 0.0)
        if before is not None and move is not None and move != before.best:
            lost = before.lost_by(move, here, stop)
        view = 1 if game.to_move(state) == 0 else -1
        yield Reviewed(
            ply=ply,
            move=None if move is None else game.move_name(move),
            score=view * here.score.score,
            text=signed(view * here.score.score),
            level=view * here.score.level + 0.0,  # never -0.0
            best=None if before is None or before.best is None else game.move_name(before.best),
            lost=lost[0],
            lost_level=round(lost[1], 3),
            mistake=_mistake(lost[1]),
            exact=here.score.proven,
        )
        before = here


@dataclass(frozen=True)
class _Position:
    """What a position is worth to the side to move, and how that is known. `best` is None when the game is over."""

    game: Game
    state: State
    score: MoveScore
    best: Move | None
    depth: int
    known: Judgement | None

    @classmethod
    def judged(cls, game: Game, state: State, seconds: float, stop: StopFlag) -> _Position:
        player = usual_search(game)
        scale = scale_of(game, player)
        result = game.result(state)
        if result is not None:
            ended = Score.of(final(result, 0, True), complete=True, sooner=True)
            return cls(game, state, read_score(game, state, ended, scale), None, 0, None)
        known = judge(game, state, stop=stop)
        if known is not None:
            return cls(game, state, read_verdict(known.verdicts[known.best]), known.best, 0, known)
        found = player.searcher.search(game, state, Limits(time=seconds), stop=stop)
        score = read_score(game, state, found.score, scale)
        return cls(game, state, score, found.move, found.stats.depth, None)

    def lost_by(self, move: Move, after: _Position, stop: StopFlag) -> tuple[int, float]:
        """By how much a move fell short of the best one: in points, and on the common scale."""
        if self.known is not None:
            best, played = self.known.verdicts[self.known.best], self.known.verdicts[move]
            return best.score - played.score, float(sign(best.outcome) - sign(played.outcome))
        if after.score.proven and after.best is None:
            played_score = _negated(after.score)
        else:
            # Looked at just as far as the best move was, so that the two can be compared.
            player = usual_search(self.game)
            found = value_after(self.game, self.state, move, max(self.depth, 1), 10 * REVIEW_SECONDS, player, stop)
            played_score = read_score(self.game, self.state, seen_before(-found.score), scale_of(self.game, player))
        same_units = played_score.proven == self.score.proven
        points = max(0, self.score.score - played_score.score) if same_units else 0
        return points, max(0.0, self.score.level - played_score.level)


def _negated(score: MoveScore) -> MoveScore:
    return MoveScore(-score.score, signed(-score.score), -score.level, score.proven, score.distance, score.bound)


def _mistake(lost_level: float) -> str:
    return "blunder" if lost_level >= 0.75 else "mistake" if lost_level >= 0.4 else "slip" if lost_level >= 0.2 else ""

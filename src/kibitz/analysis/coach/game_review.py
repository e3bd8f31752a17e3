"""A game looked through from its first position to its last: how it stood, what each move lost, where it turned."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kibitz.analysis.coach.grades import Loss, accuracy, accuracy_definition, grade_in_position, lost_words
from kibitz.analysis.coach.why import Why, explain_loss, say_why
from kibitz.analysis.judge_position import finished_score, judge_position
from kibitz.analysis.judged_position import Effort, JudgedPosition
from kibitz.analysis.score_scale import MoveScore, signed
from kibitz.analysis.score_words import graph_height, has_margin, unit_name
from kibitz.core.game import Game, GameEnd, Move, State
from kibitz.core.searching import StopFlag
from kibitz.core.words import count
from kibitz.play.records import GameRecord

REVIEW_SECONDS = 0.5  # of search for each position, at most; as the coach has
TOTAL_SECONDS = 40.0  # for all positions, which share them
MAX_TURNING_POINTS = 3
TICKS = (0.5, 0.8)  # of the height of the graph
NO_LOSS = Loss(None, 0.0, "", True, "")


@dataclass(frozen=True)
class Reviewed:
    """A position of a game, after `ply` moves, from the view of the side that began.

    `move` led there, and `best` would have been better or as good; None at the start. `lost`: by how much `move` fell
    short of it, in the units of `score`; `level` is as in `MoveScore`, and `lost_level` how much of that was lost.
    `mistake`: a word for what a move has thrown away, empty for a good one, and `mark` its sign; `lost_words` says what
    was lost, `lost_exact` whether that is proven, and `sentence` what the coach says of the move. `words` says how the
    position stands; `height`, from -1 to 1, is how much that is, to be drawn.
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
    side: int | None
    mark: str
    words: str
    lost_words: str
    lost_exact: bool
    height: float
    sentence: str


@dataclass(frozen=True)
class SideSummary:
    """How a side played: `accuracy` from 0 to 100, None if no choice of it mattered; its moves by their marks."""

    side: int
    accuracy: int | None
    counted: int
    slips: int
    mistakes: int
    blunders: int


@dataclass(frozen=True)
class TurningPoint:
    """A move that lost much: its number in the game, and why it was bad."""

    ply: int
    why: Why


@dataclass(frozen=True)
class ReviewSummary:
    """The whole game: accuracy of both sides, what that means, the moves that lost most in the order they were made.

    `ticks`: heights of the graph with what they mean, where a game is won by more or less. `judged`: how many of the
    `moves` all this is about; fewer if the review was told to end before it was done. `provisional`: compiled code was
    not ready, so that a readable search judged, which sees less.
    """

    sides: tuple[SideSummary, SideSummary]
    definition: str
    unit: str
    ticks: tuple[tuple[float, str], ...]
    turning_points: tuple[TurningPoint, ...]
    judged: int
    moves: int
    provisional: bool = False


@dataclass(frozen=True)
class _Played:
    """A move of the game: the position it was made in, what it lost, and whether anything could be lost there."""

    ply: int
    move: Move
    before: JudgedPosition
    loss: Loss
    mattered: bool


class GameReview:
    """A review in progress: `plies` tells of one position after the other, `summary` of what they come to.

    The positions share `total` seconds: what one leaves over is for those that follow, and when nothing is left, each
    is searched as briefly as can be. So a review comes to its end, however long the game. With `nodes` each search has
    that many, and no time limit.
    """

    def __init__(
        self,
        record: GameRecord,
        *,
        seconds: float = REVIEW_SECONDS,
        total: float = TOTAL_SECONDS,
        nodes: int | None = None,
        compiled: bool = True,
        stop: StopFlag | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.record, self.seconds, self.nodes, self.compiled = record, seconds, nodes, compiled
        self.stop, self._clock, self._total = stop or StopFlag(), clock, total
        self._played: list[_Played] = []

    def plies(self) -> Iterator[Reviewed]:
        """Every position of the game in turn, with what each move lost."""
        record, game = self.record, self.record.game
        before: JudgedPosition | None = None
        deadline = self._clock() + self._total
        for ply, state in enumerate(record.states):
            if self.stop.raised:
                return
            played = None
            if before is not None:
                played = self._grade(ply, before, record.moves[ply - 1], state)
                self._played.append(played)
            following = record.moves[ply] if ply < len(record.moves) else None
            end = game.find_end(record.states[: ply + 1])
            before = None
            if end is None:
                moves = () if following is None else (following,)
                effort = self._find_effort((deadline - self._clock()) / (len(record.states) - ply))
                before = judge_position(game, state, moves, effort=effort, compiled=self.compiled, stop=self.stop)
                if self.stop.raised:
                    return  # nobody knows what it would have come to
            score = before.score if before else finished_score(game, state, end)
            sentence = (
                say_why(played.before, played.move, played.loss, self.stop) if played and played.loss.word else ""
            )
            yield _describe(game, state, ply, score, played, end, sentence)

    def _find_effort(self, share: float) -> Effort:
        """For one position, which has so many seconds."""
        return Effort(self.seconds, nodes=self.nodes) if self.nodes else Effort.share(share, self.seconds)

    def summary(self) -> ReviewSummary:
        """What the moves seen so far come to."""
        game = self.record.game
        return ReviewSummary(
            sides=(self._side(0), self._side(1)),
            definition=accuracy_definition(game),
            unit=unit_name(game) if has_margin(game) else "",
            ticks=self._ticks(),
            turning_points=tuple(self._turning_points()),
            judged=len(self._played),
            moves=len(self.record.moves),
            provisional=not self.compiled,
        )

    def _ticks(self) -> tuple[tuple[float, str], ...]:
        """Only where every score of the game is in its unit; the points of an evaluation have another scale."""
        game = self.record.game
        if not has_margin(game) or any(played.before.score.amount is None for played in self._played):
            return ()
        return tuple((height, count(_margin_at(game, height), unit_name(game))) for height in TICKS)

    def _grade(self, ply: int, before: JudgedPosition, move: Move, after: State) -> _Played:
        game = self.record.game
        score = before.shown.get(move)
        loss = grade_in_position(before, move)
        if before.exact:
            worst = min(before.shown.values(), key=lambda each: each.merit)
            mattered = _differs(before.score, worst)
        else:
            mattered = score is not None and len(game.moves(before.state)) > 1
        return _Played(ply, move, before, loss, mattered)

    def _side(self, side: int) -> SideSummary:
        own = [played for played in self._played if played.before.side == side]
        counted = [played.loss for played in own if played.mattered]
        words = [played.loss.word for played in own]
        return SideSummary(
            side=side,
            accuracy=accuracy(self.record.game, counted),
            counted=len(counted),
            slips=words.count("slip"),
            mistakes=words.count("mistake"),
            blunders=words.count("blunder"),
        )

    def _turning_points(self) -> Iterator[TurningPoint]:
        turns = (played for played in self._played if played.loss.word and not played.loss.hastens)
        bad = sorted(turns, key=_weight, reverse=True)
        for played in sorted(bad[:MAX_TURNING_POINTS], key=lambda each: each.ply):
            yield TurningPoint(played.ply, explain_loss(played.before, played.move, stop=self.stop))


def _weight(played: _Played) -> tuple[float, ...]:
    """By which the worst moves come first: what they threw away for certain, then how much."""
    loss = played.loss
    certain = loss.level if loss.exact and loss.result else 0.0
    return (certain, loss.amount or 0.0, loss.level, _lost_points(played), -played.ply)


def _differs(one: MoveScore, other: MoveScore) -> bool:
    return one.level != other.level or one.amount != other.amount


def _margin_at(game: Game, height: float) -> float:
    """The margin that is drawn at a height, the reverse of `graph_height`."""
    one = 1.0 / graph_height(game, 0.0, True, 1.0, None) - 1.0
    return one * height / (1 - height)


def _lost_points(played: _Played) -> int:
    best, score = played.before.score, played.before.shown.get(played.move)
    if played.loss.amount is not None:
        return round(played.loss.amount)
    if score is None or score.proven != best.proven:
        return 0  # a result and an estimate have no difference
    return max(0, best.score - score.score)


def _describe(
    game: Game, state: State, ply: int, score: MoveScore, played: _Played | None, end: GameEnd | None, sentence: str
) -> Reviewed:
    """A position in the words of the surface, from the view of the side that began."""
    view = 1 if game.to_move(state) == 0 else -1
    amount = None if score.amount is None else view * score.amount
    loss = NO_LOSS if played is None else played.loss
    return Reviewed(
        ply=ply,
        move=None if played is None else game.move_name(played.move),
        score=view * score.score,
        text=signed(view * (score.score if amount is None else round(amount))),
        level=view * score.level + 0.0,  # never -0.0
        best=None if played is None else game.move_name(played.before.best),
        lost=0 if played is None else _lost_points(played),
        lost_level=loss.level,
        mistake=loss.word,
        exact=score.proven,
        side=None if played is None else played.before.side,
        mark=loss.mark,
        words=score.words if end is None else game.name_by_colour(game.describe_outcome(view * end.result)),
        lost_words=""
        if played is None or not loss.word
        else lost_words(game, loss, game.move_name(played.before.best)),
        lost_exact=loss.exact,
        height=graph_height(game, view * score.level, score.proven, amount, score.distance),
        sentence=sentence,
    )

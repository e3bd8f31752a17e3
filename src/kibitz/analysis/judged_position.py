"""A position with the worth of its moves, whoever found it out: an opening book, a solver, or a search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from kibitz.analysis.score_scale import MoveScore, read_score
from kibitz.analysis.score_words import EstimateScale
from kibitz.core.game import Game, Move, State
from kibitz.core.score import Bound, Score
from kibitz.core.searching import RootMove
from kibitz.play.move_order import measure_merit, sort_best_first

AT_ONCE = 2.0  # seconds: longer than that nobody wants to wait before there is anything to see
SHORTEST = 0.01  # seconds; no search is begun with less


class Effort(NamedTuple):
    """How much may be spent on a position: seconds of a search for its best move, of a solver, and of comparing moves.

    `nodes`: of the search, where the answer must not depend on the speed of the machine.
    """

    seconds: float
    solving: float = AT_ONCE
    comparing: float | None = None  # unless given, `MAX_EFFORT` times as long as the search for the best move
    nodes: int | None = None

    @classmethod
    def share(cls, seconds: float, longest: float) -> Effort:
        """No more than so many seconds in all, and no longer than that for the search."""
        quarter = max(seconds / 4, SHORTEST)
        return cls(min(longest, quarter), min(AT_ONCE, 2 * quarter), quarter)

    def covers(self, other: Effort) -> bool:
        """Whether what was found with this effort is as good as what could be found with another."""
        return self.nodes == other.nodes and self.seconds >= other.seconds and self.solving >= other.solving


@dataclass(frozen=True)
class JudgedPosition:
    """What moves of a position are worth to the side to move, told by the same judge or searched to the same depth.

    `scores` holds every legal move if `exact`, else at least the best and those that were asked for, as far as there
    was time. `lines` has best play from the position on, by its first move, for the moves it is known for. `by`: who
    says so. `scale`: how the estimates of a search are to be read; None for a solver, which makes none. `depth`: of a
    search, 0 for a solver. `compiled`: whether compiled code was ready; without it a search sees less.
    """

    game: Game
    state: State
    scores: dict[Move, Score]
    lines: dict[Move, tuple[Move, ...]]
    best: Move
    by: str
    nodes: int
    depth: int = 0
    scale: EstimateScale | None = None
    compiled: bool = True
    effort: Effort | None = None

    @classmethod
    def solved(
        cls,
        game: Game,
        state: State,
        scores: dict[Move, Score],
        line: Sequence[Move] = (),
        by: str = "",
        nodes: int = 0,
    ) -> JudgedPosition:
        """What a solver says of every move; the line is best play, if it is known."""
        line = tuple(line) or (max(scores, key=lambda move: measure_merit(scores[move])),)
        return cls(game, state, scores, {line[0]: line}, line[0], by, nodes)

    @property
    def is_solved(self) -> bool:
        """Whether a solver says so."""
        return self.scale is None

    @cached_property
    def exact(self) -> bool:
        """Whether the worth of every legal move is proven."""
        proven = all(score.proven and score.bound == Bound.EXACT for score in self.scores.values())
        return proven and len(self.scores) == len(self.game.moves(self.state))

    @property
    def side(self) -> int:
        return self.game.to_move(self.state)

    @property
    def line(self) -> tuple[Move, ...]:
        """Best play from here on."""
        return self.lines[self.best]

    @cached_property
    def ranked(self) -> list[RootMove]:
        """The moves with their scores, best first."""
        moves = sort_best_first(self.scores, lambda move: measure_merit(self.scores[move]), self.best)
        return [RootMove(move, self.scores[move]) for move in moves]

    @cached_property
    def shown(self) -> dict[Move, MoveScore]:
        """The scores in the words of the surface."""
        return {move: read_score(self.game, self.state, score, self.scale) for move, score in self.scores.items()}

    @property
    def score(self) -> MoveScore:
        """What the position is worth with best play, in the words of the surface."""
        return self.shown[self.best]

"""What a move was worth beside the best one: exactly where a solver knows, else by searching both equally deep."""

from __future__ import annotations

import time
from dataclasses import dataclass

from kibitz.core.game import Game, GameEnd, Move, State
from kibitz.core.limits import Limits
from kibitz.core.score import Score, final
from kibitz.core.searching import StopFlag
from kibitz.play.analysis.exact_scores import AT_ONCE, SHORTEST, judge, seen_before
from kibitz.play.analysis.move_order import sort_best_first
from kibitz.play.analysis.score_scale import MoveScore, read_score, read_verdict, scale_of, usual_search, value_after
from kibitz.play.analysis.score_words import EstimateScale

__all__ = ["PositionWorth", "find_worth", "finished_score"]

PATIENCE = 10  # times the seconds of a position: so long may one move be searched as deep as the best one was


@dataclass(frozen=True)
class PositionWorth:
    """What moves of a position are worth to the side to move, told by the same judge or searched to the same depth.

    `scores` holds every legal move if `exact`, else those that were asked for and the best. `lines` has best play from
    the position on, by its first move, for the moves it is known for. `by`: who says so; `depth`: of a search, 0 for a
    solver.
    """

    game: Game
    state: State
    scores: dict[Move, MoveScore]
    lines: dict[Move, tuple[Move, ...]]
    best: Move
    exact: bool
    by: str
    depth: int
    nodes: int

    @property
    def side(self) -> int:
        return self.game.to_move(self.state)

    @property
    def score(self) -> MoveScore:
        """What the position is worth with best play."""
        return self.scores[self.best]


def find_worth(
    game: Game,
    state: State,
    move: Move | None = None,
    *,
    seconds: float,
    every: bool = False,
    stop: StopFlag | None = None,
) -> PositionWorth:
    """The best move of an unfinished position, the one asked about, and with `every` all others, each with its worth.

    `seconds`: for a search, where no solver knows within the time that it has anyway.
    """
    stop = stop or StopFlag()
    known = judge(game, state, seconds=AT_ONCE, stop=stop)
    if known is not None:
        scores = {each: read_verdict(game, state, verdict) for each, verdict in known.verdicts.items()}
        return PositionWorth(game, state, scores, {known.best: known.line}, known.best, True, known.by, 0, known.nodes)
    return _Comparison(game, state, seconds, stop).worth(move, every=every)


class _Comparison:
    """One position, searched for its best move, and other moves then searched just as deep."""

    def __init__(self, game: Game, state: State, seconds: float, stop: StopFlag) -> None:
        self.game, self.state, self.seconds, self.stop = game, state, seconds, stop
        self.player = usual_search(game)
        self.scale: EstimateScale = scale_of(game, self.player)
        self.scores = dict[Move, MoveScore]()
        self.lines = dict[Move, tuple[Move, ...]]()
        self.nodes = 0

    def worth(self, move: Move | None, *, every: bool) -> PositionWorth:
        game, state = self.game, self.state
        found = self.player.searcher.search(game, state, Limits(time=self.seconds), stop=self.stop)
        assert found.move is not None, "the game is not over"
        self.nodes += found.stats.nodes
        self.scores[found.move] = read_score(game, state, found.score, self.scale)
        self.lines[found.move] = found.line
        depth = max(found.stats.depth, 1)
        deadline = time.perf_counter() + PATIENCE * self.seconds
        wanted = [move] if move is not None else []
        wanted += [each for each in game.moves(state) if each != move] if every else []
        for each in wanted:
            if each != found.move and (left := deadline - time.perf_counter()) > SHORTEST:
                self._search_after(each, depth, left)
        # A move that turns out to be better than the one that was found best, by the same measure, is the best one.
        best = sort_best_first(self.scores, lambda each: self.scores[each].merit, found.move)[0]
        exact = len(self.scores) == len(game.moves(state)) and all(
            score.proven and score.bound == "exact" for score in self.scores.values()
        )
        name = self.player.searcher.name
        return PositionWorth(game, state, self.scores, self.lines, best, exact, name, depth, self.nodes)

    def _search_after(self, move: Move, depth: int, seconds: float) -> None:
        found = value_after(self.game, self.state, move, depth, seconds, self.player, self.stop)
        if found.stopped_by:
            return  # not as deep as the best move was, so that the two cannot be compared
        self.nodes += found.stats.nodes
        after = self.game.play(self.state, move)
        score = seen_before(self.game.seen_from(self.state, after, found.score))
        self.scores[move] = read_score(self.game, self.state, score, self.scale)
        self.lines[move] = (move, *found.line)


def finished_score(game: Game, state: State, end: GameEnd | None) -> MoveScore:
    """What a finished game is worth to the side that would be to move."""
    assert end is not None, "the game is over"
    ended = Score.of(final(end.result, 0, True), complete=True, sooner=True)
    return read_score(game, state, ended, EstimateScale(1, 0))

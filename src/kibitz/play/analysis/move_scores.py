"""What every move of a position is worth, told as it is found: at once where a solver knows, else deeper and deeper."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.core.errors import Unsuited
from kibitz.core.game import Game, Move, State
from kibitz.core.limits import FULL_DEPTH, Limits
from kibitz.core.searching import StopFlag
from kibitz.play.analysis.exact_scores import SHORTEST, Judgement, is_worth_waiting, judge, seen_before
from kibitz.play.analysis.move_order import sort_best_first
from kibitz.play.analysis.score_scale import MoveScore, read_score, read_verdict, scale_of, usual_search, value_after
from kibitz.play.players import SearchPlayer
from kibitz.play.records import GameRecord

__all__ = ["ANALYSE_SECONDS", "MoveScore", "Scores", "analyse"]

ANALYSE_SECONDS = 10.0
SOLVER, SEARCH = "solver", "search"


@dataclass(frozen=True)
class Scores:
    """The legal moves by name, each with its score; `exact` when all of them are proven.

    `source` is "solver" or "search", `by` the name of who says so. `order`: the names, best first (`move_order.py`).
    `line`: best play as far as it is known.
    """

    depth: int
    exact: bool
    source: str
    by: str
    scores: dict[str, MoveScore]
    order: tuple[str, ...]
    best: str
    line: tuple[str, ...]
    nodes: int
    speed: int
    seconds: float


def analyse(
    record: GameRecord,
    *,
    player: SearchPlayer | None = None,
    seconds: float = ANALYSE_SECONDS,
    stop: StopFlag | None = None,
) -> Iterator[Scores]:
    """The score of every move where a game stands, each time better known; nothing when the game is over.

    A solver that does not know at once, but will, has its turn after half of the time. A player that is named is asked
    even where a solver knows the answer.
    """
    stop = stop or StopFlag()
    if record.is_over:
        return
    game, state = record.game, record.state
    inquiry = _Inquiry(game, state, player or usual_search(game), seconds, stop)
    known = None if player else judge(game, state, stop=stop)
    if known is not None:
        yield inquiry.judged(known)
        return
    solver_goes_on = player is None and is_worth_waiting(game, state)
    if solver_goes_on:
        inquiry.seconds = seconds / 2
    inquiry.player.get_ready(record)
    inquiry.started = time.perf_counter()  # what was to be compiled is compiled
    yield from inquiry.deepen()
    if solver_goes_on and not stop.raised:
        known = judge(game, state, seconds=seconds / 2, stop=stop)
        if known is not None:
            yield inquiry.judged(known)


class _Inquiry:
    """One position, all its moves, and a search that looks at each of them on its own."""

    def __init__(self, game: Game, state: State, player: SearchPlayer, seconds: float, stop: StopFlag) -> None:
        self.game, self.state, self.player, self.stop = game, state, player, stop
        self.started, self.seconds = time.perf_counter(), seconds
        self.nodes = 0
        self.scale = scale_of(game, player)

    def judged(self, known: Judgement) -> Scores:
        """What a solver says."""
        self.nodes = known.nodes
        scores = {move: read_verdict(self.game, self.state, verdict) for move, verdict in known.verdicts.items()}
        return self._scores(len(known.line), scores, known.line, SOLVER, known.by)

    def deepen(self) -> Iterator[Scores]:
        """To depth 1, 2, 3 … until the time is up or everything is proven."""
        deepest = min(self.player.limits.depth or FULL_DEPTH, self.game.max_plies)
        if not self.player.searcher.takes_depth:
            yield self._all_at_once()
            return
        for depth in range(1, deepest + 1):
            found = self._at_depth(depth)
            if found is None:
                return
            yield found
            if found.exact:
                return

    def _at_depth(self, depth: int) -> Scores | None:
        """Every move searched to a depth; None if the time was up before."""
        scores, lines = dict[Move, MoveScore](), dict[Move, tuple[Move, ...]]()
        for move in self.game.moves(self.state):
            left = self.seconds - (time.perf_counter() - self.started)
            if left < SHORTEST or self.stop.raised:
                return None
            result = value_after(self.game, self.state, move, depth, left, self.player, self.stop)
            if result.stopped_by:
                return None
            self.nodes += result.stats.nodes
            after = self.game.play(self.state, move)
            score = seen_before(self.game.seen_from(self.state, after, result.score))
            scores[move] = read_score(self.game, self.state, score, self.scale)
            lines[move] = result.line
        best = sort_best_first(scores, lambda move: scores[move].merit)[0]
        return self._scores(depth, scores, (best, *lines[best]), SEARCH, self.player.searcher.name)

    def _all_at_once(self) -> Scores:
        """From a searcher that does not look to a depth, such as Monte Carlo: what it says of each move."""
        limits = self.player.limits
        if limits.time is None or limits.time > self.seconds:
            limits = Limits(limits.depth, limits.grow, limits.nodes, self.seconds)
        searcher, backend = self.player.searcher, self.player.backend.backend
        result = searcher.search(self.game, self.state, limits, backend=backend, stop=self.stop)
        if not result.roots:
            raise Unsuited(f"{searcher.name} does not tell the moves apart; take the engine, alphabeta or mcts.")
        self.nodes = result.stats.nodes
        scores = {root.move: read_score(self.game, self.state, root.score, self.scale) for root in result.roots}
        return self._scores(result.stats.depth, scores, result.line, SEARCH, searcher.name)

    def _scores(
        self, depth: int, scores: dict[Move, MoveScore], line: tuple[Move, ...], source: str, by: str
    ) -> Scores:
        seconds = time.perf_counter() - self.started
        order = sort_best_first(scores, lambda move: scores[move].merit, line[0])
        return Scores(
            depth=depth,
            exact=all(score.proven and score.bound == "exact" for score in scores.values()),
            source=source,
            by=by,
            scores={self.game.move_name(move): scores[move] for move in order},
            order=tuple(map(self.game.move_name, order)),
            best=self.game.move_name(line[0]),
            line=tuple(map(self.game.move_name, line)),
            nodes=self.nodes,
            speed=round(self.nodes / max(seconds, 1e-3)),
            seconds=round(seconds, 3),
        )

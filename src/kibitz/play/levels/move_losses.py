"""What each move of a position loses, as far as a look-ahead sees, and a move drawn so that large losses are rare.

A worth puts guesses and certain results on one scale, for the side that moves:

    -4 … -1               -1 … 1               1 … 4
    lost, soon or late    guessed              won, late or soon

The loss of a move is the best worth less its own. A move is drawn with a chance proportional to
exp(-loss / temperature): at temperature 0.1, a loss of 0.1 is 2.7 times less likely than no loss, and one of 1.0 is
22,000 times less likely. So a player errs as people do: often by a little, seldom by much, and hardly ever misses what
is near.

Where there are more than MANY_MOVES moves, as in five in a row on a board of 15 x 15, hundreds of bad moves would
together be drawn more often than the one that is needed. There moves that lose more than the temperature are less
likely by MANY_MOVES / moves, so that all of them together are drawn as often as on a board with so many moves.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from kibitz.core.game import Game, Move, State
from kibitz.core.limits import Limits
from kibitz.core.rng import Rng
from kibitz.core.score import Score
from kibitz.core.searching import RootMove, Searcher, SearchResult, Stats, StopFlag

SOON = 3.0  # how much more a win or a loss on the next ply is worth than one far away
MANY_MOVES = 25  # as many as on the largest board whose levels were measured
SHORTEST = 0.005  # seconds; no search is begun with less
MAX_NODES = 1_000_000  # of one look-ahead
MAX_SECONDS = 0.9  # likewise; reached only by readable Python, or on large boards


class LookAhead(NamedTuple):
    """What a search to some depth says of every legal move, in natural order; how each goes on; what it cost."""

    roots: tuple[RootMove, ...]
    lines: dict[Move, tuple[Move, ...]]
    stats: Stats
    stopped_by: str = ""

    def result(self, move: Move, backend: str) -> SearchResult:
        """The look-ahead as the search behind a move."""
        score = next(root.score for root in self.roots if root.move == move)
        line = (move, *self.lines[move])
        return SearchResult(move, score, line, self.roots, self.stats, self.stopped_by, backend=backend)


def look_ahead(
    searcher: Searcher, game: Game, state: State, depth: int, *, backend: str, stop: StopFlag | None = None
) -> LookAhead:
    """Search every move in a full window, two plies deeper each time, up to a depth.

    The last depth that was finished within the limits counts. The first, one ply, is always finished.
    """
    inner = StopFlag()  # whoever holds the outer flag is not shown values from the other side's view
    stop = stop or inner
    stop.when_raised(inner.up)
    try:
        started = time.perf_counter()
        found = _evaluate_moves(searcher, game, state)
        for plies in range(2 + depth % 2, depth + 1, 2):
            if all(root.score.proven for root in found.roots):
                break
            deeper = _search_moves(searcher, game, state, plies, backend, inner, found.stats.nodes, started)
            if isinstance(deeper, str):
                return found._replace(stopped_by=deeper)
            found = deeper
        return found
    finally:
        stop.forget(inner.up)


def _evaluate_moves(searcher: Searcher, game: Game, state: State) -> LookAhead:
    """Every move by what the heuristic says of the position after it."""
    evaluator = searcher.evaluator(game)
    roots, evaluations = list[RootMove](), 0
    for move in game.moves(state):
        child = game.play(state, move)
        result = game.result(child)
        evaluations += result is None
        score = Score.of(evaluator(child) if evaluator else 0) if result is None else Score.solved(result, 0)
        roots.append(RootMove(move, game.score_before(state, child, score)))
    nodes, terminals = len(roots) + 1, len(roots) - evaluations
    stats = Stats(nodes=nodes, evaluations=evaluations, terminals=terminals, depth=1)
    return LookAhead(tuple(roots), {root.move: () for root in roots}, stats)


def _search_moves(
    searcher: Searcher, game: Game, state: State, plies: int, backend: str, stop: StopFlag, nodes: int, started: float
) -> LookAhead | str:
    """Every move searched to a depth, or the name of the limit that ended the work early.

    `nodes` have been visited since `started`.
    """
    roots, lines, stats = list[RootMove](), dict[Move, tuple[Move, ...]](), Stats(nodes=nodes)
    for move in game.moves(state):
        child = game.play(state, move)
        ended, lines[move] = game.result(child), ()
        if ended is None:
            seconds = MAX_SECONDS - (time.perf_counter() - started)
            if seconds < SHORTEST or stats.nodes >= MAX_NODES:
                return "time" if seconds < SHORTEST else "nodes"
            limits = Limits(depth=plies - 1, nodes=MAX_NODES - stats.nodes, time=seconds)
            result = searcher.search(game, child, limits, backend=backend, stop=stop)
            if result.stopped_by:
                return result.stopped_by
            lines[move] = result.line
            stats += result.stats
        score = result.score if ended is None else Score.solved(ended, 0)
        roots.append(RootMove(move, game.score_before(state, child, score)))
    return LookAhead(tuple(roots), lines, replace(stats, depth=plies, seconds=time.perf_counter() - started))


def worth(game: Game, score: Score, scale: int) -> float:
    """A score on the scale above; `scale` is what the heuristic takes for an advantage."""
    points = score.points
    if not score.proven:
        return points / (abs(points) + scale)
    if points == 0:
        return 0.0
    if game.max_result > 1:  # how much is won matters, not how soon
        size = 1 + abs(points) / game.max_result
    else:
        size = 1 + SOON / max(1, score.distance or game.max_plies)
    return math.copysign(size, points)


def measure_losses(game: Game, seen: LookAhead, scale: int) -> dict[Move, float]:
    """How much each move loses against the best."""
    worths = {root.move: worth(game, root.score, scale) for root in seen.roots}
    best = max(worths.values())
    return {move: best - own for move, own in worths.items()}


def draw_move(losses: Mapping[Move, float], temperature: float, rng: Rng) -> Move:
    """A move, each with a chance proportional to exp(-loss / temperature), less where there are many moves."""
    crowd = math.log(max(1.0, len(losses) / MANY_MOVES))
    chances = [math.exp(-loss / temperature - crowd * min(1.0, loss / temperature)) for loss in losses.values()]
    ticket = rng.word() / 2**64 * sum(chances)
    for move, chance in zip(losses, chances, strict=True):
        ticket -= chance
        if ticket < 0:
            return move
    return min(losses, key=lambda move: losses[move])  # the sum was rounded

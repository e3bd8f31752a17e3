"""What a move is worth, in the words and on the scales of the surface: from solvers and from searches alike."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.analysis.score_words import EstimateScale, estimate_words, exact_words, has_margin
from kibitz.core.evaluation import find_evaluator
from kibitz.core.game import Game, Move, State
from kibitz.core.limits import Limits
from kibitz.core.score import Score, sign
from kibitz.core.searching import SearchResult, StopFlag, find_search
from kibitz.play.move_order import measure_merit
from kibitz.play.opponents import recommend_players
from kibitz.play.players import SearchPlayer


@dataclass(frozen=True)
class MoveScore:
    """What a move is worth to the side that makes it.

    `score` is as the game's players write it when proven, else the heuristic's number; `text` is short, for the board,
    with pt for points of the evaluation in a game where others would be taken for its unit.
    `level` puts both on one scale, from -1 (lost) to 1 (won). `distance`: plies to the end, where that is known.
    `amount` is in the unit of a game that is won by more or less (discs in Othello), estimated or not; None where the
    heuristic has a count of its own, and in other games. `words` says all of it, and for whom. `merit` is what moves
    are sorted by.
    """

    score: int
    text: str
    level: float
    proven: bool
    distance: int | None
    bound: str = "exact"
    amount: float | None = None
    words: str = ""
    merit: int = 0


def value_after(
    game: Game,
    state: State,
    move: Move,
    depth: int,
    seconds: float,
    player: SearchPlayer,
    stop: StopFlag,
    *,
    nodes: int | None = None,
) -> SearchResult:
    """What is found after a move, for the side to move then, the move itself being the first ply of the depth.

    With `nodes` it is they that limit the search, not the seconds.
    """
    child = game.play(state, move)
    result = game.result(child)
    if result is not None:
        return SearchResult(None, Score.solved(result, 0))
    if depth == 1:
        evaluator = player.evaluator(game)
        assert evaluator is not None, "only a search with a heuristic is asked for a depth"
        return SearchResult(None, Score.of(evaluator(child)))
    limits = Limits(depth=depth - 1, nodes=nodes, time=None if nodes else seconds)
    return player.searcher.search(game, child, limits, backend=player.backend.backend, stop=stop)


def usual_search(game: Game, *, wait: bool = True) -> SearchPlayer:
    """The search that judges a game; `wait` as for `recommend_players`."""
    return SearchPlayer(*find_search(recommend_players(game, wait=wait).search))


def scale_of(game: Game, player: SearchPlayer) -> EstimateScale:
    """How the numbers of a search are to be read; one without a heuristic has a count of its own."""
    evaluator = player.evaluator(game)
    if evaluator is None:
        return EstimateScale(find_evaluator("", game).scale, 0)
    return EstimateScale.of(evaluator)


def read_score(game: Game, state: State, score: Score, scale: EstimateScale | None) -> MoveScore:
    """What a search found, for the side to move; without a scale, what a solver did."""
    points, bound, merit = score.points, score.bound.name.lower(), measure_merit(score)
    if not score.proven and scale is not None:
        level = round(points / (abs(points) + scale.advantage), 3)
        words = estimate_words(game, state, points, scale, bound)
        if not (scale.unit and has_margin(game)):
            text = f"{signed(points)} pt" if has_margin(game) else signed(points)  # where others are discs
            return MoveScore(points, text, level, False, None, bound, None, words, merit)
        amount = round(points / scale.unit, 1)
        return MoveScore(points, signed(round(amount)), level, False, None, bound, amount, words, merit)
    written = game.written_score(state, score)
    words = exact_words(game, state, points, written, score.distance)
    level = float(sign(points))
    if has_margin(game):
        return MoveScore(written, signed(points), level, True, score.distance, bound, float(points), words, merit)
    text = signed(written) if scale is None else "draw" if points == 0 else "won" if points > 0 else "lost"
    return MoveScore(written, text, level, True, score.distance, bound, None, words, merit)


def signed(number: int) -> str:
    return f"{number:+d}" if number else "0"

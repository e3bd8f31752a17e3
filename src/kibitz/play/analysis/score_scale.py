"""What a move is worth, in the words and on the scales of the surface: from solvers and from searches alike."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.evaluation import find_evaluator
from kibitz.core.game import Game, Move, State
from kibitz.core.limits import Limits
from kibitz.core.score import Score, final
from kibitz.core.searching import SearchResult, StopFlag, find_search
from kibitz.play.analysis.exact_scores import MoveVerdict
from kibitz.play.opponents import recommend_players
from kibitz.play.players import SearchPlayer

__all__ = ["MoveScore", "read_score", "read_verdict", "scale_of", "sign", "signed", "usual_search", "value_after"]


@dataclass(frozen=True)
class MoveScore:
    """What a move is worth to the side that makes it.

    `score` is as the game's players write it when proven, else the heuristic's number; `text` is short, for the board.
    `level` puts both on one scale, from -1 (lost) to 1 (won). `distance`: plies to the end, where that is known.
    """

    score: int
    text: str
    level: float
    proven: bool
    distance: int | None
    bound: str = "exact"


def value_after(
    game: Game, state: State, move: Move, depth: int, seconds: float, player: SearchPlayer, stop: StopFlag
) -> SearchResult:
    """What is found after a move, for the side to move then, the move itself being the first ply of the depth."""
    child = game.play(state, move)
    result = game.result(child)
    if result is not None:
        return SearchResult(None, Score.of(final(result, 0, True), complete=True, sooner=True))
    if depth == 1:
        evaluator = player.evaluator(game)
        assert evaluator is not None, "only a search with a heuristic is asked for a depth"
        return SearchResult(None, Score.of(evaluator(child)))
    limits = Limits(depth=depth - 1, time=seconds)
    return player.searcher.search(game, child, limits, backend=player.backend.backend, stop=stop)


def usual_search(game: Game) -> SearchPlayer:
    return SearchPlayer(*find_search(recommend_players(game).search))


def scale_of(game: Game, player: SearchPlayer) -> int:
    """What the heuristic of a search takes for an advantage."""
    return (player.evaluator(game) or find_evaluator("", game)).scale


def read_score(game: Game, state: State, score: Score, scale: int) -> MoveScore:
    points, bound = score.points, score.bound.name.lower()
    if not score.proven:
        level = points / (abs(points) + scale)
        return MoveScore(points, signed(points), round(level, 3), False, None, bound)
    text = "draw" if points == 0 else "won" if points > 0 else "lost"
    written = game.solved_score(state, points, score.distance) if score.distance is not None else points
    return MoveScore(written, text, float(sign(points)), True, score.distance, bound)


def read_verdict(verdict: MoveVerdict) -> MoveScore:
    level = float(sign(verdict.outcome))
    return MoveScore(verdict.score, signed(verdict.score), level, True, verdict.distance)


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def signed(number: int) -> str:
    return f"{number:+d}" if number else "0"

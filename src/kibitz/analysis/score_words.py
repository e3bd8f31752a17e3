"""Scores in words and in the unit of the game, always with the name of the side they are for.

    exact       Red wins with 4 stones to spare, proven        Black wins by 6 discs, proven
                X wins in 3 of its own moves, proven           draw with best play, proven
    estimated   Black is about 11 discs behind, estimated      X is ahead by 12 points of the evaluation, estimated

A game has one unit. An evaluator counts in it if it says how many of its points make one (`unit_points`); what any
other evaluator says is in points of its own, which are never called discs or stones.
"""

from __future__ import annotations

from typing import NamedTuple

from kibitz.core.evaluation import Evaluator
from kibitz.core.game import Game, State
from kibitz.core.words import count
from kibitz.play.player import Player
from kibitz.play.players import SearchPlayer

LEVEL_MARGIN = 10 / 64  # of the largest result: a lead that is half of the graph's height
DECIDED_HEIGHT = 0.6  # of the graph: from there on a game is won for certain, below it is estimated


class EstimateScale(NamedTuple):
    """How an evaluator counts. `advantage`: points that are an advantage worth the name; `unit`: points that make one
    unit of the game, 0 if the evaluator has a count of its own.
    """

    advantage: int
    unit: int

    @classmethod
    def of(cls, evaluator: Evaluator) -> EstimateScale:
        return cls(evaluator.scale, evaluator.unit_points)


def name_estimates(game: Game, player: Player) -> str:
    """What a player's estimates count where that can be said: "in hundredths of a disc", or empty."""
    if not isinstance(player, SearchPlayer):
        return ""
    evaluator = player.evaluator(game)
    unit = EstimateScale.of(evaluator).unit if evaluator is not None else 0
    counted = f"hundredths of a {unit_name(game)}" if unit == 100 else player.searcher.estimates_in
    return f"in {counted}" if counted else ""


def name_worth(game: Game, to_move: str, score: int) -> str:
    """What a proven score is worth where results are not won or lost: "worth 3 to Max"; empty for other games."""
    is_first = to_move == game.players[0]
    return "" if game.max_side is None else game.describe_outcome(score if is_first else -score)


def side_name(game: Game, side: int) -> str:
    """What people call a side."""
    return game.sides[side]


def has_margin(game: Game) -> bool:
    """Whether a game can be won by more or less, so that a result alone does not say it all."""
    return game.max_result > 1


def unit_name(game: Game) -> str:
    """What the scores of a game count; empty where a score only says who wins."""
    return game.unit or ("point" if has_margin(game) else "")


def exact_words(game: Game, state: State, outcome: int, score: int, distance: int | None) -> str:
    """A known outcome for the side to move: the game's result with best play, the score as players write it."""
    if outcome == 0:
        return "draw with best play, proven"
    mover = game.to_move(state)
    winner = mover if outcome > 0 else 1 - mover
    return f"{side_name(game, winner)} wins{_how(game, outcome, score, distance)}, proven"


def _how(game: Game, outcome: int, score: int, distance: int | None) -> str:
    if has_margin(game):
        return f" by {count(abs(outcome), unit_name(game))}"
    if distance == 0:
        return ""
    said = game.say_win(abs(score))
    if said:
        return f" {said}"
    if distance is None:
        return ""
    own = (distance + 1) // 2 if outcome > 0 else distance // 2
    return " with its next move" if own == 1 else f" in {own} of its own moves" if own else " at once"


def estimate_words(game: Game, state: State, points: int, scale: EstimateScale, bound: str = "exact") -> str:
    """What a heuristic says, for the side to move."""
    name = side_name(game, game.to_move(state))
    is_more = bound == ("lower" if points > 0 else "upper")  # than the points, seen from where they lie
    at = "" if bound == "exact" else "at least " if is_more else "at most "
    where = "ahead" if points > 0 else "behind"
    if not scale.unit:
        if points == 0:
            return "even by the evaluation, estimated"
        return f"{name} is {where} by {at}{count(abs(points), 'point')} of the evaluation, estimated"
    amount = abs(points) / scale.unit
    if round(amount) == 0:
        return "about even, estimated"
    return f"{name} is about {count(amount, unit_name(game))} {where}, estimated"


def graph_height(game: Game, level: float, proven: bool, amount: float | None, distance: int | None) -> float:
    """How much a score is, from -1 to 1, to be drawn: who is better, and by how much.

    A game that is won by a margin is drawn by it, estimated or not. In other games a proven win is drawn beyond
    `DECIDED_HEIGHT`, the higher the sooner it comes, and an estimate below it.
    """
    if amount is not None and has_margin(game):
        return round(amount / (abs(amount) + LEVEL_MARGIN * game.max_result), 3) + 0.0
    if not proven:
        return round(DECIDED_HEIGHT * level, 3) + 0.0
    nearness = 1 / (1 + (distance or 0) / 8)
    return round(level * (DECIDED_HEIGHT + (1 - DECIDED_HEIGHT) * nearness), 3) + 0.0

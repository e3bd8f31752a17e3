"""Games played for an experiment: evaluations as the reports count them, and shares of points with intervals."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from kibitz.arena.elo import elo_interval, score_from_elo
from kibitz.arena.game_task import GameTask, play_task
from kibitz.arena.match import MatchResult, MatchScore, match_tasks
from kibitz.arena.openings import Opening, make_openings
from kibitz.core.game import find_game
from kibitz.play.players import find_player, play_game
from kibitz.play.records import Choice, GameRecord

NORMAL_95 = 1.96  # standard deviations on either side


def play_one_game(game: str, first: str, second: str, *, seeds: tuple[int, int] = (0, 1)) -> GameRecord:
    """Play one game from the start; the seeds are for players that use random numbers."""
    return play_game(find_game(game), (find_player(first, seed=seeds[0]), find_player(second, seed=seeds[1])))


def list_searches(record: GameRecord, side: int) -> list[Choice]:
    """The moves of one side, 0 or 1, that come from a search."""
    return [
        choice
        for state, choice in zip(record.states, record.choices, strict=False)
        if record.game.to_move(state) == side and choice.result is not None
    ]


def count_leaves(choices: Iterable[Choice]) -> int:
    """The number of evaluated boards, finished games included, since S0's program evaluates those too."""
    return sum(choice.result.stats.boards_evaluated for choice in choices if choice.result is not None)


def play_match(game: str, first: str, second: str, games: int, seed: int, *, plies: int | None = None) -> MatchResult:
    """Play a match by the arena's rules: every opening twice with sides swapped; with `plies` 0 from the start."""
    loaded = find_game(game)
    openings: tuple[Opening, ...] = make_openings(loaded, math.ceil(games / 2), seed, plies=plies).openings
    tally = MatchScore()
    for index, task in enumerate(match_tasks(GameTask(0, game, (first, second)), openings, games, seed)):
        tally.add(index, play_task(task, loaded))
    return tally.result(game, (first, second))


class Share(NamedTuple):
    """A share of the points in percent, with its 95 % confidence interval."""

    percent: float
    low: float
    high: float


def estimate_share_of_games(points: float, games: int) -> Share:
    """The share of points in independent games [Wilson, "Probable inference", 1927]."""
    share, spread = points / games, NORMAL_95**2 / games
    centre = (share + spread / 2) / (1 + spread)
    reach = NORMAL_95 * math.sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return Share(100 * share, 100 * max(0.0, centre - reach), 100 * min(1.0, centre + reach))


def estimate_share_of_pairs(result: MatchResult) -> Share:
    """The share of points in games played in pairs, each opening from both sides."""
    interval = elo_interval(result.pairs)
    assert interval is not None, "a match has at least one pair"
    low = 0.0 if interval.low is None else score_from_elo(interval.low)
    high = 1.0 if interval.high is None else score_from_elo(interval.high)
    return Share(100 * result.score / result.games, 100 * low, 100 * high)

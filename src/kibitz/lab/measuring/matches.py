"""Games played for a table, and what they come to: evaluations as the reports count them, and shares with intervals."""

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

__all__ = ["Share", "match", "one_game", "searches", "share_of_games", "share_of_pairs", "total_leaves"]

NORMAL_95 = 1.96  # standard deviations on either side


def one_game(game: str, first: str, second: str, *, seeds: tuple[int, int] = (0, 1)) -> GameRecord:
    """One game from the start; the seeds are for players that draw lots."""
    return play_game(find_game(game), (find_player(first, seed=seeds[0]), find_player(second, seed=seeds[1])))


def searches(record: GameRecord, side: int) -> list[Choice]:
    """The moves that one side, 0 or 1, searched for."""
    return [
        choice
        for state, choice in zip(record.states, record.choices, strict=False)
        if record.game.to_move(state) == side and choice.result is not None
    ]


def total_leaves(choices: Iterable[Choice]) -> int:
    """The boards evaluated: S0's program asks its heuristic about finished games too."""
    return sum(choice.result.stats.leaves for choice in choices if choice.result is not None)


def match(game: str, first: str, second: str, games: int, seed: int, *, plies: int | None = None) -> MatchResult:
    """A match by the arena's rules: every opening twice, sides swapped; with `plies` 0 all begin at the start."""
    loaded = find_game(game)
    openings: tuple[Opening, ...] = make_openings(loaded, math.ceil(games / 2), seed, plies=plies).openings
    tally = MatchScore()
    for index, task in enumerate(match_tasks(GameTask(0, game, (first, second)), openings, games, seed)):
        tally.add(index, play_task(task, loaded))
    return tally.result(game, (first, second))


class Share(NamedTuple):
    """A share of the points in percent, and the interval that holds the truth with 95 %."""

    percent: float
    low: float
    high: float


def share_of_games(points: float, games: int) -> Share:
    """Of games that have nothing to do with one another [Wilson, "Probable inference", 1927]."""
    share, spread = points / games, NORMAL_95**2 / games
    centre = (share + spread / 2) / (1 + spread)
    reach = NORMAL_95 * math.sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return Share(100 * share, 100 * max(0.0, centre - reach), 100 * min(1.0, centre + reach))


def share_of_pairs(result: MatchResult) -> Share:
    """Of games in pairs, each opening from both sides."""
    interval = elo_interval(result.pairs)
    assert interval is not None, "a match has at least one pair"
    low = 0.0 if interval.low is None else score_from_elo(interval.low)
    high = 1.0 if interval.high is None else score_from_elo(interval.high)
    return Share(100 * result.score / result.games, 100 * low, 100 * high)

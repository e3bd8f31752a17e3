"""Two players, many games: every opening twice with the sides swapped, and what the results say.

Games are numbered: 2 i and 2 i + 1 are the pair on opening i; in the first of them the first player begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kibitz.arena.elo import Interval, Sprt, Verdict, elo_interval
from kibitz.arena.game_task import Finished, Task, total_effort
from kibitz.arena.openings import Opening
from kibitz.core.rng import Rng
from kibitz.play.records import Effort

__all__ = ["MatchResult", "Tally", "game_seeds", "in_order", "match_tasks"]


@dataclass(frozen=True)
class MatchResult:
    """What came of a match, from the first player's side; lists have one entry for each player.

    `pairs`: the pairs by points (0, ½, 1, 1½, 2). `distinct_games`: games that are not the same, move by move, as one
    played before. `elo` is None while there is no pair, and like `elo_low` and `elo_high` where it would be infinite.
    `forfeits`: games lost by crash, hang, illegal move or time. `verdict`: of the sequential test, if there was one.
    """

    game: str
    players: tuple[str, str]
    games: int
    wins: int
    draws: int
    losses: int
    distinct_games: int
    pairs: tuple[int, ...]
    score: float
    elo: float | None
    elo_low: float | None
    elo_high: float | None
    moves: tuple[int, int]
    nodes: tuple[int, int]
    evaluations: tuple[int, int]
    average_depth: tuple[float | None, float | None]
    seconds: tuple[float, float]
    forfeits: tuple[int, int]
    verdict: Verdict | None


def game_seeds(seed: int, number: int) -> tuple[int, int]:
    """Seeds for the two sides of a game, unlike those of every other game."""
    rng = Rng(Rng(seed).word() + number)
    return rng.word() >> 1, rng.word() >> 1


def match_tasks(common: Task, openings: Sequence[Opening], games: int, seed: int) -> list[Task]:
    """The games of a match, numbered from `common.number`; what is the same in all of them is taken from `common`."""
    tasks = []
    for index in range(games):
        number, opening = common.number + index, openings[index // 2]
        players = common.players if index % 2 == 0 else (common.players[1], common.players[0])
        seeds = game_seeds(seed, number)
        tasks.append(replace(common, number=number, players=players, opening=opening.moves, seeds=seeds))
    return tasks


def in_order(batches: Iterable[list[Finished]], first: int = 0) -> Iterator[Finished]:
    """The games by number, each as soon as all before it have ended."""
    early: dict[int, Finished] = {}
    for batch in batches:
        early.update((finished.number, finished) for finished in batch)
        while first in early:
            yield early.pop(first)
            first += 1


class Tally:
    """The running score of a match, given its games by their number in it, in any order."""

    def __init__(self) -> None:
        self.played: dict[int, Finished] = {}
        self.wins = self.draws = self.losses = 0
        self._pairs = [0] * 5

    def add(self, index: int, finished: Finished) -> None:
        points = self.points(index, finished)
        self.wins += points == 1
        self.draws += points == 0.5
        self.losses += points == 0
        self.played[index] = finished
        partner = self.played.get(index ^ 1)
        if partner is not None:
            self._pairs[round(2 * (points + self.points(index ^ 1, partner)))] += 1

    @staticmethod
    def points(index: int, finished: Finished) -> float:
        """The first player's points."""
        return finished.points if index % 2 == 0 else 1 - finished.points

    def points_of(self, player: int) -> float:
        """The points of the first (0) or second (1) player."""
        return (self.losses if player else self.wins) + self.draws / 2

    @property
    def pairs(self) -> tuple[int, ...]:
        """Pairs of games by their points, the pentanomial."""
        return tuple(self._pairs)

    def forfeits(self, player: int) -> int:
        """Games that the first (0) or second (1) player lost by a fault."""
        return sum(
            bool(finished.fault) and self.points(index, finished) == player for index, finished in self.played.items()
        )

    def effort(self, player: int) -> Effort:
        """What the games cost the first (0) or second (1) player."""
        return total_effort([finished.efforts[(index + player) % 2] for index, finished in self.played.items()])

    def result(self, game: str, players: tuple[str, str], sprt: Sprt | None = None) -> MatchResult:
        """What the games come to."""
        interval = elo_interval(self.pairs) or Interval(None, None, None)
        first, second = self.effort(0), self.effort(1)
        return MatchResult(
            game=game,
            players=players,
            games=len(self.played),
            wins=self.wins,
            draws=self.draws,
            losses=self.losses,
            distinct_games=len({finished.moves for finished in self.played.values()}),
            pairs=self.pairs,
            score=self.points_of(0),
            elo=interval.elo,
            elo_low=interval.low,
            elo_high=interval.high,
            moves=(first.moves, second.moves),
            nodes=(first.nodes, second.nodes),
            evaluations=(first.evaluations, second.evaluations),
            average_depth=(first.average_depth, second.average_depth),
            seconds=(first.seconds, second.seconds),
            forfeits=(self.forfeits(0), self.forfeits(1)),
            verdict=None if sprt is None else sprt.verdict(self.pairs),
        )

"""A match: two players, many games, every opening twice with the sides swapped, and what the results say.

Games are numbered: 2 i and 2 i + 1 are the pair on opening i; in the first of them the first player begins.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from kibitz.arena.chances import Chances, count_chances
from kibitz.arena.elo import Interval, Sprt, SprtVerdict, elo_interval
from kibitz.arena.game_task import MOVE_SECONDS, OVERTIME, FinishedGame, GameTask, total_effort
from kibitz.arena.game_workers import find_players, needs_process, play_games
from kibitz.arena.openings import Opening, prepare_openings
from kibitz.arena.plan import MAX_GAMES
from kibitz.core.errors import BadOption
from kibitz.core.files import named_file
from kibitz.core.loading import load_game, load_game_in_data
from kibitz.core.result_rows import ResultRows
from kibitz.core.rng import Rng
from kibitz.core.searching import StopFlag
from kibitz.play.files.game_files import read_games, write_file, write_games
from kibitz.play.records import Effort


@dataclass(frozen=True)
class Match:
    """A match to be played. `openings`: how many moves they have (0: none), a file, or empty for any length."""

    game: str
    players: tuple[str, str]
    games: int = 100
    seed: int = 0
    workers: int = 1
    cluster: str | None = None
    openings: str = ""
    sprt: Sprt | None = None
    patience: float = MOVE_SECONDS
    overtime: float = OVERTIME

    def __post_init__(self) -> None:
        if not 1 <= self.games <= MAX_GAMES:
            raise BadOption(f"A match of {self.games} games is not possible; choose 1 to {MAX_GAMES:,}.")
        if self.sprt is not None and not self.sprt.elo0 < self.sprt.elo1:
            raise BadOption(
                f"--sprt {self.sprt.elo0:g} {self.sprt.elo1:g} is not allowed; the first must be the smaller."
            )

    def play(
        self, play_one: Callable[[GameTask, StopFlag], FinishedGame] | None = None
    ) -> Generator[MatchScore, None, None]:
        """The score after every game, always the same object; ends early when a sequential test has its answer.

        `play_one`: how a game is played on this machine, if not as usual.
        """
        game = load_game(self.game)
        players = find_players(game, self.players)
        alone = needs_process(game, players, many_workers=self.cluster is not None or self.workers > 1)
        common = GameTask(0, self.game, self.players, patience=self.patience, overtime=self.overtime, alone=alone)
        openings = prepare_openings(game, self.openings, (self.games + 1) // 2, self.seed)
        tasks = match_tasks(common, openings, self.games, self.seed)
        score = MatchScore()
        with closing(play_games(tasks, self.workers, self.cluster, play_one)) as batches:
            for finished in order_by_number(batches):  # so that a sequential test always stops at the same game
                score.add(finished.number, finished)
                yield score
                is_pair = finished.number % 2 == 1
                if self.sprt is not None and is_pair and self.sprt.verdict(score.pairs).decided:
                    return

    def result(self, score: MatchScore) -> MatchResult:
        return score.result(str(load_game(self.game)), self.players, self.sprt)

    def result_with_chances(self, score: MatchScore) -> MatchResult:
        """The result with what the players overlooked, which takes some milliseconds a game to find out."""
        return replace(self.result(score), chances=count_chances(load_game(self.game), sorted(score.played.items())))


@dataclass(frozen=True)
class MatchResult(ResultRows):
    """The result of a match, from the first player's side; lists have one entry for each player.

    `pairs`: the pairs by points (0, ½, 1, 1½, 2). `distinct_games`: games that are not the same, move by move, as one
    played before. `elo` is None while there is no pair, and like `elo_low` and `elo_high` where it would be infinite.
    `boards_evaluated`: evaluations and finished games together. `finished_games`: reached by the searches. `memory`:
    bytes of the largest stored tree or table. `forfeits`: games lost by crash, hang, illegal move or time. `verdict`:
    of the sequential test, if there was one. `chances`: wins in one and blocks of the first thousand games, if they
    were counted.
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
    boards_evaluated: tuple[int, int]
    nodes: tuple[int, int]
    cutoffs: tuple[int, int]
    evaluations: tuple[int, int]
    finished_games: tuple[int, int]
    memory: tuple[int, int]
    average_depth: tuple[float | None, float | None]
    seconds: tuple[float, float]
    forfeits: tuple[int, int]
    verdict: SprtVerdict | None
    chances: tuple[Chances, Chances] | None = None

    def rows(self) -> list[tuple[str, str]]:
        first, second = self.players
        share = 100 * self.score / max(self.games, 1)
        rows = [
            ("players", f"{first} against {second}"),
            ("games", f"{self.games:,}: +{self.wins} ={self.draws} -{self.losses}"),
            ("score", f"{self.score:g} of {self.games:,} ({share:.1f} %) for {first}"),
        ]
        if sum(self.pairs):
            low = "-∞" if self.elo_low is None else self.signed(self.elo_low)
            high = "∞" if self.elo_high is None else self.signed(self.elo_high)
            elo = "unbounded" if self.elo is None else self.signed(self.elo)
            rows.append(("elo", f"{elo} (95 %: {low} to {high})"))
        if self.verdict is not None:
            rows.append(("test", self.verdict.words))
        for player, lost in zip(self.players, self.forfeits, strict=True):
            if lost:
                rows.append(("note", f"{player} lost {lost:,} of the games by its own fault"))
        return rows

    def effort(self, player: int) -> Effort:
        """What the games cost the first (0) or second (1) player."""
        return Effort(
            moves=self.moves[player],
            nodes=self.nodes[player],
            evaluations=self.evaluations[player],
            cutoffs=self.cutoffs[player],
            average_depth=self.average_depth[player],
            seconds=self.seconds[player],
            finished_games=self.finished_games[player],
            memory=self.memory[player],
        )


def game_seeds(seed: int, number: int) -> tuple[int, int]:
    """Seeds for the two sides of a game, unlike those of every other game."""
    rng = Rng(Rng(seed).word() + number)
    return rng.word() >> 1, rng.word() >> 1


def match_tasks(common: GameTask, openings: Sequence[Opening], games: int, seed: int) -> Iterator[GameTask]:
    """The games of a match, numbered from `common.number`; what is the same in all of them is taken from `common`.

    An opening is asked for when its first game is.
    """
    for index in range(games):
        number, opening = common.number + index, openings[index // 2]
        players = common.players if index % 2 == 0 else (common.players[1], common.players[0])
        seeds = game_seeds(seed, number)
        yield replace(common, number=number, players=players, opening=opening.moves, seeds=seeds)


def order_by_number(batches: Iterable[list[FinishedGame]], first: int = 0) -> Iterator[FinishedGame]:
    """The games by number, each as soon as all before it have ended."""
    early: dict[int, FinishedGame] = {}
    for batch in batches:
        early.update((finished.number, finished) for finished in batch)
        while first in early:
            yield early.pop(first)
            first += 1


class MatchScore:
    """The running score of a match, given its games by their number in it, in any order."""

    def __init__(self) -> None:
        self.played: dict[int, FinishedGame] = {}
        self.wins = self.draws = self.losses = 0
        self._pairs = [0] * 5

    def add(self, index: int, finished: FinishedGame) -> None:
        points = self.points(index, finished)
        self.wins += points == 1
        self.draws += points == 0.5
        self.losses += points == 0
        self.played[index] = finished
        partner = self.played.get(index ^ 1)
        if partner is not None:
            self._pairs[round(2 * (points + self.points(index ^ 1, partner)))] += 1

    @staticmethod
    def points(index: int, finished: FinishedGame) -> float:
        """The first player's points."""
        return finished.points if index % 2 == 0 else 1 - finished.points

    def points_of(self, player: int) -> float:
        """The points of the first (0) or second (1) player."""
        return (self.losses if player else self.wins) + self.draws / 2

    @property
    def pairs(self) -> tuple[int, ...]:
        """Pairs of games by their points, the pentanomial."""
        return tuple(self._pairs)

    def faults(self, player: int) -> list[str]:
        """What the first (0) or second (1) player did wrong in each game that it lost by that."""
        return [
            self.played[index].fault
            for index in sorted(self.played)
            if self.played[index].fault and self.points(index, self.played[index]) == player
        ]

    def forfeits(self, player: int) -> int:
        """Games that the first (0) or second (1) player lost by a fault."""
        return len(self.faults(player))

    def effort(self, player: int) -> Effort:
        """What the games cost the first (0) or second (1) player."""
        return total_effort([finished.efforts[(index + player) % 2] for index, finished in self.played.items()])

    def result(self, game: str, players: tuple[str, str], sprt: Sprt | None = None) -> MatchResult:
        """The result of the games so far."""
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
            boards_evaluated=(first.boards_evaluated, second.boards_evaluated),
            nodes=(first.nodes, second.nodes),
            cutoffs=(first.cutoffs, second.cutoffs),
            evaluations=(first.evaluations, second.evaluations),
            finished_games=(first.finished_games, second.finished_games),
            memory=(first.memory, second.memory),
            average_depth=(first.average_depth, second.average_depth),
            seconds=(first.seconds, second.seconds),
            forfeits=(self.forfeits(0), self.forfeits(1)),
            verdict=None if sprt is None else sprt.verdict(self.pairs),
        )


def check_output(out: str) -> None:
    """Refuse a file that games cannot be written to, before the first one is played."""
    write_games([], Path(out).suffix)
    named_file.check_output(Path(out))


def write_match(score: MatchScore, out: str) -> None:
    """Write the games to a file; its extension says how."""
    played = [score.played[index] for index in sorted(score.played)]
    texts = (finished.text for finished in played)
    write_file(Path(out), [game for text in texts for game in read_games(text, ".games", load=load_game_in_data)])

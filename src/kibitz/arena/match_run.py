"""Which of two players is better: a match, its running score, its games as a file."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from kibitz.arena.elo import Sprt
from kibitz.arena.game_task import OVERTIME, PATIENCE, Finished, Task
from kibitz.arena.match import MatchResult, Tally, in_order, match_tasks
from kibitz.arena.openings import Opening, Openings, make_openings
from kibitz.arena.playing import CLUSTER, check_players, needs_process, play_task
from kibitz.core.errors import BadFile, BadOption
from kibitz.core.game import Game
from kibitz.core.loading import load_game
from kibitz.core.searching import StopFlag
from kibitz.jobs.workers import work_here, work_on_cluster
from kibitz.play.files.game_files import formats, read_file, read_games, write_file, write_games

__all__ = ["Match", "MatchResult", "check_output", "openings_for", "play_all", "write_match"]

MAX_GAMES = 1_000_000


@dataclass(frozen=True)
class Match:
    """A match to be played. `openings`: how many moves they have (0: all games from the start), a file, or empty."""

    game: str
    players: tuple[str, str]
    games: int = 100
    seed: int = 0
    workers: int = 1
    cluster: str | None = None
    openings: str = ""
    sprt: Sprt | None = None
    patience: float = PATIENCE
    overtime: float = OVERTIME

    def __post_init__(self) -> None:
        if not 1 <= self.games <= MAX_GAMES:
            raise BadOption(f"A match of {self.games} games cannot be; take 1 to {MAX_GAMES:,}.")
        if self.sprt is not None and not self.sprt.elo0 < self.sprt.elo1:
            raise BadOption(
                f"--sprt {self.sprt.elo0:g} {self.sprt.elo1:g} is not allowed; the first must be the smaller."
            )

    def play(self) -> Iterator[Tally]:
        """The score after every game, always the same object; ends early when a sequential test has its answer."""
        game = load_game(self.game)
        check_players(game, self.players)
        alone = needs_process(game, self.players, CLUSTER if self.cluster else self.workers)
        common = Task(0, self.game, self.players, patience=self.patience, overtime=self.overtime, alone=alone)
        openings = openings_for(game, self.openings, (self.games + 1) // 2, self.seed)
        tasks = match_tasks(common, openings.openings, self.games, self.seed)
        score = Tally()
        with closing(play_all(tasks, self.workers, self.cluster)) as batches:
            for finished in in_order(batches):  # so that a sequential test stops at the same game whoever is quick
                score.add(finished.number, finished)
                yield score
                is_pair = finished.number % 2 == 1
                if self.sprt is not None and is_pair and self.sprt.verdict(score.pairs).decided:
                    return

    def result(self, score: Tally) -> MatchResult:
        return score.result(str(load_game(self.game)), self.players, self.sprt)


def play_all(
    tasks: Iterable[Task],
    workers: int,
    cluster: str | None,
    play: Callable[[Task, StopFlag], Finished] = play_task,
) -> Generator[list[Finished], None, None]:
    """The games as they end, here or on a cluster; `play` is how one is played here."""
    if cluster is not None:
        return work_on_cluster(tasks, play_task, cluster)
    return work_here(tasks, play, workers)


def openings_for(game: Game, text: str, count: int, seed: int) -> Openings:
    """Openings as a text asks for them: made if it is a number of moves or empty, else read from the file it names."""
    if not text or text.isdigit():
        return make_openings(game, count, seed, plies=int(text) if text else None)
    path = Path(text)
    if path.suffix.lower() not in formats() and not path.exists():
        raise BadOption(f"--openings is a number of moves or a file of games, not '{text}'.")
    games = read_file(path, load=load_game, game=game)
    found = [Opening(saved.record.moves, True) for saved in games if saved.record.game == game]
    found = [opening for opening in found if not _is_over(game, opening)]
    if not found:
        raise BadFile(f"{path} holds no opening of {game} after which the game goes on.")
    return Openings(tuple(found[i % len(found)] for i in range(count)), min(count, len(found)))


def _is_over(game: Game, opening: Opening) -> bool:
    state = game.initial()
    for move in opening.moves:
        state = game.play(state, move)
    return game.result(state) is not None


def check_output(out: str) -> None:
    """Refuse a file that games cannot be written to, before the first one is played."""
    write_games([], Path(out).suffix)
    if not Path(out).parent.is_dir():
        raise BadFile(f"{out} cannot be written: there is no folder {Path(out).parent}.")


def write_match(score: Tally, out: str) -> None:
    """Write the games to a file; its extension says how."""
    played = [score.played[index] for index in sorted(score.played)]
    write_file(Path(out), [one for finished in played for one in read_games(finished.text, ".games", load=load_game)])

"""Tournaments: from a plan that says who plays what to a table, ratings, and every game on record.

Everything is in one folder: the store of games, and the files written from it at the end. To resume is to play again
with the same plan: the store says which games have ended, the plan which ones are missing, and each of those has the
number, opening and seeds that it would have had (`arena/pairings.py`). So a tournament that was killed gives the same
table as one that was not.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from kibitz.arena.game_store import GameStore
from kibitz.arena.game_task import FinishedGame, GameTask
from kibitz.arena.game_workers import find_players, needs_process, play_games, run_task
from kibitz.arena.match import order_by_number
from kibitz.arena.openings import Opening, prepare_openings
from kibitz.arena.pairings import Pairing, is_decided, pair_rounds, pairing_tasks, score_tested
from kibitz.arena.plan import Plan
from kibitz.arena.reports.export import FOLDER_EXPORTS, TournamentResults
from kibitz.arena.standings import Standings, compute_standings
from kibitz.core.errors import BadOption
from kibitz.core.files.named_file import exists
from kibitz.core.game import Game
from kibitz.core.loading import load_game
from kibitz.core.searching import StopFlag
from kibitz.jobs.folders import lock_folder, make_folder, write_text

STORE = "games.db"


@dataclass(frozen=True)
class TournamentProgress:
    """How far a tournament is; `planned` grows with every round of a Swiss one."""

    games: int
    planned: int


class Tournament:
    """A tournament in its folder, which is made if needed. `play_one`: how a game is played on this machine."""

    def __init__(
        self,
        plan: Plan,
        folder: Path,
        *,
        workers: int = 1,
        cluster: str | None = None,
        play_one: Callable[[GameTask, StopFlag], FinishedGame] = run_task,
    ) -> None:
        self.plan, self.folder, self.workers, self.cluster, self.play_one = plan, folder, workers, cluster, play_one
        self.game: Game = load_game(plan.game)
        self.players = find_players(self.game, [player.spec for player in plan.players])
        self.played: dict[int, FinishedGame] = {}
        self.pairings: list[Pairing] = []

    def play(self, *, resume: bool = False) -> Generator[TournamentProgress, None, None]:
        """Play what has not been played and store each game as it ends; with `resume`, continue with what is stored."""
        self._check_folder(resume)
        with lock_folder(self.folder, "plays the tournament"), GameStore(self.folder / STORE) as store:
            if store.remember("plan", self.plan.text()) != self.plan.text():
                raise BadOption(f"{self.folder} holds another tournament; choose another folder (--out), or remove it.")
            openings = self._openings(store)
            self.played = store.games()
            self.pairings = []
            tested = score_tested(self.plan, self.played)
            for pairings in pair_rounds(self.plan, self.played):
                self.pairings += pairings
                yield self._progress()
                if is_decided(self.plan, tested):
                    return
                tasks = chain.from_iterable(
                    pairing_tasks(self.plan, pairing, openings, alone=self._alone(pairing)) for pairing in pairings
                )
                missing = (task for task in tasks if task.number not in self.played)
                with closing(play_games(missing, self.workers, self.cluster, self.play_one)) as batches:
                    for batch in self._in_turn(batches):
                        store.add(batch)
                        self.played.update((finished.number, finished) for finished in batch)
                        for finished in batch:
                            if finished.number < self.plan.games:  # a later round of a Swiss tournament is not tested
                                tested.add(finished.number, finished)
                        yield self._progress()
                        if is_decided(self.plan, tested):
                            return

    def _in_turn(self, batches: Iterator[list[FinishedGame]]) -> Iterator[list[FinishedGame]]:
        """The games as they end; by number if a test may end them, so that it always ends at the same game."""
        if self.plan.test is None:
            return batches
        return ([finished] for finished in order_by_number(batches, first=len(self.played)))

    def standings(self) -> Standings:
        """The table as it is now."""
        return compute_standings(self.plan, self.pairings, self.played)

    def write(self) -> list[Path]:
        """Write the table, the ratings and the games into the folder; the files written."""
        results = TournamentResults(self.plan, self.game, self.pairings, self.played, self.standings())
        written = []
        for export in FOLDER_EXPORTS:
            path = self.folder / export.name
            content = export.write(results)
            assert isinstance(content, str), "the folder holds texts only"
            write_text(path, content)
            written.append(path)
        return written

    def _progress(self) -> TournamentProgress:
        return TournamentProgress(len(self.played), len(self.pairings) * self.plan.games)

    def _check_folder(self, resume: bool) -> None:
        begun = exists(self.folder / STORE)
        if begun and not resume:
            raise BadOption(
                f"{self.folder} holds games already; continue with --resume, or choose another folder (--out)."
            )
        if resume and not begun:
            raise BadOption(f"There is nothing in {self.folder} to resume; leave out --resume.")
        make_folder(self.folder)

    def _openings(self, store: GameStore) -> Sequence[Opening]:
        """The openings, the same for all pairings; stored as they are made, so that a tournament resumes with them."""

        def keep(number: int, block: Sequence[Opening]) -> None:
            store.remember(f"openings {number}", json.dumps([opening.moves for opening in block]))

        whole = store.recall("openings")  # of a store that was begun when all were made at once
        kept = [json.loads(whole)] if whole is not None else []
        while (block := store.recall(f"openings {len(kept)}")) is not None:
            kept.append(json.loads(block))
        count = (self.plan.games + 1) // 2
        return prepare_openings(self.game, self.plan.openings, count, self.plan.seed, kept=kept, keep=keep)

    def _alone(self, pairing: Pairing) -> bool:
        players = (self.players[pairing.one], self.players[pairing.other])
        return needs_process(self.game, players, many_workers=self.cluster is not None or self.workers > 1)

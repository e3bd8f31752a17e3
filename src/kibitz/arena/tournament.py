"""Tournaments: from a file that says who plays what to a table, ratings, and every game on record.

What is found lies in one folder: the store of games, from which a run that was ended goes on, and what is written from
it at the end.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from kibitz.arena.game_store import Store
from kibitz.arena.game_task import Finished, Task
from kibitz.arena.match import in_order
from kibitz.arena.match_run import openings_for, play_all
from kibitz.arena.openings import Opening
from kibitz.arena.pairings import Pairing, Standings, is_decided, rounds, standings, tasks_of
from kibitz.arena.plan import Plan, parse_plan
from kibitz.arena.playing import CLUSTER, check_players, needs_process, play_task
from kibitz.arena.reports.export import EXPORTS
from kibitz.core.errors import BadFile, BadOption, KibitzError
from kibitz.core.game import Game
from kibitz.core.loading import load_game
from kibitz.core.searching import StopFlag

__all__ = ["STORE", "Progress", "Tournament", "read_plan"]

STORE = "games.db"


@dataclass(frozen=True)
class Progress:
    """How far a tournament is; `planned` grows with every round of a Swiss one."""

    games: int
    planned: int


def read_plan(file: str) -> Plan:
    """The plan in a file."""
    try:
        text = Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise BadFile(f"{file} cannot be read: {reason}.") from None
    try:
        return parse_plan(text)
    except KibitzError as error:
        raise BadFile(f"{file}: {error}") from None


class Tournament:
    """A tournament in its folder, which is made if need be. `play_one` is how a game is played on this machine."""

    def __init__(
        self,
        plan: Plan,
        folder: Path,
        *,
        workers: int = 1,
        cluster: str | None = None,
        play_one: Callable[[Task, StopFlag], Finished] = play_task,
    ) -> None:
        self.plan, self.folder, self.workers, self.cluster, self.play_one = plan, folder, workers, cluster, play_one
        self.game: Game = load_game(plan.game)
        check_players(self.game, tuple(player.spec for player in plan.players))
        self.played: dict[int, Finished] = {}
        self.pairings: list[Pairing] = []

    def play(self, *, resume: bool = False) -> Iterator[Progress]:
        """Play what has not been played, each game stored as it ends; with `resume`, go on with what is stored."""
        self._check_folder(resume)
        with Store(self.folder / STORE) as store:
            if store.remember("plan", self.plan.text()) != self.plan.text():
                raise BadOption(f"{self.folder} holds another tournament; take another folder (--out), or remove it.")
            openings = self._openings(store)
            self.played = store.games()
            self.pairings = []
            for pairings in rounds(self.plan, self.played):
                self.pairings += pairings
                yield self._progress()
                if is_decided(self.plan, self.played):
                    return
                tasks = chain.from_iterable(
                    tasks_of(self.plan, pairing, openings, alone=self._alone(pairing)) for pairing in pairings
                )
                missing = (task for task in tasks if task.number not in self.played)
                with closing(play_all(missing, self.workers, self.cluster, self.play_one)) as batches:
                    for batch in self._in_turn(batches):
                        store.add(batch)
                        self.played.update((finished.number, finished) for finished in batch)
                        yield self._progress()
                        if is_decided(self.plan, self.played):
                            return

    def _in_turn(self, batches: Iterator[list[Finished]]) -> Iterator[list[Finished]]:
        """The games as they end; by number if a test may end them, so that it ends at the same one whoever is quick."""
        if self.plan.test is None:
            return batches
        return ([finished] for finished in in_order(batches, first=len(self.played)))

    def standings(self) -> Standings:
        """The table as it is now."""
        return standings(self.plan, self.pairings, self.played)

    def write(self) -> list[Path]:
        """Write the table, the ratings and the games into the folder; the files written."""
        table, written = self.standings(), []
        for export in EXPORTS:
            path = self.folder / export.name
            try:
                path.write_text(export.write(self.plan, self.game, self.pairings, self.played, table), encoding="utf-8")
            except OSError as error:
                raise BadFile(f"{path} cannot be written: {error.strerror}.") from None
            written.append(path)
        return written

    def _progress(self) -> Progress:
        return Progress(len(self.played), len(self.pairings) * self.plan.games)

    def _check_folder(self, resume: bool) -> None:
        begun = (self.folder / STORE).exists()
        if begun and not resume:
            raise BadOption(f"{self.folder} holds games already; go on with --resume, or take another folder (--out).")
        if resume and not begun:
            raise BadOption(f"There is nothing in {self.folder} to resume; leave out --resume.")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadFile(f"{self.folder} cannot be made: {error.strerror}.") from None

    def _openings(self, store: Store) -> list[Opening]:
        """The openings, the same for all who meet; kept, so that a tournament goes on as it began."""
        kept = store.recall("openings")
        if kept is None:
            made = openings_for(self.game, self.plan.openings, (self.plan.games + 1) // 2, self.plan.seed)
            kept = store.remember("openings", json.dumps([list(opening.moves) for opening in made.openings]))
        return [Opening(tuple(moves), True) for moves in json.loads(kept)]

    def _alone(self, pairing: Pairing) -> bool:
        players = (self.plan.players[pairing.one].spec, self.plan.players[pairing.other].spec)
        return needs_process(self.game, players, CLUSTER if self.cluster else self.workers)

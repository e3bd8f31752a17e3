"""The desk of the arena: who sets up, stops, resumes and asks for tournaments comes here.

A tournament is a folder, as `kibitz tournament` makes one, and everything known about it lies in its store; so all are
there again after a restart, and one that was interrupted goes on where it was. Few run at a time.
"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

from kibitz.arena.game_store import Store
from kibitz.arena.game_task import Finished
from kibitz.arena.hosting.tournament_run import Run
from kibitz.arena.pairings import known_pairings
from kibitz.arena.plan import Plan
from kibitz.arena.reports.tournament_view import (
    GameLine,
    Listed,
    Overview,
    Picture,
    Table,
    file_text,
    games_of,
    overview_of,
    show_boards,
    table_of,
)
from kibitz.arena.tournament import STORE
from kibitz.core.errors import BadFile, KibitzError, Unfinished
from kibitz.jobs.data_folder import data_folder

__all__ = ["FINISHED", "RUNNING", "STOPPED", "Desk", "Full", "NoTournament"]

MAX_RUNNING = 2
MAX_KEPT = 200
WAIT = 5.0  # seconds for a run to end
BEGUN = "begun"  # under which a store has the time

RUNNING, FINISHED, STOPPED = "running", "finished", "stopped"


class Full(Unfinished):
    """There are too many tournaments already."""


class NoTournament(KibitzError):
    """There is none of that name."""


class Desk:
    """`home`: the folder of all tournaments; the user's own unless told. `running`: how many may run at once."""

    def __init__(self, home: Path | None = None, *, running: int = MAX_RUNNING) -> None:
        self.home = home or data_folder() / "arena"
        self.running = running
        self._lock = threading.RLock()
        self._kept: dict[str, _Kept] = {}

    def list_all(self) -> list[Listed]:
        """All tournaments, the latest first."""
        self._look()
        latest_first = sorted(self._all(), key=lambda kept: kept.begun, reverse=True)
        return [Listed(kept.overview, kept.table.verdict) for kept in latest_first]

    def start(self, plan: Plan, client: str) -> Overview:
        """Begin a tournament for a client, who may have one at a time."""
        with self._lock:
            self._check_room(client)
            self._look()
            if len(self._kept) >= MAX_KEPT:
                raise Full(f"{MAX_KEPT} tournaments are kept already; remove one that is not needed any more.")
            name = uuid4().hex[:12]
            kept = self._kept[name] = _Kept.new(self.home / name, plan)
            kept.run(client)
        return kept.overview

    def resume(self, name: str, client: str) -> Overview:
        """Let one go on that was interrupted."""
        with self._lock:
            kept = self._find(name)
            if kept.state == STOPPED:
                self._check_room(client)
                kept.run(client)
        return kept.overview

    def stop(self, name: str) -> Overview:
        """Interrupt one that runs. What has been played is safe."""
        kept = self._find(name)
        kept.stop()
        return kept.overview

    def remove(self, name: str) -> None:
        """Throw one away, with all its games."""
        with self._lock:
            kept = self._find(name)
            kept.stop()
            if kept.running is not None:
                raise Full("The tournament is still being stopped; try again in a few seconds.")
            del self._kept[name]
            shutil.rmtree(kept.folder, ignore_errors=True)

    def overview(self, name: str) -> Overview:
        return self._find(name).overview

    def table(self, name: str) -> Table:
        return self._find(name).table

    def games(self, name: str, *, besides: Mapping[int, Finished] | None = None) -> list[GameLine]:
        """The games by number, without those known already."""
        kept = self._find(name)
        return games_of(kept.plan, kept.played, besides=besides or {})

    def played(self, name: str) -> Mapping[int, Finished]:
        return self._find(name).played

    def boards(self, name: str) -> Picture:
        """What is in play now, and what was last."""
        kept = self._find(name)
        running = kept.running
        if running is not None:
            return running.boards
        played = kept.played
        return show_boards(kept.plan, played, [played[number] for number in sorted(played)])

    def file(self, name: str, kind: str, app: str) -> str:
        """A file of it; `app`: where its links find the web app."""
        kept = self._find(name)
        return file_text(kept.plan, kept.played, kind, app)

    def close(self) -> None:
        """Interrupt everything."""
        for kept in self._all():
            kept.stop()

    def _all(self) -> list[_Kept]:
        with self._lock:
            return list(self._kept.values())

    def _check_room(self, client: str) -> None:
        clients = [kept.client for kept in self._all() if kept.running is not None]
        if client in clients:
            raise Full("You have a tournament going on already; stop it, or wait for its end.")
        if len(clients) >= self.running:
            raise Full(f"{len(clients)} tournaments are going on already; wait until one has ended, or stop one.")

    def _find(self, name: str) -> _Kept:
        with self._lock:
            if name not in self._kept:
                self._look()
            if name not in self._kept:
                raise NoTournament(f"There is no tournament '{name}'; it may have been removed.")
            return self._kept[name]

    def _look(self) -> None:
        """Find what lies in the folder; what cannot be read is left alone."""
        with self._lock:
            for store in self.home.glob(f"*/{STORE}"):
                if store.parent.name not in self._kept:
                    try:
                        self._kept[store.parent.name] = _Kept(store.parent)
                    except (KibitzError, ValueError, TypeError):
                        continue  # no store of ours


class _Kept:
    """A tournament in its folder, running or not."""

    def __init__(self, folder: Path) -> None:
        with Store(folder / STORE) as store:
            plan, self.begun = store.recall("plan"), store.recall(BEGUN) or ""
            if plan is None:
                raise BadFile(f"{folder} holds no tournament.")
            self._played = store.games()
        self.plan = Plan.from_text(plan)
        self.folder = folder
        self.client, self.error = "", ""
        self.running: Run | None = None
        self._table: tuple[int, Table] | None = None

    @classmethod
    def new(cls, folder: Path, plan: Plan) -> _Kept:
        try:
            folder.mkdir(parents=True)
        except OSError as error:
            raise BadFile(f"{folder} cannot be made: {error.strerror}.") from None
        with Store(folder / STORE) as store:
            store.remember("plan", plan.text())
            store.remember(BEGUN, datetime.now(UTC).isoformat(timespec="milliseconds"))
        return cls(folder)

    def run(self, client: str) -> None:
        self.client, self.error = client, ""
        games = max(1, (os.cpu_count() or 1) // 2 - 1)  # so that a core at least is free for those who play
        self.running = Run(self.plan, self.folder, games=games, when_over=self._over)
        self.running.played = self._played
        self.running.start()

    def stop(self) -> None:
        running = self.running
        if running is not None:
            running.stop(wait=WAIT)

    def _over(self) -> None:
        run = self.running
        assert run is not None
        self._played, self.error, self.running = run.played, run.error, None

    @property
    def played(self) -> Mapping[int, Finished]:
        run = self.running
        return self._played if run is None else run.played

    @property
    def table(self) -> Table:
        """How everybody stands; worked out once for as many games."""
        played = self.played
        if self._table is None or self._table[0] != len(played):
            self._table = len(played), table_of(self.plan, played)
        return self._table[1]

    @property
    def state(self) -> str:
        if self.running is not None:
            return RUNNING
        return FINISHED if known_pairings(self.plan, self._played)[1] else STOPPED

    @property
    def overview(self) -> Overview:
        run = self.running
        return overview_of(
            self.plan,
            len(self.played),
            tournament=self.folder.name,
            begun=self.begun,
            state=self.state,
            stage="" if run is None else run.stage,
            error=self.error if run is None else "",
        )

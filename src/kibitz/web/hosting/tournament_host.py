"""The tournaments of a server: set up, listed, started, stopped, resumed, shown and removed.

A tournament is a folder, as `kibitz tournament` makes one, and everything known about it is in its store. So all of
them are there again after a restart, and one that was interrupted resumes where it was (`arena/tournament.py`).
"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from uuid import uuid4

from kibitz.arena.game_store import GameStore
from kibitz.arena.game_task import FinishedGame
from kibitz.arena.pairings import find_pairings
from kibitz.arena.plan import Plan
from kibitz.arena.reports.export import export_file
from kibitz.arena.reports.tournament_view import (
    BoardsInPlay,
    GameLine,
    TournamentListing,
    TournamentOverview,
    TournamentTable,
    draw_boards,
    list_finished_games,
    make_overview,
    make_tournament_table,
)
from kibitz.arena.tournament import STORE
from kibitz.core.errors import BadFile, KibitzError
from kibitz.core.files.data_folder import find_data_folder
from kibitz.jobs.folders import make_folder
from kibitz.jobs.hosted_runs import MAX_RUNNING, HostedRuns, TooManyRuns
from kibitz.web.hosting.plan_request import check_plan
from kibitz.web.hosting.tournament_run import TournamentRun

MAX_STORED = 200
BEGUN = "begun"  # the key of the time in the store

RUNNING, FINISHED, STOPPED = "running", "finished", "stopped"


class NoTournament(KibitzError):
    """There is none of that name."""


class TournamentHost:
    """`folder`: holds all tournaments (default: the user's own). `max_running`: how many may run at once."""

    def __init__(self, folder: Path | None = None, *, max_running: int = MAX_RUNNING) -> None:
        self.folder = folder or find_data_folder() / "arena"
        self._runs: HostedRuns[str, TournamentRun] = HostedRuns("tournaments", max_running=max_running)
        self._lock = threading.RLock()
        self._tournaments: dict[str, HostedTournament] = {}

    def list_all(self) -> list[TournamentListing]:
        """All tournaments, the latest first."""
        self._read_folder()
        with self._lock:
            latest_first = sorted(self._tournaments.values(), key=lambda one: one.begun, reverse=True)
        return [TournamentListing(one.overview, one.table.verdict) for one in latest_first]

    def start(self, plan: Plan, client: str) -> TournamentOverview:
        """Begin a tournament for a client, who may have one running at a time."""
        with self._lock:
            self._runs.check_allowed(client)
            self._read_folder()
            if len(self._tournaments) >= MAX_STORED:
                raise TooManyRuns(f"{MAX_STORED} tournaments are stored already; remove one that you no longer need.")
            name = uuid4().hex[:12]
            tournament = self._tournaments[name] = HostedTournament.create(self.folder / name, plan)
            return self._run(name, tournament, client)

    def resume(self, name: str, client: str) -> TournamentOverview:
        """Continue one that was interrupted."""
        with self._lock:
            tournament = self._find(name)
            return self._run(name, tournament, client) if tournament.state == STOPPED else tournament.overview

    def stop(self, name: str) -> TournamentOverview:
        """Interrupt one that runs. What has been played is safe."""
        tournament = self._find(name)
        self._runs.stop(name)
        return tournament.overview

    def remove(self, name: str) -> None:
        """Delete one, with all its games."""
        with self._lock:
            tournament = self._find(name)
            self._runs.stop(name)
            if self._runs.is_running(name):
                raise TooManyRuns("The tournament is still being stopped; try again in a few seconds.")
            self._runs.forget(name)
            del self._tournaments[name]
            shutil.rmtree(tournament.folder, ignore_errors=True)

    def overview(self, name: str) -> TournamentOverview:
        return self._find(name).overview

    def table(self, name: str) -> TournamentTable:
        return self._find(name).table

    def games(self, name: str, *, besides: Mapping[int, FinishedGame] | None = None) -> list[GameLine]:
        """The games by number, without those known already."""
        tournament = self._find(name)
        return list_finished_games(tournament.plan, tournament.played, besides=besides or {})

    def played(self, name: str) -> Mapping[int, FinishedGame]:
        return self._find(name).played

    def boards(self, name: str) -> BoardsInPlay:
        """The games in play now, and those that ended last."""
        return self._find(name).boards

    def file(self, name: str, kind: str, app: str) -> str | bytes:
        """The content of a file of it, by its extension; `app`: where its links find the web app."""
        tournament = self._find(name)
        return export_file(tournament.plan, tournament.played, kind, app=app)

    def close(self) -> None:
        """Interrupt everything."""
        self._runs.close()

    def _run(self, name: str, tournament: HostedTournament, client: str) -> TournamentOverview:
        tournament.run = self._runs.start(name, client, partial(tournament.new_run, client))
        return tournament.overview

    def _find(self, name: str) -> HostedTournament:
        with self._lock:
            if name not in self._tournaments:
                self._read_folder()
            if name not in self._tournaments:
                raise NoTournament(f"There is no tournament '{name}'; it may have been removed.")
            return self._tournaments[name]

    def _read_folder(self) -> None:
        """Find the tournaments in the folder; what cannot be read is left alone."""
        with self._lock:
            for store in self.folder.glob(f"*/{STORE}"):
                if store.parent.name not in self._tournaments:
                    try:
                        self._tournaments[store.parent.name] = HostedTournament(store.parent)
                    except (KibitzError, ValueError, TypeError):
                        continue  # not one of our stores


class HostedTournament:
    """A tournament in its folder; `run` is its last run since the server began."""

    def __init__(self, folder: Path) -> None:
        with GameStore(folder / STORE) as store:
            plan, self.begun = store.recall("plan"), store.recall(BEGUN) or ""
            if plan is None:
                raise BadFile(f"{folder} holds no tournament.")
            self._stored = store.games()
        self.plan = Plan.from_text(plan)
        check_plan(self.plan)  # a store is data: it may name no file to run and no program to start
        self.folder = folder
        self.run: TournamentRun | None = None
        self._table: tuple[int, TournamentTable] | None = None

    @classmethod
    def create(cls, folder: Path, plan: Plan) -> HostedTournament:
        make_folder(folder)
        with GameStore(folder / STORE) as store:
            store.remember("plan", plan.text())
            store.remember(BEGUN, datetime.now(UTC).isoformat(timespec="milliseconds"))
        return cls(folder)

    def new_run(self, client: str) -> TournamentRun:
        """A run that plays what has not been played."""
        games = max(1, (os.cpu_count() or 1) // 2 - 1)  # so that at least one core is free for those who play
        return TournamentRun(self.plan, self.folder, client, played=dict(self.played), games=games)

    @property
    def played(self) -> Mapping[int, FinishedGame]:
        return self._stored if self.run is None else self.run.played

    @property
    def boards(self) -> BoardsInPlay:
        run, played = self.run, self.played
        if run is not None and run.is_running:
            return run.boards
        return draw_boards(self.plan, played, [played[number] for number in sorted(played)])

    @property
    def table(self) -> TournamentTable:
        """The standings, computed once for the same number of games."""
        played = self.played
        if self._table is None or self._table[0] != len(played):
            self._table = len(played), make_tournament_table(self.plan, played)
        return self._table[1]

    @property
    def state(self) -> str:
        if self.run is not None and self.run.is_running:
            return RUNNING
        return FINISHED if find_pairings(self.plan, self.played)[1] else STOPPED

    @property
    def overview(self) -> TournamentOverview:
        run, state = self.run, self.state
        return make_overview(
            self.plan,
            len(self.played),
            tournament=self.folder.name,
            begun=self.begun,
            state=state,
            stage=run.stage if run is not None and state == RUNNING else "",
            error=run.error if run is not None and state != RUNNING else "",
        )

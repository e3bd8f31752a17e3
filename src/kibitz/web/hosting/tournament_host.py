"""The tournaments of a server: started, resumed and shown; the rest is in `folder_host.py`.

A tournament is a folder, as `kibitz tournament` makes one, and everything known about it is in its store
(`arena/tournament.py`).
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import partial
from pathlib import Path

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
from kibitz.core.errors import BadFile
from kibitz.core.files.data_folder import find_data_folder
from kibitz.jobs.folders import make_folder
from kibitz.jobs.hosted_runs import MAX_RUNNING
from kibitz.web.hosting.folder_host import FINISHED, RUNNING, STOPPED, FolderHost, HostedFolder, time_text
from kibitz.web.hosting.plan_request import check_plan
from kibitz.web.hosting.tournament_run import TournamentRun

MAX_STORED = 200
BEGUN = "begun"  # the key of the time in the store


class TournamentHost(FolderHost["HostedTournament", TournamentOverview]):
    """`folder`: holds all tournaments (default: the user's own). `max_running`: how many may run at once."""

    def __init__(self, folder: Path | None = None, *, max_running: int = MAX_RUNNING) -> None:
        folder = folder or find_data_folder() / "arena"
        super().__init__(folder, "tournament", HostedTournament, STORE, max_running=max_running, max_stored=MAX_STORED)

    def list_all(self) -> list[TournamentListing]:
        """All tournaments, the latest first."""
        return [TournamentListing(one.overview, one.table.verdict) for one in self.latest_first()]

    def start(self, plan: Plan, client: str) -> TournamentOverview:
        """Begin a tournament for a client, who may have one running at a time."""
        return self.begin(client, partial(HostedTournament.create, plan))

    def resume(self, name: str, client: str) -> TournamentOverview:
        """Continue one that was interrupted."""
        with self._lock:
            tournament = self.find(name)
            return self.run(tournament, client) if tournament.state == STOPPED else tournament.overview

    def table(self, name: str) -> TournamentTable:
        return self.find(name).table

    def games(self, name: str, *, besides: Mapping[int, FinishedGame] | None = None) -> list[GameLine]:
        """The games by number, without those known already."""
        tournament = self.find(name)
        return list_finished_games(tournament.plan, tournament.played, besides=besides or {})

    def played(self, name: str) -> Mapping[int, FinishedGame]:
        return self.find(name).played

    def boards(self, name: str) -> BoardsInPlay:
        """The games in play now, and those that ended last."""
        return self.find(name).boards

    def file(self, name: str, kind: str, app: str) -> str | bytes:
        """The content of a file of it, by its extension; `app`: where its links find the web app."""
        tournament = self.find(name)
        return export_file(tournament.plan, tournament.played, kind, app=app)


class HostedTournament(HostedFolder[TournamentRun, TournamentOverview]):
    """A tournament in its folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        with GameStore(folder / STORE) as store:
            plan, self.begun = store.recall("plan"), store.recall(BEGUN) or ""
            if plan is None:
                raise BadFile(f"{folder} holds no tournament.")
            self._stored = store.games()
        self.plan = Plan.from_text(plan)
        check_plan(self.plan)  # a store is data: it may name no file to run and no program to start
        self._table: tuple[int, TournamentTable] | None = None

    @classmethod
    def create(cls, plan: Plan, folder: Path) -> HostedTournament:
        make_folder(folder)
        with GameStore(folder / STORE) as store:
            store.remember("plan", plan.text())
            store.remember(BEGUN, time_text())
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
        if self.is_running:
            return RUNNING
        return FINISHED if find_pairings(self.plan, self.played)[1] else STOPPED

    @property
    def overview(self) -> TournamentOverview:
        run, state = self.run, self.state
        return make_overview(
            self.plan,
            len(self.played),
            tournament=self.name,
            begun=self.begun,
            state=state,
            stage=run.stage if run is not None and state == RUNNING else "",
            error=run.error if run is not None and state != RUNNING else "",
        )

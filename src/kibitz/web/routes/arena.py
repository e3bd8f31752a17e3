"""The API of the arena: set up a tournament, watch it, stop it, resume it, and download it as a file.

What changes something is a POST, so that no link and no image can do it; its parameters are in the address like all
others. Players and games are those known by name: no parameter ever names a file or a program.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from fastapi import APIRouter, Depends, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from kibitz.arena.game_task import FinishedGame
from kibitz.arena.reports.export import EXPORTS
from kibitz.arena.reports.tournament_view import GameLine, TournamentListing, TournamentOverview, TournamentTable
from kibitz.web.hosting.folder_host import RUNNING
from kibitz.web.hosting.plan_request import (
    LONGEST_OPENING,
    MAX_GAMES,
    MAX_PLAYERS,
    MAX_ROUNDS,
    PlanRequest,
    make_plan,
)
from kibitz.web.hosting.tournament_host import TournamentHost
from kibitz.web.models import Client, GameSpec, document_refusals, refuse_if_invalid
from kibitz.web.pool import Event
from kibitz.web.streaming import EventStream, attached_file
from kibitz.web.watching import Look, watch_run

router = APIRouter(prefix="/api/arena", responses=document_refusals(400, 403))

BETWEEN_TABLES = 0.6  # seconds at least, for a table takes some arithmetic
MAX_ELO = 1_000.0

Name = Annotated[
    str, Query(alias="tournament", pattern="^[0-9a-f]{12}$", description="The name from /start or the list")
]
Spec: TypeAlias = Annotated[str, Field(min_length=1, max_length=300)]
Called: TypeAlias = Annotated[str, Field(max_length=80)]


def _find_host(request: Request) -> TournamentHost:
    host: TournamentHost = request.app.state.tournaments
    return host


Host = Annotated[TournamentHost, Depends(_find_host)]


class TournamentSettings(BaseModel):
    """A tournament to be set up."""

    model_config = ConfigDict(extra="forbid")

    game: GameSpec
    player: list[Spec] = Field(
        min_length=2, max_length=MAX_PLAYERS, description="The spec of a player; repeat for each"
    )
    name: list[Called] = Field(
        default=[], max_length=MAX_PLAYERS, description="Their names in tables, in the same order; the spec if empty"
    )
    kind: Literal["round-robin", "gauntlet", "swiss"] = "round-robin"
    games: int = Field(default=20, ge=1, le=MAX_GAMES, description="Games per pairing")
    rounds: int = Field(
        default=0, ge=0, le=MAX_ROUNDS, description="Rounds of a Swiss tournament; 0: enough to find a winner"
    )
    openings: int | None = Field(
        default=None, ge=0, le=LONGEST_OPENING, description="Moves of an opening; 0: from the start"
    )
    seed: int = Field(default=0, ge=0, le=2**53 - 1, description="Random seed for openings and players")
    elo0: float | None = Field(
        default=None,
        ge=-MAX_ELO,
        le=MAX_ELO,
        description="With elo1, for two players: stop as soon as a test decides between them",
    )
    elo1: float | None = Field(default=None, ge=-MAX_ELO, le=MAX_ELO)
    client: Client = ""

    def request(self) -> PlanRequest:
        names = [*self.name, *[""] * len(self.player)]
        return PlanRequest(
            game=self.game,
            players=list(zip(names, self.player, strict=False)),
            kind=self.kind,
            games=self.games,
            rounds=self.rounds,
            openings=self.openings,
            seed=self.seed,
            sprt=None if self.elo0 is None or self.elo1 is None else (self.elo0, self.elo1),
        )


@dataclass(frozen=True)
class Tournaments:
    tournaments: list[TournamentListing]


@dataclass(frozen=True)
class TournamentReport:
    """A tournament with all there is to know about it."""

    overview: TournamentOverview
    table: TournamentTable
    games: list[GameLine]


@dataclass(frozen=True)
class NewGames:
    """Games that have ended since the last look."""

    games: list[GameLine]


@router.get("/list")
def tournaments(host: Host) -> Tournaments:
    """Every tournament that was ever begun here and not removed, the latest first."""
    return Tournaments(host.list_all())


@router.post("/start", responses=document_refusals(422, 503))
def start(setting: Annotated[TournamentSettings, Query()], host: Host) -> TournamentOverview:
    """Begin a tournament, or a match, which is a tournament of two. Its games run at the lowest priority."""
    with refuse_if_invalid("setting"):
        return host.start(make_plan(setting.request()), setting.client)


@router.post("/stop", responses=document_refusals(404, 422))
def stop(name: Name, host: Host) -> TournamentOverview:
    """Interrupt a tournament; every game that has ended is kept."""
    return host.stop(name)


@router.post("/resume", responses=document_refusals(404, 422, 503))
def resume(name: Name, host: Host, client: Client = "") -> TournamentOverview:
    """Continue a tournament where it was interrupted."""
    return host.resume(name, client)


@router.post("/remove", responses=document_refusals(404, 422, 503))
def remove(name: Name, host: Host) -> Tournaments:
    """Delete a tournament with all its games; lists the others."""
    host.remove(name)
    return Tournaments(host.list_all())


@router.get("/report", responses=document_refusals(404, 422))
def report(name: Name, host: Host) -> TournamentReport:
    """How a tournament stands, its table and its games."""
    return TournamentReport(host.overview(name), host.table(name), host.games(name))


@router.get("/file", response_class=Response, responses=document_refusals(404, 422))
def file(
    request: Request,
    name: Name,
    host: Host,
    format: Annotated[str, Query(max_length=10, description=" ".join(EXPORTS))],
) -> Response:
    """A tournament as a file; `toml` is the one that `kibitz tournament` plays."""
    with refuse_if_invalid("format"):
        content = host.file(name, format, str(request.base_url).rstrip("/"))
    return attached_file(content, EXPORTS[format].name, EXPORTS[format].media_type)


@router.get("/watch", response_class=EventStream, responses=document_refusals(404, 422, 503, streamed=True))
async def watch(request: Request, name: Name, host: Host) -> EventStream:
    """A tournament while it runs.

    Events: `overview`, `table` and `games`, those that are new, whenever there is something new; `boards` of the games
    in play; then `done`, at once if it does not run.
    """
    await run_in_threadpool(host.overview, name)  # refused before the stream begins
    return watch_run(request, _TournamentWatcher(host, name).look)


class _TournamentWatcher:
    """What a page that watches a tournament has been sent so far."""

    def __init__(self, host: TournamentHost, name: str) -> None:
        self.host, self.name = host, name
        self._sent: dict[str, object] = {}  # the last event of each name
        self._known: Mapping[int, FinishedGame] = {}
        self._next_table = 0.0

    def look(self) -> Look:
        overview = self.host.overview(self.name)
        is_over = overview.state != RUNNING
        now = (Event("overview", overview), Event("boards", self.host.boards(self.name)))
        events = [event for event in now if self._sent.get(event.name) != event.data]
        is_first = not self._sent
        self._sent.update(events)
        if is_over or time.monotonic() >= self._next_table:
            news = self._new_games()  # before the end of the run, which the page announces with the last verdict
            events = events + news if is_first else news + events
        return Look(events, is_over)

    def _new_games(self) -> list[Event]:
        played = self.host.played(self.name)
        if len(played) == len(self._known) and "table" in self._sent:
            return []
        self._next_table = time.monotonic() + BETWEEN_TABLES
        games = NewGames(self.host.games(self.name, besides=self._known))
        table = self._sent["table"] = self.host.table(self.name)
        self._known = played
        return [Event("games", games), Event("table", table)]

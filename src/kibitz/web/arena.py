"""The arena's questions: set up a tournament, watch it, stop it, let it go on, and take it along as a file.

What changes something is a POST, so that no link and no picture can do it; its parameters stand in the address like all
others. Players and games are those known by name: no parameter ever names a file or a program.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from fastapi import APIRouter, Depends, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from kibitz.arena.game_task import Finished
from kibitz.arena.hosting.plan_request import LONGEST_OPENING, MAX_GAMES, MAX_PLAYERS, MAX_ROUNDS, Wanted, plan_for
from kibitz.arena.hosting.tournament_host import RUNNING, Desk, NoTournament
from kibitz.arena.reports.tournament_view import FILES, GameLine, Listed, Overview, Table
from kibitz.web.models import Client, GameSpec, document_refusals, refuse_if_invalid
from kibitz.web.pool import Busy, Event
from kibitz.web.streaming import STILL_HERE, EventStream, encoded

__all__ = ["Watchers", "router"]

router = APIRouter(prefix="/api/arena", responses=document_refusals(400, 403))

LOOK = 0.15  # seconds between two looks at a tournament
TABLE = 0.6  # seconds at least between two tables, which take some arithmetic
MAX_WATCHERS = 40
MAX_ELO = 1_000.0

Name = Annotated[str, Query(alias="tournament", pattern="^[0-9a-f]{12}$", description="As /start and the list name it")]
Spec: TypeAlias = Annotated[str, Field(min_length=1, max_length=300)]
Called: TypeAlias = Annotated[str, Field(max_length=80)]


def _desk(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


AtDesk = Annotated[Desk, Depends(_desk)]


class Setting(BaseModel):
    """What is to be played."""

    model_config = ConfigDict(extra="forbid")

    game: GameSpec
    player: list[Spec] = Field(min_length=2, max_length=MAX_PLAYERS, description="A player's spec, one for each")
    name: list[Called] = Field(
        default=[], max_length=MAX_PLAYERS, description="What tables call them, in the same order; the spec if empty"
    )
    kind: Literal["round-robin", "gauntlet", "swiss"] = "round-robin"
    games: int = Field(default=20, ge=1, le=MAX_GAMES, description="Between any two that meet")
    rounds: int = Field(default=0, ge=0, le=MAX_ROUNDS, description="Of swiss; 0 for as many as find a winner")
    openings: int | None = Field(
        default=None, ge=0, le=LONGEST_OPENING, description="Moves of an opening; 0: from the start"
    )
    seed: int = Field(default=0, ge=0, le=2**53 - 1, description="Other seeds, other games")
    elo0: float | None = Field(
        default=None, ge=-MAX_ELO, le=MAX_ELO, description="With elo1, for two players: stop when it is known which"
    )
    elo1: float | None = Field(default=None, ge=-MAX_ELO, le=MAX_ELO)
    client: Client = ""

    def wanted(self) -> Wanted:
        names = [*self.name, *[""] * len(self.player)]
        return Wanted(
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
    tournaments: list[Listed]


@dataclass(frozen=True)
class Report:
    """A tournament with all there is to know about it."""

    overview: Overview
    table: Table
    games: list[GameLine]


@dataclass(frozen=True)
class Games:
    """Games that have ended since one looked last."""

    games: list[GameLine]


@router.get("/list")
def tournaments(desk: AtDesk) -> Tournaments:
    """Every tournament that was ever begun here and not removed, the latest first."""
    return Tournaments(desk.list_all())


@router.post("/start", responses=document_refusals(422, 503))
def start(setting: Annotated[Setting, Query()], desk: AtDesk) -> Overview:
    """Begin a tournament, or a match, which is a tournament of two. Its games run at the lowest priority."""
    with refuse_if_invalid("setting"):
        return desk.start(plan_for(setting.wanted()), setting.client)


@router.post("/stop", responses=document_refusals(404, 422))
def stop(name: Name, desk: AtDesk) -> Overview:
    """Interrupt a tournament; every game that has ended is kept."""
    return desk.stop(name)


@router.post("/resume", responses=document_refusals(404, 422, 503))
def resume(name: Name, desk: AtDesk, client: Client = "") -> Overview:
    """Let a tournament go on where it was interrupted."""
    return desk.resume(name, client)


@router.post("/remove", responses=document_refusals(404, 422, 503))
def remove(name: Name, desk: AtDesk) -> Tournaments:
    """Throw a tournament away, with all its games; the others are listed."""
    desk.remove(name)
    return Tournaments(desk.list_all())


@router.get("/report", responses=document_refusals(404, 422))
def report(name: Name, desk: AtDesk) -> Report:
    """How a tournament stands, its table and its games."""
    return Report(desk.overview(name), desk.table(name), desk.games(name))


@router.get("/file", response_class=Response, responses=document_refusals(404, 422))
def file(
    request: Request,
    name: Name,
    desk: AtDesk,
    format: Annotated[str, Query(max_length=10, description=" ".join(FILES))],
) -> Response:
    """A tournament as a file; `toml` is the one that `kibitz tournament` plays."""
    with refuse_if_invalid("format"):
        text = desk.file(name, format, str(request.base_url).rstrip("/"))
    file_name, media_type = FILES[format]
    return Response(
        text.encode(),
        media_type=f"{media_type}; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{file_name}"'},
    )


@router.get("/watch", response_class=EventStream, responses=document_refusals(404, 422, 503, streamed=True))
async def watch(request: Request, name: Name, desk: AtDesk) -> EventStream:
    """A tournament while it goes on.

    Events: `overview`, `table` and `games`, those that are new, whenever there is something new; `boards` of the games
    in play; then `done`, at once if it does not run.
    """
    await run_in_threadpool(desk.overview, name)  # refused before the stream begins
    watchers: Watchers = request.app.state.watchers
    if watchers.count >= MAX_WATCHERS:
        raise Busy(f"{watchers.count} pages look at tournaments already; try again in a few seconds.")
    return EventStream(_counted(watchers, _events(desk, name)), headers={"Cache-Control": "no-store"})


class Watchers:
    """How many pages look at tournaments now."""

    count = 0


async def _counted(watchers: Watchers, events: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    watchers.count += 1
    try:
        async for event in events:
            yield event
    except NoTournament as error:  # somebody has removed it meanwhile
        yield encoded(Event("failed", {"error": str(error)}))
    finally:
        watchers.count -= 1


async def _events(desk: Desk, name: str) -> AsyncIterator[bytes]:
    known: Mapping[int, Finished] = {}
    told: dict[str, object] = {}
    loop = asyncio.get_running_loop()
    next_table, spoke = 0.0, loop.time()
    while True:
        now = await run_in_threadpool(desk.overview, name)
        is_over = now.state != RUNNING
        boards = await run_in_threadpool(desk.boards, name)
        now_seen = (Event("overview", now), Event("boards", boards))
        events = [event for event in now_seen if told.get(event.name) != event.data]
        told.update(events)
        if is_over or loop.time() >= next_table:
            played = desk.played(name)
            if len(played) != len(known) or "table" not in told:
                next_table = loop.time() + TABLE
                lines = await run_in_threadpool(desk.games, name, besides=known)
                events += [
                    Event("games", Games(lines)),
                    Event("table", await run_in_threadpool(desk.table, name)),
                ]
                told["table"], known = True, played
        for event in events:
            yield encoded(event)
        if events:
            spoke = loop.time()
        elif loop.time() - spoke >= STILL_HERE:
            spoke = loop.time()
            yield b": still here\n\n"
        if is_over:
            yield encoded(Event("done", {}))
            return
        await asyncio.sleep(LOOK)

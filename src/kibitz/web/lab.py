"""The lab's questions: the catalogue, an entry with its table, plot and links, to measure it, watch that and stop it.

What changes something is a POST, so that no link and no picture can do it. An entry is one of the catalogue, by its id:
no parameter ever names a file or a program.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response

from kibitz.core.errors import InputError
from kibitz.lab.faults.fault_list import FaultDetails
from kibitz.lab.hosting.entry_view import FILES, Sheet
from kibitz.lab.hosting.lab_host import Catalogue, LabDesk
from kibitz.lab.hosting.lab_run import Standing
from kibitz.web.arena import MAX_WATCHERS, Watchers
from kibitz.web.models import Client, document_refusals, refuse_if_invalid
from kibitz.web.pool import Busy, Event
from kibitz.web.streaming import STILL_HERE, EventStream, encoded

__all__ = ["router"]

router = APIRouter(prefix="/api/lab", responses=document_refusals(400, 403))

LOOK = 0.15  # seconds between two looks at a run

_ID = "^[A-Za-z0-9-]{1,24}$"
EntryId = Annotated[str, Query(alias="entry", pattern=_ID, description="As /list names it, such as S3-21")]
Quick = Annotated[bool, Query(description="Only the rows that take seconds, or those that take minutes as well")]


def _desk(request: Request) -> LabDesk:
    desk: LabDesk = request.app.state.lab
    return desk


AtDesk = Annotated[LabDesk, Depends(_desk)]


@dataclass(frozen=True)
class EntryShown:
    """An entry with its rows, and how far it is being measured."""

    sheet: Sheet
    run: Standing


@router.get("/list", responses=document_refusals(422))
def catalogue(desk: AtDesk, quick: Quick = True) -> Catalogue:
    """Every published table and claim by report, with its verdict so far, and the faults of the programs."""
    with refuse_if_invalid("results"):
        return desk.catalogue(quick=quick)


@router.get("/entry", responses=document_refusals(404, 422))
def entry(name: EntryId, desk: AtDesk, quick: Quick = True) -> EntryShown:
    """An entry: reported beside measured, the verdict, the points of its plot, and links to games and searches."""
    with refuse_if_invalid("results"):
        return EntryShown(desk.sheet(name, quick=quick), desk.standing(name, quick=quick))


@router.get("/fault", responses=document_refusals(404, 422))
def fault(
    name: Annotated[str, Query(alias="fault", pattern=_ID, description="As /list names it, such as S0-41")],
    desk: AtDesk,
) -> FaultDetails:
    """A fault of a published program: what it does, and the smallest board on which it shows."""
    return desk.fault(name)


@router.post("/start", responses=document_refusals(404, 422, 503))
def start(name: EntryId, desk: AtDesk, quick: Quick = True, client: Client = "") -> Standing:
    """Measure the rows of an entry that have not been measured, at the lowest priority."""
    with refuse_if_invalid("results"):
        return desk.start(name, client, quick=quick)


@router.post("/stop", responses=document_refusals(404, 422))
def stop(name: EntryId, desk: AtDesk, quick: Quick = True) -> Standing:
    """Interrupt a run; every row that has been measured is kept."""
    return desk.stop(name, quick=quick)


@router.get("/file", response_class=Response, responses=document_refusals(404, 422))
def file(
    desk: AtDesk,
    format: Annotated[str, Query(max_length=10, description=" ".join(FILES))],
    name: Annotated[str, Query(alias="entry", pattern=f"{_ID}|^$", description="All entries if empty")] = "",
    quick: Quick = True,
) -> Response:
    """A report of an entry or of all, as one page, or the plot of an entry."""
    with refuse_if_invalid("format"):
        text = desk.file(name, format, quick=quick)
    file_name, media_type = FILES[format]
    return Response(
        text.encode(),
        media_type=f"{media_type}; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name or "lab"}-{file_name}"'},
    )


@router.get("/watch", response_class=EventStream, responses=document_refusals(404, 422, 503, streamed=True))
async def watch(request: Request, name: EntryId, desk: AtDesk, quick: Quick = True) -> EventStream:
    """An entry while it is measured.

    Events: `run`, how far it is, and `sheet` whenever there is a new row; then `done`, at once if it does not run.
    """
    with refuse_if_invalid("results"):
        await run_in_threadpool(desk.sheet, name, quick=quick)  # refused before the stream begins
    watchers: Watchers = request.app.state.watchers
    if watchers.count >= MAX_WATCHERS:
        raise Busy(f"{watchers.count} pages look at runs already; try again in a few seconds.")
    return EventStream(_counted(watchers, _events(desk, name, quick=quick)), headers={"Cache-Control": "no-store"})


async def _counted(watchers: Watchers, events: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    watchers.count += 1
    try:
        async for event in events:
            yield event
    except InputError as error:  # the file of results has been damaged meanwhile
        yield encoded(Event("failed", {"error": str(error)}))
    finally:
        watchers.count -= 1


async def _events(desk: LabDesk, name: str, *, quick: bool) -> AsyncIterator[bytes]:
    told: Standing | None = None
    loop = asyncio.get_running_loop()
    spoke = loop.time()
    while True:
        now = desk.standing(name, quick=quick)
        if now != told:
            yield encoded(Event("run", now))
            if told is None or now.done != told.done or not now.is_running:
                yield encoded(Event("sheet", await run_in_threadpool(desk.sheet, name, quick=quick)))
            told, spoke = now, loop.time()
        elif loop.time() - spoke >= STILL_HERE:
            spoke = loop.time()
            yield b": still here\n\n"
        if not now.is_running:
            yield encoded(Event("done", {}))
            return
        await asyncio.sleep(LOOK)

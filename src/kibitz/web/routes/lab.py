"""The API of the lab: the catalogue; an entry with its table, plot and links; measuring it, watching and stopping that.

What changes something is a POST, so that no link and no image can do it. An entry is one of the catalogue, by its id:
no parameter ever names a file or a program.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response

from kibitz.lab.faults.fault_list import FaultDetails
from kibitz.lab.hosting.entry_view import FILES, EntryView
from kibitz.lab.hosting.lab_host import Catalogue, LabHost
from kibitz.lab.hosting.lab_run import LabRunStatus
from kibitz.web.models import Client, document_refusals, refuse_if_invalid
from kibitz.web.pool import Event
from kibitz.web.streaming import EventStream, attached_text
from kibitz.web.watching import Look, watch_run

router = APIRouter(prefix="/api/lab", responses=document_refusals(400, 403))

_ID = "^[A-Za-z0-9-]{1,24}$"
EntryId = Annotated[str, Query(alias="entry", pattern=_ID, description="The id from /list")]
Quick = Annotated[bool, Query(description="Only the rows that take seconds, not those that take minutes")]
Ours = Annotated[
    bool, Query(description="Show the full results that ship with Kibitz, even if there are measurements here")
]


def _find_host(request: Request) -> LabHost:
    host: LabHost = request.app.state.lab
    return host


Host = Annotated[LabHost, Depends(_find_host)]


@dataclass(frozen=True)
class EntryShown:
    """An entry with its rows, and how far it is being measured."""

    sheet: EntryView
    run: LabRunStatus


@router.get("/list", responses=document_refusals(422))
def catalogue(host: Host, quick: Quick = True, ours: Ours = False) -> Catalogue:
    """Every published table and claim by report, with its verdict so far, and the faults of the programs."""
    with refuse_if_invalid("results"):
        return host.catalogue(quick=quick, ours=ours)


@router.get("/entry", responses=document_refusals(404, 422))
def entry(name: EntryId, host: Host, quick: Quick = True, ours: Ours = False) -> EntryShown:
    """An entry: reported beside measured, the verdict, the points of its plot, and links to games and searches."""
    with refuse_if_invalid("results"):
        return EntryShown(host.view(name, quick=quick, ours=ours), host.status(name, quick=quick))


@router.get("/fault", responses=document_refusals(404, 422))
def fault(
    name: Annotated[str, Query(alias="fault", pattern=_ID, description="The id from /list")],
    host: Host,
) -> FaultDetails:
    """A fault of a published program: what it does, and the smallest board on which it shows."""
    return host.fault(name)


@router.post("/start", responses=document_refusals(404, 422, 503))
def start(name: EntryId, host: Host, quick: Quick = True, client: Client = "") -> LabRunStatus:
    """Measure the rows of an entry that have not been measured, at the lowest priority."""
    with refuse_if_invalid("results"):
        return host.start(name, client, quick=quick)


@router.post("/start-all", responses=document_refusals(422, 503))
def start_all(host: Host, client: Client = "") -> LabRunStatus:
    """Measure the quick rows of all entries that have not been measured, at the lowest priority."""
    with refuse_if_invalid("results"):
        return host.start_all(client)


@router.post("/stop-all")
def stop_all(host: Host) -> LabRunStatus:
    """Interrupt the run of all quick rows; every row that has been measured is kept."""
    return host.stop_all()


@router.post("/stop", responses=document_refusals(404, 422))
def stop(name: EntryId, host: Host, quick: Quick = True) -> LabRunStatus:
    """Interrupt a run; every row that has been measured is kept."""
    return host.stop(name, quick=quick)


@router.get("/file", response_class=Response, responses=document_refusals(404, 422))
def file(
    host: Host,
    format: Annotated[str, Query(max_length=10, description=" ".join(FILES))],
    name: Annotated[str, Query(alias="entry", pattern=f"{_ID}|^$", description="All entries if empty")] = "",
    quick: Quick = True,
    ours: Ours = False,
) -> Response:
    """A report of an entry or of all, as one page, its table, or the plot of an entry."""
    with refuse_if_invalid("format"):
        text = host.file(name, format, quick=quick, ours=ours)
    file_name, media_type = FILES[format]
    return attached_text(text, f"{name or 'lab'}-{file_name}", media_type)


@router.get("/watch", response_class=EventStream, responses=document_refusals(404, 422, 503, streamed=True))
async def watch(request: Request, name: EntryId, host: Host, quick: Quick = True, ours: Ours = False) -> EventStream:
    """An entry while it is measured.

    Events: `run`, how far it is, and `sheet` whenever there is a new row; then `done`, at once if it does not run.
    """
    with refuse_if_invalid("results"):
        await run_in_threadpool(host.view, name, quick=quick)  # refused before the stream begins
    return watch_run(request, _EntryWatcher(host, name, quick=quick, ours=ours).look)


class _EntryWatcher:
    """What a page that watches an entry has been sent so far."""

    def __init__(self, host: LabHost, name: str, *, quick: bool, ours: bool) -> None:
        self.host, self.name, self.quick, self.ours = host, name, quick, ours
        self._sent: LabRunStatus | None = None

    def look(self) -> Look:
        last, now = self._sent, self.host.status(self.name, quick=self.quick)
        self._sent = now
        events = [] if now == last else [Event("run", now)]
        if events and (last is None or now.done != last.done or not now.is_running):
            events.append(Event("sheet", self.host.view(self.name, quick=self.quick, ours=self.ours)))
        return Look(events, not now.is_running)

"""The API of the doctor: the faults it knows, each with its smallest tree, and the reports made on this machine.

It only reads. No parameter names a file or a program, and nothing that a page sends is ever run. A search of a small
tree, faulty or right, can be put among the recordings of the microscope.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from kibitz.core.errors import UnknownName, Unsuited
from kibitz.doctor.faults.fault import name_family
from kibitz.doctor.gallery import ShownFault, find_runs, list_gallery, show_fault
from kibitz.doctor.report import Run
from kibitz.doctor.report_store import find_report, list_reports, load_report
from kibitz.doctor.reports.draw_run import draw_picture
from kibitz.doctor.reports.recordings import make_recording, name_right_run, name_wrong_run
from kibitz.trees.microscope.recording_cache import RecordingCache
from kibitz.web.models import NamedRecording, document_refusals, refuse_if_invalid

router = APIRouter(prefix="/api/doctor", responses=document_refusals(400, 403))

FaultId = Annotated[str, Query(pattern="^[a-z0-9-]{0,60}$", description="The id from /faults")]
ReportId = Annotated[str, Query(pattern="^([0-9a-f]{16})?$", description="The name from /reports")]
WhichRun = Annotated[str, Query(pattern="^(wrong|right)$", description="Which of the two searches")]


@dataclass(frozen=True)
class ListedFault:
    """A fault in brief."""

    family: str
    id: str
    sentence: str


@router.get("/faults")
def faults() -> list[ListedFault]:
    """Every fault that the doctor knows, family by family."""
    return [ListedFault(name_family(family), fault_id, sentence) for family, fault_id, sentence in list_gallery()]


@router.get("/fault", responses=document_refusals(422))
def shown_fault(fault: FaultId) -> ShownFault:
    """A fault with the smallest tree on which it shows, and what the faulty and the right search answer there."""
    with refuse_if_invalid("fault"):
        return show_fault(fault)


@router.get("/drawing", response_class=Response, responses=document_refusals(422))
def drawing(
    fault: FaultId = "",
    report: ReportId = "",
    run: WhichRun = "wrong",
    step: Annotated[
        int | None, Query(ge=0, le=100_000, description="Number of leaves visited; default: the whole search")
    ] = None,
) -> Response:
    """A search of the smallest tree of a fault or a report, as a picture."""
    with refuse_if_invalid("fault"):
        found, _, is_max = _find_run(fault, report, run)
    return Response(draw_picture(found, is_max, step), media_type="image/svg+xml")


@router.get("/recording", responses=document_refusals(422))
def recording(request: Request, fault: FaultId = "", report: ReportId = "", run: WhichRun = "wrong") -> NamedRecording:
    """Put a search of the smallest tree among the recordings of the microscope; its name there."""
    cache: RecordingCache = request.app.state.recordings
    with refuse_if_invalid("fault"):
        found, name, is_max = _find_run(fault, report, run)
        recorded = make_recording(found, name, is_max=is_max)
        if recorded is None:
            raise Unsuited("This tree has no moves, or numbers beyond 1,000, so the microscope cannot show it.")
        return NamedRecording(cache.add(recorded).name)


def _find_run(fault: str, report: str, run: str) -> tuple[Run, str, bool]:
    """One of the two searches of a fault or of a report, what it is called, and whether Max is to move at the root."""
    if fault:
        case, wrong, right = find_runs(fault)
        return (wrong, fault, case.is_max) if run == "wrong" else (right, name_right_run(right), case.is_max)
    found = load_report(report)
    if found is None or found.patient_run is None or found.right_run is None:
        raise UnknownName(f"There is no report called '{report}' with a search to show; /reports lists them all.")
    is_max = found.smallest_to_move == "max"
    if run == "wrong":
        return found.patient_run, name_wrong_run(found), is_max
    return found.right_run, name_right_run(found.right_run), is_max


@router.get("/reports")
def reports() -> list[dict[str, Any]]:
    """The reports of `kibitz doctor` on this machine in brief, the newest first."""
    return list_reports()


@router.get("/report", responses=document_refusals(422))
def shown_report(report: ReportId) -> dict[str, Any]:
    """One report."""
    with refuse_if_invalid("report"):
        found = find_report(report)
        if found is None:
            raise UnknownName(f"There is no report called '{report}'; /reports lists them all.")
        return found

"""The API of the doctor: the faults it knows, each with its smallest tree, and the reports made on this machine.

It only reads. No parameter names a file or a program, and nothing that a page sends is ever run.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import Response

from kibitz.core.errors import UnknownName
from kibitz.doctor.gallery import ShownFault, find_runs, list_gallery, show_fault
from kibitz.doctor.report_store import find_report, list_reports
from kibitz.doctor.reports.html_report import draw_picture
from kibitz.web.models import document_refusals, refuse_if_invalid

__all__ = ["router"]

router = APIRouter(prefix="/api/doctor", responses=document_refusals(400, 403))

FaultId = Annotated[str, Query(alias="fault", pattern="^[a-z0-9-]{1,60}$", description="As /faults names it")]


@dataclass(frozen=True)
class ListedFault:
    """A fault in brief."""

    family: str
    id: str
    sentence: str


@router.get("/faults")
def faults() -> list[ListedFault]:
    """Every fault that the doctor knows, family by family."""
    return [ListedFault(family.replace("_", " "), fault_id, sentence) for family, fault_id, sentence in list_gallery()]


@router.get("/fault", responses=document_refusals(422))
def fault(name: FaultId) -> ShownFault:
    """A fault with the smallest tree on which it shows, and what the faulty and the right search answer there."""
    with refuse_if_invalid("fault"):
        return show_fault(name)


@router.get("/drawing", response_class=Response, responses=document_refusals(422))
def drawing(
    name: FaultId,
    run: Annotated[str, Query(pattern="^(wrong|right)$", description="Which of the two searches")] = "wrong",
    step: Annotated[
        int | None, Query(ge=0, le=10_000, description="After so many leaves; the whole if left out")
    ] = None,
) -> Response:
    """The search of that tree as a picture."""
    with refuse_if_invalid("fault"):
        case, wrong, right = find_runs(name)
    picture = draw_picture(wrong if run == "wrong" else right, case.is_max, step)
    return Response(picture, media_type="image/svg+xml")


@router.get("/reports")
def reports() -> list[dict[str, Any]]:
    """The reports of `kibitz doctor` on this machine in brief, the newest first."""
    return list_reports()


@router.get("/report", responses=document_refusals(422))
def report(
    name: Annotated[str, Query(alias="report", pattern="^[0-9a-f]{16}$", description="As /reports names it")],
) -> dict[str, Any]:
    """One report."""
    with refuse_if_invalid("report"):
        found = find_report(name)
        if found is None:
            raise UnknownName(f"There is no report called '{name}'; /reports lists them all.")
        return found

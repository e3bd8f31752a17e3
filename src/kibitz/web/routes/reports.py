"""The published reports that the start page leads to; none where no extension adds any."""

from __future__ import annotations

from fastapi import APIRouter

from kibitz.lab.report_cards import ReportShelf, make_report_shelf
from kibitz.web.models import document_refusals

router = APIRouter(prefix="/api", responses=document_refusals(400, 403))


@router.get("/reports")
def reports() -> ReportShelf:
    """Every report: what it was, addresses that play its programs, and the experiment with its main table."""
    return make_report_shelf()

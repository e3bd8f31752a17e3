"""The reports of examinations made on this machine, kept as files for the page of the web app."""

from __future__ import annotations

import contextlib
import hashlib
import json
from pathlib import Path
from typing import Any

from kibitz.core.errors import BadFile
from kibitz.core.files.data_folder import find_data_folder
from kibitz.doctor.report import Report, from_plain_data, to_plain_data
from kibitz.jobs.folders import make_folder

MAX_REPORTS = 200


def _folder() -> Path:
    return find_data_folder() / "doctor"


def keep_report(report: Report) -> None:
    """Store a report, in place of an older one about the same program. What cannot be written is not kept."""
    name = hashlib.sha256(report.patient.encode()).hexdigest()[:16]
    with contextlib.suppress(BadFile, OSError):
        make_folder(_folder())
        text = json.dumps(to_plain_data(report), ensure_ascii=False)
        (_folder() / f"{name}.json").write_text(text, encoding="utf-8")


def list_reports() -> list[dict[str, Any]]:
    """All reports in brief, the newest first."""
    paths = sorted(_folder().glob("*.json"), key=lambda path: -path.stat().st_mtime)[:MAX_REPORTS]
    found = []
    for path in paths:
        report = find_report(path.stem)
        if report is not None:
            brief = {key: report[key] for key in ("patient", "verdict", "sentence", "seconds")}
            found.append({"id": path.stem, "faults": [fault["id"] for fault in report["faults"]], **brief})
    return found


def load_report(report_id: str) -> Report | None:
    """A report by its id, not as plain data."""
    found = find_report(report_id)
    try:
        return None if found is None else from_plain_data(found)
    except (KeyError, TypeError, ValueError):
        return None  # written by another version


def find_report(report_id: str) -> dict[str, Any] | None:
    """A report by its id; None if there is none, or if the file is none of ours."""
    try:
        report: dict[str, Any] = json.loads((_folder() / f"{report_id}.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return report if report.keys() >= {"patient", "verdict", "sentence", "seconds", "faults"} else None

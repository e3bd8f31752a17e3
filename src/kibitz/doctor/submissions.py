"""The programs of a class: every one examined, a page each, a table of all, and a file for a spreadsheet.

A report is written as soon as it is there, beside a digest of the program. Who starts again goes on with what is
missing or has changed. A program that brings its examination down is a row of the table like any other.
"""

from __future__ import annotations

import csv
import dataclasses
import hashlib
import io
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.core.errors import BadFile, KibitzError
from kibitz.core.files.named_file import MAX_CODE_BYTES, exists, explain_errors, read_bytes
from kibitz.doctor.examine_target import examine_target
from kibitz.doctor.report import Report
from kibitz.doctor.reports.html_report import write_html, write_index
from kibitz.jobs.folders import lock_folder, make_folder, write_text

COLUMNS = ("program", "verdict", "faults", "sentence", "leaves", "textbook_leaves", "minimal_leaves", "seconds")


@dataclass(frozen=True)
class Row:
    """A program of the class. `verdict`: of its report, or "not examined" with the reason in `sentence`."""

    program: str
    verdict: str
    faults: tuple[str, ...]
    sentence: str
    leaves: int | None
    textbook_leaves: int | None
    minimal_leaves: int | None
    seconds: float
    page: str


def find_programs(folder: Path) -> list[tuple[str, str, str]]:
    """Every program of a folder: its name, the target, and the command of one in another language.

    A Python file is a program. So is a folder with a file `command`, whose first line is the command to be run there.
    """
    if not exists(folder) or not folder.is_dir():
        raise BadFile(f"{folder} is not a folder; name the folder with the programs.")
    found = []
    with explain_errors(folder, "read"):
        paths = sorted(folder.iterdir())
    for path in paths:
        command = path / "command"
        if path.suffix == ".py" and path.is_file():
            found.append((path.stem, str(path), ""))
        elif command.is_file():
            text = read_bytes(command, MAX_CODE_BYTES).decode("utf-8", "replace").strip().splitlines()
            if text:
                found.append((path.name, "", f"env -C {path} {text[0]}"))
        elif path.is_dir():
            inside = sorted(path.glob("*.py"))
            if len(inside) == 1:
                found.append((path.name, str(inside[0]), ""))
    if not found:
        raise BadFile(f"{folder} has no programs; it should have Python files, or folders with a file 'command'.")
    return found


def examine_folder(folder: Path, out: Path, workers: int = 1) -> Iterator[Row]:
    """The rows of the table as they come, those of earlier runs first."""
    programs = find_programs(folder)
    make_folder(out)
    with lock_folder(out, "examines programs"):
        waiting = []
        for name, target, command in programs:
            known = _read_known(out, name, _digest(target, command))
            if known is not None:
                yield known
            else:
                waiting.append((name, target, command))
        with ThreadPoolExecutor(workers, thread_name_prefix="kibitz-doctor") as pool:
            yield from pool.map(lambda program: _examine(out, *program), waiting)


def _examine(out: Path, name: str, target: str, command: str) -> Row:
    try:
        report = examine_target(target, program=command)
    except KibitzError as error:
        report = Report(target or command, "not examined", str(error))
    row = Row(
        name,
        report.verdict,
        tuple(fault.id for fault in report.faults),
        report.sentence,
        report.leaves,
        report.textbook_leaves,
        report.minimal_leaves,
        report.seconds,
        f"{name}.html",
    )
    write_text(out / row.page, write_html(report))
    kept = {"digest": _digest(target, command), **dataclasses.asdict(row)}
    write_text(out / f"{name}.json", json.dumps(kept, ensure_ascii=False))
    return row


def _digest(target: str, command: str) -> str:
    text = command.encode()
    if target:
        text += read_bytes(Path(target), MAX_CODE_BYTES)
    elif "env -C " in command:
        folder = Path(command.split()[2])
        text += b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())
    return hashlib.sha256(text).hexdigest()


def _read_known(out: Path, name: str, digest: str) -> Row | None:
    try:
        kept: dict[str, Any] = json.loads((out / f"{name}.json").read_text(encoding="utf-8"))
        if kept.pop("digest") != digest or not (out / f"{name}.html").is_file():
            return None
        return Row(**{**kept, "faults": tuple(kept["faults"])})
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write_table(out: Path, rows: list[Row]) -> None:
    """The table of all as `index.html` and `report.csv`."""
    ordered = sorted(rows, key=lambda row: row.program)
    write_text(
        out / "index.html",
        write_index(
            f"{len(rows)} programs",
            [
                (
                    row.program,
                    row.page,
                    row.verdict,
                    ", ".join(row.faults) or (row.sentence if row.verdict == "not examined" else ""),
                    "" if row.leaves is None else f"{row.leaves:,} ({row.textbook_leaves:,})",
                    f"{row.seconds:.1f} s",
                )
                for row in ordered
            ],
        ),
    )
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in ordered:
        writer.writerow(
            [" ".join(value) if isinstance(value := getattr(row, name), tuple) else value for name in COLUMNS]
        )
    write_text(out / "report.csv", text.getvalue())

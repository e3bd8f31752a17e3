"""Tasks written to a file; its extension says in which form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from kibitz.core.errors import BadOption
from kibitz.core.files.named_file import check_output
from kibitz.exercises.sheets.gift import write_gift
from kibitz.exercises.sheets.html_sheet import write_html
from kibitz.exercises.sheets.moodle_xml import write_moodle_xml
from kibitz.exercises.task import Task
from kibitz.jobs.folders import write_text

BANKS: dict[str, Callable[[Sequence[Task]], str]] = {".xml": write_moodle_xml, ".gift": write_gift}
SHEET = ".html"


def check_sheet_path(path: Path, *, solutions: bool | None) -> None:
    """Refuse a file that cannot be written, before the tasks are made."""
    if path.suffix not in (SHEET, *BANKS):
        raise BadOption(
            f"--out {path}: write a sheet (.html) or a question bank (.xml for Moodle, .gift), not '{path.suffix}'."
        )
    if path.suffix in BANKS and solutions is False:
        raise BadOption(
            f"--no-solutions: a question bank ({path.suffix}) marks answers, so it has the solutions in it."
        )
    check_output(path)


def write_sheet(path: Path, tasks: Sequence[Task], *, solutions: bool) -> None:
    """Write the tasks."""
    bank = BANKS.get(path.suffix)
    write_text(path, bank(tasks) if bank else write_html(tasks, solutions=solutions))

"""A report for the terminal: the verdict first, then the fault, the tree with both runs, and what to try."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING

from kibitz.core.publications import cite_publication

if TYPE_CHECKING:  # a report is printed by this file, and so needs it first
    from kibitz.doctor.report import Report, Run


WIDTH, MARGIN = 100, 10
WHOSE_LINES = "These are lines of the textbook's pseudocode; in the program they may look different."


def write_text(report: Report) -> str:
    """The report in lines."""
    lines = [f"{report.patient}: {report.verdict}", ""]
    lines += _words("", report.sentence)
    for place, fault in enumerate(report.faults):
        also = "" if place == 0 or report.is_pair else "or  "
        published = f" As in {', '.join(map(cite_publication, fault.published))}." if fault.published else ""
        lines += ["", *_words("fault", f"{also}{fault.id}: {fault.sentence}{published}")]
        if fault.why:
            lines += _words("why", fault.why)
        if fault.wrong:
            lines += [f"{'wrong':<{MARGIN}}{fault.wrong}", f"{'right':<{MARGIN}}{fault.right}"]
    if any(fault.wrong for fault in report.faults):
        lines += _words("", WHOSE_LINES)
    if report.smallest is not None:
        depth = "" if report.smallest_depth is None else f", depth {report.smallest_depth}"
        lines += ["", *_words("tree", f"{report.smallest}, {report.smallest_to_move.capitalize()} to move{depth}")]
        lines += _words("there", report.violation)
    if report.smallest is not None and report.patient_run is not None and report.right_run is not None:
        lines += ["", *_beside(report.patient_run, report.right_run, report.smallest_to_move == "max")]
    if report.leaves is not None:
        lines += ["", *_words("leaves", format_counts(report))]
    if report.next_step:
        lines += ["", *_words("try", report.next_step)]
    for remark in report.remarks:
        lines += _words("note", remark)
    if report.understood:
        lines += _words("read as", report.understood)
    lines += _words(
        "asked", f"{report.cases} {report.unit}, {report.wrong_cases} answered wrongly; {report.seconds:.1f} s"
    )
    if report.agreed:
        lines += _words("", f"On all of them the fault put into the textbook gives the same {report.agreed}.")
    return "\n".join(lines) + "\n"


def _words(name: str, text: str) -> list[str]:
    parts = wrap(text, WIDTH - MARGIN, break_long_words=False, break_on_hyphens=False)
    return [f"{'' if number else name:<{MARGIN}}{part}".rstrip() for number, part in enumerate(parts)]


def format_counts(report: Report) -> str:
    """The leaves it looked at, beside what is needed."""
    needed = f"textbook alpha-beta {report.textbook_leaves:,}; smallest possible {report.minimal_leaves:,}"
    return f"{report.leaves:,}; {needed}"


def format_number(value: float | None) -> str:
    """A number as people read it: ∞ for infinity, no point for a whole number."""
    if value is None:
        return "?"
    if abs(value) == float("inf"):
        return "∞" if value > 0 else "-∞"
    return str(int(value)) if value == int(value) else f"{value:g}"


def _beside(patient: Run, right: Run, is_max: bool) -> Iterator[str]:
    """The two runs, one line for a node; a node that was not looked at is in brackets."""
    ours, theirs = _list_run(right, is_max), _list_run(patient, is_max)
    answers = [_answer(run) for run in (patient, right)]
    width = max(len(line) for line in ("this program", answers[0], *theirs)) + 4
    yield f"{'':<{MARGIN}}{'this program':<{width}}right"
    for mine, other in zip(theirs, ours, strict=True):
        yield f"{'':<{MARGIN}}{mine:<{width}}{other}".rstrip()
    yield f"{'':<{MARGIN}}{answers[0]:<{width}}{answers[1]}".rstrip()


def _answer(run: Run) -> str:
    if run.error or run.is_sampled:
        return run.error or f"chooses move {run.move}"
    return f"answers {format_number(run.value)}" + ("" if run.move is None else f", move {run.move}")


def _list_run(run: Run, is_max: bool) -> list[str]:
    lines, depths = [], list[int]()
    for node in run.nodes:
        depth = 0 if node.parent < 0 else depths[node.parent] + 1
        depths.append(depth)
        name = "Max" if (depth % 2 == 0) == is_max else "Min"
        text = format_number(node.static) if node.static is not None else f"{name} {format_number(node.value)}"
        if node.static is None and node.alpha is not None and node.beta is not None:
            text += f"  ({format_number(node.alpha)}, {format_number(node.beta)})"
        if node.visits is not None:
            text += f"  {node.visits:,} ×"
        lines.append(
            "  " * depth
            + (
                f"[{format_number(node.static) if node.static is not None else name}]"
                if node.state == "skipped"
                else text
            )
        )
    return lines

"""The examination of a program on trees: asks everything, judges the answers, and finds the fault.

ask every case, and again in reverse order
  no answer at all ........................ hangs, crashes
  other answers the second time ........... unstable (`verdicts/second_pass.py`)
  wrong answers, large values only ......... right within a range (`verdicts/value_range.py`)
  wrong answers ........................... which faults do the same (`diagnose.py`), and the smallest tree
  the tree is not as it was before ........ changes-input
  right, but more leaves than needed ...... slow
"""

from __future__ import annotations

import time
from dataclasses import replace

from kibitz.doctor.diagnose import Diagnosis
from kibitz.doctor.exam_cases import Case, list_cases
from kibitz.doctor.findings import Findings, describe_fault, diagnose, show_example, with_smallest
from kibitz.doctor.judge import judge_reply
from kibitz.doctor.montecarlo.examine_sampled import examine_sampled
from kibitz.doctor.patient.patient import CannotStart, Patient, Reply
from kibitz.doctor.report import FoundFault, Report
from kibitz.doctor.verdicts.failures import report_changed, report_crash
from kibitz.doctor.verdicts.late_wins import find_late_wins
from kibitz.doctor.verdicts.second_pass import find_changing
from kibitz.doctor.verdicts.short_sight import report_short_sight
from kibitz.doctor.verdicts.speed import count_leaves, judge_speed
from kibitz.doctor.verdicts.stopped import report_stopped
from kibitz.doctor.verdicts.value_range import INFINITY_TOO_SMALL, describe_range, find_value_range, report_range

MAX_HANGS = 2  # after so many the rest is not asked
MAX_FAILURES = 20  # the same, if nothing was answered before


def examine(patient: Patient) -> Report:
    """Examine a program. It is left running; whoever made it closes it."""
    started = time.perf_counter()
    try:
        known = patient.start()
    except CannotStart as error:
        name = "no-answer" if error.verdict == "hangs" else "fails"
        fault = FoundFault(name, "The program fails before the first tree.")
        return Report(patient.name, error.verdict, str(error), (fault,), next_step="Run it by hand first.")
    if known.is_sampled:
        return examine_sampled(patient, known)
    cases = list_cases(known.abilities)
    replies = _ask_all(patient, cases)
    cases = cases[: len(replies)]
    violations = [judge_reply(case, reply, known) for case, reply in zip(cases, replies, strict=True)]
    findings = Findings(patient, known, cases, replies, violations)
    report = _decide(findings)
    return _finish(findings, report, time.perf_counter() - started)


def _ask_all(patient: Patient, cases: list[Case]) -> list[Reply]:
    replies, hangs = [], 0
    for case in cases:
        replies.append(patient.ask(case))
        hangs += replies[-1].observed.error == "hang"
        if hangs >= MAX_HANGS or (len(replies) == MAX_FAILURES and all(reply.observed.error for reply in replies)):
            break
    return replies


def _decide(findings: Findings) -> Report:
    kinds = {violation.kind for violation in findings.violations if violation is not None}
    name = findings.patient.name
    if "hang" in kinds:
        return with_smallest(
            findings,
            Report(
                name,
                "hangs",
                "It does not answer in time.",
                (
                    FoundFault(
                        "no-answer", "The program does not come to an end.", "A search of a small tree takes no time."
                    ),
                ),
                next_step="Run it by hand on the tree below, and look for a loop that does not end.",
            ),
            "hang",
        )
    changing = None if kinds & {"crash", "recursion"} else find_changing(findings)
    if changing is not None:
        return changing
    if not findings.wrong:
        changed = [place for place, reply in enumerate(findings.replies) if reply.is_changed]
        if changed:
            return report_changed(findings)
        late = find_late_wins(findings)
        if isinstance(late, Report):
            return late
        report = judge_speed(findings)
        if report.verdict == "right":
            report = show_example(findings, report)
        return replace(report, remarks=(*report.remarks, late)) if late else report
    short_sighted = report_short_sight(findings)
    if short_sighted is not None:
        return short_sighted
    stopped = report_stopped(findings)
    if stopped is not None:
        return stopped
    if "illegal" in kinds:
        fault = FoundFault("illegal-move", "It chooses a move that does not exist.", "Only legal moves can be played.")
        return with_smallest(findings, Report(name, "wrong", fault.sentence, (fault,)), "illegal")
    in_range = None if kinds & {"crash", "recursion"} else report_range(findings)
    if in_range is not None:
        return in_range
    diagnosis = Diagnosis(()) if kinds == {"nonsense"} else diagnose(findings)
    if kinds & {"crash", "recursion"}:
        return report_crash(findings, diagnosis, kinds)
    if not diagnosis.faults and any(reply.is_changed for reply in findings.replies):
        return report_changed(findings)
    if diagnosis.faults:
        first = diagnosis.faults[0]
        sentence = first.sentence
        if diagnosis.is_pair:
            sentence = f"Two faults together: {' '.join(fault.sentence for fault in diagnosis.faults)}"
        elif first.id == INFINITY_TOO_SMALL and (most := find_value_range(findings)) is not None:
            sentence = f"{describe_range(most)} only: its infinity is too small."
        report = Report(
            name,
            "wrong",
            sentence,
            tuple(describe_fault(fault) for fault in diagnosis.faults),
            next_step=f"Look for this line: {first.wrong}. It should be: {first.right}.",
            agreed=diagnosis.agreed,
            is_pair=diagnosis.is_pair,
        )
    elif kinds == {"nonsense"}:
        fault = FoundFault(
            "no-number-returned",
            "The answer is neither a value nor a move.",
            "A search returns the value of the node it was asked about, on every path through the function.",
        )
        report = Report(
            name, "wrong", fault.sentence, (fault,), next_step="Look for a path that ends without a return."
        )
    else:
        report = Report(
            name,
            "wrong",
            "It is wrong, in a way that no fault of the library explains.",
            next_step="Follow the search of the tree below by hand, and compare every value with the right run.",
        )
    return with_smallest(findings, report, None)


def _finish(findings: Findings, report: Report, seconds: float) -> Report:
    """The report with what was noticed besides."""
    remarks = list(report.remarks)
    known = findings.known
    if known.note:
        remarks.append(f"{known.note[0].upper()}{known.note[1:]}.")
    printed = sum(reply.printed > 0 for reply in findings.replies)
    if printed:
        remarks.append(
            f"It prints while it searches, on {printed} of {len(findings.cases)} trees; what it prints is ignored."
        )
    if report.verdict != "changes-input" and any(reply.is_changed for reply in findings.replies):
        remarks.append("It also changes its input tree.")
    if all(reply.observed.leaves is None for reply in findings.replies):
        remarks.append("The leaves it visits could not be observed.")
    if not known.has_move:
        remarks.append("It returns a value and no move, so its choice of a move was not examined.")
    counts: dict[str, int | None] = {}
    if report.leaves is None and not {v.kind for v in findings.violations if v} & {"crash", "hang", "recursion"}:
        leaves, textbook, minimal, _ = count_leaves(findings)
        counts = {"leaves": leaves, "textbook_leaves": textbook, "minimal_leaves": minimal}
    return replace(
        report,
        remarks=tuple(remarks),
        understood=known.understood,
        cases=len(findings.cases),
        wrong_cases=len(findings.wrong),
        seconds=round(seconds, 2),
        **counts,  # type: ignore[arg-type]  # the three counts
    )

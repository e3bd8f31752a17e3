"""A search that is stopped when its time is up, and answers with what an unfinished iteration has found so far.

Where the best move is the same at every depth, any other answer gives it away. Elsewhere it shows by this: asked again
with a little more time, it answers rightly.
"""

from __future__ import annotations

from dataclasses import replace

from kibitz.doctor.exam_cases import Case
from kibitz.doctor.faults.fault import find_library_fault
from kibitz.doctor.findings import Findings, describe_fault, show_case
from kibitz.doctor.judge import judge_reply
from kibitz.doctor.report import Report

MAX_CASES = 6
MORE = range(1, 25, 2)  # values more, before the time is up


def report_stopped(findings: Findings) -> Report | None:
    """The report, if what is wrong depends on when the time is up."""
    kinds = {violation.kind for violation in findings.violations if violation is not None}
    if not findings.known.abilities.budget or not kinds <= {"unfinished", "move", "value"}:
        return None
    ordinary = [findings.cases[place] for place in findings.wrong if findings.cases[place].budget is None]
    if not all(_is_right_later(findings, case) for case in ordinary[:MAX_CASES]):
        return None
    stopped = [case for case in findings.cases if case.budget is not None]
    wrong = [place for place in findings.wrong if findings.cases[place] in stopped]
    if not wrong:
        return None
    fault = describe_fault(find_library_fault("deepening-unfinished-kept"))
    hint = f"Look for this line: {fault.wrong}. It should be: {fault.right}."
    report = Report(findings.patient.name, "wrong", fault.sentence, (fault,), next_step=hint)
    case = findings.cases[wrong[0]]  # not made smaller: its best move would no longer be the same at every depth
    return show_case(findings, report, case, findings.patient.ask(case, trace=True))


def _is_right_later(findings: Findings, case: Case) -> bool:
    """Whether, with a little more time, a case is answered rightly."""
    return any(
        judge_reply(case, findings.patient.ask(replace(case, budget=case.enough + more)), findings.known) is None
        for more in MORE
    )

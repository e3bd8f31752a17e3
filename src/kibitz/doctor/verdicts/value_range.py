"""A program whose infinity is a number: within which values it is right, and what it is called then.

Whoever writes 1000 for infinity, in a game whose values stay below 100, has a program that is right for that game. It
is called right, for the values for which it is, and the fault is named, since it breaks beyond them. A program that
breaks on values of two digits already is called wrong.
"""

from __future__ import annotations

from dataclasses import replace

from kibitz.doctor.exam_cases import LARGE
from kibitz.doctor.exam_tree import Spec
from kibitz.doctor.faults.fault import find_library_fault
from kibitz.doctor.findings import Findings, describe_fault, with_smallest
from kibitz.doctor.judge import judge_reply
from kibitz.doctor.report import Report
from kibitz.doctor.verdicts.speed import judge_speed

LARGE_VALUES = "large values"  # the kind of the cases that have them
INFINITY_TOO_SMALL = "infinity-too-small"
MAX_SHAPES = 3


def find_value_range(findings: Findings) -> int | None:
    """The largest number for which it is right with leaves worth so much; None if large values do it no harm."""
    broken = [findings.cases[place] for place in findings.wrong if findings.cases[place].kind == LARGE_VALUES]
    if not broken:
        return None

    def is_right(value: int) -> bool:
        for case in broken[:MAX_SHAPES]:
            for leaf in (value, -value):
                asked = replace(case, spec=_with_leaves(case.spec, leaf))
                if judge_reply(asked, findings.patient.ask(asked), findings.known) is not None:
                    return False
        return True

    low, high = 0, 3 * LARGE + 1
    if is_right(high) or not is_right(1):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if is_right(middle) else (low, middle)
    return low


def _with_leaves(spec: Spec, value: int) -> Spec:
    return value if isinstance(spec, int) else (value, tuple(_with_leaves(child, value) for child in spec[1]))


def describe_range(most: int) -> str:
    return f"It is right for values between -{most:,} and {most:,}"


def report_range(findings: Findings) -> Report | None:
    """The report on a program that goes wrong on large values and nowhere else, because its infinity is a number."""
    wrong = [findings.cases[place] for place in findings.wrong]
    if any(case.kind != LARGE_VALUES for case in wrong):
        return None
    most = find_value_range(findings)
    if most is None:
        return None
    kept = [place for place, case in enumerate(findings.cases) if case.kind != LARGE_VALUES]
    within = replace(
        findings,
        cases=[findings.cases[place] for place in kept],
        replies=[findings.replies[place] for place in kept],
        violations=[findings.violations[place] for place in kept],
    )
    report = judge_speed(within)
    fault = describe_fault(find_library_fault(INFINITY_TOO_SMALL))
    slow = f" {report.sentence}" if report.verdict == "slow" else ""
    shown = with_smallest(findings, report, None) if report.smallest is None else report
    return replace(
        shown,
        sentence=f"{describe_range(most)}, and breaks beyond them: its infinity is too small.{slow}",
        faults=(fault, *report.faults),
        next_step=f'Write float("inf") in place of the number. {report.next_step}'.strip(),
    )

"""The second pass: the same questions in reverse order must be answered as before.

other values, also where nothing was asked before ..... the program draws numbers: unstable
other values, but the same asked afresh ............... something is kept from one search to the next: unstable
other moves, some of them not among the best .......... ties are taken from bounds, or moves are drawn
"""

from __future__ import annotations

from kibitz.doctor.exam_tree import cut_at_depth, to_lists
from kibitz.doctor.faults.fault import find_library_fault
from kibitz.doctor.findings import Findings, describe_fault, diagnose, with_smallest
from kibitz.doctor.judge import Violation, find_best_moves, judge_reply
from kibitz.doctor.report import FoundFault, Report

MAX_RELOADS = 8  # wrong answers that are asked for once more as if nothing had been asked before

KEPT = FoundFault(
    "kept-between-searches",
    "Something is kept from one search to the next: in a fresh process the program is right.",
    "A global variable, a default argument that can change, or a table that is not emptied carries old values over.",
    "table = {} at the start of every search",
    "def search(node, table={})",
)
LOCAL = "Make everything that a search remembers a local variable or an argument."
DIFFERENT = FoundFault(
    "different-each-time",
    "The same question is answered differently each time.",
    "The value of a tree is one number. Random choices may decide between equal moves, never the value.",
)


def find_changing(findings: Findings) -> Report | None:
    """The second pass: the same questions in reverse order must be answered as before."""
    patient, cases, known = findings.patient, findings.cases, findings.known
    again = [patient.ask(case) for case in reversed(cases)][::-1]
    other_values, bad_moves = [], []
    for place, (case, first, second) in enumerate(zip(cases, findings.replies, again, strict=True)):
        if first.observed.value != second.observed.value or first.observed.error != second.observed.error:
            other_values.append(place)
        elif first.observed.move != second.observed.move:
            best = find_best_moves(case)[1]
            if not {first.observed.move, second.observed.move} <= best:
                bad_moves.append(place)
    if other_values:
        fresh = [[patient.ask(cases[place], reload=True).observed for place in other_values] for _ in range(2)]
        if [one.value for one in fresh[0]] == [one.value for one in fresh[1]]:
            return _find_kept_state(findings, is_seen=True)
        place = other_values[0]
        case, twice = cases[place], (findings.replies[place].observed, again[place].observed)
        return Report(
            patient.name,
            "unstable",
            DIFFERENT.sentence,
            (DIFFERENT,),
            smallest=to_lists(cut_at_depth(case.spec, case.depth)),
            smallest_depth=case.depth,
            smallest_to_move="max" if case.is_max else "min",
            violation=f"asked twice, it answers {twice[0].value} and {twice[1].value}",
            next_step=LOCAL,
        )
    if bad_moves:
        ties = describe_fault(find_library_fault("ties-from-bounds"))
        findings.violations[bad_moves[0]] = findings.violations[bad_moves[0]] or Violation(
            "move", "a move that is not among the best is drawn"
        )
        if known.is_meant_to_prune and all(v is None or v.kind == "move" for v in findings.violations):
            report = Report(
                patient.name, "wrong", ties.sentence, (ties,), next_step=f"Look for this line: {ties.wrong}."
            )
            return with_smallest(findings, report, None)
        fault = FoundFault(
            "different-each-time", "The same question is answered with different moves, some of them wrong."
        )
        return with_smallest(findings, Report(patient.name, "unstable", fault.sentence, (fault,)), None)
    return _find_kept_state(findings) if findings.wrong else None


def _find_kept_state(findings: Findings, *, is_seen: bool = False) -> Report | None:
    """Wrong answers that a program would not give if nothing had been asked before; `is_seen`: there are some."""
    patient, cases, known = findings.patient, findings.cases, findings.known
    sample = findings.wrong[:MAX_RELOADS]
    if not is_seen and all(
        patient.ask(cases[place], reload=True).observed.value == findings.replies[place].observed.value
        for place in sample
    ):
        return None
    afresh = [patient.ask(case, reload=True) for case in cases]
    is_same = all(one.observed.value == two.observed.value for one, two in zip(afresh, findings.replies, strict=True))
    if is_same and not is_seen:
        return None
    before = findings.replies, findings.violations
    findings.replies, findings.is_stateful = afresh, True
    findings.violations = [judge_reply(case, one, known) for case, one in zip(cases, afresh, strict=True)]
    if findings.wrong and diagnose(findings).faults:
        return None  # it has a fault that shows in a single search as well
    findings.replies, findings.violations = before
    findings.is_stateful = False
    return with_smallest(findings, Report(patient.name, "unstable", KEPT.sentence, (KEPT,), next_step=LOCAL), None)

"""What was seen in an examination, which faults would do the same, and the smallest tree on which it shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from kibitz.doctor.diagnose import Diagnosis, find_faults
from kibitz.doctor.exam_cases import Case
from kibitz.doctor.exam_tree import to_lists
from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.judge import Violation, find_lost_leaf, judge_reply
from kibitz.doctor.leaf_counts import find_needless_leaves
from kibitz.doctor.patient.patient import Patient, Reply, TreeAbilities
from kibitz.doctor.report import FoundFault, Report
from kibitz.doctor.runs import run_patient, run_right
from kibitz.doctor.shrink import shrink_case

BESIDES = ("large values", "time is up")  # kinds of cases that are compared only if nothing else is wrong
EXAMPLE_NODES = range(8, 18)  # of a tree to look at
LOW = (100, 4, 3)  # plies of the trees on which a player is compared: all, or only those that it may see whole


@dataclass
class Findings:
    """Everything seen in one examination."""

    patient: Patient
    known: TreeAbilities
    cases: list[Case]
    replies: list[Reply]
    violations: list[Violation | None]
    is_stateful: bool = False  # whether it has to be asked as if nothing had been asked before

    @property
    def wrong(self) -> list[int]:
        return [place for place, violation in enumerate(self.violations) if violation is not None]


def diagnose(findings: Findings) -> Diagnosis:
    known = findings.known
    places = list(range(len(findings.cases)))
    if any(findings.cases[place].kind not in BESIDES for place in findings.wrong):
        # A small infinity, or what a program does when its time is up, may come on top of another fault.
        places = [place for place in places if findings.cases[place].kind not in BESIDES]
    if known.plays_games and not known.has_value:  # it may look no further than a few plies
        for height in LOW:
            low = [place for place in places if findings.cases[place].height <= height]
            found = _diagnose_at(findings, low, with_pairs=False)
            if found.faults:
                return found
    return _diagnose_at(findings, places, with_pairs=True)


def _diagnose_at(findings: Findings, places: Sequence[int], *, with_pairs: bool) -> Diagnosis:
    known = findings.known
    return find_faults(
        [findings.cases[place] for place in places],
        [findings.replies[place].observed for place in places],
        [number for number, place in enumerate(places) if findings.violations[place] is not None],
        prunes=known.is_meant_to_prune,
        has_move=known.has_move,
        told=known.told,
        is_negamax=known.is_negamax,
        with_pairs=with_pairs,
    )


def describe_fault(fault: Fault) -> FoundFault:
    return FoundFault(fault.id, fault.sentence, fault.why, fault.right, fault.wrong, fault.published)


def with_smallest(findings: Findings, report: Report, kind: str | None) -> Report:
    def happens(reply: Reply, case: Case) -> bool:
        violation = judge_reply(case, reply, findings.known)
        if violation is None:
            return False
        return (
            violation.kind == kind if kind else violation.kind in ("value", "move", "illegal", "unfinished", "nonsense")
        )

    places = [
        place
        for place in findings.wrong
        if (violation := findings.violations[place]) is not None and (violation.kind == kind if kind else True)
    ]
    return shrink_into(findings, report, happens, places)


def shrink_into(
    findings: Findings, report: Report, happens: Callable[[Reply, Case], bool], places: list[int]
) -> Report:
    """The report with the smallest tree on which it happens, and both runs on it."""
    if not places:
        return report
    patient, known = findings.patient, findings.known
    first = min(places, key=lambda place: len(findings.cases[place].tree.nodes))
    if report.verdict == "hangs":
        case = findings.cases[first]
    else:
        case = shrink_case(
            findings.cases[first],
            lambda one: happens(patient.ask(one, reload=findings.is_stateful), one),
            known.abilities,
        )
    reply = (
        findings.replies[first]
        if report.verdict == "hangs"
        else patient.ask(case, trace=True, reload=findings.is_stateful)
    )
    return show_case(findings, report, case, reply)


def show_case(findings: Findings, report: Report, case: Case, reply: Reply) -> Report:
    """The report with a tree, what is wrong there, and both runs on it."""
    known = findings.known
    violation = judge_reply(case, reply, known)
    sentence = "" if violation is None else violation.sentence
    leaves = reply.observed.leaves
    if violation is not None and violation.kind in ("value", "move") and leaves:
        lost = find_lost_leaf(case, leaves)
        if lost is not None:
            sentence += f"; it does not look at the leaf {lost.static}, which decides: a cut that loses the value"
    elif violation is None and leaves:
        needless = find_needless_leaves(case, leaves)
        if needless:
            sentence = f"it looks at the leaf {case.tree.nodes[needless[0]].static}, which cannot matter"
    elif reply.is_changed:
        sentence = "after the search the tree is not what it was before"
    return replace(
        report,
        smallest=to_lists(case.spec),
        smallest_depth=case.depth,
        smallest_to_move="max" if case.is_max else "min",
        violation=sentence,
        patient_run=run_patient(case, reply, is_movers=known.is_negamax),
        right_run=run_right(case, prunes=known.is_meant_to_prune),
    )


def show_example(findings: Findings, report: Report) -> Report:
    """The report of a right program with its search of a small tree; as it is if there is none to see."""
    known = findings.known
    fit = [
        case
        for case in findings.cases
        if case.is_max and case.depth in (None, case.height) and not case.is_shared and case.budget is None
        if case.height > 1 and len(case.tree.nodes) in EXAMPLE_NODES
    ]
    if known.is_sampled or not fit:
        return report
    case = max(fit, key=_rate_example)
    reply = findings.patient.ask(case, trace=True, reload=findings.is_stateful)
    if reply.observed.error:
        return report
    return replace(
        report,
        patient_run=run_patient(case, reply, is_movers=known.is_negamax),
        right_run=run_right(case, prunes=known.is_meant_to_prune),
        example=to_lists(case.spec),
    )


def _rate_example(case: Case) -> tuple[int, int]:
    """How much there is to see: something is left out, and the leaves differ."""
    skipped = sum(node.state == "skipped" for node in run_right(case, prunes=True).nodes)
    return min(skipped, 2), len({node.static for node in case.tree.nodes if node.is_leaf})

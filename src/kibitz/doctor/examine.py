"""The examination of a program on trees: asks everything, judges the answers, and finds the fault.

ask every case, and again in reverse order
  no answer at all ........................ hangs, crashes
  other answers the second time ........... unstable
  wrong answers ........................... which faults do the same (`diagnose.py`), and the smallest tree
  the tree is not as it was before ........ changes-input
  right, but more leaves than needed ...... slow
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from kibitz.doctor.diagnose import Diagnosis, find_faults
from kibitz.doctor.exam_cases import Case, list_cases
from kibitz.doctor.exam_tree import cut_at_depth, to_lists
from kibitz.doctor.faults.fault import Fault, find_library_fault
from kibitz.doctor.judge import Violation, find_best_moves, find_lost_leaf, judge_reply
from kibitz.doctor.leaf_counts import count_minimal_leaves, count_textbook_leaves, find_needless_leaves
from kibitz.doctor.patient.patient import CannotStart, Patient, Reply, TreeAbilities
from kibitz.doctor.report import FoundFault, Report
from kibitz.doctor.runs import run_patient, run_right
from kibitz.doctor.shrink import shrink_case

__all__ = ["examine"]

MAX_HANGS = 2  # after so many the rest is not asked
MAX_RELOADS = 8  # wrong answers that are asked for once more as if nothing had been asked before
MAX_FAILURES = 20  # the same, if nothing was answered before
COUNTED = ("textbook", "even", "uneven", "deep", "negative", "positive", "ties")
SLOWER = 1.15  # times the leaves of the textbook, from which on a search is slow

KEPT = FoundFault(
    "kept-between-searches",
    "Something is kept from one search to the next: asked afresh, the program is right.",
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


def examine(patient: Patient) -> Report:
    """Examine a program. It is left running; whoever made it closes it."""
    started = time.perf_counter()
    try:
        known = patient.start()
    except CannotStart as error:
        name = "no-answer" if error.verdict == "hangs" else "fails"
        fault = FoundFault(name, "The program does not come as far as the first tree.")
        return Report(patient.name, error.verdict, str(error), (fault,), next_step="Run it by hand first.")
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
        return _with_smallest(
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
    changing = None if kinds & {"crash", "recursion"} else _find_changing(findings)
    if changing is not None:
        return changing
    if not findings.wrong:
        changed = [place for place, reply in enumerate(findings.replies) if reply.is_changed]
        if changed:
            return _report_changed(findings)
        return _judge_speed(findings)
    diagnosis = Diagnosis(()) if kinds == {"nonsense"} else _diagnose(findings)
    if kinds & {"crash", "recursion"}:
        return _report_crash(findings, diagnosis, kinds)
    if not diagnosis.faults and any(reply.is_changed for reply in findings.replies):
        return _report_changed(findings)
    if diagnosis.faults:
        first = diagnosis.faults[0]
        sentence = first.sentence
        if diagnosis.is_pair:
            sentence = f"Two faults together: {' '.join(fault.sentence for fault in diagnosis.faults)}"
        report = Report(
            name,
            "wrong",
            sentence,
            tuple(_found(fault) for fault in diagnosis.faults),
            next_step=f"Look for this line: {first.wrong}. It should be: {first.right}.",
            agreed=diagnosis.agreed,
            is_pair=diagnosis.is_pair,
        )
    elif kinds == {"nonsense"}:
        fault = FoundFault(
            "no-number-returned",
            "The answer is no value and no move.",
            "A search returns the value of the node it was asked about, on every way through the function.",
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
    return _with_smallest(findings, report, None)


def _diagnose(findings: Findings) -> Diagnosis:
    known = findings.known
    places = list(range(len(findings.cases)))
    if any(findings.cases[place].kind != "large values" for place in findings.wrong):
        # A small infinity may come on top of another fault, which shows elsewhere.
        places = [place for place in places if findings.cases[place].kind != "large values"]
    return find_faults(
        [findings.cases[place] for place in places],
        [findings.replies[place].observed for place in places],
        [number for number, place in enumerate(places) if findings.violations[place] is not None],
        prunes=known.is_meant_to_prune,
        has_move=known.has_move,
        told=known.told,
        is_negamax=known.is_negamax,
    )


def _found(fault: Fault) -> FoundFault:
    return FoundFault(fault.id, fault.sentence, fault.why, fault.right, fault.wrong, fault.published)


def _report_crash(findings: Findings, diagnosis: Diagnosis, kinds: set[str]) -> Report:
    name = findings.patient.name
    what = "recursion" if "recursion" in kinds else "crash"
    failed = [v for v in findings.violations if v is not None and v.kind == what]
    some = f"on {len(failed)} of {len(findings.cases)} trees"
    if diagnosis.faults:
        faults = tuple(_found(fault) for fault in diagnosis.faults)
        hint = f"Look for this line: {faults[0].wrong}. It should be: {faults[0].right}."
        sentence = f"It fails {some}: {faults[0].sentence[0].lower()}{faults[0].sentence[1:]}"
    elif what == "recursion":
        faults = (
            FoundFault(
                "recursion-without-end",
                "The program calls itself without end.",
                "A search has to stop at a leaf, or where its depth is used up.",
                "if depth == 0 or is_terminal(node): return evaluate(node)",
                "(missing)",
            ),
        )
        hint = "Look for the test that ends the recursion, and for a depth that does not become smaller."
        sentence = f"It calls itself without end {some}."
    elif any("NoneType" in violation.sentence for violation in failed):
        faults = (
            FoundFault(
                "return-missing",
                "Some way through the function ends without a return, so that the level above works with None.",
                "Every way through a search has to return a value, in the branch of Min as in that of Max.",
                "return best",
                "(missing)",
            ),
        )
        hint = "Look for a branch or a loop after which nothing is returned."
        sentence = f"It fails {some}: {failed[0].sentence.partition(': ')[2]}."
    else:
        kinds_of_trees = sorted(
            {case.kind for case, v in zip(findings.cases, findings.violations, strict=True) if v is not None}
        )
        faults = (
            FoundFault(
                "fails",
                f"The program fails on trees of this kind: {', '.join(kinds_of_trees[:5])}.",
                "Every tree of the examination is one that a search has to be able to take.",
            ),
        )
        hint = "The message names the line; run it on the tree below."
        sentence = f"It fails {some}: {failed[0].sentence.partition(': ')[2]}."
    report = Report(name, "crashes", sentence, faults, next_step=hint, agreed=diagnosis.agreed)
    return _with_smallest(findings, report, what)


def _report_changed(findings: Findings) -> Report:
    fault = FoundFault(
        "changes-input",
        "The program changes the tree that it is handed.",
        "Whoever asked still needs the tree: the next search of it finds other children or other values.",
        "for child in sorted(children)",
        "children.sort()",
    )
    report = Report(
        findings.patient.name,
        "changes-input",
        fault.sentence,
        (fault,),
        next_step="Work on a copy: sorted(children) instead of children.sort(), and no assignment to node.value.",
    )
    return _shrink_into(
        findings,
        report,
        lambda reply, case: reply.is_changed,
        [i for i, r in enumerate(findings.replies) if r.is_changed],
    )


def _find_changing(findings: Findings) -> Report | None:
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
        ties = _found(find_library_fault("ties-from-bounds"))
        findings.violations[bad_moves[0]] = findings.violations[bad_moves[0]] or Violation(
            "move", "a move that is not among the best is drawn"
        )
        if known.is_meant_to_prune and all(v is None or v.kind == "move" for v in findings.violations):
            report = Report(
                patient.name, "wrong", ties.sentence, (ties,), next_step=f"Look for this line: {ties.wrong}."
            )
            return _with_smallest(findings, report, None)
        fault = FoundFault(
            "different-each-time", "The same question is answered with different moves, some of them wrong."
        )
        return _with_smallest(findings, Report(patient.name, "unstable", fault.sentence, (fault,)), None)
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
    if findings.wrong and _diagnose(findings).faults:
        return None  # it has a fault that shows in a single search as well
    findings.replies, findings.violations = before
    findings.is_stateful = False
    return _with_smallest(findings, Report(patient.name, "unstable", KEPT.sentence, (KEPT,), next_step=LOCAL), None)


# Right answers: how much work.


def _judge_speed(findings: Findings) -> Report:
    name, known = findings.patient.name, findings.known
    leaves, textbook, minimal, all_leaves = _count_leaves(findings)
    right = Report(
        name,
        "right",
        "It is right: value and move are those of minimax on every tree."
        if known.has_move and known.has_value
        else "It is right: the value is that of minimax on every tree."
        if known.has_value
        else "It is right: its move is one of the best on every tree.",
        leaves=leaves,
        textbook_leaves=textbook,
        minimal_leaves=minimal,
    )
    if (
        leaves is None
        or textbook is None
        or leaves <= textbook
        or (leaves == all_leaves and not known.is_meant_to_prune)
    ):
        return right
    if not known.is_meant_to_prune:
        return right
    diagnosis = _diagnose(findings)
    costly = diagnosis.faults if "leaves" in diagnosis.agreed and not diagnosis.is_pair else ()
    if not costly and leaves < SLOWER * textbook:
        return right
    if leaves == all_leaves:
        reason = "nothing is ever cut off"
    else:
        reason = "some cut-offs are missed" if costly else "its order or its cuts are not those of the textbook"
    report = Report(
        name,
        "slow",
        f"It is right but slow: it looks at {leaves:,} leaves where alpha-beta looks at {textbook:,}; {reason}.",
        tuple(_found(fault) for fault in costly),
        leaves=leaves,
        textbook_leaves=textbook,
        minimal_leaves=minimal,
        next_step=f"Look for this line: {costly[0].wrong}. It should be: {costly[0].right}."
        if costly
        else "Compare the windows with those of the right run.",
        agreed=diagnosis.agreed if costly else "",
    )

    def is_needless(reply: Reply, case: Case) -> bool:
        return bool(reply.observed.leaves) and bool(find_needless_leaves(case, reply.observed.leaves or ()))

    places = [
        place
        for place, (case, reply) in enumerate(zip(findings.cases, findings.replies, strict=True))
        if is_needless(reply, case)
    ]
    return _shrink_into(findings, report, is_needless, places)


def _count_leaves(findings: Findings) -> tuple[int | None, int | None, int | None, int]:
    """Leaves of the program, of the textbook, of the smallest tree, and all there are, over the trees that count."""
    leaves = textbook = minimal = total = 0
    for case, reply in zip(findings.cases, findings.replies, strict=True):
        if case.kind not in COUNTED or case.depth is not None or not case.is_max or case.is_shared:
            continue
        if reply.observed.leaves is None:
            return None, None, None, 0
        ends = {node.number for node in case.tree.nodes if not node.children}
        leaves += len(set(reply.observed.leaves) & ends)
        textbook += count_textbook_leaves(case)
        minimal += count_minimal_leaves(case)
        total += len(ends)
    return (leaves, textbook, minimal, total) if total and leaves else (None, None, None, 0)


# The smallest tree.


def _with_smallest(findings: Findings, report: Report, kind: str | None) -> Report:
    def happens(reply: Reply, case: Case) -> bool:
        violation = judge_reply(case, reply, findings.known)
        if violation is None:
            return False
        return violation.kind == kind if kind else violation.kind in ("value", "move", "nonsense")

    places = [
        place
        for place in findings.wrong
        if (violation := findings.violations[place]) is not None and (violation.kind == kind if kind else True)
    ]
    return _shrink_into(findings, report, happens, places)


def _shrink_into(
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
        patient_run=run_patient(case, reply),
        right_run=run_right(case, prunes=known.is_meant_to_prune),
    )


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
        remarks.append("It also changes the tree that it is handed.")
    if all(reply.observed.leaves is None for reply in findings.replies):
        remarks.append("Which leaves it looks at could not be seen.")
    if not known.has_move:
        remarks.append("It returns a value and no move, so its choice of a move was not examined.")
    counts: dict[str, int | None] = {}
    if report.leaves is None and not {v.kind for v in findings.violations if v} & {"crash", "hang", "recursion"}:
        leaves, textbook, minimal, _ = _count_leaves(findings)
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

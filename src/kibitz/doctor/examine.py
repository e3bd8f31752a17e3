"""The examination of a program on trees: asks everything, judges the answers, and finds the fault.

ask every case, and again in reverse order
  no answer at all ........................ hangs, crashes
  other answers the second time ........... unstable (`second_pass.py`)
  wrong answers ........................... which faults do the same (`diagnose.py`), and the smallest tree
  the tree is not as it was before ........ changes-input
  right, but more leaves than needed ...... slow
"""

from __future__ import annotations

import time
from dataclasses import replace

from kibitz.doctor.diagnose import Diagnosis
from kibitz.doctor.exam_cases import Case, list_cases
from kibitz.doctor.findings import Findings, describe_fault, diagnose, shrink_into, with_smallest
from kibitz.doctor.judge import judge_reply
from kibitz.doctor.leaf_counts import count_minimal_leaves, count_textbook_leaves, find_needless_leaves
from kibitz.doctor.patient.patient import CannotStart, Patient, Reply
from kibitz.doctor.report import FoundFault, Report
from kibitz.doctor.second_pass import find_changing

__all__ = ["examine"]

MAX_HANGS = 2  # after so many the rest is not asked
MAX_FAILURES = 20  # the same, if nothing was answered before
COUNTED = ("textbook", "even", "uneven", "deep", "negative", "positive", "ties")
SLOWER = 1.15  # times the leaves of the textbook, from which on a search is slow


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
            return _report_changed(findings)
        return _judge_speed(findings)
    diagnosis = Diagnosis(()) if kinds == {"nonsense"} else diagnose(findings)
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
            tuple(describe_fault(fault) for fault in diagnosis.faults),
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
    return with_smallest(findings, report, None)


def _report_crash(findings: Findings, diagnosis: Diagnosis, kinds: set[str]) -> Report:
    name = findings.patient.name
    what = "recursion" if "recursion" in kinds else "crash"
    failed = [v for v in findings.violations if v is not None and v.kind == what]
    some = f"on {len(failed)} of {len(findings.cases)} trees"
    if diagnosis.faults:
        faults = tuple(describe_fault(fault) for fault in diagnosis.faults)
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
    return with_smallest(findings, report, what)


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
    return shrink_into(
        findings,
        report,
        lambda reply, case: reply.is_changed,
        [i for i, r in enumerate(findings.replies) if r.is_changed],
    )


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
    diagnosis = diagnose(findings)
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
        tuple(describe_fault(fault) for fault in costly),
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
    return shrink_into(findings, report, is_needless, places)


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

"""Right answers: how much work they take, beside the textbook and the smallest possible tree."""

from __future__ import annotations

from kibitz.doctor.exam_cases import Case
from kibitz.doctor.findings import Findings, describe_fault, diagnose, shrink_into
from kibitz.doctor.leaf_counts import count_minimal_leaves, count_textbook_leaves, find_needless_leaves
from kibitz.doctor.patient.patient import Reply
from kibitz.doctor.report import Report

COUNTED = ("textbook", "even", "uneven", "deep", "negative", "positive", "ties")
SLOWER = 1.15  # times the leaves of the textbook, from which on a search is slow


def judge_speed(findings: Findings) -> Report:
    name, known = findings.patient.name, findings.known
    leaves, textbook, minimal, all_leaves = count_leaves(findings)
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


def count_leaves(findings: Findings) -> tuple[int | None, int | None, int | None, int]:
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

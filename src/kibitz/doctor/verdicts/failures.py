"""Reports on programs that fail on some trees, or change the trees they are handed."""

from __future__ import annotations

from kibitz.doctor.diagnose import Diagnosis
from kibitz.doctor.findings import Findings, describe_fault, shrink_into, with_smallest
from kibitz.doctor.report import FoundFault, Report


def report_crash(findings: Findings, diagnosis: Diagnosis, kinds: set[str]) -> Report:
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
                "The program recurses without end.",
                "A search has to stop at a leaf, or where its depth is used up.",
                "if depth == 0 or is_terminal(node): return evaluate(node)",
                "(missing)",
            ),
        )
        hint = "Look for the test that ends the recursion, and for a depth that does not become smaller."
        sentence = f"It recurses without end {some}."
    elif any("NoneType" in violation.sentence for violation in failed):
        faults = (
            FoundFault(
                "return-missing",
                "Some path through the function ends without a return, so the level above gets None.",
                "Every path through a search has to return a value, in the branch of Min as in that of Max.",
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
                "A search must be able to handle every tree of the examination.",
            ),
        )
        hint = "The message names the line; run it on the tree below."
        sentence = f"It fails {some}: {failed[0].sentence.partition(': ')[2]}."
    report = Report(name, "crashes", sentence, faults, next_step=hint, agreed=diagnosis.agreed)
    return with_smallest(findings, report, what)


def report_changed(findings: Findings) -> Report:
    fault = FoundFault(
        "changes-input",
        "The program changes its input tree.",
        "The caller still needs the tree: the next search of it finds other children or other values.",
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

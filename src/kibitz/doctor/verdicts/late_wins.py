"""Does a program that is right by value choose the later of two wins?

Each tree has a win at once and a win some plies later, in both orders. Whoever takes the later one in both orders
wants it. Whoever takes the first one in both does not care, which is no fault: all wins are worth the same.
"""

from __future__ import annotations

from dataclasses import replace

from kibitz.doctor.exam_cases import Case
from kibitz.doctor.exam_tree import from_lists, to_lists
from kibitz.doctor.faults.fault import find_library_fault
from kibitz.doctor.findings import Findings, describe_fault
from kibitz.doctor.report import Report
from kibitz.doctor.runs import run_patient, run_right

WIN = 1
LATER = ([[[WIN]]], [[WIN, WIN], [WIN]], [[[WIN], [WIN]]])


def list_late_win_cases() -> list[tuple[Case, int]]:
    """The trees, each with the move that wins at once."""
    trees = [(lists, move) for later in LATER for lists, move in (([WIN, *later], 0), ([*later, WIN], len(later)))]
    return [(Case("wins sooner and later", from_lists(lists)), move) for lists, move in trees]


def find_late_wins(findings: Findings) -> Report | str:
    """A report if it always takes the later win; otherwise what there is to remark, which may be nothing."""
    known, patient = findings.known, findings.patient
    if not known.has_move or known.abilities.binary or known.abilities.binary_heights:
        return ""
    later = sooner = 0
    for case, soon in list_late_win_cases():
        move = patient.ask(case).observed.move
        later, sooner = later + (move != soon), sooner + (move == soon)
    if later and sooner and known.plays_games:
        return "Of several wins it takes one, whether it comes sooner or later."
    if sooner:
        return ""
    fault = describe_fault(find_library_fault("sooner-win-not-preferred"))
    case = list_late_win_cases()[0][0]
    reply = patient.ask(case, trace=True)
    return replace(
        Report(patient.name, "wrong", fault.sentence, (fault,), next_step=f"Look for this line: {fault.wrong}."),
        smallest=to_lists(case.spec),
        violation=f"it chooses move {reply.observed.move}, although move 0 wins at once",
        patient_run=run_patient(case, reply, is_movers=known.is_negamax),
        right_run=run_right(case, prunes=known.is_meant_to_prune),
    )

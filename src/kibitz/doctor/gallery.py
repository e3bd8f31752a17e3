"""The faults of the library to look at: each with the smallest tree on which it shows, and both searches of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from kibitz.doctor.exam_cases import Abilities, Case, list_cases
from kibitz.doctor.exam_tree import to_lists
from kibitz.doctor.faults.fault import FAMILIES, Fault, find_library_fault, list_families, name_family
from kibitz.doctor.faults.program import BASES, Program
from kibitz.doctor.judge import find_best_moves
from kibitz.doctor.montecarlo.examine_sampled import count_visits
from kibitz.doctor.montecarlo.sampled_cases import list_noisy_cases, list_sampled_cases, sample_program
from kibitz.doctor.montecarlo.sampled_runs import run_sampled
from kibitz.doctor.report import Run
from kibitz.doctor.reports.recordings import can_record
from kibitz.doctor.runs import run_program, run_right
from kibitz.doctor.shrink import shrink_case
from kibitz.doctor.verdicts.late_wins import list_late_win_cases

SEEDS = 20  # of Monte Carlo searches
ABILITIES = Abilities(depth=True, both_sides=True, budget=True)


@dataclass(frozen=True)
class ShownFault:
    """A fault with the tree that shows it. `leaves`, `right_leaves`: how many the two searches look at.

    `steps`: the greater of the two.

    `in_microscope`: whether the microscope can show the two searches.
    """

    id: str
    family: str
    sentence: str
    why: str
    right: str
    wrong: str
    published: tuple[str, ...]
    tree: str
    to_move: str
    depth: int | None
    answers: str
    right_answers: str
    leaves: int
    right_leaves: int
    steps: int
    in_microscope: bool


def list_gallery() -> list[tuple[str, str, str]]:
    """Every fault: its family, its id, its sentence."""
    return [(family, fault.id, fault.sentence) for family, fault in list_families()]


def show_fault(fault_id: str) -> ShownFault:
    """A fault by its id; raises UnknownName."""
    fault = find_library_fault(fault_id)
    case, wrong, right = find_runs(fault_id)
    family = next(name for name, one in list_families() if one is fault)
    assert family in FAMILIES
    return ShownFault(
        fault.id,
        name_family(family),
        fault.sentence,
        fault.why,
        fault.right,
        fault.wrong,
        fault.published,
        str(to_lists(case.spec)),
        "max" if case.is_max else "min",
        case.depth,
        _answer(wrong),
        _answer(right),
        len(wrong.leaves or ()),
        len(right.leaves or ()),
        max(len(wrong.leaves or ()), len(right.leaves or ())),
        can_record(right),
    )


def _answer(run: Run) -> str:
    if run.error:
        return "no answer: it fails"
    if run.is_sampled:
        return f"move {run.move}, {len(run.leaves or ()):,} play-outs"
    value = "infinity" if run.value in (float("inf"), float("-inf")) else f"{run.value:g}"
    return f"value {value}" + ("" if run.move is None else f", move {run.move}") + f", {_count(len(run.leaves or ()))}"


def _count(leaves: int) -> str:
    return "1 leaf" if leaves == 1 else f"{leaves} leaves"


@cache
def find_runs(fault_id: str) -> tuple[Case, Run, Run]:
    """The smallest case on which a fault shows, its run there, and the right one."""
    fault = find_library_fault(fault_id)
    program, first = _find_first(fault)

    def happens(case: Case) -> bool:
        return _shows(fault, program, case)

    if fault.is_sampled:
        seed = _find_seed(program, first)
        wrong, right = (sample_program(one, first, seed or 0) for one in (program, Program("mcts")))
        return first, run_sampled(first, wrong), run_sampled(first, right)
    case = shrink_case(first, happens, ABILITIES)
    return case, run_program(program, case), run_right(case, prunes=BASES[program.base].prunes)


def _find_first(fault: Fault) -> tuple[Program, Case]:
    """A program with the fault and the smallest of the trees of the examination on which it shows."""
    if fault.is_sampled:
        return _find_sampled(fault)
    if fault.is_among_equals:
        return next(fault.programs()), list_late_win_cases()[0][0]
    cases = sorted(list_cases(ABILITIES), key=lambda case: (not case.is_max, len(case.tree.nodes)))
    for program in fault.programs():
        for case in cases:
            if not isinstance(case.spec, int) and _shows(fault, program, case):
                return program, case
    raise LookupError(f"{fault.id} shows on no tree")


def _find_sampled(fault: Fault) -> tuple[Program, Case]:
    """For a Monte Carlo search: with some seed the faulty one is wrong and the right one is right."""
    cases = [*list_sampled_cases(both_sides=False), *list_noisy_cases()]
    for case in sorted(cases, key=lambda case: len(case.tree.nodes)):
        for program in fault.programs():
            if _find_seed(program, case) is not None:
                return program, case
    raise LookupError(f"{fault.id} shows on no tree")


def _find_seed(program: Program, case: Case) -> int | None:
    """With which the faulty search is wrong and the right one is right; a tie of visits decides nothing."""
    best = find_best_moves(case)[1]
    for seed in range(SEEDS):
        wrong, right = (sample_program(one, case, seed) for one in (program, Program("mcts")))
        visits = count_visits(case, wrong)[0]
        is_tie = wrong.move is not None and visits.get(wrong.move) == visits.get(right.move or 0)
        if wrong.move not in best and right.move in best and not (is_tie and case in list_noisy_cases()):
            return seed
    return None


def _shows(fault: Fault, program: Program, case: Case) -> bool:
    seen, right = program.observe(case), Program("minimax").observe(case)
    if fault.costs_only:
        needed = Program("alphabeta").observe(case).leaves or ()
        return len(set(seen.leaves or ())) > len(set(needed))
    if seen.error or seen.value != right.value:
        return True
    if fault.is_among_equals:
        return seen.move != right.move
    best = find_best_moves(case)[1]
    return bool(best) and seen.move != right.move and seen.move not in best

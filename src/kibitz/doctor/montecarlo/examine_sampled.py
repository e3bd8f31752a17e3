"""The examination of a Monte Carlo search: what it chooses on small trees of wins, draws and losses, with many seeds.

wrong    on some tree it does not choose a best move with most seeds
a fault  explains it if the textbook with this fault usually chooses the same moves, and never tries the same moves
mean     with few simulations it is seen whether the most visited move is returned, or the one of the best mean
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from kibitz.doctor.exam_cases import Case
from kibitz.doctor.exam_tree import to_lists
from kibitz.doctor.faults.fault import Fault, find_library_fault, list_sampled_faults
from kibitz.doctor.faults.program import SIMULATIONS, Edit, Observed, Program, can_apply
from kibitz.doctor.findings import describe_fault
from kibitz.doctor.judge import find_best_moves
from kibitz.doctor.montecarlo.sampled_cases import (
    FEW,
    Choices,
    count_choices,
    list_noisy_cases,
    list_sampled_cases,
    sample_program,
)
from kibitz.doctor.montecarlo.sampled_runs import run_sampled
from kibitz.doctor.patient.patient import Patient, TreeAbilities
from kibitz.doctor.report import FoundFault, Report

SEEDS = 7
LIBRARY_SEEDS = 5  # for programs of the library
FEW_SEEDS = 15
MIN_SEEDS = 3
SECONDS = 6.0  # for all searches of the program together, if it can be
ALIKE = 0.65  # the largest distance of two choices on one tree that may be chance
NEAR = 0.4  # how much further from what was seen another fault may be on all trees together
MIN_LESS_VISITED = 3
# What is a matter of style: the order in which the moves of a node are tried.
STYLES = (
    (),
    (Edit("untried.pop(0)", "untried.pop(rng.below(len(branch.untried)))"),),
    (Edit("untried.pop(0)", "untried.pop()"),),
)
BEST_MEAN = "mcts-best-mean-returned"


def examine_sampled(patient: Patient, known: TreeAbilities) -> Report:
    """Examine a Monte Carlo search that has been started."""
    started = time.perf_counter()
    cases = list_sampled_cases(both_sides=known.abilities.both_sides)
    patient.sample(cases[0], 0, SIMULATIONS)
    took = time.perf_counter() - started
    seeds = max(MIN_SEEDS, min(SEEDS, int(SECONDS / max(took, 1e-6) / len(cases))))
    seen = [[patient.sample(case, seed, SIMULATIONS) for seed in range(seeds)] for case in cases]
    choices = [count_choices(case, found) for case, found in zip(cases, seen, strict=True)]
    wrong = [place for place, case in enumerate(cases) if is_wrong(case, choices[place])]
    by_mean = _find_best_mean(patient) if known.is_told_simulations and not wrong else None
    if by_mean is not None:
        report = _with_tree(_report_faults(patient, "wrong", (find_library_fault(BEST_MEAN),)), *by_mean)
        report = replace(report, violation=_describe_best_mean(*by_mean))
    else:
        report = _decide(patient, cases, choices, wrong)
    if wrong:
        report = _with_tree(report, cases[wrong[0]], seen[wrong[0]])
    return replace(
        report,
        understood=known.understood,
        cases=len(cases),
        wrong_cases=len(wrong),
        seconds=round(time.perf_counter() - started, 2),
        remarks=(f"A Monte Carlo search, examined by its moves with {seeds} seeds for each tree.", *report.remarks),
    )


def is_wrong(case: Case, choices: Choices) -> bool:
    """Whether it does not choose a best move with more than half of the seeds."""
    best = find_best_moves(case)[1]
    return bool(choices.error) or 2 * sum(choices.moves[move] for move in best) <= choices.moves.total()


def _decide(patient: Patient, cases: Sequence[Case], choices: Sequence[Choices], wrong: Sequence[int]) -> Report:
    errors = [choices[place].error for place in wrong if choices[place].error]
    if "hang" in errors:
        fault = FoundFault("no-answer", "The program does not come to an end.")
        return Report(patient.name, "hangs", "It does not answer in time.", (fault,))
    if not wrong:
        return Report(
            patient.name, "right", "It is right: on every tree it chooses a best move with most of the seeds."
        )
    verdict = "crashes" if errors else "wrong"
    found = find_sampled_faults(cases, choices, wrong)
    if found:
        return _report_faults(patient, verdict, found)
    return Report(
        patient.name,
        verdict,
        "It fails on some trees." if errors else "It is wrong, in a way that no fault of the library explains.",
        next_step="Follow a few simulations on the tree below by hand.",
    )


def _report_faults(patient: Patient, verdict: str, faults: tuple[Fault, ...]) -> Report:
    first = faults[0]
    return Report(
        patient.name,
        verdict,
        first.sentence,
        tuple(describe_fault(fault) for fault in faults),
        next_step=f"Look for this line: {first.wrong}. It should be: {first.right}.",
        agreed="" if first.id == BEST_MEAN else "usual move",
    )


def find_sampled_faults(cases: Sequence[Case], choices: Sequence[Choices], wrong: Sequence[int]) -> tuple[Fault, ...]:
    """The faults with which the textbook chooses about the same on every tree, those that come nearest first."""
    order = [*wrong, *(place for place in range(len(cases)) if place not in set(wrong))]
    found = []
    for fault in list_sampled_faults():
        programs = [
            Program(program.base, (*program.edits, *style))
            for program in fault.programs()
            for style in STYLES
            if can_apply(program.base, (*program.edits, *style))
        ]
        measured = [_measure(program, cases, choices, order) for program in programs]
        distances = [distance for distance in measured if distance is not None]
        if fault.id != BEST_MEAN and distances:
            found.append((min(distances), fault))
    found.sort(key=lambda item: item[0])
    return tuple(fault for distance, fault in found if distance <= found[0][0] + NEAR)


def _measure(program: Program, cases: Sequence[Case], choices: Sequence[Choices], order: Sequence[int]) -> float | None:
    """How far the choices of a program are from those seen; None if they differ on some tree."""
    total = 0.0
    for place in order:
        distance = choices[place].distance(choose(program, cases[place]))
        if distance > ALIKE:
            return None
        total += distance
    return total


@cache
def choose(program: Program, case: Case) -> Choices:
    """What a program of the library chooses on a tree."""
    return count_choices(case, (sample_program(program, case, seed) for seed in range(LIBRARY_SEEDS)))


def _find_best_mean(patient: Patient) -> tuple[Case, list[Observed]] | None:
    """If, with few simulations, its move is always the one of the best mean and often not the most visited: where."""
    less_visited = []
    for case in list_noisy_cases():
        for seed in range(FEW_SEEDS):
            seen = patient.sample(case, seed, FEW)
            visits, means = count_visits(case, seen)
            if seen.move is None or seen.move not in visits or means[seen.move] < max(means.values()):
                return None
            if visits[seen.move] < max(visits.values()):
                less_visited.append((case, seen))
    if len(less_visited) < MIN_LESS_VISITED:
        return None
    case = less_visited[0][0]
    return case, [seen for other, seen in less_visited if other is case]


def _describe_best_mean(case: Case, seen: Sequence[Observed]) -> str:
    visits, means = count_visits(case, seen[0])
    chosen, most = seen[0].move, max(visits, key=visits.__getitem__)
    assert chosen is not None
    return (
        f"with {FEW} simulations it chooses move {chosen}, tried {visits[chosen]} times with mean {means[chosen]:.2f}; "
        f"move {most} was tried {visits[most]} times"
    )


def count_visits(case: Case, seen: Observed) -> tuple[dict[int, int], dict[int, float]]:
    """How often the play-outs of a search went below each move of the root, and their mean for the side to move."""
    results: dict[int, list[int]] = {}
    for leaf in seen.leaves or ():
        move = case.tree.find_root_move(leaf)
        if move is not None:
            results.setdefault(move, []).append(case.tree.nodes[leaf].static * (1 if case.is_max else -1))
    return {move: len(all_) for move, all_ in results.items()}, {
        move: sum(all_) / len(all_) for move, all_ in results.items()
    }


def _with_tree(report: Report, case: Case, seen: Sequence[Observed]) -> Report:
    """The report with the tree, what is wrong there, and one search of it beside that of the textbook."""
    best = sorted(find_best_moves(case)[1])
    counts = count_choices(case, seen).moves
    chosen = ", ".join(f"move {move} {count} times" for move, count in counts.most_common() if move is not None)
    right = " or ".join(map(str, best))
    shown = next((one for one in seen if one.move not in best), seen[0])
    return replace(
        report,
        smallest=to_lists(case.spec),
        smallest_to_move="max" if case.is_max else "min",
        violation=f"{case.kind}: of {len(seen)} searches it chooses {chosen or 'no move'}; the best is {right}",
        patient_run=run_sampled(case, shown),
        right_run=run_sampled(case, sample_program(Program("mcts"), case, 0)),
    )

"""Which faults explain what a program did: those whose program in the library did exactly the same on every tree.

Three measures are tried, the strictest first: value, move and leaves in order; value and move; the value alone. All
faults that fit by the first measure that any fits are named. If none fits, two faults at once are tried.
"""

from __future__ import annotations

import time
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from kibitz.doctor.exam_cases import Case
from kibitz.doctor.exam_tree import drop_repetitions
from kibitz.doctor.faults.fault import Fault, list_move_faults, list_tree_faults
from kibitz.doctor.faults.program import BASES, Base, Edit, Observed, Program, can_apply

INFINITY = float("inf")
LEAST_INFINITY = 90.0  # the smallest number that may stand for infinity in somebody's program
PAIR_SECONDS = 2.0  # of processor time
MAX_RANKED = 40  # cases by which faults are ranked before two are tried together

# What is a matter of style and no fault: which of equal moves is kept, the order of the children, and whether a search
# that keeps to its window below alpha does so above beta.
STYLES: tuple[tuple[Edit, ...], ...] = (
    (),
    (Edit("value > best", "value >= best"), Edit("value < best", "value <= best")),
    (Edit("value > best", "value >= best"),),
    (Edit("enumerate(node.children):", "reversed(list(enumerate(node.children))):"),),
    (
        Edit("alpha >= beta:\n                return beta, move", "alpha >= beta:\n                return alpha, move"),
        Edit("beta <= alpha:\n            return alpha, move", "beta <= alpha:\n            return beta, move"),
    ),
    (Edit("return beta, index", "return value, index"),),
)


@dataclass(frozen=True)
class Fit:
    """What is compared beside the value: `with_move`, `with_leaves`."""

    with_move: bool
    with_leaves: bool
    words: str


FITS = (
    Fit(True, True, "value, move and leaves in order"),
    Fit(True, False, "value and move"),
    Fit(False, True, "value and leaves in order"),
    Fit(False, False, "value"),
)


@dataclass(frozen=True)
class Diagnosis:
    """The faults that fit. `is_pair`: they fit only together. `agreed`: in what the programs did the same, in words."""

    faults: tuple[Fault, ...]
    programs: tuple[Program, ...] = ()
    is_pair: bool = False
    agreed: str = ""


def find_faults(
    cases: Sequence[Case],
    seen: Sequence[Observed],
    wrong: Sequence[int],
    *,
    prunes: bool,
    has_move: bool,
    told: Container[str] = (),
    is_negamax: bool = False,
    with_pairs: bool = True,
) -> Diagnosis:
    """The faults that explain what was seen. `wrong`: the places of the cases with a wrong answer, which decide first.

    `told`: what the program is told in the first call: the "side", the "window". `with_pairs`: whether two faults at
    once are tried.
    """
    all_moves = all(_is_right_value(cases[place], seen[place]) for place in wrong)
    order = [*wrong, *(place for place in range(len(cases)) if place not in set(wrong))]
    asked = [(cases[place], seen[place]) for place in order]
    sees_leaves = sum(one.leaves is not None for one in seen) > len(seen) // 2
    fits = [fit for fit in FITS if (has_move or not fit.with_move) and (sees_leaves or not fit.with_leaves)]
    if has_move and all_moves:
        fits = [fit for fit in fits if fit.with_move]  # without the move nothing is wrong
    move_faults = list_move_faults()
    excluded = frozenset[str]() if has_move else move_faults
    for fit in fits:
        found: dict[str, tuple[Fault, Program]] = {}
        for style in STYLES:
            for fault in list_tree_faults():
                if (
                    fault.id in found
                    or fault.id in excluded
                    or (not fit.with_move and fault.id in move_faults)
                    or (fault.costs_only and not fit.with_leaves)
                    or fault.in_first_call in told
                ):
                    continue
                forms = sorted(fault.programs(), key=lambda one: _distance(BASES[one.base], prunes, is_negamax))
                for program in _with_style(forms, style):
                    if sees_leaves and not fit.with_leaves and BASES[program.base].prunes and not prunes:
                        continue  # one that shows its leaves and looks at all of them does not prune
                    if fits_everywhere(program, asked, fit):
                        found[fault.id] = (fault, program)
                        break
            if found:
                break
        if found:
            ranked = sorted(
                found.values(),
                key=lambda item: (
                    all_moves and item[0].id not in move_faults,
                    _distance(BASES[item[1].base], prunes, is_negamax),
                    prunes and not all(BASES[base].prunes for base in item[0].bases),
                ),
            )
            return Diagnosis(tuple(f for f, _ in ranked), tuple(p for _, p in ranked), False, fit.words)
    if not with_pairs or all(one.error for one in seen):
        return Diagnosis(())  # nothing was answered that two faults could explain
    return _find_pair(asked, fits, prunes)


def _is_right_value(case: Case, seen: Observed) -> bool:
    """Whether there is nothing wrong with the value, perhaps because there is none."""
    return not seen.error and (seen.value is None or seen.value == Program("minimax").observe(case).value)


def _distance(base: Base, prunes: bool, is_negamax: bool) -> int:
    """How far a textbook search is from the form of the program: the nearest is the most specific."""
    return 2 * (base.prunes != prunes) + (base.is_negamax != is_negamax)


def _with_style(programs: Iterable[Program], style: tuple[Edit, ...]) -> Iterator[Program]:
    for program in programs:
        if not style:
            yield program
        elif can_apply(program.base, (*program.edits, *style)):
            if BASES[program.base].prunes and ">=" in style[0].new:
                continue  # in alpha-beta that is a fault of its own
            yield Program(program.base, (*program.edits, *style))


def _find_pair(asked: Sequence[tuple[Case, Observed]], fits: Sequence[Fit], prunes: bool) -> Diagnosis:
    """Two faults that explain it together; given up after a few seconds."""
    asked = list(asked)
    until = time.process_time() + PAIR_SECONDS
    fit = fits[0]  # the strictest: two faults can do much by chance
    bases = sorted(BASES, key=lambda name: (BASES[name].prunes != prunes, list(BASES).index(name)))
    for base in bases:
        single = [
            (fault, edits)
            for fault in list_tree_faults()
            if base in fault.bases and fault.id != "infinity-too-small" and not fault.in_first_call
            for edits in fault.versions
            if can_apply(base, edits)
        ]
        single.sort(key=lambda item: -_count_alike(Program(base, item[1]), asked[:MAX_RANKED], fit))
        places = sorted(combinations(range(len(single)), 2), key=sum)  # those that explain most by themselves first
        for (first, one), (second, other) in ((single[i], single[j]) for i, j in places):
            if time.process_time() > until:
                return Diagnosis(())
            if first is second or not can_apply(base, (*one, *other)):
                continue
            program = Program(base, (*one, *other))
            try:
                if fits_everywhere(program, asked, fit):
                    return Diagnosis((first, second), (program,), True, fit.words)
            except (SyntaxError, NameError, UnboundLocalError):
                continue  # the two cannot stand in one program
    return Diagnosis(())


def _count_alike(program: Program, asked: Iterable[tuple[Case, Observed]], fit: Fit) -> int:
    """On how many cases a program does what was seen."""
    return sum(fits_everywhere(program, [one], fit) for one in asked)


def fits_everywhere(program: Program, asked: Iterable[tuple[Case, Observed]], fit: Fit) -> bool:
    """Whether a program does on every case what was seen."""
    infinity: float | None = None  # what the examined program uses for infinity, once it has shown it
    for case, seen in asked:
        ours = program.observe(case)
        if seen.error in ("crash", "recursion", "nonsense"):
            if not ours.error:
                return False
            continue
        if ours.error or seen.error:
            return False
        if seen.value is not None and ours.value != seen.value:
            if ours.value is None or abs(ours.value) != INFINITY or abs(seen.value) < LEAST_INFINITY:
                return False
            if (seen.value > 0) != (ours.value > 0) or infinity not in (None, abs(seen.value)):
                return False
            infinity = abs(seen.value)
        if fit.with_move and seen.move != ours.move and case.tree.root.children and case.depth != 0:
            return False
        if fit.with_leaves and seen.leaves is not None and drop_repetitions(ours.leaves or ()) != seen.leaves:
            return False
    return True

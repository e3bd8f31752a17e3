"""The library of faults: each shows, and is told apart from every other or listed as behaving like it."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from helpers.paths import DOCS
from kibitz.doctor.exam_cases import Abilities, list_cases
from kibitz.doctor.faults.fault import list_library_faults, list_sampled_faults, list_tree_faults
from kibitz.doctor.faults.program import BASES, Observed, Program, can_apply
from kibitz.doctor.gallery import find_runs
from kibitz.doctor.judge import find_best_moves
from kibitz.doctor.leaf_counts import count_minimal_leaves, count_textbook_leaves
from kibitz.doctor.montecarlo.examine_sampled import choose, find_sampled_faults, is_wrong
from kibitz.doctor.montecarlo.sampled_cases import list_sampled_cases

FAULTS = list_library_faults()
CASES = list_cases(Abilities(depth=True, both_sides=True))


def observe(program: Program) -> tuple[Observed, ...]:
    return tuple(program.observe(case) for case in CASES)


@pytest.fixture(scope="module")
def behaviour() -> dict[str, set[tuple[Observed, ...]]]:
    """What each fault does on every tree, in every textbook search that it is put into."""
    return {fault.id: {observe(program) for program in fault.programs()} for fault in list_tree_faults()}


def test_there_are_at_least_forty_each_with_its_words() -> None:
    assert len(FAULTS) >= 40
    assert len({fault.id for fault in FAULTS}) == len(FAULTS)
    for fault in FAULTS:
        assert fault.sentence.endswith(".")
        assert fault.why.endswith(".")
        assert fault.right != fault.wrong


def test_every_edit_fits_a_textbook_search() -> None:
    assert [fault.id for fault in FAULTS if fault.bases and fault.versions] == [fault.id for fault in FAULTS]
    for fault in FAULTS:
        for base in fault.bases:
            assert any(can_apply(base, edits) for edits in fault.versions), f"{fault.id} does not fit {base}"
        for edits in fault.versions:
            assert any(can_apply(base, edits) for base in fault.bases), (
                f"{fault.id} has edits that fit nowhere: {edits}"
            )


def test_the_textbook_is_right_in_all_its_forms() -> None:
    right = [seen.value for seen in observe(Program("minimax"))]
    exact = [name for name, base in BASES.items() if not base.is_sampled]
    wrong = [name for name in exact if [seen.value for seen in observe(Program(name))] != right]
    assert wrong == []
    assert len(exact) >= 15


@pytest.mark.slow
def test_every_fault_shows(behaviour: dict[str, set[tuple[Observed, ...]]]) -> None:
    """A fault that only costs leaves does not change an answer; every other one does, in some form at least."""
    right = observe(Program("minimax"))
    values = [seen.value for seen in right]
    pruning = {observe(Program(name)) for name, base in BASES.items() if base.prunes}
    assert pruning
    for fault in list_tree_faults():
        assert behaviour[fault.id], fault.id
        for seen in behaviour[fault.id]:
            assert seen not in pruning, fault.id
            if fault.costs_only:
                assert [one.value for one in seen] == values, fault.id
        if not fault.costs_only:
            assert any(
                [(one.value, one.move) for one in seen] != [(one.value, one.move) for one in right]
                for seen in behaviour[fault.id]
            ), fault.id


@pytest.mark.slow
def test_faults_that_behave_alike_are_listed(behaviour: dict[str, set[tuple[Observed, ...]]]) -> None:
    """The proof is the comparison: on no tree of the examination does value, move or order of leaves differ."""
    page = (DOCS / "doctor" / "alike.md").read_text(encoding="utf-8")
    listed = {tuple(pair) for pair in re.findall(r"^\| `([\w-]+)` \| `([\w-]+)` \|$", page, re.MULTILINE)}
    alike = {pair for pair in combinations(sorted(behaviour), 2) if behaviour[pair[0]] & behaviour[pair[1]]}
    assert listed == alike


@pytest.mark.parametrize("fault_id", [fault.id for fault in FAULTS if fault not in list_tree_faults()])
def test_a_fault_that_ordinary_questions_do_not_show_is_seen_otherwise(fault_id: str) -> None:
    """When the time is up, by which of two wins is taken, or in the usual move of a Monte Carlo search."""
    case, wrong, right = find_runs(fault_id)
    best = find_best_moves(case)[1]
    assert right.move in best
    assert wrong.error or wrong.move != right.move


@pytest.mark.slow
def test_faults_of_monte_carlo_searches_are_told_apart() -> None:
    """Each is the first that is named for what it does itself, on trees where the right search is right."""
    cases = list_sampled_cases(both_sides=False)
    right = [choose(Program("mcts"), case) for case in cases]
    assert not [case.kind for case, seen in zip(cases, right, strict=True) if is_wrong(case, seen)]
    assert len(list_sampled_faults()) >= 13
    for fault in list_sampled_faults():
        seen = [choose(next(fault.programs()), case) for case in cases]
        wrong = [place for place, case in enumerate(cases) if is_wrong(case, seen[place])]
        if fault.id == "mcts-best-mean-returned":  # shows with few simulations only
            assert wrong == []
            continue
        named = [found.id for found in find_sampled_faults(cases, seen, wrong)]
        assert named[0] == fault.id, named


def test_the_smallest_proof_is_the_known_formula() -> None:
    """Knuth & Moore 1975: b^⌈d/2⌉ + b^⌊d/2⌋ - 1 leaves of an even tree."""
    checked = 0
    for case in CASES:
        widths = {len(node.children) for node in case.tree.nodes if node.children}
        plies = {node.ply for node in case.tree.nodes if not node.children}
        if case.depth is None and not case.is_shared and len(widths) == len(plies) == 1:
            (width,), (depth,) = widths, plies
            values = [node.static for node in case.tree.nodes if not node.children]
            if len(set(values)) == len(values):
                assert count_minimal_leaves(case) == width ** -(-depth // 2) + width ** (depth // 2) - 1
                assert count_textbook_leaves(case) >= count_minimal_leaves(case)
                checked += 1
    assert checked > 10

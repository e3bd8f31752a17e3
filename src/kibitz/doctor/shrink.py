"""The smallest tree on which something still happens, found by taking away as much as possible."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from kibitz.doctor.exam_cases import Abilities, Case
from kibitz.doctor.exam_tree import Spec, find_height, list_paths

MAX_QUESTIONS = 400


def shrink_case(case: Case, happens: Callable[[Case], bool], abilities: Abilities) -> Case:
    """A case that is as small as possible and on which it still happens, as it does on the given one."""
    asked = 0
    is_smaller = True
    unshared = replace(case, is_shared=False)
    case = unshared if case.is_shared and happens(unshared) else case
    while is_smaller:
        is_smaller = False
        for smaller in _smaller_cases(case, abilities):
            asked += 1
            if asked > MAX_QUESTIONS:
                return case
            if happens(smaller):
                case, is_smaller = smaller, True
                break
    return case


def _smaller_cases(case: Case, abilities: Abilities) -> Iterator[Case]:
    def with_spec(spec: Spec, depth: int | None = case.depth) -> Case:
        return replace(case, spec=spec, depth=depth)

    if case.depth is not None:
        if case.depth >= find_height(case.spec) or case.depth > 1:
            yield with_spec(case.spec, None)
        if case.depth > 1:
            yield with_spec(case.spec, case.depth - 1)
    if not abilities.binary_heights:
        for path, spec in list_paths(case.spec):
            if isinstance(spec, int):
                continue
            if path or abilities.leaf_root:
                yield with_spec(_replace(case.spec, path, spec[0]))
            if not abilities.binary:
                for place in range(len(spec[1])):
                    if len(spec[1]) > 1:
                        yield with_spec(_replace(case.spec, path, (spec[0], spec[1][:place] + spec[1][place + 1 :])))
            for child in spec[1]:
                if not isinstance(child, int) or path:
                    yield with_spec(_replace(case.spec, path, child))
    for path, spec in list_paths(case.spec):
        value = spec if isinstance(spec, int) else spec[0]
        for simpler in _simpler_numbers(value):
            yield with_spec(_replace(case.spec, path, simpler if isinstance(spec, int) else (simpler, spec[1])))


def _simpler_numbers(value: int) -> Iterator[int]:
    for simpler in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9):
        for signed in (simpler, -simpler):
            if abs(signed) < abs(value) or (signed == -value and signed > 0):
                yield signed
    for part in (1000, 10, 2):
        if abs(value) > 10 * part:
            yield int(value / part)


def _replace(spec: Spec, path: tuple[int, ...], new: Spec) -> Spec:
    if not path:
        return new
    assert not isinstance(spec, int)
    place = path[0]
    return spec[0], (*spec[1][:place], _replace(spec[1][place], path[1:], new), *spec[1][place + 1 :])

"""Ties the examination to a function of somebody's file, in the form in which it wants its tree.

What the parameters do not tell is tried out on small trees: whether leaves have an empty list of children or None,
whether nodes are objects or nested lists, and so on. The form in which most of the trees are answered is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import ModuleType
from typing import Any

from kibitz.doctor.exam_cases import Case
from kibitz.doctor.exam_tree import Tree, from_lists
from kibitz.doctor.faults.program import Program
from kibitz.doctor.patient.python.answers import AnswerShape, learn_move_shape, learn_shape, read_answer
from kibitz.doctor.patient.python.binding import Binding, make_object
from kibitz.doctor.patient.python.limits import OutOfTime, limit_time
from kibitz.doctor.patient.python.observed_nodes import NodeStyle, Observer
from kibitz.doctor.patient.python.parameters import find_attribute_sides, find_sides, recognise_parameters
from kibitz.doctor.patient.python.program_clock import PROGRAM_CLOCK, seed_random
from kibitz.doctor.patient.python.roles import attribute_role, simplify_name
from kibitz.doctor.patient.python.source_facts import SourceFacts

PROBE_SECONDS = 0.5
MAX_HANGING = 3  # forms in which it hangs, before no more are tried
PROBES = (
    [[53, 62, 58], [52, 54, 56], [64, 55, 51]],
    [[[63, 77], [62, 72]], [[75, 60], [85, 61]]],
    [[71, 66], [69, 68]],
    [[53, [62, 58]], [52], 64],
    [[[63, 77, 70], [62, 72, 81], [91, 55, 83]], [[75, 60, 59], [85, 61, 99], [58, 87, 92]]],
)
BINARY_PROBES = ([[71, 66], [69, 68]], [[[63, 77], [62, 72]], [[75, 60], [85, 61]]])
SAMPLED_PROBES = ([[1], [-1]], [[-1], [1]], [[-1], [-1], [1]], [[0], [[1]]])
MOVE_NAMES = ("move", "decision", "action", "choose", "bestchild", "play", "next", "pick", "select")


def bind_function(
    name: str, facts: SourceFacts, module: ModuleType, told: Mapping[str, str]
) -> tuple[Binding | None, str]:
    """The function tied to the form it wants, or None and why not; the second text says how it was understood."""
    owner, _, short = name.rpartition(".")
    holder: Any = vars(module)[owner] if owner else module
    function = getattr(holder, short)
    if owner:
        try:
            bound = getattr(make_object(holder, 0), short)
        except Exception as error:
            return None, f"{owner} cannot be made: {type(error).__name__}: {error}"
        parameters = recognise_parameters(bound, told, facts)
    else:
        parameters = recognise_parameters(function, told, facts)
    first = Binding(name, function, parameters, NodeStyle(), (True, False), facts, module)
    depth = first.role("depth")
    if depth is not None:
        passed = {way for one in facts.functions for way in one.passed.get(depth.name, ())}
        first.counts_up = "x+1" in passed and "x-1" not in passed
    best: tuple[tuple[int, int, int], Binding] | None = None
    problem = ""
    hanging, first_reading = 0, tuple[Any, ...]()
    for number, variant in enumerate(_variants(first)):
        answered, right, shape, failure = _try_out(variant)
        problem = problem or failure
        hanging += failure == "hang"
        if hanging >= MAX_HANGING:
            break
        reading = (variant.style.mover_view, variant.is_movers_value, variant.sides)
        first_reading = first_reading or (reading,)
        if reading != first_reading[0] and right < len(_probes(variant)):
            right = -1  # another reading of what it returns is believed only if everything is right with it
        rating = (answered, right, -number)
        if best is None or rating > best[0]:
            best = (rating, replace(variant, shape=shape))
        if right == len(_probes(variant)):
            break
    if best is None:
        return replace(next(_variants(first))), problem
    if best[0][0] == 0:
        return best[1] if problem else None, problem or "it answers nothing"
    return best[1], ""


def _variants(first: Binding) -> Iterator[Binding]:
    """The forms to try, the likeliest first."""
    facts, roles = first.facts, {one.role for one in first.parameters}
    parts = {attribute_role(name) for name in facts.attributes}
    key_roles = {attribute_role(key) for key in facts.text_keys}
    sides = [(True, False)]
    for one in first.parameters:
        if one.role in ("player", "maximizing", "minimizing"):
            sides = find_sides(facts, facts.find(first.name), one, vars(first.module))
            break
    else:
        for name in facts.attributes:
            if attribute_role(name) in ("player", "type"):
                sides = find_attribute_sides(facts, name, vars(first.module))
    knows_side = bool(roles & {"player", "maximizing", "minimizing"}) or bool(parts & {"player", "max", "min", "type"})
    negates = bool(facts.negated_calls & facts.recursive) or "nega" in simplify_name(first.name)
    views = [False] if knows_side else [True, False] if negates else [False, True]
    movers = (True, False) if negates else (False, True)
    if {"index", "values"} <= roles:
        heights = _find_heights(first)
        for side in sides:
            yield replace(first, style=NodeStyle("array"), sides=side, heights=heights)
        return
    kinds = []
    if "graph" in roles:
        kinds = ["names"]
    elif "game" in roles:
        kinds = ["game"]
    elif "children" in key_roles:
        kinds = ["dicts", "objects"]
    elif parts & {"undo", "copy"} and "result" in parts:
        kinds = ["cursor", "objects"]
    elif parts & {"children", "moves", "left", "right", "result"} and "children" in parts | {
        "children" if parts & {"moves", "left"} else None
    }:
        kinds = ["objects", "lists", "plain lists"]
    else:
        kinds = ["lists", "plain lists", "tuples", "objects"]
    pairs = any(attribute_role(name) == "children" for name in facts.pair_loops)
    mapped = any(attribute_role(name) == "children" for name in facts.mapped)
    for kind in kinds:
        plain = kind in ("lists", "plain lists", "tuples")
        for no_children in (
            ("empty",) if plain else ("empty", "none", "value") if kind == "names" else ("empty", "none")
        ):
            for inner_value in (True,) if plain else (True, False):
                for view in views:
                    for side in sides:
                        style = NodeStyle(kind, no_children, inner_value, pairs, mapped, view, side)
                        for is_movers in movers if side == (1, -1) else (False,):
                            yield replace(first, style=style, sides=side, is_movers_value=is_movers)


def _find_heights(binding: Binding) -> tuple[int, ...]:
    """The heights of complete binary trees that a program with its leaves in a list can take."""
    depth = binding.role("depth")
    if binding.role("height") is not None or depth is None or not binding.counts_up:
        return (1, 2, 3, 4)
    fixed = [
        value
        for one in binding.facts.functions
        for value in one.compared.get(depth.name, [])
        if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 6
    ]
    return (fixed[0],) if fixed else (1, 2, 3, 4)


def _probes(binding: Binding) -> list[Case]:
    if binding.heights:
        trees = [tree for tree in BINARY_PROBES if Tree(from_lists(tree)).nodes[-1].ply in binding.heights]
        extra = [[50 + i for i in range(2)]] if binding.heights == (1,) else []
        return [Case("probe", from_lists(tree, 57)) for tree in (*trees, *extra)] or [_full_binary(binding.heights[0])]
    if binding.facts.is_sampling:
        return [Case("probe", from_lists(tree)) for tree in SAMPLED_PROBES]
    cases = [Case("probe", from_lists(tree, 57)) for tree in (BINARY_PROBES if binding.abilities.binary else PROBES)]
    if binding.abilities.both_sides:
        cases += [Case("probe", case.spec, None, False) for case in cases[:2]]
    return cases


def _full_binary(height: int) -> Case:
    lists: Any = [50 + 7 * i % 31 for i in range(2**height)]
    while len(lists) > 2:
        lists = [lists[i : i + 2] for i in range(0, len(lists), 2)]
    return Case("probe", from_lists(lists, 57))


def _try_out(binding: Binding) -> tuple[int, int, AnswerShape, str]:
    """How many of the trees it answers in this form, how many rightly, the shape of its answers, and what failed."""
    raw, failure = [], ""
    for number, case in enumerate(_probes(binding)):
        try:
            call, _ = binding.prepare(case, f"t{9000 + number}n", Observer())
            seed_random(number)
            with limit_time(PROBE_SECONDS), PROGRAM_CLOCK.installed():
                raw.append((call(), case.tree, {float(node.static) for node in case.tree.nodes}, case))
        except OutOfTime:
            return 0, 0, AnswerShape(), "hang"
        except RecursionError:
            failure = failure or "RecursionError"
        except Exception as error:
            failure = failure or f"{type(error).__name__}: {error}"
    if binding.facts.is_sampling:
        shape = learn_move_shape([(answer, tree) for answer, tree, _, _ in raw])
    else:
        shape = learn_shape([(answer, tree, values) for answer, tree, values, _ in raw])
    if (
        not binding.facts.is_sampling
        and shape == AnswerShape(None, "")
        and all(isinstance(answer, (int, float)) for answer, *_ in raw)
    ):
        # Small numbers: moves if the name says so or if they are right ones, and otherwise values that are wrong.
        moves = [Program("minimax").observe(case).move for *_, case in raw]
        simple = simplify_name(binding.name)
        answers = [answer for answer, *_ in raw]
        are_places = all(0 <= answer < len(tree.root.children) for answer, tree, *_ in raw) and len(set(answers)) > 1
        if not any(word in simple for word in MOVE_NAMES) and answers != moves and not are_places:
            shape = AnswerShape("", None)
    answered = right = 0
    for answer, tree, _, case in raw:
        value, move, problem = read_answer(answer, shape, tree)
        if value is not None and binding.is_movers_value and not case.is_max:
            value = -value
        answered += not problem
        truth = Program("minimax").observe(case)
        right += (value == truth.value) if value is not None else (move is not None and move == truth.move)
    return answered, right, shape, failure

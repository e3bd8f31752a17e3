"""Recognises the parameters of a search function, and what has to be handed over for each."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from kibitz.doctor.patient.python.roles import ROLES, parameter_role, simplify_name
from kibitz.doctor.patient.python.source_facts import FunctionFacts, SourceFacts

MAX_WORDS = ("max", "ai", "computer", "bot", "me", "machine", "agent", "cpu")
MIN_WORDS = ("min", "human", "opponent", "user", "enemy", "you", "person")


class Unrecognised(Exception):
    """A parameter without a default whose meaning is not known."""


@dataclass(frozen=True)
class Parameter:
    """A parameter with its role. One that has a default is left out of the call unless it must differ."""

    name: str
    role: str
    has_default: bool
    is_keyword: bool
    default: Any = None


def recognise_parameters(function: Callable[..., Any], told: Mapping[str, str], facts: SourceFacts) -> list[Parameter]:
    """The parameters of a function; `told`: roles that the person has named. Raises Unrecognised.

    A name that says nothing is recognised by what is done with it: `not x` is a side, `x - 1` is a depth.
    """
    found = [
        one
        for one in inspect.signature(function).parameters.values()
        if one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)
    ]
    names = [simplify_name(one.name) for one in found]
    roles = {one.name: parameter_role(one.name) or _guess_role(facts, one.name) for one in found}
    all_roles = {role for possible in roles.values() for role in possible}
    is_array = any("values" in possible for possible in roles.values()) and any(
        "index" in possible for possible in roles.values()
    )
    has_node = any("node" in roles[one.name] and "graph" not in roles[one.name] for one in found)
    used, recognised = set[str](), list[Parameter]()
    for place, one in enumerate(found):
        possible = [told[one.name]] if one.name in told else list(roles[one.name])
        if is_array:
            possible = [role for role in possible if role not in ("node", "graph")]
            possible.sort(
                key=("index", "values", "height", "depth").index
                if set(possible) <= {"index", "values", "height", "depth"}
                else ROLES.index
            )
            if "depth" in possible and simplify_name(one.name) in ("depth", "d", "curdepth", "currentdepth", "level"):
                possible = ["depth"]
        else:
            possible = [role for role in possible if role != "index"]
            if has_node and "graph" in possible:
                possible = ["graph", *possible]
            if (
                "height" in possible
                and "depth" in possible
                and not any(
                    other in ("depth", "d", "ply", "level", "currentdepth", "curdepth")
                    for other in names
                    if other != simplify_name(one.name)
                )
            ):
                possible = ["depth"]
            elif "height" in possible and "depth" in possible:
                possible = ["height"]
            if place == 0 and not possible and "node" not in all_roles and one.default is one.empty:
                possible = ["node"]
        role = next((role for role in possible if role not in used), "")
        has_default = one.default is not one.empty
        if not role and not has_default:
            known = ", ".join(ROLES)
            raise Unrecognised(
                f"the parameter '{one.name}' is not recognized; name its role with --role {one.name}=…, one of {known}"
            )
        if role:
            used.add(role)
            recognised.append(
                Parameter(
                    one.name, role, has_default, one.kind is one.KEYWORD_ONLY, one.default if has_default else None
                )
            )
    return recognised


def _guess_role(facts: SourceFacts, name: str) -> list[str]:
    ways = _collect(facts, name)
    if "not x" in ways.passed or "1-x" in ways.passed:
        return ["minimizing" if "min" in name.lower() else "maximizing"]
    if "-x" in ways.passed or ways.is_multiplied or "3-x" in ways.passed:
        return ["player"]
    if "x-1" in ways.passed or "x+1" in ways.passed:
        return ["depth"]
    return ["maximizing"] if simplify_name(name).startswith(("max", "ismax")) else []


def find_sides(
    facts: SourceFacts, function: FunctionFacts | None, parameter: Parameter, names: Mapping[str, Any]
) -> list[tuple[Any, Any]]:
    """What may stand for Max and for Min in a parameter such as player, colour or turn; the likeliest first."""
    if parameter.role in ("maximizing", "minimizing"):
        ways = _collect(facts, parameter.name)
        if "-x" in ways.passed and "not x" not in ways.passed:
            return [(1, -1)]
        if "1-x" in ways.passed:
            return [(1, 0)]
        return [(True, False)]
    ways = _collect(facts, parameter.name)
    return _sides_from(ways, names, parameter.default if parameter.has_default else None, simplify_name(parameter.name))


def find_attribute_sides(facts: SourceFacts, attribute: str, names: Mapping[str, Any]) -> list[tuple[Any, Any]]:
    """The same for an attribute of a node."""
    return _sides_from(_collect(facts, f".{attribute}"), names, None, "")


@dataclass
class _Ways:
    compared: list[Any]
    passed: set[str]
    is_multiplied: bool


def _collect(facts: SourceFacts, name: str) -> _Ways:
    compared, passed, multiplied = list[Any](), set[str](), False
    for one in facts.functions:
        compared += one.compared.get(name, [])
        passed |= one.passed.get(name, set())
        multiplied = multiplied or name in one.multiplied
    return _Ways(compared, passed, multiplied)


def _sides_from(ways: _Ways, names: Mapping[str, Any], default: Any, simple: str) -> list[tuple[Any, Any]]:
    values = dict[Any, str]()  # each with the name it was compared by
    for one in ways.compared:
        if isinstance(one, str) and one.endswith("()"):
            name = one[:-2]
            parts = name.split(".")
            value = names.get(parts[0])
            for part in parts[1:]:
                value = getattr(value, part, None)
            if value is not None and not callable(value):
                try:
                    values[value] = name
                except TypeError:
                    continue
        elif one is not None:
            values[one] = str(one)
    max_side = next(
        (
            v
            for v, name in values.items()
            if any(word in name.lower().split("_") or name.lower().startswith(word) for word in MAX_WORDS)
        ),
        None,
    )
    min_side = next(
        (
            v
            for v, name in values.items()
            if any(word in name.lower().split("_") or name.lower().startswith(word) for word in MIN_WORDS)
        ),
        None,
    )
    if max_side is not None and min_side is None:
        min_side = _other_side(max_side, names)
    if min_side is not None and max_side is None:
        max_side = _other_side(min_side, names)
    if max_side is not None and min_side is not None and max_side != min_side:
        return [(max_side, min_side)]
    if "-x" in ways.passed or ways.is_multiplied or -1 in values or simple in ("color", "colour", "sign"):
        return [(1, -1)]
    if "3-x" in ways.passed or 2 in values:
        return [(1, 2)]
    if "1-x" in ways.passed or "x^1" in ways.passed or 0 in values:
        return [(0, 1), (1, 0)]
    if "not x" in ways.passed or isinstance(default, bool):
        return [(True, False)]
    texts = [v for v in values if isinstance(v, str)]
    if texts:
        first = texts[0]
        pairs = {"X": "O", "O": "X", "x": "o", "o": "x", "MAX": "MIN", "max": "min", "W": "B", "white": "black"}
        return [(first, texts[1] if len(texts) > 1 else pairs.get(first, "other"))]
    return [(True, False), (1, -1), (1, 2), (0, 1)]


def _other_side(known: Any, names: Mapping[str, Any]) -> Any:
    """The other side, if a constant of the file is one: MAX = 1 beside MIN = -1, or by convention."""
    for name, value in names.items():
        if (
            type(value) is type(known)
            and value != known
            and any(name.lower().startswith(w) for w in (*MAX_WORDS, *MIN_WORDS))
        ):
            return value
    if isinstance(known, str):
        pairs = {"max": "min", "min": "max", "MAX": "MIN", "MIN": "MAX", "Max": "Min", "Min": "Max"}
        return pairs.get(known, "other")
    return {1: -1, -1: 1, 0: 1, 2: 1}.get(known) if isinstance(known, int) else None

"""Follows the calls of a Python program while it searches: the nodes it enters, in which windows, with what result."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from types import CodeType, FrameType
from typing import Any

from kibitz.doctor.patient.python.observed_data import number_in_name
from kibitz.doctor.patient.python.observed_nodes import Cursor, LeafNumber, ObservedList, ObservedNode
from kibitz.doctor.patient.python.roles import parameter_role

MAX_EVENTS = 4_000


class Tracer:
    """Sees every call of the search functions of one file.

    `visited`: the nodes that were entered and had no child entered, in order. `events`: for each call the place of the
    call it was made from, the node, alpha, beta, and what it returned.
    """

    def __init__(self, file: str, functions: Iterable[str]) -> None:
        self._file, self._functions = file, frozenset(functions)
        self._stack: list[list[Any]] = []  # the node, whether a child was entered, the place in `events`
        self._windows: dict[CodeType, tuple[str, str]] = {}
        self.visited: list[int] = []
        self.events: list[list[Any]] = []

    def run(self, function: Callable[[], Any]) -> Any:
        sys.setprofile(self._see)
        try:
            return function()
        finally:
            sys.setprofile(None)

    def _see(self, frame: FrameType, event: str, argument: Any) -> None:
        if event not in ("call", "return"):
            return
        code = frame.f_code
        if code.co_filename != self._file or code.co_name not in self._functions:
            return
        if event == "call":
            self._enter(frame, code)
        elif self._stack:
            number, has_child, place = self._stack.pop()
            if place is not None:
                self.events[place][4] = argument
            if number is not None and not has_child:
                self.visited.append(number)

    def _enter(self, frame: FrameType, code: CodeType) -> None:
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        values = frame.f_locals
        number = next((found for name in names if (found := _find_number(values.get(name))) is not None), None)
        if number is not None and self._stack and self._stack[-1][0] != number:
            self._stack[-1][1] = True
        place = None
        if number is not None and len(self.events) < MAX_EVENTS:
            place = len(self.events)
            if code not in self._windows:
                roles = {role: name for name in names for role in parameter_role(name)}
                self._windows[code] = (roles.get("alpha", ""), roles.get("beta", ""))
            alpha, beta = self._windows[code]
            above = next((entry[2] for entry in reversed(self._stack) if entry[2] is not None), None)
            self.events.append([above, number, values.get(alpha), values.get(beta), None])
        self._stack.append([number, False, place])


def _find_number(value: Any) -> int | None:
    if isinstance(value, Cursor):
        value = value._path[-1]
    if isinstance(value, ObservedNode):
        number: int = value._k[0].number
        return number
    if isinstance(value, (LeafNumber, ObservedList)) or type(value).__name__ == "DictNode":
        found: int = getattr(value, "number", -1)
        return found if found >= 0 else None
    if isinstance(value, str) and value[:1] == "t" and value[1:2].isdigit() and "n" in value:
        return number_in_name(value)
    return None

"""A Python function under examination: asks the process in which it runs (`python_worker.py`)."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kibitz.core.errors import BadFile, PlayerFault
from kibitz.core.files.named_file import MAX_CODE_BYTES, check_input
from kibitz.doctor.exam_cases import Abilities, Case
from kibitz.doctor.faults.program import CallEvent, Observed
from kibitz.doctor.patient.patient import CannotStart, Patient, Reply, TreeAbilities
from kibitz.jobs.pipe import Pipe

START_SECONDS = 20.0
ANSWER_SECONDS = 10.0  # the worker itself gives up after 2 s of processor time or 8 s; more only if it cannot


# What a parameter that plays such a role says, where "is the …" would be no English.
_MEANINGS = {
    "maximizing": "says whether Max is to move",
    "minimizing": "says whether Min is to move",
    "player": "names the side to move",
    "children_function": "gives the children",
    "terminal_function": "says whether the game is over",
    "evaluate": "gives the value of a leaf",
    "values": "holds the values of the leaves",
}


class PythonPatient(Patient):
    """`function`: empty to have it found. `roles`: what parameters are that are not recognised."""

    def __init__(self, path: Path, function: str = "", roles: Mapping[str, str] | None = None) -> None:
        self.path, self.function, self.roles = path, function, dict(roles or {})
        self.name = f"{path}:{function}" if function else str(path)
        self._pipe: Pipe | None = None
        self._asked = 0
        self.callers: tuple[str, ...] = ()  # functions that choose a move by calling the one that was found
        check_input(path, MAX_CODE_BYTES, expected="a Python file")

    def start(self) -> TreeAbilities:
        described = self._start()
        if "fails" in described:
            raise CannotStart(f"{described['refused']}.", described["fails"])
        if "refused" in described:
            raise BadFile(f"{described['refused']}.")
        self.function = described["name"]
        self.name = f"{self.path}:{self.function}"
        self.callers = tuple(described["callers"])
        known = described["abilities"]
        understood = ", ".join(
            f"{name} {_MEANINGS.get(role, f'is the {role}')}"
            for name, role in described["parameters"].items()
            if name != role
        )
        return TreeAbilities(
            Abilities(
                depth=known["depth"],
                both_sides=known["both_sides"],
                sharing=known["sharing"],
                leaf_root=known["leaf_root"],
                binary=known["binary"],
                binary_heights=tuple(known["binary_heights"]),
                budget=known["budget"],
            ),
            described["has_value"],
            described["has_move"],
            described["prunes"],
            f"{self.function}({', '.join(described['parameters'])}) on {described['nodes']}"
            + (f"; {understood}" if understood else ""),
            described["note"],
            tuple(described["told"]),
            described["is_negamax"],
            described["is_sampled"],
            "simulations" in described["parameters"].values(),
        )

    def _start(self) -> dict[str, Any]:
        words = [sys.executable, "-m", "kibitz.doctor.patient.python.python_worker", str(self.path), self.function]
        self._pipe = Pipe([*words, json.dumps(self.roles)])
        try:
            described: dict[str, Any] = json.loads(self._pipe.read_line(START_SECONDS))
        except PlayerFault as fault:
            verdict = "hangs" if fault.kind == "hang" else "crashes"
            raise CannotStart(f"It {fault}.", verdict) from None
        return described

    def ask(self, case: Case, *, trace: bool = False, reload: bool = False) -> Reply:
        return self._ask(case, {"trace": trace, "reload": reload})

    def _ask(self, case: Case, more: dict[str, Any]) -> Reply:
        if self._pipe is None or not self._pipe.is_open:
            try:
                self._start()
            except CannotStart as error:
                return Reply(Observed(None, None, None, "crash"), str(error))
        assert self._pipe is not None
        self._asked += 1
        question = {
            "spec": case.spec,
            "depth": case.depth,
            "is_max": case.is_max,
            "is_shared": case.is_shared,
            "budget": case.budget,
            "number": self._asked,
            **more,
        }
        self._pipe.send(json.dumps(question))
        try:
            answer = json.loads(self._pipe.read_line(ANSWER_SECONDS))
        except PlayerFault as fault:
            return Reply(Observed(None, None, None, "hang" if fault.kind == "hang" else "crash"), str(fault))
        except ValueError:
            self._pipe.close()
            return Reply(Observed(None, None, None, "nonsense"), "it writes into the pipe of the examination")
        leaves = answer["leaves"]
        return Reply(
            Observed(
                _number(answer["value"]), answer["move"], None if leaves is None else tuple(leaves), answer["error"]
            ),
            answer["message"],
            answer["changed"],
            answer["printed"],
            tuple(
                CallEvent(above, node, _number(alpha), _number(beta), _number(value))
                for above, node, alpha, beta, value in answer["trace"] or ()
            ),
        )

    def sample(self, case: Case, seed: int, simulations: int) -> Observed:
        return self._ask(case, {"seed": seed, "simulations": simulations}).observed

    def close(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None


def _number(value: Any) -> float | None:
    return None if value is None else float(value)

"""Programs as students write them, kept as text, and an examination without a process for each, which is quicker."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kibitz.doctor.exam_cases import Abilities, Case
from kibitz.doctor.faults.program import CallEvent, Observed
from kibitz.doctor.patient.patient import Patient, Reply, TreeAbilities
from kibitz.doctor.patient.python.python_worker import Worker

FOLDER = Path(__file__).parent


def read_programs(file: str) -> dict[str, str]:
    """The programs of a file by their names; each begins with a line "=== name"."""
    programs = {}
    for part in (FOLDER / file).read_text(encoding="utf-8").split("=== ")[1:]:
        name, _, text = part.partition("\n")
        programs[name] = text
    return programs


def write_program(folder: Path, text: str, name: str = "program.py") -> Path:
    """A program as a file of a folder."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


class LocalPatient(Patient):
    """A Python program in this process."""

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._worker = Worker(path, "", {})
        self._asked = 0

    def start(self) -> TreeAbilities:
        known = self._worker.bind()
        assert "refused" not in known, known
        known["abilities"]["binary_heights"] = tuple(known["abilities"]["binary_heights"])
        return TreeAbilities(
            Abilities(**known["abilities"]),
            known["has_value"],
            known["has_move"],
            known["prunes"],
            told=tuple(known["told"]),
            is_negamax=known["is_negamax"],
        )

    def ask(self, case: Case, *, trace: bool = False, reload: bool = False) -> Reply:
        self._asked += 1
        answer = self._worker.ask(
            {
                "spec": case.spec,
                "depth": case.depth,
                "is_max": case.is_max,
                "is_shared": case.is_shared,
                "budget": case.budget,
                "number": self._asked,
                "trace": trace,
                "reload": reload,
            }
        )
        leaves = None if answer["leaves"] is None else tuple(answer["leaves"])
        observed = Observed(_number(answer["value"]), answer["move"], leaves, answer["error"])
        events = tuple(CallEvent(a, n, _number(x), _number(y), _number(v)) for a, n, x, y, v in answer["trace"] or ())
        return Reply(observed, answer["message"], answer["changed"], answer["printed"], events)

    def close(self) -> None:
        pass


def _number(value: Any) -> float | None:
    return None if value is None else float(value)

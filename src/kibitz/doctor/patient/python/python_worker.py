"""The process in which a Python program is examined; it is asked in lines of JSON and answers in such.

    python -m kibitz.doctor.patient.python.python_worker FILE FUNCTION ROLES

    ── {"spec": …, "depth": …, "is_max": …, "is_shared": …, "number": …, "trace": …} ──▶
    ── {…, "seed": …, "simulations": …} ──▶                                                   of a Monte Carlo search
    ◀── {"value": …, "move": …, "leaves": …, "error": …, "message": …, "changed": …, "printed": …, "trace": …} ──

What the program prints goes nowhere and is counted. Its standard input is empty.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import math
import os
import sys
import traceback
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, TextIO

from kibitz.doctor.exam_cases import Case
from kibitz.doctor.exam_tree import drop_repetitions, read_spec
from kibitz.doctor.faults.program import SIMULATIONS
from kibitz.doctor.patient.python.answers import read_answer
from kibitz.doctor.patient.python.bind_function import bind_function
from kibitz.doctor.patient.python.binding import Binding
from kibitz.doctor.patient.python.candidates import find_candidates, is_caller
from kibitz.doctor.patient.python.limits import OutOfTime, limit_process, limit_time
from kibitz.doctor.patient.python.observed_nodes import Observer
from kibitz.doctor.patient.python.parameters import Unrecognised
from kibitz.doctor.patient.python.program_clock import PROGRAM_CLOCK, seed_random
from kibitz.doctor.patient.python.source_facts import SourceFacts, read_source
from kibitz.doctor.patient.python.tracing import Tracer

LOAD_SECONDS = 3.0
CALL_SECONDS = 2.0
MAX_PRINTED = 1 << 20  # characters in one call, before it counts as endless
MAX_LEAVES = 3_000
MAX_SAMPLED = 20_000  # leaves of one Monte Carlo search
RECURSION = 700  # nested calls; no tree is deeper than a few plies
DEFINITIONS = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign)

EMPTY = {
    "value": None,
    "move": None,
    "leaves": None,
    "error": "",
    "message": "",
    "changed": False,
    "printed": 0,
    "trace": None,
}


class _Sink(io.TextIOBase):
    """Standard output of the program: counted, and stopped when there is too much of it."""

    def __init__(self) -> None:
        self.count = 0

    def write(self, text: str) -> int:
        self.count += len(text)
        if self.count > MAX_PRINTED:
            raise OutOfTime
        return len(text)


def load_program(path: Path) -> tuple[ModuleType, SourceFacts, str]:
    """Run a file; if it fails or does not end, run only its definitions. The text says what happened."""
    tree = ast.parse(path.read_text(encoding="utf-8", errors="replace"))
    facts = read_source(tree)
    definitions: list[ast.stmt] = [part for part in tree.body if isinstance(part, DEFINITIONS)]
    note = ""
    for tried in (tree, ast.Module(definitions, [])):
        module = ModuleType("patient")
        module.__file__ = str(path)
        sys.modules["patient"] = module
        try:
            with limit_time(LOAD_SECONDS), PROGRAM_CLOCK.installed():
                exec(compile(tried, str(path), "exec"), vars(module))
            return module, facts, note
        except OutOfTime:
            note = "the file does not end when it is run; only its definitions were used"
        except (Exception, SystemExit) as error:
            note = f"the file fails when it is run ({type(error).__name__}: {error}); only its definitions were used"
    return module, facts, note


class Worker:
    """The program, ready to be asked."""

    def __init__(self, path: Path, name: str, told: dict[str, str]) -> None:
        self.path, self.name, self.told = path, name, told
        self.sink = _Sink()
        self.bindings: list[Binding] = []
        self.callers: list[str] = []  # functions that call the search, and can be examined as well
        self.note = ""
        self.handed_over: list[Any] = []  # every tree so far: an address is not used again, as in a table by id(node)

    def bind(self) -> dict[str, Any]:
        """Find the function, or say why there is none."""
        module, facts, self.note = load_program(self.path)
        candidates = [self.name] if self.name else find_candidates(facts, module)
        if self.name and not _has(module, self.name):
            there = ", ".join(one.name for one in facts.functions if not one.is_nested and not one.owner)
            return {"refused": f"{self.path} has no function '{self.name}'; it has: {there or 'none'}"}
        problems = []
        bound: list[Binding] = []
        for name in candidates[:6]:
            try:
                binding, problem = bind_function(name, facts, module, self.told)
            except Unrecognised as error:
                problems.append(f"{name}: {error}")
                continue
            if binding is not None and not problem:
                bound.append(binding)
            elif binding is not None:
                problems.append(f"{name}: {problem}")
                self.bindings.append(binding)
        if bound:
            self.bindings = [bound[0]]
            self.callers = [one.name for one in bound[1:] if is_caller(facts, one.name, bound[0].name)]
        elif self.bindings:
            self.bindings = self.bindings[:1]  # it crashes on everything, which the examination says
        if not self.bindings:
            known = "; ".join(problems) or self.note or "there is no function that looks like a search"
            return {"refused": f"{self.path}: {known}"}
        self._reload()
        return self._describe(self.bindings[0])

    def _reload(self) -> None:
        """Run the file once more, so that nothing is left of earlier searches."""
        module, facts, _ = load_program(self.path)
        for binding in self.bindings:
            binding.module, binding.facts = module, facts
            owner, _, short = binding.name.rpartition(".")
            binding.function = getattr(vars(module)[owner] if owner else module, short)

    def _describe(self, binding: Binding) -> dict[str, Any]:
        abilities = binding.abilities
        return {
            "name": binding.name,
            "parameters": {one.name: one.role for one in binding.parameters},
            "nodes": binding.style.kind,
            "prunes": binding.is_meant_to_prune,
            "has_value": binding.shape.value is not None,
            "has_move": binding.shape.move is not None,
            "note": self.note,
            "callers": self.callers,
            "is_sampled": binding.facts.is_sampling,
            "is_negamax": binding.is_movers_value or binding.style.mover_view,
            "told": [
                what
                for what, roles in (("side", ("maximizing", "minimizing", "player")), ("window", ("alpha",)))
                if any((one := binding.role(role)) is not None and not one.has_default for role in roles)
            ],
            "abilities": {
                "depth": abilities.depth,
                "both_sides": abilities.both_sides,
                "sharing": abilities.sharing,
                "leaf_root": abilities.leaf_root,
                "binary": abilities.binary,
                "budget": abilities.budget,
                "binary_heights": list(abilities.binary_heights),
            },
        }

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """The answer to one case."""
        if question.get("reload"):
            self._reload()
        binding = self.bindings[0]
        case = Case("", read_spec(question["spec"]), question["depth"], question["is_max"], question["is_shared"])
        case = replace(case, budget=question.get("budget"))
        observer = Observer()
        tracer = Tracer(str(self.path), binding.facts.recursive)
        self.sink.count = 0
        seed = question.get("seed")
        if seed is not None:
            seed_random(seed)
        # A search that goes on until its time is up does the same again and again, which takes long to follow.
        is_repeating = binding.abilities.budget and case.budget is None and not question.get("trace")
        is_plain = seed is not None or is_repeating
        error = message = ""
        value: float | None = None
        move: int | None = None
        is_changed = False
        try:
            call, changed = binding.prepare(
                case, f"t{question['number']}n", observer, question.get("simulations", SIMULATIONS)
            )
            self.handed_over.append(call)
            with limit_time(CALL_SECONDS), PROGRAM_CLOCK.installed():
                raw = call() if is_plain else tracer.run(call)
            value, move, message = read_answer(raw, binding.shape, case.tree)
            error = "nonsense" if message else ""
            if value is not None and binding.is_movers_value and not case.is_max:
                value = -value
            is_changed = changed()
        except OutOfTime:
            error, message = "hang", f"no answer after {CALL_SECONDS:g} s"
        except RecursionError:
            error, message = "recursion", f"more than {RECURSION:,} calls inside each other"
        except MemoryError:
            error, message = "crash", "it needs more memory than it may use"
        except (Exception, SystemExit) as failure:
            error, message = "crash", _describe_failure(failure, self.path)
        if seed is not None:
            leaves = [number for number in observer.values if not case.tree.nodes[number].children][
                :MAX_SAMPLED
            ] or None
            return {**EMPTY, "move": move, "leaves": leaves, "error": error, "message": message}
        leaves = None if is_repeating else _find_leaves(case, tracer, observer, binding)
        return {
            "value": _number(value),
            "move": move,
            "leaves": None if leaves is None else leaves[:MAX_LEAVES],
            "error": error,
            "message": message,
            "changed": is_changed,
            "printed": self.sink.count,
            "trace": [_plain_event(event, binding) for event in tracer.events[:400]] if question.get("trace") else None,
        }


def _has(module: ModuleType, name: str) -> bool:
    owner, _, short = name.rpartition(".")
    holder: Any = vars(module).get(owner) if owner else module
    return holder is not None and callable(getattr(holder, short, None))


def _find_leaves(case: Case, tracer: Tracer, observer: Observer, binding: Binding) -> list[int] | None:
    """The nodes looked at, in order: those its search functions were called with, or whose values it asked for."""
    evaluated = set(observer.values)
    nodes = case.tree.nodes
    visited = [number for number in tracer.visited if not nodes[number].children or number in evaluated]
    if any(not nodes[number].children for number in visited):
        return list(drop_repetitions(visited))
    if binding.style.kind in ("plain lists", "tuples"):
        return None
    return list(drop_repetitions(observer.values))


def _plain_event(event: list[Any], binding: Binding) -> list[Any]:
    above, number, alpha, beta, returned = event
    shape = binding.shape
    value = returned
    if isinstance(returned, (tuple, list)) and isinstance(shape.value, int) and len(returned) > shape.value:
        value = returned[shape.value]
    plain = value if isinstance(value, (int, float)) and not isinstance(value, bool) else None
    return [above, number, *(_number(one) for one in (alpha, beta, plain))]


def _number(value: Any) -> Any:
    """A number as JSON can hold it; infinity as a text."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    if math.isnan(value):
        return None
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return int(value) if value == int(value) else float(value)


def _describe_failure(failure: BaseException, path: Path) -> str:
    frames = [frame for frame in traceback.extract_tb(failure.__traceback__) if frame.filename == str(path)]
    where = f", line {frames[-1].lineno}, in {frames[-1].name}" if frames else ""
    return f"{type(failure).__name__}: {failure}{where}"[:300]


def main(arguments: list[str]) -> None:
    """Answer until the input ends."""
    path, name, told = Path(arguments[0]).resolve(), arguments[1], json.loads(arguments[2])
    answers: TextIO = os.fdopen(os.dup(1), "w", encoding="utf-8")
    questions: TextIO = os.fdopen(os.dup(0), "r", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for end in (0, 1):
        os.dup2(nowhere, end)
    limit_process()
    sys.setrecursionlimit(RECURSION)
    worker = Worker(path, name, told)
    sys.path.insert(0, str(path.parent))
    with contextlib.redirect_stdout(worker.sink):
        try:
            described = worker.bind()
        except SyntaxError as error:
            described = {"refused": f"line {error.lineno}: {error.msg}", "fails": "crashes"}
        except OutOfTime:
            described = {"refused": "it prints without end while it is loaded", "fails": "hangs"}
        print(json.dumps(described), file=answers, flush=True)
        for line in questions:
            print(json.dumps(worker.ask(json.loads(line))), file=answers, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])

"""A program of the library: a textbook search, with the lines of a fault put in, run on a tree."""

from __future__ import annotations

import inspect
import math
import sys
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from types import CodeType, FrameType
from typing import Any, NamedTuple

from kibitz.core.rng import Rng
from kibitz.doctor.exam_cases import Case
from kibitz.doctor.exam_tree import Node
from kibitz.doctor.faults import textbook, textbook_deepening, textbook_mcts, textbook_tables
from kibitz.doctor.faults.textbook import INFINITY, Answer

SIMULATIONS = 200  # of a Monte Carlo search


class CallEvent(NamedTuple):
    """A call that a program made: the place of the call it came from, the node, its window, and what it returned."""

    above: int | None
    node: int
    alpha: float | None
    beta: float | None
    value: float | None


class Edit(NamedTuple):
    """A text of the textbook and what a fault makes of it; `nth` counts the places from 0, None means all of them."""

    old: str
    new: str
    nth: int | None = None


@dataclass(frozen=True)
class Base:
    """A textbook search. `call`: how it is called at the root, with the function first.

    `prunes`: whether it has a window. `helpers`: textbook searches that it calls, into which the fault goes as well.
    `takes_budget`: whether it can be stopped. `is_sampled`: whether it plays out games at random.
    """

    name: str
    prunes: bool
    is_negamax: bool
    call: Callable[..., Answer]
    helpers: tuple[str, ...] = ()
    takes_budget: bool = False
    is_sampled: bool = False


def _colour(is_max: bool) -> int:
    return 1 if is_max else -1


def _negated(answer: Answer, is_max: bool) -> Answer:
    value, move = answer
    return (value if is_max else -value), move


BASES = {
    base.name: base
    for base in (
        Base("minimax", False, False, lambda search, node, depth, is_max: search(node, depth, is_max)),
        Base(
            "negamax",
            False,
            True,
            lambda search, node, depth, is_max: _negated(search(node, depth, _colour(is_max)), is_max),
        ),
        *(
            Base(
                name,
                True,
                False,
                lambda search, node, depth, is_max: search(node, depth, -INFINITY, INFINITY, is_max),
            )
            for name in ("alphabeta", "alphabeta_hard", "ordered")
        ),
        *(
            Base(
                name,
                True,
                True,
                lambda search, node, depth, is_max: _negated(
                    search(node, depth, -INFINITY, INFINITY, _colour(is_max)), is_max
                ),
            )
            for name in ("negamax_alphabeta", "negamax_hard", "pvs")
        ),
        Base(
            "table",
            True,
            False,
            lambda search, node, depth, is_max: search(node, depth, -INFINITY, INFINITY, is_max, {}),
        ),
        Base(
            "negamax_table",
            True,
            True,
            lambda search, node, depth, is_max: _negated(
                search(node, depth, -INFINITY, INFINITY, _colour(is_max), {}), is_max
            ),
        ),
        Base("memo", False, False, lambda search, node, depth, is_max: search(node, depth, is_max, {})),
        Base(
            "killer",
            True,
            False,
            lambda search, node, depth, is_max: search(node, depth, -INFINITY, INFINITY, is_max, 0, {}),
        ),
        *(
            Base(name, True, False, lambda search, node, depth, is_max: search(node, depth, is_max), ("alphabeta",))
            for name in ("deepening", "aspiration")
        ),
        Base(
            "timed",
            True,
            False,
            lambda search, node, depth, is_max, budget: search(node, depth, is_max, budget),
            ("stoppable",),
            takes_budget=True,
        ),
        Base(
            "mcts",
            False,
            False,
            lambda search, node, depth, is_max: search(node, SIMULATIONS, is_max, Rng(0)),
            ("Branch",),
            is_sampled=True,
        ),
    )
}


class Observed(NamedTuple):
    """What was seen of a search on one case. `leaves`: None if they cannot be seen; `error`: empty if it answered."""

    value: float | None
    move: int | None
    leaves: tuple[int, ...] | None
    error: str = ""


@dataclass(frozen=True)
class Program:
    """A textbook search with edits."""

    base: str
    edits: tuple[Edit, ...] = ()

    def observe(self, case: Case) -> Observed:
        """What it does on a case."""
        return run_program(self, case)


def can_apply(base: str, edits: Iterable[Edit]) -> bool:
    """Whether a textbook search, or one it calls, has every text that the edits replace."""
    return _apply(base, tuple(edits)) is not None


@cache
def _source(base: str) -> str:
    return "\n\n".join(inspect.getsource(_find_search(name)) for name in (*BASES[base].helpers, base))


def _find_search(name: str) -> Any:
    modules = (textbook, textbook_tables, textbook_deepening, textbook_mcts)
    return next(vars(module)[name] for module in modules if name in vars(module))


@cache
def _apply(base: str, edits: tuple[Edit, ...]) -> str | None:
    text = _source(base)
    for old, new, nth in edits:
        if old.startswith(" "):  # whole lines, whose indent counts
            old, new = f"\n{old}", f"\n{new}"
        if old not in text:
            return None
        if nth is None:
            text = text.replace(old, new)
            continue
        parts = text.split(old)
        if len(parts) <= nth + 1:
            return None
        text = old.join(parts[: nth + 1]) + new + old.join(parts[nth + 1 :])
    if any(name in text and name not in _source(base) for name in ("maximizing", "colour", "alpha")):
        return None  # the edits were meant for the other form
    try:
        _make_code(text, base)
    except SyntaxError:
        return None  # the edits were meant for another indent
    return text


def _make_code(text: str, base: str) -> CodeType:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # two faults at once may make a line that makes no sense
        return compile(f"from __future__ import annotations\n{text}", f"<{base}>", "exec")


@cache
def compile_program(base: str, edits: tuple[Edit, ...]) -> Callable[..., Answer]:
    text = _apply(base, edits)
    assert text is not None, f"{base} has none of the lines of {edits}"
    names: dict[str, Any] = {
        "INFINITY": INFINITY,
        "MARGIN": textbook_deepening.MARGIN,
        "EXPLORE": textbook_mcts.EXPLORE,
        "log": math.log,
        "sqrt": math.sqrt,
        "shared": {},
    }
    exec(_make_code(text, base), names)
    search: Callable[..., Answer] = names[base]
    shared: dict[str, Any] = names["shared"]

    def start(*arguments: Any) -> Answer:
        shared.clear()  # what a fault shares between nodes lasts for one search
        return search(*arguments)

    return start


def run_program(program: Program, case: Case) -> Observed:
    """The answer of a program and what it looked at. A program that goes wrong altogether gives an error."""
    tree = case.tree
    tree.log.clear()
    search = compile_program(program.base, program.edits)
    try:
        base = BASES[program.base]
        budget = (case.budget,) if base.takes_budget else ()
        value, move = base.call(search, tree.root, case.plies, case.is_max, *budget)
    except RecursionError:
        return Observed(None, None, None, "recursion")
    except (TypeError, ValueError, IndexError, KeyError, ArithmeticError, AttributeError):
        return Observed(None, None, None, "crash")
    return Observed(value, move, tuple(tree.log))


def trace_program(program: Program, case: Case) -> tuple[CallEvent, ...]:
    """Every call of a program on a case, in order."""
    events: list[list[Any]] = []
    stack: list[int] = []

    def see(frame: FrameType, event: str, argument: Any) -> None:
        if frame.f_code.co_filename != f"<{program.base}>" or event not in ("call", "return"):
            return
        node = frame.f_locals.get("node")
        if not isinstance(node, Node):
            return
        if event == "call":
            window = [frame.f_locals.get(name) for name in ("alpha", "beta")]
            events.append([stack[-1] if stack else None, node.number, *window, None])
            stack.append(len(events) - 1)
        else:
            events[stack.pop()][4] = argument[0] if isinstance(argument, tuple) else None

    compile_program(program.base, program.edits)
    before = sys.getprofile()
    sys.setprofile(see)
    try:
        run_program(program, case)
    finally:
        sys.setprofile(before)
    return tuple(CallEvent(*event) for event in events)

"""What an examination found, as data."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from html import escape
from typing import Any

from kibitz.doctor.reports.text_report import write_text

VERDICTS = ("right", "slow", "wrong", "crashes", "hangs", "unstable", "changes-input")


@dataclass(frozen=True)
class FoundFault:
    """A fault that fits. `right`, `wrong`: the line of pseudocode; `published`: where a published program has it."""

    id: str
    sentence: str
    why: str = ""
    right: str = ""
    wrong: str = ""
    published: tuple[str, ...] = ()


@dataclass(frozen=True)
class RunNode:
    """A node as a search saw it. `state`: searched, leaf or skipped; `number`: that of the tree; `parent`: a place in
    the list, -1 for the root. `visits`: of a Monte Carlo search, whose value is the mean result of its play-outs.
    """

    number: int
    parent: int
    static: float | None
    state: str
    value: float | None = None
    alpha: float | None = None
    beta: float | None = None
    visits: int | None = None


@dataclass(frozen=True)
class Run:
    """A search of the smallest tree: its nodes in reading order, the answer, and the leaves in the order looked at.

    `is_movers`: values and windows belong to the side to move at a node, as in negamax; otherwise they are Max's.
    """

    nodes: tuple[RunNode, ...]
    value: float | None
    move: int | None
    leaves: tuple[int, ...] | None
    error: str = ""
    is_movers: bool = False

    @property
    def is_sampled(self) -> bool:
        """Whether it is a Monte Carlo search, whose nodes have visits."""
        return self.nodes[0].visits is not None


@dataclass(frozen=True)
class Report:
    """The result of an examination.

    `smallest`: nested lists, None if nothing is wrong. `smallest_depth`: the depth it was asked for, None for the whole
    tree. `violation`: what is wrong there. `next_step`: what to try. `agreed`: in what the faults' programs did the
    same as the patient. `leaves`: different leaves looked at on the trees where they are counted. `unit`: what the
    cases are, trees or positions. `example`: a tree on which the two runs are shown where nothing is wrong.
    """

    patient: str
    verdict: str
    sentence: str
    faults: tuple[FoundFault, ...] = ()
    smallest: Any = None
    smallest_depth: int | None = None
    smallest_to_move: str = "max"
    violation: str = ""
    leaves: int | None = None
    textbook_leaves: int | None = None
    minimal_leaves: int | None = None
    next_step: str = ""
    agreed: str = ""
    is_pair: bool = False
    remarks: tuple[str, ...] = ()
    understood: str = ""
    cases: int = 0
    unit: str = "trees"
    wrong_cases: int = 0
    seconds: float = 0.0
    patient_run: Run | None = field(default=None)
    right_run: Run | None = field(default=None)
    example: Any = None

    def __str__(self) -> str:
        return write_text(self).rstrip("\n")

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


def to_plain_data(report: Report) -> dict[str, Any]:
    """A report as JSON can hold it: every key, and infinity as a text."""
    plain: dict[str, Any] = _replace_infinity(asdict(report))
    return plain


def from_plain_data(data: dict[str, Any]) -> Report:
    """The report that `to_plain_data` was given."""
    runs = {key: None if data[key] is None else _read_run(data[key]) for key in ("patient_run", "right_run")}
    faults = tuple(FoundFault(**{**fault, "published": tuple(fault["published"])}) for fault in data["faults"])
    return Report(**{**data, **runs, "faults": faults, "remarks": tuple(data["remarks"])})


def _read_run(data: dict[str, Any]) -> Run:
    def read(value: Any) -> Any:
        return float(value) if value in ("inf", "-inf") else value

    nodes = tuple(RunNode(**{key: read(value) for key, value in node.items()}) for node in data["nodes"])
    leaves = None if data["leaves"] is None else tuple(data["leaves"])
    return Run(**{**data, "nodes": nodes, "leaves": leaves, "value": read(data["value"])})


def _replace_infinity(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _replace_infinity(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [_replace_infinity(value) for value in data]
    if isinstance(data, float):
        if abs(data) == float("inf"):
            return "inf" if data > 0 else "-inf"
        return int(data) if data == int(data) else data
    return data

"""A fault: what it is in words, and the lines it puts into the textbook; the table of each family is a module."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from kibitz.core.errors import UnknownName
from kibitz.doctor.faults.program import BASES, Edit, Program, can_apply
from kibitz.doctor.faults.sightings import SIGHTINGS

FAMILIES = (
    "sides",
    "best_value",
    "signs",
    "window",
    "cuts",
    "depth",
    "leaves",
    "moves",
    "memory",
    "deepening",
    "monte_carlo",
)  # modules beside this file, a row for each fault


def name_family(family: str) -> str:
    """A family of faults as people read it."""
    return "Monte Carlo" if family == "monte_carlo" else family.replace("_", " ")


@dataclass(frozen=True)
class Fault:
    """One way in which a textbook search goes wrong.

    `right` and `wrong`: the line of pseudocode as it should be, and with the fault. `bases`: the textbook searches it
    is put into. `versions`: people make the same mistake in several ways; each is a set of edits that belong together.
    `costs_only`: the answer stays right, and only more leaves are looked at. `in_first_call`: the fault lies in how the
    search is first called, with which "side" or "window", and cannot be that of a program which is told these.
    `is_among_equals`: the move is one of the best by its value, and still not the one to take.
    """

    id: str
    sentence: str
    why: str
    right: str
    wrong: str
    bases: tuple[str, ...]
    versions: tuple[tuple[Edit, ...], ...]
    costs_only: bool = False
    in_first_call: str = ""
    is_among_equals: bool = False

    @property
    def published(self) -> tuple[str, ...]:
        """Its ids in the publications whose programs have it."""
        return SIGHTINGS.get(self.id, ())

    @property
    def is_sampled(self) -> bool:
        """Whether it is a fault of a search that plays out games at random."""
        return any(BASES[base].is_sampled for base in self.bases)

    @property
    def needs_budget(self) -> bool:
        """Whether it shows only when the time is up."""
        return all(BASES[base].takes_budget for base in self.bases)

    def programs(self) -> Iterator[Program]:
        """Every textbook search with this fault in it."""
        for base in self.bases:
            assert base in BASES, f"{self.id} names {base}, which is not a textbook search"
            for edits in self.versions:
                if can_apply(base, edits):
                    yield Program(base, edits)


@cache
def list_library_faults() -> tuple[Fault, ...]:
    """All faults, family by family."""
    return tuple(fault for _, fault in list_families())


@cache
def list_tree_faults() -> tuple[Fault, ...]:
    """The faults that a search of a tree shows in its value, its move or its leaves, every time."""
    return tuple(
        fault
        for fault in list_library_faults()
        if not fault.is_sampled and not fault.is_among_equals and not fault.needs_budget
    )


@cache
def list_sampled_faults() -> tuple[Fault, ...]:
    """The faults of Monte Carlo searches."""
    return tuple(fault for fault in list_library_faults() if fault.is_sampled)


def list_move_faults() -> frozenset[str]:
    """The ids of the faults that show in the move alone."""
    return frozenset(fault.id for family, fault in list_families() if family == "moves")


@cache
def list_families() -> tuple[tuple[str, Fault], ...]:
    """All faults, each after the name of its family."""
    return tuple(
        (family, fault)
        for family in FAMILIES
        for fault in importlib.import_module(f"kibitz.doctor.faults.{family}").FAULTS
    )


def find_library_fault(fault_id: str) -> Fault:
    for fault in list_library_faults():
        if fault.id == fault_id:
            return fault
    raise UnknownName(f"There is no fault called '{fault_id}'; kibitz doctor --faults lists them all.")

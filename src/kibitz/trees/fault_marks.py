"""Where the faults of a published program act in its tree: the nodes, each with a sentence on what happens there.

A recording names its search, and a replica's faults are switches of it; what acts where follows from the tree. So files
need no marks of their own. `FAULT_ACTS` has for each fault the function that finds it; a fault of which the tree alone
shows nothing has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from kibitz.core.errors import KibitzError
from kibitz.core.extensions import Additions
from kibitz.core.game import Game, State
from kibitz.core.limits import Limits
from kibitz.core.publications import find_publication
from kibitz.core.searching import Searcher, find_searcher
from kibitz.search.replica import MistakenGame, ProgramFault, Replica
from kibitz.trees.search_tree import SearchTree

FaultAct: TypeAlias = Callable[[SearchTree, int], str]  # what a fault does at a node; empty where it does not act
FAULT_ACTS: Additions[FaultAct] = Additions("fault mark")  # by the id of the fault


@dataclass(frozen=True)
class FaultMark:
    """A fault at a node: its id, what it is, and what it does there."""

    id: str
    title: str
    here: str


@dataclass(frozen=True)
class FaultCount:
    """A fault of a search: at how many nodes of the tree it acts, and the first of them, None if at none.

    `report`: the publication whose program it is of, by short name and title; empty if that is unknown.
    """

    id: str
    title: str
    report: str
    nodes: int
    first: int | None


def tree_game(game: Game, searcher: str | Searcher) -> Game:
    """The game that the tree of a search is one of; `game` is what it was asked to search."""
    found = searcher if isinstance(searcher, Searcher) else _find_replica(searcher)[0]
    return found.tree_game(game) if isinstance(found, Replica) else game


def find_tree_position(game: Game, state: State, searcher: Searcher) -> tuple[Game, State]:
    """That game and the root of the tree in it."""
    found = tree_game(game, searcher)
    return found, found.root(state) if isinstance(found, MistakenGame) else state


def takes_least(tree: SearchTree) -> bool:
    """Whether the root of a tree takes the value that is least for the side to move there."""
    replica, _ = _find_replica(tree.searcher)
    return replica is not None and replica.takes_least(tree.game, tree.root_state) and begins_search(tree)


@lru_cache
def _find_replica(searcher: str) -> tuple[Replica | None, Limits]:
    """The published program that a spec names, and its limits; None if it names another search, or none."""
    try:
        found, limits = find_searcher(searcher)
    except KibitzError:
        return None, Limits()
    return (found, found.limited(limits)) if isinstance(found, Replica) else (None, limits)


def begins_search(tree: SearchTree) -> bool:
    """Whether the root is that of the search; a part of a tree, written to a file, begins further down."""
    replica, limits = _find_replica(tree.searcher)
    if replica is None or limits.depth is None or limits.time is not None or limits.nodes is not None:
        return True
    return tree.depth[tree.roots[-1]] == limits.depth + replica.extra_plies


class FaultMarks:
    """The faults that the search of a tree has, and where they act."""

    def __init__(self, tree: SearchTree) -> None:
        self.tree = tree
        replica, _ = _find_replica(tree.searcher)
        on = [fault for fault in replica.faults if getattr(replica, fault.switch)] if replica else []
        self.faults = tuple(fault for fault in on if fault.id in FAULT_ACTS)

    def at(self, node: int, *, by_colour: bool = True) -> tuple[FaultMark, ...]:
        """The faults that act at a node; the sides are called by their colours, or as files call them."""
        found = ((fault, FAULT_ACTS[fault.id](self.tree, node)) for fault in self.faults)
        named = self.tree.game.name_by_colour if by_colour else str
        return tuple(FaultMark(fault.id, fault.title, named(here)) for fault, here in found if here)

    def find(self, fault_id: str) -> Iterator[int]:
        """The nodes at which a fault acts."""
        acts = FAULT_ACTS[fault_id]
        return (node for node in range(len(self.tree)) if acts(self.tree, node))

    def count(self) -> tuple[FaultCount, ...]:
        """Every fault that the search has, with the number of its nodes."""
        return tuple(self._count(fault) for fault in self.faults)

    def _count(self, fault: ProgramFault) -> FaultCount:
        nodes = list(self.find(fault.id))
        report = str(find_publication(fault.id) or "")
        return FaultCount(fault.id, fault.title, report, len(nodes), nodes[0] if nodes else None)

"""A function of somebody's file, in the form in which it wants its tree: how it is called for a case."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from kibitz.doctor.exam_cases import Abilities, Case
from kibitz.doctor.faults.program import SIMULATIONS
from kibitz.doctor.faults.textbook_mcts import EXPLORE
from kibitz.doctor.patient.python.answers import AnswerShape
from kibitz.doctor.patient.python.observed_data import make_array, make_dicts, make_lists, make_named
from kibitz.doctor.patient.python.observed_nodes import Cursor, NodeStyle, Observer, make_objects
from kibitz.doctor.patient.python.parameters import (
    Parameter,
)
from kibitz.doctor.patient.python.program_clock import PROGRAM_CLOCK, STEP
from kibitz.doctor.patient.python.roles import attribute_role, parameter_role, simplify_name
from kibitz.doctor.patient.python.source_facts import SourceFacts
from kibitz.doctor.patient.python.tree_game import TreeGame

INFINITY = float("inf")
NEEDED_ROLES = (
    "depth",
    "height",
    "node",
    "values",
    "game",
    "graph",
    "seconds",
    "milliseconds",
    "deadline",
    "node_limit",
)  # of parameters that are always handed over, also where there is a default
TIME_ROLES = ("seconds", "milliseconds", "deadline", "node_limit")
EXPLORE_NAMES = ("c", "cp", "exploration", "explorationconstant", "explorationweight", "uctconstant", "cparam")


@dataclass
class Binding:
    """A function that can be asked. `prefix` of node names differs for every case, so that no table mixes them up."""

    name: str
    function: Callable[..., Any]
    parameters: list[Parameter]
    style: NodeStyle
    sides: tuple[Any, Any]
    facts: SourceFacts
    module: ModuleType
    counts_up: bool = False
    shape: AnswerShape = field(default_factory=AnswerShape)
    heights: tuple[int, ...] = ()
    is_movers_value: bool = False  # whether the value belongs to the side to move at the root

    def role(self, role: str) -> Parameter | None:
        return next((one for one in self.parameters if one.role == role), None)

    @property
    def abilities(self) -> Abilities:
        kind = self.style.kind
        has_static = self.style.inner_value and kind in ("objects", "dicts", "cursor", "game", "names")
        depth = self.role("depth")
        can_limit = depth is not None and (not self.counts_up or self.role("height") is not None)
        is_recursive = self.name.rpartition(".")[2] in self.facts.recursive
        return Abilities(
            depth=has_static and can_limit,
            both_sides=any(self.role(role) is not None for role in ("maximizing", "minimizing", "player")),
            sharing=kind in ("objects", "names") and not self.style.mover_view and not self._reads_side_from_node(),
            leaf_root=is_recursive and kind != "array",
            binary=bool({"left", "right"} & {attribute_role(name) or "" for name in self.facts.attributes})
            and "children" not in {attribute_role(name) or "" for name in self.facts.attributes},
            binary_heights=self.heights,
            budget=has_static and any(self.role(role) is not None for role in TIME_ROLES),
        )

    def _reads_side_from_node(self) -> bool:
        return bool({"player", "max", "min", "type"} & {attribute_role(name) or "" for name in self.facts.attributes})

    @property
    def is_meant_to_prune(self) -> bool:
        simple = simplify_name(self.name)
        return (
            self.role("alpha") is not None
            or any(word in simple for word in ("alphabeta", "prun", "pvs", "negascout"))
            or {"alpha", "beta"} <= {word.lower() for word in self.facts.words}
        )

    def prepare(
        self, case: Case, prefix: str, observer: Observer, simulations: int = SIMULATIONS
    ) -> tuple[Callable[[], Any], Callable[[], bool]]:
        """The call for a case, and a function that tells whether it has changed what it was handed."""
        tree, kind = case.tree, self.style.kind
        graph: Any = None
        values: Any = None
        game: Any = None
        if kind in ("objects", "cursor", "game"):
            own = vars(self.module).get(self.facts.node_class) if self.facts.node_class else None
            node, is_changed = make_objects(
                tree,
                self.style,
                observer,
                prefix,
                own if inspect.isclass(own) and kind == "objects" else None,
            )
            if kind == "cursor":
                node = Cursor(node)
            game = TreeGame(node, self.sides)
        elif kind == "dicts":
            keys = {key: role for key in self.facts.text_keys if (role := attribute_role(key)) is not None}
            node, is_changed = make_dicts(tree, self.style, observer, keys, prefix)
        elif kind == "names":
            node, graph, values, is_changed = make_named(tree, self.style, observer, prefix)
        elif kind == "array":
            values, is_changed = make_array(tree, self.style, observer)
            node = 0
        else:
            node, is_changed = make_lists(tree, self.style, observer)
        depth = case.plies
        seconds = STEP * (case.enough if case.budget is None else case.budget)
        PROGRAM_CLOCK.watch(observer.values)
        offered: dict[str, Any] = {
            "node": node,
            "index": 0,
            "depth": 0 if self.counts_up else depth,
            "height": depth,
            "alpha": -INFINITY,
            "beta": INFINITY,
            "maximizing": self.sides[0 if case.is_max else 1],
            "minimizing": not case.is_max,
            "player": self.sides[0 if case.is_max else 1],
            "graph": graph,
            "values": values,
            "game": game,
            "table": {},
            "simulations": simulations,
            "seconds": seconds,
            "milliseconds": 1000 * seconds,
            "deadline": PROGRAM_CLOCK.read() + seconds,
            "node_limit": round(seconds / STEP),
            "evaluate": lambda node, *rest: node.value,
            "children_function": lambda node, *rest: node.children,
            "terminal_function": lambda node, *rest: bool(node.is_leaf),
        }
        positional, named = list[Any](), dict[str, Any]()
        for one in self.parameters:
            is_needed = not one.has_default or one.role in NEEDED_ROLES
            is_needed = is_needed or (one.role in ("maximizing", "player", "minimizing") and not case.is_max)
            if not is_needed:
                continue
            if one.is_keyword or one.has_default or len(positional) < self.parameters.index(one):
                named[one.name] = offered[one.role]
            else:
                positional.append(offered[one.role])
        function = self._find_function(node, simulations)
        return (lambda: function(*positional, **named)), is_changed

    def _find_function(self, root: Any, simulations: int) -> Callable[..., Any]:
        """The function itself, or the method of a new object, so that one search leaves nothing for the next."""
        owner, _, name = self.name.rpartition(".")
        if not owner:
            return self.function
        if owner == self.facts.node_class and self.role("node") is None:
            return getattr(root, name)  # type: ignore[no-any-return]  # a method of the node itself
        return getattr(make_object(vars(self.module)[owner], root, simulations), name)  # type: ignore[no-any-return]


def make_object(cls: Any, root: Any, simulations: int = SIMULATIONS) -> Any:
    """An object of a class of the file; its constructor may want the tree, or a depth."""
    arguments: list[Any] = []
    for one in list(inspect.signature(cls).parameters.values()):
        if one.default is not one.empty or one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD):
            continue
        simple = simplify_name(one.name)
        if "simulations" in parameter_role(one.name):
            arguments.append(simulations)
        elif simple in EXPLORE_NAMES:
            arguments.append(EXPLORE)
        else:
            arguments.append(True if "max" in simple and "depth" not in simple else 20 if "depth" in simple else root)
    return cls(*arguments)

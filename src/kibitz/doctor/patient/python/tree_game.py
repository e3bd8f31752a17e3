"""A tree as a game object with methods that take a state: game.actions(state), game.result(state, move), …

[Russell & Norvig, "Artificial Intelligence", ch. 5, whose functions take a state and a game.]
"""

from __future__ import annotations

from typing import Any

from kibitz.doctor.patient.python.observed_nodes import Cursor
from kibitz.doctor.patient.python.roles import attribute_role


class TreeGame:
    """Answers to the spellings of these methods that the attributes of a node answer to."""

    def __init__(self, root: Any, sides: tuple[Any, Any]) -> None:
        self.__dict__.update(_root=root, _sides=sides)

    @property
    def initial(self) -> Any:
        return self._root

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        role = attribute_role(name)
        if role is None:
            raise AttributeError(f"'game' has no '{name}' that the doctor knows")
        if role == "result":
            return lambda state, move, *rest: state._child(move)
        if role == "value":
            return self._value
        if role in ("player", "max", "min", "leaf", "children", "moves", "key"):
            return lambda state=None, *rest: self._ask(self._root if state is None else state, name)
        raise AttributeError(name)

    def _ask(self, state: Any, name: str) -> Any:
        found = getattr(state._path[-1] if isinstance(state, Cursor) else state, name)
        return bool(found) if attribute_role(name) == "leaf" else found

    def _value(self, state: Any, player: Any = None, *rest: Any) -> int:
        value = int(state.value)
        return -value if player is not None and player == self._sides[1] and player != self._sides[0] else value

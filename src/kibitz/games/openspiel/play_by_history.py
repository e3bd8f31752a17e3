"""Positions of OpenSpiel's games as tuples of ints: the moves that led there, from the start of the game.

A history says everything, whatever the game remembers: repetitions, counters, whether a king has moved. What OpenSpiel
makes of a history is kept for those that were asked about last, so that a search goes one move from parent to child.
"""

from __future__ import annotations

import threading
from typing import Any

from kibitz.core.errors import Unsuited
from kibitz.core.game import Move, State
from kibitz.games.openspiel.library import complaint, import_library
from kibitz.games.openspiel.move_names import MoveNumbers

MAX_KEPT = 2_000  # positions of OpenSpiel, up to some tens of kilobytes each


class Histories:
    """What OpenSpiel says about histories of one game. Several threads may ask."""

    def __init__(self, game: Any, numbers: MoveNumbers) -> None:
        self._numbers = numbers
        self._start = game.new_initial_state()
        self._first: int = self._start.current_player()
        self._kept: dict[State, Any] = {}
        self._lock = threading.Lock()

    def find(self, state: State) -> Any:
        """OpenSpiel's position after these moves."""
        with self._lock:
            position = self._kept.pop(state, None)
            if position is None:
                position = self._play(state)
            while len(self._kept) >= MAX_KEPT:
                del self._kept[next(iter(self._kept))]  # what was asked about longest ago
            self._kept[state] = position
            return position

    def _play(self, state: State) -> Any:
        """The position after these moves, from the nearest that is kept."""
        known = next((ply for ply in range(len(state) - 1, 0, -1) if state[:ply] in self._kept), 0)
        position = (self._kept[state[:known]] if known else self._start).clone()
        try:
            for move in state[known:]:
                position.apply_action(self._numbers.action(move, position.current_player()))
            position.legal_actions()  # some games find their own faults only here
        except import_library().SpielError as error:
            raise Unsuited(
                f"OpenSpiel itself fails after {len(state)} moves of this game: {complaint(error)}."
            ) from None
        return position

    def moves(self, state: State) -> list[Move]:
        position = self.find(state)
        return self._numbers.number_all(position.legal_actions(), position.current_player())

    def side(self, state: State) -> int:
        """Whose turn it is, 0 for the side that began. After the last move it is the turn of who did not make it."""
        position = self.find(state)
        if position.is_terminal():
            last = position.full_history()[-1].player if state else self._first
            return 0 if last != self._first else 1
        return 0 if position.current_player() == self._first else 1

    def value(self, state: State) -> float | None:
        """What a finished game is worth to the side whose turn it is; None while it goes on."""
        position = self.find(state)
        if not position.is_terminal():
            return None
        player = self._first if self.side(state) == 0 else 1 - self._first
        value: float = position.returns()[player]
        return value

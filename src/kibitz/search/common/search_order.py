"""The events of a search that does not go depth first, in the order they happened, so that it can be replayed.

The tree that such a search shows in the end does not say when its nodes and numbers came about. An `EventLog` does: it
keeps one row of numbers for every event, in columns, and the node that the event belongs to. `finish` replaces the
node by its place in the tree that a watcher was shown.
"""

from __future__ import annotations

from abc import abstractmethod
from array import array
from collections.abc import Mapping

from kibitz.core.game import Game, State
from kibitz.core.limits import Limits
from kibitz.core.searching import Searcher, SearchResult, StopFlag, Watcher

SearchOrder = dict[str, "array[int]"]  # columns by name, a number for every event; the search says what they mean


class TooManyEvents(Exception):
    """The search did more than there is room for."""


class EventLog:
    """Collects events. `most`: how many at most; one more raises `TooManyEvents`."""

    def __init__(self, node_column: str, columns: tuple[str, ...], most: int) -> None:
        self._node_column, self._most = node_column, most
        self._nodes: list[object] = []
        self._numbers: SearchOrder = {name: array("q") for name in columns}

    def __len__(self) -> int:
        return len(self._nodes)

    def add(self, node: object, *numbers: int) -> None:
        if len(self._nodes) >= self._most:
            raise TooManyEvents
        self._nodes.append(node)
        for column, number in zip(self._numbers.values(), numbers, strict=True):
            column.append(number)

    def finish(self, places: Mapping[int, int]) -> SearchOrder:
        """The columns. `places`: where the tree has a node, by `id`; events at other nodes are left out."""
        kept = [row for row, node in enumerate(self._nodes) if id(node) in places]
        order: SearchOrder = {self._node_column: array("q", (places[id(self._nodes[row])] for row in kept))}
        for name, column in self._numbers.items():
            order[name] = array("q", (column[row] for row in kept))
        return order


class OrderedSearcher(Searcher):
    """A searcher that does not go depth first, and can tell in which order it did what."""

    @abstractmethod
    def search_in_order(
        self,
        game: Game,
        state: State,
        limits: Limits,
        *,
        watcher: Watcher,
        most: int,
        stop: StopFlag | None = None,
    ) -> tuple[SearchResult, SearchOrder]:
        """The readable search, and its events; raises `TooManyEvents` if there are more than `most`."""

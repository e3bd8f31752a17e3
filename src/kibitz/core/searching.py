"""What it means to search: the one method of a searcher, what it answers, and who may watch."""

from __future__ import annotations

import enum
import threading
import time
from abc import abstractmethod
from array import array
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple, Protocol

from kibitz.core.game import Game, Move, State
from kibitz.core.limits import Limits
from kibitz.core.pseudocode import NO_PSEUDOCODE, Pseudocode
from kibitz.core.registry import Registry
from kibitz.core.score import Score
from kibitz.core.spec import Configured, check_known

__all__ = [
    "SEARCHERS",
    "Kind",
    "Nodes",
    "Progress",
    "RootMove",
    "SearchResult",
    "Searcher",
    "Stats",
    "StopFlag",
    "Watcher",
    "find_searcher",
    "search_spec",
]


@dataclass(frozen=True)
class Stats:
    """What a search cost.

    `nodes`: positions visited, the root included. `evaluations`: unfinished positions an evaluator judged;
    `terminals`: finished games reached; together the leaves. `cutoffs[i]`: how often the move tried as number i
    (from 0) made the rest superfluous. `depth`: the depth completed. `memory`: bytes of a stored tree or table.
    """

    nodes: int = 0
    evaluations: int = 0
    terminals: int = 0
    cutoffs: tuple[int, ...] = ()
    table_hits: int = 0
    depth: int = 0
    seconds: float = 0.0
    memory: int = 0

    @property
    def leaves(self) -> int:
        return self.evaluations + self.terminals

    def __add__(self, other: Stats) -> Stats:
        """Costs of several searches together; depth and memory are the larger of the two."""
        longest = max(len(self.cutoffs), len(other.cutoffs))
        mine, theirs = (s.cutoffs + (0,) * (longest - len(s.cutoffs)) for s in (self, other))
        return Stats(
            self.nodes + other.nodes,
            self.evaluations + other.evaluations,
            self.terminals + other.terminals,
            tuple(a + b for a, b in zip(mine, theirs, strict=True)),
            self.table_hits + other.table_hits,
            max(self.depth, other.depth),
            self.seconds + other.seconds,
            max(self.memory, other.memory),
        )


class RootMove(NamedTuple):
    """A legal move of the searched position, what the search learned about it, and how often a simulation tried it."""

    move: Move
    score: Score
    visits: int = 0


@dataclass(frozen=True)
class SearchResult:
    """The answer of a search, from the view of the side to move.

    `move` is None only when the game is over. `line` begins with `move`. `roots` lists every legal move in natural
    order that the search looked at. `stopped_by`: the limit that ended the search early ("nodes", "time", "stop"),
    or empty when it did all it was asked. `refused`: the illegal move a faulty program asked for, in whose stead `move`
    is played; None in all others.
    """

    move: Move | None
    score: Score
    line: tuple[Move, ...] = ()
    roots: tuple[RootMove, ...] = ()
    stats: Stats = field(default_factory=Stats)
    stopped_by: str = ""
    refused: Move | None = None


class Progress(NamedTuple):
    """What a search that goes on has found so far, from the view of the side to move."""

    depth: int
    score: Score
    line: tuple[Move, ...]


class StopFlag:
    """Somebody's hold on a search, from any thread: to end it, and to see how far it is.

    A search given this flag ends soon after it is raised. Whoever cannot look at `raised` while it runs, as compiled
    code cannot, asks with `when_raised` to be told, and says `forget` when it is over. `found` is what the last
    finished pass found, None before that.
    """

    def __init__(self) -> None:
        self._raised = threading.Event()
        self._listeners: list[Callable[[], None]] = []
        self._count: Callable[[], int] = lambda: 0
        self._began = time.perf_counter()
        self.found: Progress | None = None

    @property
    def raised(self) -> bool:
        return self._raised.is_set()

    def up(self) -> None:
        """Raise the flag."""
        self._raised.set()
        for tell in tuple(self._listeners):
            tell()

    def when_raised(self, tell: Callable[[], None]) -> None:
        self._listeners.append(tell)
        if self.raised:
            tell()

    def forget(self, tell: Callable[[], None]) -> None:
        self._listeners.remove(tell)

    @property
    def nodes(self) -> int:
        """How many the search that runs now, or ran last, has visited."""
        return self._count()

    @property
    def seconds(self) -> float:
        """Since that search began."""
        return time.perf_counter() - self._began

    def begin(self, count: Callable[[], int]) -> None:
        """A search begins; `count` tells how many nodes it has visited."""
        self._count, self.found, self._began = count, None, time.perf_counter()


class Kind(enum.IntEnum):
    """Where the value of a node came from."""

    INNER = 0  # its children
    TERMINAL = 1  # the game is over there
    HORIZON = 2  # the depth was used up; an evaluator guessed
    TABLE = 3  # it was known from before
    STOPPED = 4  # nowhere: a limit ended the search inside it


class Nodes(NamedTuple):
    """Many nodes at once, in the order they were entered; `parent` is a place in these arrays, -1 for the first."""

    parent: array[int]
    move: array[int]
    depth: array[int]
    alpha: array[int]
    beta: array[int]
    value: array[int]
    kind: array[int]


class Watcher(Protocol):
    """Sees every node of a search as it is entered and left, depth first.

    `begin` comes before each pass over the tree (one for a plain search, one per depth for iterative deepening, one
    per test for MTD). The root is entered with move -1; `depth` is what remains to be searched below the node, the
    window is the one the node was given. Cut-offs need no event: a value at or above beta is one. A compiled search
    shows the nodes of a pass after it, all with one `take`, as many as there is `room` for, and tells of the others
    with `skip`. A search that does not go depth first shows the tree it ends up with, and its numbers with `note`.
    """

    @property
    def room(self) -> int:
        """How many more nodes it wants to see at most."""

    def begin(self, depth: int) -> None: ...
    def enter(self, state: State, move: Move, depth: int, alpha: int, beta: int) -> None: ...
    def leave(self, value: int, kind: Kind) -> None: ...

    def note(self, column: str, number: int) -> None:
        """A number of the open node's own: visits and mean, or proof and disproof."""

    def take(self, nodes: Nodes) -> None:
        """Nodes that were entered and left, one subtree."""

    def skip(self, count: int) -> None:
        """So many nodes were visited that it was not shown."""


class Searcher(Configured):
    """A way to search; the fields are its switches. Subclassing with a `name` of one's own registers it."""

    noun = "searcher"
    about: ClassVar[str] = ""
    has_reference: ClassVar[bool] = True  # whether `search` is readable Python; compiled code alone otherwise
    pseudocode: ClassVar[Pseudocode] = NO_PSEUDOCODE  # the algorithm for people to follow it by

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        if "name" in cls.__dict__:
            SEARCHERS.add(cls)

    @property
    def draws_lots(self) -> bool:
        """Whether another seed may give another answer."""
        return any(o.name == "seed" for o in self.options())

    def check_suits(self, game: Game) -> None:
        """Refuse a game that the searcher is not for; most are for all."""

    @abstractmethod
    def search(
        self,
        game: Game,
        state: State,
        limits: Limits = Limits(),
        *,
        watcher: Watcher | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        """Search a position within the limits."""


SEARCHERS: Registry[Searcher] = Registry("searcher", "kibitz.search", "kibitz.kernels.searchers")


def find_searcher(spec: str, *, besides: Collection[str] = ()) -> tuple[Searcher, Limits]:
    """A searcher and its limits from one spec string, as in alphabeta:depth=6,order=centre.

    `besides`: names of further options that may stand there too and that the caller reads.
    """
    name, texts = SEARCHERS.resolve(spec)
    cls = SEARCHERS.find(name)
    texts = Limits.rename_aliases(texts)
    limit_names = [o.name for o in Limits.options()]
    check_known(name, texts, [*limit_names, *besides, *(o.name for o in cls.options())])
    limits = Limits.from_texts({key: text for key, text in texts.items() if key in limit_names})
    switches = {key: text for key, text in texts.items() if key not in limit_names and key not in besides}
    return cls.from_texts(switches), limits


def search_spec(searcher: Searcher, limits: Limits, *besides: Configured) -> str:
    """The spec string that names all of them, short form; the reverse of `find_searcher`."""
    options = ",".join(filter(None, (str(part).partition(":")[2] for part in (limits, *besides, searcher))))
    return f"{searcher.name}:{options}" if options else searcher.name

"""What it means to search: how a searcher is run, what it answers, and who may watch.

`Searcher.search` is the one way to run a search. Most searchers have two forms: readable Python, which is
`Searcher.search_reference`, and machine code, which is found in `kernels`. A search is prepared first, which chooses
the form and compiles it if it never was, and then run.
"""

from __future__ import annotations

import enum
import threading
import time
from array import array
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, NamedTuple, Protocol

from kibitz.core.errors import Unsuited
from kibitz.core.evaluation import Evaluator, find_evaluator
from kibitz.core.game import Game, Move, State
from kibitz.core.limits import AUTO, REFERENCE, Backend, Limits
from kibitz.core.pseudocode import NO_PSEUDOCODE, Pseudocode
from kibitz.core.registry import Provided, Registry
from kibitz.core.score import Score
from kibitz.core.spec import Configured, check_known, option


@dataclass(frozen=True)
class Stats:
    """What a search cost.

    `nodes`: positions visited, the root included. `evaluations`: unfinished positions an evaluator judged;
    `terminals`: finished games reached. `cutoffs[i]`: how often the move tried as number i
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
    def boards_evaluated(self) -> int:
        """Evaluations and finished games together: the leaves of the tree."""
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
    """A legal move of the searched position, what the search learned about it, and how often a simulation tried it.

    `share`: how likely a network finds the move, before any search; None where there is none.
    """

    move: Move
    score: Score
    visits: int = 0
    share: float | None = None


@dataclass(frozen=True)
class SearchResult:
    """The answer of a search, from the view of the side to move.

    `move` is None when the game is over, and where the score alone was asked for. `line` begins with `move`. `roots`
    lists every legal move in natural order that the search looked at. `stopped_by`: the limit that ended the search
    early ("nodes", "time", "stop"), or empty when it did all it was asked. `refused`: the illegal move a faulty program
    asked for, in whose stead `move` is played; None in all others. `backend`: what the search ran on, "reference" or
    "compiled". `source`: where the answer comes from if nothing was searched, in words.
    """

    move: Move | None
    score: Score
    line: tuple[Move, ...] = ()
    roots: tuple[RootMove, ...] = ()
    stats: Stats = field(default_factory=Stats)
    stopped_by: str = ""
    refused: Move | None = None
    backend: str = REFERENCE
    source: str = ""


class SearchProgress(NamedTuple):
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
        self.found: SearchProgress | None = None

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


class NodeKind(enum.IntEnum):
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
    def leave(self, value: int, kind: NodeKind) -> None: ...

    def note(self, column: str, number: int) -> None:
        """A number of the open node's own: visits and mean, or proof and disproof."""

    def take(self, nodes: Nodes) -> None:
        """Nodes that were entered and left, one subtree."""

    def skip(self, count: int) -> None:
        """So many nodes were visited that it was not shown."""


class Searcher(Configured):
    """A way to search; the fields are its switches. Subclassing with a `name` of one's own registers it.

    A subclass defines `search_reference`. What is declared here as a class variable says what it can do.
    """

    noun = "searcher"
    about: ClassVar[str] = ""
    has_reference: ClassVar[bool] = True  # whether there is a readable form; compiled code alone otherwise
    is_instant: ClassVar[bool] = False  # whether it answers at once, without a search, where it has no limits
    takes_depth: ClassVar[bool] = False  # whether it can be asked about one depth after the other
    estimates_in: ClassVar[str] = (
        ""  # what its estimates count where no heuristic says so, as in "hundredths of a disc"
    )
    shows_tree: ClassVar[bool] = True  # whether a watcher sees its nodes, so that it can be recorded
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

    def evaluator(self, game: Game) -> Evaluator | None:
        """The heuristic it judges a game by, None if it has none; a heuristic for other games is refused."""
        return None

    def search(
        self,
        game: Game,
        state: State,
        limits: Limits = Limits(),
        *,
        backend: str = AUTO,
        watcher: Watcher | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        """Search a position within the limits, as machine code where there is such a form.

        Raises Unsuited if the search cannot run on the backend asked for.
        """
        return self.prepare(game, state, limits, backend=backend, watcher=watcher).run(stop)

    def prepare(
        self,
        game: Game,
        state: State,
        limits: Limits = Limits(),
        *,
        backend: str = AUTO,
        watcher: Watcher | None = None,
    ) -> PreparedSearch:
        """The search, ready to be run: its form is chosen, and compiled if it never was."""
        return SEARCH_BACKENDS.get().prepare(self, game, state, limits, backend, watcher)

    def exact_score(
        self, game: Game, state: State, limits: Limits = Limits(), *, stop: StopFlag | None = None
    ) -> SearchResult:
        """As `search`, for the score alone, which may be less work than a move."""
        return SEARCH_BACKENDS.get().exact_score(self, game, state, limits, stop)

    def search_reference(
        self,
        game: Game,
        state: State,
        limits: Limits = Limits(),
        *,
        watcher: Watcher | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        """The search in readable Python."""
        raise Unsuited(f"{self.name} exists in compiled form only; leave out backend=reference.")


@dataclass(frozen=True)
class EvaluatingSearcher(Searcher):
    """A searcher with a horizon, where a heuristic says what a position is worth."""

    takes_depth = True

    eval: str = option("", "the heuristic at the horizon; empty = the game's own choice")

    def evaluator(self, game: Game) -> Evaluator:
        """Made once for a game, as a search and those who prepare and describe it all ask for it."""
        known: Evaluator | None = vars(self).get("_evaluator")
        if known is None or known.game is not game:
            known = vars(self)["_evaluator"] = find_evaluator(self.eval, game)
        return known


class PreparedSearch(NamedTuple):
    """A search that is ready to be run, and the backend it runs on."""

    backend: str
    work: Callable[[StopFlag | None], SearchResult]

    def run(self, stop: StopFlag | None = None) -> SearchResult:
        result = self.work(stop)
        return result if self.backend == REFERENCE else replace(result, backend=self.backend)


class SearchBackends(NamedTuple):
    """How searches are run, as `kernels` provides it: see `Searcher.prepare` and `Searcher.exact_score`."""

    prepare: Callable[[Searcher, Game, State, Limits, str, Watcher | None], PreparedSearch]
    exact_score: Callable[[Searcher, Game, State, Limits, StopFlag | None], SearchResult]


SEARCH_BACKENDS: Provided[SearchBackends] = Provided("kibitz.kernels.backends")
SEARCHERS: Registry[Searcher] = Registry("searcher", "kibitz.search", "kibitz.kernels.searchers")


def find_searcher(spec: str) -> tuple[Searcher, Limits]:
    """A searcher and its limits from one spec string, as in alphabeta:depth=6,order=centre."""
    name, texts = SEARCHERS.resolve(spec)
    searcher, limits, _ = _build(SEARCHERS.find(name), texts, Limits)
    return searcher, limits


def find_search(spec: str) -> tuple[Searcher, Limits, Backend]:
    """A searcher, its limits and the backend it is to run on from one spec string."""
    name, texts = SEARCHERS.resolve(spec)
    return build_search(SEARCHERS.find(name), texts)


def build_search(cls: type[Searcher], texts: Mapping[str, str]) -> tuple[Searcher, Limits, Backend]:
    """As `find_search`, from a class and the texts of all options."""
    return _build(cls, texts, Limits, Backend)


def _build(
    cls: type[Searcher], texts: Mapping[str, str], *groups: type[Limits | Backend]
) -> tuple[Searcher, Limits, Backend]:
    """All of it from the texts of its options; those of a group that is not named are refused."""
    for group in (cls, *groups):
        texts = group.rename_aliases(texts)
    of_groups = [o.name for group in groups for o in group.options()]
    check_known(cls.name, texts, [*of_groups, *(o.name for o in cls.options())])

    def part(names: Collection[str]) -> dict[str, str]:
        return {key: text for key, text in texts.items() if key in names}

    limits = Limits.from_texts(part([o.name for o in Limits.options()]))
    backend = Backend.from_texts(part([o.name for o in Backend.options()]))
    return cls.from_texts(part(set(texts) - set(of_groups))), limits, backend


def search_spec(searcher: Searcher, limits: Limits, *besides: Configured) -> str:
    """The spec string that names all of them, short form; the reverse of `find_searcher`."""
    options = ",".join(filter(None, (str(part).partition(":")[2] for part in (limits, *besides, searcher))))
    return f"{searcher.name}:{options}" if options else searcher.name

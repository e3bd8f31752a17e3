"""Ablation: what each switch of a search does, by running every subset of its switches on the same positions.

    main effect     of a switch: the search with it compared with the one without, all else equal, averaged over all
                    subsets of the other switches, and then over the positions, with an interval

Nodes and seconds are compared as ratios, so effects multiply and a hard position counts no more than an easy one.
Agreement means the same answer as the search with every switch off.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

from kibitz.arena.game_process import load_task_game
from kibitz.core.errors import BadOption, Unfinished
from kibitz.core.game import Game, State
from kibitz.core.limits import AUTO, COMPILED, REFERENCE, Limits
from kibitz.core.loading import format_game_spec
from kibitz.core.searching import Searcher, SearchResult
from kibitz.core.spec import suggest_name
from kibitz.jobs.workers import run_in_order
from kibitz.kernels.backends import choose_backend
from kibitz.kernels.compiled_forms import obstacle
from kibitz.lab.tools.growth import disable_deepening
from kibitz.lab.tools.intervals import Estimate, estimate
from kibitz.search.common.tree_search import TreeSearch

ORDERS = (
    "table",
    "killer",
    "history",
    "heuristic",
    "centre",
)  # in the order in which they are chained; the first decides
MAX_SEARCHES = 20_000
MAX_NODES = {REFERENCE: 500_000, COMPILED: 50_000_000}  # of one search: some ten seconds
SEARCHES_OF_TASK = 8  # given to a worker at a time
SHORTEST = 1e-6  # seconds, for a clock that did not advance


@dataclass(frozen=True)
class Effect:
    """The effect of one switch; bounds are None if there is only one position.

    `nodes`, `seconds`: the factor compared with the search without it. `score`, `move`: by how many percentage points
    the answer agrees more often with the search that has everything off.
    """

    switch: str
    nodes: float
    nodes_low: float | None
    nodes_high: float | None
    seconds: float
    seconds_low: float | None
    seconds_high: float | None
    score: float
    score_low: float | None
    score_high: float | None
    move: float
    move_low: float | None
    move_high: float | None


@dataclass(frozen=True)
class SubsetResult:
    """One subset: geometric means over the positions, and how often it agrees with the plain search, in %."""

    on: tuple[str, ...]
    nodes: float
    seconds: float
    score: float
    move: float


@dataclass(frozen=True)
class Ablation:
    """The whole result. `effects` start with the largest saving of nodes, `subsets` with the fewest nodes."""

    game: str
    searcher: str
    backend: str
    switches: tuple[str, ...]
    positions: int
    searches: int
    effects: tuple[Effect, ...]
    subsets: tuple[SubsetResult, ...]


def list_switches(searcher: Searcher, spec_options: Collection[str] = ()) -> dict[str, bool]:
    """The switches of a searcher (move orderings, the table, true-or-false options), and which vary by default.

    `spec_options` are the options that were given by name; they are left as they are. An option whose default is
    neither true nor false, such as deepen, varies only if it is named.
    """
    free = [o for o in searcher.options() if o.name not in spec_options]
    names = {o.name for o in free}
    orders = [order for order in ORDERS[1:] if "order" in names]
    table = ["table"] if "table" in names and isinstance(searcher, TreeSearch) else []
    return dict.fromkeys((*table, *orders), True) | {o.name: o.default is not None for o in free if o.kind is bool}


def set_switches(searcher: Searcher, switches: Sequence[str], on: Collection[str]) -> Searcher:
    """The searcher with exactly the switches in `on` turned on; with a table, its move is tried first."""
    if not isinstance(searcher, TreeSearch):  # it has its own move ordering, and history is an option like any other
        return replace(searcher, **{name: name in on for name in switches})  # type: ignore[type-var]  # a dataclass
    changes: dict[str, Any] = {name: name in on for name in switches if name not in ORDERS}
    chain = [
        *(name for name in ORDERS if name in on),
        *(name for name in searcher.order.split("+") if name != "natural"),
    ]
    changes["order"] = "+".join(chain) or "natural"
    if "table" in switches:
        changes["table"] = "two-tier" if "table" in on else "off"
    return replace(searcher, **changes)


def ablate(
    game: Game,
    states: Sequence[State],
    searcher: Searcher,
    limits: Limits,
    switches: Sequence[str],
    *,
    name: str,
    backend: str = AUTO,
    workers: int = 1,
    cluster: str | None = None,
    on_search: Callable[[int, int], None] = lambda done, planned: None,
) -> Ablation:
    """Search every position with every subset of the switches; by workers or on a cluster, as in `jobs/workers.py`."""
    if limits.time is not None or limits.nodes is not None:
        raise BadOption("An ablation compares the cost of the same depth; limit the depth, not time or nodes.")
    subsets = [on for size in range(len(switches) + 1) for on in itertools.combinations(switches, size)]
    planned = len(subsets) * len(states)
    if planned > MAX_SEARCHES:
        raise BadOption(
            f"{len(switches)} switches have {len(subsets):,} subsets, {planned:,} searches of {len(states)} positions; "
            f"choose fewer with --switches or --positions; at most {MAX_SEARCHES:,} searches are allowed."
        )
    searchers = {on: set_switches(disable_deepening(searcher), switches, on) for on in subsets}
    used = _common_backend(list(searchers.values()), game, backend)
    found: dict[tuple[str, ...], list[SearchResult]] = {on: [] for on in subsets}
    done = itertools.count(1)
    asked = [(state, on) for state in states for on in subsets]
    tasks = [
        AblationTask(format_game_spec(game), tuple((searchers[on], state) for state, on in some), limits, used)
        for some in (asked[first : first + SEARCHES_OF_TASK] for first in range(0, len(asked), SEARCHES_OF_TASK))
    ]
    in_process = game.shipped and searcher.shipped  # what the user has defined, other processes do not know by itself
    with closing(run_in_order(tasks, search_task, workers, cluster, in_process=in_process)) as answers:
        for (_, on), result in zip(asked, itertools.chain.from_iterable(answers), strict=True):
            found[on].append(result)
            on_search(next(done), planned)
    effects = [_effect(switch, subsets, found) for switch in switches]
    return Ablation(
        game=str(game),
        searcher=name,
        backend=used,
        switches=tuple(switches),
        positions=len(states),
        searches=planned,
        effects=tuple(sorted(effects, key=lambda effect: effect.nodes)),
        subsets=tuple(sorted((_subset(on, found) for on in subsets), key=lambda subset: subset.nodes)),
    )


@dataclass(frozen=True)
class AblationTask:
    """Some of the searches, for a worker: the searcher and the position of each."""

    game: str
    searches: tuple[tuple[Searcher, State], ...]
    limits: Limits
    backend: str


def search_task(task: AblationTask) -> list[SearchResult]:
    """What a worker does, anywhere."""
    game = load_task_game(task.game)
    return [_search(searcher, game, state, task.limits, task.backend) for searcher, state in task.searches]


def check_switches(names: Sequence[str], known: Collection[str], searcher: str) -> None:
    """Refuse names that are not switches."""
    for name in names:
        if name not in known:
            raise BadOption(
                f"{searcher} has no switch '{name}'{suggest_name(name, known)} that its spec does not set; "
                f"there are: {', '.join(known) or 'none'}."
            )


def _common_backend(searchers: Sequence[Searcher], game: Game, backend: str) -> str:
    """One backend for all, since times of different backends cannot be compared."""
    if backend == AUTO:
        readable = any(searcher.has_reference and obstacle(searcher, game) for searcher in searchers)
        backend = REFERENCE if readable else AUTO
    used = {choose_backend(searcher, game, backend) for searcher in searchers}
    return COMPILED if used == {COMPILED} else REFERENCE


def _search(searcher: Searcher, game: Game, state: State, limits: Limits, backend: str) -> SearchResult:
    most = MAX_NODES[backend]
    found = searcher.search(game, state, replace(limits, nodes=most), backend=backend)
    if found.stopped_by:
        raise Unfinished(f"{searcher} needs more than {most:,} nodes for a position; reduce the depth.")
    return found


def _effect(
    switch: str, subsets: Sequence[tuple[str, ...]], found: dict[tuple[str, ...], list[SearchResult]]
) -> Effect:
    pairs = [(on, _without(on, switch)) for on in subsets if switch in on]
    plain = found[()]
    nodes, seconds, score, move = (
        [
            sum(measure(found[on][i], plain[i]) - measure(found[off][i], plain[i]) for on, off in pairs) / len(pairs)
            for i in range(len(plain))
        ]
        for measure in (_log_nodes, _log_seconds, _same_score, _same_move)
    )
    return Effect(switch, *_spread(estimate(nodes).exp(), estimate(seconds).exp(), estimate(score), estimate(move)))


def _spread(*estimates: Estimate) -> Iterator[float]:
    return itertools.chain.from_iterable(estimates)  # type: ignore[arg-type]  # bounds may be None, as in `Effect`


def _without(on: tuple[str, ...], switch: str) -> tuple[str, ...]:
    return tuple(name for name in on if name != switch)


def _log_nodes(result: SearchResult, _plain: SearchResult) -> float:
    return math.log(result.stats.nodes)


def _log_seconds(result: SearchResult, _plain: SearchResult) -> float:
    return math.log(max(result.stats.seconds, SHORTEST))


def _same_score(result: SearchResult, plain: SearchResult) -> float:
    return 100.0 * (result.score.points == plain.score.points)


def _same_move(result: SearchResult, plain: SearchResult) -> float:
    return 100.0 * (result.move == plain.move)


def _subset(on: tuple[str, ...], found: dict[tuple[str, ...], list[SearchResult]]) -> SubsetResult:
    nodes, seconds, score, move = (
        sum(measure(one, plain) for one, plain in zip(found[on], found[()], strict=True)) / len(found[on])
        for measure in (_log_nodes, _log_seconds, _same_score, _same_move)
    )
    return SubsetResult(on, math.exp(nodes), math.exp(seconds), score, move)

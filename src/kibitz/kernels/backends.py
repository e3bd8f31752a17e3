"""Every search on the backend it is asked to run on: readable Python, or its twin in machine code.

Nothing here imports Numba before a search is to run compiled, so that whoever stays with the readable form, or only
wants to know what there is, does not wait for it.
"""

from __future__ import annotations

import functools
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from queue import SimpleQueue
from typing import TYPE_CHECKING, TypeVar

from kibitz.core.errors import BadOption, Unsuited
from kibitz.core.evaluation import Evaluator, find_evaluator
from kibitz.core.game import Game, Move, State
from kibitz.core.limits import Limits
from kibitz.core.registry import import_folder
from kibitz.core.rng import Rng
from kibitz.core.searching import Kind, Nodes, Searcher, SearchResult, StopFlag, Watcher
from kibitz.core.spec import Configured, option
from kibitz.kernels.compiler.compile_process import PREPARING, Recipe, recipe_for
from kibitz.kernels.solvers.connect_four.book_answers import look_up, look_up_score
from kibitz.kernels.twins import TWINS, ExactScore, obstacle

if TYPE_CHECKING:
    from kibitz.kernels.perft import Counts

__all__ = [
    "COMPILED",
    "REFERENCE",
    "Backend",
    "choose_backend",
    "count_compiled",
    "exact_score",
    "load_kernels",
    "make_ready",
    "search",
]

BACKENDS = AUTO, REFERENCE, COMPILED = "auto", "reference", "compiled"

T = TypeVar("T")

LOOK_FOR_INTERRUPT = 0.1  # seconds
TRIAL_GAMES, TRIAL_PLIES = 3, 300  # played before a game of one's own is compiled


@dataclass(frozen=True)
class Backend(Configured):
    """The option that every spec of a search takes besides its limits and switches."""

    name = "a search"

    backend: str = option(AUTO, "readable Python, or machine code; auto = compiled where it can be", choices=BACKENDS)


def search(
    searcher: Searcher,
    game: Game,
    state: State,
    limits: Limits = Limits(),
    *,
    backend: str = AUTO,
    watcher: Watcher | None = None,
    stop: StopFlag | None = None,
) -> tuple[SearchResult, str]:
    """The searcher's answer, and the backend it came from. Raises Unsuited if it cannot run on the one asked for."""
    known = None if backend == REFERENCE or watcher is not None else look_up(searcher, game, state, limits)
    if known is not None:
        return known, COMPILED
    used = choose_backend(searcher, game, backend, state=state, recorded=watcher is not None)
    if used == REFERENCE:
        return searcher.search(game, state, limits, watcher=watcher, stop=stop), used
    twin = TWINS[searcher.name].search
    return _interruptible(lambda flag: twin(searcher, game, state, limits, watcher=watcher, stop=flag), stop), used


def exact_score(
    searcher: Searcher, game: Game, state: State, limits: Limits = Limits(), *, stop: StopFlag | None = None
) -> ExactScore:
    """As `search`, for the score alone, which may be less work than a move."""
    known = look_up_score(searcher, game, state, limits)
    if known is not None:
        return known
    used = choose_backend(searcher, game, state=state)
    scorer = TWINS[searcher.name].scorer if used == COMPILED else None
    if scorer is None:
        result, _ = search(searcher, game, state, limits, backend=used, stop=stop)
        return ExactScore(result.score, result.stats, result.stopped_by)
    return _interruptible(lambda flag: scorer(searcher, game, state, limits, stop=flag), stop)


def choose_backend(
    searcher: Searcher, game: Game, backend: str = AUTO, *, state: State | None = None, recorded: bool = False
) -> str:
    """The backend a search will run on, its code compiled if need be: "reference" or "compiled"."""
    if backend not in BACKENDS:
        raise BadOption(f"There is no backend called '{backend}'; it is one of {', '.join(BACKENDS)}.")
    if backend == REFERENCE:
        if not searcher.has_reference:
            raise Unsuited(f"{searcher.name} exists in compiled form only; leave out backend=reference.")
        return REFERENCE
    if backend == AUTO and game.words == 0 and searcher.has_reference:
        return REFERENCE
    load_kernels()
    start = game.initial() if state is None else state
    reason = obstacle(searcher, game, watched=recorded) or _fault(searcher, game, start, recorded)
    if not reason:
        return COMPILED
    if not searcher.has_reference:
        raise Unsuited(f"{searcher.name} exists in compiled form only and cannot play {game.name}: {reason}.")
    if backend == COMPILED:
        raise Unsuited(f"{searcher.name} cannot run compiled on {game.name}: {reason}.")
    return REFERENCE


@functools.cache
def load_kernels() -> None:
    """Let every kernel in this folder announce itself, and Numba load what it puts off until the first call."""
    with _interrupts_put_off(), PREPARING:
        _load_once()


@functools.cache
def _load_once() -> None:
    import_folder("kibitz.kernels")
    from numba.core.registry import cpu_target

    cpu_target.target_context.refresh()


_faults: dict[tuple[Game, Searcher, bool], str] = {}  # what preparing a search gave; empty when all was well


def _fault(searcher: Searcher, game: Game, state: State, recorded: bool) -> str:
    """Why the game cannot be compiled for this search, in words; empty if it is ready to run. Said once in the log."""
    from kibitz.kernels.compiler.preparation import say_once

    fault = _faults.get((game, searcher, recorded))
    if fault is None:
        twin, one_like_it = TWINS[searcher.name].search, replace(searcher)  # type: ignore[type-var]  # a dataclass
        watcher = _Nobody() if recorded else None
        fault = _faults[game, one_like_it, recorded] = make_ready(
            f"{game.spec(full=False)} for {searcher.name}",
            game,
            lambda: twin(one_like_it, game, state, Limits(nodes=1), watcher=watcher),
            _evaluator(searcher, game),
            recipe=None if recorded else recipe_for(searcher, game),
        )
    if fault and searcher.has_reference:
        say_once(f"{fault}; the search runs as readable Python, which is slower")
    return fault


def make_ready(
    what: str,
    game: Game,
    work: Callable[[], object],
    evaluator: Evaluator | None = None,
    *,
    recipe: Recipe | None = None,
) -> str:
    """Have code compiled by letting it `work` a little, which the log tells; why it cannot be, in words, or nothing."""
    from kibitz.kernels.compiler.preparation import prepare

    return _overflow(game) or prepare(what, game, evaluator, work, recipe)


def count_compiled(game: Game, state: State, depth: int, *, stop: StopFlag | None = None) -> Counts | None:
    """Perft in machine code; None if the game cannot be compiled, which is said once in the log."""
    if game.words == 0:
        return None
    from kibitz.kernels.compiler.preparation import say_once
    from kibitz.kernels.perft import perft

    fault = make_ready(f"{game.spec(full=False)} for perft", game, lambda: perft(game, state, 1))
    if fault:
        say_once(f"{fault}; the games are counted by readable Python, which is slower")
        return None
    return _interruptible(lambda flag: perft(game, state, depth, stop=flag), stop)


def _evaluator(searcher: Searcher, game: Game) -> Evaluator | None:
    spec: str | None = getattr(searcher, "eval", None)
    return None if spec is None else find_evaluator(spec, game)


@functools.cache
def _overflow(game: Game) -> str:
    """For a game of one's own: whether its states leave the 64-bit words they are said to fit, as play shows."""
    if game.shipped:
        return ""
    for seed in range(TRIAL_GAMES):
        rng, state = Rng(seed), game.initial()
        for _ in range(TRIAL_PLIES):
            if len(state) != game.words or not all(-(1 << 63) <= word < 1 << 64 for word in state):
                return f"a state of {game.name} does not fit into {game.words} 64-bit words: {state}"
            if not (moves := game.moves(state)):
                break
            state = game.play(state, rng.choice(moves))
    return ""


class _Nobody:
    """A watcher that looks away, to have the form of a kernel compiled that is watched."""

    room = 1

    def begin(self, depth: int) -> None: ...
    def enter(self, state: State, move: Move, depth: int, alpha: int, beta: int) -> None: ...
    def leave(self, value: int, kind: Kind) -> None: ...
    def note(self, column: str, number: int) -> None: ...
    def take(self, nodes: Nodes) -> None: ...
    def skip(self, count: int) -> None: ...


@contextmanager
def _interrupts_put_off() -> Iterator[None]:
    """Let the interrupt key wait for the end of the block: an import that it hits may lose it, or be left half done."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt


class _Helper:
    """A thread that stays for the next search: to start one takes as long as a search of tic-tac-toe.

    A pool of the standard library does the same, but a call of it costs 10 microseconds more.
    """

    def __init__(self) -> None:
        self._tasks: SimpleQueue[tuple[Callable[[], None], threading.Lock]] = SimpleQueue()
        threading.Thread(target=self._serve, name="kibitz-search", daemon=True).start()

    def begin(self, work: Callable[[], None]) -> threading.Lock:
        """Have the work done; the lock that comes back is free when it is."""
        done = threading.Lock()
        done.acquire()
        self._tasks.put((work, done))
        return done

    def _serve(self) -> None:
        while True:
            work, done = self._tasks.get()
            work()
            done.release()
            del work  # and the answer with it, which nobody may want any more


_helper = functools.cache(_Helper)

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_helper.cache_clear)  # a forked process has the helper without its thread


def _interruptible(work: Callable[[StopFlag | None], T], stop: StopFlag | None) -> T:
    """Run a kernel so that the interrupt key ends it: compiled code does not look at signals, but at the flag."""
    if threading.current_thread() is not threading.main_thread():
        return work(stop)
    flag = stop or StopFlag()
    answers: list[T] = []
    errors: list[BaseException] = []

    def answer() -> None:
        try:
            answers.append(work(flag))
        except BaseException as error:
            errors.append(error)

    done = _helper().begin(answer)
    try:
        while not answers and not errors:
            done.acquire(timeout=LOOK_FOR_INTERRUPT)
    except BaseException:
        flag.up()
        while not answers and not errors:  # the lock may have been had already when the key was pressed
            done.acquire(timeout=LOOK_FOR_INTERRUPT)
        raise
    if errors:
        raise errors[0]
    return answers[0]

"""Every search on the backend it is asked to run on: readable Python, or its compiled form.

`Searcher.search` comes here by way of `core.searching.SEARCH_BACKENDS`. Nothing here imports Numba before a search is
to run compiled, so that whoever stays with the readable form, or only wants to know what there is, does not wait for
it; and only the kernels of that search are imported then.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kibitz.core.errors import BadOption, Unsuited
from kibitz.core.evaluation import Evaluator
from kibitz.core.extensions import import_folder
from kibitz.core.game import Game, Move, State
from kibitz.core.limits import AUTO, BACKENDS, COMPILED, REFERENCE, Limits
from kibitz.core.random_games import random_states
from kibitz.core.rng import Rng
from kibitz.core.searching import (
    SEARCH_BACKENDS,
    NodeKind,
    Nodes,
    PreparedSearch,
    SearchBackends,
    Searcher,
    SearchResult,
    StopFlag,
    Watcher,
)
from kibitz.kernels.compiled_forms import CompiledForm, find_form, obstacle
from kibitz.kernels.compiler.code_memory import NO_ROOM, has_room_for
from kibitz.kernels.compiler.recipes import PREPARING, Recipe, recipe_for
from kibitz.kernels.interruptible import run_beside, run_interruptible

if TYPE_CHECKING:
    from kibitz.kernels.perft import PerftCounts

TRIAL_GAMES, TRIAL_PLIES = 3, 300  # played before a game of one's own is compiled
PERFT = "kibitz.kernels.perft"
PLAY_LINES = "kibitz.kernels.play_lines"


def prepare_search(
    searcher: Searcher, game: Game, state: State, limits: Limits, backend: str, watcher: Watcher | None
) -> PreparedSearch:
    """The search, ready to be run: as readable Python, looked up, or compiled."""
    form = find_form(searcher)
    if form is not None and backend != REFERENCE:
        form.check_memory(searcher, game, state, limits)
    if form is not None and backend != REFERENCE and watcher is None:
        known = form.look_up(searcher, game, state, limits)
        if known is not None:
            return PreparedSearch(COMPILED, functools.partial(_answer_known, known))
    used = choose_backend(searcher, game, backend, state=state, recorded=watcher is not None)
    if used == REFERENCE or form is None:
        return PreparedSearch(REFERENCE, functools.partial(_run_reference, searcher, game, state, limits, watcher))
    work = functools.partial(form.search, searcher, game, state, limits, watcher)
    return PreparedSearch(COMPILED, functools.partial(run_interruptible, work))


def _answer_known(known: SearchResult, _stop: StopFlag | None) -> SearchResult:
    return known


def _run_reference(
    searcher: Searcher, game: Game, state: State, limits: Limits, watcher: Watcher | None, stop: StopFlag | None
) -> SearchResult:
    return searcher.search_reference(game, state, limits, watcher=watcher, stop=stop)


def find_exact_score(
    searcher: Searcher, game: Game, state: State, limits: Limits, stop: StopFlag | None
) -> SearchResult:
    """As a search, for the score alone, which may be less work than a move."""
    form = find_form(searcher)
    if form is not None:
        form.check_memory(searcher, game, state, limits)
    known = None if form is None else form.look_up_score(searcher, game, state, limits)
    if known is not None:
        return known
    if choose_backend(searcher, game, state=state) == REFERENCE or form is None:
        return searcher.search_reference(game, state, limits, stop=stop)
    return run_interruptible(functools.partial(form.exact_score, searcher, game, state, limits), stop)


def find_exact_scores(
    searcher: Searcher, game: Game, states: Sequence[State], limits: Limits, stop: StopFlag | None = None
) -> Iterator[list[SearchResult]]:
    """The exact scores of unfinished positions, in order and as they are found, each within the limits.

    Where a call of compiled code costs more than a position, a call is for many of them, which come together.
    """
    form, flag = find_form(searcher), stop or StopFlag()
    if form is None or choose_backend(searcher, game) == REFERENCE:
        for state in states:
            yield [searcher.search_reference(game, state, limits, stop=flag)]
        return
    pieces = form.exact_scores(searcher, game, states, limits, flag)
    while (piece := run_interruptible(lambda _: next(pieces, None), flag)) is not None:
        yield piece


SEARCH_BACKENDS.provide(SearchBackends(prepare_search, find_exact_score))


def check_memory(searcher: Searcher, game: Game, state: State, limits: Limits) -> None:
    """Refuse at once a search that there is no room for; nothing is compiled."""
    form = find_form(searcher)
    if form is not None:
        form.check_memory(searcher, game, state, limits)


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
    form = find_form(searcher)
    start = game.initial() if state is None else state
    reason = obstacle(searcher, game, watched=recorded)
    if not reason and form is not None:
        reason = _fault(form, searcher, game, start, recorded)
    if not reason:
        return COMPILED
    if not searcher.has_reference:
        raise Unsuited(
            f"{searcher.name} exists in compiled form only and cannot play {game.name}: {reason}; "
            "pvs and perfect take any game."
        )
    if backend == COMPILED:
        raise Unsuited(f"{searcher.name} cannot run compiled on {game.name}: {reason}.")
    return REFERENCE


@functools.cache
def load_kernels(module: str) -> None:
    """Import a module with compiled functions, and let Numba load what it puts off until the first call."""
    run_beside(functools.partial(_load, module))


def load_all_kernels() -> None:
    """Load everything ahead of time, as a server does while nobody asks."""
    with PREPARING:
        import_folder("kibitz.kernels")
        _load("kibitz.kernels")


def _load(module: str) -> None:
    with PREPARING:
        importlib.import_module(module)
        from numba.core.registry import cpu_target

        cpu_target.target_context.refresh()


_faults: dict[tuple[Game, Searcher, bool], str] = {}  # what preparing a search gave; empty when all was well
MAX_FAULTS = 4_096  # searches remembered, each with its own options


def _fault(form: CompiledForm[Any], searcher: Searcher, game: Game, state: State, recorded: bool) -> str:
    """Why the game cannot be compiled for this search, in words; empty if it is ready to run. Said once in the log."""
    fault = _faults.get((game, searcher, recorded))
    if fault is None:
        evaluator = searcher.evaluator(game)
        if not has_room_for(game, (searcher.name, evaluator and evaluator.name, recorded)):
            return NO_ROOM
        if len(_faults) >= MAX_FAULTS:
            _faults.clear()
        load_kernels(form.find_kernels(game))
        one_like_it = replace(searcher)  # type: ignore[type-var]  # every searcher is a dataclass
        watcher = _Nobody() if recorded else None
        fault = _faults[game, one_like_it, recorded] = make_ready(
            f"{game.spec(full=False)} for {searcher.name}",
            game,
            lambda: form.try_out(one_like_it, game, state, watcher),
            evaluator,
            recipe=recipe_for(searcher, game, recorded=recorded),
        )
    if fault and searcher.has_reference:
        from kibitz.kernels.compiler.disk_cache import warn_once

        warn_once(f"{fault}; the search runs as readable Python, which is slower")
    return fault


def is_prepared(searcher: Searcher, game: Game, *, recorded: bool = False) -> bool:
    """Whether this process has the compiled form of a search in memory, so that it starts at once."""
    return _faults.get((game, searcher, recorded)) == ""


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


def count_compiled(game: Game, state: State, depth: int, *, stop: StopFlag | None = None) -> PerftCounts | None:
    """Perft in machine code; None if the game cannot be compiled, which is said once in the log."""
    if game.words == 0:
        return None
    load_kernels(PERFT)
    from kibitz.kernels.compiler.disk_cache import warn_once
    from kibitz.kernels.perft import perft

    fault = make_ready(f"{game.spec(full=False)} for perft", game, lambda: perft(game, state, 1))
    if fault:
        warn_once(f"{fault}; the games are counted by readable Python, which is slower")
        return None
    return run_interruptible(lambda flag: perft(game, state, depth, stop=flag), stop)


def play_lines_compiled(game: Game, lines: Sequence[bytes]) -> list[State | None]:
    """Where lists of moves without separators lead; None for those that have to be read in another way.

    Those are all of a game whose moves have longer names or that knows passes, and of one that cannot be compiled.
    """
    if game.words == 0 or game.pass_move is not None or not all(map(_is_one_byte, game.move_names)):
        return [None] * len(lines)
    load_kernels(PLAY_LINES)
    from kibitz.kernels.play_lines import play_lines

    if make_ready(f"{game.spec(full=False)} for lines of moves", game, lambda: play_lines(game, [])):
        return [None] * len(lines)
    return play_lines(game, lines)


def _is_one_byte(name: str) -> bool:
    return len(name) == 1 and name.isascii()


@functools.lru_cache(256)
def _overflow(game: Game) -> str:
    """For a game of one's own: whether its states leave the 64-bit words they are said to fit, as play shows."""
    if game.shipped:
        return ""
    for seed in range(TRIAL_GAMES):
        for state in random_states(game, Rng(seed), TRIAL_PLIES - 1):
            if len(state) * game.int_words != game.words or not game.fits(state):
                return f"a state of {game.name} does not fit into {game.words} 64-bit words: {state}"
    return ""


class _Nobody:
    """A watcher that looks away, to have the form of a kernel compiled that is watched."""

    room = 1

    def begin(self, depth: int) -> None: ...
    def enter(self, state: State, move: Move, depth: int, alpha: int, beta: int) -> None: ...
    def leave(self, value: int, kind: NodeKind) -> None: ...
    def note(self, column: str, number: int) -> None: ...
    def take(self, nodes: Nodes) -> None: ...
    def skip(self, count: int) -> None: ...

"""The strong solver: works out a small game once and for all, then plays and judges by looking up.

The work is done in `kernels/solvers/all_positions.py`, for games whose positions repeat in `circle_table.py` beside it.
This file does not import the compiler, so that listings and forms can name the solver without waiting for it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from kibitz.core.errors import BadOption, Unfinished, Unsuited
from kibitz.core.files.file_lock import lock_file
from kibitz.core.files.named_file import exists
from kibitz.core.game import Game, State
from kibitz.core.limits import Limits
from kibitz.core.score import Score
from kibitz.core.searching import Searcher, SearchResult, Stats, StopFlag, Watcher
from kibitz.core.spec import option
from kibitz.kernels.compiled_forms import CompiledForm
from kibitz.search.game_size import count_positions_at_least

if TYPE_CHECKING:
    from kibitz.kernels.solvers.all_positions import PositionTable
    from kibitz.kernels.solvers.circle_table import CircleTable


SAVE_EVERY = 300.0  # seconds

_found_small: set[tuple[Game, int]] = set()  # games of which no sample showed more positions than so many in all


@dataclass(frozen=True)
class Strong(Searcher):
    """Holds every position that can follow the first one it was asked about.

    All scores are exact, those of the other moves too. When a limit ends the exploration, the first legal move is
    played with an unproven 0; the next search goes on from there. In the stats, `nodes` counts positions entered, the
    root alone when it was known. The table is no tree of this search's own: a watcher sees nothing.
    """

    name = "strong"
    has_reference = False
    shows_tree = False
    about = "solves all positions of a small game in advance, then looks up scores"

    max_positions: int = option(20_000_000, "maximum number of stored positions", 1, 10**9)


def can_work_out_circles(game: Game) -> bool:
    """Whether a game has positions that repeat, and retrograde analysis can tell what they are worth."""
    return game.repeats and game.words > 0 and game.max_result == 1 and game.repetition == 0


class StrongForm(CompiledForm[Strong]):
    names = ("strong",)
    kernels = "kibitz.kernels.solvers.all_positions"

    def check_memory(self, searcher: Strong, game: Game, state: State, limits: Limits) -> None:
        """Refuse a game that certainly has more positions than may be held; a limit ends the work in time anyway."""
        small = (game, searcher.max_positions)
        if limits.time is None and limits.nodes is None and game.words and small not in _found_small:
            known = count_positions_at_least(game, state, searcher.max_positions)
            if known > searcher.max_positions:
                raise Unfinished(
                    f"{game} has more than {searcher.max_positions:,} positions from here on, which is all that strong "
                    f"may hold (max_positions={searcher.max_positions}): there are at least {known:,}, as random games "
                    "show; ask nearer to the end of the game, limit its time, or take another search."
                )
            if state == game.initial():
                _found_small.add(small)

    def search(
        self,
        searcher: Strong,
        game: Game,
        state: State,
        limits: Limits,
        watcher: Watcher | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        if limits.depth is not None:
            raise BadOption("strong searches to the end of the game and takes no depth; limit its time or nodes.")
        ended = game.result(state)
        if ended is not None:
            return SearchResult(None, Score.solved(ended, 0))
        from kibitz.kernels.solvers.all_positions import find_table

        return self.explore(searcher, find_table(game), state, limits, stop)

    def try_out(self, searcher: Strong, game: Game, state: State, watcher: Watcher | None) -> None:
        """In a table of its own, so that the one all searches share knows nothing of it."""
        from kibitz.kernels.solvers.all_positions import make_position_table

        start, table = state if game.result(state) is None else game.initial(), make_position_table(game)
        self.explore(searcher, table, start, Limits(nodes=1), None)
        table.compile()

    def explore(
        self, searcher: Strong, table: PositionTable | CircleTable, state: State, limits: Limits, stop: StopFlag | None
    ) -> SearchResult:
        """What a table knows of a position, or finds out within the limits."""
        from kibitz.kernels.common.control import NODES, Control

        with Control(limits, stop) as control, table.lock:
            is_known = table.explore(state, searcher.max_positions, control)
            roots = table.roots(state) if is_known else ()
            line = table.line(state) if is_known else (table.game.moves(state)[0],)
            nodes = max(int(control.cells[NODES]), 1)
            stats = Stats(nodes, depth=len(line), seconds=control.seconds(), memory=table.memory)
            score = table.lookup(state) or Score(0)
        return SearchResult(line[0], score, line, roots, stats, "" if is_known else control.stopped_by)


def search_kept(
    searcher: Strong, game: Game, state: State, path: Path, limits: Limits, stop: StopFlag | None
) -> SearchResult:
    """As a search of `strong`, with a table of its own that is kept in a file, and taken up from there if it exists.

    The file is written every few minutes and whenever the work ends, finished or not.
    """
    if not can_work_out_circles(game):
        raise Unsuited(f"A table is kept in a file for games whose positions repeat; those of {game} do not.")
    with lock_file(path, "keeps a table of positions in"):
        return _search_in_file(searcher, game, state, path, limits, stop)


def _search_in_file(
    searcher: Strong, game: Game, state: State, path: Path, limits: Limits, stop: StopFlag | None
) -> SearchResult:
    from kibitz.kernels.common.control import Control
    from kibitz.kernels.solvers.circle_table import CircleTable

    form, table = StrongForm(), CircleTable(game)
    table.compile()
    started = time.perf_counter()
    if exists(path):
        with Control(Limits(), None) as control:
            table.load(path, control)
    try:
        while True:
            left = None if limits.time is None else limits.time - (time.perf_counter() - started)
            slice_ = SAVE_EVERY if left is None else max(0.001, min(SAVE_EVERY, left))
            result = form.explore(searcher, table, state, replace(limits, time=slice_), stop)
            if result.stopped_by != "time" or (left is not None and left <= SAVE_EVERY):
                seconds = time.perf_counter() - started
                return replace(result, stats=replace(result.stats, seconds=seconds))
            table.save(path)
    finally:
        if len(table):
            table.save(path)

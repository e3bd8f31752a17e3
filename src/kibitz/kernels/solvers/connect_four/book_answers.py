"""What `perfect` knows about the opening of Connect Four without a search, and so without a compiler.

To load one takes longer than most answers: who asks about the empty board has its scores in a third of a second.
"""

from __future__ import annotations

import time
from typing import Protocol, cast

from kibitz.core.game import Game, State
from kibitz.core.limits import Limits
from kibitz.core.score import Score, final
from kibitz.core.searching import RootMove, Searcher, SearchResult, Stats
from kibitz.games.connect_four import ConnectFour
from kibitz.kernels.common.free_memory import check_room
from kibitz.kernels.solvers.connect_four.book import Book, shipped_book
from kibitz.kernels.twins import ExactScore

__all__ = ["Switches", "look_up", "look_up_score", "score_of"]


class Switches(Protocol):
    """What the solver uses of the readable searcher `perfect`."""

    every_move: bool
    whole_line: bool
    book: bool
    table_mib: int
    threads: int
    keep: bool


def look_up(searcher: Searcher, game: Game, state: State, limits: Limits = Limits()) -> SearchResult | None:
    """The answer of `perfect` where the book has all of it; None where there is something to search."""
    started = time.perf_counter()
    book = _book_for(searcher, game, state, limits)
    if book is None or not book.holds_moves(state) or cast(Switches, searcher).whole_line:
        return None
    line, scores = book.line(state), book.scores(state)
    if not cast(Switches, searcher).every_move:
        scores = {line[0]: scores[line[0]]}
    return SearchResult(
        move=line[0],
        score=score_of(book.score(state), book.game, state),
        line=line,
        roots=tuple(RootMove(move, score_of(score, book.game, state)) for move, score in scores.items()),
        stats=Stats(1, depth=len(line), seconds=time.perf_counter() - started),
    )


def look_up_score(searcher: Searcher, game: Game, state: State, limits: Limits = Limits()) -> ExactScore | None:
    """As `look_up`, for the score alone."""
    started = time.perf_counter()
    book = _book_for(searcher, game, state, limits)
    if book is None or not book.holds(state):
        return None
    stats = Stats(1, seconds=time.perf_counter() - started)
    return ExactScore(score_of(book.score(state), book.game, state), stats, "")


def _book_for(searcher: Searcher, game: Game, state: State, limits: Limits) -> Book | None:
    """The book that this search of this position may use."""
    if searcher.name != "perfect" or not isinstance(game, ConnectFour) or limits.depth is not None:
        return None
    switches = cast(Switches, searcher)
    book = shipped_book(game) if switches.book else None
    if book is None or not book.holds(state) or game.result(state) is not None:
        return None
    check_room(switches.table_mib)  # which is refused whatever the position
    return book


def score_of(stones: int, game: ConnectFour, state: State) -> Score:
    """A score in stones that the winner has left, as a search writes it."""
    if stones == 0:
        return Score.of(0, complete=True)
    empties = game.width * game.height - (state[0] | state[1]).bit_count()
    distance = empties - 2 * (abs(stones) - 1)
    distance -= (distance % 2 == 1) != (stones > 0)  # the winner has the last word: the side to move, if that wins
    return Score.of(final(1 if stones > 0 else -1, distance, True), complete=True, sooner=True)

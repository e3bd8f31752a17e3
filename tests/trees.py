"""Recorded searches for the tests of trees; each is done once."""

from __future__ import annotations

from functools import cache

import kibitz.games
import kibitz.search  # noqa: F401  # registers the searchers
from kibitz.core.game import the_game
from kibitz.core.searching import SearchResult, the_searcher
from kibitz.explore.record import MAX_RECORDED, record
from kibitz.explore.tree import SearchTree

__all__ = ["searched"]


@cache
def searched(spec: str, moves: str, search: str, limit: int = MAX_RECORDED) -> tuple[SearchResult, SearchTree]:
    """The answer and the tree of a search after these moves of a game; not to be changed."""
    game = the_game(spec)
    state = game.initial()
    for name in moves.split():
        state = game.play(state, game.legal_move(state, name))
    return record(game, state, *the_searcher(search), limit=limit)

"""Compiling ahead: every shipped game, for every search that has a compiled form, so that nobody waits later."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass

import kibitz.games  # noqa: F401  # registers the games
from kibitz.app.loading import load_game
from kibitz.arena.players import the_search
from kibitz.core.game import GAMES, Game
from kibitz.kernels.backends import COMPILED, choose_backend, count_compiled, load_kernels
from kibitz.kernels.twins import TWINS, obstacle

__all__ = ["PERFT", "Kernel", "Warmed", "kernels_to_warm", "warm"]

PERFT = "perft"


@dataclass(frozen=True)
class Kernel:
    """What is compiled at a time: a game, for a searcher or for perft."""

    game: Game
    searcher: str


@dataclass(frozen=True)
class Warmed:
    """A kernel that is ready now. `compiled`: it was not before."""

    game: str
    searcher: str
    seconds: float
    compiled: bool


def kernels_to_warm(games: Iterable[str] = ()) -> list[Kernel]:
    """Everything that can be compiled for these games, or for all that are shipped, in all their presets."""
    specs = list(games) or [spec for name in sorted(GAMES.classes) for spec in GAMES.classes[name].presets or (name,)]
    load_kernels()
    return [
        Kernel(game, searcher)
        for game in map(load_game, specs)
        if game.words
        for searcher in (*sorted(TWINS), PERFT)
        if searcher == PERFT or not obstacle(the_search(searcher)[0], game)
    ]


def warm(kernel: Kernel) -> Warmed:
    """Have it compiled, or find that it was."""
    from kibitz.kernels.compiling import compiling

    started, compiled = time.perf_counter(), []
    with compiling(lambda: compiled.append(kernel)):
        if kernel.searcher == PERFT:
            count_compiled(kernel.game, kernel.game.initial(), 1)
        else:
            choose_backend(the_search(kernel.searcher)[0], kernel.game, COMPILED)
    return Warmed(str(kernel.game), kernel.searcher, time.perf_counter() - started, bool(compiled))

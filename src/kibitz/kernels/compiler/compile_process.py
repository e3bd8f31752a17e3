"""Compiling in a process of its own, so that a server's other threads go on meanwhile.

Numba compiles for one thread at a time and holds Python's lock nearly all the while. Where many work in one process,
a child compiles and keeps the code on disk, from where it is loaded in a blink. One person at a terminal is better
off without: the child has to load the compiler anew, which takes a second.
"""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from kibitz.core.game import Game
from kibitz.core.searching import Searcher

__all__ = ["PREPARING", "Recipe", "compile_elsewhere", "have_compiled", "recipe_for"]

PREPARING = threading.RLock()  # Numba loads and compiles for one thread at a time, and fails when two begin at once


class Recipe(NamedTuple):
    """A kernel as a command line names it: the game, a user's own with its file, and the search."""

    game: str
    search: str


_children = threading.BoundedSemaphore(os.cpu_count() or 1)
_under_way: dict[Recipe, threading.Lock] = {}
_tried: set[Recipe] = set()
_is_wanted = threading.Event()


@contextmanager
def compile_elsewhere() -> Iterator[None]:
    """In the block, what was never compiled is compiled by children."""
    _is_wanted.set()
    try:
        yield
    finally:
        _is_wanted.clear()


def recipe_for(searcher: Searcher, game: Game) -> Recipe | None:
    """How a child is told what to compile; None if this process is to do it."""
    if not _is_wanted.is_set():
        return None
    text = str(game)
    if not game.shipped:
        _, _, options = text.partition(":")
        text = f"{inspect.getfile(type(game))}:{type(game).__qualname__}:{options}"
    return Recipe(text, str(searcher))


def have_compiled(recipe: Recipe) -> None:
    """Let a child compile, or wait for the one that does. If it fails, whoever needs the code finds out why."""
    with _under_way.setdefault(recipe, threading.Lock()), _children:
        if recipe in _tried:
            return
        _tried.add(recipe)
        command = [sys.executable, "-m", "kibitz", "warm", recipe.game, "--search", recipe.search]
        quiet = subprocess.DEVNULL
        subprocess.run(command, stdin=quiet, stdout=quiet, stderr=quiet, check=False)

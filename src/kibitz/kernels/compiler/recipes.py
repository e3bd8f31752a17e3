"""Compiling elsewhere, so that a server's other threads go on meanwhile.

Numba compiles for one thread at a time and holds Python's lock nearly all the while. Where many work in one process,
another process compiles (`jobs/compile_process.py`) and keeps the code on disk, from where it is loaded in a blink. One
person at a terminal is better off without: the other process has to load the compiler anew, which takes a second.
"""

from __future__ import annotations

import inspect
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, TypeAlias

from kibitz.core.game import Game
from kibitz.core.searching import Searcher

PREPARING = threading.RLock()  # Numba loads and compiles for one thread at a time, and fails when two begin at once


class Recipe(NamedTuple):
    """What is to be compiled, as specs that another process can read: the game, a user's own with its file, and the
    search; `recorded` if its tree is."""

    game: str
    search: str
    recorded: bool = False


CompileRecipe: TypeAlias = Callable[[Recipe], None]

_compilers: list[CompileRecipe] = []  # the last one compiles
_at_work = threading.BoundedSemaphore(os.cpu_count() or 1)
_under_way: dict[Recipe, threading.Lock] = {}
_tried: set[Recipe] = set()
MAX_TRIED = 4_096  # recipes remembered


@contextmanager
def compile_elsewhere(compile_recipe: CompileRecipe) -> Iterator[None]:
    """In the block, what was never compiled is compiled by this function, which puts it on disk."""
    _compilers.append(compile_recipe)
    try:
        yield
    finally:
        _compilers.remove(compile_recipe)


def recipe_for(searcher: Searcher, game: Game, *, recorded: bool = False) -> Recipe | None:
    """How another process is told what to compile; None if this process is to do it."""
    if not _compilers:
        return None
    text = str(game)
    if not game.shipped:
        _, _, options = text.partition(":")
        text = f"{inspect.getfile(type(game))}:{type(game).__qualname__}:{options}"
    return Recipe(text, str(searcher), recorded)


def have_compiled(recipe: Recipe) -> None:
    """Have it compiled elsewhere, or wait for that. If it fails, whoever needs the code finds out why."""
    with _under_way.setdefault(recipe, threading.Lock()), _at_work:
        if recipe in _tried:
            return
        if len(_tried) >= MAX_TRIED:
            _tried.clear()
            _under_way.clear()  # whoever waits for a lock has it in hand
        _tried.add(recipe)
        for compile_recipe in _compilers[-1:]:  # none when the block is being left
            compile_recipe(recipe)

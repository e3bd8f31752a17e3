"""Compiling in a process of its own, so that a server's other threads go on meanwhile.

Numba compiles for one thread at a time and holds Python's lock nearly all the while. Where many work in one process,
a child compiles and keeps the code on disk, from where it is loaded in a blink. One person at a terminal is better
off without: the child has to load the compiler anew, which takes a second.

The child runs `compile_child.py`.
"""

from __future__ import annotations

import inspect
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from kibitz.core.game import Game
from kibitz.core.searching import Searcher

CHILD = "kibitz.kernels.compiler.compile_child"
PREPARING = threading.RLock()  # Numba loads and compiles for one thread at a time, and fails when two begin at once


class Recipe(NamedTuple):
    """What is to be compiled, as specs that another process can read: the game, a user's own with its file, and the
    search; `recorded` if its tree is."""

    game: str
    search: str
    recorded: bool = False


_children = threading.BoundedSemaphore(os.cpu_count() or 1)
_under_way: dict[Recipe, threading.Lock] = {}
_tried: set[Recipe] = set()
MAX_TRIED = 4_096  # recipes remembered
_is_wanted = threading.Event()


@contextmanager
def compile_in_children() -> Iterator[None]:
    """In the block, what was never compiled is compiled by children."""
    _is_wanted.set()
    try:
        yield
    finally:
        _is_wanted.clear()


def recipe_for(searcher: Searcher, game: Game, *, recorded: bool = False) -> Recipe | None:
    """How a child is told what to compile; None if this process is to do it."""
    if not _is_wanted.is_set():
        return None
    text = str(game)
    if not game.shipped:
        _, _, options = text.partition(":")
        text = f"{inspect.getfile(type(game))}:{type(game).__qualname__}:{options}"
    return Recipe(text, str(searcher), recorded)


def have_compiled(recipe: Recipe) -> None:
    """Let a child compile, or wait for the one that does. If it fails, whoever needs the code finds out why."""
    with _under_way.setdefault(recipe, threading.Lock()), _children:
        if recipe in _tried:
            return
        if len(_tried) >= MAX_TRIED:
            _tried.clear()
            _under_way.clear()  # whoever waits for a lock has it in hand
        _tried.add(recipe)
        nowhere, command = subprocess.DEVNULL, [sys.executable, "-m", CHILD]
        child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=nowhere, stderr=nowhere, text=True)
        with suppress(BrokenPipeError), child:
            print(json.dumps(recipe._asdict()), file=child.stdin, flush=True)
            child.wait()

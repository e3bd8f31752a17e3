"""Compiling for a server in processes of its own (`kernels/compiler/recipes.py` says why)."""

from __future__ import annotations

from contextlib import AbstractContextManager, suppress

from kibitz.core.errors import KibitzError
from kibitz.core.limits import COMPILED
from kibitz.core.loading import load_game
from kibitz.core.searching import find_searcher
from kibitz.jobs.process import Caller, TaskProcess
from kibitz.kernels.backends import choose_backend
from kibitz.kernels.compiler.recipes import Recipe, compile_elsewhere


def compile_in_children() -> AbstractContextManager[None]:
    """In the block, what was never compiled is compiled by children."""
    return compile_elsewhere(_compile_in_child)


def _compile_in_child(recipe: Recipe) -> None:
    with suppress(KibitzError), TaskProcess(quiet=True) as process:
        process.run(compile_recipe, recipe, attempts=1)


def compile_recipe(recipe: Recipe, _: Caller) -> None:
    """Compile, in the other process; the code is kept on disk."""
    searcher = find_searcher(recipe.search)[0]
    choose_backend(searcher, load_game(recipe.game), COMPILED, recorded=recipe.recorded)

"""The process that compiles for another one (`compile_process.py`): `python -m kibitz.kernels.compiler.compile_child`.

It reads one recipe, a line of JSON, from its standard input. It ends when it has compiled, and when that input ends
because its parent has.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from contextlib import suppress

from kibitz.core.errors import KibitzError
from kibitz.core.limits import COMPILED
from kibitz.core.loading import load_game
from kibitz.core.searching import find_searcher
from kibitz.kernels.backends import choose_backend
from kibitz.kernels.compiler.compile_process import Recipe


def _compile_recipe(recipe: Recipe) -> None:
    with suppress(KibitzError):
        searcher = find_searcher(recipe.search)[0]
        choose_backend(searcher, load_game(recipe.game), COMPILED, recorded=recipe.recorded)


def _end_with_parent() -> None:
    sys.stdin.read()
    os._exit(1)


if __name__ == "__main__":
    recipe = Recipe(**json.loads(sys.stdin.readline()))
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _compile_recipe(recipe)

"""Compiling for the first time: said once, kept for the next time, and explained when it cannot be done.

That something is being compiled is announced (`compile_events.py`). What else there is to say goes to the log `kibitz`
as a warning: that compiled code cannot be kept, or that a game's own rules do not compile. A face shows the log; a
program that uses Kibitz may.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, MutableSequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import CodeType
from typing import Any

import numpy as np
from numba.core import event
from numba.core.errors import NumbaError, UnsupportedBytecodeError

from kibitz.core.evaluation import Evaluator, Terms
from kibitz.core.game import Game, Rules, State
from kibitz.kernels.compiler.bridge import state_of, state_words, weights_of
from kibitz.kernels.compiler.compile_events import announce_compiling, while_preparing
from kibitz.kernels.compiler.compile_lock import wait_for_other_processes
from kibitz.kernels.compiler.disk_cache import NotCached, is_only_cached, only_cached, warn_once
from kibitz.kernels.compiler.recipes import PREPARING, Recipe, have_compiled
from kibitz.kernels.compiler.rule_compiler import (
    KNOWLEDGE,
    compiled_knowledge,
    compiled_rule,
    compiled_terms,
    terms_rule,
)
from kibitz.kernels.interruptible import check_not_given_up, run_beside

_RULES = ("moves", "play", "result")
_NOISE = re.compile(r"Failed in \w+ mode pipeline|During: |File |There are \d+ candidate|\s*$|- ")
_ANSI = re.compile(r"\x1b\[[0-9;]*m")
_PLACE = re.compile(r"(?:Raised from|defined at|at) (?P<file>/?[^\s(][^(]*?) \((?P<line>\d+)\)")

# What Numba says, and what it means to somebody who writes rules.
_IN_PLAIN_WORDS = (
    (
        r"Untyped global name '(\w+)': Cannot determine Numba type of <class 'function'>",
        r"it calls \1, which is not compiled along with it; put @helper (from kibitz) above \1",
    ),
    (r"Untyped global name '(\w+)'.*", r"it uses \1, which is neither a number nor a tuple of numbers"),
    (r"NameError: name '(\w+)' is not defined", r"there is nothing called \1"),
    (r"Int value is too large: (\d+)", r"the number \1 does not fit into 64 bits"),
    (r"No conversion from none to .*", "it ends without returning a value, at least on one way through it"),
    (r"No conversion from (.+) to (.+) for '.*", r"it returns \1 where \2 was expected"),
    (r"Cannot unify (.+) and (.+) for '([a-zA-Z_]\w*)\S*'.*", r"\3 is \1 in one place and \2 in another"),
    (r"Unknown attribute '(\w+)' of type (.+)", r"\2 has no .\1 in compiled code"),
    (
        r"The use of yield in a closure is unsupported\.?",
        "a generator such as sum(x for …) cannot be compiled; write a loop",
    ),
    (r"Use of unsupported opcode \((\w+)\) found.*", r"Python's \1 cannot be compiled"),
    (r"No implementation of function Function\(<built-in function (\w+)>\).*", r"\1 is not known for these values"),
    (r"Literal\[int\]\((-?\d+)\)", r"\1"),
    (r"Literal\[str\]\((.*?)\)", r"'\1'"),
    (r"\barray\(int64, 1d, C\)", "the move buffer"),
    (r"UniTuple\(int64 x (\d+)\)", r"a tuple of \1 numbers"),
    (r"\bunicode_type\b", "text"),
    (r"\bint64\b", "a whole number"),
    (r"\bfloat64\b", "a fraction"),
    (r"\breflected list\(.*?\)(<iv=\w+>)?", "a list"),
)


class _Listener(event.Listener):
    """Hears when Numba begins to do something."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell = tell

    def on_start(self, _event: Any) -> None:
        self._tell()

    def on_end(self, _event: Any) -> None:
        pass


event.register("numba:run_pass", _Listener(check_not_given_up))


@contextmanager
def compiling(tell: Callable[[], None]) -> Iterator[None]:
    """Tell, once, when something is compiled in the block; code that was kept from before is there in a blink."""
    told: list[bool] = []

    def tell_once() -> None:
        if not told:
            told.append(True)
            tell()

    with event.install_listener("numba:compile", _Listener(tell_once)):
        yield


def prepare(
    what: str, game: Game, evaluator: Evaluator | None, work: Callable[[], object], recipe: Recipe | None = None
) -> str:
    """Have a kernel compiled by letting it `work` a little; why it cannot be compiled, in words, or nothing.

    So the time a search may take begins when its code is there. With a `recipe`, what was never compiled is compiled
    in another process first; those who need other code do not wait for it. Of several processes that need the same, one
    compiles (`compile_lock.py`).
    """
    return run_beside(partial(_prepare, what, game, evaluator, work, recipe))


def _prepare(
    what: str, game: Game, evaluator: Evaluator | None, work: Callable[[], object], recipe: Recipe | None
) -> str:
    _check_folder()
    if is_only_cached():  # part of the work of somebody who sees to the rest
        work()
        return ""
    tell = partial(announce_compiling, what)
    try:
        with while_preparing(what):
            with suppress(NotCached), PREPARING, only_cached(), compiling(tell):
                work()
                return ""
            tell()
            if recipe is not None:
                have_compiled(recipe)
                with PREPARING:
                    work()
                return ""
            with wait_for_other_processes(what), PREPARING:
                work()  # from disk, if it was waited for
    except (NumbaError, UnsupportedBytecodeError):
        fault = fault_in_rules(game, evaluator)
        if not fault:
            raise  # the kernel itself is at fault
        return fault
    return ""


def _check_folder() -> None:
    """Say so if the folder that the environment names is not the one that is used."""
    folder = os.environ.get("NUMBA_CACHE_DIR")
    if folder and not _is_usable(Path(folder)):
        warn_once(f"compiled code cannot be kept in {folder} (NUMBA_CACHE_DIR) and is kept elsewhere, if anywhere")


def _is_usable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / "kibitz-probe"
        probe.touch()
        probe.unlink()
    except OSError:
        return False
    return True


def fault_in_rules(game: Game, evaluator: Evaluator | None = None) -> str:
    """Which rule of a game, or which evaluator, does not compile: file, line and reason in plain words, or nothing."""
    parts: list[tuple[str, object, Callable[[], object]]] = [
        (f"the rule {name} of {game.name}", rule, partial(compiled_rule, game, name))
        for name, rule in zip(_RULES, game.cached_rules, strict=True)
    ]
    parts += [
        (f"the rule {name} of {game.name}", getattr(game, name)(), partial(compiled_knowledge, game, name))
        for name in KNOWLEDGE
    ]
    if evaluator is not None:
        terms = terms_rule(evaluator)
        parts.append((f"the function terms of {evaluator.name}", terms, partial(compiled_terms, evaluator)))
    for name, rule, compile_it in parts:
        try:
            compile_it()
        except Exception as error:  # Numba's own faults are of many kinds
            file, line = _place(error, getattr(rule, "__code__", type(game).rules.__code__))
            return f"{name} does not compile ({file}, line {line}): {_reason(error)}"
    return ""


def _place(error: Exception, own: CodeType) -> tuple[str, int]:
    """Where in one's own code it went wrong, as near as Numba knows."""
    loc = getattr(error, "loc", None)
    places = [(loc.filename, loc.line)] if loc is not None else []
    places += [(match["file"], int(match["line"])) for match in _PLACE.finditer(_ANSI.sub("", str(error)))]
    for file, line in places:
        if Path(file).resolve() == Path(own.co_filename).resolve():
            return own.co_filename, line
    return own.co_filename, own.co_firstlineno


def _reason(error: Exception) -> str:
    """The first thing Numba says that means something, in plain words."""
    lines = _ANSI.sub("", str(error)).splitlines()
    said = next((line.strip().lstrip("> ") for line in lines if not _NOISE.match(line)), type(error).__name__)
    said = re.sub(r"\.*\s*Raised from .*", "", said)
    for pattern, words in _IN_PLAIN_WORDS:
        said = re.sub(pattern, words, said)
    return said.rstrip(". ")


# Compiled rules for Python to call, one at a time: slow, but what they say can be looked at.


def callable_rules(game: Game) -> Rules:
    """A game's compiled rules, on the states and buffers that the rules as written take."""
    words_moves, words_play, words_result = (compiled_rule(game, name) for name in _RULES)

    def moves(state: State, out: MutableSequence[int]) -> int:
        buffer = np.array(out, np.int64)
        count: int = words_moves(state_words(game, state), buffer)
        out[:] = buffer.tolist()
        return count

    def play(state: State, move: int) -> State:
        return state_of(game, words_play(state_words(game, state), move))

    def result(state: State) -> int:
        score: int = words_result(state_words(game, state))
        return score

    return Rules(moves, play, result)


def callable_terms(evaluator: Evaluator) -> Terms:
    """An evaluator's compiled terms, likewise."""
    compiled, table = compiled_terms(evaluator), weights_of(evaluator)[len(evaluator.weights) :]

    def terms(state: State, out: MutableSequence[int]) -> None:
        amounts = np.zeros(evaluator.room, np.int64)
        amounts[: len(out)] = out
        compiled(state_words(evaluator.game, state), amounts, *([table] if len(table) else []))
        out[:] = amounts[: len(out)].tolist()

    return terms

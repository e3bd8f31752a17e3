"""A game's rules and an evaluator's terms as machine code, each with a fixed signature.

Rules of a board of more than 64 cells are compiled for wide numbers, and wrapped so that kernels call them with flat
tuples of words like all others.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from numba import int16, int64, njit, types
from numba.extending import register_jitable

import kibitz.kernels.compiler.intrinsics  # noqa: F401  # so that rules may use what is in core/bits.py
from kibitz.core.evaluation import Evaluator, TableEvaluator
from kibitz.core.game import HELPERS, Game
from kibitz.kernels.compiler.rule_digest import digest_code
from kibitz.kernels.compiler.wide_ints import WideType, flatten, widen

KNOWLEDGE = ("prospects", "candidates", "focus", "threats")  # rules of `Game` that have a default

machine_code: Callable[..., Any] = functools.partial(njit, nogil=True)
# Rules become part of the kernel that calls them, but may make lists whatever that kernel does (see `lean_kernel`).
_inlined: Callable[..., Any] = functools.partial(machine_code, forceinline=True, _nrt=True)


@functools.cache
def compiled_rule(game: Game, name: str) -> Any:
    """A game's rule `moves`, `play` or `result` as machine code, with a fixed signature.

    Not kept on disk by itself: Numba would watch the one file it stands in, not those it uses. The kernels that contain
    it are kept.
    """
    written = getattr(game.cached_rules, name)
    _compile_helpers()
    state = _state_type(game)
    signatures = {"moves": int64(state, int64[::1]), "play": state(state, int64), "result": int64(state)}
    rule = _inlined(signatures[name])(_named_by_content(written))
    return rule if game.int_words == 1 else _from_words(rule, game.int_words, name)


@functools.cache
def compiled_knowledge(game: Game, name: str) -> Any:
    """One of the rules of a game that nobody needs to play it, as machine code."""
    rule = getattr(game, name)()
    if rule is game.cached_rules.moves:
        return compiled_rule(game, "moves")
    _compile_helpers()
    state = _state_type(game)
    argument = int64 if name == "prospects" else int64[::1]
    rule = machine_code(int64(state, argument))(_named_by_content(rule))
    return rule if game.int_words == 1 else _from_words(rule, game.int_words, name)


def terms_rule(evaluator: Evaluator) -> Callable[..., None]:
    """The function that is compiled: one that is handed the table, where there is one."""
    return evaluator.lookups() if isinstance(evaluator, TableEvaluator) else evaluator.terms()


@functools.cache
def compiled_terms(evaluator: Evaluator) -> Any:
    rule = terms_rule(evaluator)
    _compile_helpers()
    game = evaluator.game
    table = (int16[::1],) if isinstance(evaluator, TableEvaluator) else ()
    rule = _inlined(types.void(_state_type(game), int64[::1], *table))(_named_by_content(rule))
    return rule if game.int_words == 1 else _from_words(rule, game.int_words, "table terms" if table else "terms")


def _state_type(game: Game) -> Any:
    """What a rule takes for a state: a tuple of words, or of numbers that are several words wide."""
    number = int64 if game.int_words == 1 else WideType(game.int_words)
    return types.UniTuple(number, game.words // game.int_words)


def _from_words(rule: Any, count: int, name: str) -> Any:
    """The rule of a large board for kernels, which know a state as a flat tuple of words."""
    taking_words: dict[str, Callable[..., Any]] = {
        "play": lambda state, move: flatten(rule(widen(state, count), move)),  # type: ignore[call-arg]  # see intrinsics
        "result": lambda state: rule(widen(state, count)),  # type: ignore[call-arg]
        "table terms": lambda state, out, table: rule(widen(state, count), out, table),  # type: ignore[call-arg]
    }
    other = lambda state, argument: rule(widen(state, count), argument)  # type: ignore[call-arg]
    return _inlined()(_named_by_content(taking_words.get(name, other)))


def _compile_helpers() -> None:
    """Let compiled code call every function that was marked with `helper` so far."""
    while HELPERS:
        register_jitable(_named_by_content(HELPERS.pop()))


def _named_by_content(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function under a name that no other function has.

    Rules are closures: those of all games have one name. Numba tells them apart by a number that every process counts
    for itself, so that code kept on disk by one process can meet other code under its own name in another; the linker
    then takes whichever came first, and a game plays by the rules of another.
    """
    function.__qualname__ = f"{function.__qualname__.partition('#')[0]}#{digest_code(function)}"
    return function

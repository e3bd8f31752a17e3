"""How a game's rules and an evaluator's terms reach compiled code.

Numba's ways to extend it are used in this folder, and in the `bitboard.py` of the two solvers, which adds instructions
of its own. Every other kernel module takes `kernel`, `lean_kernel` and `subkernel` from here.

Kernels are ordinary module-level functions that take the game as an argument and call

    moves(game, state, out)   play(game, state, move)   result(game, state)
    evaluate(evaluator, state, weights, amounts)

and, if they solve, `prospects(game, state, plies)` and `candidates(game, state, out)`.

For Numba a game is an opaque value whose type is named after the game and a digest of all that its code is made of, the
parameters that its rules use among them. An overload on that type answers with the compiled rules of just that game,
those parameters as constants. So every set of rules gets machine code of its own and its place in the cache on disk,
games that differ only in how they begin share theirs (Take-Away with any number of chips), and a changed rule makes a
new type, which no stale entry in the cache can match.

States travel as tuples of signed 64-bit words, so that rules may mix them with the small numbers of Python without
surprise; only a board that uses bit 63 needs `bits.word` and `bits.shift_right`. Weights travel as an array, so that
tuning recompiles nothing, and the table of a learned evaluator right behind them in the same array: no search need
know that there is one.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
from numba import config, int16, int64, njit, types
from numba.extending import NativeValue, models, overload, register_jitable, register_model, typeof_impl, unbox

import kibitz.kernels.compiler.intrinsics  # noqa: F401  # so that rules may use what is in core/bits.py
from kibitz.core import score
from kibitz.core.evaluation import Evaluator, TableEvaluator
from kibitz.core.game import HELPERS, Game, State
from kibitz.core.score import EVAL_LIMIT
from kibitz.kernels.compiler.disk_cache import KernelCache, warn_once

__all__ = [
    "candidates",
    "evaluate",
    "game_of_type",
    "kernel",
    "lean_kernel",
    "moves",
    "play",
    "prospects",
    "result",
    "state_of",
    "state_words",
    "subkernel",
    "weights_of",
]

MOVE_BITS = (1 << 31) - 1  # as many as any move has

_ROOT = Path(score.__file__).parents[1]

_machine_code: Callable[..., Any] = functools.partial(njit, nogil=True)
# Rules become part of the kernel that calls them, but may make lists whatever that kernel does (see `lean_kernel`).
_inlined: Callable[..., Any] = functools.partial(_machine_code, forceinline=True, _nrt=True)


def subkernel(function: Callable[..., Any]) -> Any:
    """The decorator of a function that kernels call: compiled into each of them, and never called by Python."""
    return register_jitable(no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)


def kernel(function: Callable[..., Any]) -> Any:
    """The decorator of every kernel: compiled when first called, kept on disk, free of the interpreter lock."""
    return _cached_on_disk(_machine_code(), function)


def lean_kernel(function: Callable[..., Any]) -> Any:
    """A kernel that makes no array or list of its own, so that no one has to count who still uses the ones it is given.

    Counting takes two locked additions for every row of an array that is handed to a rule: a third of the time of a
    search.
    """
    return _cached_on_disk(_machine_code(_nrt=False, forceinline=True), function)


def _cached_on_disk(compile_it: Callable[..., Any], function: Callable[..., Any]) -> Any:
    if config.DISABLE_JIT:  # type: ignore[attr-defined]  # read from the environment
        return np.errstate(over="ignore")(function)  # words are meant to wrap round, as they do in machine code
    compiled = compile_it(function)
    try:
        compiled._cache = KernelCache(function, _sources())
    except RuntimeError:
        warn_once("there is no folder to keep compiled code in, so that it is compiled anew each time")
    return compiled


@functools.cache
def _sources() -> str:
    """A digest of what every kernel is made of, whatever the game."""
    files = sorted(path for folder in ("core", "evals", "kernels") for path in (_ROOT / folder).rglob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


def state_words(state: State) -> State:
    """A state as compiled code takes it: signed words, of the same bits."""
    return tuple(word - (1 << 64) if word >= 1 << 63 else word for word in state)


def state_of(words: State) -> State:
    """The reverse of `state_words`."""
    return tuple(word & (1 << 64) - 1 for word in words)


# The stubs that kernels call.


def moves(game: Game, state: State, out: Any) -> int:
    return game.cached_rules.moves(state, out)


def play(game: Game, state: State, move: int) -> State:
    return game.cached_rules.play(state, move)


def result(game: Game, state: State) -> int:
    return game.cached_rules.result(state)


def prospects(game: Game, state: State, plies: int) -> int:
    return game.prospects()(state, plies)


def candidates(game: Game, state: State, out: Any) -> int:
    return game.candidates()(state, out)


def evaluate(evaluator: Evaluator, state: State, weights: Any, amounts: Any) -> int:
    """The evaluator's guess, as `Evaluator.__call__` makes it; `amounts` is room for the terms."""
    return int(evaluator(state))


def terms(evaluator: Evaluator, state: State, weights: Any, out: Any) -> None:
    evaluator.terms()(state, out)


# Types: one for each set of rules, one for each evaluator of such a game.


class GameType(types.Opaque):
    pass


class EvaluatorType(types.Opaque):
    pass


_games: dict[str, Game] = {}  # by the name of the type
_evaluators: dict[str, Evaluator] = {}


@typeof_impl.register(Game)
def _type_of_game(game: Game, _context: object) -> GameType:
    return _game_type(game)


@functools.cache
def _game_type(game: Game) -> GameType:
    name = f"Game[{game.name}#{_digest(*game.cached_rules, game.prospects(), game.candidates())}]"
    _games.setdefault(name, game)
    return GameType(name)


def game_of_type(game_type: GameType) -> Any:
    """The game that a type stands for; for overloads of a game's own."""
    return _games[game_type.name]


@typeof_impl.register(Evaluator)
def _type_of_evaluator(evaluator: Evaluator, _context: object) -> EvaluatorType:
    kind: Any = type(evaluator)
    return _evaluator_type(kind, evaluator.game)


@functools.cache
def _evaluator_type(cls: Any, game: Game) -> EvaluatorType:
    """The type of an evaluator of that class, whatever its weights."""
    evaluator = cls(game)
    count = len(evaluator.weights)  # part of the code, see `evaluate`
    name = f"Evaluator[{cls.name} of {count} for {game.name}#{_digest(terms_rule(evaluator))}]"
    _evaluators.setdefault(name, evaluator)
    return EvaluatorType(name)


for _opaque in (GameType, EvaluatorType):
    register_model(_opaque)(models.OpaqueModel)

    @unbox(_opaque)
    def _unbox(_type: object, _object: object, c: Any) -> NativeValue:
        return NativeValue(c.context.get_dummy_value())


def _digest(*functions: Callable[..., Any]) -> str:
    """Of the sources, and of the functions with all they use, wherever they were written: a file, a notebook …"""
    digest = hashlib.sha256(_sources().encode())
    for part in _parts(functions, set()):
        digest.update(part.encode())
    return digest.hexdigest()[:16]


def _parts(value: object, seen: set[int]) -> Iterator[str]:
    """All that can make a difference to compiled code: instructions, constants, and what the names stand for."""
    value = getattr(value, "py_func", value)  # a function that was compiled by hand
    if isinstance(value, FunctionType):
        if id(value) not in seen:
            seen.add(id(value))
            yield value.__module__  # which code that was kept on disk asks for
            yield from _parts(value.__code__, seen)
            yield from _parts([cell.cell_contents for cell in value.__closure__ or ()], seen)
            yield from _parts([value.__globals__.get(name) for name in value.__code__.co_names], seen)
    elif isinstance(value, CodeType):
        yield f"{value.co_name} {value.co_code.hex()} {value.co_names} {value.co_varnames} {value.co_freevars}"
        yield from _parts(value.co_consts, seen)
    elif isinstance(value, (tuple, list)):
        yield f"{len(value)}"
        for item in value:
            yield from _parts(item, seen)
    elif isinstance(value, (ModuleType, type)) or callable(value):
        yield getattr(value, "__name__", type(value).__name__)
    else:
        yield repr(value)


# Compiling. Overloads carry no annotations: Numba compares their bare signatures.


@functools.cache
def compiled_rule(game: Game, name: str) -> Any:
    """A game's rule `moves`, `play` or `result` as machine code, with a fixed signature.

    Not kept on disk by itself: Numba would watch the one file it stands in, not those it uses. The kernels that contain
    it are kept.
    """
    _compile_helpers()
    state = types.UniTuple(int64, game.words)
    signatures = {"moves": int64(state, int64[::1]), "play": state(state, int64), "result": int64(state)}
    return _inlined(signatures[name])(_named_by_content(getattr(game.cached_rules, name)))


@functools.cache
def compiled_knowledge(game: Game, name: str) -> Any:
    """A game's rule `prospects` or `candidates` as machine code."""
    rule = getattr(game, name)()
    _compile_helpers()
    state = types.UniTuple(int64, game.words)
    signatures = {"prospects": int64(state, int64), "candidates": int64(state, int64[::1])}
    return _machine_code(signatures[name])(_named_by_content(rule))


def terms_rule(evaluator: Evaluator) -> Callable[..., None]:
    """The function that is compiled: one that is handed the table, where there is one."""
    return evaluator.lookups() if isinstance(evaluator, TableEvaluator) else evaluator.terms()


@functools.cache
def compiled_terms(evaluator: Evaluator) -> Any:
    rule = terms_rule(evaluator)
    _compile_helpers()
    state = types.UniTuple(int64, evaluator.game.words)
    table = (int16[::1],) if isinstance(evaluator, TableEvaluator) else ()
    return _inlined(types.void(state, int64[::1], *table))(_named_by_content(rule))


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
    function.__qualname__ = f"{function.__qualname__.partition('#')[0]}#{_digest(function)}"
    return function


@overload(moves)
def _moves(game, state, out):
    rule = compiled_rule(_games[game.name], "moves")
    return lambda game, state, out: rule(state, out)


@overload(play)
def _play(game, state, move):
    rule = compiled_rule(_games[game.name], "play")
    # No move is negative, which the compiler cannot know: told so, it divides twice as fast (move // width).
    return lambda game, state, move: rule(state, move & MOVE_BITS)


@overload(result)
def _result(game, state):
    rule = compiled_rule(_games[game.name], "result")
    return lambda game, state: rule(state)


@overload(prospects)
def _prospects(game, state, plies):
    rule = compiled_knowledge(_games[game.name], "prospects")
    return lambda game, state, plies: rule(state, plies)


@overload(candidates)
def _candidates(game, state, out):
    rule = compiled_knowledge(_games[game.name], "candidates")
    return lambda game, state, out: rule(state, out)


@overload(terms)
def _terms(evaluator, state, weights, out):
    judge = _evaluators[evaluator.name]
    rule, count = compiled_terms(judge), len(judge.weights)
    if isinstance(judge, TableEvaluator):
        return lambda evaluator, state, weights, out: rule(state, out, weights[count:])
    return lambda evaluator, state, weights, out: rule(state, out)


@overload(evaluate)
def _evaluate(evaluator, state, weights, amounts):
    count = len(_evaluators[evaluator.name].weights)  # known to the compiler, which then needs no loop

    def weighted(evaluator, state, weights, amounts):
        terms(evaluator, state, weights, amounts)
        value = 0
        for index in range(count):
            value += amounts[index] * weights[index]
        return max(-EVAL_LIMIT, min(EVAL_LIMIT, value))

    return weighted


@functools.lru_cache(64)
def weights_of(evaluator: Evaluator) -> Any:
    """The weights as kernels take them, nobody's to write to; the table behind them where there is one."""
    if isinstance(evaluator, TableEvaluator):
        return np.concatenate([np.array(evaluator.weights, np.int16), np.asarray(evaluator.table(), np.int16)])
    return np.array(evaluator.weights, np.int64)


for _function in (score.final, score.is_decided, score.to_table, score.from_table):
    register_jitable(_function)

"""How a game's rules and an evaluator's terms reach compiled code.

Numba's ways to extend it are used in this folder, and in the two solvers where code depends on the board. Every other
kernel module takes `kernel`, `lean_kernel` and `subkernel` from here.

Kernels are ordinary module-level functions that take the game as an argument and call

    moves(game, state, out)   play(game, state, move)   result(game, state)
    evaluate(evaluator, state, weights, amounts)

and, where they want to know more, `prospects(game, state, plies)`, `candidates(game, state, out)`, `focus(…)` and
`threats(…)`, which are called like `candidates`.
What does not hold for every game costs nothing in the code of those it does not hold for:

    seen_from(game, state, after, value)    a value, as the side sees it that made the move: -value if turns alternate
    keeps_turn(game, state, after)          False if turns alternate
    side(game, state, ply)                  whose turn it is, for what is learned by side: the ply's parity if so
    moves_again(game)   repeats(game)       the game's traits
    repetition(game)                        what it is worth that a position comes again

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
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import config, types
from numba.extending import NativeValue, models, overload, register_jitable, register_model, typeof_impl, unbox

from kibitz.core import score
from kibitz.core.evaluation import Evaluator, TableEvaluator
from kibitz.core.game import Game, State
from kibitz.core.score import EVAL_LIMIT
from kibitz.kernels.compiler.disk_cache import KernelCache, warn_once
from kibitz.kernels.compiler.rule_compiler import (
    KNOWLEDGE,
    compiled_knowledge,
    compiled_rule,
    compiled_terms,
    machine_code,
    terms_rule,
)
from kibitz.kernels.compiler.rule_digest import digest_code, digest_sources

MOVE_BITS = (1 << 31) - 1  # as many as any move has
_WORD = (1 << 64) - 1


def subkernel(function: Callable[..., Any]) -> Any:
    """The decorator of a function that kernels call: compiled into each of them, and never called by Python."""
    return register_jitable(no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)


def kernel(function: Callable[..., Any]) -> Any:
    """The decorator of every kernel: compiled when first called, kept on disk, free of the interpreter lock."""
    return _cached_on_disk(machine_code(), function)


def lean_kernel(function: Callable[..., Any]) -> Any:
    """A kernel that makes no array or list of its own, so that no one has to count who still uses the ones it is given.

    Counting takes two locked additions for every row of an array that is handed to a rule: a third of the time of a
    search.
    """
    return _cached_on_disk(machine_code(_nrt=False, forceinline=True), function)


def _cached_on_disk(compile_it: Callable[..., Any], function: Callable[..., Any]) -> Any:
    if config.DISABLE_JIT:  # type: ignore[attr-defined]  # read from the environment
        return np.errstate(over="ignore")(function)  # words are meant to wrap round, as they do in machine code
    compiled = compile_it(function)
    try:
        compiled._cache = KernelCache(function, digest_sources())
    except RuntimeError:
        warn_once("there is no folder to keep compiled code in, so it is compiled again each time")
    return compiled


def state_words(game: Game, state: State) -> State:
    """A state as compiled code takes it: signed words, of the same bits, the lowest word of a number first."""
    if game.int_words > 1:
        state = tuple(number >> 64 * index & _WORD for number in state for index in range(game.int_words))
    return tuple(word - (1 << 64) if word >= 1 << 63 else word for word in state)


def state_of(game: Game, words: State) -> State:
    """The reverse of `state_words`."""
    each = game.int_words
    parts = [word & _WORD for word in words]
    if each == 1:
        return tuple(parts)
    return tuple(
        sum(part << 64 * index for index, part in enumerate(parts[start : start + each]))
        for start in range(0, len(parts), each)
    )


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


def focus(game: Game, state: State, out: Any) -> int:
    return game.focus()(state, out)


def threats(game: Game, state: State, out: Any) -> int:
    return game.threats()(state, out)


def keeps_turn(game: Game, state: State, after: State) -> bool:
    return game.keeps_turn(state, after)


def seen_from(game: Game, state: State, after: State, value: int) -> int:
    return game.seen_from(state, after, value)


def side(game: Game, state: State, ply: int) -> int:
    return game.to_move(state) if game.moves_again else ply & 1


def moves_again(game: Game) -> bool:
    return game.moves_again


def repeats(game: Game) -> bool:
    return game.repeats


def repetition(game: Game) -> int:
    return game.repetition


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
    traits = ("+" if game.moves_again else "") + (f"@{game.repetition}" if game.repeats else "")
    knowledge = [getattr(game, rule)() for rule in KNOWLEDGE]
    name = f"Game[{game.name}{traits}#{digest_code(*game.cached_rules, *knowledge)}]"
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
    state = f"{game.words} by {game.int_words}"  # words, which terms of the same code may differ in
    name = f"Evaluator[{cls.name} of {count} for {game.name} of {state}#{digest_code(terms_rule(evaluator))}]"
    _evaluators.setdefault(name, evaluator)
    return EvaluatorType(name)


for _opaque in (GameType, EvaluatorType):
    register_model(_opaque)(models.OpaqueModel)

    @unbox(_opaque)
    def _unbox(_type: object, _object: object, c: Any) -> NativeValue:
        return NativeValue(c.context.get_dummy_value())


# Overloads carry no annotations: Numba compares their bare signatures.


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


def _overload_knowledge(stub: Callable[..., int]) -> None:
    name = stub.__name__

    @overload(stub)
    def answer(game, state, out):
        rule = compiled_knowledge(_games[game.name], name)
        return lambda game, state, out: rule(state, out)


for _stub in (candidates, focus, threats):
    _overload_knowledge(_stub)


@overload(keeps_turn)
def _keeps_turn(game, state, after):
    if _games[game.name].moves_again:
        last = -_games[game.name].int_words  # the lowest word of the last number
        return lambda game, state, after: state[last] == after[last]
    return lambda game, state, after: False


@overload(seen_from)
def _seen_from(game, state, after, value):
    if _games[game.name].moves_again:
        last = -_games[game.name].int_words
        return lambda game, state, after, value: value if state[last] == after[last] else -value
    return lambda game, state, after, value: -value


@overload(side)
def _side(game, state, ply):
    if _games[game.name].moves_again:
        last = -_games[game.name].int_words
        return lambda game, state, ply: state[last] & 1
    return lambda game, state, ply: ply & 1


@overload(moves_again)
def _moves_again(game):
    return (lambda game: True) if _games[game.name].moves_again else (lambda game: False)


@overload(repeats)
def _repeats(game):
    return (lambda game: True) if _games[game.name].repeats else (lambda game: False)


@overload(repetition)
def _repetition(game):
    value = _games[game.name].repetition
    return lambda game: value


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

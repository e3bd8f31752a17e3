"""An evaluator guesses what an unfinished position is worth, as a sum of named, weighted terms.

An evaluator is a frozen dataclass: the game it judges, then one int field per term, its weight. `terms()` gives a
plain function on ints, like a game's rules, that writes how much of each term the side to move has over the other.
The value is the sum of amount times weight, so that a score can be explained term by term and a weight changed
without touching code.

A learned evaluator has more numbers than anybody would set one by one. They stand in a table that its terms look
them up in (`TableEvaluator`); the fields then weigh whole groups of them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, MutableSequence, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple, TypeAlias

from kibitz.core.errors import Unsuited
from kibitz.core.game import Cell, Game, Move, State
from kibitz.core.registry import Registry
from kibitz.core.score import EVAL_LIMIT, final
from kibitz.core.spec import Configured

Terms: TypeAlias = Callable[[State, MutableSequence[int]], None]
TableTerms: TypeAlias = Callable[[State, MutableSequence[int], Sequence[int]], None]


class TermValue(NamedTuple):
    """One line of an explanation: `amount` (side to move minus the other) times `weight` is `value`."""

    name: str
    amount: int
    weight: int
    value: int


class Feature(NamedTuple):
    """Something on the board that a term counts, such as one open line: the cells it is on, and its part of the amount.

    One without cells is nowhere in particular.
    """

    cells: tuple[Cell, ...]
    amount: int


class DepthErrors(NamedTuple):
    """How far the values of a shallow search lie from those of a deeper one of the same position, as measured.

    Positions differ in this by their phase, such as the number of discs on the board. `deviation(phase, depth,
    shallow)` is the standard deviation of the difference, in the evaluator's own unit.
    """

    phases: int  # a phase is a number from 0 to one less than this
    phase: Callable[[State], int]
    deviation: Callable[[int, int, int], float]


@dataclass(frozen=True)
class Evaluator(Configured):
    """A heuristic for one game. Subclassing with a `name` of one's own registers it."""

    noun = "evaluator"
    about: ClassVar[str] = ""
    suits: ClassVar[tuple[type[Game], ...]] = (Game,)

    game: Game

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        if "name" in cls.__dict__:
            EVALUATORS.add(cls)

    def __post_init__(self) -> None:
        if not self.fits(self.game):
            fitting = ", ".join(evaluators_for(self.game))
            board = self.game.spec(full=False)
            raise Unsuited(f"The evaluator {self.name} is not for {board}; for it there are: {fitting}.")
        super().__post_init__()

    @classmethod
    def fits(cls, game: Game) -> bool:
        """Whether this evaluator can judge that very game, its parameters included."""
        return isinstance(game, cls.suits)

    @abstractmethod
    def terms(self) -> Terms:
        """The function that writes the amount of each term, in the order of `term_names`."""

    @property
    def term_names(self) -> tuple[str, ...]:
        return tuple(o.name for o in self.options())

    @property
    def weights(self) -> tuple[int, ...]:
        return tuple(getattr(self, name) for name in self.term_names)

    @property
    def room(self) -> int:
        """How many numbers compiled terms may write to: an amount for each term, and what else they need to work."""
        return len(self.weights)

    @property
    def scale(self) -> int:
        """A value that is an advantage worth the name: one of everything that is counted."""
        return max(1, sum(map(abs, self.weights)))

    @property
    def unit_points(self) -> int:
        """How many points make one unit of the game's score, such as a disc; 0 for a count that means nothing else."""
        return 0

    @cached_property
    def _cached(self) -> tuple[Terms, tuple[int, ...]]:
        return self.terms(), self.weights

    def __call__(self, state: State) -> int:
        """The guess, from the view of the side to move."""
        terms, weights = self._cached
        amounts = [0] * len(weights)
        terms(state, amounts)
        value = 0
        for amount, weight in zip(amounts, weights, strict=True):
            value += amount * weight
        return max(-EVAL_LIMIT, min(EVAL_LIMIT, value))

    def explain(self, state: State) -> tuple[TermValue, ...]:
        """The same guess, term by term."""
        terms, weights = self._cached
        amounts = [0] * len(weights)
        terms(state, amounts)
        return tuple(
            TermValue(name, amount, weight, amount * weight)
            for name, amount, weight in zip(self.term_names, amounts, weights, strict=True)
        )

    def features(self, state: State) -> tuple[tuple[Feature, ...], ...]:
        """Where on the board each term has its amount from: for every term, features that add up to it.

        An evaluator that says nothing about places has all of a term's amount nowhere in particular.
        """
        return tuple((Feature((), term.amount),) if term.amount else () for term in self.explain(state))

    def depth_errors(self) -> DepthErrors | None:
        """How far shallow searches with this evaluator and these weights are from deep ones; None if not measured."""
        return None

    def move_score(self, state: State, move: Move) -> int:
        """How promising a move looks before it is searched, for the side that makes it."""
        child = self.game.play(state, move)
        result = self.game.result(child)
        return self.game.seen_from(state, child, self(child) if result is None else final(result, 0, False))


@dataclass(frozen=True)
class TableEvaluator(Evaluator):
    """An evaluator whose terms look numbers up in one large table, which compiled code is handed beside the weights."""

    @abstractmethod
    def table(self) -> Sequence[int]:
        """The numbers, each of 16 bits with its sign, as the weights are here; the same object each time."""

    @abstractmethod
    def lookups(self) -> TableTerms:
        """The function that writes the amount of each term with the help of the table, its third argument."""

    def terms(self) -> Terms:
        lookups, table = self.lookups(), self.table()
        return lambda state, out: lookups(state, out, table)


EVALUATORS: Registry[Evaluator] = Registry("evaluator", "kibitz.evals", "kibitz.core.evaluation")


@dataclass(frozen=True)
class Zero(Evaluator):
    """Knows nothing: every unfinished position is level."""

    name = "zero"
    about = "every unfinished position is level"

    def terms(self) -> Terms:
        return lambda state, out: None


def find_evaluator(spec: str, game: Game) -> Evaluator:
    """An evaluator for a game from its spec string; the game's own choice when the string is empty."""
    return EVALUATORS.parse(spec or game.evaluator, game=game)


def evaluators_for(game: Game) -> list[str]:
    return [name for name, cls in sorted(EVALUATORS.classes.items()) if cls.fits(game)]

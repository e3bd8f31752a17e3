"""A heuristic's judgement of a position taken apart: what it counts, with which weight, and where on the board."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from kibitz.core.evaluation import Evaluator, Feature, find_evaluator
from kibitz.core.game import Cell
from kibitz.core.result_rows import ResultRows
from kibitz.play.records import GameRecord


@dataclass(frozen=True)
class FeatureShown:
    """One thing on the board that a term counts, such as an open line; `amount` is above zero for the side to move."""

    cells: tuple[Cell, ...]
    amount: int


@dataclass(frozen=True)
class TermShown:
    """A term: `amount` times `weight` is `value`. `cells`: row, column, and how much is counted there altogether."""

    name: str
    about: str
    amount: int
    weight: int
    value: int
    cells: tuple[tuple[int, int, int], ...]
    features: tuple[FeatureShown, ...]


@dataclass(frozen=True)
class Explanation(ResultRows):
    """What a heuristic says about a position, for the side to move; `total` is the sum of the values."""

    game: str
    eval: str
    about: str
    to_move: int
    total: int
    terms: tuple[TermShown, ...]

    def rows(self) -> list[tuple[str, str]]:
        terms = [
            (term.name, f"{term.value:+d} = {term.amount:+d} x {term.weight} ({term.about})")
            for term in self.terms
            if term.amount
        ]
        return [(self.eval.partition(":")[0], f"{self.total:+d} for the side to move"), *terms]


def explain(record: GameRecord, evaluator: str = "") -> Explanation:
    """A heuristic on the position where a game stands; the game's own choice if none is named."""
    judge = find_evaluator(evaluator, record.game)
    terms = tuple(_terms(judge, record))
    return Explanation(
        game=str(record.game),
        eval=judge.spec(full=True),
        about=judge.about,
        to_move=record.to_move,
        total=sum(term.value for term in terms),
        terms=terms,
    )


def _terms(judge: Evaluator, record: GameRecord) -> list[TermShown]:
    about = {o.name: o.about for o in judge.options()}
    explained = zip(judge.explain(record.state), judge.features(record.state), strict=True)
    return [
        TermShown(
            name=term.name,
            about=about[term.name],
            amount=term.amount,
            weight=term.weight,
            value=term.value,
            cells=_by_cell(features),
            features=tuple(FeatureShown(*feature) for feature in features),
        )
        for term, features in explained
    ]


def _by_cell(features: tuple[Feature, ...]) -> tuple[tuple[int, int, int], ...]:
    total: Counter[Cell] = Counter()
    for feature in features:
        for cell in feature.cells:
            total[cell] += feature.amount
    return tuple((*cell, amount) for cell, amount in sorted(total.items()) if amount)

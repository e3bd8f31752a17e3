"""The transposition table: which bound is stored after a search, and what is an entry good for somewhere else?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kibitz.core.rng import Rng
from kibitz.core.score import Bound
from kibitz.exercises.common.pruning import say_bound
from kibitz.exercises.kind import STATED, Convention, Kind
from kibitz.exercises.task import Answers, Question, TableFigure, Task

# How many searches are to be stored, how many entries are looked up, and how often a value lies on the edge of its
# window (times in ten), by level.
SHAPES = ((2, 1, 0), (2, 2, 3), (3, 2, 4), (3, 3, 5), (4, 4, 6))

OPEN_EDGES = Convention(
    "open edges",
    "Right if a value on the edge of the window lay inside; here alpha itself failed low, beta itself high.",
)
SAME_DEPTH = Convention(
    "same depth", "Right where only an entry of the very same depth may be used; here a deeper one may be used as well."
)
ANY_DEPTH = Convention(
    "any depth", "Right if depths did not matter; a search that was less deep knows less than is wanted here."
)
NO_NARROWING = Convention(
    "no narrowing", "Right where a bound is used for a cut alone; here it also narrows the window if it lies inside."
)

WORDS = {Bound.EXACT: "exact", Bound.LOWER: "lower bound", Bound.UPPER: "upper bound"}
RETURNED, RAISES, LOWERS, USELESS = "returned at once", "raises alpha", "lowers beta", "of no use"
USES = (RETURNED, RAISES, LOWERS, USELESS)


@dataclass(frozen=True)
class Lookup:
    """An entry, and the node that finds it: its depth and window."""

    entry_depth: int
    bound: Bound
    value: int
    depth: int
    alpha: int
    beta: int

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Lookup:
        return cls(**{**data, "bound": Bound[data["bound"]]})


class TableUse(Kind):
    name = "table"
    title = "The transposition table"
    about = "Which bound is stored after a search, and may an entry be used somewhere else?"
    levels = (
        "two searches to store, one entry to look up",
        "two and two, some values on the edge of the window",
        "three and two",
        "three and three, more values on the edge",
        "four and four, more values on the edge",
    )
    costs = (8, 11, 14, 18, 24)  # comparisons
    conventions = (STATED, OPEN_EDGES, SAME_DEPTH, ANY_DEPTH, NO_NARROWING)

    def propose(self, level: int, rng: Rng, game: str) -> Task | None:
        searches, lookups, edges = SHAPES[level - 1]
        stored = [_propose_search(rng, edges) for _ in range(searches)]
        found = [_propose_lookup(rng, edges) for _ in range(lookups)]
        data = {"stored": stored, "found": found}
        answers = _solve(data, STATED)
        bounds = [answers[f"stored-{i}"] for i in range(1, searches + 1)]
        uses = [answers[f"use-{_letter(i)}"] for i in range(lookups)]
        if len(set(bounds)) < 2 or len(set(uses)) < (lookups + 2) // 2:
            return None
        return Task(
            self.name,
            level,
            0,
            game,
            "Which bound is stored, and when can an entry be used?",
            "The first table shows searches that have just ended: say what the table stores for each. The second one "
            "shows entries that a node finds in the table: say what each is good for there.",
            (
                "All values are seen by the side to move at the node.",
                "A value on the edge of the window lies outside: alpha itself failed low, beta itself failed high.",
                "An entry may be used if it was searched at least as deep as the node wants.",
                "An exact value is returned at once. A lower bound above alpha raises alpha, an upper bound below beta "
                "lowers beta; if that leaves alpha >= beta, the bound is returned at once instead.",
                "Any other entry is of no use.",
            ),
            (_draw_searches(stored), _draw_lookups([Lookup.read(one) for one in found])),
            tuple(_ask(data)),
            data,
        )

    def solve(self, task: Task, convention: Convention) -> Answers:
        return _solve(task.data, convention)

    def find_cost(self, task: Task) -> int:
        cost = 2 * len(task.data["stored"])
        for one in task.data["found"]:
            usable = one["entry_depth"] >= one["depth"]
            cost += 1 if not usable else 2 if one["bound"] == "EXACT" else 4
        return cost

    def hint(self, task: Task, question: Question) -> str:
        if question.id.startswith("stored"):
            return "Compare the value with alpha and with beta: was there a cut, or was every move too bad to matter?"

        return "First compare the two depths. Then ask which side of the window this kind of value may move."

    def explain(self, task: Task, question: Question) -> str:
        if question.id.startswith("stored"):
            return _explain_stored(task.data["stored"][int(question.id.split("-")[1]) - 1])
        lookup = Lookup.read(task.data["found"][ord(question.id.split("-")[1]) - ord("P")])
        return _explain_use(lookup)


def _propose_search(rng: Rng, edges: int) -> dict[str, Any]:
    alpha, beta = _propose_window(rng)
    return {"alpha": alpha, "beta": beta, "value": _propose_value(rng, edges, alpha, beta)}


def _propose_lookup(rng: Rng, edges: int) -> dict[str, Any]:
    alpha, beta = _propose_window(rng)
    bound, depth = rng.choice((Bound.EXACT, Bound.LOWER, Bound.LOWER, Bound.UPPER, Bound.UPPER)), 2 + rng.below(5)
    deeper = rng.choice((-2, -1, 0, 0, 0, 1, 1, 2))
    value = _propose_value(rng, edges, alpha, beta)
    return {
        "entry_depth": max(1, depth + deeper),
        "bound": bound.name,
        "value": value,
        "depth": depth,
        "alpha": alpha,
        "beta": beta,
    }


def _propose_window(rng: Rng) -> tuple[int, int]:
    alpha = rng.below(31) - 20
    return alpha, alpha + 2 + rng.below(12)


def _propose_value(rng: Rng, edges: int, alpha: int, beta: int) -> int:
    if rng.below(10) < edges:
        return rng.choice((alpha, beta))
    values = [value for value in range(alpha - 6, beta + 7) if value not in (alpha, beta)]
    place = rng.below(3)  # below, inside and above the window are equally frequent
    return rng.choice([value for value in values if (value > alpha) + (value > beta) == place])


def _letter(place: int) -> str:
    """Entries are called P, Q, R …, searches 1, 2, 3 …"""
    return chr(ord("P") + place)


def _ask(data: Mapping[str, Any]) -> list[Question]:
    stored = [
        Question(f"stored-{i}", f"What is stored after search {i}", "choice", choices=tuple(WORDS.values()))
        for i in range(1, len(data["stored"]) + 1)
    ]
    used = [
        Question(f"use-{_letter(i)}", f"What entry {_letter(i)} is good for", "choice", choices=USES)
        for i in range(len(data["found"]))
    ]
    return stored + used


def _draw_searches(stored: list[dict[str, Any]]) -> TableFigure:
    rows = [
        (str(i), *(say_bound(one[key]) for key in ("alpha", "beta", "value"))) for i, one in enumerate(stored, start=1)
    ]
    return TableFigure(("search", "alpha", "beta", "value returned"), tuple(rows), "Searches that have just ended")


def _draw_lookups(lookups: list[Lookup]) -> TableFigure:
    columns = ("entry", "its depth", "kind", "value", "depth wanted", "alpha", "beta")
    rows = [
        (
            _letter(i),
            str(one.entry_depth),
            WORDS[one.bound],
            say_bound(one.value),
            str(one.depth),
            say_bound(one.alpha),
            say_bound(one.beta),
        )
        for i, one in enumerate(lookups)
    ]
    return TableFigure(columns, tuple(rows), "Entries, each with the node that finds it")


def _solve(data: Mapping[str, Any], convention: Convention) -> dict[str, str]:
    stored = {
        f"stored-{i}": WORDS[_find_bound(one["value"], one["alpha"], one["beta"], convention)]
        for i, one in enumerate(data["stored"], start=1)
    }
    used = {f"use-{_letter(i)}": _find_use(Lookup.read(one), convention) for i, one in enumerate(data["found"])}
    return stored | used


def _find_bound(value: int, alpha: int, beta: int, convention: Convention) -> Bound:
    if convention is OPEN_EDGES and value in (alpha, beta):
        return Bound.EXACT
    return Bound.of(value, alpha, beta)


def _find_use(lookup: Lookup, convention: Convention) -> str:
    if lookup.entry_depth < lookup.depth and convention is not ANY_DEPTH:
        return USELESS
    if lookup.entry_depth > lookup.depth and convention is SAME_DEPTH:
        return USELESS
    if lookup.bound is Bound.EXACT:
        return RETURNED
    value, alpha, beta = lookup.value, lookup.alpha, lookup.beta
    if lookup.bound is Bound.LOWER:
        use, is_cut, moves = RAISES, value >= beta, value > alpha
    else:
        use, is_cut, moves = LOWERS, value <= alpha, value < beta
    if is_cut and not (convention is OPEN_EDGES and value in (alpha, beta)):
        return RETURNED
    return use if moves and convention is not NO_NARROWING else USELESS


def _explain_stored(search: Mapping[str, int]) -> str:
    value, alpha, beta = search["value"], search["alpha"], search["beta"]
    bound = Bound.of(value, alpha, beta)
    said, low, high = map(say_bound, (value, alpha, beta))
    if bound is Bound.LOWER:
        return f"{said} >= beta {high}: the search was cut off, and moves it left out may be better. A lower bound."
    if bound is Bound.UPPER:
        return f"{said} <= alpha {low}: no move got above alpha, and each may be worse than it looks. An upper bound."
    return f"{said} lies between alpha {low} and beta {high}, so it is exact."


def _explain_use(lookup: Lookup) -> str:
    value, alpha, beta = lookup.value, lookup.alpha, lookup.beta
    said, low, high = map(say_bound, (value, alpha, beta))
    if lookup.entry_depth < lookup.depth:
        return f"It was searched {lookup.entry_depth} deep and {lookup.depth} is wanted, so it is of no use."
    enough = f"Depth {lookup.entry_depth} is enough for {lookup.depth}."
    if lookup.bound is Bound.EXACT:
        return f"{enough} The value is exact, so {said} is returned at once."
    if lookup.bound is Bound.LOWER:
        known, edge, other = f"The node is worth at least {said}", f"beta {high}", f"alpha {low}"
        is_cut, moves, change = value >= beta, value > alpha, f"alpha rises from {low} to {said}"
    else:
        known, edge, other = f"The node is worth at most {said}", f"alpha {low}", f"beta {high}"
        is_cut, moves, change = value <= alpha, value < beta, f"beta falls from {high} to {said}"
    sign, weak = (">=", "not above") if lookup.bound is Bound.LOWER else ("<=", "not below")
    if is_cut:
        return f"{enough} {known}, and {said} {sign} {edge}: it is returned at once."
    if moves:
        return f"{enough} {known}, which lies inside the window: {change}."
    return f"{enough} {known}, which is {weak} {other}: nothing new, so it is of no use."

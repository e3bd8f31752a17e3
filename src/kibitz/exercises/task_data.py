"""A task as plain data, as JSON can hold it: for `kibitz exercise --json` and for the page.

What its kind solves it with (`data`) may tell the answer, so it goes along with the solution only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from kibitz.exercises.kind import Kind, find_kind
from kibitz.exercises.marking import solve
from kibitz.exercises.task import Question, Task, list_leaf_labels


@dataclass(frozen=True)
class Solution:
    """The right answer to a question, and why it is right. `shown`: the answer as people read it."""

    question: str
    answer: str
    reason: str
    shown: str


def end_prompt(text: str) -> str:
    """A question as it stands before its answer: with a colon, unless it ends with a mark of its own."""
    return text if text.endswith(("?", ":", ".")) else f"{text}:"


def explain_task(task: Task) -> list[Solution]:
    """The right answers in the order of the questions."""
    kind, answers = find_kind(task.kind), solve(task)
    labels = list_leaf_labels(task)
    return [
        Solution(one.id, answers[one.id], kind.explain(task, one), _show(one, answers[one.id], labels))
        for one in task.questions
    ]


def _show(question: Question, answer: str, labels: Mapping[str, str]) -> str:
    """An answer with the signs for minus and infinity, the labels of leaves, and its unit, without a full stop."""
    if question.form in ("number", "bound"):
        number = answer.replace("-", "\N{MINUS SIGN}").replace("inf", "\N{INFINITY}")
        return f"{number} {question.unit}".rstrip()
    if question.form in ("nodes", "order"):
        return ", ".join(labels.get(name, name) for name in answer.split()) or "none"
    return answer.removesuffix(".") if question.form == "move" else labels.get(answer, answer).removesuffix(".")


def task_to_plain_data(task: Task, *, solutions: bool) -> dict[str, Any]:
    """A task, with or without what gives the answers away."""
    data = {
        "kind": task.kind,
        "level": task.level,
        "seed": task.seed,
        "game": task.game,
        "title": task.title,
        "text": task.text,
        "conventions": list(task.conventions),
        "figures": [asdict(figure) for figure in task.figures],
        "questions": [asdict(question) for question in task.questions],
    }
    if solutions:
        data |= {"solutions": [asdict(one) for one in explain_task(task)], "data": task.data}
    return data


def kind_to_plain_data(kind: Kind) -> dict[str, Any]:
    """A kind of exercise."""
    return {
        "name": kind.name,
        "title": kind.title,
        "about": kind.about,
        "levels": list(kind.levels),
        "takes_game": kind.takes_game,
        "usual_game": kind.usual_game,
        "is_stepwise": kind.is_stepwise,
    }

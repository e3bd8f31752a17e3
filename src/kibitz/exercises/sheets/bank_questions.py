"""Tasks as questions of a bank, which must know the right answers beforehand: each question of a task is one of it.

    number      a number
    bound       a text: a number, inf or -inf
    choice      one of several answers; a move likewise
    nodes       several of several answers, and "none of them"
    order       one of several orders: all if they are few, else the right ones and some of the wrong ones

A wrong answer that is right under another convention, or the reason for the right one, is told as feedback.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from itertools import islice, permutations
from typing import Literal, TypeAlias

from kibitz.core.rng import Rng
from kibitz.exercises.kind import find_kind
from kibitz.exercises.marking import solve
from kibitz.exercises.task import Question, Task, list_leaf_labels
from kibitz.exercises.task_data import end_prompt

Form: TypeAlias = Literal["number", "text", "one", "several"]

NONE = "none of them"
MAX_ORDERS = 6  # that are offered
MAX_TRIED = 720  # orders that are looked at for right ones
SHARES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20)  # a bank knows these parts of the whole mark
INFINITE = {
    "inf": ("inf", "+inf", "infinity", "\N{INFINITY}", "+\N{INFINITY}"),
    "-inf": ("-inf", "-infinity", "-\N{INFINITY}", "\N{MINUS SIGN}\N{INFINITY}"),
}


@dataclass(frozen=True)
class BankAnswer:
    """An answer and how much of the mark it is worth, in per cent; less than 0 if it takes marks away."""

    text: str
    worth: float


@dataclass(frozen=True)
class BankQuestion:
    """One question of a bank, about a task: its picture and text come from there."""

    name: str
    task: Task
    prompt: str
    form: Form
    answers: tuple[BankAnswer, ...]
    feedback: str


def list_bank_questions(task: Task) -> Iterator[BankQuestion]:
    """The questions of a task, in order."""
    kind, answers = find_kind(task.kind), solve(task)
    for question in task.questions:
        form, offered = _list_answers(task, question, answers[question.id])
        yield BankQuestion(
            f"{name_task(task)} {question.id}",
            task,
            _write_prompt(question, form),
            form,
            tuple(offered),
            kind.explain(task, question),
        )


def name_task(task: Task) -> str:
    """What a task is called in a bank."""
    return f"{task.kind}{f' {task.game}' if task.game else ''} {task.level}-{task.seed}"


def write_body(task: Task, figures: str) -> str:
    """What the student reads before the questions, as HTML: the text of the task, its conventions, the figures."""
    conventions = "".join(f"<li>{escape(one, quote=False)}</li>" for one in task.conventions)
    return f"<p>{escape(task.text, quote=False)}</p>{f'<ul>{conventions}</ul>' if conventions else ''}{figures}"


def _write_prompt(question: Question, form: Form) -> str:
    unit = f", in {question.unit}" if question.unit else ""
    how = ""
    if question.form == "bound":
        how = " (a number, inf or -inf)"
    elif question.form == "nodes" and form == "text":
        how = " (their names in reading order, with blanks between)"
    return end_prompt(f"{question.prompt}{unit}{how}")


def _list_answers(task: Task, question: Question, right: str) -> tuple[Form, list[BankAnswer]]:
    if question.form == "number":
        return "number", [BankAnswer(right, 100)]
    if question.form == "bound":
        return "text", [BankAnswer(text, 100) for text in INFINITE.get(right, (right,))]
    labels = {} if question.form == "move" else list_leaf_labels(task)
    if question.form == "nodes":
        return _share_nodes(question, right.split(), labels)
    if question.form == "order":
        return "one", _list_orders(task, question, labels)
    kind = find_kind(task.kind)
    stated = kind.conventions[0]
    return "one", [
        BankAnswer(labels.get(choice, choice), 100 if kind.is_right(task, question, choice, stated) else 0)
        for choice in question.choices
    ]


def _share_nodes(question: Question, right: list[str], labels: Mapping[str, str]) -> tuple[Form, list[BankAnswer]]:
    """The right nodes have equal shares of the mark; the wrong ones together take all of it away."""
    wrong = [choice for choice in [*question.choices, NONE] if choice not in right]
    if not right:
        right, wrong = [NONE], list(question.choices)
    if len(right) not in SHARES:
        return "text", [BankAnswer(" ".join(right), 100), BankAnswer(", ".join(right), 100)]
    loss = -100 / min((share for share in SHARES if share >= len(wrong)), default=SHARES[-1])
    return "several", [
        BankAnswer(labels.get(choice, choice), 100 / len(right) if choice in right else loss)
        for choice in [*question.choices, NONE]
    ]


def _list_orders(task: Task, question: Question, labels: Mapping[str, str]) -> list[BankAnswer]:
    kind = find_kind(task.kind)
    orders = [" ".join(order) for order in islice(permutations(question.choices), MAX_TRIED)]
    worth = {order: 100 * kind.is_right(task, question, order, kind.conventions[0]) for order in orders}
    right = solve(task)[question.id]
    worth[right] = 100
    Rng(task.seed).shuffle(orders)
    offered = orders[:MAX_ORDERS]
    if not any(worth[order] for order in offered):
        offered[0] = right
    return [
        BankAnswer(", ".join(labels.get(name, name) for name in order.split()), worth[order])
        for order in sorted(offered)
    ]

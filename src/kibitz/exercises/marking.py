"""Marking: every answer is compared with what the algorithm gives, and a wrong one with what other conventions give."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kibitz.core.errors import BadOption
from kibitz.exercises.kind import Kind, find_kind
from kibitz.exercises.task import Answers, Question, Task, read_answer


class Outcome(StrEnum):
    """What an answer is."""

    RIGHT = "right"
    OTHER_CONVENTION = "right under another convention"
    WRONG = "wrong"
    UNREADABLE = "unreadable"
    MISSING = "missing"


@dataclass(frozen=True)
class Mark:
    """The mark for one question. `sentence`: for the person who answered; it does not give the answer away."""

    question: str
    outcome: Outcome
    sentence: str

    @property
    def is_right(self) -> bool:
        return self.outcome is Outcome.RIGHT


def solve(task: Task) -> dict[str, str]:
    """The right answers, by running the algorithm under the convention of the task."""
    kind = find_kind(task.kind)
    return dict(kind.solve(task, kind.conventions[0]))


def mark(task: Task, answers: Answers) -> list[Mark]:
    """A mark for every question; raises BadOption for an answer to what is not asked."""
    for question_id in answers:
        task.question(question_id)
    return [mark_question(task, question, answers.get(question.id)) for question in task.questions]


def mark_question(task: Task, question: Question, text: str | None) -> Mark:
    """The mark for one answer; None if there is none yet."""
    if text is None or (not text.strip() and question.form != "nodes"):
        return Mark(question.id, Outcome.MISSING, "Not answered yet.")
    try:
        answer = read_answer(question, text)
    except BadOption as error:
        return Mark(question.id, Outcome.UNREADABLE, str(error))
    kind = find_kind(task.kind)
    if kind.is_right(task, question, answer, kind.conventions[0]):
        return Mark(question.id, Outcome.RIGHT, "Right.")
    for convention in kind.conventions[1:]:
        if kind.is_right(task, question, answer, convention):
            return Mark(question.id, Outcome.OTHER_CONVENTION, convention.fits)
    return Mark(question.id, Outcome.WRONG, _say_wrong(kind, task, question, answer))


def _say_wrong(kind: Kind, task: Task, question: Question, answer: str) -> str:
    """Not right; for a set of nodes also how far from it, as otherwise nobody could correct a long list."""
    if question.form != "nodes":
        return "Not right."
    right = set(kind.solve(task, kind.conventions[0])[question.id].split())
    given = set(answer.split())
    extra, lacking = len(given - right), len(right - given)
    parts = [f"{extra} too many"] * (extra > 0) + [f"{lacking} not chosen that should be"] * (lacking > 0)
    return f"Not right: {' and '.join(parts)}."

"""A task as text: what is asked in a terminal, and the solution."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import indent, wrap

from kibitz.exercises.figures.figure_text import write_figure
from kibitz.exercises.task import Question, Task
from kibitz.exercises.task_data import end_prompt, explain_task

WIDTH = 100

HOW = {
    "number": "a whole number",
    "bound": "a whole number, inf or -inf",
    "nodes": "names with blanks between, or none",
    "order": "all of {}, in your order",
    "choice": "one of {}",
    "move": "one of {}",
}


def write_task(task: Task) -> str:
    """What is shown and what is asked, without the questions one by one."""
    parts = [f"{task.title} ({task.kind}, level {task.level}, seed {task.seed}{task.game and f', {task.game}'})"]
    parts.append("\n".join(wrap(task.text, WIDTH)))
    if task.conventions:
        parts.append("\n".join(line for one in task.conventions for line in _list(one)))
    parts += [indent(write_figure(figure), "    ") for figure in task.figures]
    return "\n\n".join(parts)


def _list(text: str) -> Iterator[str]:
    for number, line in enumerate(wrap(text, WIDTH - 2)):
        yield f"{'  ' if number else '- '}{line}"


def say_how(question: Question) -> str:
    """How an answer is written."""
    how = HOW[question.form].format(", ".join(question.choices))
    return f"{how}, in {question.unit}" if question.unit else how


def write_questions(task: Task) -> str:
    """The questions with their ids, as they are answered on a command line."""
    width = max(len(question.id) for question in task.questions) + 2
    return "\n".join(f"{one.id:<{width}}{one.prompt} ({say_how(one)})" for one in task.questions)


def write_solution(task: Task) -> str:
    """The right answers and the reasons."""
    lines = []
    for question, one in zip(task.questions, explain_task(task), strict=True):
        lines.append(f"{end_prompt(question.prompt)} {one.shown}")
        lines += [f"    {line}" for line in wrap(one.reason, WIDTH - 4)]
    return "\n".join(lines)

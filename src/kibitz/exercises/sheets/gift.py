"""A question bank in GIFT, the text format of Moodle and others; figures are drawn with characters.

    ::name::[html]question { =right ~wrong #### feedback }

https://docs.moodle.org/en/GIFT_format
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from kibitz.exercises.figures.figure_text import write_figure
from kibitz.exercises.kind import find_kind
from kibitz.exercises.sheets.bank_questions import BankAnswer, BankQuestion, list_bank_questions, write_body
from kibitz.exercises.task import Task

SPECIAL = str.maketrans({character: f"\\{character}" for character in "\\~=#{}:"} | {"\n": "\\n"})


def write_gift(tasks: Sequence[Task]) -> str:
    """The bank; a blank line ends a question, so there is none inside one."""
    parts, category = list[str](), ""
    for task in tasks:
        title = find_kind(task.kind).title
        if title != category:
            category = title
            parts.append(f"$CATEGORY: $course$/top/Kibitz/{title}")
        parts += map(_write_question, list_bank_questions(task))
    return "\n\n".join(parts) + "\n"


def _write_question(question: BankQuestion) -> str:
    figures = "".join(f"<pre>{escape(write_figure(figure))}</pre>" for figure in question.task.figures)
    text = f"{write_body(question.task, figures)}<p><b>{escape(question.prompt)}</b></p>"
    answers = "\n".join(_write_answers(question))
    return (
        f"::{question.name.translate(SPECIAL)}::[html]{text.translate(SPECIAL)}{{\n{answers}\n"
        f"####{escape(question.feedback, quote=False).translate(SPECIAL)}\n}}"
    )


def _write_answers(question: BankQuestion) -> Iterator[str]:
    if question.form == "number":
        yield f"#{question.answers[0].text}:0"
        return
    for answer in question.answers:
        yield _write_mark(question, answer) + escape(answer.text).translate(SPECIAL)


def _write_mark(question: BankQuestion, answer: BankAnswer) -> str:
    if question.form == "several":
        return f"~%{answer.worth:.5f}".rstrip("0").rstrip(".") + "%"
    return "=" if answer.worth else "~"

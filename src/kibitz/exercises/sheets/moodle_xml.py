"""A question bank in the XML format of Moodle, with the pictures inside it: a Cloze question for each task.

https://docs.moodle.org/en/Moodle_XML_format
https://docs.moodle.org/en/Embedded_Answers_(Cloze)_question_type
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from html import escape
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from kibitz.exercises.figures.figure_html import draw_figure, draw_picture
from kibitz.exercises.kind import find_kind
from kibitz.exercises.sheets.bank_questions import (
    BankAnswer,
    BankQuestion,
    list_bank_questions,
    name_task,
    write_body,
)
from kibitz.exercises.task import Figure, Task

TYPES = {"number": "NUMERICAL", "text": "SHORTANSWER", "one": "MULTICHOICE_V", "several": "MULTIRESPONSE_H"}
SPECIAL = str.maketrans({character: f"\\{character}" for character in '\\}#~/"'})


def write_moodle_xml(tasks: Sequence[Task]) -> str:
    """The bank, with a category for each kind."""
    root, category = Element("quiz"), ""
    for task in tasks:
        title = find_kind(task.kind).title
        if title != category:
            category = title
            name = SubElement(SubElement(root, "question", type="category"), "category")
            _add_text(name, f"$course$/top/Kibitz/{title.replace('/', '//')}")
        _add_task(root, task)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _add_task(root: Element, task: Task) -> None:
    questions = list(list_bank_questions(task))
    element = SubElement(root, "question", type="cloze")
    _add_text(SubElement(element, "name"), name_task(task))
    _add_body(SubElement(element, "questiontext", format="html"), task, questions)
    reasons = "".join(
        f"<li><b>{escape(one.prompt, quote=False)}</b> {escape(one.feedback, quote=False)}</li>" for one in questions
    )
    _add_text(SubElement(element, "generalfeedback", format="html"), f"<ul>{reasons}</ul>")


def _add_body(parent: Element, task: Task, questions: Sequence[BankQuestion]) -> None:
    """The text of the task, its figures and a field for each question; the pictures follow as files."""
    files = list[tuple[str, str]]()
    figures = "".join(_show(figure, files) for figure in task.figures)
    fields = "".join(f"<p>{escape(one.prompt, quote=False)} {_write_field(one)}</p>" for one in questions)
    _add_text(parent, write_body(task, figures) + fields)
    for name, picture in files:
        file = SubElement(parent, "file", name=name, path="/", encoding="base64")
        file.text = b64encode(picture.encode()).decode()


def _write_field(question: BankQuestion) -> str:
    """Where an answer is given: {1:TYPE:answer~answer~…}."""
    return f"{{1:{TYPES[question.form]}:{'~'.join(_write_answer(question, one) for one in question.answers)}}}"


def _write_answer(question: BankQuestion, answer: BankAnswer) -> str:
    share = f"{answer.worth:.5f}".rstrip("0").rstrip(".")
    mark = "=" if answer.worth == 100 else f"%{share}%" if answer.worth else ""
    text = escape(answer.text, quote=False).translate(SPECIAL)
    return f"{mark}{text}{':0' if question.form == 'number' else ''}"


def _show(figure: Figure, files: list[tuple[str, str]]) -> str:
    picture = draw_picture(figure)
    if picture is None:
        return draw_figure(figure)
    name = f"figure{len(files) + 1}.svg"
    files.append((name, picture))
    return draw_figure(figure, f'<img src="@@PLUGINFILE@@/{name}" alt="{escape(figure.caption or "The figure")}">')


def _add_text(parent: Element, text: str) -> None:
    SubElement(parent, "text").text = text

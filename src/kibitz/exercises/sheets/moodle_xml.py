"""A question bank in the XML format of Moodle, with the pictures inside it.

https://docs.moodle.org/en/Moodle_XML_format
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from html import escape
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from kibitz.exercises.figures.figure_html import draw_figure, draw_picture
from kibitz.exercises.kind import find_kind
from kibitz.exercises.sheets.bank_questions import BankQuestion, list_bank_questions, write_body
from kibitz.exercises.task import Figure, Task

__all__ = ["write_moodle_xml"]

TYPES = {"number": "numerical", "text": "shortanswer", "one": "multichoice", "several": "multichoice"}


def write_moodle_xml(tasks: Sequence[Task]) -> str:
    """The bank, with a category for each kind."""
    root, category = Element("quiz"), ""
    for task in tasks:
        title = find_kind(task.kind).title
        if title != category:
            category = title
            name = SubElement(SubElement(root, "question", type="category"), "category")
            _add_text(name, f"$course$/top/Kibitz/{title.replace('/', '//')}")
        for question in list_bank_questions(task):
            _add_question(root, question)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _add_question(root: Element, question: BankQuestion) -> None:
    element = SubElement(root, "question", type=TYPES[question.form])
    _add_text(SubElement(element, "name"), question.name)
    _add_body(SubElement(element, "questiontext", format="html"), question)
    _add_html(SubElement(element, "generalfeedback", format="html"), question.feedback)
    SubElement(element, "defaultgrade").text = "1"
    if question.form in ("one", "several"):
        SubElement(element, "single").text = "true" if question.form == "one" else "false"
        SubElement(element, "shuffleanswers").text = "0"  # they are in reading order
        SubElement(element, "answernumbering").text = "none"
    if question.form == "text":
        SubElement(element, "usecase").text = "0"
    for answer in question.answers:
        one = SubElement(element, "answer", fraction=f"{answer.worth:.5f}".rstrip("0").rstrip("."), format="plain_text")
        _add_text(one, answer.text)
        if question.form == "number":
            SubElement(one, "tolerance").text = "0"


def _add_body(parent: Element, question: BankQuestion) -> None:
    """The text of the task, its conventions and its figures; the pictures follow as files."""
    files = list[tuple[str, str]]()
    figures = "".join(_show(figure, files) for figure in question.task.figures)
    _add_text(parent, write_body(question, figures))
    for name, picture in files:
        file = SubElement(parent, "file", name=name, path="/", encoding="base64")
        file.text = b64encode(picture.encode()).decode()


def _show(figure: Figure, files: list[tuple[str, str]]) -> str:
    picture = draw_picture(figure)
    if picture is None:
        return draw_figure(figure)
    name = f"figure{len(files) + 1}.svg"
    files.append((name, picture))
    return draw_figure(figure, f'<img src="@@PLUGINFILE@@/{name}" alt="{escape(figure.caption or "The figure")}">')


def _add_text(parent: Element, text: str) -> None:
    SubElement(parent, "text").text = text


def _add_html(parent: Element, text: str) -> None:
    _add_text(parent, f"<p>{escape(text, quote=False)}</p>")

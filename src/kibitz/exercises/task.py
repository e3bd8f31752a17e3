"""A task: what is shown, what is asked, and under which convention. It is data alone, the same for page and paper.

Task        one exercise, made from a kind, a level, a seed and, where the kind takes one, a game
Figure      what is shown: a tree, a position of a game, or a table
Question    one thing to answer. An answer is always a text, and `read_answer` brings it into one form
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from kibitz.core.errors import BadOption
from kibitz.core.spec import parse_whole_number
from kibitz.trees.drawing.tree_figure import TreeFigure, label_node

Form: TypeAlias = Literal["number", "bound", "choice", "nodes", "order", "move"]
Answers: TypeAlias = Mapping[str, str]  # by the id of the question

MINUS = "\N{MINUS SIGN}"
INFINITE = {"inf": "inf", "infinity": "inf", "\N{INFINITY}": "inf"}


@dataclass(frozen=True)
class BoardFigure:
    """A position of a game, as its text. `moves`: what can be answered by a click, in the game's notation."""

    game: str
    position: str
    moves: tuple[str, ...] = ()
    caption: str = ""
    form: Literal["board"] = "board"


@dataclass(frozen=True)
class TableFigure:
    """A table: the names of its columns, and its rows."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    form: Literal["table"] = "table"


Figure: TypeAlias = TreeFigure | BoardFigure | TableFigure


@dataclass(frozen=True)
class Question:
    """One thing to answer.

    `form`: what an answer is.

        number    a whole number
        bound     a whole number, inf or -inf: a side of a window
        choice    one of the choices
        nodes     any of the choices, which are nodes of the tree, with blanks between them; none is an answer too
        order     all of the choices, in an order of one's own
        move      one of the choices, which are moves in the position that is shown

    `node`: the node of the tree that is asked about. `unit`: of a number, if it has one.
    """

    id: str
    prompt: str
    form: Form
    node: str = ""
    choices: tuple[str, ...] = ()
    unit: str = ""


@dataclass(frozen=True)
class Task:
    """One exercise. `data`: what its kind needs to solve it, as JSON can hold it.

    `conventions`: in whole sentences, what must be said so that there is one right answer.
    """

    kind: str
    level: int
    seed: int
    game: str
    title: str
    text: str
    conventions: tuple[str, ...]
    figures: tuple[Figure, ...]
    questions: tuple[Question, ...]
    data: Any = field(default_factory=dict)

    def question(self, question_id: str) -> Question:
        for question in self.questions:
            if question.id == question_id:
                return question
        asked = ", ".join(question.id for question in self.questions)
        raise BadOption(f"This task asks nothing called '{question_id}'; it asks: {asked}.")


def list_leaf_labels(task: Task) -> dict[str, str]:
    """What the leaves of the trees of a task are called, by their numbers."""
    trees = (figure for figure in task.figures if isinstance(figure, TreeFigure))
    return {node.id: label_node(node.id) for tree in trees for node in tree.nodes if node.id.isdecimal()}


def read_answer(question: Question, text: str) -> str:
    """An answer as somebody wrote it, in the one form in which answers are compared; raises BadOption."""
    words = text.replace(MINUS, "-").replace(",", " ").split()
    if question.form in ("number", "bound"):
        return _read_number(question, text, words)
    if question.form in ("choice", "move"):
        given = " ".join(text.split())
        given = given if given in question.choices else given.removeprefix("leaf ")
        if given in question.choices:
            return given
        raise BadOption(f"'{text.strip()}' cannot be chosen here; there are: {', '.join(question.choices)}.")
    words = [word for word in words if word not in ("leaf", "leaves") or word in question.choices]
    for word in words:
        if word not in question.choices:
            raise BadOption(f"'{word}' cannot be chosen here; there are: {', '.join(question.choices)}.")
    if question.form == "nodes":
        return " ".join(choice for choice in question.choices if choice in words)
    if sorted(words) != sorted(question.choices):
        raise BadOption(f"An order names each of {', '.join(question.choices)} once, not '{text.strip()}'.")
    return " ".join(words)


def _read_number(question: Question, text: str, words: list[str]) -> str:
    word = "".join(words).lower().removeprefix("+")
    sign, size = ("-", word[1:]) if word.startswith("-") else ("", word)
    if question.form == "bound" and size in INFINITE:
        return sign + INFINITE[size]
    if parse_whole_number(size) is None:
        wanted = "a whole number, inf or -inf" if question.form == "bound" else "a whole number"
        raise BadOption(f"'{text.strip()}' is not {wanted}.")
    return str(int(sign + size))

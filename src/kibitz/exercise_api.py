"""An exercise as Python users hold it: a task that marks answers, solves and explains itself, and draws itself."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from kibitz.core.game import Game
from kibitz.core.loading import load_game
from kibitz.core.spec import split_user_file
from kibitz.exercises.figures.figure_html import draw_figure
from kibitz.exercises.kind import find_kind, make_task
from kibitz.exercises.marking import mark, solve
from kibitz.exercises.task import Answers, Task
from kibitz.exercises.task_text import write_questions, write_task


@dataclass(frozen=True, repr=False)
class Exercise:
    """A task about a search, made by `kibitz.exercise`. It never changes, and two with the same task are equal."""

    task: Task

    @property
    def questions(self) -> dict[str, str]:
        """What is asked, by the id of the question."""
        return {question.id: question.prompt for question in self.task.questions}

    @property
    def solution(self) -> dict[str, str]:
        """The right answers by the id of the question, found by running the algorithm."""
        return solve(self.task)

    def mark(self, answers: Answers) -> dict[str, str]:
        """A sentence for every question: "Right.", or what is wrong. Raises `BadOption` for what is not asked."""
        return {one.question: one.sentence for one in mark(self.task, answers)}

    def explain(self, question: str) -> str:
        """Why the right answer to a question is right. Raises `BadOption` for what is not asked."""
        return find_kind(self.task.kind).explain(self.task, self.task.question(question))

    def hint(self, question: str) -> str:
        """What to think of next, without the answer. Raises `BadOption` for what is not asked."""
        return find_kind(self.task.kind).hint(self.task, self.task.question(question))

    def __repr__(self) -> str:
        return f"{write_task(self.task)}\n\n{write_questions(self.task)}"

    def _repr_html_(self) -> str:
        task = self.task
        conventions = "".join(f"<li>{escape(one)}</li>" for one in task.conventions)
        asked = "".join(f"<li><code>{one.id}</code> {escape(one.prompt)}</li>" for one in task.questions)
        figures = "".join(map(draw_figure, task.figures))
        return f"<p>{escape(task.text)}</p><ul>{conventions}</ul>{figures}<ul>{asked}</ul>"


def exercise(kind: str, level: int = 1, seed: int = 1, game: str | Game = "") -> Exercise:
    """The task that a kind, a level from 1 to 5, a seed and, for some kinds, a game stand for: always the same one.

    `kibitz exercise` lists the kinds. Raises `UnknownName`, `BadOption` or `Unsuited` for what does not exist.
    """
    is_named = isinstance(game, str) and split_user_file(game) is None
    return Exercise(make_task(kind, level, seed, str(game if is_named else load_game(game))))

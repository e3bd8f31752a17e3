"""An exercise in the terminal: one question after the other, marked at once, until all are right or given up."""

from __future__ import annotations

from rich.console import Console

from kibitz.cli.terminal.game_loop import ask
from kibitz.exercises.kind import find_kind
from kibitz.exercises.marking import Outcome, mark_question, solve
from kibitz.exercises.task import Question, Task
from kibitz.exercises.task_text import say_how, write_task

HELP = "An answer, or: ? for a hint, ! for the solution, Enter to go on, quit to stop."


class _Quit(Exception):
    """The person has had enough."""


def ask_task(console: Console, task: Task) -> bool:
    """Ask everything; False if the person stopped before the end."""
    console.print(write_task(task), markup=False)
    console.print(f"\n{HELP}")
    right, tries = 0, 0
    try:
        for question in task.questions:
            tries += 1
            right += _ask_question(console, task, question)
    except _Quit:
        tries -= 1
    console.print(f"\n{right} of {len(task.questions)} right at the first try.\n")
    return tries == len(task.questions)


def _ask_question(console: Console, task: Task, question: Question) -> bool:
    """Whether the first answer is right."""
    kind, is_first = find_kind(task.kind), True
    console.print(f"\n{question.prompt} ({say_how(question)})", markup=False)
    while True:
        text = ask(console, "your answer:")
        if text is None or text in ("quit", "q"):
            raise _Quit
        if text == "?":
            console.print(kind.hint(task, question), markup=False)
        elif text in ("!", ""):
            if text:
                console.print(f"{solve(task)[question.id] or 'none'}. {kind.explain(task, question)}", markup=False)
            return False
        else:
            text = "" if text == "none" and question.form == "nodes" else text
            mark = mark_question(task, question, text)
            console.print(mark.sentence, markup=False)
            if mark.is_right:
                return is_first
            is_first = is_first and mark.outcome is Outcome.UNREADABLE

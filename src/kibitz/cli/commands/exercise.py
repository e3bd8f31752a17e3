"""`kibitz exercise`: tasks about searches, asked in the terminal, printed on a sheet, or put into a question bank."""

from __future__ import annotations

import datetime
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kibitz.cli.terminal.common import echo_json, json_option, make_console

if TYPE_CHECKING:
    from kibitz.exercises.task import Task


MAX_COUNT = 500
DAILY = "daily"


@click.command()
@click.argument("kinds", metavar="[KIND]...", nargs=-1)
@click.option("--level", type=int, default=1, metavar="L", help="From 1, easy, to 5, hard; default: 1.")
@click.option("--seed", type=int, default=1, metavar="S", help="Random seed of the tasks; default: 1.")
@click.option(
    "--count",
    type=click.IntRange(1, MAX_COUNT),
    default=1,
    metavar="N",
    help="Number of tasks of each kind; default: 1.",
)
@click.option("--game", default="", metavar="GAME", help="The game, or FILE.py:Class, for kinds with positions.")
@click.option(
    "--date", default="", metavar="DATE", help="With the kind daily: a day, as in 2026-03-01; default: today."
)
@click.option("--out", metavar="FILE", help="Write a sheet (.html) or a question bank: .xml for Moodle, or .gift.")
@click.option(
    "--solutions/--no-solutions",
    default=None,
    help="With or without solutions on paper and as JSON; without --out, print the task and do not ask.",
)
@click.option("--answer", "answers", multiple=True, metavar="ID=ANSWER", help="Mark this answer; may be repeated.")
@json_option
def exercise(
    kinds: tuple[str, ...],
    level: int,
    seed: int,
    count: int,
    game: str,
    date: str,
    out: str | None,
    solutions: bool | None,
    answers: tuple[str, ...],
    as_json: bool,
) -> None:
    """Make exercises about searches.

    KIND is a kind of exercise, or daily; without one, the kinds are listed. Several kinds make a mixed sheet. Every
    task is made from a kind, a level and a seed, and is marked by the algorithm it is about. Without --out and --json,
    it is asked in the terminal. With --answer, the exit status is 0 if all answers are right, and 1 otherwise.
    """
    if not kinds:
        _list_kinds(as_json)
        return
    if DAILY in kinds and len(kinds) > 1:
        raise click.UsageError("The daily set is a separate sheet; do not combine daily with other kinds.")
    if date and kinds != (DAILY,):
        raise click.UsageError(f"--date {date}: only the kind daily has a date; other tasks have a --seed.")
    if kinds == (DAILY,) and (game or count > 1):
        raise click.UsageError("The set of a day has its own games and its own number; leave --game and --count out.")
    if out is not None:
        from kibitz.exercises.sheets.sheet_files import check_sheet_path

        check_sheet_path(Path(out), solutions=solutions)
    tasks = _make_tasks(kinds, level, seed, game, count, date)
    if answers:
        _mark(tasks, answers, as_json)
    elif out is not None:
        _write(Path(out), tasks, solutions is not False, as_json)
    elif as_json:
        from kibitz.exercises.task_data import task_to_plain_data

        echo_json([task_to_plain_data(task, solutions=solutions is not False) for task in tasks])
    elif solutions is None:
        _ask(tasks)
    else:
        _print(tasks, solutions)


def _list_kinds(as_json: bool) -> None:
    from kibitz.exercises.kind import list_kinds
    from kibitz.exercises.task_data import kind_to_plain_data

    kinds = list_kinds()
    if as_json:
        echo_json([kind_to_plain_data(kind) for kind in kinds])
        return
    width = max(len(kind.name) for kind in kinds) + 2
    for kind in kinds:
        click.echo(f"{kind.name:<{width}}{kind.about}")
    click.echo(f"{DAILY:<{width}}Five puzzles for every date.")


def _make_tasks(kinds: tuple[str, ...], level: int, seed: int, game: str, count: int, date: str) -> list[Task]:
    from kibitz.cli.terminal.progress_bar import show_work
    from kibitz.core.loading import load_game
    from kibitz.core.spec import split_user_file
    from kibitz.exercises.kind import make_tasks

    if kinds == (DAILY,):
        from kibitz.exercises.daily import make_daily_set

        with show_work("making the set of the day"):
            return make_daily_set(_read_date(date))
    with show_work(f"making {', '.join(kinds)} tasks"):
        if split_user_file(game) is not None:
            game = str(load_game(game))  # which registers it under its name
        return [task for kind in kinds for task in make_tasks(kind, level, seed, game, count)]


def _read_date(text: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text) if text else datetime.date.today()
    except ValueError:
        raise click.UsageError(f"--date {text}: write a day as 2026-03-01.") from None


def _mark(tasks: list[Task], texts: tuple[str, ...], as_json: bool) -> None:
    from kibitz.exercises.marking import mark

    if len(tasks) > 1:
        raise click.UsageError("--answer marks one task; name one kind and leave --count out.")
    answers = {}
    for text in texts:
        name, separator, answer = text.partition("=")
        if not separator:
            raise click.UsageError(f"--answer {text}: write ID=ANSWER, with an id of the task's questions.")
        answers[name] = answer
    marks = mark(tasks[0], answers)
    if as_json:
        echo_json(marks)
    else:
        width = max(len(one.question) for one in marks) + 2
        for one in marks:
            click.echo(f"{one.question:<{width}}{one.sentence}")
        click.echo(f"{sum(one.is_right for one in marks)} of {len(marks)} right")
    sys.exit(0 if all(one.is_right for one in marks if one.question in answers) else 1)


def _write(path: Path, tasks: list[Task], solutions: bool, as_json: bool) -> None:
    from kibitz.cli.terminal.formatting import plural
    from kibitz.exercises.sheets.sheet_files import write_sheet

    write_sheet(path, tasks, solutions=solutions)
    questions = sum(len(task.questions) for task in tasks)
    if as_json:
        echo_json({"file": str(path), "tasks": len(tasks), "questions": questions})
    else:
        click.echo(f"{path}: {plural(len(tasks), 'task')}, {plural(questions, 'question')}")


def _ask(tasks: list[Task]) -> None:
    from kibitz.cli.terminal.exercise_loop import ask_task

    console = make_console()
    for task in tasks:
        if not ask_task(console, task):
            break


def _print(tasks: list[Task], solutions: bool) -> None:
    from kibitz.exercises.task_text import write_questions, write_solution, write_task

    for number, task in enumerate(tasks):
        click.echo(("\n" if number else "") + write_task(task) + "\n")
        click.echo(write_solution(task) if solutions else write_questions(task))

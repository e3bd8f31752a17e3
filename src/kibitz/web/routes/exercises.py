"""The API of the exercises: the kinds, a task, its marks, hints, solution and recording, and a sheet to print.

A task is named by its kind, level, seed and game, so nothing is stored here. What is sent of it does not contain the
answers. A game is one that this server offers: no parameter names a file.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from threading import BoundedSemaphore
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import Response
from pydantic import StringConstraints

from kibitz.core.errors import KibitzError, Unsuited
from kibitz.core.game import find_game
from kibitz.drawing.position_view import PositionView, view_game
from kibitz.exercises.daily import make_daily_set
from kibitz.exercises.figures.figure_html import draw_picture, find_record, say_to_move
from kibitz.exercises.figures.figure_text import write_figure
from kibitz.exercises.kind import find_kind, list_kinds, make_task, make_tasks
from kibitz.exercises.marking import Mark, mark, mark_question
from kibitz.exercises.sheets.gift import write_gift
from kibitz.exercises.sheets.html_sheet import STYLE, write_html
from kibitz.exercises.sheets.moodle_xml import write_moodle_xml
from kibitz.exercises.task import BoardFigure, Figure, Question, Task, list_leaf_labels
from kibitz.exercises.task_data import Solution, explain_task, kind_to_plain_data, task_to_plain_data
from kibitz.play.game_description import title_game
from kibitz.trees.drawing.tree_figure import TreeFigure
from kibitz.trees.microscope.recording_cache import RecordingCache
from kibitz.web.models import NamedRecording, RefusedParameter, document_refusals, refuse_if_invalid
from kibitz.web.pool import Busy
from kibitz.web.server_limits import find_game_within_limits

router = APIRouter(prefix="/api/exercises", responses=document_refusals(400, 403))

MAX_MAKING = 4  # tasks that are made at a time
MAX_KEPT = 256  # tasks that are kept, since each is asked for several times
MAX_ON_SHEET = 40
MAX_DAYS = 32  # whose sets are kept
TASK_SECONDS = 10.0  # seconds for a task, since users share the machine
MAX_ANSWERS = 4_000  # characters

QuestionId = Annotated[str, Query(pattern="^[A-Za-z0-9_-]{1,60}$", description="The id of one of the task's questions")]

_making = BoundedSemaphore(MAX_MAKING)


@dataclass(frozen=True)
class TaskRequest:
    """The task that a request is about; a route makes it off the event loop."""

    kind: str
    level: int
    seed: int
    game: str

    def make(self) -> Task:
        return self.make_some(1)[0]

    def make_some(self, count: int) -> list[Task]:
        with refuse_if_invalid("kind"):
            find_kind(self.kind)
        with refuse_if_invalid("game"):
            if self.game:
                find_game_within_limits(self.game)
        with _take_turn("game" if self.game else "level"):
            if count == 1:
                return [_make(self.kind, self.level, self.seed, self.game)]
            return make_tasks(self.kind, self.level, self.seed, self.game, count, patience=TASK_SECONDS)


@contextmanager
def _take_turn(field: str) -> Iterator[None]:
    """Make tasks, if not too many are being made; that there are none of a level is no fault of the server."""
    if not _making.acquire(blocking=False):
        raise Busy("Too many exercises are being made at once; try again in a few seconds.")
    try:
        yield
    except KibitzError as error:
        raise RefusedParameter(field, str(error)) from None
    finally:
        _making.release()


@lru_cache(MAX_KEPT)
def _make(kind: str, level: int, seed: int, game: str) -> Task:
    return make_task(kind, level, seed, game, patience=TASK_SECONDS)


KindName = Annotated[str, StringConstraints(pattern="^[a-z0-9-]{1,40}$")]
Level = Annotated[int, Query(ge=1, le=5, description="From 1, easy, to 5, hard")]
Seed = Annotated[int, Query(ge=0, le=2**53 - 1, description="Random seed of the task")]
GameSpec = Annotated[str, Query(max_length=300, description="A game's spec, for kinds that take one")]


async def _read_task(
    kind: Annotated[KindName, Query(description="The name from /kinds", examples=["alphabeta"])],
    level: Level = 1,
    seed: Seed = 1,
    game: GameSpec = "",
) -> TaskRequest:
    return TaskRequest(kind, level, seed, game)


RequestedTask = Annotated[TaskRequest, Depends(_read_task)]


@router.get("/kinds")
def kinds() -> list[dict[str, Any]]:
    """Every kind of exercise, in the order of a course, with what makes each of its five levels harder."""
    return [kind_to_plain_data(kind) for kind in list_kinds()]


@dataclass(frozen=True)
class Shown:
    """A figure as a page shows it: SVG for a tree, a position for a board, and the same as text for everybody."""

    form: str
    caption: str
    text: str
    svg: str | None = None
    position: PositionView | None = None
    turn: str = ""


@dataclass(frozen=True)
class TaskAnswer:
    """A task without its answers, its kind, its figures as they are shown, and what leaves are called, by their ids."""

    task: dict[str, Any]
    kind: dict[str, Any]
    shown: tuple[Shown, ...]
    labels: dict[str, str]


@router.get("/task", responses=document_refusals(422, 503))
def task(of: RequestedTask) -> TaskAnswer:
    """A task: what is shown and what is asked."""
    made = of.make()
    shown = tuple(map(_show, made.figures))
    kind = kind_to_plain_data(find_kind(made.kind))
    return TaskAnswer(task_to_plain_data(made, solutions=False), kind, shown, list_leaf_labels(made))


def _show(figure: Figure) -> Shown:
    if isinstance(figure, BoardFigure):
        view = view_game(find_record(figure))
        return Shown("board", figure.caption, write_figure(figure), position=view, turn=say_to_move(figure))
    return Shown(figure.form, figure.caption, write_figure(figure), draw_picture(figure))


@router.get("/mark", responses=document_refusals(422, 503))
def marks(
    of: RequestedTask,
    answers: Annotated[str, Query(max_length=MAX_ANSWERS, description="A line ID=ANSWER for each answer")] = "",
    question: Annotated[str, Query(max_length=60, description="Mark only this question")] = "",
) -> list[Mark]:
    """A mark for every question of a task, or for one."""
    made = of.make()
    given = dict(map(_split_answer, filter(None, answers.split("\n"))))
    if question:
        return [mark_question(made, _find_question(made, question), given.get(question))]
    with refuse_if_invalid("answers"):
        return mark(made, given)


def _split_answer(text: str) -> tuple[str, str]:
    name, separator, answer = text.partition("=")
    if not separator:
        raise RefusedParameter("answers", f"'{text[:60]}' is not an answer; write ID=ANSWER.")
    return name, answer


@dataclass(frozen=True)
class Hint:
    """What to think of next."""

    question: str
    hint: str


@router.get("/hint", responses=document_refusals(422, 503))
def hint(of: RequestedTask, question: QuestionId) -> Hint:
    """A hint for one question, which does not give the answer away."""
    made = of.make()
    return Hint(question, find_kind(made.kind).hint(made, _find_question(made, question)))


def _find_question(made: Task, question: str) -> Question:
    with refuse_if_invalid("question"):
        return made.question(question)


@dataclass(frozen=True)
class SolutionAnswer:
    """The right answers and the reasons; `in_microscope`: whether the search can be replayed there.

    `tree`: the tree of the task with the solution drawn into it.
    """

    solutions: list[Solution]
    in_microscope: bool
    tree: Shown | None


@router.get("/solution", responses=document_refusals(422, 503))
def solution(
    of: RequestedTask, question: Annotated[str, Query(max_length=60, description="Only for this question")] = ""
) -> SolutionAnswer:
    """The solution of a task, or of one of its questions."""
    made = of.make()
    wanted = {_find_question(made, question).id} if question else {one.id for one in made.questions}
    found = [one for one in explain_task(made) if one.question in wanted]
    if question:
        return SolutionAnswer(found, False, None)
    kind = find_kind(made.kind)
    trees = [figure for figure in kind.draw_solution(made) if isinstance(figure, TreeFigure)]
    return SolutionAnswer(found, kind.record(made) is not None, _show(trees[0]) if trees else None)


@router.get("/recording", responses=document_refusals(422, 503))
def recording(request: Request, of: RequestedTask) -> NamedRecording:
    """Put the search that solves a task among the recordings of the microscope; its name there."""
    cache: RecordingCache = request.app.state.recordings
    made = of.make()
    with refuse_if_invalid("kind"):
        recorded = find_kind(made.kind).record(made)
        if recorded is None:
            raise Unsuited(f"Tasks of the kind {made.kind} have no search to replay.")
        return NamedRecording(cache.add(recorded).name)


@dataclass(frozen=True)
class DailyTask:
    """What a task of a day is made from, and what it is about."""

    kind: str
    level: int
    seed: int
    game: str
    title: str
    kind_title: str
    game_title: str


@router.get("/daily", responses=document_refusals(422, 503))
def daily(
    day: Annotated[str, Query(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description="As in 2026-03-01")],
) -> list[DailyTask]:
    """The set of a day, the same for everybody."""
    try:
        date = datetime.date.fromisoformat(day)
    except ValueError:
        raise RefusedParameter("day", f"{day} is not a day; write one as 2026-03-01.") from None
    with _take_turn("day"):
        tasks = _make_daily(date)
    return [
        DailyTask(one.kind, one.level, one.seed, one.game, one.title, find_kind(one.kind).title, _title_game(one.game))
        for one in tasks
    ]


def _title_game(spec: str) -> str:
    """A game as people call it, with its variant where it is not the usual one."""
    game = find_game(spec)
    title = title_game(game)
    return title if game == find_game(game.name) else f"{title}, {game.variant}"


@lru_cache(MAX_DAYS)
def _make_daily(day: datetime.date) -> tuple[Task, ...]:
    return tuple(make_daily_set(day))


MEDIA = {"html": "text/html", "xml": "text/xml", "gift": "text/plain"}


@router.get("/sheet", response_class=Response, responses=document_refusals(422, 503))
def sheet(
    kind: Annotated[list[KindName], Query(min_length=1, description="The name from /kinds; repeat for a mixed sheet")],
    level: Level = 1,
    seed: Seed = 1,
    game: GameSpec = "",
    count: Annotated[int, Query(ge=1, le=MAX_ON_SHEET, description="Number of tasks of each kind")] = 1,
    solutions: Annotated[bool, Query(description="Whether to add the solutions on a separate page")] = True,
    format: Annotated[
        Literal["html", "xml", "gift"], Query(description="A page to print, or a bank for Moodle")
    ] = "html",
    download: Annotated[bool, Query(description="Whether to return the page as a self-contained file")] = False,
) -> Response:
    """Tasks on a sheet to print, or as a question bank to download."""
    if count * len(kind) > MAX_ON_SHEET:
        raise RefusedParameter(
            "count", f"A sheet has at most {MAX_ON_SHEET} tasks, not {len(kind)} kinds with {count} of each."
        )
    made = [task for one in kind for task in TaskRequest(one, level, seed, game).make_some(count)]
    if format == "html" and not download:
        link = '<link rel="stylesheet" href="/api/exercises/sheet.css">'
        return Response(write_html(made, solutions=solutions, style=link), media_type=MEDIA[format])
    if format == "html":
        text = write_html(made, solutions=solutions)
    else:
        text = write_moodle_xml(made) if format == "xml" else write_gift(made)
    name = f'attachment; filename="{kind[0] if len(kind) == 1 else "exercises"}.{format}"'
    return Response(text, media_type=MEDIA[format], headers={"Content-Disposition": name})


@router.get("/sheet.css", response_class=Response)
def sheet_style() -> Response:
    """The style of a sheet, which the content policy does not allow inside it."""
    return Response(STYLE, media_type="text/css")

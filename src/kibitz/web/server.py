"""The app: its routes, its errors, and what it does at its start and end."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse, Response
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kibitz import __version__
from kibitz.core.errors import escape_controls
from kibitz.core.user_files import describe_user_fault
from kibitz.drawing.game_cards import list_cards
from kibitz.jobs.hosted_runs import TooManyRuns
from kibitz.kernels.backends import load_all_kernels
from kibitz.lab.hosting.lab_host import LabHost, NoEntry
from kibitz.trees.microscope.recording_cache import RecordingCache
from kibitz.web import reference
from kibitz.web.background_compiler import BackgroundCompiler
from kibitz.web.documentation import DOCS_FOLDER, PICTURES, NoPage
from kibitz.web.files import StaticFolder
from kibitz.web.hosting.folder_host import NoSuchRun
from kibitz.web.hosting.learning_host import LearningHost
from kibitz.web.hosting.tournament_host import TournamentHost
from kibitz.web.memory import DEFAULT_MIB, MemoryGuard
from kibitz.web.models import RefusedParameter
from kibitz.web.pages import PAGES, write_index
from kibitz.web.pool import Busy, Pool, WarningsToClient
from kibitz.web.routes import (
    arena,
    coaching,
    doctor,
    exercises,
    game_files,
    lab,
    learning,
    manual,
    microscope,
    questions,
    reports,
    search_streams,
)
from kibitz.web.safety import LOOPBACK, RequestFilter, Uploads
from kibitz.web.watching import Watchers

log = logging.getLogger("kibitz.web")

STATIC_FOLDER = Path(__file__).parent / "static"
INDEX = write_index(STATIC_FOLDER)
STATIC = StaticFolder(STATIC_FOLDER, written={"index.html": INDEX})
FORMER_MANUAL = "/learn"  # links to a document there still lead to it
QUIET = 1.0  # seconds without a request, after which the page has been delivered
RETRY_AFTER = 3  # seconds
BETWEEN_LOOKS = 0.5  # seconds, at how much memory is used
RECORDINGS_PART = 4  # of the memory, one such part is for recordings


def create_app(
    *,
    hosts: Iterable[str] = LOOPBACK,
    pool: Pool | None = None,
    recordings: RecordingCache | None = None,
    tournament_host: TournamentHost | None = None,
    lab_host: LabHost | None = None,
    learning_host: LearningHost | None = None,
    memory: int | None = None,
    compiler: BackgroundCompiler | None = None,
) -> FastAPI:
    """The app as a server runs it.

    `hosts`: the names by which it may be called, `recordings`: those in memory, `tournament_host`: tournaments,
    `lab_host`: published tables measured again, `learning_host`: players that learn, `memory`: bytes that this process
    may use (default: 1 GiB), `compiler`: compiles in the background; without one, whoever needs a search waits until it
    is compiled.
    """
    searching, tournaments, measuring = pool or Pool(), tournament_host or TournamentHost(), lab_host or LabHost()
    trainings = learning_host or LearningHost()
    to_client = WarningsToClient()
    limit = memory or DEFAULT_MIB << 20
    kept = recordings or RecordingCache(limit // RECORDINGS_PART)
    guard = searching.memory = MemoryGuard(limit, kept)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        log = logging.getLogger("kibitz")
        log.addHandler(to_client)
        log.setLevel(logging.INFO)
        list_cards()  # draws the pictures, which are kept
        watching = asyncio.create_task(_watch_memory(guard, searching))
        yield
        watching.cancel()
        log.removeHandler(to_client)
        searching.close()
        await run_in_threadpool(tournaments.close)
        await run_in_threadpool(measuring.close)
        await run_in_threadpool(trainings.close)

    app = FastAPI(
        title="Kibitz",
        version=__version__,
        description="Two-player games: positions, searches, analysis, tournaments, the lab, players that learn.",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.pool, app.state.recordings, app.state.tournaments = searching, kept, tournaments
    app.state.lab, app.state.watchers, app.state.memory = measuring, Watchers(), guard
    app.state.uploads, app.state.compiler, app.state.learning = Uploads(), compiler, trainings
    app.include_router(questions.router)
    app.include_router(game_files.router)
    app.include_router(search_streams.router)
    app.include_router(coaching.router)
    app.include_router(microscope.router)
    app.include_router(arena.router)
    app.include_router(lab.router)
    app.include_router(reports.router)
    app.include_router(doctor.router)
    app.include_router(exercises.router)
    app.include_router(learning.router)
    app.include_router(manual.router)
    app.mount("/static", STATIC, name="static")
    for folder in PICTURES:
        app.mount(f"/docs/{folder}", StaticFolder(DOCS_FOLDER / folder), name=folder)
    for page in PAGES:
        app.add_api_route(page.address, _page, include_in_schema=False)
    app.add_api_route("/favicon.ico", _favicon, include_in_schema=False)
    app.add_api_route("/api", reference.make_reference_page(INDEX), include_in_schema=False)
    _answer_errors(app)
    reference.describe_streams(app)
    app.add_middleware(KernelPreloader, load=load_all_kernels if compiler is None else compiler.load)
    app.add_middleware(FaultHandler)
    app.add_middleware(RequestFilter, hosts=hosts)
    return app


async def _watch_memory(guard: MemoryGuard, pool: Pool) -> None:
    """Look after the memory for as long as the server runs."""
    while True:
        await run_in_threadpool(guard.look)
        if guard.is_short:
            pool.free_memory(at_once=guard.is_over)
        await asyncio.sleep(BETWEEN_LOOKS)


async def _page(request: Request) -> Response:
    if request.url.path == FORMER_MANUAL and "document" in request.query_params:
        return RedirectResponse(f"/manual?{request.url.query}")
    return STATIC.answer("index.html", request.headers)


async def _favicon() -> Response:
    return RedirectResponse("/static/icon.svg")


def _answer_errors(app: FastAPI) -> None:
    """Answer every error with one sentence in JSON."""

    @app.exception_handler(RefusedParameter)
    async def refused(request: Request, error: RefusedParameter) -> Response:
        return _error(422, str(error), field=error.field)

    @app.exception_handler(microscope.Gone)
    async def gone(request: Request, error: microscope.Gone) -> Response:
        return _error(
            410,
            f"The recording {error} is no longer kept: open its file again, or record the search again.",
            field="tree",
        )

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        field = str(next(part for part in reversed(first["loc"]) if isinstance(part, str)))  # not a place in a list
        given = "" if first["type"] == "missing" else f"'{str(first['input'])[:60]}' is not allowed: "
        return _error(422, f"{field}: {given}{first['msg'][:1].lower()}{first['msg'][1:]}.", field=field)

    @app.exception_handler(NoPage)
    async def no_page(request: Request, error: NoPage) -> Response:
        return _error(404, f"There is no page called '{error}'; the list of contents names them all.", field="page")

    @app.exception_handler(NoSuchRun)
    async def no_such_run(request: Request, error: NoSuchRun) -> Response:
        return _error(404, str(error), field=error.kind)

    @app.exception_handler(NoEntry)
    async def no_entry(request: Request, error: NoEntry) -> Response:
        return _error(404, str(error), field="entry")

    @app.exception_handler(TooManyRuns)
    @app.exception_handler(Busy)
    async def busy(request: Request, error: Exception) -> Response:
        return _error(503, str(error), headers={"Retry-After": str(RETRY_AFTER)})

    @app.exception_handler(HTTPException)
    async def no_such_page(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
            missing = STATIC.answer("index.html", Headers())  # whose script says that there is nothing
            missing.status_code = 404
            return missing
        sentence = f"There is nothing at {request.url.path}." if error.status_code == 404 else f"{error.detail}."
        return _error(error.status_code, sentence, headers=dict(error.headers or {}))


class KernelPreloader:
    """Middleware: loads the compiler after the first page has been delivered, so that the first search need not wait.

    Loading takes a second in which Python does little else, so it starts only after a quiet moment. Requests for the
    health of the server do not count: they come before there is a page.
    """

    def __init__(self, app: ASGIApp, load: Callable[[], None]) -> None:
        self.app, self._load_kernels = app, load
        self._timer: asyncio.TimerHandle | None = None
        self._is_begun = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] != "/api/health" and not self._is_begun:
            if self._timer is not None:
                self._timer.cancel()
            self._timer = asyncio.get_running_loop().call_later(QUIET, self._load)
        await self.app(scope, receive, send)

    def _load(self) -> None:
        self._is_begun = True
        threading.Thread(target=self._load_kernels, name="kibitz-load", daemon=True).start()


class FaultHandler:
    """Middleware: answers unexpected errors with a sentence too, and logs them unless a user's own game is at fault."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def noting(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, noting)
        except Exception as error:
            fault = describe_user_fault(error)
            if fault is None:
                log.exception("a request failed")
            if begun:
                raise  # the answer has begun, so only closing the connection is left
            answer = _error(
                422 if fault else 500, fault or "Kibitz itself is at fault; the log of the server says why."
            )
            await answer(scope, receive, send)


def _error(status: int, sentence: str, *, headers: dict[str, str] | None = None, **more: Any) -> Response:
    return JSONResponse({"error": escape_controls(sentence), **more}, status, headers)

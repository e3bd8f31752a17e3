"""The app: routes, errors, and its start and end. `serve` runs it until it is told to stop."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kibitz import __version__
from kibitz.arena.hosting.tournament_host import Desk, Full, NoTournament
from kibitz.core.loading import fault_in_own_file
from kibitz.kernels.backends import load_kernels
from kibitz.lab.hosting.lab_host import LabDesk, LabFull, NoEntry
from kibitz.play.game_cards import list_cards
from kibitz.trees.microscope.recordings import Shelf
from kibitz.web import arena, lab, microscope, questions, reference, searches
from kibitz.web.files import Files
from kibitz.web.models import Refused
from kibitz.web.pool import Busy, LogToClient, Pool
from kibitz.web.safety import LOOPBACK, Safety

__all__ = ["PAGES", "create_app"]

log = logging.getLogger("kibitz.web")

STATIC = Files(Path(__file__).parent / "static")
PAGES = (
    "/",
    "/play",
    "/analyse",
    "/tree",
    "/arena",
    "/lab",
)  # addresses of the one page, which reads its address to know what to show
QUIET = 1.0  # seconds without a request, after which the page is there
RETRY_AFTER = 3  # seconds


def create_app(
    *,
    hosts: Iterable[str] = LOOPBACK,
    pool: Pool | None = None,
    shelf: Shelf | None = None,
    desk: Desk | None = None,
    lab_desk: LabDesk | None = None,
) -> FastAPI:
    """The app as a server runs it.

    `hosts`: the names by which it may be called, `shelf`: recordings at hand, `desk`: tournaments,
    `lab_desk`: published tables measured again.
    """
    searching, tournaments, measuring = pool or Pool(), desk or Desk(), lab_desk or LabDesk()
    to_client = LogToClient()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        log = logging.getLogger("kibitz")
        log.addHandler(to_client)
        log.setLevel(logging.INFO)
        list_cards()  # draws the pictures, which are kept
        yield
        log.removeHandler(to_client)
        searching.close()
        await run_in_threadpool(tournaments.close)
        await run_in_threadpool(measuring.close)

    app = FastAPI(
        title="Kibitz",
        version=__version__,
        description="Two-player games: positions, searches, analysis, tournaments, the lab. The address holds all.",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.pool, app.state.shelf, app.state.desk = searching, shelf or Shelf(), tournaments
    app.state.lab, app.state.watchers = measuring, arena.Watchers()
    app.include_router(questions.router)
    app.include_router(searches.router)
    app.include_router(microscope.router)
    app.include_router(arena.router)
    app.include_router(lab.router)
    app.mount("/static", STATIC, name="static")
    for page in PAGES:
        app.add_api_route(page, _page, include_in_schema=False)
    app.add_api_route("/favicon.ico", _favicon, include_in_schema=False)
    app.add_api_route("/api", reference.page, include_in_schema=False)
    _answer_errors(app)
    reference.describe_streams(app)
    app.add_middleware(LoadAhead)
    app.add_middleware(Faults)
    app.add_middleware(Safety, hosts=hosts)
    return app


async def _page(request: Request) -> Response:
    return STATIC.answer("index.html", request.headers)


async def _favicon() -> Response:
    return RedirectResponse("/static/icon.svg")


def _answer_errors(app: FastAPI) -> None:
    """Every refusal is one sentence in JSON."""

    @app.exception_handler(Refused)
    async def refused(request: Request, error: Refused) -> Response:
        return _error(422, str(error), field=error.field)

    @app.exception_handler(microscope.Gone)
    async def gone(request: Request, error: microscope.Gone) -> Response:
        return _error(410, f"The recording {error} is not at hand any more; record or open it again.", field="tree")

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        field = str(first["loc"][-1])
        given = "" if first["type"] == "missing" else f"'{str(first['input'])[:60]}' is not allowed: "
        return _error(422, f"{field}: {given}{first['msg'][:1].lower()}{first['msg'][1:]}.", field=field)

    @app.exception_handler(NoTournament)
    async def no_tournament(request: Request, error: NoTournament) -> Response:
        return _error(404, str(error), field="tournament")

    @app.exception_handler(NoEntry)
    async def no_entry(request: Request, error: NoEntry) -> Response:
        return _error(404, str(error), field="entry")

    @app.exception_handler(Full)
    @app.exception_handler(LabFull)
    @app.exception_handler(Busy)
    async def busy(request: Request, error: Exception) -> Response:
        return _error(503, str(error), headers={"Retry-After": str(RETRY_AFTER)})

    @app.exception_handler(HTTPException)
    async def no_such_page(request: Request, error: HTTPException) -> Response:
        sentence = f"There is nothing at {request.url.path}." if error.status_code == 404 else f"{error.detail}."
        return _error(error.status_code, sentence, headers=dict(error.headers or {}))


class LoadAhead:
    """Middleware: loads the compiler before the first search has to wait for it, once the first page is there.

    It takes a second, in which Python does little else; a page that is just being loaded is not to feel it. Whether
    the server is well is asked before there is a page.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
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
        threading.Thread(target=load_kernels, name="kibitz-load", daemon=True).start()


class Faults:
    """Middleware: what nobody foresaw is answered in a sentence too, and logged unless it lies in a user's own game."""

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
            fault = fault_in_own_file(error)
            if fault is None:
                log.exception("a request failed")
            if begun:
                raise  # nothing can be said any more; the connection is closed
            answer = _error(
                422 if fault else 500, fault or "Kibitz itself is at fault; the log of the server says why."
            )
            await answer(scope, receive, send)


def _error(status: int, sentence: str, *, headers: dict[str, str] | None = None, **more: Any) -> Response:
    return JSONResponse({"error": sentence, **more}, status, headers)

"""The route that gives a hint: all three steps in one answer, which the page shows one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import uuid4

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool

from kibitz.core.searching import StopFlag
from kibitz.play.hints.hint import give_hint
from kibitz.web.models import Client, RefusedParameter, RequestedPosition, document_refusals
from kibitz.web.pool import Event, Pool
from kibitz.web.streaming import EventStream, stream

__all__ = ["router"]

router = APIRouter(
    prefix="/api", responses=document_refusals(400, 403, 422, 503, streamed=True), default_response_class=EventStream
)


@router.get("/hint")
async def hint(request: Request, at: RequestedPosition, client: Client = "") -> EventStream:
    """A hint in three steps, so that a person can ask for as much help as they want.

    Events: `queued`, `compiling`, then `hint` with `where` and `cells` (where to look), `kind` (what the move does),
    `move`, `proven` and `by`, or `failed`.
    """
    record = await run_in_threadpool(at.record)
    if record.is_over:
        raise RefusedParameter("moves", "There is nothing to advise: the game is over.")

    def work(stop: StopFlag) -> Iterator[Event]:
        yield Event("hint", give_hint(record, stop=stop))

    pool: Pool = request.app.state.pool
    return stream(pool, client or uuid4().hex, work)

"""Questions about one move: whether it was bad, and why. Both take a search and are answered as a stream of events."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool

from kibitz.analysis.coach.advice import COACH_SECONDS, advise
from kibitz.analysis.coach.why import WHY_SECONDS, explain_move
from kibitz.analysis.judged_position import Effort
from kibitz.core.game import Move
from kibitz.core.searching import StopFlag
from kibitz.play.records import GameRecord
from kibitz.web.meanwhile import answer_meanwhile
from kibitz.web.models import Client, RequestedPosition, document_refusals, refuse_if_invalid
from kibitz.web.pool import Event
from kibitz.web.streaming import EventStream, stream

MAX_SECONDS = 5.0

router = APIRouter(
    prefix="/api", responses=document_refusals(400, 403, 422, 503, streamed=True), default_response_class=EventStream
)

MoveName = Annotated[
    str, Query(min_length=1, max_length=20, description="A legal move of the position", examples=["7"])
]


@router.get("/coach")
async def coach(
    request: Request,
    at: RequestedPosition,
    move: MoveName,
    time: Annotated[float, Query(ge=0.05, le=MAX_SECONDS, description="Seconds of search")] = COACH_SECONDS,
    client: Client = "",
) -> EventStream:
    """One sentence if a move of the position was bad; an empty one if it was fine.

    Events: `queued`, `compiling`, `advice` with mark and sentence, then `done`, or `failed`. `provisional` advice, from
    a readable search while the compiler works, is followed by another.
    """
    record = await run_in_threadpool(at.record)
    played = _legal(record, move)

    def work(stop: StopFlag) -> Iterator[Event]:
        def look(compiled: bool, until: StopFlag) -> Generator[Event, None, bool]:
            advice = advise(record, played, effort=Effort(time), compiled=compiled, stop=until)
            yield Event("advice", advice)
            return advice.proven

        yield from answer_meanwhile(request.app.state.compiler, record.game, stop, look)

    return stream(request, client, work)


@router.get("/why")
async def why(
    request: Request,
    at: RequestedPosition,
    move: MoveName,
    time: Annotated[float, Query(ge=0.05, le=MAX_SECONDS, description="Seconds of search")] = WHY_SECONDS,
    client: Client = "",
) -> EventStream:
    """Why a move of the position is bad: its refutation with a reason for each step, and what would have held.

    Events: `queued`, `compiling`, `why`, then `done`, or `failed`. A `provisional` explanation, from a readable search
    while the compiler works, is followed by another.
    """
    record = await run_in_threadpool(at.record)
    played = _legal(record, move)

    def work(stop: StopFlag) -> Iterator[Event]:
        def look(compiled: bool, until: StopFlag) -> Generator[Event, None, bool]:
            why = explain_move(record, played, seconds=time, compiled=compiled, stop=until)
            yield Event("why", why)
            return why.proven

        yield from answer_meanwhile(request.app.state.compiler, record.game, stop, look)

    return stream(request, client, work)


def _legal(record: GameRecord, move: str) -> Move:
    with refuse_if_invalid("move"):
        return record.legal_move(move)

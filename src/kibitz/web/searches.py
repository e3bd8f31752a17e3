"""Questions that take a search, answered as a stream of events."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import uuid4

from fastapi import APIRouter, Request

from kibitz.app.analysis import answer
from kibitz.app.bounds import bounded_player
from kibitz.app.thinking import look_at
from kibitz.core.searching import StopFlag
from kibitz.web.models import At, Client, PlayerSpec, Seed, refusals, refused_over
from kibitz.web.pool import Event, Pool
from kibitz.web.streaming import EventStream, stream

__all__ = ["router"]

router = APIRouter(prefix="/api", responses=refusals(400, 403, 414, 422, 503), default_response_class=EventStream)


@router.get("/think")
async def think(request: Request, at: At, player: PlayerSpec, seed: Seed = None, client: Client = "") -> EventStream:
    """What a player would do, for its own move or as a hint.

    Events: `queued`, `compiling`, `progress` with depth, score, line, nodes, speed and seconds, then `move` with the
    whole answer, or `failed`.
    """
    with refused_over("player"):
        chosen_by = bounded_player(player, at.game, seed=seed)

    def work(stop: StopFlag) -> Iterator[Event]:
        yield Event("move", answer(at, chosen_by, stop=stop))

    return stream(_pool(request), _client(client), work, lambda job: look_at(at.game, job.stop))


def _pool(request: Request) -> Pool:
    pool: Pool = request.app.state.pool
    return pool


def _client(name: str) -> str:
    """Who asks; a request without a name is a client of its own."""
    return name or uuid4().hex

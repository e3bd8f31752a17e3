"""Server-sent events from a search: its place in the queue, how far it is, and what it finds.

An event is a name and JSON. `progress` comes a few times a second while a search runs; the other events come as
they happen. When the client disconnects, the generator is closed and the search is stopped.
"""

from __future__ import annotations

import asyncio
import dataclasses
import json
from collections.abc import AsyncIterator, Callable
from typing import Any
from uuid import uuid4

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from kibitz.web.pool import Event, Pool, SearchJob, Work

PULSE = 0.1  # seconds between two looks at a search
STILL_HERE = 10.0  # seconds of silence after which a comment keeps the connection open


class EventStream(StreamingResponse):
    media_type = "text/event-stream"


def stream(
    request: Request, client: str, work: Work, progress: Callable[[SearchJob], Any] = lambda job: None
) -> EventStream:
    """The answer that streams what some work finds; `progress` says how far it is, None while there is nothing new.

    `client`: who asks; a request without a name is a client of its own. Raises Busy when there is no room.
    """
    pool: Pool = request.app.state.pool
    client = client or uuid4().hex
    pool.check_capacity(client)
    return EventStream(_events(pool, client, work, progress), headers={"Cache-Control": "no-store"})


async def _events(pool: Pool, client: str, work: Work, progress: Callable[[SearchJob], Any]) -> AsyncIterator[bytes]:
    job = pool.submit(client, work)
    try:
        place, shown, silence = 0, None, 0.0
        while True:
            now_at = pool.place(job)
            if now_at and now_at != place:
                place = now_at
                yield encoded(Event("queued", {"place": place}))
            try:
                event = await asyncio.wait_for(job.events.get(), PULSE)
            except TimeoutError:
                now = None if pool.place(job) else progress(job)
                if now is not None and now != shown:
                    shown, silence = now, 0.0
                    yield encoded(Event("progress", now))
                elif (silence := silence + PULSE) >= STILL_HERE:
                    silence = 0.0
                    yield b": still here\n\n"
                continue
            if event is None:
                return
            yield encoded(event)
    finally:
        pool.cancel(job)


def encoded(event: Event) -> bytes:
    """An event as it goes over the line."""
    data = event.data if isinstance(event.data, dict) else dataclasses.asdict(event.data)
    return f"event: {event.name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode()


def attached_file(content: str | bytes, file_name: str, media_type: str) -> Response:
    """A text, or other data, that the browser saves as a file."""
    if isinstance(content, str):
        return attached_text(content, file_name, media_type)
    headers = {"Content-Disposition": f'attachment; filename="{file_name}"'}
    return Response(content, media_type=media_type, headers=headers)


def attached_text(text: str, file_name: str, media_type: str) -> Response:
    """A text that the browser saves as a file."""
    headers = {"Content-Disposition": f'attachment; filename="{file_name}"'}
    return Response(text.encode(), media_type=f"{media_type}; charset=utf-8", headers=headers)

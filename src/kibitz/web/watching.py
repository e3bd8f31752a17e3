"""A page that watches a run in the background: a stream of what is new, until the run is over.

Whoever watches looks a few times a second; most looks find nothing new, and then nothing is sent.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import NamedTuple

from fastapi import Request
from fastapi.concurrency import run_in_threadpool

from kibitz.core.errors import KibitzError
from kibitz.web.pool import Busy, Event
from kibitz.web.streaming import STILL_HERE, EventStream, encoded

BETWEEN_LOOKS = 0.15  # seconds
MAX_WATCHERS = 40


class Look(NamedTuple):
    """What is new since the last look, and whether the run is over."""

    events: list[Event]
    is_over: bool


class Watchers:
    """How many pages are watching now."""

    count = 0


def watch_run(request: Request, look: Callable[[], Look]) -> EventStream:
    """Stream what `look` finds, then `done`; if it raises an error of Kibitz's own, `failed` with the reason."""
    watchers: Watchers = request.app.state.watchers
    if watchers.count >= MAX_WATCHERS:
        raise Busy(f"{watchers.count} pages are watching already; try again in a few seconds.")
    return EventStream(_events(watchers, look), headers={"Cache-Control": "no-store"})


async def _events(watchers: Watchers, look: Callable[[], Look]) -> AsyncIterator[bytes]:
    watchers.count += 1
    loop = asyncio.get_running_loop()
    last_sent = loop.time()
    try:
        while True:
            events, is_over = await run_in_threadpool(look)
            for event in events:
                yield encoded(event)
            if events:
                last_sent = loop.time()
            elif loop.time() - last_sent >= STILL_HERE:
                last_sent = loop.time()
                yield b": still here\n\n"
            if is_over:
                yield encoded(Event("done", {}))
                return
            await asyncio.sleep(BETWEEN_LOOKS)
    except KibitzError as error:  # a tournament was removed, or a file of results was damaged meanwhile
        yield encoded(Event("failed", {"error": str(error)}))
    finally:
        watchers.count -= 1

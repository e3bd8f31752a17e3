"""Connections that cannot be held for nothing: who sends no request, or reads no answer, is disconnected.

    connected ── no whole request head within HEAD_SECONDS ──▶ closed
    answering ── nothing read for READ_SECONDS ──▶ closed, and its search stopped
    too many  ── the one that has been silent longest ──▶ closed, so that a newcomer is served

uvicorn has a time limit only between two requests of one connection. Five hundred connections that never ask anything
would keep everybody else out.
"""

from __future__ import annotations

import asyncio
import time

from uvicorn.protocols.http.h11_impl import H11Protocol

MAX_CONNECTIONS = 500  # at once
SPARE = 20  # connections that are kept free for newcomers, as long as anybody is silent
HEAD_SECONDS = 15.0
READ_SECONDS = 30.0


class BoundedConnection(H11Protocol):
    """One connection of the server."""

    _silent_since = 0.0
    _head_timer: asyncio.TimerHandle | None = None
    _read_timer: asyncio.TimerHandle | None = None

    @property
    def is_silent(self) -> bool:
        """Whether it asks for nothing: no request has begun, or the last one is answered."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in the base class
        super().connection_made(transport)
        self._silent_since = time.monotonic()
        self._head_timer = self.loop.call_later(HEAD_SECONDS, self._close_if_silent)
        if len(self.connections) > MAX_CONNECTIONS - SPARE:
            self._make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        for timer in (self._head_timer, self._read_timer):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self.is_silent and self._head_timer is not None:
            self._head_timer.cancel()  # from here on, uvicorn's own time limit holds
            self._head_timer = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._read_timer = self.loop.call_later(READ_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._read_timer is not None:
            self._read_timer.cancel()
            self._read_timer = None

    def _close_if_silent(self) -> None:
        if self.is_silent:
            self.transport.abort()

    def _make_room(self) -> None:
        others = (one for one in self.connections if isinstance(one, BoundedConnection) and one is not self)
        silent = [one for one in others if one.is_silent and not one.transport.is_closing()]
        if silent:
            min(silent, key=lambda one: one._silent_since).transport.abort()

"""Protection of the app: who may send requests, and what a browser may do with the answers.

By default the app listens on the loopback interface only. Even so, a page from anywhere can make the user's browser
send requests there. So the `Host` must be a name of this server (which defeats DNS rebinding), and requests to the API
must not come from a page of another origin. Files that are sent here may take only so much memory together.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import threading
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kibitz.web.pool import Busy

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
ANY_ADDRESS = "*"  # among the hosts: any numeric address is accepted, as a server on all interfaces needs

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
MAX_QUERY_LENGTH = 8_192  # bytes
MAX_BYTES = 64 << 20  # of a file that is opened
UPLOAD_SECONDS = 60
MAX_ARRIVING = 2 * MAX_BYTES  # of all files that are arriving at once


class RequestFilter:
    """Middleware: checks every request and adds security headers to every answer. Streams pass through unchanged."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str] = LOOPBACK) -> None:
        self.app = app
        self.hosts = frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store" if _is_api(scope) else "no-cache")
            await send(message)

        refusal = self._refusal(scope)
        if refusal is None:
            await self.app(scope, receive, marked)
        else:
            await _refuse(marked, *refusal)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """The status and the sentence with which a request is refused; None if it is allowed."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_ours(host):
            return 400, f"'{host}' is not a name of this server; open it at the address it printed."
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc.lower() != host.lower():
            return 403, f"Pages of {origin} may not use this server."
        # Requests without an Origin, such as those for an image, tell where they come from in this header alone.
        if _is_api(scope) and headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return 403, "Pages of other sites may not use this server."
        if len(scope["query_string"]) > MAX_QUERY_LENGTH:
            return 400, f"The address is too long; at most {MAX_QUERY_LENGTH} characters may follow the question mark."
        return None

    def _is_ours(self, host: str) -> bool:
        try:
            name = (urlsplit(f"//{host}").hostname or "").lower()
        except ValueError:
            return False
        return name in self.hosts or (ANY_ADDRESS in self.hosts and _is_address(name))


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _is_api(scope: Scope) -> bool:
    path: str = scope["path"]
    return path.startswith("/api/")


async def _refuse(send: Send, status: int, sentence: str) -> None:
    body = json.dumps({"error": sentence}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class Uploads:
    """The files that are arriving now: all together they may take only so much memory, and one is read at a time."""

    def __init__(self) -> None:
        self.size = 0
        self.reading = threading.Lock()

    @contextmanager
    def receive(self) -> Iterator[Upload]:
        upload = Upload(self)
        try:
            yield upload
        finally:
            self.size -= upload.size


class Upload:
    """One of them."""

    def __init__(self, uploads: Uploads) -> None:
        self._uploads, self._chunks, self.size = uploads, list[bytes](), 0

    async def receive(self, chunks: AsyncIterator[bytes], most: int | None = None) -> None:
        """Receive all of it: at most `most` bytes, by default MAX_BYTES, within UPLOAD_SECONDS."""
        most = MAX_BYTES if most is None else most
        try:
            async with asyncio.timeout(UPLOAD_SECONDS):
                async for chunk in chunks:
                    self._add(chunk, most)
        except TimeoutError:
            raise HTTPException(408, f"The file did not arrive within {UPLOAD_SECONDS} s") from None

    def _add(self, chunk: bytes, most: int) -> None:
        self.size += len(chunk)
        self._uploads.size += len(chunk)
        if self.size > most:
            limit = f"{most >> 20} MiB" if most >= 1 << 20 else f"{most >> 10} KiB"
            raise HTTPException(413, f"A file may have at most {limit} here")
        if self._uploads.size > MAX_ARRIVING:
            raise Busy("Too many files are arriving at once; try again in a few seconds.")
        self._chunks.append(chunk)

    def take(self) -> bytes:
        """All of it, once."""
        data = b"".join(self._chunks)
        self._chunks.clear()
        return data

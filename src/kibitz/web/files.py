"""The files of the page, read once: a page is some forty of them, asked for all at the same time."""

from __future__ import annotations

import hashlib
import mimetypes
from pathlib import Path
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

__all__ = ["Files"]

ICON = "image/svg+xml"  # which browsers ask for again whenever the address changes, so with every move
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": ICON, ".html": "text/html"}


class _File(NamedTuple):
    content: bytes
    media_type: str
    etag: str


class Files:
    """Answers with the files of a folder as they were when the server started; 304 to who has them already."""

    def __init__(self, folder: Path) -> None:
        paths = (path for path in folder.rglob("*") if path.is_file())
        self._files = {path.relative_to(folder).as_posix(): _read(path) for path in paths}

    def answer(self, name: str, headers: Headers) -> Response:
        """The file of that name. Raises HTTPException if there is none."""
        file = self._files.get(name)
        if file is None:
            raise HTTPException(404)
        tag = {"ETag": file.etag}
        if file.media_type == ICON:
            tag["Cache-Control"] = "max-age=3600"
        if file.etag in headers.get("if-none-match", ""):
            return Response(status_code=304, headers=tag)
        return Response(file.content, media_type=file.media_type, headers=tag)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As an app mounted at some path."""
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405)
        name = scope["path"].removeprefix(scope.get("root_path", "")).lstrip("/")
        await self.answer(name, Headers(scope=scope))(scope, receive, send)


def _read(path: Path) -> _File:
    content = path.read_bytes()
    media_type = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return _File(content, media_type, f'"{hashlib.sha256(content).hexdigest()[:16]}"')

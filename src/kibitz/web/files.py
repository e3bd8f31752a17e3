"""The static files of the web app, read once: opening a page asks for some forty of them at the same time."""

from __future__ import annotations

import hashlib
import mimetypes
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

ICON = "image/svg+xml"  # browsers ask for it again whenever the address changes, which is after every move
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": ICON, ".html": "text/html"}


class _File(NamedTuple):
    content: bytes
    media_type: str
    etag: str


class StaticFolder:
    """Answers with the files of a folder as they were when the server started; 304 if the browser has them already.

    `written`: texts that take the place of the files of these names.
    """

    def __init__(self, folder: Path, *, written: Mapping[str, str] | None = None) -> None:
        contents = {path.relative_to(folder).as_posix(): path.read_bytes() for path in _files(folder)}
        contents.update((name, text.encode()) for name, text in (written or {}).items())
        self._files = {name: _describe(name, content) for name, content in contents.items()}

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


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def _describe(name: str, content: bytes) -> _File:
    media_type = TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return _File(content, media_type, f'"{hashlib.sha256(content).hexdigest()[:16]}"')

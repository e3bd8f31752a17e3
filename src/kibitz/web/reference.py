"""The reference of the API: OpenAPI for programs, and one plain page made from it for people, without a script."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse

from kibitz.web.streaming import EventStream

__all__ = ["describe_streams", "page"]

EVENT = {
    "type": "object",
    "title": "Event",
    "description": "One server-sent event; its data is JSON.",
    "properties": {
        "event": {
            "enum": [
                "queued",
                "compiling",
                "note",
                "progress",
                "move",
                "scores",
                "ply",
                "summary",
                "advice",
                "why",
                "result",
                "hint",
                "recorded",
                "overview",
                "table",
                "games",
                "boards",
                "run",
                "sheet",
                "failed",
                "done",
            ]
        },
        "data": {"type": "string", "contentMediaType": "application/json"},
    },
    "required": ["event", "data"],
}


def describe_streams(app: FastAPI) -> None:
    """Describe the events of streams in OpenAPI, where FastAPI by itself would describe a stream as text."""
    api = app.openapi()
    for methods in api["paths"].values():
        content = methods.get("get", {}).get("responses", {}).get("200", {}).get("content", {})
        if EventStream.media_type in content:
            content[EventStream.media_type] = {"schema": EVENT}


async def page(request: Request) -> HTMLResponse:
    """The page: every route with its parameters."""
    return HTMLResponse("\n".join(_lines(request.app.openapi())))


def _lines(api: dict[str, Any]) -> Iterator[str]:
    info = api["info"]
    yield "<!doctype html>"
    yield '<html lang="en"><head><meta charset="utf-8"><title>Kibitz: the API</title>'
    yield '<meta name="viewport" content="width=device-width"><link rel="icon" href="/static/icon.svg"></head><body>'
    yield f"<h1>{escape(info['title'])} {escape(info['version'])}: the API</h1>"
    yield f"<p>{escape(info['description'])}</p>"
    yield '<p>For programs: <a href="/openapi.json">/openapi.json</a>. <a href="/">Back to the games</a>.</p>'
    for path, methods in api["paths"].items():
        for method, route in methods.items():
            yield f"<h2><code>{method.upper()} {escape(path)}</code></h2>"
            yield "".join(f"<p>{escape(part)}</p>" for part in route["description"].split("\n\n"))
            yield from _parameters(route.get("parameters", []))
    yield "</body></html>"


def _parameters(parameters: list[dict[str, Any]]) -> Iterator[str]:
    if not parameters:
        return
    yield "<table><thead><tr><th>parameter</th><th>what it is</th><th>default</th></tr></thead><tbody>"
    for parameter in parameters:
        schema = parameter["schema"]
        usual = "required" if parameter["required"] else schema.get("default", "")
        about = parameter.get("description", schema.get("description", ""))
        yield f"<tr><td><code>{escape(parameter['name'])}</code></td><td>{escape(about)}</td>"
        yield f"<td>{escape(str(usual))}</td></tr>"
    yield "</tbody></table>"

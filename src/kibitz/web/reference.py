"""The reference of the API: OpenAPI for programs, and one page made from it for people, in the frame of the app."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator
from html import escape
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse

from kibitz.web.streaming import EventStream

PAGE = '<main id="page" tabindex="-1"></main>'  # in the document of all pages
POSITIONS = "Games and positions"
GROUPS = {"tree": "Microscope"}  # where the word of the address is not the name of the page
MANY = 1e9  # a limit that nobody needs to know

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
                "curve",
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


def make_reference_page(index: str) -> Callable[[Request], Awaitable[HTMLResponse]]:
    """The page with every route and its parameters, in the frame of `index`, the document of all pages."""
    before, after = _without_script(index).split(PAGE)

    async def page(request: Request) -> HTMLResponse:
        return HTMLResponse(before + "\n".join(_lines(request.app.openapi())) + after)

    return page


def _without_script(index: str) -> str:
    """The frame alone: the script that opens pages by their address would find none at this one."""
    kept = (line for line in index.splitlines() if "/static/main.js" not in line and "modulepreload" not in line)
    return "\n".join(kept).replace("<title>Kibitz</title>", "<title>The API · Kibitz</title>")


def _lines(api: dict[str, Any]) -> Iterator[str]:
    info = api["info"]
    groups = _group(api["paths"])
    yield '<main id="page" tabindex="-1"><div class="manual">'
    yield '<nav class="contents" aria-label="Contents"><ul>'
    yield from (f'<li><a href="#{_anchor(group)}">{escape(group)}</a></li>' for group in groups)
    yield "</ul></nav>"
    yield '<article class="document">'
    yield f"<h1>The API of {escape(info['title'])} {escape(info['version'])}</h1>"
    yield f"<p>{escape(info['description'])}</p>"
    yield '<p>For programs: <a href="/openapi.json">/openapi.json</a>. '
    yield '<a href="/manual?document=reference/web-api">The guide, with examples</a>.</p>'
    for group, routes in groups.items():
        yield f'<h2 id="{_anchor(group)}">{escape(group)}</h2>'
        for method, path, route in routes:
            yield f"<h3><code>{method.upper()} {escape(path)}</code></h3>"
            yield "".join(f"<p>{_words(part)}</p>" for part in route["description"].split("\n\n"))
            yield from _parameters(route.get("parameters", []))
    yield "</article></div></main>"


def _group(paths: dict[str, Any]) -> dict[str, list[tuple[str, str, dict[str, Any]]]]:
    """The routes by what they are about: those with a longer path by its first part."""
    groups: dict[str, list[tuple[str, str, dict[str, Any]]]] = {}
    for path, methods in paths.items():
        parts = path.removeprefix("/api/").split("/")
        group = GROUPS.get(parts[0], parts[0].capitalize()) if len(parts) > 1 else POSITIONS
        groups.setdefault(group, []).extend((method, path, route) for method, route in methods.items())
    return groups


def _anchor(group: str) -> str:
    return group.lower().replace(" ", "-")


def _parameters(parameters: list[dict[str, Any]]) -> Iterator[str]:
    if not parameters:
        return
    yield "<table><thead><tr><th>parameter</th><th>description</th><th>allowed</th><th>default</th></tr></thead><tbody>"
    for parameter in parameters:
        schema = parameter["schema"]
        usual = "required" if parameter["required"] else schema.get("default", "")
        about = parameter.get("description", schema.get("description", ""))
        yield f"<tr><td><code>{escape(parameter['name'])}</code></td><td>{_words(about)}</td>"
        yield f"<td>{escape(_allowed(schema))}</td><td>{escape(str(usual))}</td></tr>"
    yield "</tbody></table>"


def _words(text: str) -> str:
    """A description as HTML: what stands between backticks is code."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(text))


def _allowed(schema: dict[str, Any]) -> str:
    """Which values a parameter may have, in words; empty where any will do."""
    schema = next(iter(schema.get("anyOf", [])), schema)
    if "enum" in schema:
        return ", ".join(map(str, schema["enum"]))
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and high is not None:
        return f"{low:g} to {high:g}" if high < MANY else f"{low:g} or more"
    if low is not None:
        return f"{low:g} or more"
    return f"up to {schema['maxLength']} characters" if "maxLength" in schema else ""

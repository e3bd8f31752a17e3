"""The pages of the web app. A new page is one entry in PAGES, and a folder of that name in `static/`.

All pages share one document, `static/index.html`. `write_index` adds what follows from the list: the style sheets of
every page, the navigation, and the modules to be loaded ahead. `static/main.js` reads the navigation, and opens the
page whose address it finds in the browser.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import NamedTuple

STYLES, MODULES, LINKS = "<!-- styles of the pages -->", "<!-- modules loaded ahead -->", "<!-- links to the pages -->"
SHARED = "shared"
TYPES_ONLY = "_types.js"  # ends the name of a module without code, which only the type checker reads


class Page(NamedTuple):
    """One page: `folder` in `static/` has its `page.js` and its style sheets."""

    address: str
    title: str
    folder: str
    needs_game: bool = False  # without one, its link leads to where a game is chosen
    is_loaded_ahead: bool = False  # with the first page, whichever that is


PAGES = (  # in the order of the navigation
    Page("/", "Games", "start", is_loaded_ahead=True),
    Page("/play", "Play", "play", needs_game=True, is_loaded_ahead=True),
    Page("/analyse", "Analyse", "play", needs_game=True, is_loaded_ahead=True),  # the same page keeps the same game
    Page("/tree", "Microscope", "microscope"),
    Page("/arena", "Arena", "arena"),
    Page("/lab", "Lab", "lab"),
    Page("/doctor", "Doctor", "doctor"),
    Page("/exercises", "Exercises", "exercises"),
    Page("/learn", "Learn", "learn"),
    Page("/manual", "Manual", "manual"),
)


def write_index(static: Path) -> str:
    """The document of all pages, made from `index.html` in the folder of static files."""
    index = (static / "index.html").read_text(encoding="utf-8")
    for mark, lines in ((STYLES, _styles(static)), (MODULES, _modules(static)), (LINKS, _links())):
        before, _, after = index.partition(mark)
        index = before + ("\n" + " " * (len(before) - len(before.rstrip(" ")))).join(lines) + after
    return index


def _styles(static: Path) -> Iterator[str]:
    for folder in dict.fromkeys(page.folder for page in PAGES):
        for name in _names(static, folder, "*.css"):
            yield f'<link rel="stylesheet" href="/static/{name}">'


def _modules(static: Path) -> Iterator[str]:
    """One after the other, as imports are found, they would take several round trips."""
    for folder in dict.fromkeys((SHARED, *(page.folder for page in PAGES if page.is_loaded_ahead))):
        for name in _names(static, folder, "*.js"):
            if not name.endswith(TYPES_ONLY):
                yield f'<link rel="modulepreload" href="/static/{name}">'


def _links() -> Iterator[str]:
    for page in PAGES:
        needs_game = " data-needs-game" if page.needs_game else ""
        yield f'<a href="{page.address}" data-folder="{page.folder}"{needs_game}>{escape(page.title)}</a>'


def _names(static: Path, folder: str, pattern: str) -> list[str]:
    """Files of a folder, those of its sub-folders last."""
    paths = sorted((static / folder).rglob(pattern), key=lambda path: (len(path.parts), path))
    return [path.relative_to(static).as_posix() for path in paths]

"""Search over the documentation: the sections that contain every word, those with a word in the heading first."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.web.documentation import Contents, list_contents, make_anchor, read_source

MAX_FOUND = 20
EXCERPT = 140  # characters
_HEADING = re.compile(r"^#{1,4} +(.*)$", re.MULTILINE)
_MARKUP = re.compile(r"```.*?$|\{[\w-]+\}|[`*|]|!?\[([^\]]*)\]\([^)]*\)", re.MULTILINE)


@dataclass(frozen=True)
class Section:
    """A place in the documentation, with the words around the first match."""

    page: str
    title: str
    heading: str
    anchor: str
    excerpt: str


@dataclass(frozen=True)
class _Text:
    section: Section
    lower: str
    words: str


def search_sections(query: str) -> list[Section]:
    """The sections that contain all words of a query; none for a query without words."""
    words = re.findall(r"[\w-]+", query.lower())
    if not words:
        return []
    found = [text for text in _read_all() if all(word in text.lower for word in words)]
    found.sort(key=lambda text: -sum(word in text.section.heading.lower() for word in words))
    return [_with_excerpt(text, words[0]) for text in found[:MAX_FOUND]]


def _with_excerpt(text: _Text, word: str) -> Section:
    at = max(text.words.lower().find(word), 0)
    start = text.words.rfind(" ", 0, max(0, at - EXCERPT // 3)) + 1 if at > EXCERPT // 3 else 0
    excerpt = text.words[start : start + EXCERPT].strip()
    section = text.section
    return Section(section.page, section.title, section.heading, section.anchor, excerpt)


@functools.cache
def _read_all() -> tuple[_Text, ...]:
    return tuple(text for page in _pages(list_contents()) for text in _read(page))


def _pages(contents: Contents) -> Iterator[Contents]:
    yield contents
    for below in contents.pages:
        yield from _pages(below)


def _read(page: Contents) -> Iterator[_Text]:
    _, *parts = _HEADING.split(read_source(page.page))
    for heading, body in zip(parts[::2], parts[1::2], strict=True):
        words = " ".join(_MARKUP.sub(r"\1", body).split())
        plain = _MARKUP.sub(r"\1", heading)
        yield _Text(Section(page.page, page.title, plain, make_anchor(heading), ""), f"{plain} {words}".lower(), words)

"""The routes of the Manual page: the documentation and its list of contents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Query

from kibitz.web.documentation import FIRST_PAGE, Contents, DocPage, list_contents, read_page
from kibitz.web.documentation_search import Section, search_sections
from kibitz.web.models import document_refusals

router = APIRouter(prefix="/api", responses=document_refusals(400, 403, 404))


@dataclass(frozen=True)
class ManualPage:
    """A page of the documentation, and the list of all pages."""

    shown: DocPage
    contents: Contents


@router.get("/manual")
def manual(
    page: Annotated[
        str, Query(max_length=200, description="The page's name", examples=["tutorial/first-game"])
    ] = FIRST_PAGE,
) -> ManualPage:
    """A page of the documentation as HTML."""
    return ManualPage(read_page(page), list_contents())


@dataclass(frozen=True)
class FoundSections:
    """Sections of the documentation, the best match first."""

    sections: list[Section]


@router.get("/manual/search")
def search(words: Annotated[str, Query(max_length=200, description="Words that a section contains")]) -> FoundSections:
    """Sections of the documentation that contain all of these words."""
    return FoundSections(search_sections(words))

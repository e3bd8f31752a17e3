"""Published reports as a start page offers them: what each was, its programs to play, its tables measured again."""

from __future__ import annotations

import importlib
import importlib.util
from dataclasses import dataclass

__all__ = ["ReportCard", "ReportLink", "ReportShelf", "find_report_shelf"]

PACKAGE = "kibitz.reports"  # Kibitz works without it; the shelf is empty then
MODULE = f"{PACKAGE}.front_door"


@dataclass(frozen=True)
class ReportLink:
    """One thing to do with a report's program, and the address in the app that does it."""

    title: str
    page: str


@dataclass(frozen=True)
class ReportCard:
    """A report; `about` is a line. `programs`: what can be played or watched, the first is what the report was about.

    `command` plays its program in the terminal. `entry`: the experiment with the table to begin with.
    """

    id: str
    title: str
    about: str
    programs: tuple[ReportLink, ...]
    command: str
    entry: str

    @property
    def tables_command(self) -> str:
        """Shows that table in the terminal, measured again in seconds."""
        return f"kibitz lab run {self.entry} --quick"


@dataclass(frozen=True)
class ReportShelf:
    """All reports under one title; `about` is a sentence or two."""

    title: str = ""
    about: str = ""
    cards: tuple[ReportCard, ...] = ()


def find_report_shelf() -> ReportShelf:
    """The reports that come with Kibitz."""
    if importlib.util.find_spec(PACKAGE) is None:
        return ReportShelf()
    shelf: ReportShelf = importlib.import_module(MODULE).SHELF
    return shelf

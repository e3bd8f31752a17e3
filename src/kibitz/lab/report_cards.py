"""Published reports as a start page offers them: what each was, its programs to play, its tables measured again.

Extensions add them (`core/extensions.py`); without any, there is nothing to offer.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.extensions import Additions
from kibitz.core.publications import Publication

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
ABOUT = (
    "Their programs play as they were published, with their faults, and every table and claim has been measured again."
)


@dataclass(frozen=True)
class ReportLink:
    """One thing to do with a report's program, and the address in the app that does it."""

    title: str
    page: str


@dataclass(frozen=True)
class ReportCard:
    """A report; `id`, `title` and `about` are those of the publication.

    `programs`: what can be played or watched, the first is what the report was about. `command`: plays its program in
    the terminal. `entry`: the experiment with the table to begin with; `tables_command` shows that in the terminal,
    measured again in seconds.
    """

    id: str
    title: str
    about: str
    programs: tuple[ReportLink, ...]
    command: str
    entry: str
    tables_command: str


@dataclass(frozen=True)
class ReportShelf:
    """All reports under one title; `about` is a sentence."""

    title: str
    about: str
    cards: tuple[ReportCard, ...]


REPORT_CARDS: Additions[ReportCard] = Additions("report card")


def add_report_card(of: Publication, *programs: ReportLink, command: str, entry: str) -> ReportCard:
    card = ReportCard(of.id, of.title, of.about, programs, command, entry, f"kibitz lab run {entry} --quick")
    return REPORT_CARDS.add(of.id, card)


def make_report_shelf() -> ReportShelf:
    cards = tuple(REPORT_CARDS.values())
    number = NUMBERS[len(cards)] if len(cards) < len(NUMBERS) else str(len(cards))
    return ReportShelf(f"The {number} reports" if len(cards) != 1 else "A report", ABOUT, cards)

"""Publications: what tables, programs and faults were taken from, by the word before the dash in their ids.

    add_publication("my", "my thesis", "Minimax and alpha-beta on five boards, 2026")

From then on `my-1` is an entry of "my, my thesis". Extensions and users' files say what they take things from; where
nothing is said, an id stands alone.
"""

from __future__ import annotations

from typing import NamedTuple

from kibitz.core.extensions import Additions


class Publication(NamedTuple):
    """`id`: the short name; `title`: what people call it; `about`: what it was, in one line."""

    id: str
    title: str
    about: str

    def __str__(self) -> str:
        return f"{self.id}, {self.title}"


PUBLICATIONS: Additions[Publication] = Additions("publication")


def add_publication(short: str, title: str, about: str) -> Publication:
    return PUBLICATIONS.add(short, Publication(short, title, about))


def find_publication(entry: str) -> Publication | None:
    """What an entry, as in "my-1", was taken from; None if that is unknown."""
    return PUBLICATIONS.get(entry.partition("-")[0])


def cite_publication(entry: str) -> str:
    """An entry with the publication it was taken from, as in "my-1 (my, my thesis)"; the entry alone if unknown."""
    found = find_publication(entry)
    return entry if found is None else f"{entry} ({found})"

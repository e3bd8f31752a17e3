"""Numbers and lists in plain English."""

from __future__ import annotations

from collections.abc import Sequence

IRREGULAR = {"man": "men"}


def plural(one: str) -> str:
    """Several of a thing: discs, boxes, men."""
    ending = "es" if one.endswith(("s", "x", "ch", "sh")) else "s"
    return IRREGULAR.get(one, one + ending)


def count(number: float, one: str) -> str:
    """A number of things: 1 disc, 2 boxes; whole where it is nearly so."""
    shown = f"{number:.0f}"
    return f"{shown} {one if shown == '1' else plural(one)}"


def join_names(names: Sequence[str]) -> str:
    """3, 4 and 5."""
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]

"""Experiments by name, by report, or from a file of the user's own; and the order of the catalogue."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from kibitz.core.errors import BadFile, UnknownName
from kibitz.core.loading import find_classes_in_file
from kibitz.core.publications import PUBLICATIONS, find_publication
from kibitz.core.spec import split_user_file, suggest_name
from kibitz.lab.design import EXPERIMENTS, Experiment

ALL = "all"


def find_experiments(texts: Sequence[str] = (ALL,)) -> dict[str, Experiment]:
    """What the texts name, each by the text that finds it in any process.

    A text is an id, a report (the word before the dash in ids), "all", or a file of the user's own (my_table.py,
    my_table.py:Class).
    """
    found: dict[str, Experiment] = {}
    for text in texts:
        own = split_user_file(text)
        found.update(_in_catalogue(text) if own is None else _in_file(Path(own.path), own.name))
    return found


def _in_catalogue(text: str) -> dict[str, Experiment]:
    known = sorted(EXPERIMENTS, key=catalogue_order)
    if text.lower() == ALL:
        return {name: EXPERIMENTS[name]() for name in known}
    wanted = text.lower()
    chosen = [one for one in known if one.lower() == wanted] or [
        one
        for one in known
        if one.lower().startswith(f"{wanted}-") or wanted in map(str.lower, EXPERIMENTS[one].covers)
    ]
    if not chosen:
        there = [*known, *(line for cls in EXPERIMENTS.values() for line in cls.covers), *PUBLICATIONS, ALL]
        raise UnknownName(
            f"There is no experiment called '{text}'{suggest_name(text, there)}; `kibitz lab list` shows all, and a "
            "file of your own is named as in my_table.py."
        )
    return {one: EXPERIMENTS[one]() for one in chosen}


def _in_file(path: Path, name: str) -> dict[str, Experiment]:
    classes = find_classes_in_file(path, name, Experiment)
    if not classes:
        raise BadFile(f"{path} defines no experiment (a class derived from kibitz.Experiment).")
    found = {}
    for key, cls in classes.items():
        missing = [one for one in ("id", "title", "source", "columns") if not hasattr(cls, one)]
        if missing:
            raise BadFile(f'{path}: {key} needs {" and ".join(missing)}; add a line such as {missing[0]} = "…".')
        try:
            found[f"{path}:{key}"] = cls()
        except TypeError as error:  # abstract methods
            raise BadFile(f"{path}: {key} cannot be used as an experiment: {error}.") from None
    return found


def catalogue_order(name: str) -> tuple[bool, list[tuple[str, int]]]:
    """A key to sort ids by: my-9 comes before my-10, and those of known publications before all others."""
    words = [(word, int(digits or 0)) for word, digits in re.findall(r"(\D*)(\d*)", name)]
    return find_publication(name) is None, words

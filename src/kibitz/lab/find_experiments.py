"""Experiments by name or from a file of the user's own, in this process or in one that measures.

python -m kibitz.lab.find_experiments [--low]      a process that measures what it is sent; `lab/runner.py` starts it

With --low it leaves the machine to others.
"""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from kibitz.arena.playing import LOWEST
from kibitz.core.errors import BadFile, UnknownName
from kibitz.core.loading import fault_in_own_file, own_classes
from kibitz.core.registry import import_folder
from kibitz.core.spec import closest, split_own
from kibitz.jobs.process import serve
from kibitz.lab.design import EXPERIMENTS, Experiment
from kibitz.lab.outcome import REPORTS, place_of
from kibitz.lab.runner import Failed, Job, Measured, measure

__all__ = ["CATALOGUE", "LOW_PROCESS", "PROCESS", "find_experiments"]

PROCESS = (sys.executable, "-m", "kibitz.lab.find_experiments")
LOW_PROCESS = (*PROCESS, "--low")
ALL = "all"
CATALOGUE = "kibitz.lab.catalogue"  # the folder of the shipped ones


def find_experiments(texts: Sequence[str] = (ALL,)) -> dict[str, Experiment]:
    """What the texts name, each by the text that finds it in any process.

    A text is an id (S3-21), a report (S3), "all", or a file of the user's own (my_table.py, my_table.py:Class).
    """
    found: dict[str, Experiment] = {}
    for text in texts:
        own = split_own(text)
        found.update(_in_catalogue(text) if own is None else _in_file(Path(own.path), own.name))
    return found


def _in_catalogue(text: str) -> dict[str, Experiment]:
    import_folder(CATALOGUE)
    known = sorted(EXPERIMENTS, key=place_of)
    if text.lower() == ALL:
        return {name: EXPERIMENTS[name]() for name in known}
    name = text.upper() if text not in EXPERIMENTS else text
    if name in EXPERIMENTS:
        return {name: EXPERIMENTS[name]()}
    chosen = [one for one in known if one.startswith(f"{name}-") or name in EXPERIMENTS[one].covers]
    if not chosen:
        there = [*known, *(line for cls in EXPERIMENTS.values() for line in cls.covers), *REPORTS, ALL]
        raise UnknownName(
            f"There is no experiment called '{text}'{closest(name, there)}; `kibitz lab list` shows all, and a file of "
            "your own is named as in my_table.py."
        )
    return {one: EXPERIMENTS[one]() for one in chosen}


def _in_file(path: Path, name: str) -> dict[str, Experiment]:
    classes = own_classes(path, name, Experiment)
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


# In the process that measures.


@functools.cache
def _experiment(text: str) -> Experiment:
    (found,) = find_experiments([text]).values()
    return found


def _measure(job: Job, tell: Callable[[object], None]) -> Measured | Failed:
    return measure(job, _experiment(job.experiment), _explain)


def _explain(error: Exception) -> str:
    return fault_in_own_file(error) or f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    if "--low" in sys.argv and hasattr(os, "nice"):
        os.nice(LOWEST)
    serve(_measure)

"""The results of a full run that come with experiments, so that they are never shown empty: a run called `ours`.

Where experiments are defined, `RESULT_FILES` is told of the file with their results. `benchmarks/ship_lab_results.py`
writes such a file from a file of results:

    machines    as `lab/machine_info.py` describes them
    commits     of the code that measured it
    results     by experiment, the rows: cell, settings, seed, values, exact, seconds, at, version, code, and the places
                of its commit and its machine in the lists above
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kibitz.core.extensions import Additions
from kibitz.lab.result_store import Key, Measurement

OURS = "ours"  # the name of the run
RESULT_FILES: Additions[Path] = Additions("result file")  # each by a name of its own


def read_shipped_results() -> tuple[Measurement, ...]:
    """All of them, in the order of the catalogue."""
    return tuple(one for file in RESULT_FILES.values() for one in _read(file))


@functools.cache
def _read(file: Path) -> tuple[Measurement, ...]:
    packed: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    machines = list(map(json.dumps, packed["machines"]))
    return tuple(
        Measurement(
            Key(OURS, experiment, row["cell"], _write_settings(row["settings"]), row["seed"], row["code"]),
            row["values"],
            tuple(row["exact"]),
            row["seconds"],
            row["version"],
            machines[row["machine"]],
            row["at"],
            packed["commits"][row["commit"]],
        )
        for experiment, rows in packed["results"].items()
        for row in rows
    )


def _write_settings(settings: dict[str, Any]) -> str:
    """As the key of a result has them."""
    return json.dumps(settings, sort_keys=True, ensure_ascii=False)


def pack_results(measured: Iterable[Measurement]) -> str:
    """The text of the file, a line for each row."""
    machines: list[str] = []
    commits: list[str] = []
    results: dict[str, list[str]] = {}
    for one in measured:
        row = {
            "cell": one.key.cell,
            "settings": json.loads(one.key.settings),
            "seed": one.key.seed,
            "code": one.key.code,
            "values": dict(one.values),
            "exact": list(one.exact),
            "seconds": one.seconds,
            "at": one.at,
            "version": one.version,
            "commit": _place(commits, one.commit),
            "machine": _place(machines, one.machine),
        }
        results.setdefault(one.key.experiment, []).append(json.dumps(row, ensure_ascii=False, sort_keys=True))
    head = json.dumps({"commits": commits, "machines": list(map(json.loads, machines))})
    lines = [f'{head[:-1]}, "results": {{']
    for number, (name, rows) in enumerate(results.items(), start=1):
        lines += [f"{json.dumps(name)}: [", *(f"{row}," for row in rows[:-1]), rows[-1]]
        lines.append("]," if number < len(results) else "]")
    return "\n".join([*lines, "}}", ""])


def _place(known: list[str], text: str) -> int:
    """Where a text stands in a list, to which it is added if it is new."""
    if text not in known:
        known.append(text)
    return known.index(text)

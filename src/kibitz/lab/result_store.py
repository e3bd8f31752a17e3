"""What was measured, in a file that survives: SQLite, one row a cell, each committed once with all it depends on.

    run          the name somebody gave it; "main" unless told
    experiment   its id, the name of the cell, what was set for it, the seed, and a digest of the code that measured
    values       by column; `exact` names those that a second run must give again
    version, machine, at, seconds

A cell that is set otherwise, drawn from another seed or measured by other code is another measurement: a result never
stands for something it is not.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import json
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.core.errors import BadFile, UnknownName
from kibitz.jobs.database import Database
from kibitz.lab.design import Cell, Experiment, Values

__all__ = ["Key", "Measurement", "Results", "key_of"]

FORMAT = 0x4B4C4142  # "KLAB", by which SQLite knows whose file it is


@dataclass(frozen=True)
class Key:
    """What a measurement is of."""

    run: str
    experiment: str
    cell: str
    settings: str  # as JSON, keys in order
    seed: int
    code: str


@dataclass(frozen=True)
class Measurement:
    """A cell as measured. `machine` is JSON; `at` the time in UTC."""

    key: Key
    values: Values
    exact: tuple[str, ...]
    seconds: float
    version: str
    machine: str
    at: str


def key_of(run: str, experiment: Experiment, cell: Cell, seed: int) -> Key:
    settings = json.dumps(dict(cell.settings), sort_keys=True, ensure_ascii=False)
    return Key(run, experiment.id, cell.name, settings, seed, _code_of(type(experiment)))


@functools.cache
def _code_of(cls: type[Experiment]) -> str:
    """A digest of the function that measures, so that one who corrects it does not see old figures."""
    text = textwrap.dedent(inspect.getsource(cls.measure))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class Results(Database):
    """A file of results; a context that closes it at its end."""

    tables = f"""
    PRAGMA application_id = {FORMAT};
    CREATE TABLE IF NOT EXISTS measurements (
        run TEXT, experiment TEXT, cell TEXT, settings TEXT, seed INTEGER, code TEXT,
        "values" TEXT NOT NULL, exact TEXT NOT NULL, seconds REAL NOT NULL,
        version TEXT NOT NULL, machine TEXT NOT NULL, at TEXT NOT NULL,
        PRIMARY KEY (run, experiment, cell, settings, seed, code)
    );
    """
    holds = "results"
    doubled = "a result is there already."
    when_full = "every result stored before is safe, so make room and give the same command again."

    def check(self) -> None:
        """Refuse what is damaged or of another kind, as far as can be seen without reading all of it."""
        (format_of_file,) = self._file.execute("PRAGMA application_id").fetchone()
        tables = self._file.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if tables and format_of_file != FORMAT:
            raise BadFile(f"{self.path} is a database of something else; take another file with --results.")
        (state,) = self._file.execute("PRAGMA quick_check(1)").fetchone()
        if state != "ok":
            reason = str(state).splitlines()[-1]
            raise BadFile(f"{self.path} is damaged ({reason}); put it away, or take another file with --results.")

    def add(self, measured: Iterable[Measurement]) -> None:
        """Keep measurements, all or none; they are safe when this returns. One that is there already stays as it is."""
        rows = [
            (
                *(m.key.run, m.key.experiment, m.key.cell, m.key.settings, m.key.seed, m.key.code),
                json.dumps(dict(m.values), ensure_ascii=False),
                json.dumps(m.exact, ensure_ascii=False),
                *(m.seconds, m.version, m.machine, m.at),
            )
            for m in measured
        ]
        self.add_rows("INSERT OR IGNORE INTO measurements VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)

    def all(self, run: str | None = None) -> dict[Key, Measurement]:
        """Everything kept so far, of one run or of all, in the order it was measured."""
        rows = self.ask('SELECT * FROM measurements WHERE ? IN ("", run) ORDER BY rowid', (run or "",))
        found = {}
        for *key_parts, values, exact, seconds, version, machine, at in rows:
            key = Key(*key_parts)
            try:
                found[key] = Measurement(
                    key, json.loads(values), tuple(json.loads(exact)), seconds, version, machine, at
                )
            except (ValueError, TypeError):
                raise BadFile(f"{self.path} is damaged: what is kept of {key.experiment} cannot be read.") from None
        return found

    def runs(self) -> list[str]:
        return [str(name) for (name,) in self.ask("SELECT run FROM measurements GROUP BY run ORDER BY min(rowid)")]

    def run_named(self, name: str) -> dict[Key, Measurement]:
        """The measurements of a run that must be there."""
        known = self.runs()
        if name not in known:
            raise UnknownName(f"{self.path} has no run '{name}'; its runs: {', '.join(known) or 'none'}.")
        return self.all(name)

"""What was measured, in a file that survives: SQLite, one row for each cell, committed once with all it depends on.

    run          the name somebody gave it (default: main)
    experiment   its id, the name of the cell, its settings, the seed, and a digest of the code that measured it
    values       by column; `exact` names those that a second run must give again
    version, machine, at, seconds

A cell with other settings, another seed or other code is another measurement: a kept result never stands for code
that has not measured it. `lab/code_digest.py` says which code that is. Results of other code stay in the file and are
shown as such until the cell is measured again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import astuple, dataclass, replace

from kibitz.core.errors import BadFile, UnknownName
from kibitz.jobs.database import Database, values_text
from kibitz.lab.code_digest import code_digest
from kibitz.lab.design import Cell, Experiment, Values

FORMAT = 0x4B4C4142  # "KLAB", which marks an SQLite file as one of ours


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
    """A cell as measured. `machine` is JSON; `at` the time in UTC; `commit` that of results that come with Kibitz."""

    key: Key
    values: Values
    exact: tuple[str, ...]
    seconds: float
    version: str
    machine: str
    at: str
    commit: str = ""


def make_key(run: str, experiment: Experiment, cell: Cell, seed: int) -> Key:
    settings = json.dumps(dict(cell.settings), sort_keys=True, ensure_ascii=False)
    return Key(run, experiment.id, cell.name, settings, seed, code_digest(type(experiment)))


class Measurements:
    """The measurements of a run, by what they are of."""

    def __init__(self, measured: Iterable[Measurement] = ()) -> None:
        self._by_key: dict[Key, Measurement] = {}
        self._last: dict[Key, Measurement] = {}  # by the key without the code
        self.add(measured)

    def add(self, measured: Iterable[Measurement]) -> None:
        """Take measurements in the order in which they were made."""
        for one in measured:
            self._by_key[one.key] = one
            self._last[replace(one.key, code="")] = one

    def __contains__(self, key: Key) -> bool:
        """Whether the very code of the key has measured it."""
        return key in self._by_key

    def latest(self, key: Key) -> Measurement | None:
        """What the code of the key has measured, else what other code measured last."""
        return self._by_key.get(key) or self._last.get(replace(key, code=""))


class ResultStore(Database):
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
    contents = "results"
    duplicate_message = "a result is there already."
    when_damaged = "move it away, or choose another file with --results."
    when_disk_full = "every result stored before is safe, so make room and give the same command again."

    def check(self) -> None:
        """Refuse what is damaged or of another kind, as far as can be seen without reading all of it."""
        (format_of_file,) = self._file.execute("PRAGMA application_id").fetchone()
        tables = self._file.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if tables and format_of_file != FORMAT:
            raise BadFile(f"{self.path} is a database of something else; choose another file with --results.")
        (state,) = self._file.execute("PRAGMA quick_check(1)").fetchone()
        if state != "ok":
            reason = str(state).splitlines()[-1]
            raise BadFile(f"{self.path} is damaged ({reason}); move it away, or choose another file with --results.")

    def add(self, measured: Iterable[Measurement]) -> None:
        """Store measurements, all or none; they are safe when this returns. One that is there already stays."""
        rows: dict[str, tuple[object, ...]] = {
            values_text(astuple(m.key)): (
                *(m.key.run, m.key.experiment, m.key.cell, m.key.settings, m.key.seed, m.key.code),
                json.dumps(dict(m.values), ensure_ascii=False),
                json.dumps(m.exact, ensure_ascii=False),
                *(float(m.seconds), m.version, m.machine, m.at),
            )
            for m in measured
        }
        self.add_rows("INSERT OR IGNORE INTO measurements VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)

    def all(self, run: str | None = None) -> dict[Key, Measurement]:
        """Everything stored so far, of one run or of all, in the order it was measured."""
        rows = self.ask("SELECT * FROM measurements ORDER BY rowid")
        self.check_rows("[", {values_text(row[:6]): row for row in rows})
        found = {}
        for *key_parts, values, exact, seconds, version, machine, at in rows:
            key = Key(*key_parts)
            if run not in (None, "", key.run):
                continue
            try:
                found[key] = Measurement(
                    key, json.loads(values), tuple(json.loads(exact)), seconds, version, machine, at
                )
            except (ValueError, TypeError):
                raise BadFile(f"{self.path} is damaged: what it holds of {key.experiment} cannot be read.") from None
        return found

    def runs(self) -> list[str]:
        return list(dict.fromkeys(key.run for key in self.all()))

    def run_named(self, name: str) -> dict[Key, Measurement]:
        """The measurements of a run that must be there."""
        known = self.runs()
        if name not in known:
            raise UnknownName(f"{self.path} has no run '{name}'; its runs: {', '.join(known) or 'none'}.")
        return self.all(name)

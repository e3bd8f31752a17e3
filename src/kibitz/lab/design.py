"""A published table as data plus one function: what it says, how a row of it is measured, and what that shows.

    class GrowthByDepth(Experiment):
        id = "my-1"
        title = "Nodes of minimax and alpha-beta"
        source = "my report, table 1"
        columns = (Column("nodes"), Column("seconds", "s", exact=False))
        plot = Plot("lines", x="depth", y=("nodes",), log=True)

        def cells(self, *, quick: bool = False) -> Sequence[Cell]:
            return [Cell(f"depth {depth}", {"depth": depth}) for depth in range(1, 5 if quick else 9)]

        def reported(self, cell: Cell) -> Values:
            return {"nodes": {1: 8, 2: 57}.get(cell.settings["depth"])}

        def measure(self, cell: Cell, seed: int) -> Values: ...

        def judge(self, rows: Sequence[Row]) -> Verdict: ...

Subclassing with an `id` registers: those of extensions are the catalogue, and a file of one's own adds to it. A claim
that is no table is an experiment as well, whose cells are what it takes to decide it (`Claim`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import ClassVar, NamedTuple, TypeAlias

from kibitz.core.errors import BadFile
from kibitz.core.extensions import Additions
from kibitz.lab.verdict import Verdict

Value: TypeAlias = int | float | str | None  # None: not in print, or could not be measured
Values: TypeAlias = Mapping[str, Value]  # by the name of a column or a setting


@dataclass(frozen=True)
class Cell:
    """One row of a table: its name, which is its key in the store, and what is set for it.

    `quick` says what a quick row does less than the full one, as "0.02 s a move"; it is empty for every other row.
    """

    name: str
    settings: Values = field(default_factory=dict)
    quick: str = ""

    @property
    def label(self) -> str:
        """The name as it is shown, so that nobody takes a quick row for the full one."""
        return f"{self.name} ({self.quick}, quick)" if self.quick else self.name

    def whole(self, name: str) -> int:
        """A setting that is a whole number."""
        value = self.settings[name]
        assert isinstance(value, int)
        return value


class Column(NamedTuple):
    """What is measured. `exact` says that a second run on any machine must give the same; seconds are not."""

    name: str
    unit: str = ""
    exact: bool = True


class Plot(NamedTuple):
    """How the table is drawn: `kind` is lines or bars, `x` a setting, `y` columns; `by` makes one curve a setting.

    Bars take their interval from the columns `<y> low` and `<y> high`, where the table has them. `names` says what
    values of settings are called in the picture, where they have another name there.
    """

    kind: str
    x: str
    y: tuple[str, ...]
    by: str = ""
    log: bool = False
    title: str = ""
    names: Mapping[str, str] = MappingProxyType({})

    def name(self, value: Value) -> Value:
        """A value of a setting as the picture has it."""
        return self.names.get(value, value) if isinstance(value, str) else value


class Row(NamedTuple):
    """One row as printed and as measured; `measured` is None until it has been."""

    cell: Cell
    reported: Values
    measured: Values | None

    def number(self, column: str) -> float | None:
        """What was measured, if that is a number."""
        return _number(None if self.measured is None else self.measured.get(column))

    def printed(self, column: str) -> float | None:
        """What is printed, if that is a number."""
        return _number(self.reported.get(column))


def number(values: Values | None, name: str) -> float:
    """A value that has to be there and a number."""
    value = None if values is None else values[name]
    assert isinstance(value, int | float), f"{name} is not a number"
    return value


def _number(value: Value) -> float | None:
    return value if isinstance(value, (int, float)) else None


class BoardLink(NamedTuple):
    """A game to look at on the board: two players by their specs, "human" for the user."""

    title: str  # what one does there, as in "play against it"
    game: str
    first: str = "human"
    second: str = "human"
    moves: str = ""


class TreeLink(NamedTuple):
    """A search whose tree can be looked at."""

    title: str
    game: str
    search: str
    moves: str = ""


AppLink: TypeAlias = BoardLink | TreeLink


class Experiment(ABC):
    """One table. `measure` depends on its arguments alone and may run in a process of its own."""

    id: ClassVar[str]  # the word before the dash says what it is from (`core/publications.py`)
    title: ClassVar[str]
    source: ClassVar[str]  # the report, by title and year, and where in it
    says: ClassVar[str] = ""  # what is printed and judged here, in the report's own scope; a table may need none
    assumes: ClassVar[str] = ""  # what the report leaves open and is chosen here: heuristic, depth, opponent
    covers: ClassVar[tuple[str, ...]] = ()  # further lines of the list of what is printed that this settles
    columns: ClassVar[tuple[Column, ...]]
    plot: ClassVar[Plot | None] = None
    needs_full_rows: ClassVar[bool] = False  # about time or matches, so that quick rows never decide it
    shipped: ClassVar[bool] = False  # part of the catalogue; set when the class is registered

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        if "id" in cls.__dict__:
            old = EXPERIMENTS.added.get(cls.id)
            if old is not None and old.__module__ != cls.__module__ and old.shipped:
                raise BadFile(f"There is an experiment '{cls.id}' already; give {cls.__name__} another id.")
            cls.shipped = EXPERIMENTS.folders.hold(cls.__module__)
            EXPERIMENTS.add(cls.id, cls)

    @abstractmethod
    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        """The rows, names all different. A quick run takes seconds: smaller sizes, fewer games, no row of minutes.

        A row of a quick run that is not among those of the full one says in `quick` what it does less.
        """

    def reported(self, cell: Cell) -> Values:
        """What the report prints for a row; nothing for what it does not print."""
        return {}

    @abstractmethod
    def measure(self, cell: Cell, seed: int) -> Values:
        """The row as measured, by column."""

    def app_links(self, row: Row) -> Sequence[AppLink]:
        """What of a row can be looked at in the web app, within seconds (default: nothing)."""
        return ()

    @abstractmethod
    def judge(self, rows: Sequence[Row]) -> Verdict:
        """What the rows show that have been measured, one at least: these alone are given."""


class Claim(Experiment):
    """A sentence of a report, checked; `says` is that sentence."""


EXPERIMENTS: Additions[type[Experiment]] = Additions("experiment")

"""Extensions: packages of Kibitz that no other package imports, and what they add to the others.

An extension is a folder of the package `kibitz` with a module `extension.py`. Its `ADDS` says what is defined where:

    ADDS = {"searcher": ("kibitz.mine.programs",), "experiment": ("kibitz.mine.tables",)}

Each kind of thing has one place that knows all of it: a registry of classes (`core/registry.py`), or `Additions`. That
place imports the folders of its kind when somebody first asks. So a folder that is deleted takes with it what it adds,
and nothing else; and what a user's own file defines is added in the same way when that file is run.
"""

from __future__ import annotations

import importlib
import pkgutil
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TypeVar

V = TypeVar("V")

ROOT = Path(__file__).parents[1]  # the package


def import_folder(package: str) -> None:
    """Import a package with every module in it and below, so that what is defined there registers itself."""
    module = importlib.import_module(package)
    for found in pkgutil.iter_modules(getattr(module, "__path__", ())):
        import_folder(f"{package}.{found.name}")


@cache
def _list_extensions() -> dict[str, Mapping[str, tuple[str, ...]]]:
    """What each extension adds, by its name."""
    names = sorted(path.parent.name for path in ROOT.glob("*/extension.py"))
    return {name: importlib.import_module(f"kibitz.{name}.extension").ADDS for name in names}


def list_added_folders(kind: str) -> tuple[str, ...]:
    """The packages and modules in which extensions define things of a kind."""
    added = (adds.get(kind, ()) for adds in _list_extensions().values())
    return tuple(folder for folders in added for folder in folders)


def find_extension(module: str) -> str:
    """The package of the extension that a module belongs to, as in "kibitz.mine"; empty if it belongs to none."""
    package = ".".join(module.split(".")[:2])
    return package if package in {f"kibitz.{name}" for name in _list_extensions()} else ""


class Folders:
    """The packages and modules in which things of one kind are defined, those of extensions last."""

    def __init__(self, kind: str, *folders: str) -> None:
        self._kind = kind
        self._own = folders
        self._is_complete = False
        self._is_importing = False
        self._lock = threading.RLock()

    @property
    def names(self) -> tuple[str, ...]:
        return (*self._own, *list_added_folders(self._kind))

    def hold(self, module: str) -> bool:
        """Whether a module lies in one of them."""
        return any(f"{module}.".startswith(f"{folder}.") for folder in self.names)

    def import_all(self) -> None:
        """Import what was not imported yet."""
        if self._is_complete:
            return
        with self._lock:  # the importing thread may come here again: what it imports may look names up
            if self._is_complete or self._is_importing:
                return
            self._is_importing = True
            try:
                for folder in self.names:
                    import_folder(folder)
                self._is_complete = True
            finally:
                self._is_importing = False


class Additions(Mapping[str, V]):
    """Things of one kind by their names, as extensions, users' files and the module that keeps them add them."""

    def __init__(self, kind: str) -> None:
        self.folders = Folders(kind)
        self._found: dict[str, V] = {}

    @property
    def added(self) -> Mapping[str, V]:
        """What was added so far; nothing is imported for it."""
        return self._found

    def add(self, name: str, value: V) -> V:
        self._found[name] = value
        return value

    @contextmanager
    def restored(self) -> Iterator[None]:
        """Forget at the end of the block what was added in it."""
        found = {name: self[name] for name in self}
        try:
            yield
        finally:
            self._found = found

    def __getitem__(self, name: str) -> V:
        self.folders.import_all()
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        self.folders.import_all()
        return iter(self._found)

    def __len__(self) -> int:
        self.folders.import_all()
        return len(self._found)

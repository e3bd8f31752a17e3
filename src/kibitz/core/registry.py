"""Registries: classes by name, the shipped ones found in their folders when somebody first asks.

A class registers itself when it is defined. Nobody imports a module for that: a registry is told which folders of the
package hold shipped classes, and imports what lies there, and in the folders of extensions, before its first answer.
Imports point downward, so that a layer cannot import what a layer above it provides; it declares instead in which
module that is found (`Provided`).
What an outside library has, as in openspiel:hex, is made when it is named and not listed.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

from kibitz.core.errors import BadFile, UnknownName
from kibitz.core.extensions import Folders
from kibitz.core.spec import Configured, split_spec, suggest_name

MAX_NAMES = 12  # in a message
LISTINGS = {"player": "kibitz players", "searcher": "kibitz players", "evaluator": "kibitz evals"}

T = TypeVar("T", bound=Configured)
V = TypeVar("V")


class Registry(Generic[T]):
    """Classes by name. `aliases` on a class adds names that stand for a spec of it.

    `folders`: the packages and modules with the shipped classes, which are imported on the first look-up. `libraries`:
    the word before the colon in names of outside libraries, and the module whose `find_class` makes such a class.
    """

    def __init__(self, noun: str, *folders: str, libraries: Mapping[str, str] | None = None) -> None:
        self.noun = noun
        self._folders = Folders(noun, *folders)
        self._libraries = libraries or {}
        self._classes: dict[str, type[T]] = {}
        self._unlisted: dict[str, type[T]] = {}
        self._aliases: dict[str, tuple[str, str]] = {}

    @classmethod
    def joined(cls, noun: str, *parts: Registry[Any]) -> Registry[T]:
        """One registry of what is in several."""
        whole: Registry[T] = cls(noun)
        for part in parts:
            whole._classes |= part.classes
            whole._aliases |= part.aliases
        return whole

    @property
    def classes(self) -> dict[str, type[T]]:
        """Every class by its name."""
        self._folders.import_all()
        return self._classes

    @property
    def aliases(self) -> dict[str, tuple[str, str]]:
        """The class name and the options that a further name stands for."""
        self._folders.import_all()
        return self._aliases

    def add(self, cls: type[T]) -> None:
        """Register a class under its name, which no shipped class of another file may have."""
        old = self._classes.get(cls.name) or self._unlisted.get(cls.name)
        if old is not None and old.__module__ != cls.__module__ and old.shipped:
            raise BadFile(f"There is a {self.noun} called '{cls.name}' already; give {cls.__name__} another name.")
        cls.shipped = self._folders.hold(cls.__module__)
        (self._classes if cls.is_listed else self._unlisted)[cls.name] = cls
        for alias, texts in getattr(cls, "aliases", {}).items():
            self._aliases[alias] = (cls.name, texts)

    def names(self) -> list[str]:
        return sorted([*self.classes, *self.aliases])

    def find(self, name: str) -> type[T]:
        """The class of that name."""
        library, _, inner = name.partition(":")
        if name not in self.classes and inner and library in self._libraries:
            found: type[T] = importlib.import_module(self._libraries[library]).find_class(inner)
            return found
        if library in self._libraries and not inner:
            raise UnknownName(f"'{name}' alone names no {self.noun}; write {library}:NAME, as in openspiel:hex.")
        if name in self._unlisted:
            return self._unlisted[name]
        if name not in self.classes:
            raise UnknownName(
                f"There is no {self.noun} called '{name}'{suggest_name(name, self.names())}; {self._list_names()}."
            )
        return self.classes[name]

    def _list_names(self) -> str:
        """All names if they are few, else where they are listed."""
        names = self.names()
        if len(names) <= MAX_NAMES or self.noun not in LISTINGS:
            return f"there are: {', '.join(names)}"
        return f"`{LISTINGS[self.noun]}` lists all {len(names)}"

    def parse(self, spec: str, **extra: Any) -> T:
        """The instance a spec string names."""
        name, texts = self.resolve(spec)
        return self.find(name).from_texts(texts, **extra)

    def resolve(self, spec: str) -> tuple[str, dict[str, str]]:
        """A spec string as class name and option texts, with aliases of names and of options followed."""
        name, texts = split_spec(spec)
        name, preset = self.aliases.get(name, (name, ""))
        cls = self.classes.get(name) or self._unlisted.get(name)
        if cls is not None:
            texts = cls.rename_aliases(texts)
        return name, {**(split_spec(f"{name}:{preset}")[1] if preset else {}), **texts}

    @contextmanager
    def restored(self) -> Iterator[None]:
        """Forget at the end of the block what was registered in it."""
        classes, aliases = dict(self.classes), dict(self.aliases)
        try:
            yield
        finally:
            self._classes, self._aliases = classes, aliases


class Provided(Generic[V]):
    """Something that `module` provides when it is imported."""

    def __init__(self, module: str) -> None:
        self.module = module
        self._value: V | None = None

    def provide(self, value: V) -> V:
        """Set the value; can be used as a decorator."""
        self._value = value
        return value

    def get(self) -> V:
        if self._value is None:
            importlib.import_module(self.module)
        assert self._value is not None, f"{self.module} is expected to call provide()"
        return self._value

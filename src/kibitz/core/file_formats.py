"""File formats by the extension of a file's name, the shipped ones found in their folder on the first look-up.

A format is one file in that folder, which makes the format and registers it. Games and search trees have formats of
their own; how they are found is the same.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath
from typing import Generic, Protocol, TypeVar

from kibitz.core.errors import BadFile
from kibitz.core.extensions import Folders


class FileFormat(Protocol):
    """What every format has: an extension with its dot, in small letters, and a phrase that says what it is for."""

    @property
    def suffix(self) -> str: ...

    @property
    def about(self) -> str: ...


F = TypeVar("F", bound=FileFormat)


class FormatRegistry(Generic[F]):
    """Formats of one kind of thing. `noun` says which ("tree format"); `folder` is the package they lie in."""

    def __init__(self, noun: str, folder: str) -> None:
        self.noun = noun
        self._folders = Folders(noun, folder)
        self._formats: dict[str, F] = {}

    def register(self, made: F) -> F:
        self._formats[made.suffix] = made
        return made

    @property
    def formats(self) -> tuple[F, ...]:
        """Every format, in the order of the extensions."""
        self._folders.import_all()
        return tuple(made for _, made in sorted(self._formats.items()))

    def suffixes(self, fits: Callable[[F], bool] = lambda made: True) -> tuple[str, ...]:
        """The extensions of all formats, or of those that fit."""
        return tuple(made.suffix for made in self.formats if fits(made))

    def find(self, suffix: str) -> F:
        """The format of an extension, in capital letters or small ones."""
        found = next((made for made in self.formats if made.suffix == suffix.lower()), None)
        if found is None:
            endings = " ".join(self.suffixes())
            raise BadFile(f"There is no {self.noun} '{suffix}'; the file name must end in {endings}.")
        return found

    def find_for(self, file: str | PurePath) -> F:
        """The format of a file, by its name."""
        return self.find(PurePath(file).suffix)

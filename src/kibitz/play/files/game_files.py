"""Games in files: what is kept of a game, and the formats that can hold it.

A format is one file in `formats/` that makes a `Format` and hands it to `register`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from kibitz.core.errors import BadFile
from kibitz.core.game import Game
from kibitz.core.registry import import_folder
from kibitz.play.records import GameRecord

__all__ = [
    "FORMATS",
    "Format",
    "Load",
    "Saved",
    "formats",
    "read_file",
    "read_games",
    "register",
    "write_file",
    "write_games",
]

Load: TypeAlias = Callable[[str], Game]  # the game a text names


@dataclass(frozen=True)
class Saved:
    """A game as a file holds it. `headers` say what the record does not: the event, the round, how it ended …"""

    record: GameRecord
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Format:
    """How games are read from a text, and written where the format can hold them.

    `read` is given the text, a way to load the game that a text names, and the game to expect where the format does
    not name it. A format that is no text has the encoding latin-1: a character for each byte.
    """

    suffix: str  # with the dot
    about: str
    read: Callable[[str, Load, Game | None], list[Saved]]
    write: Callable[[Sequence[Saved]], str] | None = None
    encoding: str = "utf-8"


FORMATS: dict[str, Format] = {}


def register(made: Format) -> Format:
    FORMATS[made.suffix] = made
    return made


def read_file(path: Path, *, load: Load, game: Game | None = None) -> list[Saved]:
    """The games in a file; its extension says how they are written."""
    try:
        text = path.read_bytes().decode(_format(path.suffix).encoding)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise BadFile(f"{path} cannot be read: {reason}.") from None
    return read_games(text, path.suffix, load=load, game=game)


def write_file(path: Path, games: Sequence[Saved]) -> None:
    """Write games to a file; the reverse of `read_file`."""
    text = write_games(games, path.suffix)
    try:
        path.write_bytes(text.encode(_format(path.suffix).encoding))
    except OSError as error:
        raise BadFile(f"{path} cannot be written: {error.strerror}.") from None


def read_games(text: str, suffix: str, *, load: Load, game: Game | None = None) -> list[Saved]:
    """The games in the text of a file with that extension (.games, .moves, .sgf …)."""
    return _format(suffix).read(text, load, game)


def write_games(games: Sequence[Saved], suffix: str) -> str:
    """The text of a file with that extension; the reverse of `read_games`."""
    write = _format(suffix).write
    if write is None:
        writable = " ".join(name for name, known in sorted(FORMATS.items()) if known.write)
        raise BadFile(f"Games can be read from {suffix} files but not written there; there are: {writable}.")
    return write(games)


def formats() -> dict[str, Format]:
    """Every format by its suffix."""
    import_folder("kibitz.play.files.formats")
    return FORMATS


def _format(suffix: str) -> Format:
    found = formats().get(suffix.lower())
    if found is None:
        raise BadFile(f"There is no format of games '{suffix}'; the file name must end in {' '.join(sorted(FORMATS))}.")
    return found

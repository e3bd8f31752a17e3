"""Games in files: what is kept of a game, and the formats that can hold it.

A format is one file in `formats/` that makes a `GameFormat` and registers it with `GAME_FORMATS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from kibitz.core.errors import BadFile
from kibitz.core.file_formats import FormatRegistry
from kibitz.core.files.named_file import MAX_GAMES_BYTES, check_output, explain_errors, read_text
from kibitz.core.game import Game
from kibitz.play.records import GameRecord
from kibitz.play.variations import Variation

GameLoader: TypeAlias = Callable[[str], Game]  # the game a text names


@dataclass(frozen=True)
class SavedGame:
    """A game as a file holds it. `headers` say what the record does not: the event, the round, how it ended …

    `variations`: other moves that were tried, which only Kibitz's own format keeps.
    """

    record: GameRecord
    headers: Mapping[str, str] = field(default_factory=dict)
    variations: tuple[Variation, ...] = ()


@dataclass(frozen=True)
class GameFormat:
    """How games are read from a text, and written where the format can hold them.

    `read` is given the text, a way to load the game that a text names, and the game to expect where the format does
    not name it. A binary format has the encoding latin-1: a character for each byte.
    """

    suffix: str  # with the dot
    about: str
    read: Callable[[str, GameLoader, Game | None], list[SavedGame]]
    write: Callable[[Sequence[SavedGame]], str] | None = None
    encoding: str = "utf-8"


GAME_FORMATS: FormatRegistry[GameFormat] = FormatRegistry("game format", "kibitz.play.files.formats")


def read_file(path: Path, *, load: GameLoader, game: Game | None = None) -> list[SavedGame]:
    """The games in a file; its extension says how they are written."""
    text = read_text(path, MAX_GAMES_BYTES, GAME_FORMATS.find(path.suffix).encoding)
    return read_games(text, path.suffix, load=load, game=game)


def write_file(path: Path, games: Sequence[SavedGame]) -> None:
    """Write games to a file; the reverse of `read_file`."""
    data = write_games(games, path.suffix).encode(GAME_FORMATS.find(path.suffix).encoding)
    check_output(path)
    with explain_errors(path, "written"):
        path.write_bytes(data)


def read_games(text: str, suffix: str, *, load: GameLoader, game: Game | None = None) -> list[SavedGame]:
    """The games in the text of a file with that extension (.games, .moves, .sgf …)."""
    return GAME_FORMATS.find(suffix).read(text, load, game)


def write_games(games: Sequence[SavedGame], suffix: str) -> str:
    """The text of a file with that extension; the reverse of `read_games`."""
    write = GAME_FORMATS.find(suffix).write
    if write is None:
        writable = " ".join(GAME_FORMATS.suffixes(lambda made: made.write is not None))
        raise BadFile(
            f"Games can be read from {suffix} files but not written to them; these can be written: {writable}."
        )
    return write(games)

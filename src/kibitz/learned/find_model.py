"""The model that a player is made of: from a file that somebody names, or the one that comes with a game."""

from __future__ import annotations

import functools
from pathlib import Path

from kibitz.core.errors import Unsuited
from kibitz.core.game import Game
from kibitz.learned.kept_trainings import SUFFIX
from kibitz.learned.model import Model
from kibitz.learned.model_file import ModelHeader, check_model_file, read_header, read_model

SHIPPED = Path(__file__).with_name("shipped")
MAX_MODELS = 8  # kept in memory


def find_model(file: str, game: Game) -> Model:
    """The model in a file, or if none is named, the one that comes with that very game.

    A file that has changed is read again. Raises BadFile if it cannot be read, Unsuited if it is for another game or if
    there is none.
    """
    if file:
        path = Path(file)
    elif (path_of := _shipped_paths().get(game.spec())) is not None:
        path = path_of
    else:
        raise Unsuited(
            f"No learned player ships with {game}; train one (kibitz learn {game} METHOD --out mine{SUFFIX}) and name "
            f"it: learned:file=mine{SUFFIX}."
        )
    check_model_file(path)
    about = path.stat()
    return _read(path, game, about.st_mtime_ns, about.st_size)


@functools.lru_cache(MAX_MODELS)
def _read(path: Path, game: Game, _changed: int, _size: int) -> Model:
    return read_model(path, game)


def list_shipped() -> dict[str, ModelHeader]:
    """What comes with Kibitz: the game, and how its model was trained."""
    return {game: read_header(path) for game, path in _shipped_paths().items()}


@functools.cache
def _shipped_paths() -> dict[str, Path]:
    return {read_header(path).game: path for path in sorted(SHIPPED.glob(f"*{SUFFIX}"))}

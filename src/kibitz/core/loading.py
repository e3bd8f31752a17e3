"""Load a game by its name or from a user's file: `othello:size=6`, `nim.py:Nim`, `games/nim.py:Nim:heaps=4`.

Other classes that a file may define, such as an experiment for the lab, are found in the same way.
"""

from __future__ import annotations

import inspect
from collections.abc import Collection
from pathlib import Path
from typing import Any

from kibitz.core.errors import BadFile
from kibitz.core.game import Game, find_game
from kibitz.core.spec import split_spec, split_user_file
from kibitz.core.user_files import find_file, list_run_files, run_file


def load_game(spec: str | Game) -> Game:
    """The game that a text names, as in "othello:size=6" or "mygame.py:Class"; a game is passed through.

    A file is run, and the evaluators and searchers it defines can then be named as well.
    """
    own = None if isinstance(spec, Game) else split_user_file(spec)
    if own is None:
        return find_game(spec)
    path = Path(own.path)
    cls = _find_game_class(path, own.name)
    if cls.__hash__ is None:
        raise BadFile(
            f"{path}, line {_find_line(cls)}: {cls.__name__} has to be a frozen dataclass; write "
            "@dataclass(frozen=True) above the class."
        )
    _, texts = split_spec(f"{cls.name}:{own.options}")
    try:
        return cls.from_texts(texts)
    except TypeError as error:  # abstract methods, or not a dataclass
        raise BadFile(f"{path}, line {_find_line(cls)}: {cls.__name__} cannot be used as a game: {error}.") from None


def load_game_in_data(spec: str) -> Game:
    """The game that a file of data names. Data run no code: a Python file must have been named by the person before."""
    own = split_user_file(spec)
    if own is not None and Path(own.path).resolve() not in list_run_files():
        raise BadFile(
            f"The data name a game in the Python file '{own.path}', which is not run for them; "
            f"to allow it, name that file yourself as the game of the command."
        )
    return load_game(spec)


def format_game_spec(game: Game) -> str:
    """The reverse of `load_game`: a text that names the game in other processes too, with its file if it is in one."""
    file = find_file(type(game))
    if file is None:
        return str(game)
    return ":".join(filter(None, (str(file), type(game).__qualname__, str(game).partition(":")[2])))


def find_classes_in_file(path: Path, name: str, base: type) -> dict[str, type[Any]]:
    """The classes derived from `base` that a file defines: the one of that name, or all if the name is empty.

    The file is run first. A name that is not among them is refused; a file with no such class is not.
    """
    module = run_file(path)
    own = {
        key: value
        for key, value in vars(module).items()
        if inspect.isclass(value) and issubclass(value, base) and value.__module__ == module.__name__
    }
    if not name:
        return own
    classes = _describe_classes(own, base)
    found = vars(module).get(name)
    if found is None:
        raise BadFile(f"{path} has no class '{name}'; {classes}.")
    if name not in own:
        line = f", line {_find_line(found)}" if inspect.isclass(found) else ""
        raise BadFile(f"{path}{line}: {name} is not a class derived from kibitz.{base.__name__}; {classes}.")
    return {name: own[name]}


def _find_game_class(path: Path, name: str) -> type[Game]:
    own = find_classes_in_file(path, name, Game)
    if not own:
        raise BadFile(f"{path} defines no game; write a class derived from kibitz.Game, as `kibitz new-game` does.")
    if len(own) > 1:
        raise BadFile(f"{path} was given without a class; {_describe_classes(own, Game)}; write {path}:Class.")
    name, cls = own.popitem()
    if "name" not in vars(cls):
        raise BadFile(
            f'{path}, line {_find_line(cls)}: {name} needs a name; add a line such as name = "{name.lower()}".'
        )
    return cls


def _describe_classes(own: Collection[str], base: type) -> str:
    noun = base.__name__.lower()
    if own:
        return f"its {noun}s are: {', '.join(own)}"
    return f"it defines no {noun} (a class derived from {base.__name__})"


def _find_line(cls: type) -> int:
    return inspect.getsourcelines(cls)[1]

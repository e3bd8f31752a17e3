"""Games by name or from a file of the user's own: `othello:size=6`, `nim.py:Nim`, `games/nim.py:Nim:heaps=4`.

What else a file may define as a class, such as an experiment for the lab, is found in the same way.
"""

from __future__ import annotations

import inspect
from collections.abc import Collection
from pathlib import Path
from typing import Any

from kibitz.core.errors import BadFile
from kibitz.core.game import Game, find_game
from kibitz.core.spec import split_own, split_spec
from kibitz.core.user_files import fault_in_own_file, file_of, run_file

__all__ = ["fault_in_own_file", "game_text", "load_game", "own_classes"]


def load_game(spec: str | Game) -> Game:
    """The game that a text names, as in "othello:size=6" or "mygame.py:Class"; a game is passed through.

    A file is run, and whatever evaluators and searchers it defines can be named too.
    """
    own = None if isinstance(spec, Game) else split_own(spec)
    if own is None:
        return find_game(spec)
    path = Path(own.path)
    cls = _find_game_class(path, own.name)
    _, texts = split_spec(f"{cls.name}:{own.options}")
    try:
        return cls.from_texts(texts)
    except TypeError as error:  # abstract methods, or no dataclass
        raise BadFile(f"{path}, line {_line_of(cls)}: {cls.__name__} cannot be used as a game: {error}.") from None


def game_text(game: Game) -> str:
    """The reverse of `load_game`: a text that names the game in other processes too, with its file if it is in one."""
    file = file_of(type(game))
    if file is None:
        return str(game)
    return ":".join(filter(None, (str(file), type(game).__qualname__, str(game).partition(":")[2])))


def own_classes(path: Path, name: str, base: type) -> dict[str, type[Any]]:
    """The classes derived from `base` that a file defines: the one of that name, or all if the name is empty.

    The file is run first. A name that is not among them is refused; that there are none at all is not.
    """
    module = run_file(path)
    own = {
        key: value
        for key, value in vars(module).items()
        if inspect.isclass(value) and issubclass(value, base) and value.__module__ == module.__name__
    }
    if not name:
        return own
    there = _what_is_there(own, base)
    found = vars(module).get(name)
    if found is None:
        raise BadFile(f"{path} has no class '{name}'; {there}.")
    if name not in own:
        line = f", line {_line_of(found)}" if inspect.isclass(found) else ""
        raise BadFile(f"{path}{line}: {name} is not a class derived from kibitz.{base.__name__}; {there}.")
    return {name: own[name]}


def _find_game_class(path: Path, name: str) -> type[Game]:
    own = own_classes(path, name, Game)
    if len(own) != 1:
        raise BadFile(f"{path} was given without a class; {_what_is_there(own, Game)}; write {path}:Class.")
    name, cls = own.popitem()
    if "name" not in vars(cls):
        raise BadFile(f'{path}, line {_line_of(cls)}: {name} needs a name; add a line such as name = "{name.lower()}".')
    return cls


def _what_is_there(own: Collection[str], base: type) -> str:
    noun = base.__name__.lower()
    if own:
        return f"its {noun}s are: {', '.join(own)}"
    return f"it defines no {noun} (a class derived from {base.__name__})"


def _line_of(cls: type) -> int:
    return inspect.getsourcelines(cls)[1]

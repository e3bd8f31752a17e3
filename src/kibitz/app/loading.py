"""Games by name or from a file of the user's own: `othello:size=6`, `nim.py:Nim`, `games/nim.py:Nim:heaps=4`."""

from __future__ import annotations

import inspect
from pathlib import Path
from types import ModuleType

import kibitz.games  # noqa: F401  # registers the shipped games
from kibitz.arena.own_files import fault_in_own_file, run_file
from kibitz.core.errors import BadFile
from kibitz.core.game import Game, the_game
from kibitz.core.spec import split_own, split_spec

__all__ = ["fault_in_own_file", "load_game"]


def load_game(text: str) -> Game:
    """The game a text names. A file is run, and whatever evaluators and searchers it defines can be named too."""
    own = split_own(text)
    if own is None:
        return the_game(text)
    path = Path(own.path)
    cls = _the_class(run_file(path), path, own.name)
    _, texts = split_spec(f"{cls.name}:{own.options}")
    try:
        return cls.from_texts(texts)
    except TypeError as error:  # abstract methods, or no dataclass
        raise BadFile(f"{path}, line {_line_of(cls)}: {cls.__name__} cannot be used as a game: {error}.") from None


def _the_class(module: ModuleType, path: Path, name: str) -> type[Game]:
    own = {
        key: value
        for key, value in vars(module).items()
        if inspect.isclass(value) and issubclass(value, Game) and value.__module__ == module.__name__
    }
    there = f"its games are: {', '.join(own)}" if own else "it defines no game (a class derived from Game)"
    if not name:
        if len(own) != 1:
            raise BadFile(f"{path} was given without a class; {there}; write {path}:Class.")
        (name,) = own
    found = vars(module).get(name)
    if found is None:
        raise BadFile(f"{path} has no class '{name}'; {there}.")
    if name not in own:
        line = f", line {_line_of(found)}" if inspect.isclass(found) else ""
        raise BadFile(f"{path}{line}: {name} is not a class derived from kibitz.core.game.Game; {there}.")
    cls = own[name]
    if "name" not in vars(cls):
        raise BadFile(f'{path}, line {_line_of(cls)}: {name} needs a name; add a line such as name = "{name.lower()}".')
    return cls


def _line_of(cls: type) -> int:
    return inspect.getsourcelines(cls)[1]

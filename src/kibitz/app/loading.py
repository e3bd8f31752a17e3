"""Games by name or from a file of the user's own: `othello:size=6`, `nim.py:Nim`, `games/nim.py:Nim:heaps=4`."""

from __future__ import annotations

import importlib.util
import inspect
import re
import sys
import traceback
from functools import cache
from pathlib import Path
from types import ModuleType

import kibitz.games  # noqa: F401  # registers the shipped games
from kibitz.core.errors import BadFile
from kibitz.core.game import Game, the_game
from kibitz.core.spec import split_spec

__all__ = ["fault_in_own_file", "load_file", "load_game", "own_files"]

_OWN_FILE = re.compile(r"(?P<path>.+\.py)(?::(?P<name>[^:]*))?(?::(?P<options>.*))?")

_loaded: dict[str, Path] = {}  # files of the user's own, by the name Python gives their code


def load_game(text: str) -> Game:
    """The game a text names. A file is run, and whatever evaluators and searchers it defines can be named too."""
    match = _OWN_FILE.fullmatch(text.strip())
    if match is None:
        return the_game(text)
    path = Path(match["path"])
    cls = _the_class(_module(path), path, match["name"])
    _, texts = split_spec(f"{cls.name}:{match['options'] or ''}")
    try:
        return cls.from_texts(texts)
    except TypeError as error:  # abstract methods, or no dataclass
        raise BadFile(f"{path}, line {_line_of(cls)}: {cls.__name__} cannot be used as a game: {error}.") from None


def own_files() -> tuple[Path, ...]:
    """The files of the user's own that have been run, so that what they define can be named."""
    return tuple(Path(file) for file in _loaded)


def load_file(path: Path) -> None:
    """Run a file of the user's own, as another process has done before."""
    _module(path)


def fault_in_own_file(error: BaseException) -> str | None:
    """Where and how a game of the user's own went wrong, in one sentence; None if the fault is not there."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = _loaded.get(frame.filename)
        if path is not None:
            place = "" if frame.name == "<module>" else f", in {frame.name}"
            return f"{path}, line {frame.lineno}{place}: {_reason(error)}."
    return None


def _module(path: Path) -> ModuleType:
    if path.is_dir():
        raise BadFile(f"{path} is a folder; a Python file with a game was expected.")
    try:
        changed = path.stat().st_mtime_ns
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror}.") from None
    return _run(path.resolve(), path, changed)


@cache
def _run(file: Path, path: Path, changed: int) -> ModuleType:
    """The file's module; run again only when the file has changed."""
    name = "kibitz_own_" + re.sub(r"\W", "_", str(file))
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their annotations up there
    _loaded[str(file)] = path
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        raise BadFile(f"{path}, line {error.lineno}: {error.msg}.") from None
    except (Exception, SystemExit) as error:
        where = fault_in_own_file(error) or f"{path}: {_reason(error)}."
        raise BadFile(where) from None
    return module


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


def _reason(error: BaseException) -> str:
    text = str(error).strip().rstrip(".")
    return f"{type(error).__name__}: {text}" if text else type(error).__name__

"""Files of the user's own: run once, and found again when a fault in them has to be named.

They are only run when somebody at this machine names them.
"""

from __future__ import annotations

import importlib.util
import re
import sys
import traceback
from functools import cache
from pathlib import Path
from types import ModuleType

from kibitz.core.errors import BadFile

__all__ = ["fault_in_own_file", "file_of", "files_run", "run_file"]

_loaded: dict[str, Path] = {}  # by the name Python gives their code
_ran: dict[Path, None] = {}  # those that ran to their end, in order


def run_file(path: Path) -> ModuleType:
    """The module a file makes; run again only when the file has changed."""
    if path.is_dir():
        raise BadFile(f"{path} is a folder; a Python file was expected.")
    try:
        changed = path.stat().st_mtime_ns
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror}.") from None
    return _run(path.resolve(), path, changed)


def files_run() -> tuple[Path, ...]:
    """Those that ran to their end, so that what they define can be named."""
    return tuple(_ran)


def file_of(cls: type) -> Path | None:
    """The file of the user's own that defines a class; None if it was defined elsewhere, as in a notebook."""
    file = getattr(sys.modules.get(cls.__module__), "__file__", None)
    path = None if file is None else Path(file)
    return path if path in _ran else None


def fault_in_own_file(error: BaseException) -> str | None:
    """Where and how code of the user's own went wrong, in one sentence; None if the fault is not there."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = _loaded.get(frame.filename)
        if path is not None:
            place = "" if frame.name == "<module>" else f", in {frame.name}"
            return f"{path}, line {frame.lineno}{place}: {_reason(error)}."
    return None


@cache
def _run(file: Path, path: Path, changed: int) -> ModuleType:
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
    _ran[file] = None
    return module


def _reason(error: BaseException) -> str:
    text = str(error).strip().rstrip(".")
    return f"{type(error).__name__}: {text}" if text else type(error).__name__

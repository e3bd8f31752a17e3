"""Python files of the user: each is run once, and a fault in one is reported with its file and line.

A file is run only when somebody at this machine names it.
"""

from __future__ import annotations

import contextlib
import importlib.util
import inspect
import re
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

from kibitz.core.errors import BadFile, KibitzError
from kibitz.core.files.named_file import MAX_CODE_BYTES, check_input, explain_errors

_modules: dict[Path, tuple[int, ModuleType]] = {}  # by file, however it is named: when it was changed, and its module
_loaded: dict[str, Path] = {}  # by the file name in a traceback
_ran: dict[Path, None] = {}  # the files that ran without an error, in order


def run_file(path: Path) -> ModuleType:
    """Run a file and return its module; an unchanged file is not run again."""
    check_input(path, MAX_CODE_BYTES, expected="a Python file")
    with explain_errors(path, "read"):
        file, changed = path.resolve(), path.stat().st_mtime_ns
    known = _modules.get(file)
    if known is None or known[0] != changed:
        _modules[file] = known = (changed, _run(file, path))
    return known[1]


def list_run_files() -> tuple[Path, ...]:
    """The files that ran without an error, so that what they define can be named."""
    return tuple(_ran)


def name_file(file: Path) -> str:
    """A file that ran, as the user named it."""
    return str(_loaded.get(str(file), file))


def find_file(cls: type) -> Path | None:
    """The user's file that defines a class; None if it was defined elsewhere, as in a notebook."""
    file = getattr(sys.modules.get(cls.__module__), "__file__", None)
    path = None if file is None else Path(file)
    return path if path in _ran else None


def describe_user_fault(error: BaseException) -> str | None:
    """Where and how the user's code failed, in one sentence; None if the error came from elsewhere."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = _loaded.get(frame.filename)
        if path is not None:
            place = "" if frame.name == "<module>" else f", in {frame.name}"
            return f"{path}, line {frame.lineno}{place}: {_describe_error(error)}."
    return None


def describe_place(function: Callable[..., object]) -> str:
    """Where the user's file defines a function, as in "game.py, line 20"; empty if it was defined elsewhere."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    path = None if code is None else _loaded.get(code.co_filename)
    return "" if code is None or path is None else f"{path}, line {code.co_firstlineno}"


@contextlib.contextmanager
def convert_user_faults() -> Iterator[None]:
    """Raise BadFile where the user's code fails; a fault of Kibitz itself comes out as it is."""
    try:
        yield
    except KibitzError:
        raise
    except Exception as error:
        fault = describe_user_fault(error)
        if fault is None:
            raise
        raise BadFile(fault) from error


def _run(file: Path, path: Path) -> ModuleType:
    name = "kibitz_own_" + re.sub(r"\W", "_", str(file))
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look up their annotations there
    _loaded[str(file)] = path
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        raise BadFile(f"{path}, line {error.lineno}: {error.msg}.") from None
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit, and whatever else the file derives from BaseException
        where = describe_user_fault(error) or f"{path}: {_describe_error(error)}."
        raise BadFile(where) from None
    _ran[file] = None
    return module


def _describe_error(error: BaseException) -> str:
    text = str(error).strip().rstrip(".")
    return f"{type(error).__name__}: {text}" if text else type(error).__name__

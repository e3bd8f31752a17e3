"""Examines a function that somebody holds in Python, as in a notebook, where there may be no file to run.

The doctor runs a program in a process of its own. So the function is written to a file with whatever it uses: the
functions, classes and plain values of its module, and the modules that are imported there.
"""

from __future__ import annotations

import inspect
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

from kibitz.core.errors import BadOption
from kibitz.doctor.examine_target import examine_target
from kibitz.doctor.report import Report

PLAIN = (bool, int, str, bytes, type(None))


def examine_function(function: Callable[..., Any], roles: Mapping[str, str] | None = None) -> Report:
    """The report on a search, or on a function that chooses a move by one. Raises BadOption if its code is unknown."""
    if not isinstance(function, FunctionType):
        raise BadOption(f"The doctor examines functions, files and players, not {function!r}.")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "program.py"
        file.write_text(write_program(function), encoding="utf-8")
        report = examine_target(f"{file}:{function.__name__}", roles=roles)
    return replace(report, patient=function.__name__)


def write_program(function: FunctionType) -> str:
    """The code of a function and of all that it uses, as the text of a file."""
    parts: dict[str, str] = {}
    _collect(function, function.__name__, parts)
    imports = [text for text in parts.values() if text.startswith(("import ", "from "))]
    return "\n\n".join([*imports, *(text for text in parts.values() if text not in imports)]) + "\n"


def _collect(part: FunctionType | type, name: str, parts: dict[str, str]) -> None:
    """Add the code of a function or class, and of what it names in its module."""
    if name in parts:
        return
    try:
        code = inspect.cleandoc("\n" + inspect.getsource(part))
    except (OSError, TypeError):
        raise BadOption(
            f"The code of {name} cannot be read, because it is not in a file or a notebook; write it to a file, "
            "and name that."
        ) from None
    parts[name] = ""  # its place is before what it uses, which only has to be there when it is called
    where = vars(inspect.getmodule(part) or ModuleType("")) if isinstance(part, type) else part.__globals__
    for used in _names_in(compile(code, name, "exec")):
        if used in where and used not in parts:
            _add(used, where[used], part.__module__, parts)
    parts[name] = code


def _names_in(code: CodeType) -> list[str]:
    inner = [name for constant in code.co_consts if isinstance(constant, CodeType) for name in _names_in(constant)]
    return [*code.co_names, *inner]


def _add(name: str, value: Any, module: str, parts: dict[str, str]) -> None:
    if isinstance(value, ModuleType):
        parts[name] = f"import {value.__name__} as {name}"
    elif isinstance(value, (FunctionType, type)) and value.__module__ == module:
        _collect(value, name, parts)
    elif isinstance(value, (FunctionType, BuiltinFunctionType, type)) and value.__module__ != "__main__":
        parts[name] = f"from {value.__module__} import {value.__name__} as {name}"
    elif isinstance(value, float):
        parts[name] = f"{name} = float({str(value)!r})"
    elif isinstance(value, (*PLAIN, list, tuple, dict, set)):
        parts[name] = f"{name} = {value!r}"

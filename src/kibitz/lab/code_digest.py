"""A digest of the code that a result depends on, so that a kept result never stands for other code.

The digest covers, byte for byte,

    1. Kibitz itself, as far as an experiment can call it: every source and data file of the folders in `COVERED`, and
       what extensions add of the kinds in `ADDED`;
    2. the experiment: the file of its class and of the classes it is derived from, and the files of the same folder
       or of an extension that those import, and so on;

but leaves out of the files of 2 what does not change a figure: the methods in `NOT_MEASURING`, since the settings of a
cell are part of its key and to judge otherwise is not to measure otherwise, and the descriptions in `DESCRIPTIONS`.

So a mended search, a reworded comment in the rules of a game or another version of Kibitz makes other code: rather too
often than not often enough. It does not cover Python, Numba and the processor, which are written down beside every
result, nor files that `measure` itself opens or names, such as a game of your own or a program from outside.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path

import kibitz
from kibitz.core.extensions import find_extension, list_added_folders
from kibitz.core.python_source import parse_python
from kibitz.lab.design import Experiment

# All that lies below the lab, and what of the lab takes part in measuring; a test compares it with what is imported.
COVERED = (
    "core",
    "games",
    "evals",
    "search",
    "kernels",
    "jobs",
    "play",
    "drawing",
    "engines",
    "analysis",
    "arena",
    "trees",
    "learned",
    "learn",
    "lab/design.py",
    "lab/faults",
    "lab/tools",
)
ADDED = ("game", "evaluator", "searcher", "player", "fault mark")  # kinds of things in extensions
NOT_MEASURING = ("cells", "reported", "judge", "decide", "app_links")
DESCRIPTIONS = ("title", "source", "says", "assumes", "covers", "plot", "needs_full_rows")
ROOT = Path(kibitz.__file__).parent


@functools.cache
def code_digest(experiment: type[Experiment]) -> str:
    """Sixteen hexadecimal digits, the same on every machine that has the same code."""
    digest = hashlib.sha256(_package_digest())
    for text in sorted(map(_measuring_text, _files_of(experiment))):
        digest.update(text.encode())
    return digest.hexdigest()[:16]


@functools.cache
def _package_digest() -> bytes:
    digest = hashlib.sha256()
    for path in sorted(_package_files()):
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.digest()


def _package_files() -> Iterator[Path]:
    for path in _list_covered():
        for file in path.rglob("*") if path.is_dir() else (path,):
            if file.is_file() and "__pycache__" not in file.parts:
                yield file


@functools.cache
def _list_covered() -> tuple[Path, ...]:
    """The files and folders of the package that every digest covers."""
    added = [name.removeprefix("kibitz.").replace(".", "/") for kind in ADDED for name in list_added_folders(kind)]
    modules = [ROOT / name for name in added]
    return (*(ROOT / name for name in COVERED), *(one if one.is_dir() else one.with_suffix(".py") for one in modules))


def _files_of(experiment: type[Experiment]) -> set[Path]:
    """The files of a class and those it is derived from, and what they import from their folder or extensions."""
    waiting = [cls.__module__ for cls in experiment.__mro__ if issubclass(cls, Experiment)]
    files: set[Path] = set()
    while waiting:
        name = waiting.pop()
        file = getattr(sys.modules.get(name), "__file__", None)
        if file is None or Path(file) in files or _is_covered(Path(file)):
            continue
        files.add(Path(file))
        for imported in _imports(Path(file)):
            beside = getattr(sys.modules.get(imported), "__file__", None)
            if find_extension(imported) or (beside is not None and Path(beside).parent == Path(file).parent):
                waiting.append(imported)
    return files


def _is_covered(file: Path) -> bool:
    return any(file.is_relative_to(path) for path in _list_covered())


@functools.cache
def _parse(file: Path) -> ast.Module:
    return parse_python(file.read_bytes())


def _imports(file: Path) -> Iterator[str]:
    for node in ast.walk(_parse(file)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def _measuring_text(file: Path) -> str:
    """The text of a file of experiments, without what does not change a figure."""
    text = file.read_text(encoding="utf-8")
    left_out: set[int] = set()
    for node in ast.walk(_parse(file)):
        for part in node.body if isinstance(node, ast.ClassDef) else ():
            if _describes(part):
                first = min([part.lineno, *(one.lineno for one in getattr(part, "decorator_list", []))])
                left_out |= set(range(first, (part.end_lineno or first) + 1))
    return "\n".join(line for number, line in enumerate(text.splitlines(), start=1) if number not in left_out)


def _describes(part: ast.stmt) -> bool:
    if isinstance(part, ast.FunctionDef):
        return part.name in NOT_MEASURING
    targets = part.targets if isinstance(part, ast.Assign) else [part.target] if isinstance(part, ast.AnnAssign) else []
    return bool(targets) and all(isinstance(one, ast.Name) and one.id in DESCRIPTIONS for one in targets)

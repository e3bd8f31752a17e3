"""A digest of all that compiled code is made of: when it changes, code that was kept on disk is not found any more."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

from kibitz.core import score

_ROOT = Path(score.__file__).parents[1]
SOURCES = ("core", "evals", "learned", "search", "kernels")  # kernels take constants from all of them


@functools.cache
def digest_sources() -> str:
    """A digest of what every kernel is made of, whatever the game."""
    files = sorted(path for folder in SOURCES for path in (_ROOT / folder).rglob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


def digest_code(*functions: Callable[..., object]) -> str:
    """Of the sources, and of the functions with all they use, wherever they were written: a file, a notebook …"""
    digest = hashlib.sha256(digest_sources().encode())
    for part in _parts(functions, set()):
        digest.update(part.encode())
    return digest.hexdigest()[:16]


def _parts(value: object, seen: set[int]) -> Iterator[str]:
    """All that can make a difference to compiled code: instructions, constants, and what the names stand for."""
    value = getattr(value, "py_func", value)  # a function that was compiled by hand
    if isinstance(value, FunctionType):
        if id(value) not in seen:
            seen.add(id(value))
            yield value.__module__  # which code that was kept on disk asks for
            yield from _parts(value.__code__, seen)
            yield from _parts([cell.cell_contents for cell in value.__closure__ or ()], seen)
            yield from _parts([value.__globals__.get(name) for name in value.__code__.co_names], seen)
    elif isinstance(value, CodeType):
        yield f"{value.co_name} {value.co_code.hex()} {value.co_names} {value.co_varnames} {value.co_freevars}"
        yield from _parts(value.co_consts, seen)
    elif isinstance(value, (tuple, list)):
        yield f"{len(value)}"
        for item in value:
            yield from _parts(item, seen)
    elif isinstance(value, (ModuleType, type)) or callable(value):
        yield getattr(value, "__name__", type(value).__name__)
    else:
        yield repr(value)

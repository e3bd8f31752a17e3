"""Keeping compiled code on disk, with any number of processes at it.

Numba's own cache numbers its files and writes the list of them before the file itself. Two processes that compile at
the same time can choose the same number, and one is then given the machine code of the other's game (a test brings it
about step by step). Here every kernel has a file of its own for every signature, named after all it depends on and
written whole or not at all. A checksum comes first: machine code of which a bit has flipped would be run as it is.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import logging
import os
import pickle
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import numba
from numba.core.caching import FunctionCache
from numba.core.serialize import dumps

from kibitz.kernels.compiler.code_memory import count_compiled_code, count_loaded_code


@functools.cache
def warn_once(message: str) -> None:
    """Warn in the log that faces show; the same message only once."""
    logging.getLogger("kibitz").warning(message)


ABANDONED = 3_600  # seconds after which a file that is not finished never will be
CHECKSUM = hashlib.sha256().digest_size  # bytes at the beginning of a file


class NotCached(Exception):
    """Code is wanted that was never compiled, where none is to be compiled."""


class _ThreadState(threading.local):
    only_cached = False


_state = _ThreadState()


@contextlib.contextmanager
def only_cached() -> Iterator[None]:
    """In the block, in this thread, a kernel that would have to be compiled raises NotCached instead."""
    _state.only_cached = True
    try:
        yield
    finally:
        _state.only_cached = False


def is_only_cached() -> bool:
    return _state.only_cached


class KernelCache(FunctionCache):
    """What a dispatcher asks for code that was compiled before, and gives what it has compiled.

    Raises RuntimeError where there is no folder to write to, neither beside the code nor in the user's cache.
    """

    def __init__(self, function: Callable[..., Any], sources: str) -> None:
        """`sources`: a digest of all that kernels are made of; what was kept for another one is thrown away."""
        super().__init__(function)
        stamp = _digest(f"{numba.__version__} {sources}")
        self._cache_file = CacheFiles(  # type: ignore[assignment]  # all that is asked of it are load, save and flush
            Path(self._cache_path), self._impl.filename_base, stamp
        )

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        found = super().load_overload(sig, target_context)
        if found is None and _state.only_cached:
            raise NotCached
        return found


class CacheFiles:
    """The files of one kernel, one a signature."""

    def __init__(self, folder: Path, name: str, stamp: str) -> None:
        kernel, _, rest = name.rpartition("-")  # the line it begins in, and the version of Python
        self._folder, self._stamp = folder, stamp
        self._name, self._all = f"{name}.{stamp}", f"{kernel}-*.{rest.rpartition('.')[2]}.*.nbc"

    def load(self, key: object) -> Any:
        """The data kept under this key, None if there is none that can be read."""
        try:
            kept = self._path(key).read_bytes()
            checksum, pickled = kept[:CHECKSUM], kept[CHECKSUM:]
            if hashlib.sha256(pickled).digest() != checksum:
                return None
            kept_key, data = pickle.loads(pickled)
            if kept_key != str(key):
                return None
            found = pickle.loads(data)
        except Exception:  # a file that is missing, or asks for a module that is gone
            return None
        count_loaded_code(len(kept))
        return found

    def save(self, key: object, data: object) -> None:
        path = self._path(key)
        unfinished = path.with_name(f"{path.name}.{uuid4().hex}")
        try:
            pickled = pickle.dumps((str(key), dumps(data)))
            count_compiled_code(len(pickled))
            unfinished.write_bytes(hashlib.sha256(pickled).digest() + pickled)
            os.replace(unfinished, path)
            for other in self._folder.glob(f"{self._all}*"):
                with contextlib.suppress(FileNotFoundError):  # another process may be at it too
                    if self._stamp not in other.name or _is_abandoned(other):
                        other.unlink()
        except OSError as error:
            warn_once(f"compiled code could not be kept ({error.strerror}), so it is compiled again each time")
        finally:
            with contextlib.suppress(OSError):
                unfinished.unlink()

    def flush(self) -> None:
        for path in self._folder.glob(self._all):
            path.unlink(missing_ok=True)

    def _path(self, key: object) -> Path:
        return self._folder / f"{self._name}.{_digest(str(key))}.nbc"


def _is_abandoned(path: Path) -> bool:
    """Whether a process was ended before it had written the whole file."""
    return path.suffix != ".nbc" and time.time() - path.stat().st_mtime > ABANDONED


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]

"""What a layer uses and a layer above it provides.

Imports point downward, so that `core` cannot import the compiled searches it runs. It declares instead what it needs
and in which module that is found; the module is imported when somebody first asks, and provides it.
"""

from __future__ import annotations

import importlib
from typing import Generic, TypeVar

__all__ = ["Provided"]

T = TypeVar("T")


class Provided(Generic[T]):
    """Something that `module` provides when it is imported."""

    def __init__(self, module: str) -> None:
        self.module = module
        self._value: T | None = None

    def provide(self, value: T) -> T:
        """Set the value; can be used as a decorator."""
        self._value = value
        return value

    def get(self) -> T:
        if self._value is None:
            importlib.import_module(self.module)
        assert self._value is not None, f"{self.module} is expected to call provide()"
        return self._value

"""Every table and claim of the five reports, one short file each; all of them are found by being in this folder."""

from __future__ import annotations

import importlib
import pkgutil

__all__ = ["load"]


def load() -> None:
    """Import all files here, which registers what is in them."""
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")

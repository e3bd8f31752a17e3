"""Players from outside: one file for each protocol that programs speak, found by looking into this folder."""

import importlib
import pkgutil

for _module in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_module.name}")

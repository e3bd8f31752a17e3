"""Kibitz as an engine: it answers other people's programs, in a protocol of theirs. One file for each protocol."""

import importlib
import pkgutil

for _module in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_module.name}")

"""Where Kibitz keeps what is the user's: $KIBITZ_DATA, or the folder that the system has for the data of programs."""

from __future__ import annotations

import os
import sys
from pathlib import Path

__all__ = ["data_folder"]


def data_folder() -> Path:
    """The folder; whoever writes there makes it."""
    told = os.environ.get("KIBITZ_DATA")
    if told:
        return Path(told)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "kibitz"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "kibitz"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "kibitz"

"""The folder in which Kibitz keeps what its user makes: tournaments, measurements, players that have learned.

It is $KIBITZ_DATA, or the folder that the system has for the data of programs.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path


def find_data_folder() -> Path:
    """The folder; whoever writes there makes it."""
    chosen = os.environ.get("KIBITZ_DATA")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "kibitz"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "kibitz"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "kibitz"

"""Writing a file so that there is always a whole one: the old one until the new one is complete."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import IO

from kibitz.core.errors import BadFile

__all__ = ["write_safely"]


def write_safely(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    """Let `write` fill a file that takes the place of `path` once it is complete and on the disk.

    Raises BadFile if that fails, as on a full disk; what was at `path` is still there then.
    """
    unfinished = None
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            unfinished = file.name
            write(file)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(unfinished, 0o644)
        os.replace(unfinished, path)
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadFile(f"{path} cannot be written ({reason}); what was there before is unchanged.") from None
    finally:
        if unfinished is not None and os.path.exists(unfinished):
            os.unlink(unfinished)

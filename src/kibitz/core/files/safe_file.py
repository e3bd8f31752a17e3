"""Writing a file so that there is always a whole one: the old one until the new one is complete.

While it is written, the new one lies beside the old one as .NAME.PROCESS.RANDOM. A process that is killed leaves its
own behind; the next one that writes the same file removes it.
"""

from __future__ import annotations

import glob
import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO

from kibitz.core.errors import BadFile
from kibitz.core.files.named_file import check_output


def write_safely(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    """Let `write` fill a file that takes the place of `path` once it is complete and on the disk.

    Raises BadFile if that fails, as on a full disk; what was at `path` is still there then.
    """
    check_output(path)
    unfinished = None
    try:
        _remove_abandoned(path)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.{os.getpid()}.", delete=False) as file:
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


def _remove_abandoned(path: Path) -> None:
    """Remove what processes that are no more have left of this file."""
    if os.name != "posix":
        return  # elsewhere there is no harmless way to ask for a process
    for unfinished in path.parent.glob(f".{glob.escape(path.name)}.*.*"):
        process = unfinished.name.removeprefix(f".{path.name}.").partition(".")[0]
        if process.isdecimal() and not _is_alive(int(process)):
            with suppress(FileNotFoundError):  # another writer was quicker
                unfinished.unlink()


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass  # somebody else's
    return True

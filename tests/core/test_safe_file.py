"""Writing a file so that there is always a whole one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest

from kibitz.core.errors import BadFile
from kibitz.core.files.safe_file import write_safely

ENDLESS = """
import sys, time
from pathlib import Path
from kibitz.core.files.safe_file import write_safely

def write(file):
    file.write(b"half")
    print("writing", flush=True)
    time.sleep(60)

write_safely(Path(sys.argv[1]), write)
"""


def hidden(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.name.startswith(".")]


def test_a_failed_write_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "one"
    write_safely(path, lambda file: file.write(b"old"))

    def fail(file: IO[bytes]) -> None:
        file.write(b"new")
        raise OSError(28, "No space left on device")

    with pytest.raises(BadFile, match=r"cannot be written \(No space left on device\)"):
        write_safely(path, fail)
    assert path.read_bytes() == b"old"
    assert not hidden(tmp_path)


@pytest.mark.skipif(os.name != "posix", reason="elsewhere what a killed process leaves stays")
def test_what_a_killed_writer_leaves_is_removed_by_the_next_and_a_living_writer_keeps_its_own(tmp_path: Path) -> None:
    path = tmp_path / "one"
    command = [sys.executable, "-c", ENDLESS, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"writing\n"
        write_safely(path, lambda file: file.write(b"whole"))
        assert len(hidden(tmp_path)) == 1, "the other process still writes"
        process.send_signal(signal.SIGKILL)
    assert len(hidden(tmp_path)) == 1
    write_safely(path, lambda file: file.write(b"whole again"))
    assert not hidden(tmp_path)
    assert path.read_bytes() == b"whole again"

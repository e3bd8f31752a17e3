"""The package without the folder of the reports, in a folder of its own, and processes that find only that one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from helpers.paths import DOCS, ROOT

PACKAGE = ROOT / "src" / "kibitz"


def make_bare_package(folder: Path) -> Path:
    """All other folders and files of the package, the documentation and the examples, each a link to the real one."""
    package = folder / "src" / "kibitz"
    package.mkdir(parents=True)
    for path in PACKAGE.iterdir():
        if path.name not in ("reports", "__pycache__"):
            (package / path.name).symlink_to(path)
    (folder / "docs").symlink_to(DOCS)
    (folder / "examples").symlink_to(ROOT / "examples")
    return folder


def run_python(folder: Path, *words: str, status: int = 0) -> str:
    """What a process prints that finds the package in that folder; the error if it is to fail."""
    paths = {"PYTHONPATH": f"{folder / 'src'}{os.pathsep}{ROOT / 'tests'}", "XDG_DATA_HOME": str(folder / "data")}
    environment = {**os.environ, **paths, "COLUMNS": "150"}
    done = subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == status, done.stderr
    return done.stderr if status == 2 else done.stdout

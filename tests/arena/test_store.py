"""The store of games: each is there once, and a full disk damages nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from helpers.cups import cup, finished, run, table_of
from kibitz.arena.game_store import GameStore
from kibitz.arena.tournament import STORE
from kibitz.cli.main import kibitz as command
from kibitz.core.errors import BadFile


def test_a_game_cannot_be_stored_twice(tmp_path: Path) -> None:
    with GameStore(tmp_path / STORE) as store:
        store.add([finished(1, 1.0)])
        with pytest.raises(BadFile, match="is there already"):
            store.add([finished(2, 1.0), finished(1, 0.0)])
        assert store.games() == {1: finished(1, 1.0)}


def fill(store: GameStore) -> None:
    for number in range(1000):
        store.add([finished(number, 1.0)])


def test_a_full_disk_is_reported_and_nothing_stored_is_damaged(tmp_path: Path) -> None:
    with GameStore(tmp_path / STORE) as store:
        pages = store._file.execute("PRAGMA page_count").fetchone()[0]
        store._file.execute(f"PRAGMA max_page_count = {pages + 4}")  # SQLite then answers as if the disk were full
        with pytest.raises(BadFile, match="the disk is full; every game stored before is safe"):
            fill(store)
        stored = len(store.games())
        assert stored > 10
    with GameStore(tmp_path / STORE) as store:
        assert store._file.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        assert list(store.games()) == list(range(stored))
        store.add([finished(stored, 1.0)])


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[None]:
    folder.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(words, check=False).returncode:
        pytest.skip("a small file system can only be mounted by the superuser of this machine")
    try:
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


@pytest.mark.slow
def test_a_tournament_on_a_full_disk_goes_on_when_there_is_room(tmp_path: Path) -> None:
    file, disk = cup(tmp_path), tmp_path / "disk"
    with small_disk(disk, "128k"):
        ballast = disk / "ballast"
        ballast.write_bytes(b"." * 40_000)
        words = ["tournament", file, "--out", str(disk / "cup")]
        full = CliRunner().invoke(command, words)
        assert full.exit_code == 2
        assert "the disk is full" in full.stderr
        ballast.unlink()
        shutil.copytree(disk / "cup", tmp_path / "moved")  # to a place with room for everything
    run(file, "--out", str(tmp_path / "moved"), "--resume")
    run(file, "--out", str(tmp_path / "undisturbed"))
    assert table_of(tmp_path / "moved") == table_of(tmp_path / "undisturbed")

"""Damaged files: what is read is what was stored, or it is refused in a sentence; and nobody writes beside another."""

from __future__ import annotations

import random
import resource
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from click.testing import CliRunner

from helpers.attacks import ATTACKED, Attacked, attack_file
from helpers.cups import cup, finished
from helpers.waiting import is_running, wait_until
from kibitz.arena.game_store import GameStore
from kibitz.arena.tournament import STORE
from kibitz.cli.main import kibitz
from kibitz.core.errors import BadFile
from kibitz.jobs.folders import lock_folder
from kibitz.lab.result_store import Key, Measurement, ResultStore


@pytest.mark.parametrize("attacked", ATTACKED, ids=lambda attacked: attacked.name)
def test_a_damaged_file_is_read_as_it_was_or_refused(attacked: Attacked, tmp_path: Path) -> None:
    outcomes = attack_file(attacked, tmp_path / "attack", random.Random(14), 25)
    assert outcomes["refused"] > 5


def test_a_store_from_before_there_were_checksums_is_read(tmp_path: Path) -> None:
    with GameStore(tmp_path / STORE) as store:
        store.add([finished(1, 1.0)])
        store._file.execute("DROP TABLE checksums")
    with GameStore(tmp_path / STORE) as store:
        assert store.games() == {1: finished(1, 1.0)}


def test_a_game_that_has_vanished_is_missed(tmp_path: Path) -> None:
    with GameStore(tmp_path / STORE) as store:
        store.add([finished(1, 1.0), finished(2, 0.0)])
        store._file.execute("DELETE FROM games WHERE number = 2")
        with pytest.raises(BadFile, match="game 2 is not what was stored; play the tournament again"):
            store.games()


def test_a_result_whose_text_has_become_bytes_is_missed(tmp_path: Path) -> None:
    with ResultStore(tmp_path / "results.db") as store:
        key = Key("main", "my-1", "depth 1", "{}", 1, "abc")
        store.add([Measurement(key, {"nodes": 7}, ("nodes",), 0.5, "1", "{}", "2026-01-01")])
        store._file.execute("UPDATE measurements SET code = CAST(code AS BLOB)")
        with pytest.raises(BadFile, match="is not what was stored; move it away"):
            store.all()


def test_the_second_process_at_a_tournament_is_refused(tmp_path: Path) -> None:
    file, folder = cup(tmp_path), tmp_path / "cup"
    assert CliRunner().invoke(kibitz, ["tournament", file]).exit_code == 0
    with lock_folder(folder, "plays the tournament"):
        answer = CliRunner().invoke(kibitz, ["tournament", file, "--resume"])
    assert answer.exit_code == 2
    assert f"Another process plays the tournament in {folder}; wait until it has ended" in answer.stderr
    assert CliRunner().invoke(kibitz, ["tournament", file, "--resume"]).exit_code == 0


def test_the_same_command_twice_says_how_to_go_on(tmp_path: Path) -> None:
    file = cup(tmp_path)
    first, second = (CliRunner().invoke(kibitz, ["tournament", file]) for _ in range(2))
    assert (first.exit_code, second.exit_code) == (0, 2)
    assert "holds games already; continue with --resume" in second.stderr


def fill(store: GameStore) -> None:
    for number in range(1, 2_000):
        store.add([finished(number, 1.0)])


def test_a_limit_on_the_size_of_files_loses_no_game(tmp_path: Path) -> None:
    """As on a full disk, but the system answers with another error."""
    with GameStore(tmp_path / STORE) as store:
        store.add([finished(0, 1.0)])
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, before[1]))
            with pytest.raises(BadFile):
                fill(store)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
            signal.signal(signal.SIGXFSZ, ignored)
        stored = len(store.games())
    with GameStore(tmp_path / STORE) as store:
        assert list(store.games()) == list(range(stored))
        store.add([finished(stored, 1.0)])


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    answer = CliRunner().invoke(kibitz, ["tournament", cup(tmp_path), "--out", "/proc/nowhere"])
    assert answer.exit_code == 2
    assert answer.stderr.strip() == "kibitz: /proc/nowhere cannot be made: No such file or directory."


@pytest.mark.slow
def test_a_program_does_not_outlive_a_killed_kibitz(tmp_path: Path) -> None:
    """The engine, the engine's own child, and a game process: all are gone soon after `kill -9`."""
    engine, pids = tmp_path / "engine.py", tmp_path / "pids"
    engine.write_text(
        textwrap.dedent(f"""
        import os, signal, subprocess, sys, time
        child = subprocess.Popen([sys.executable, "-IS", "-c", "import time; time.sleep(99)"])
        open({str(pids)!r}, "a").write(f"{{os.getpid()}} {{child.pid}} ")
        time.sleep(99)
        """)
    )
    code = textwrap.dedent(f"""
        import sys, time
        from pathlib import Path
        from kibitz.jobs.pipe import Pipe
        from kibitz.jobs import process
        pipe = Pipe([sys.executable, "-IS", {str(engine)!r}])
        process.COMMAND = [sys.executable, "-IS", {str(engine)!r}]
        process.TaskProcess().run(print, "a task")
        """)
    running = subprocess.Popen([sys.executable, "-c", code])
    wait_until(lambda: pids.exists() and len(pids.read_text().split()) == 4)
    started = [int(word) for word in pids.read_text().split()]
    running.kill()
    running.wait()
    wait_until(lambda: not any(map(is_running, started)))

"""Programs in processes of their own and in other languages: asked, bounded, and ended."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from programs import read_programs, write_program

from helpers.paths import DOCS
from helpers.waiting import is_running, wait_until
from kibitz.core.errors import BadFile
from kibitz.doctor.examine import examine
from kibitz.doctor.examine_target import examine_target
from kibitz.doctor.patient.line_exchange import ExchangePatient
from kibitz.doctor.patient.python.python_patient import PythonPatient

EXAMPLES = DOCS / "doctor" / "examples"
RIGHT = read_programs("right_programs.txt")


# Python, in a process of its own.


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are looked up in /proc")
def test_an_examination_leaves_nothing_running(tmp_path: Path) -> None:
    started = f"""
import subprocess, sys, os
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
open({str(tmp_path / "pids")!r}, "a").write(f"{{child.pid}} {{os.getpid()}} ")
{RIGHT["minimax_objects"]}
"""
    report = examine_target(str(write_program(tmp_path, started)))
    assert report.verdict == "right"
    pids = (tmp_path / "pids").read_text().split()
    assert len(pids) >= 2
    wait_until(lambda: not any(is_running(int(pid)) for pid in pids))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("def minimax(node, is_max):\n    while node.children: pass\n    return node.value", "hangs"),
        ("import os\ndef minimax(node, is_max):\n    minimax(node, is_max)\n    os._exit(3)", "crashes"),
        ("def minimax(node, is_max\n", "crashes"),
    ],
)
def test_whoever_gives_no_answer_gets_that_verdict(text: str, verdict: str, tmp_path: Path) -> None:
    report = examine_target(str(write_program(tmp_path, text)))
    assert report.verdict == verdict
    assert report.faults


def test_memory_is_limited(tmp_path: Path) -> None:
    greedy = """
def minimax(node, is_max):
    if not node.children:
        return len("x" * 3_000_000_000)
    return minimax(node.children[0], is_max)
"""
    with PythonPatient(write_program(tmp_path, greedy)) as patient:
        report = examine(patient)
    assert report.verdict == "crashes"
    assert "memory" in report.sentence


def test_a_parameter_that_is_not_recognised_is_named(tmp_path: Path) -> None:
    text = """
def minimax(node, foo):
    return node.value if not node.children else max(minimax(child, foo) for child in node.children)
"""
    path = write_program(tmp_path, text)
    with PythonPatient(path) as patient, pytest.raises(BadFile, match="'foo' is not recognized; name its role"):
        patient.start()
    with PythonPatient(path, roles={"foo": "maximizing"}) as patient:
        assert patient.start().abilities.both_sides


# Other languages.


def test_the_examples_are_short() -> None:
    lengths = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in EXAMPLES.iterdir()}
    assert max(lengths.values()) <= 40, lengths


@pytest.mark.slow
@pytest.mark.parametrize(
    ("needs", "build", "command"),
    [
        ("python3", "", f"{sys.executable} search.py"),
        ("node", "", "node search.js"),
        ("g++", "g++ -o search search.cpp", "./search"),
        ("javac", "javac Search.java", "java Search"),
        ("dotnet-script", "", "dotnet-script Search.cs"),
    ],
)
def test_the_examples_are_right(needs: str, build: str, command: str, tmp_path: Path) -> None:
    if shutil.which(needs) is None:
        pytest.skip(f"{needs} is not on this machine")
    shutil.copytree(EXAMPLES, tmp_path, dirs_exist_ok=True)
    if build:
        subprocess.run(build.split(), cwd=tmp_path, check=True)
    with ExchangePatient(f"env -C {tmp_path} {command}") as patient:
        report = examine(patient)
    assert (report.verdict, report.leaves) == ("right", report.textbook_leaves)


@pytest.mark.parametrize(
    ("change", "verdict", "fault"),
    [
        (("alpha >= beta", "alpha > beta"), "slow", "cut-only-beyond-window"),
        (("depth - 1, alpha, beta", "depth - 2, alpha, beta"), "wrong", "depth-decreased-twice"),
        (("value, move, *leaves", "value"), "right", ""),
        (("value, move, *leaves", '"nothing"'), "wrong", "no-number-returned"),
        (("not maximizing, leaves", "maximizing, leaves"), "wrong", "side-never-switched"),
    ],
)
def test_a_fault_behind_the_exchange_is_named(
    change: tuple[str, str], verdict: str, fault: str, tmp_path: Path
) -> None:
    text = (EXAMPLES / "search.py").read_text(encoding="utf-8")
    assert change[0] in text
    path = write_program(tmp_path, text.replace(*change).replace("depth == 0", "depth <= 0"))
    with ExchangePatient(f"{sys.executable} {path}") as patient:
        report = examine(patient)
    assert report.verdict == verdict, report.sentence
    assert not fault or fault in [one.id for one in report.faults]

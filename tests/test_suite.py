"""No test depends on how fast the machine is: none reads a clock or sleeps. Time is measured in benchmarks/."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
CLOCKS = {"time", "monotonic", "perf_counter", "process_time", "thread_time"}
FORBIDDEN = {"time.sleep", "asyncio.sleep", *(f"time.{clock}{unit}" for clock in CLOCKS for unit in ("", "_ns"))}
WAITS_ITSELF = "helpers/waiting.py"
NO_TEST = "helpers/screenshots.py"  # it makes the pictures of the documentation
FILES = [path.relative_to(TESTS).as_posix() for path in sorted(TESTS.rglob("*.py"))]


def find_clocks(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and (node.attr == "wait_for_timeout" or ast.unparse(node) in FORBIDDEN):
            yield f"line {node.lineno}: {ast.unparse(node)}"
        elif isinstance(node, ast.ImportFrom):
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            yield from (f"line {node.lineno}: {name}" for name in sorted(names & FORBIDDEN))


@pytest.mark.parametrize("file", [file for file in FILES if file not in {WAITS_ITSELF, NO_TEST}])
def test_no_test_reads_a_clock_or_sleeps(file: str) -> None:
    assert not list(find_clocks(ast.parse((TESTS / file).read_text(encoding="utf-8"))))


def test_a_clock_and_a_sleep_are_found() -> None:
    code = "from time import sleep\ntime.monotonic()\npage.wait_for_timeout(1)\nclock.time()\ntime.gmtime()"
    assert [found.partition(": ")[2] for found in find_clocks(ast.parse(code))] == [
        "time.sleep",
        "time.monotonic",
        "page.wait_for_timeout",
    ]

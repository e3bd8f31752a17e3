"""Syntax trees from several threads, at which CPython 3.11 alone fails: collecting garbage, it may change threads."""

from __future__ import annotations

import ast
import gc
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from kibitz.core.python_source import parse_python

SOURCE = Path(__file__).read_bytes()


class Loop:
    """Garbage that runs code when it is collected."""

    def __init__(self) -> None:
        self.itself = self

    def __del__(self) -> None:
        sum(range(100))


@pytest.fixture
def restless() -> Iterator[None]:
    """Threads change and garbage is collected as often as can be."""
    interval, thresholds = sys.getswitchinterval(), gc.get_threshold()
    sys.setswitchinterval(1e-6)
    gc.set_threshold(10)
    yield
    sys.setswitchinterval(interval)
    gc.set_threshold(*thresholds)


@pytest.mark.usefixtures("restless")
def test_threads_may_parse_at_the_same_time() -> None:
    def parse(_: int) -> str:
        for _ in range(50):
            Loop()
        return ast.dump(parse_python(SOURCE))

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(parse, range(50))) == {ast.dump(ast.parse(SOURCE))}

"""Kernels without the compiler: the same functions, run by Python, must give the same answers.

What the compiler might hide shows here: an index out of range, a name that is not bound, a write that it dropped.
Monte Carlo and proof search are left out: their records have named fields in compiled code only.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent


@pytest.mark.slow
@pytest.mark.parametrize("name", ["test_kernel_perft", "test_kernel_playout", "test_strong", "test_engine"])
def test_kernels_pass_their_tests_on_small_games_as_plain_python(name: str) -> None:
    chosen = [f"{TESTS / 'kernels' / name}.py", "-k", "(tic-tac-toe or take-away) and not 5000"]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *chosen],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=TESTS.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-3_000:]

"""Tasks in order: the same results whatever the number of workers, as they come, and after a process has died."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.waiting import HANGS
from kibitz.core.errors import BadOption
from kibitz.jobs.workers import run_in_order


def square(number: int) -> int:
    for _ in range(20_000 * (number % 3)):  # so that they do not end in order by themselves
        pass
    return number * number


def refuse(number: int) -> int:
    raise BadOption(f"{number} is not allowed.")


def die_once(mark: str) -> str:
    """Kills the process that works, the first time."""
    path = Path(mark)
    if not path.exists():
        path.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return path.name


@pytest.mark.parametrize("workers", [1, 3])
def test_results_come_in_the_order_of_the_tasks(workers: int) -> None:
    found = run_in_order(range(40), square, workers, in_process=False)
    assert list(found) == [number * number for number in range(40)]


def test_a_result_does_not_wait_for_the_next_task() -> None:
    """As on a pipe whose producer waits for each answer."""
    answered = threading.Event()

    def tasks() -> Iterator[int]:
        for number in range(3):
            answered.clear()
            yield number
            assert answered.wait(HANGS), "no answer came before the next task was given"

    for result in run_in_order(tasks(), square, 2, in_process=False):
        assert result in (0, 1, 4)
        answered.set()


def test_only_a_few_tasks_are_taken_ahead() -> None:
    taken = []

    def tasks() -> Iterator[int]:
        for number in range(1_000_000):
            taken.append(number)
            yield number

    found = run_in_order(tasks(), square, 2, in_process=False)
    assert [next(found) for _ in range(5)] == [0, 1, 4, 9, 16]
    found.close()
    assert len(taken) < 20


def test_errors_of_tasks_and_of_work_are_raised() -> None:
    def tasks() -> Iterator[int]:
        yield 1
        raise BadOption("no second task.")

    found = run_in_order(tasks(), square, 2, in_process=False)
    assert next(found) == 1
    with pytest.raises(BadOption, match="no second task"):
        next(found)
    with pytest.raises(BadOption, match="7 is not allowed"):
        list(run_in_order([7], refuse, 2, in_process=False))


@pytest.mark.slow
def test_a_task_whose_process_is_killed_is_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")]))
    die_once.__module__ = "test_workers"
    marks = [str(tmp_path / name) for name in "abc"]
    assert list(run_in_order(marks, die_once, 2)) == ["a", "b", "c"]

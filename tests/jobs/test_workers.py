"""Tasks in order: the same results whatever the number of workers, as they come, and after a process has died."""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

from helpers.waiting import HANGS
from kibitz.cli.main import kibitz
from kibitz.core.errors import BadOption, Unfinished
from kibitz.core.searching import StopFlag
from kibitz.jobs import workers
from kibitz.jobs.workers import run_in_order, run_tasks_on_cluster
from kibitz.kernels.interruptible import GivenUp, give_up_when


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

    results = []
    for result in run_in_order(tasks(), square, 2, in_process=False):
        results.append(result)
        answered.set()
    assert results == [0, 1, 4]


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
    here = Path(__file__).parent
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(here), str(here.parent), os.environ.get("PYTHONPATH", "")]))
    die_once.__module__ = "test_workers"
    marks = [str(tmp_path / name) for name in "abc"]
    assert list(run_in_order(marks, die_once, 2)) == ["a", "b", "c"]


@pytest.mark.slow
def test_a_task_that_no_process_can_read_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "known_here.py").write_text("def work(number):\n    return number\n")
    monkeypatch.syspath_prepend(tmp_path)
    work = import_module("known_here").work
    with pytest.raises(Unfinished, match="The process of a worker ended"):
        list(run_in_order([1, 2], work, 2))


# Clusters: what else may stand, or answer, where a scheduler should.


@contextmanager
def server(answer: bytes) -> Iterator[str]:
    """The address of a server that says the same to everybody who connects, and nothing more."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        connections = []

        def serve() -> None:
            while True:
                try:
                    connections.append(listening.accept()[0])
                except OSError:
                    return
                connections[-1].sendall(answer)

        threading.Thread(target=serve, daemon=True).start()
        try:
            yield f"tcp://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            listening.shutdown(socket.SHUT_RDWR)
            for connection in connections:
                connection.close()


@pytest.mark.parametrize("address", ["", "x", "1:2:3", "tcp://host", "tcp://host:0", "tcp://host:65536", "ucx://a:1"])
def test_what_is_no_address_of_a_cluster_is_refused(address: str) -> None:
    with pytest.raises(BadOption, match="must be tcp://HOST:PORT or tls://HOST:PORT, not"):
        list(run_in_order([1], square, cluster=address))
    answer = CliRunner().invoke(kibitz, ["match", "tic-tac-toe", "random", "random", "--cluster", address])
    assert answer.exit_code == 2
    assert answer.stderr.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize("answer", [b"HTTP/1.1 400 Bad Request\r\n\r\n", bytes(range(256)), bytes(4096)])
def test_what_answers_and_is_no_scheduler_is_named(answer: bytes) -> None:
    with server(answer) as address, pytest.raises(BadOption, match=r"What answers at .* is not a Dask scheduler"):
        list(run_tasks_on_cluster([1], square, address))


@pytest.mark.slow
def test_a_scheduler_that_stays_silent_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    with server(b"") as address:
        stop = StopFlag()
        stop.up()
        with pytest.raises(GivenUp), give_up_when(stop):
            list(run_in_order([1], square, cluster=address))
        monkeypatch.setattr(workers, "CONNECTING", 0.5)
        with pytest.raises(BadOption, match=r"No Dask scheduler answers at 'tcp:.*' within 0.5 seconds"):
            list(run_in_order([1], square, cluster=address))

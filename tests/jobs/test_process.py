"""Work in another process: told of, given up, done again, stopped, and its errors raised here."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.process_tasks import call_user, count, die, hang, refuse, tell_process, wait_for_request
from helpers.waiting import is_running, wait_until
from kibitz.core.errors import BadFile, BadOption
from kibitz.core.searching import StopFlag
from kibitz.jobs.process import NoAnswer, ProcessDied, ProcessPool, TaskProcess, WorkInterrupted


@pytest.fixture
def process(monkeypatch: pytest.MonkeyPatch) -> Iterator[TaskProcess]:
    here = str(Path(__file__).parent.parent)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([here, os.environ.get("PYTHONPATH", "")]))
    with TaskProcess() as process:
        yield process


def test_what_it_tells_comes_before_its_result_and_one_process_does_many_tasks(process: TaskProcess) -> None:
    heard: list[int] = []
    assert process.run(count, 4, tell=heard.append) == 6
    assert heard == [0, 1, 2, 3]
    assert process.run(tell_process, None) == process.run(tell_process, None) != os.getpid()


def test_an_error_and_a_fault_of_the_users_code_are_raised_here(process: TaskProcess, tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="7 is not allowed"):
        process.run(refuse, 7)
    file = tmp_path / "own.py"
    file.write_text("def work():\n    return 1 // 0\n")
    with pytest.raises(BadFile, match=r"own.py, line 2, in work: ZeroDivisionError"):
        process.run(call_user, str(file))
    assert process.run(count, 2) == 1


def test_a_silent_one_is_ended_and_what_it_did_is_named(process: TaskProcess) -> None:
    number = process.run(tell_process, None)
    with pytest.raises(NoAnswer) as silent:
        process.run(hang, "thinking")
    assert (silent.value.doing, silent.value.seconds) == ("thinking", 0.1)
    assert not is_running(number)
    assert process.run(count, 2) == 1


@pytest.mark.parametrize("attempts", [1, 2])
def test_one_that_dies_is_asked_again_and_what_it_did_is_named(
    process: TaskProcess, tmp_path: Path, attempts: int
) -> None:
    with pytest.raises(ProcessDied) as died:
        process.run(die, str(tmp_path / "mark"), attempts=attempts)
    assert (died.value.how, died.value.doing) == ("with exit status 7", "the last thing")
    assert (tmp_path / "mark").read_text() == attempts * "died\n"


def test_a_request_to_stop_ends_it_or_lets_it_save_its_work(process: TaskProcess) -> None:
    stop = StopFlag()
    with pytest.raises(WorkInterrupted):
        process.run(wait_for_request, None, tell=lambda _: stop.up(), stop=stop)
    stop = StopFlag()
    assert process.run(wait_for_request, None, tell=lambda _: stop.up(), stop=stop, patience=100.0) == "saved"
    with pytest.raises(WorkInterrupted):
        process.run(count, 1, stop=stop, patience=100.0)


def test_who_leaves_the_loop_ends_the_process(process: TaskProcess) -> None:
    number = process.run(tell_process, None)
    for told in process.follow(wait_for_request, None):
        assert told == "waiting"
        break
    wait_until(lambda: not is_running(number))


def test_a_pool_keeps_the_process_that_is_idle(process: TaskProcess) -> None:
    with ProcessPool() as pool:
        number = pool.run(tell_process, None)
        assert pool.run(tell_process, None) == number
    assert not is_running(number)

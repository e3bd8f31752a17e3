"""Runs in the background: they start, stop, expire, say why they ended, and a server allows only a few of them."""

from __future__ import annotations

import threading

import pytest

from helpers.waiting import HANGS
from kibitz.core.errors import BadFile
from kibitz.jobs.background_run import TIME_LIMIT, BackgroundRun
from kibitz.jobs.hosted_runs import HostedRuns, TooManyRuns
from kibitz.jobs.process import WorkInterrupted


class Waiting(BackgroundRun):
    """Does nothing until it is stopped, or fails at once."""

    def __init__(self, client: str = "", *, error: Exception | None = None, time_limit: float = TIME_LIMIT) -> None:
        super().__init__("a wait", client, time_limit=time_limit)
        self.failure = error

    def work(self) -> None:
        if self.failure is not None:
            raise self.failure
        raised = threading.Event()
        self.stop_flag.when_raised(raised.set)
        assert raised.wait(HANGS)
        raise WorkInterrupted


def test_a_run_that_is_stopped_has_no_error() -> None:
    run = Waiting()
    run.start()
    assert run.is_running
    assert not run.is_stopping
    run.stop()
    run.wait(HANGS)
    assert (run.error, run.is_running, run.is_stopping) == ("", False, False)


def test_a_run_expires_and_says_how_to_continue() -> None:
    run = Waiting(time_limit=0.0)
    run.start()
    run.wait(HANGS)
    assert not run.is_running
    assert "press Go on" in run.error


def test_an_error_of_kibitz_is_its_own_sentence_and_any_other_is_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    refused, broken = Waiting(error=BadFile("lab.db is damaged.")), Waiting(error=ZeroDivisionError())
    for run in (refused, broken):
        run.start()
        run.wait(HANGS)
    assert refused.error == "lab.db is damaged."
    assert "Kibitz itself is at fault" in broken.error
    assert "ZeroDivisionError" in caplog.text


def test_few_runs_at_a_time_and_one_for_each_client() -> None:
    runs = HostedRuns[str, Waiting]("waits", max_running=2)
    first = runs.start("a", "ann", lambda: Waiting("ann"))
    assert runs.start("a", "bob", lambda: Waiting("bob")) is first  # it goes on
    with pytest.raises(TooManyRuns, match="You are running a wait already"):
        runs.start("b", "ann", lambda: Waiting("ann"))
    runs.start("b", "bob", lambda: Waiting("bob"))
    with pytest.raises(TooManyRuns, match="2 waits are running already"):
        runs.start("c", "cid", lambda: Waiting("cid"))
    runs.stop("a")
    assert (runs.is_running("a"), runs.is_running("b")) == (False, True)
    again = runs.start("a", "ann", lambda: Waiting("ann"))
    assert again is not first
    runs.close()
    assert not again.is_running
    assert not runs.is_running("b")

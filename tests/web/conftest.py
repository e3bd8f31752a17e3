"""What holds for all tests of the web API."""

from __future__ import annotations

import pytest

from helpers.waiting import HANGS
from kibitz.jobs import hosted_runs


@pytest.fixture(autouse=True)
def patient_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who stops a run sees its end, however slow the machine is."""
    monkeypatch.setattr(hosted_runs, "WAIT", HANGS)

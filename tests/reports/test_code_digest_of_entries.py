"""Results of the catalogue belong to the code that measured them, as those of every experiment do."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from kibitz.lab import code_digest as module
from kibitz.lab.find_experiments import find_experiments
from kibitz.lab.hosting.lab_host import LabHost
from kibitz.lab.result_store import Measurement, ResultStore, make_key


def test_a_page_shows_figures_of_other_code_as_such(tmp_path: Path) -> None:
    (experiment,) = find_experiments(["S3-26"]).values()
    first, second = experiment.cells(quick=True)[:2]
    values, machine = {"nodes": 15, "growth": 1.875, "b^d": 81}, json.dumps({"cpu": "x", "cores": 2, "python": "3"})
    new = make_key("main", experiment, first, 0)
    old = replace(make_key("main", experiment, second, 0), code="0123456789abcdef")
    with ResultStore(tmp_path / "lab.db") as file:
        file.add(Measurement(key, values, ("nodes",), 1.0, "1", machine, "2026-01-01") for key in (new, old))
    view = LabHost(tmp_path / "lab.db").view("S3-26", quick=True)
    assert view.entry.measured == 1
    assert [row.is_measured for row in view.rows[:3]] == [True, True, False]
    current, outdated = view.sources
    assert "code has changed since" not in current
    assert "its code has changed since: a run measures them again" in outdated


def test_an_experiment_of_the_catalogue_depends_on_what_it_imports_there() -> None:
    (found,) = find_experiments(["S0-27"]).values()  # takes people's games from S0-22
    names = {file.name for file in module._files_of(type(found))}
    assert {"s0_27_outcomes.py", "s0_22_human_games.py", "s0_26_evaluation_counts.py"} <= names
    assert "s3_26_take_away_growth.py" not in names

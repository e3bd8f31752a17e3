"""The results that come with Kibitz: every row is there, every verdict is one, and one's own results come first."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kibitz.core.errors import BadOption
from kibitz.lab.find_experiments import find_experiments
from kibitz.lab.lab import Lab, find_our_outcome
from kibitz.lab.result_store import Measurement, ResultStore, make_key
from kibitz.lab.shipped_results import OURS, pack_results, read_shipped_results
from kibitz.lab.verdict import Kind
from kibitz.reports.results import RESULTS

EXPERIMENTS = find_experiments()


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_row_of_every_experiment_is_shipped_and_judged(name: str) -> None:
    outcome = find_our_outcome(EXPERIMENTS[name])
    assert outcome is not None
    missing = [row.cell.name for row in outcome.rows if row.measured is None]
    assert missing == []
    assert Kind.OPEN not in outcome.verdict.kinds


def test_each_says_on_what_when_and_by_which_code_it_was_measured() -> None:
    shipped = read_shipped_results()
    assert len(shipped) > 100
    for one in shipped:
        assert one.commit
        assert one.at.startswith("20")
        assert set(json.loads(one.machine)) == {"cpu", "cores", "system", "python", "numba", "workers"}


def test_the_file_is_small_and_is_what_packing_its_contents_gives() -> None:
    text = RESULTS.read_text(encoding="utf-8")
    assert len(text) < 500_000
    assert pack_results(read_shipped_results()) == text


def test_ones_own_results_come_first_and_the_others_stay_within_reach(tmp_path: Path) -> None:
    experiment, results = EXPERIMENTS["S3-26"], tmp_path / "lab.db"
    assert Lab(results).outcome(experiment).is_ours
    cell = experiment.cells()[0]
    ours = read_shipped_results()[0]
    values = {column.name: 1 for column in experiment.columns}
    own = Measurement(make_key("main", experiment, cell, 0), values, (), 0.1, "1", ours.machine, ours.at)
    with ResultStore(results) as file:
        file.add([own])
    found = Lab(results).outcome(experiment)
    assert (found.is_ours, found.measured) == (False, 1)
    assert Lab(results, OURS).outcome(experiment).is_ours


def test_nothing_is_measured_under_their_name(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="ships with Kibitz"):
        list(Lab(tmp_path / "lab.db", OURS).run({"S3-26": EXPERIMENTS["S3-26"]}))

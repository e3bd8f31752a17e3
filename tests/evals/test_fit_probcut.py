"""The tool that measures and fits the errors of shallow searches."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import pytest

from kibitz.core.rng import Rng
from kibitz.evals.depth_errors import ErrorModel

TOOLS = Path(__file__).parents[2] / "tools"
CELLS = 64
KNOWN = ErrorModel(CELLS, (5.0, 1.5, -1.0, 0.4, -0.2, 0.1), (6.0, 0.0, 0.0, 0.3, -0.3, 0.0), "", "")


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(TOOLS)
    return importlib.import_module("fit_probcut")


def test_the_fit_finds_the_constants_that_made_the_differences(tool: Any) -> None:
    rng = Rng(1)

    def draw(size: float) -> int:
        """A number of that standard deviation: the sum of twelve between 0 and 1 has one of 1."""
        return round(size * (sum(rng.below(1 << 20) for _ in range(12)) / (1 << 20) - 6))

    horizon, end = [], []
    for number in range(3000):
        discs = 8 + number % 53
        free = CELLS - discs
        pairs = [(depth, shallow) for depth in (5, 8) for shallow in range(2 - depth % 2, depth, 2) if depth < free]
        horizon += [(discs, depth, d, draw(KNOWN.deviation(discs, depth, d))) for depth, d in pairs]
        end += [(discs, free, d, draw(KNOWN.deviation(discs, free, d))) for d in range(2 - free % 2, min(free, 9), 2)]
    constants = tool.fit(tool.find_deviations(horizon, to_end=False), CELLS, tool.OF_HORIZON)
    of_end = tool.fit(tool.find_deviations(end, to_end=True), CELLS, tool.OF_END)
    found = ErrorModel(CELLS, constants, of_end, "", "")
    for pair in ((12, 5, 1), (20, 8, 2), (40, 8, 4), (50, 5, 3), (44, 20, 4), (54, 10, 6)):
        assert found.deviation(*pair) == pytest.approx(KNOWN.deviation(*pair), rel=0.1)


def test_a_file_that_was_cut_short_goes_on_where_it_was_and_one_of_other_weights_is_refused(
    tool: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = list[int]()

    def measure(task: Any) -> dict[str, object]:
        done.append(task.number)
        return {"number": task.number, "of": tool.describe(task)}

    monkeypatch.setattr(tool, "measure", measure)
    path = tmp_path / "measured.jsonl"
    tasks = [tool.Task("connect-four", "windows", 1, number, 2, 0) for number in range(6)]
    tool.measure_all(path, tasks[:4], 1)
    path.write_text(path.read_text()[:-5])  # the last line is incomplete
    rows = tool.measure_all(path, tasks, 1)
    assert done == [0, 1, 2, 3, 3, 4, 5]
    assert [row["number"] for row in rows] == list(range(6))
    assert rows == [json.loads(line) for line in path.read_text().splitlines()]
    with pytest.raises(SystemExit, match="take a new file"):
        tool.measure_all(path, [task._replace(evaluator="windows:two=3") for task in tasks], 1)

"""The faults to look at: each with a small tree, two searches of it, and a picture for every step."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from kibitz.core.errors import UnknownName
from kibitz.doctor.gallery import find_runs, list_gallery, show_fault
from kibitz.doctor.reports.draw_run import draw_picture


@pytest.mark.parametrize("fault_id", ["min-max-swapped", "no-cut-at-min", "ties-from-bounds", "terminal-not-seen"])
def test_a_fault_is_shown_on_a_small_tree(fault_id: str) -> None:
    shown = show_fault(fault_id)
    assert len(shown.tree) < 30
    assert shown.answers != shown.right_answers
    case, *runs = find_runs(fault_id)
    for run in runs:
        for step in (None, 0, 1, 100):
            assert ET.fromstring(draw_picture(run, case.is_max, step)).tag.endswith("svg")


def test_every_fault_is_listed() -> None:
    assert len(list_gallery()) >= 40
    with pytest.raises(UnknownName):
        show_fault("no-such-fault")

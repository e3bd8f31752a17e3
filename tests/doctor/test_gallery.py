"""The faults to look at: each with a small tree, two searches of it, and a picture for every step."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from kibitz.core.errors import UnknownName
from kibitz.doctor.gallery import find_runs, list_gallery, show_fault
from kibitz.doctor.reports.draw_run import draw_picture
from kibitz.doctor.reports.recordings import make_recording, name_right_run
from kibitz.trees.microscope.explanation_view import explain_node
from kibitz.trees.microscope.recording_summary import summarize_recording
from kibitz.web.routes.doctor import router


@pytest.mark.parametrize(
    "fault_id",
    ["min-max-swapped", "no-cut-at-min", "ties-from-bounds", "terminal-not-seen", "mcts-draw-counted-as-loss"],
)
def test_a_fault_is_shown_on_a_small_tree(fault_id: str) -> None:
    shown = show_fault(fault_id)
    assert len(shown.tree) < 30
    assert shown.answers != shown.right_answers
    case, *runs = find_runs(fault_id)
    for run in runs:
        for step in (None, 0, 1, 100):
            assert ET.fromstring(draw_picture(run, case.is_max, step)).tag.endswith("svg")


@pytest.mark.parametrize("fault_id", ["max-starts-at-infinity", "table-bounds-swapped", "mcts-tree-never-grows"])
def test_the_microscope_shows_both_searches_of_a_fault(fault_id: str) -> None:
    """Also where a faulty search contradicts itself: a cut that no move explains, a value from nowhere."""
    case, wrong, right = find_runs(fault_id)
    for run, name in ((wrong, fault_id), (right, name_right_run(right))):
        recording = make_recording(run, name, is_max=case.is_max)
        assert recording is not None
        assert summarize_recording(recording).searcher == name
        assert len(recording.tree) == sum(node.state != "skipped" for node in run.nodes)
        for node in range(len(recording.tree)):
            assert all(explain_node(recording, node, question).sentence for question in ("cut", "value"))


def test_the_page_only_reads() -> None:
    assert {method for route in router.routes for method in route.methods} == {"GET"}  # type: ignore[attr-defined]


def test_every_fault_is_listed() -> None:
    assert len(list_gallery()) >= 40
    with pytest.raises(UnknownName):
        show_fault("no-such-fault")

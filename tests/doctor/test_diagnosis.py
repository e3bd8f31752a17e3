"""Programs as students write them: right ones are called right, and a fault is named for what it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from programs import LocalPatient, read_programs, write_program

from kibitz.doctor.examine import examine
from kibitz.doctor.report import VERDICTS

# A limit that is reached while Python collects garbage is lost, which a warning says, and comes again.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

RIGHT = read_programs("right_programs.txt")
FAULTY = read_programs("faulty_programs.txt")
VERDICT_OF = {
    "changes-input": "changes-input",
    "deep-cuts-missed": "slow",
    "different-each-time": "unstable",
    "kept-between-searches": "unstable",
    "no-cut-at-min": "slow",
    "window-not-passed": "slow",
    "recursion-without-end": "crashes",
    "terminal-not-seen": "crashes",
}  # wrong where nothing is said
NOT_SMALLER = ("deepening-unfinished-kept", "table-stored-from-wrong-side")  # than it has to be, or than a table needs


@pytest.mark.slow
@pytest.mark.parametrize("name", RIGHT)
def test_a_right_program_is_called_right(name: str, tmp_path: Path) -> None:
    report = examine(LocalPatient(write_program(tmp_path, RIGHT[name])))
    assert (report.verdict, report.faults) == ("right", ()), report.violation
    assert report.cases > 20


def test_there_are_more_than_twenty_right_programs() -> None:
    assert len(RIGHT) > 20


@pytest.mark.slow
@pytest.mark.parametrize("name", FAULTY)
def test_a_fault_is_named(name: str, tmp_path: Path) -> None:
    report = examine(LocalPatient(write_program(tmp_path, FAULTY[name])))
    assert report.verdict == VERDICT_OF.get(name, "wrong")
    assert report.verdict in VERDICTS
    ids = [fault.id for fault in report.faults]
    assert set(name.split("+")) <= set(ids), ids
    assert report.is_pair == ("+" in name)
    assert report.smallest is not None
    assert len(str(report.smallest)) < 60 or report.verdict == "unstable" or name in NOT_SMALLER


@pytest.mark.slow
def test_whoever_writes_1000_for_infinity_is_right_below_it(tmp_path: Path) -> None:
    text = FAULTY["infinity-too-small"].replace("50", "1000")
    report = examine(LocalPatient(write_program(tmp_path, text)))
    assert (report.verdict, [fault.id for fault in report.faults]) == ("right", ["infinity-too-small"])
    assert report.sentence.startswith("It is right for values between -1,000 and 1,000, and breaks beyond them")
    assert report.smallest is not None


@pytest.mark.slow
def test_what_no_fault_explains_is_said_to_be_so(tmp_path: Path) -> None:
    median = """
def minimax(node, depth, maximizing):
    if depth == 0 or not node.children:
        return node.value
    values = sorted(minimax(child, depth - 1, not maximizing) for child in node.children)
    return values[len(values) // 2]
"""
    report = examine(LocalPatient(write_program(tmp_path, median)))
    assert (report.verdict, report.faults) == ("wrong", ())
    assert report.smallest == [0, 1]
    assert report.violation == "it answers 1, and the value is 0"
    assert report.smallest_to_move == "min"

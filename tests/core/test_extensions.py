"""What an extension or a user's file adds is found in every place, and its ids come with a title."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from helpers.bare_package import make_bare_package, run_python

# A game, a program for it that looks one ply less far than it is asked to, and all that is told of both.
PROGRAM = """
from dataclasses import dataclass

from kibitz import Cell, Column, Experiment, Kind, Verdict
from kibitz.core.publications import add_publication
from kibitz.core.searching import NodeKind
from kibitz.doctor.faults.sightings import SIGHTINGS
from kibitz.games.take_away import TakeAway
from kibitz.search.minimax import Minimax
from kibitz.search.replica import ProgramFault, WrappingReplica, fault_switch
from kibitz.trees.fault_marks import FAULT_ACTS
from kibitz.trees.microscope.example_searches import ExampleSearch, add_example

MINE = add_publication("my", "my thesis", "One program for one game")


class Chips(TakeAway):
    name = "chips"


GREEDY = ProgramFault("my-1", "greedy", "it takes what it can", "It never looks ahead.", "It looks ahead.")


@dataclass(frozen=True)
class Greedy(WrappingReplica):
    name = "greedy"
    about = f"of {MINE}"
    title = f"{MINE}: greedy"
    faults = (GREEDY,)
    suits = (Chips,)
    usual_depth = 3

    greedy: bool = fault_switch(GREEDY)

    def inner(self):
        return Minimax(eval="zero" if self.greedy else "modulo")


FAULT_ACTS.add("my-1", lambda tree, node: "Nothing is known here." * (tree.kind[node] == NodeKind.HORIZON))
SIGHTINGS.add("root-always-max", ("my-1",))
add_example(ExampleSearch("mine", "Mine", "Look.", "chips", "greedy:depth=2"))


class Nodes(Experiment):
    id = "my-2"
    title = "Nodes"
    source = "table 1"
    columns = (Column("nodes"),)

    def cells(self, *, quick=False):
        return [Cell("one")]

    def measure(self, cell, seed):
        return {"nodes": 1}

    def judge(self, rows):
        return Verdict(Kind.HOLDS, "there is one")
"""

ASK = """
import json, sys
from pathlib import Path
from kibitz.core.game import find_game
from kibitz.core.searching import find_search
from kibitz.core.user_files import run_file
from kibitz.doctor.faults.fault import find_library_fault
from kibitz.lab.faults.fault_list import describe_fault, list_faults
from kibitz.lab.find_experiments import find_experiments
from kibitz.lab.lab import Lab
from kibitz.lab.outcome import make_entry
from kibitz.drawing.game_cards import list_levels
from kibitz.play.positions import record_at
from kibitz.trees.fault_marks import FaultMarks
from kibitz.trees.microscope.example_searches import EXAMPLES
from kibitz.trees.recorder import record

for file in sys.argv[1:]:
    run_file(Path(file))
before = record_at(find_game("chips:chips=7"))
_, tree = record(before.game, before.state, *find_search("greedy:depth=1,backend=reference"))
print(json.dumps({
    "players": [level.title for level in list_levels(before.game) if "greedy" in level.spec],
    "faults": [(fault.id, fault.report) for fault in list_faults()],
    "loses": describe_fault("my-1").faulty.outcome,
    "marks": [[mark.id for mark in FaultMarks(tree).at(node)] for node in range(len(tree))],
    "sightings": find_library_fault("root-always-max").published,
    "example": EXAMPLES["mine"].title,
    "entries": [make_entry(Lab(Path("none.db")).outcome(one)).report for one in find_experiments(["my"]).values()],
}))
"""
EXPECTED = {
    "players": ["my, my thesis: greedy"],
    "faults": [["my-1", "my, my thesis"]],
    "loses": "a loss",
    "marks": [[], ["my-1"], ["my-1"], ["my-1"]],
    "sightings": ["my-1"],
    "example": "Mine",
    "entries": ["my, my thesis"],
}
EXTENSION = """
KINDS = ("publication", "game", "searcher", "fault mark", "sighting", "example search", "experiment")
ADDS = dict.fromkeys(KINDS, ("kibitz.mine.program",))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_bare_package(tmp_path)


def test_a_folder_of_the_package_is_found_by_its_extension_file(folder: Path) -> None:
    package = folder / "src" / "kibitz" / "mine"
    package.mkdir()
    for name, text in (("__init__", ""), ("extension", EXTENSION), ("program", PROGRAM)):
        (package / f"{name}.py").write_text(text, encoding="utf-8")
    assert json.loads(run_python(folder, "-c", ASK)) == EXPECTED
    listed = run_python(folder, "-m", "kibitz", "lab", "list").splitlines()
    assert [line.split()[:3] for line in listed[1:]] == [["my", "my", "thesis"], ["my-2", "Nodes", "0/1"]]


def test_a_file_of_the_user_adds_in_the_same_way(folder: Path) -> None:
    (folder / "mine.py").write_text(PROGRAM, encoding="utf-8")
    assert json.loads(run_python(folder, "-c", ASK, "mine.py")) == EXPECTED

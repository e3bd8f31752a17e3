"""Trees as JSON: the documented keys, and what is said of a damaged file."""

from __future__ import annotations

import json

import pytest

from helpers.trees import othello_tree, tree_of
from kibitz.core.errors import BadFile
from kibitz.trees.formats.json_tree import read_json, write_json


@pytest.mark.parametrize(
    ("path", "value", "complaint"),
    [
        (["game"], "reversi", "no game called 'reversi'"),
        (["game"], 3, "'game' of this tree is missing, empty or of the wrong kind"),
        (["nodes"], [], "'nodes' of this tree is missing, empty or of the wrong kind"),
        (["position"], "XXX", "16 characters"),
        (["nodes", 1, "parent"], 5, "Node 1 .* nodes below 5 do not come here"),
        (["nodes", 1, "parent"], None, "Node 1 .* second root"),
        (["nodes", 1, "move"], "a1", "Node 1 .* a1 is not legal there"),
        (["nodes", 1, "move"], "z9", "Node 1 .* 'z9' is not a move"),
        (["nodes", 1, "kind"], "odd", "Node 1 .* lacks an entry or has one of the wrong kind"),
        (["nodes", 1, "alpha"], "low", "Node 1 .* lacks an entry or has one of the wrong kind"),
        (["nodes", 1, "beta"], 10**12, "Node 1 .* too large"),
        (["nodes", 1, "value"], 1 << 63, "Node 1 .* too large"),
        (["nodes", 1, "ply"], 7, "Node 1 .* 'ply' contradicts the rest"),
        (["nodes", 0, "ghosts"], ["a1"], "Node 0 .* 'ghosts' contradicts the rest"),
        (["nodes", 0, "extra"], 1, "Node 0 .* 'extra' contradicts the rest"),
    ],
)
def test_damaged_json_is_refused(path: list[str | int], value: object, complaint: str) -> None:
    data = json.loads(write_json(tree_of("othello:size=4", "", "alphabeta:depth=2,eval=discs")))
    place = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    with pytest.raises(BadFile, match=complaint):
        read_json(json.dumps(data))


def test_json_has_the_documented_keys() -> None:
    data = json.loads(write_json(othello_tree()))
    assert set(data) == {"format", "version", "game", "position", "searcher", "missed", "nodes"}
    keys = ["id", "parent", "move", "ply", "depth", "alpha", "beta", "value", "points", "bound", "kind", "ghosts"]
    assert all(list(node) == keys for node in data["nodes"])

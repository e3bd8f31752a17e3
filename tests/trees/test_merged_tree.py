"""Symmetric positions drawn once: the textbook's tree of tic-tac-toe, and no node lost in any other."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

import kibitz
from kibitz.cli.main import kibitz as command
from kibitz.core.errors import Unsuited
from kibitz.trees.formats.svg import write_svg
from kibitz.trees.labels import edge_text
from kibitz.trees.merged_tree import merge_symmetric

TEXTBOOK = "minimax:depth=2,eval=windows,backend=reference"


def test_the_tree_of_the_textbook() -> None:
    """Russell & Norvig: 3 first moves and 12 replies, worth -1 in a corner, -2 on an edge and +1 in the centre."""
    tree = merge_symmetric(kibitz.position("tic-tac-toe").tree(TEXTBOOK), 0)
    first = tree.children(0)
    assert [edge_text(tree, node) for node in first] == ["a1 ×4", "b1 ×4", "b2"]
    assert [tree.value_for_max(node) for node in first] == [-1, -2, 1]
    assert [len(tree.children(node)) for node in first] == [5, 5, 2]
    assert len(tree) == 16
    assert "a1 ×4" in write_svg(tree)


@pytest.mark.parametrize("spec", ["tic-tac-toe", "connect-four:width=4,height=4,k=3", "othello:size=4", "take-away"])
def test_what_the_nodes_stand_for_adds_up_to_the_whole_tree(spec: str) -> None:
    whole = kibitz.position(spec).tree("minimax:depth=3,backend=reference")
    merged = merge_symmetric(whole, 0)
    counted: Counter[int] = Counter()
    standing = {0: 1}
    for node in range(len(merged)):
        if node:
            standing[node] = standing[merged.parent[node]] * merged.stands_for(node)
        counted[merged.ply[node]] += standing[node]
    assert counted == Counter(whole.ply)


def test_a_move_never_searched_is_shown_only_if_no_image_of_it_was() -> None:
    whole = kibitz.position("tic-tac-toe").tree("alphabeta:depth=2,eval=windows,backend=reference")
    merged = merge_symmetric(whole, 0)
    for node in range(len(merged)):
        shown = [*merged.children(node)]
        positions = [merged.game.canonical(merged.state(child)) for child in shown]
        positions += [merged.game.canonical(merged.game.play(merged.state(node), move)) for move in merged.ghosts(node)]
        assert len(set(positions)) == len(positions)
    assert any(merged.ghosts(node) for node in range(len(merged)))


def test_what_cannot_be_merged_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Unsuited, match="cannot be merged"):
        merge_symmetric(kibitz.position("tic-tac-toe").tree("mcts:simulations=20,backend=reference"), 0)
    for words in (["--out", str(tmp_path / "tree.json")], []):
        result = CliRunner().invoke(command, ["tree", "tic-tac-toe", TEXTBOOK, "--merge-symmetric", *words])
        assert result.exit_code == 2
        assert ".svg" in result.output

"""What the microscope's examples of faulty programs say is true of the searches behind them."""

from __future__ import annotations

import kibitz
from kibitz.core.loading import load_game
from kibitz.core.searching import find_search
from kibitz.play.positions import record_at
from kibitz.trees.microscope.example_searches import EXAMPLES
from kibitz.trees.recorder import record
from kibitz.trees.recording import Recording


def recording_of(game: str, searcher: str) -> Recording:
    before = record_at(load_game(game))
    result, tree = record(before.game, before.state, *find_search(searcher))
    return Recording(tree, before, result)


def test_the_program_that_moves_twice_takes_every_move_for_a_win() -> None:
    shown = EXAMPLES["twice"]
    twice = recording_of(shown.game, shown.searcher)
    tree = twice.tree
    assert twice.result is not None
    assert tree.game.move_name(twice.result.move or 0) == "1"
    assert {-tree.value[child] for child in tree.children(0)} == {tree.value[0]}
    assert [(count.id, count.nodes) for count in twice.fault_counts] == [("S0-38", 3)]
    right = kibitz.position(shown.game).best(shown.other)
    assert ([root.move for root in right.roots if root.score > 0], right.move) == (["2"], "2")


def test_the_program_with_the_printed_evaluation_has_the_nodes_of_the_corrected_one_and_other_values() -> None:
    shown = EXAMPLES["fault"]
    printed, right = (recording_of(shown.game, searcher).tree for searcher in (shown.searcher, shown.other))
    assert (list(printed.parent), list(printed.move)) == (list(right.parent), list(right.move))
    assert list(printed.value) != list(right.value)

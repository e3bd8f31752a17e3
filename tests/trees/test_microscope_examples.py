"""What the first page of the microscope says about its examples is true of the searches behind them."""

from __future__ import annotations

import subprocess
import sys

import kibitz
from kibitz.core.loading import load_game
from kibitz.core.score import Score
from kibitz.core.searching import find_search
from kibitz.play.players import SearchPlayer, find_player
from kibitz.play.positions import record_at
from kibitz.trees.event_replay import SimulationReplay
from kibitz.trees.microscope.example_searches import EXAMPLES
from kibitz.trees.recording import Recording, record_search


def example(name: str) -> Recording:
    """The search of an example, recorded as the page records it."""
    shown = EXAMPLES[name]
    player = find_player(f"{shown.searcher}{',' if ':' in shown.searcher else ':'}backend=reference")
    assert isinstance(player, SearchPlayer)
    return record_search(record_at(load_game(shown.game), moves=shown.moves or None), player)


def test_the_trap_is_one_and_the_search_finds_it() -> None:
    recording = example("trap")
    tree, replay = recording.tree, recording.replay
    assert isinstance(replay, SimulationReplay)
    names = {tree.game.move_name(tree.move[child]): child for child in tree.children(0)}
    trap, safe = {names["c1"], names["c3"]}, {names["a1"], names["a3"]}
    early = replay.numbers(80, names.values())
    for liked in (lambda known: known.visits, lambda known: -known.mean):
        assert {known.node for known in sorted(early, key=liked)[-2:]} == trap
    assert [known.proven for known in replay.numbers(replay.steps - 1, trap)] == [1, 1]  # X wins after either
    judged = {name: score.points for name, score in truth().items()}
    assert {name for name, points in judged.items() if points == 0} == {"a1", "a3"}

    def count(first: int, last: int, nodes: set[int]) -> int:
        """How many simulations go to some moves."""
        return sum(replay.path_at(step)[1] in nodes for step in range(first, last))

    assert count(1, 81, trap) > 80 / 2 > count(1, 81, safe)
    last = replay.steps
    assert count(last - 100, last, safe) > 100 / 2 > count(last - 100, last, trap)
    assert recording.result is not None
    assert recording.result.move in [tree.move[node] for node in safe]


def truth() -> dict[str, Score]:
    """What the moves of the example are worth, by trying everything."""
    found = kibitz.position("tic-tac-toe", moves="b3c2a2")
    game = found.game
    searcher, limits = find_search("minimax:backend=reference")[:2]
    answer = searcher.search(game, found.state, limits, backend="reference")
    return {game.move_name(root.move): root.score for root in answer.roots}


def test_the_numbers_that_are_said_of_the_others_are_true() -> None:
    assert len(example("alphabeta").tree) == 12
    assert len(example("pruning").tree) == 2801
    proof = example("proof")
    assert (proof.tree.notes["low"][0], proof.tree.game.to_move(proof.tree.root_state)) == (1, 0)  # X wins
    assert len(example("mtd").tree.roots) == 5


SMALL_SEARCHES = """
import sys
from kibitz.core.loading import load_game
from kibitz.play.players import find_player
from kibitz.play.positions import record_at
from kibitz.trees.microscope.example_searches import EXAMPLES
from kibitz.trees.recording import record_search

searches = [(each.game, each.moves, spec) for each in EXAMPLES.values() for spec in (each.searcher, each.other) if spec]
searches += [(game, "", f"{name}:depth=3") for game in ("othello", "kalah") for name in ("alphabeta", "pvs", "mtd")]
for game, moves, spec in searches:
    print(len(record_search(record_at(load_game(game), moves=moves or None), find_player(spec)).tree))
    assert "numba" not in sys.modules, spec
"""


def test_examples_and_small_trees_are_recorded_without_the_compiler() -> None:
    done = subprocess.run([sys.executable, "-c", SMALL_SEARCHES], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert min(map(int, done.stdout.split())) > 1

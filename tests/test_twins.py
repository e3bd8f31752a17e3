"""Compiled searches do what the readable ones do: the same answer, the same cost, the same tree."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from helpers import naive
from kibitz.core.game import GAMES, find_game
from kibitz.core.limits import COMPILED, REFERENCE, Limits
from kibitz.core.searching import SearchResult, find_searcher, search_spec
from kibitz.kernels.compiled_forms import obstacle
from kibitz.trees.recorder import Recorder

BOARDS = {
    "tic-tac-toe": 6,
    "mnk:width=5,height=5,k=4": 3,
    "connect-four:width=5,height=4": 6,
    "connect-four": 5,
    "othello:size=4": 7,
    "othello": 4,
    "take-away:chips=15,take=4,misere=true": 8,
}
CABINET = {  # every other game, with fewer searches
    "misere-tic-tac-toe": 5,
    "ultimate-tic-tac-toe": 2,
    "domineering:width=4,height=4": 4,
    "dots-and-boxes:rows=2,columns=2": 4,
    "hex:size=4": 3,
    "breakthrough:width=4,height=4": 3,
    "hexapawn": 6,
    "checkers": 4,
    "three-mens-morris": 4,
    "six-mens-morris": 2,
    "nine-mens-morris": 2,
    "chomp": 3,
    "kalah:pits=3,seeds=3": 5,
    "nim": 4,
}
FEW_SEARCHERS = ["alphabeta", "mcts:simulations=200,seed=5"]
SEARCHERS = [
    "minimax",
    "minimax:sooner=true,ties=random,seed=4",
    "alphabeta",
    "alphabeta:fail=hard,sooner=true",
    "alphabeta:order=killer+history+centre",
    "alphabeta:order=heuristic+shuffled,seed=9,fail=hard",
    "alphabeta:deepen=true,aspiration=2,order=history,ties=random,seed=2",
    "pvs",
    "pvs:order=killer+centre,deepen=true,aspiration=1,sooner=true",
    "pvs:order=shuffled,seed=3,ties=random",
]


def twin(spec: str, game_spec: str, state: tuple[int, ...], limits: Limits) -> tuple[SearchResult, SearchResult]:
    """What the readable and the compiled search answer, without the time they took."""
    game = find_game(game_spec)
    searcher, _ = find_searcher(spec)
    assert obstacle(searcher, game) == ""
    both = (searcher.search(game, state, limits, backend=backend) for backend in (REFERENCE, COMPILED))
    first, second = (replace(r, backend="", stats=replace(r.stats, seconds=0.0)) for r in both)
    return first, second


def test_every_game_has_its_twins_tested() -> None:
    shipped = {game.name for game in GAMES.classes.values() if game.shipped}
    assert {find_game(spec).name for spec in (BOARDS | CABINET)} == shipped


@pytest.mark.slow
@pytest.mark.parametrize("spec", CABINET)
def test_twins_agree_in_every_game(spec: str) -> None:
    game = find_game(spec)
    for seed in range(3):
        state = naive.random_position(game, seed) if seed else game.initial()
        for searcher in FEW_SEARCHERS:
            limits = Limits() if searcher.startswith("mcts") else Limits(depth=CABINET[spec])
            readable, compiled = twin(searcher, spec, state, limits)
            if searcher.startswith("mcts"):
                readable, compiled = (replace(one, stats=replace(one.stats, memory=0)) for one in (readable, compiled))
            assert compiled == readable, f"{searcher} on {spec} {state}"


@pytest.mark.slow
@pytest.mark.parametrize("spec", BOARDS)
def test_twins_agree_in_everything_but_time(spec: str) -> None:
    game = find_game(spec)
    for seed in range(6):
        state = naive.random_position(game, seed) if seed else game.initial()
        for searcher in SEARCHERS:
            depth = BOARDS[spec] - (searcher.startswith("minimax"))
            readable, compiled = twin(searcher, spec, state, Limits(depth=depth))
            assert compiled == readable, f"{searcher} on {spec} {state}"


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["tic-tac-toe", "othello:size=4", "take-away:chips=15,take=4,misere=true"])
def test_twins_agree_to_the_end_of_the_game(spec: str) -> None:
    game = find_game(spec)
    drawn = (naive.random_position(game, seed) for seed in range(20))
    small = [state for state in drawn if naive.is_small(game, state, 3_000)]
    assert len(small) >= 14
    for state in small:
        for searcher in SEARCHERS:
            readable, compiled = twin(searcher, spec, state, Limits())
            assert compiled == readable, f"{searcher} on {spec} {state}"


@pytest.mark.slow
def test_a_line_is_as_long_as_the_game() -> None:
    spec = "take-away:chips=300,take=1"
    readable, compiled = twin("alphabeta", spec, find_game(spec).initial(), Limits())
    assert compiled == readable
    assert len(compiled.line) == 300


def test_the_compiled_textbook_searches_count_the_published_nodes() -> None:
    game = find_game("tic-tac-toe")
    for spec, nodes in (("minimax", 549_946), ("alphabeta", 18_297)):
        searcher, limits = find_searcher(spec)
        assert searcher.search(game, game.initial(), limits, backend=COMPILED).stats.nodes == nodes


@pytest.mark.parametrize("nodes", [1, 2, 50, 777, 3000])
def test_twins_keep_a_node_limit_alike(nodes: int) -> None:
    for searcher in SEARCHERS:
        readable, compiled = twin(searcher, "connect-four", (0, 0), Limits(nodes=nodes))
        assert compiled == readable, searcher
        assert compiled.stopped_by == "nodes"


@pytest.mark.parametrize(
    "spec", ["minimax:depth=3", "alphabeta:depth=5,order=killer", "pvs:depth=4,deepen=true,ties=random"]
)
@pytest.mark.parametrize("limit", [10, 100_000])
def test_both_record_the_same_tree(spec: str, limit: int) -> None:
    game = find_game("connect-four")
    searcher, limits = find_searcher(spec)
    trees = []
    for backend in (REFERENCE, COMPILED):
        recorder = Recorder(game, game.initial(), search_spec(searcher, limits), limit=limit)
        searcher.search(game, game.initial(), limits, backend=backend, watcher=recorder)
        trees.append(recorder.tree)
    assert len(trees[1]) == min(limit, len(trees[0]))
    assert trees[1] == trees[0]


KEPT = """
import sys
import kibitz.kernels.alphabeta.tree_search, kibitz.search
from kibitz.core.game import find_game
from kibitz.core.limits import Limits
from kibitz.core.searching import find_searcher
searcher, limits = find_searcher("alphabeta:depth=3")
for spec in sys.argv[1:]:
    game = find_game(spec)
    answer = searcher.search(game, game.initial(), limits, backend="compiled")
    assert answer.score == searcher.search_reference(game, game.initial(), limits).score, spec
"""


@pytest.mark.slow
def test_code_kept_by_one_process_is_not_mistaken_by_another(tmp_path: Path) -> None:
    """Rules of different games have one name; the linker must not take those that came first for all."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    boards = ["connect-four", "tic-tac-toe", "mnk:width=5,height=5,k=4"]
    for order in (boards[:1], boards[1:], boards[::-1], boards):
        done = subprocess.run([sys.executable, "-c", KEPT, *order], env=environment, check=False)
        assert done.returncode == 0, order

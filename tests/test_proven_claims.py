"""Whatever a search calls proven is so, whatever its options are and whenever it is stopped."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from helpers.claims import draw_position, draw_trial, run_trial
from helpers.networks import write_random_network
from kibitz.core.game import GAMES, State, find_game
from kibitz.core.limits import COMPILED, REFERENCE
from kibitz.core.score import WIN, Bound, Score
from kibitz.core.searching import SEARCHERS
from kibitz.kernels.solvers import all_positions

BOARDS = [
    "tic-tac-toe",
    "misere-tic-tac-toe",
    "wild-tic-tac-toe",
    "notakto",
    "connect-four:width=4,height=3,k=3",
    "connect-four:width=4,height=4",
    "othello:size=4",
    "take-away:chips=12,take=3",
    "take-away:chips=15,take=4,misere=true",
    "nim:heaps=2-4-3",
    "nim:heaps=6-2-7,misere=true",
    "chomp:width=4,height=3",
    "domineering:width=4,height=4",
    "dots-and-boxes:rows=2,columns=2",
    "hex:size=3,swap=true",
    "hexapawn",
    "breakthrough:width=3,height=4",
    "kalah:pits=3,seeds=2",
    "ultimate-tic-tac-toe",
    "checkers",
    "three-mens-morris",
    "six-mens-morris",
    "nine-mens-morris",
]
POSITIONS = 3  # of each board
TRIALS = 6  # of a searcher in each position

# The replicas of published programs have the faults of these: test_replicas.py.
SEARCHER_NAMES = sorted(name for name, cls in SEARCHERS.classes.items() if cls.shipped and "replica" not in name)
READABLE = [name for name in SEARCHER_NAMES if SEARCHERS.find(name).has_reference]


@cache
def positions(spec: str) -> list[State]:
    rng = random.Random(spec)
    return [draw_position(find_game(spec), rng) for _ in range(POSITIONS)]


def run_trials(name: str, spec: str, trials: int, backend: str = REFERENCE, **fixed: Any) -> Counter[str]:
    """How many searches were made, stopped and had something to prove."""
    rng, counts = random.Random(f"{name} {spec}"), Counter[str]()
    for state in positions(spec):
        for _ in range(trials):
            trial = draw_trial(SEARCHERS.find(name), find_game(spec), state, rng, **fixed)
            found = None if trial is None else run_trial(trial, backend)
            if found is not None:
                counts.update({"made": 1, "stopped": found.stopped_by != "", "proven": found.score.proven})
    return counts


def test_every_game_is_searched() -> None:
    shipped = {game.name for game in GAMES.classes.values() if game.shipped}
    assert {find_game(spec).name for spec in BOARDS} == shipped


@pytest.mark.parametrize("name", READABLE)
def test_what_a_readable_search_calls_proven_is_so(name: str, tmp_path: Path) -> None:
    counts = Counter[str]()
    for spec in BOARDS:
        fixed = {}
        if name == "learned":  # there is no trained player of these boards
            if spec == "ultimate-tic-tac-toe":
                continue  # to find the symmetries of so large a board for a network takes ten seconds
            fixed["file"] = write_random_network(tmp_path / "n.kbm", find_game(spec)).partition("file=")[2]
        counts += run_trials(name, spec, TRIALS, **fixed)
    assert min(counts["made"], counts["stopped"], counts["proven"]) > 3, counts


@pytest.mark.parametrize(
    ("name", "spec"),
    [
        *((name, "tic-tac-toe") for name in ("alphabeta", "engine", "mcts", "proof", "pvs", "strong", "threats")),
        ("engine", "othello:size=4"),
        ("perfect", "connect-four:width=4,height=4"),
        ("engine", "three-mens-morris"),
    ],
)
def test_what_a_compiled_search_calls_proven_is_so(name: str, spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # The table that all searches of strong share may know everything already, and then nothing can be stopped.
    monkeypatch.setattr(all_positions, "find_table", cache(all_positions.make_position_table))
    counts = run_trials(name, spec, 30, COMPILED, threads=1, eval="")
    assert min(counts["made"], counts["stopped"], counts["proven"]) > 3, counts


def test_a_bound_that_leaves_open_who_wins_settles_nothing() -> None:
    assert Score(WIN, Bound.LOWER, proven=True).is_settled
    assert Score(-WIN, Bound.UPPER, proven=True).is_settled
    assert Score(0, proven=True).is_settled
    assert not Score(0, Bound.LOWER, proven=True).is_settled
    assert Score.of(WIN, Bound.LOWER).proven
    assert not Score.of(-WIN, Bound.LOWER).proven
    assert not Score.of(2 * WIN, max_result=3).proven

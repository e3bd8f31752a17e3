"""Learned Othello: the same numbers interpreted and compiled, nearer to the truth than a count, read from a file."""

from __future__ import annotations

import importlib
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kibitz.evals.patterns as patterns
from helpers import naive
from helpers.paths import ROOT
from kibitz.core.errors import BadFile
from kibitz.core.evaluation import TableEvaluator, find_evaluator
from kibitz.core.game import State, find_game
from kibitz.core.limits import Limits
from kibitz.evals.patterns import CODES, DISC, PHASE_SIZE, PHASES, PLACES_SIZE, phase_of, read_table, write_table
from kibitz.kernels.searchers.engine import Engine
from kibitz.search.alphabeta import AlphaBeta

sys.path.insert(0, str(ROOT / "tools"))
fit: Any = importlib.import_module("pattern_fit")

SHIPPED = Path(patterns.__file__).with_name("patterns.bin")
OTHELLO = find_game("othello")


def learned() -> TableEvaluator:
    evaluator = find_evaluator("patterns", OTHELLO)
    assert isinstance(evaluator, TableEvaluator)
    return evaluator


@cache
def positions() -> tuple[State, ...]:
    return tuple(naive.random_position(OTHELLO, seed) for seed in range(80))


def free_cells(state: State) -> int:
    return 64 - (state[0] | state[1]).bit_count()


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["reference", "compiled"])
def test_a_search_with_the_table_finds_what_naive_minimax_finds(backend: str) -> None:
    assert len(positions()) == 80
    for state in positions()[:6]:
        expected = naive.minimax(OTHELLO, state, 2, learned())
        found = AlphaBeta(eval="patterns").search(OTHELLO, state, Limits(depth=2), backend=backend)
        assert found.score.value == expected


@pytest.mark.slow
def test_the_engine_guesses_with_the_table_nearer_to_the_truth_than_by_counting_discs() -> None:
    """Exact values of positions near the end, from the engine itself."""
    engine, evaluator = Engine(eval="patterns", table_mib=1), learned()
    off: dict[str, list[float]] = {"table": [], "discs": []}
    for state in positions():
        if free_cells(state) <= 8:
            exact = engine.search(OTHELLO, state).score
            assert exact.proven
            off["table"].append(exact.points - evaluator(state) / DISC)
            off["discs"].append(exact.points - find_evaluator("discs", OTHELLO)(state))
    assert len(off["table"]) >= 8
    table, discs = (float(np.mean(np.square(errors))) for errors in off.values())
    assert table < discs / 2


def test_the_shipped_file_is_small_and_says_how_it_was_made() -> None:
    content = SHIPPED.read_bytes()
    assert len(content) <= 4 << 20
    assert b"python tools/train_othello_patterns.py" in content.partition(b"\n\n")[0]


def test_tables_come_back_from_a_file(tmp_path: Path) -> None:
    """Numbers of all sizes, the same for entries that mirroring a pattern makes one."""
    rng = np.random.default_rng(1)
    numbers = np.concatenate([rng.choice(CODES, PHASE_SIZE)[fit.Layout.of().firsts] for _ in range(PHASES)])
    write_table(tmp_path / "some.bin", numbers.tolist(), "by hand")
    read = np.asarray(read_table(tmp_path / "some.bin"))
    assert np.array_equal(read[PLACES_SIZE:], numbers)


def test_a_position_is_worth_the_same_from_all_eight_sides() -> None:
    assert len(positions()) == 80
    for state in positions()[:10]:
        values = {learned()(turn.image(state)) for turn in OTHELLO.symmetries()}
        assert values == {learned()(state)}


@pytest.mark.parametrize("damage", [lambda b: b"", lambda b: b[:-9], lambda b: b"x" + b, lambda b: b.split(b"\n\n")[0]])
def test_a_damaged_file_is_refused_in_a_sentence(damage: Any, tmp_path: Path) -> None:
    path = tmp_path / "patterns.bin"
    path.write_bytes(damage(SHIPPED.read_bytes()))
    with pytest.raises(BadFile, match="was expected to hold Kibitz, patterns of Othello"):
        read_table(path)
    with pytest.raises(BadFile, match="cannot be read: No such file"):
        read_table(tmp_path / "none.bin")


# What the training makes of positions.


@pytest.mark.slow
def test_training_looks_up_the_entries_that_the_evaluator_looks_up() -> None:
    table, evaluator = np.asarray(learned().table()).astype(np.int64), learned()
    own, other = (np.array([state[side] for state in positions()], np.uint64) for side in (0, 1))
    rows = fit.entries(own, other, fit.Layout.of())
    for row, state in zip(rows, positions(), strict=True):
        start = PLACES_SIZE + PHASE_SIZE * phase_of(64 - free_cells(state))
        assert table[start + row].sum() == evaluator(state)
    assert len(rows) == 80


@pytest.mark.slow
def test_least_squares_finds_entries_that_explain_what_it_is_given() -> None:
    own, other = (np.array([state[side] for state in positions()], np.uint64) for side in (0, 1))
    rows = fit.entries(own, other, fit.Layout.of())
    worth = fit.guesses(rows, np.random.default_rng(1).normal(size=PHASE_SIZE))
    even, start = np.ones(len(rows)), np.zeros(PHASE_SIZE)
    found = fit.least_squares(rows, worth, even, start, 1e-6, 60)
    assert np.allclose(fit.guesses(rows, found), worth, atol=1e-3)
    seen = np.unique(rows)
    assert not found[np.setdiff1d(np.arange(PHASE_SIZE), seen)].any()
    timid = fit.least_squares(rows, worth, even, start, 1e6, 60)
    assert np.abs(timid).max() < 0.1 * np.abs(found).max()

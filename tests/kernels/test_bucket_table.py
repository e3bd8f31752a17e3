"""The tables of compiled searches: what is written into the fields of an entry is read from them."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz.kernels.common import transposition_table
from kibitz.kernels.common.bucket_table import make_packer, make_readers
from kibitz.kernels.engine.othello import table as othello_engine
from kibitz.kernels.solvers.othello import table as othello_solver

KEY, GENERATION = np.uint64(0xFEDCBA9876543210), 3


@pytest.mark.parametrize("values", [(-64, 0, 0, 0), (64, 127, 7, 65_535), (-1, 126, 3, 1)])
def test_readers_read_what_a_packer_wrote(values: tuple[int, ...]) -> None:
    fields = (8, 64), (7, 0), (3, 0), (16, 0)
    data = make_packer(*fields)(*values)
    assert tuple(int(read(data)) for read in make_readers(*fields)) == values


def test_an_entry_is_found_in_its_own_generation_only() -> None:
    table = np.zeros(64, np.uint64)
    data = transposition_table.pack(-12_345, -1, 300, 2, 1, GENERATION)
    transposition_table.store(table, KEY, data)
    assert transposition_table.find(table, GENERATION, KEY) == data
    assert not transposition_table.find(table, GENERATION + 1, KEY)
    assert not transposition_table.find(table, GENERATION, KEY ^ np.uint64(1))
    assert transposition_table.value_of(data) == -12_345
    assert transposition_table.move_of(data) == -1
    assert transposition_table.depth_of(data) == transposition_table.DEEPEST
    assert (transposition_table.bound_of(data), transposition_table.doubt_of(data)) == (2, 1)


def test_both_sorts_of_othello_entries_share_a_table() -> None:
    table, generation = np.zeros(64, np.uint64), np.uint64(GENERATION)
    othello_engine.store(table, generation, KEY, -500, 300, 17, 9, 2, 1_000)
    othello_solver.store(table, generation, KEY ^ np.uint64(1 << 63), -12, 30, 63, 77)
    searched, solved = (othello_solver.find(table, generation, key) for key in (KEY, KEY ^ np.uint64(1 << 63)))
    read = othello_engine.lower, othello_engine.upper, othello_engine.move_of, othello_engine.depth_of
    assert tuple(int(of(searched)) for of in (*read, othello_engine.confidence_of)) == (-500, 300, 17, 9, 2)
    assert tuple(int(of(solved)) for of in (othello_solver.lower, othello_solver.upper)) == (-12, 30)
    assert othello_solver.move_of(solved) == 63


def test_a_less_deep_result_does_not_replace_a_deeper_one() -> None:
    table, generation = np.zeros(64, np.uint64), np.uint64(GENERATION)
    othello_engine.store(table, generation, KEY, -500, 300, 17, 9, 2, 1_000)
    othello_engine.store(table, generation, KEY, 0, 100, 18, 8, 2, 9_000)
    assert othello_engine.move_of(othello_solver.find(table, generation, KEY)) == 17
    othello_engine.store(table, generation, KEY, 0, 400, 18, 9, 2, 9_000)
    entry = othello_solver.find(table, generation, KEY)
    assert (othello_engine.lower(entry), othello_engine.upper(entry), othello_engine.move_of(entry)) == (0, 300, 18)

"""The Connect Four solver on boards of more than 64 bits, whose words are several of the machine's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pytest

from helpers.naive import WIN, is_small, minimax
from helpers.paths import FACTS
from kibitz.core.game import GAMES, State
from kibitz.core.limits import Limits
from kibitz.core.rng import Rng
from kibitz.games.connect_four import ConnectFour
from kibitz.kernels.solvers.connect_four import large_table
from kibitz.kernels.solvers.connect_four.game_solver import PerfectConnectFour
from kibitz.kernels.solvers.connect_four.solver import ConnectFourSolver
from kibitz.kernels.solvers.connect_four.table import renew

LARGE = ConnectFour(10, 10)  # 110 bits


@pytest.fixture(scope="module")
def large() -> ConnectFourSolver:
    return ConnectFourSolver(LARGE, table_mib=8)


@pytest.fixture
def in_two_words() -> Iterator[ConnectFour]:
    """The standard board, forced into two words: everything known about it holds for the code of large boards."""
    with GAMES.restored():

        @dataclass(frozen=True)
        class InTwoWords(ConnectFour):
            name = "connect-four-in-two-words"
            int_bits = 128

        yield InTwoWords()


def published(name: str, count: int) -> list[tuple[State, int]]:
    game, facts = ConnectFour(), []
    for line in (FACTS / "connect_four" / f"{name}.txt").read_text(encoding="ascii").splitlines()[:count]:
        moves, score = line.split()
        state = game.initial()
        for column in moves:
            state = game.play(state, int(column) - 1)
        facts.append((state, int(score)))
    return facts


def fill_rows(game: ConnectFour, rows: int) -> State:
    """The lowest rows, an even number of them, full without three in a row anywhere:  X X O O …  on  O O X X …"""
    stones = [0, 0]
    for row in range(rows):
        for column in range(game.width):
            stones[(column // 2 + row) % 2] |= 1 << column * (game.height + 1) + row
    return stones[0], stones[1]


def late_position(game: ConnectFour, free: int, seed: int) -> State:
    """So many free cells left, by random play in which each side wins, blocks and gives nothing away."""
    rng, candidates, out = Rng(seed), game.candidates(), [0] * game.width
    while True:
        state = fill_rows(game, game.height - 2 - free // game.width // 2 * 2)
        while game.result(state) is None:
            if game.width * game.height - (state[0] | state[1]).bit_count() == free:
                return state
            state = game.play(state, out[rng.below(candidates(state, out))])


def naive_score(game: ConnectFour, state: State) -> int:
    value = minimax(game, state, 999, sooner=True)
    result = (value > 0) - (value < 0)
    return game.solved_score(state, result, WIN - abs(value) if result else 0)


@pytest.mark.slow
def test_one_word_and_two_search_the_same_tree(in_two_words: ConnectFour) -> None:
    """So few positions that neither table drops one; with more, the two would drop different ones."""
    states = [state for state, _ in published("L2_R1", 300)]
    one, two = (ConnectFourSolver(game, table_mib=8).solve_all(states) for game in (ConnectFour(), in_two_words))
    assert [(solved.score, solved.nodes) for solved in two] == [(solved.score, solved.nodes) for solved in one]
    for state, score in published("L1_R1", 20) + published("L2_R2", 5):
        assert ConnectFourSolver(in_two_words, table_mib=1, threads=2).solve(state).score == score


@pytest.mark.slow
def test_late_positions_of_a_large_board_agree_with_minimax(large: ConnectFourSolver) -> None:
    compared, scores = 0, set[int]()
    for seed in range(40):
        state = late_position(LARGE, 5 + seed % 6, seed)
        if not is_small(LARGE, state, 3000):
            continue
        expected = {move: -naive_score(LARGE, LARGE.play(state, move)) for move in LARGE.moves(state)}
        assert large.scores(state) == expected, LARGE.position_text(state)
        assert large.solve(state).score == max(expected.values())
        compared, scores = compared + 1, scores | set(expected.values())
    assert compared >= 15
    assert min(scores) < 0 < max(scores)


@pytest.mark.slow
def test_a_large_board_keeps_limits_and_says_what_is_still_possible(large: ConnectFourSolver) -> None:
    solved = large.solve(LARGE.initial(), limits=Limits(nodes=20_000))
    assert (solved.stopped_by, solved.score) == ("nodes", None)
    assert -50 <= solved.low < solved.high <= 50
    assert 20_000 <= solved.nodes < 20_000 + 128


def test_entries_of_a_large_board_hold_what_was_stored() -> None:
    table, generations = np.zeros(64, np.uint64), np.ones(2, np.uint64)
    layout = large_table.make_layout(LARGE, 3)
    for place, (low, high, move) in enumerate([(-338, 338, 25), (0, 0, 0), (-1, 5, 31), (338, 338, 15)]):
        key = np.uint64(0x0123456789ABCDEF + place)  # all in one bucket
        large_table.store(table, layout, generations[0], key, low, high, move, 4**place)
    for place, (low, high, move) in enumerate([(-338, 338, 25), (0, 0, 0), (-1, 5, 31), (338, 338, 15)]):
        entry = large_table.find(table, layout, generations[0], np.uint64(0x0123456789ABCDEF + place))
        assert (large_table.lower(entry), large_table.upper(entry), large_table.move_of(entry)) == (low, high, move)
    large_table.store(table, layout, generations[0], np.uint64(0x0123456789ABCDEF + 9), 1, 2, 3, 1_000)
    found = [bool(large_table.find(table, layout, generations[0], np.uint64(0x0123456789ABCDEF + i))) for i in range(4)]
    assert found == [False, True, True, True], "the least work gives way"
    table[1] ^= np.uint64(1 << 9)  # as if half of another entry had been written
    assert not large_table.find(table, layout, generations[0], np.uint64(0x0123456789ABCDEF + 9))
    renew(LARGE, table, layout, generations, 0)
    assert not large_table.find(table, layout, generations[0], np.uint64(0x0123456789ABCDEF + 1))


def test_a_large_board_is_quick_near_its_end_only() -> None:
    known = PerfectConnectFour()
    assert known.obstacle(ConnectFour(26, 26, 26)) == ""
    assert not known.is_quick(LARGE, LARGE.initial())
    assert known.is_quick(LARGE, late_position(LARGE, 28, 1))
    assert known.is_quick(ConnectFour(), ConnectFour().initial())
    assert not known.plays_quickly(LARGE)

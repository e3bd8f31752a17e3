"""Compiled perft: published counts that the readable one takes too long for, and agreement where both are quick."""

from __future__ import annotations

import pytest

from helpers import naive
from helpers.clocks import LateFlag, fake_clock
from kibitz.core.errors import BadOption, Unfinished
from kibitz.core.game import find_game
from kibitz.kernels.perft import perft
from kibitz.search import perft as readable

CONNECT_FOUR = [7, 49, 343, 2401, 16807, 117649, 823536, 5673234, 39394572, 268031646]
OTHELLO = {
    "othello": [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288],
    "othello:size=6": [4, 12, 56, 244, 1364, 7604, 47740, 308716, 2114912],
    "othello:size=4": [4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540, 50704, 57436, 59564],
}


def test_connect_four_has_the_published_counts_to_depth_10() -> None:
    game = find_game("connect-four")
    counts = perft(game, game.initial(), 10, last_finished=False)
    assert counts.nodes == (1, *CONNECT_FOUR)
    assert counts.finished == (0, 0, 0, 0, 0, 0, 0, 13032, 57462 - 13032, 1144344 - 57462, None)
    assert sum(counts.split.values()) == CONNECT_FOUR[-1]
    assert list(counts.split.values()) == list(reversed(counts.split.values()))


@pytest.mark.slow
@pytest.mark.parametrize("spec", OTHELLO)
def test_othello_has_the_published_counts(spec: str) -> None:
    game = find_game(spec)
    for last_finished in (True, False):
        counts = perft(game, game.initial(), len(OTHELLO[spec]), last_finished=last_finished)
        assert counts.nodes == (1, *OTHELLO[spec])


def test_the_first_games_of_othello_end_at_ply_9() -> None:
    """228 of them; the published figure at depth 10, which counts only moves made there, is short by just these."""
    game = find_game("othello")
    assert perft(game, game.initial(), 9).finished == (*[0] * 9, 228)


def test_tic_tac_toe_has_255168_games_by_their_length() -> None:
    game = find_game("tic-tac-toe")
    counts = perft(game, game.initial(), 9)
    assert counts.finished == (0, 0, 0, 0, 0, 1440, 5328, 47952, 72576, 81792 + 46080)
    assert sum(counts.nodes) == 549_946


@pytest.mark.parametrize("spec", ["tic-tac-toe", "connect-four", "othello:size=4", "take-away:chips=20,take=3"])
def test_it_counts_what_the_readable_one_counts(spec: str) -> None:
    game = find_game(spec)
    for seed in range(6):
        state, depth = naive.random_position(game, seed), 5 + seed % 2
        counts, plies = perft(game, state, depth), readable.perft(game, state, depth)
        assert counts.nodes == tuple(ply.nodes for ply in plies)
        assert counts.finished == tuple(ply.finished for ply in plies)
        assert counts.split == readable.perft_split(game, state, depth)
        assert perft(game, state, depth, last_finished=False).finished == (*counts.finished[:-1], None)


def test_the_shortest_depths_are_counted_too() -> None:
    game = find_game("tic-tac-toe")
    for last_finished in (True, False):
        nothing = perft(game, game.initial(), 0, last_finished=last_finished)
        assert (nothing.nodes, nothing.finished, nothing.split) == ((1,), (0,), {})
    assert perft(game, game.initial(), 1).split == dict.fromkeys(range(9), 1)


def test_a_finished_game_has_no_future() -> None:
    game = find_game("take-away:chips=20,take=3")
    counts = perft(game, (0, 1), 2, last_finished=False)
    assert (counts.nodes, counts.finished, counts.split) == ((1, 0, 0), (1, 0, 0), {})


def test_time_and_a_raised_flag_end_the_count() -> None:
    game, flag = find_game("connect-four"), LateFlag(100_000)
    with fake_clock(), pytest.raises(Unfinished, match=r"The games of 20 plies were not all counted: 1,024 positions"):
        perft(game, game.initial(), 20, seconds=3600)
    with pytest.raises(Unfinished, match="give more time or less depth"):
        perft(game, game.initial(), 20, stop=flag)
    flag.join()
    assert flag.nodes - flag.seen <= 1_024


@pytest.mark.parametrize("depth", [-1, 10_001])
def test_a_depth_out_of_range_is_refused(depth: int) -> None:
    game = find_game("tic-tac-toe")
    with pytest.raises(BadOption, match=rf"depth={depth} .* from 0 to 10000"):
        perft(game, game.initial(), depth)

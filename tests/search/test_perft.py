"""Perft against published tables; known_values.md names the sources."""

from __future__ import annotations

import pytest

import kibitz.search.perft
from kibitz.core.errors import BadOption
from kibitz.core.game import find_game
from kibitz.search.perft import perft, perft_split

CONNECT_FOUR = [7, 49, 343, 2401, 16807, 117649, 823536, 5673234]
CONNECT_FOUR_POSITIONS = [7, 49, 238, 1120, 4263, 16422, 54859, 184275]  # OEIS A212693
OTHELLO = {
    "othello": [4, 12, 56, 244, 1396, 8200, 55092, 390216],
    "othello:size=6": [4, 12, 56, 244, 1364, 7604, 47740],
    "othello:size=4": [4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540, 50704, 57436, 59564],
}


@pytest.mark.slow
def test_connect_four_has_the_published_counts() -> None:
    game = find_game("connect-four")
    plies = perft(game, game.initial(), 8)
    assert [ply.nodes for ply in plies[1:]] == CONNECT_FOUR
    assert [ply.positions for ply in plies[1:]] == CONNECT_FOUR_POSITIONS
    assert [sum(ply.finished for ply in plies[:n]) for n in (7, 8, 9)] == [0, 13032, 57462]


@pytest.mark.slow
@pytest.mark.parametrize("spec", OTHELLO)
def test_othello_has_the_published_counts(spec: str) -> None:
    game = find_game(spec)
    plies = perft(game, game.initial(), len(OTHELLO[spec]))
    assert [ply.nodes for ply in plies[1:]] == OTHELLO[spec]


def test_tic_tac_toe_has_255168_games_by_their_length() -> None:
    game = find_game("tic-tac-toe")
    plies = perft(game, game.initial(), 9)
    assert [ply.finished for ply in plies[5:]] == [1440, 5328, 47952, 72576, 81792 + 46080]
    assert sum(ply.finished for ply in plies) == 255_168
    assert sum(ply.nodes for ply in plies) == 549_946
    assert sum(ply.positions or 0 for ply in plies) == 5_478


@pytest.mark.parametrize(("chips", "games", "nodes"), [(12, 927, 2_031), (20, 121_415, 266_079)])
def test_take_away_has_the_tree_counts_of_s3(chips: int, games: int, nodes: int) -> None:
    game = find_game(f"take-away:chips={chips},take=3")
    plies = perft(game, game.initial(), chips)
    assert sum(ply.finished for ply in plies) == games
    assert sum(ply.nodes for ply in plies) == nodes


def test_take_away_with_26_chips_needs_no_tree_to_be_counted() -> None:
    game = find_game("take-away:chips=26,take=3")
    plies = perft(game, game.initial(), 26)
    assert (sum(ply.finished for ply in plies), sum(ply.nodes for ply in plies)) == (4_700_770, 10_301_680)


@pytest.mark.parametrize("spec", ["connect-four", "othello:size=4", "tic-tac-toe"])
def test_the_split_adds_up_to_the_whole(spec: str) -> None:
    game = find_game(spec)
    split = perft_split(game, game.initial(), 5)
    assert list(split) == game.moves(game.initial())
    assert sum(split.values()) == perft(game, game.initial(), 5)[-1].nodes


def test_counting_in_portions_changes_nothing_but_the_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("othello:size=4")
    whole = perft(game, game.initial(), 9)
    monkeypatch.setattr(kibitz.search.perft, "MAX_POSITIONS", 50)
    portions = perft(game, game.initial(), 9)
    assert [(ply.nodes, ply.finished) for ply in portions] == [(ply.nodes, ply.finished) for ply in whole]
    assert [ply.positions for ply in portions[:4]] == [1, 4, 12, 42]
    assert [ply.positions for ply in portions[6:]] == [None] * 4


def test_a_finished_game_has_no_future() -> None:
    game = find_game("take-away:chips=1")
    over = game.play(game.initial(), 0)
    assert [(ply.nodes, ply.finished) for ply in perft(game, over, 2)] == [(1, 1), (0, 0), (0, 0)]
    assert perft_split(game, over, 2) == {}


@pytest.mark.parametrize("depth", [-1, 10_001])
def test_a_depth_out_of_range_is_refused(depth: int) -> None:
    game = find_game("tic-tac-toe")
    with pytest.raises(BadOption, match=rf"depth={depth} .* from 0 to 10000"):
        perft(game, game.initial(), depth)

"""Wins in one and blocks: counted by hand on small boards, and none missed by a player that looks two plies ahead."""

from __future__ import annotations

import pytest

from kibitz.arena.chances import Chances, count_chances_of_side
from kibitz.arena.match import Match
from kibitz.core.game import find_game
from kibitz.core.notation import parse_moves


@pytest.mark.parametrize(
    ("game", "moves", "first", "second"),
    [
        # X: a1 b1 (wins with c1), O fails to block, X misses the win, O blocks, and so on.
        ("tic-tac-toe", "a1 a2 b1 b2 c3", Chances(wins=1, wins_missed=1), Chances(blocks=1, blocks_missed=1)),
        ("tic-tac-toe", "a1 a2 b1 c1", Chances(), Chances(blocks=1)),
        ("tic-tac-toe", "a1 a2 b1 b2 c1", Chances(wins=1), Chances(blocks=1, blocks_missed=1)),
        ("take-away:chips=5,take=3", "1 1 3", Chances(wins=1, blocks=1), Chances()),  # of four chips no move blocks
        (
            "take-away:chips=6,take=3",
            "3 2 1",
            Chances(wins=1, blocks=1, blocks_missed=1),
            Chances(wins=1, wins_missed=1),
        ),
    ],
)
def test_chances_are_counted_as_by_hand(game: str, moves: str, first: Chances, second: Chances) -> None:
    rules = find_game(game)
    line = parse_moves(rules, moves)
    assert (count_chances_of_side(rules, line, 0, 0), count_chances_of_side(rules, line, 0, 1)) == (first, second)


def test_moves_of_the_opening_are_nobodys() -> None:
    rules = find_game("tic-tac-toe")
    line = parse_moves(rules, "a1 a2 b1 b2 c3")
    assert count_chances_of_side(rules, line, 4, 1) == Chances()
    assert count_chances_of_side(rules, line, 4, 0) == Chances(wins=1, wins_missed=1)


def test_who_looks_two_plies_ahead_misses_nothing() -> None:
    match = Match("tic-tac-toe", ("alphabeta:depth=2,backend=reference", "random"), 10)
    result = match.result_with_chances(list(match.play())[-1])
    assert result.chances is not None
    careful, careless = result.chances
    assert (careful.wins_missed, careful.blocks_missed) == (0, 0)
    assert careful.wins > 0
    assert careless.blocks_missed > 0
    assert result.finished_games[0] > 0
    assert result.finished_games[1] == 0


def test_games_won_by_points_have_no_chances() -> None:
    rules = find_game("othello:size=4")
    assert count_chances_of_side(rules, parse_moves(rules, ""), 0, 0) == Chances()

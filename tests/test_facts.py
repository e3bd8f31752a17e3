"""Facts from outside: counts and values that others published, each with its source."""

from __future__ import annotations

import pytest

from helpers import naive
from kibitz.core.errors import BadPosition
from kibitz.core.game import find_game
from kibitz.core.limits import Limits
from kibitz.core.score import WIN
from kibitz.core.searching import find_searcher
from kibitz.search.game_tree import GameTree


@pytest.mark.slow
def test_tic_tac_toe_has_the_published_number_of_games_by_length_and_winner() -> None:
    """255,168 games: X wins 131,184, O 77,904, 46,080 draws; by length as every textbook has it."""
    game = find_game("tic-tac-toe")
    by_length = dict.fromkeys(range(5, 10), 0)
    by_outcome = {1: 0, 0: 0, -1: 0}
    front = [(game.initial(), 0)]
    while front:
        state, ply = front.pop()
        outcome = game.outcome(state)
        if outcome is None:
            front += [(game.play(state, move), ply + 1) for move in game.moves(state)]
        else:
            by_outcome[outcome] += 1
            by_length[ply] += 1
    assert by_outcome == {1: 131_184, -1: 77_904, 0: 46_080}
    assert by_length == {5: 1_440, 6: 5_328, 7: 47_952, 8: 72_576, 9: 81_792 + 46_080}


def test_tic_tac_toe_has_5478_positions_765_up_to_symmetry() -> None:
    game = find_game("tic-tac-toe")
    positions = naive.reachable(game)
    images = game.symmetries()
    assert len(positions) == 5_478
    assert len({min(state, *(turn.image(state) for turn in images)) for state in positions}) == 765


@pytest.mark.slow
def test_minimax_visits_the_whole_tree_of_tic_tac_toe() -> None:
    """549,946 nodes, root included; the value is a draw."""
    answer = find_searcher("minimax")[0].search_reference(find_game("tic-tac-toe"), (0, 0))
    assert (answer.stats.nodes, answer.stats.terminals, answer.stats.evaluations) == (549_946, 255_168, 0)
    assert (answer.score.value, answer.score.proven) == (0, True)


def test_alphabeta_in_reading_order_visits_18297_nodes_of_tic_tac_toe() -> None:
    """Two independent programs give this number (known values, section 2)."""
    for spec in ("alphabeta", "alphabeta:fail=hard"):
        assert find_searcher(spec)[0].search_reference(find_game("tic-tac-toe"), (0, 0)).stats.nodes == 18_297


@pytest.mark.slow
@pytest.mark.parametrize(
    ("chips", "nodes", "leaves"), [(12, 2_031, 927), (20, 266_079, 121_415)], ids=["12 chips", "20 chips"]
)
def test_take_away_trees_have_the_recomputed_size(chips: int, nodes: int, leaves: int) -> None:
    """Take at most 3, whole tree (reports, section 6.2)."""
    tree = GameTree.build(find_game(f"take-away:chips={chips},take=3"))
    assert (tree.nodes, tree.leaves, tree.height) == (nodes, leaves, chips)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("depth", "nodes"),
    [
        (6, [1_093, 5_377, 15_660, 28_736, 40_082, 48_196, 53_443]),
        (7, [3_279, 19_169, 50_655, 82_400, 105_590, 120_172, 128_653]),
        (8, [9_683, 55_983, 126_405, 184_374, 221_264, 242_182, 253_303]),
    ],
    ids=lambda value: f"depth {value}" if isinstance(value, int) else "",
)
def test_take_away_trees_of_20_chips_have_the_recomputed_size(depth: int, nodes: list[int]) -> None:
    """For removal limits 3 to 9 (reports, section 6.2, where only times are printed)."""
    for take, count in zip(range(3, 10), nodes, strict=True):
        game = find_game(f"take-away:chips=20,take={take}")
        assert naive.count_tree(game, game.initial(), depth)[0] == count
        if depth == 6:
            answer = find_searcher("minimax")[0].search_reference(game, game.initial(), Limits(depth=depth))
            assert answer.stats.nodes == count


@pytest.mark.parametrize("take", [1, 2, 3, 5])
@pytest.mark.parametrize("misere", [False, True])
def test_take_away_is_lost_on_the_multiples(take: int, misere: bool) -> None:
    """n mod (k + 1) = 0, with misère play = 1 (known values, section 4)."""
    for chips in range(1, 25):
        game = find_game(f"take-away:chips={chips},take={take},misere={str(misere).lower()}")
        answer = find_searcher("perfect")[0].search_reference(game, game.initial())
        lost = chips % (take + 1) == (1 if misere else 0)
        assert answer.score.points == (-1 if lost else 1), chips


SOLVED = {
    # Four in a row with gravity: value for the first player and the ply on which the game ends [Tromp; c4].
    "connect-four:width=4,height=4": 0,
    "connect-four:width=4,height=5": 0,
    "connect-four:width=5,height=4": 0,
    # Three in a row with gravity (known values, section 1).
    "connect-four:width=3,height=3,k=3": 0,
    "connect-four:width=3,height=6,k=3": 0,
    "connect-four:width=4,height=2,k=3": 0,
    "connect-four:width=4,height=3,k=3": 1,
    "connect-four:width=6,height=6,k=3": 1,
    # m,n,k games (known values, section 2).
    "mnk:width=1,height=1,k=1": 1,
    "mnk:width=2,height=1,k=2": 0,
    "mnk:width=2,height=2,k=2": 1,
    "mnk:width=5,height=1,k=3": 0,
    "mnk:width=7,height=2,k=3": 0,
    "mnk:width=3,height=3,k=3": 0,
    "mnk:width=4,height=3,k=3": 1,
    "mnk:width=4,height=4,k=3": 1,
    "mnk:width=4,height=2,k=4": 0,
    "mnk:width=4,height=3,k=4": 0,
    # Othello 4x4: White wins 3-11, by 10 with the two empty cells (known values, section 3).
    "othello:size=4": -10,
}


@pytest.mark.slow
@pytest.mark.parametrize("spec", SOLVED)
def test_the_general_solver_finds_the_published_value(spec: str) -> None:
    game = find_game(spec)
    answer = find_searcher("perfect")[0].search_reference(game, game.initial())
    assert answer.score.proven
    assert answer.score.points == SOLVED[spec]


def test_connect_four_scores_count_from_the_last_stone() -> None:
    """The published scale: 1 for a win with the very last stone, 2 with the one before."""
    game = find_game("connect-four")
    cases = [(0, 1, 41, 1), (12, 1, 29, 1), (34, 1, 1, 4), (34, -1, 2, -4), (10, 0, 32, 0)]
    for stones, result, distance, score in cases:
        state = ((1 << stones) - 1, 0)
        assert game.solved_score(state, result, distance) == score


def test_no_position_with_stones_in_the_air_or_after_the_end_is_read() -> None:
    game = find_game("connect-four:width=4,height=2")
    for text in ("X-------", "XXXXOOO-", "XX--O---", "--------X", "----XO-Z"):
        with pytest.raises(BadPosition):
            game.parse_position(text)


def test_a_proven_value_is_the_result_times_win() -> None:
    game = find_game("take-away:chips=3,take=3")
    assert find_searcher("minimax")[0].search_reference(game, game.initial()).score.value == WIN

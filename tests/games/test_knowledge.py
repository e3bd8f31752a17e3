"""What games say about themselves is true: prospects and candidates, against naive minimax and on known positions."""

from __future__ import annotations

import pytest

from helpers import naive
from kibitz.core.game import Game, State, find_game
from kibitz.core.limits import FULL_DEPTH
from kibitz.games.mnk import MNK
from kibitz.search.threats import Threats

BOARDS = [
    "tic-tac-toe",
    "mnk:width=4,height=3,k=3",
    "mnk:width=4,height=3,k=2",
    "mnk:width=5,height=2,k=4",
    "mnk:width=9,height=1,k=3",
    "mnk:width=1,height=8,k=3",
    "mnk:width=3,height=3,k=1",
    "mnk:width=3,height=3,k=20",
    "connect-four:width=4,height=4,k=3",
    "connect-four:width=5,height=4",
    "connect-four:width=4,height=5,k=4",
    "connect-four:width=8,height=2,k=3",
    "connect-four:width=2,height=6,k=3",
]


def positions(game: Game) -> list[State]:
    states = dict.fromkeys(naive.random_position(game, seed) for seed in range(150))
    return [state for state in states if naive.is_small(game, state, 1_000)]


def worth(game: Game, state: State) -> int:
    """With the distance to the end, counted from here."""
    return naive.minimax(game, state, FULL_DEPTH, sooner=True)


def candidates(game: Game, state: State) -> list[int]:
    out = [0] * game.num_moves
    return out[: game.candidates()(state, out)]


@pytest.mark.slow
@pytest.mark.parametrize("spec", BOARDS)
def test_prospects_never_rule_out_a_win_that_can_be_forced(spec: str) -> None:
    game = find_game(spec)
    states = positions(game)
    assert states
    for state in states:
        value = worth(game, state)
        winner = 1 if value > 0 else 2 if value < 0 else 0
        for plies in (*range(game.max_plies + 1), FULL_DEPTH):
            if winner and naive.WIN - abs(value) <= plies:
                assert game.prospects()(state, plies) & winner, f"{spec} {state} within {plies} plies"


@pytest.mark.slow
@pytest.mark.parametrize("spec", BOARDS)
def test_one_of_the_candidates_is_best(spec: str) -> None:
    game = find_game(spec)
    states = positions(game)
    assert states
    for state in states:
        chosen, legal = candidates(game, state), game.moves(state)
        assert chosen == [move for move in legal if move in chosen], f"{spec} {state}"
        best = min(worth(game, game.play(state, move)) for move in legal)
        assert min(worth(game, game.play(state, move)) for move in chosen) == best, f"{spec} {state}"


def test_a_board_without_open_lines_has_no_prospects() -> None:
    game = find_game("tic-tac-toe")
    assert game.prospects()(game.parse_position("XOXXOOOX- X"), FULL_DEPTH) == 0
    assert game.prospects()(game.parse_position("XX-OO---- X"), FULL_DEPTH) == 3


def test_five_in_a_row_on_five_by_five_weighs_too_little() -> None:
    """12 lines of 1/32 each are less than 1/2 [Erdős & Selfridge 1973]: the second player can hold the first."""
    game = find_game("mnk:width=5,height=5,k=5")
    assert game.prospects()(game.initial(), FULL_DEPTH) == 0


def test_nobody_wins_within_fewer_moves_than_a_line_lacks() -> None:
    game = find_game("tic-tac-toe")
    assert [game.prospects()(game.initial(), plies) & 1 for plies in (3, 4, 5)] == [0, 0, 1]


@pytest.mark.parametrize(
    ("spec", "position", "names"),
    [
        ("tic-tac-toe", "XX-OO---- X", ["c1"]),  # wins at once rather than to meet the threat
        ("tic-tac-toe", "XX--O---- O", ["c1"]),
        ("connect-four", "-" * 35 + "XXX-OO- O", ["4"]),
        ("connect-four", "-" * 28 + "XXX----" + "OXO-O-- O", ["1", "2", "3", "5", "6", "7"]),  # X would win above 4
        ("connect-four", "-" * 42, ["1", "2", "3", "4", "5", "6", "7"]),
    ],
)
def test_candidates_win_or_meet_a_threat_or_leave_none(spec: str, position: str, names: list[str]) -> None:
    game = find_game(spec)
    assert [game.move_name(move) for move in candidates(game, game.parse_position(position))] == names


@pytest.mark.slow
@pytest.mark.parametrize(
    "spec",
    ["mnk:width=4,height=4,k=3", "mnk:width=4,height=4,k=4", "mnk:width=6,height=3,k=4", "mnk:width=7,height=2,k=3"],
)
def test_what_large_boards_do_is_right_on_small_ones(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where every game can be looked at: one of the candidates is best, and what threats win is won."""
    monkeypatch.setattr("kibitz.games.mnk.FEW_CELLS", 0)
    game = find_game(spec)
    assert isinstance(game, MNK)
    assert game.is_large
    wins = 0
    for state in positions(game):
        chosen, legal = candidates(game, state), game.moves(state)
        assert chosen == [move for move in legal if move in chosen], f"{spec} {state}"
        values = {move: -worth(game, game.play(state, move)) for move in legal}
        assert max(values[move] for move in chosen) == max(values.values()), f"{spec} {state}"
        found = Threats(answers=100).search_reference(game, state)
        if found.score.proven:
            assert values[found.line[0]] >= found.score.value > 0, f"{spec} {state}"
            wins += 1
    assert wins > 2

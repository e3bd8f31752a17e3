"""Proof-number search gives the exact result, true bounds when it is stopped, and keeps its limits."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from helpers import naive
from helpers.clocks import LateFlag, fake_clock
from kibitz.core.errors import BadOption
from kibitz.core.game import Game, State, find_game
from kibitz.core.limits import Limits
from kibitz.core.score import WIN, Bound, Score
from kibitz.core.searching import SearchResult, find_searcher
from kibitz.search.common.budget import NODES_BETWEEN_LOOKS
from kibitz.search.proof import Proof

SMALL_GAMES = [
    "mnk:width=4,height=3,k=3",
    "connect-four:width=4,height=4,k=3",
    "connect-four:width=4,height=2",
    "othello:size=4",
    "take-away:chips=15,take=4",
    "take-away:chips=15,take=3,misere=true",
]
SWITCHES = [Proof(), Proof(epsilon=0.25), Proof(weak=True), Proof(entries=40)]


@cache
def exact(game: Game) -> Callable[[State], int]:
    """Naive minimax to the end of the game, each position worked out once."""
    known: dict[State, int] = {}

    def value(state: State) -> int:
        if state not in known:
            result = game.result(state)
            known[state] = (
                max(-value(game.play(state, move)) for move in game.moves(state)) if result is None else result
            )
        return known[state]

    return value


def is_true(score: Score, value: int) -> bool:
    """Whether what a score says of a result is so."""
    low_enough = score.bound == Bound.UPPER or score.value <= value * WIN
    high_enough = score.bound == Bound.LOWER or score.value >= value * WIN
    return not score.proven or (low_enough and high_enough)


def check_answer(game: Game, state: State, answer: SearchResult, value: Callable[[State], int]) -> None:
    """Score, move, line and root moves of a search that was not stopped are as naive minimax has them."""
    truth = value(state)
    assert answer.score == Score(truth * WIN, proven=True), state
    assert answer.line[0] == answer.move
    after, kept = state, truth
    for move in answer.line:
        assert move in game.moves(after)
        after, kept = game.play(after, move), -kept
        assert value(after) == kept, f"{state}: move {move} of line {answer.line} gives something away"
    scores = {move: score for move, score, *_ in answer.roots}
    assert answer.move is not None
    assert scores[answer.move] == answer.score
    assert list(scores) == sorted(scores)
    for move, score in scores.items():
        assert score.proven
        assert is_true(score, -value(game.play(state, move))), f"{state}: {score} is wrong for move {move}"


def test_every_position_of_tic_tac_toe_has_its_minimax_value() -> None:
    game = find_game("tic-tac-toe")
    value = exact(game)
    states = [state for state in sorted(naive.reachable(game)) if game.moves(state)]
    assert len(states) == 4520
    for state in states:
        check_answer(game, state, Proof().search_reference(game, state), value)


@pytest.mark.parametrize("searcher", SWITCHES, ids=str)
@pytest.mark.parametrize("spec", SMALL_GAMES)
def test_random_positions_have_their_minimax_value_with_every_switch(spec: str, searcher: Proof) -> None:
    game = find_game(spec)
    value = exact(game)
    for seed in range(15):
        state = naive.random_position(game, seed)
        check_answer(game, state, searcher.search_reference(game, state), value)


# Values of whole boards for the side that begins. Four in a row on 4x4 is in Tromp's published table; the others were
# worked out by solvers that share no code with this one. Othello counts empty cells for the winner.
@pytest.mark.parametrize(
    ("spec", "value"),
    [
        ("tic-tac-toe", 0),
        ("mnk:width=2,height=1,k=2", 0),
        ("mnk:width=5,height=2,k=3", 0),
        ("mnk:width=4,height=3,k=3", 1),
        ("mnk:width=4,height=4,k=3", 1),
        ("mnk:width=5,height=3,k=3", 1),
        ("mnk:width=4,height=2,k=4", 0),
        ("connect-four:width=4,height=4", 0),
        ("connect-four:width=3,height=5,k=3", 0),
        ("connect-four:width=6,height=2,k=3", 0),
        ("connect-four:width=4,height=3,k=3", 1),
        ("connect-four:width=6,height=6,k=3", 1),
        ("othello:size=4", -10),
    ],
)
def test_known_values(spec: str, value: int) -> None:
    game = find_game(spec)
    assert Proof().search_reference(game, game.initial()).score == Score(value * WIN, proven=True)


@pytest.mark.parametrize("take", [1, 2, 3, 5])
@pytest.mark.parametrize("misere", [False, True])
def test_take_away_is_lost_exactly_at_the_known_heaps(take: int, misere: bool) -> None:
    for chips in range(1, 25):
        game = find_game(f"take-away:chips={chips},take={take},misere={misere}")
        lost = chips % (take + 1) == (1 if misere else 0)
        assert Proof().search_reference(game, game.initial()).score.points == (-1 if lost else 1)


def test_a_game_of_a_thousand_plies_is_not_too_deep() -> None:
    game = find_game("take-away:chips=1000,take=1")
    answer = Proof().search_reference(game, game.initial())
    assert answer.score.points == -1
    assert len(answer.line) == 1000


def test_a_proven_line_goes_to_the_end_of_the_game() -> None:
    for spec in ("tic-tac-toe", "connect-four:width=4,height=4,k=3", "othello:size=4", "take-away:chips=30"):
        game = find_game(spec)
        answer = Proof().search_reference(game, game.initial())
        state = game.initial()
        for move in answer.line:
            state = game.play(state, move)
        assert game.outcome(state) == answer.score.points


def test_a_lost_position_is_not_given_up() -> None:
    """Of moves that all lose, one is played that does not lose at once."""
    game = find_game("connect-four:width=4,height=4,k=3")
    value = exact(game)
    seen = 0
    for seed in range(200):
        state = naive.random_position(game, seed)
        hopeless = {move for move in game.moves(state) if loses_at_once(game, game.play(state, move))}
        if value(state) < 0 and len(hopeless) < len(game.moves(state)):
            seen += 1
            assert Proof().search_reference(game, state).move not in hopeless, game.position_text(state)
    assert seen > 10


def loses_at_once(game: Game, state: State) -> bool:
    """Whether the side to move can end the game by winning it."""
    return any((game.result(game.play(state, move)) or 0) < 0 for move in game.moves(state))


def test_weak_numbers_help_where_transpositions_abound() -> None:
    game = find_game("take-away:chips=100")
    weak, plain = (Proof(weak=weak).search_reference(game, game.initial()) for weak in (True, False))
    assert weak.stats.nodes * 2 < plain.stats.nodes


def test_a_finished_game_has_its_result_and_no_move() -> None:
    game = find_game("othello:size=4")
    state = game.parse_position("XXXXXXXXXXXXOOOO O")
    answer = Proof().search_reference(game, state)
    assert (answer.move, answer.score) == (None, Score(-8 * WIN, proven=True))


def test_a_depth_is_refused() -> None:
    searcher, limits = find_searcher("proof:depth=3")
    game = find_game("tic-tac-toe")
    with pytest.raises(BadOption, match=r"depth=3.*nodes or time"):
        searcher.search_reference(game, game.initial(), limits)


@pytest.mark.parametrize("spec", SMALL_GAMES)
def test_a_search_stopped_anywhere_keeps_to_the_truth(spec: str) -> None:
    game = find_game(spec)
    value = exact(game)
    stopped = 0
    for seed in range(10):
        state = naive.random_position(game, seed)
        for nodes in (1, 2, 3, 5, 8, 13, 21, 34, 55, 89):
            answer = Proof().search_reference(game, state, Limits(nodes=nodes))
            assert answer.stats.nodes <= nodes
            assert answer.stopped_by in ("", "nodes")
            assert answer.move in game.moves(state)
            assert is_true(answer.score, value(state))
            for move, score, *_ in answer.roots:
                assert is_true(score, -value(game.play(state, move)))
            stopped += answer.stopped_by == "nodes"
    assert stopped > 10


def test_a_stopped_search_plays_no_move_it_has_seen_to_lose() -> None:
    game = find_game("connect-four")
    state = game.initial()
    for name in "12121":  # the first player threatens to complete column 1
        state = game.play(state, game.parse_move(name))
    answer = Proof().search_reference(game, state, Limits(nodes=500))
    assert answer.stopped_by == "nodes"
    assert answer.move == game.parse_move("1")


def test_a_time_limit_is_kept() -> None:
    game = find_game("othello")
    with fake_clock(looks=5):
        answer = Proof().search_reference(game, game.initial(), Limits(time=3600))
    assert answer.stopped_by == "time"
    assert answer.stats.nodes == 5 * NODES_BETWEEN_LOOKS
    assert answer.move in game.moves(game.initial())
    assert answer.score == Score(0)


def test_a_stop_flag_raised_by_another_thread_ends_the_search() -> None:
    game, flag = find_game("connect-four"), LateFlag(100)
    answer = Proof().search_reference(game, game.initial(), Limits(time=3600), stop=flag)
    flag.join()
    assert answer.stopped_by == "stop"
    assert answer.stats.nodes - flag.seen <= 2 * NODES_BETWEEN_LOOKS
    assert answer.move in game.moves(game.initial())


def test_a_small_table_takes_little_memory() -> None:
    game = find_game("mnk:width=4,height=4,k=4")
    small, large = (
        Proof(entries=entries).search_reference(game, game.initial(), Limits(nodes=5_000)).stats.memory
        for entries in (100, 10_000)
    )
    assert small * 20 < large

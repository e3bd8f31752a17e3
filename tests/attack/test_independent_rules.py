"""Our rules beside rules written a second time, on odd boards: 1 wide, k of 1, k beyond the board, 26x26."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import pytest

from helpers.referee import ConnectFourReferee, MnkReferee, OthelloReferee, Referee, TakeAwayReferee
from kibitz.core.game import Game, State, find_game
from kibitz.core.searching import find_searcher

LINE_BOARDS = [
    (1, 1, 1), (1, 1, 2), (1, 26, 26), (26, 1, 26), (1, 5, 3), (5, 1, 3), (2, 2, 1), (2, 2, 3), (3, 3, 26), (2, 26, 4),
    (26, 2, 3), (4, 4, 4), (5, 4, 4), (7, 6, 4), (3, 5, 2), (26, 26, 5), (26, 26, 26), (8, 7, 4), (9, 7, 4),
    (11, 11, 5),
]  # fmt: skip
REFEREES: dict[str, Callable[[], Referee]] = {
    **{f"connect-four:width={w},height={h},k={k}": partial(ConnectFourReferee, w, h, k) for w, h, k in LINE_BOARDS},
    **{f"mnk:width={w},height={h},k={k}": partial(MnkReferee, w, h, k) for w, h, k in LINE_BOARDS},
    **{f"othello:size={size}": partial(OthelloReferee, size) for size in (4, 6, 8)},
    **{
        f"take-away:chips={chips},take={take},misere={str(misere).lower()}": partial(
            TakeAwayReferee, chips, take, misere
        )
        for chips, take in [(1, 1), (1, 4), (1, 100), (2, 1), (7, 3), (12, 100), (1000, 100)]
        for misere in (False, True)
    },
}
SMALL = [
    "connect-four:width=1,height=1,k=1", "connect-four:width=1,height=5,k=3", "connect-four:width=5,height=1,k=3",
    "connect-four:width=2,height=2,k=3", "connect-four:width=3,height=3,k=26", "connect-four:width=3,height=3,k=3",
    "connect-four:width=1,height=26,k=26", "mnk:width=1,height=1,k=2", "mnk:width=2,height=2,k=1",
    "mnk:width=3,height=2,k=3", "mnk:width=5,height=1,k=3", "take-away:chips=1,take=100,misere=true",
    "take-away:chips=7,take=3,misere=false", "take-away:chips=12,take=100,misere=true",
]  # fmt: skip


def referee_for(spec: str) -> Referee:
    if spec in REFEREES:
        return REFEREES[spec]()
    name, _, options = spec.partition(":")
    values = [int(option.partition("=")[2]) for option in options.split(",")]
    width, height, k = values
    return MnkReferee(width, height, k) if name == "mnk" else ConnectFourReferee(width, height, k)


def names(game: Game, state: State) -> list[str]:
    return [game.move_name(move) for move in game.moves(state)]


@pytest.mark.slow
@pytest.mark.parametrize("spec", REFEREES)
def test_random_games_go_the_same_way(spec: str) -> None:
    game, rng = find_game(spec), random.Random(spec)
    for _ in range(2 if "26,height=26" in spec else 10):
        state, referee = game.initial(), REFEREES[spec]()
        while True:
            assert game.to_move(state) == referee.side
            assert game.outcome(state) == referee.outcome()
            assert names(game, state) == referee.moves()
            if not referee.moves():
                break
            move = rng.choice(referee.moves())
            referee.play(move)
            state = game.play(state, game.legal_move(state, move))


@pytest.mark.slow
@pytest.mark.parametrize("spec", REFEREES)
def test_the_number_of_games_is_the_same(spec: str) -> None:
    from kibitz.search.perft import perft

    game = find_game(spec)
    depth = next(plies for plies in (4, 3, 2, 1) if game.num_moves**plies <= MAX_GAMES)
    ours = perft(game, game.initial(), depth)
    finished_earlier = sum(ply.finished for ply in ours[:-1]) if game.perft_keeps_finished else 0
    assert ours[-1].nodes - finished_earlier == REFEREES[spec]().count(depth)


ODD = ["connect-four:width=1,height=26,k=26", "connect-four:width=5,height=1,k=3", "mnk:width=3,height=3,k=26",
       "mnk:width=26,height=2,k=3", "mnk:width=1,height=1,k=1", "take-away:chips=1,take=1,misere=false"]  # fmt: skip
MAX_GAMES = 3_000  # followed one by one by the referee
READABLE = ["minimax", "alphabeta", "pvs", "mtd", "perfect", "proof"]
COMPILED = [("connect-four:width=1,height=26,k=26", "alphabeta"), ("connect-four:width=1,height=26,k=26", "strong"),
            ("connect-four:width=1,height=26,k=26", "perfect"), ("mnk:width=5,height=1,k=3", "strong"),
            ("take-away:chips=1,take=4,misere=true", "engine")]  # fmt: skip


@pytest.mark.parametrize(
    ("spec", "search"),
    [*((spec, f"{search}:backend=reference") for spec in SMALL for search in READABLE), *COMPILED],
)
def test_every_solver_gives_what_looking_at_every_game_gives(spec: str, search: str) -> None:
    from kibitz.analysis.best_move import best_move

    game = find_game(spec)
    truth, answer = referee_for(spec).best_outcome(), best_move(game, search)
    assert answer.proven
    assert answer.score is not None
    assert (answer.score > 0) - (answer.score < 0) == (truth > 0) - (truth < 0)
    assert answer.move in referee_for(spec).moves()


@pytest.mark.parametrize("spec", ODD)
def test_compiled_rules_play_random_games_as_readable_ones_do(spec: str) -> None:
    from kibitz.kernels.compiler.preparation import callable_rules

    game, rng = find_game(spec), random.Random(spec)
    rules = callable_rules(game)
    for _ in range(3):
        state = game.initial()
        while moves := game.moves(state):
            assert rules.result(state) == game.cached_rules.result(state)
            state = game.play(state, rng.choice(moves))
        assert rules.result(state) == game.cached_rules.result(state)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_the_solver_of_othello_gives_what_looking_at_every_game_gives(seed: int) -> None:
    game, referee, rng = find_game("othello"), OthelloReferee(8), random.Random(seed)
    state = game.initial()
    while referee.moves() and len(referee.discs) < 59:
        move = rng.choice(referee.moves())
        referee.play(move)
        state = game.play(state, game.legal_move(state, move))
    if not referee.moves():
        pytest.skip("the game ended early")
    found = find_searcher("perfect:table_mib=1")[0].search(game, state)
    assert found.score.proven
    side = 1 if referee.side == 0 else -1
    assert found.score.points * side == referee.best_outcome()

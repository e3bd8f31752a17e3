"""The net that would have caught the faults of the five reports (reports, U-17), one test for each."""

from __future__ import annotations

import pytest

from helpers import naive
from kibitz.core.evaluation import find_evaluator
from kibitz.core.game import Game, State, find_game
from kibitz.core.limits import Limits
from kibitz.core.random_games import random_states
from kibitz.core.rng import Rng
from kibitz.core.searching import SEARCHERS, SearchResult, find_searcher

BOARDS = [
    "tic-tac-toe",
    "mnk:width=5,height=5,k=4",
    "connect-four:width=4,height=2,k=4",
    "connect-four:width=4,height=2,k=2",
    "connect-four",
    "othello:size=4",
    "othello:size=6",
    "take-away",
]
DEPTH_FIRST = [
    "minimax",
    "alphabeta",
    "alphabeta:fail=hard",
    "alphabeta:order=heuristic,ties=random,seed=1",
    "pvs",
    "pvs:table=two-tier,order=table+killer+history,ties=random",
    "mtd",
    "mtd:driver=sss",
    "mtd:driver=dual",
    "stored",
    "stored:prune=during",
]


def ask(spec: str, game: Game, state: State, depth: int) -> SearchResult:
    return find_searcher(spec)[0].search_reference(game, state, Limits(depth=depth))


def positions(game: Game, count: int) -> list[State]:
    return [naive.random_position(game, seed) for seed in range(count)]


def wins_in_one(game: Game, state: State) -> list[int]:
    """Moves that end the game with the best possible result."""
    children = {move: game.result(game.play(state, move)) for move in game.moves(state)}
    return [move for move, result in children.items() if result is not None and result < 0]


def holds(game: Game, state: State, move: int) -> bool:
    """Whether the other side cannot win at once after the move."""
    child = game.play(state, move)
    return game.result(child) is not None or not wins_in_one(game, child)


def test_every_searcher_is_in_the_net() -> None:
    # Compiled only: test_engine.py and test_strong.py; not for every game: test_probcut.py; no move unless there is a
    # win by threats: test_knowledge.py; plays what it has learned: tests/learned and test_puct.py.
    with_nets_of_their_own = {"engine", "strong", "probcut", "threats", "learned"}
    tested = {spec.partition(":")[0] for spec in DEPTH_FIRST} | {"mcts", "proof", "perfect"}
    shipped = {name for name, cls in SEARCHERS.classes.items() if cls.shipped}
    replicas = {name for name in shipped if name.startswith("replica-")}  # test_replicas.py
    assert shipped - with_nets_of_their_own - replicas == tested


@pytest.mark.parametrize("searcher", DEPTH_FIRST)
@pytest.mark.parametrize("spec", BOARDS)
def test_a_player_takes_a_win_in_one_and_blocks_a_loss_in_one_at_depth_2(spec: str, searcher: str) -> None:
    """Once in a report: "three Xs in one row … O does not play to prevent"."""
    game = find_game(spec)
    won = blocked = 0
    for state in positions(game, 60):
        answer = ask(searcher, game, state, 2)
        assert answer.move is not None
        wins = wins_in_one(game, state)
        if wins:
            assert answer.move in wins
            won += 1
        elif any(holds(game, state, move) for move in game.moves(state)):
            assert holds(game, state, answer.move)
            blocked += any(not holds(game, state, move) for move in game.moves(state))
    assert won + blocked > 0


@pytest.mark.parametrize("searcher", [*DEPTH_FIRST, "mcts:simulations=20", "proof", "perfect"])
@pytest.mark.parametrize("spec", ["connect-four:width=4,height=2,k=4", "tic-tac-toe", "othello:size=4", "take-away"])
def test_the_move_is_always_legal_even_when_every_move_loses(spec: str, searcher: str) -> None:
    """A full column was recommended when all moves scored the smallest int."""
    game = find_game(spec)
    limited = searcher in DEPTH_FIRST
    searched = [s for s in positions(game, 12) if game.moves(s) and (limited or naive.is_small(game, s, 3_000))]
    assert len(searched) >= 9
    for state in searched:
        answer = find_searcher(searcher)[0].search_reference(game, state, Limits(depth=6) if limited else Limits())
        assert answer.move in game.moves(state)


@pytest.mark.parametrize("spec", BOARDS)
def test_the_side_to_move_alternates_down_every_line(spec: str) -> None:
    """The tree below a root move was built with the same player to move again."""
    game = find_game(spec)
    states = positions(game, 20)
    assert len(states) == 20
    for state in states:
        side, line = game.to_move(state), ask("alphabeta", game, state, 3).line
        assert line
        for move in line:
            assert game.to_move(state) == side
            assert move in game.moves(state)
            state, side = game.play(state, move), 1 - side


@pytest.mark.parametrize("spec", ["connect-four", "othello", "mnk:width=5,height=5,k=4"])
def test_an_evaluation_belongs_to_the_side_to_move_at_every_parity(spec: str) -> None:
    """The leaf was judged from the view of whoever was to move there, and then maximised all the same."""
    game = find_game(spec)
    evaluator = find_evaluator("", game)
    state = naive.random_position(game, 3)
    for depth in (1, 2):
        assert ask("minimax", game, state, depth).score.value == naive.minimax(game, state, depth, evaluator)


def test_both_sides_play_for_themselves() -> None:
    """The root always maximised, so that O picked the column best for X."""
    game = find_game("connect-four:width=4,height=4,k=3")
    state = game.initial()
    for move in (0, 1, 0):  # X threatens three in column 1; O must answer there
        state = game.play(state, move)
    assert game.to_move(state) == 1
    assert ask("alphabeta", game, state, 2).move == 0


def sooner_position() -> tuple[Game, State]:
    """X to move wins at once with c3, and later with b1 as well, which comes first in reading order."""
    game = find_game("tic-tac-toe")
    return game, game.parse_position("X--OXO--- X")


def test_the_sooner_win_is_preferred_when_asked_for() -> None:
    """Without depth-aware scores a later win may be as good as the one at hand."""
    game, state = sooner_position()
    plain, sooner = (
        find_searcher(spec)[0].search_reference(game, state) for spec in ("minimax", "minimax:sooner=true")
    )
    assert plain.score.points == sooner.score.points == 1
    assert game.move_name(plain.move or 0) != "c3"
    assert game.move_name(sooner.move or 0) == "c3"
    assert sooner.score.distance == 1


def test_the_later_loss_is_preferred_when_asked_for() -> None:
    game = find_game("take-away:chips=8,take=3")
    answer = find_searcher("alphabeta:sooner=true")[0].search_reference(game, game.initial())
    assert (answer.score.points, answer.score.distance) == (-1, 4)


@pytest.mark.parametrize("searcher", ["alphabeta", "pvs", "mtd", "minimax"])
@pytest.mark.parametrize("spec", ["tic-tac-toe", "connect-four:width=5,height=4", "othello:size=4"])
def test_a_random_choice_is_only_among_moves_that_are_truly_best(spec: str, searcher: str) -> None:
    """Alpha-beta drew from moves whose value was only a bound."""
    game = find_game(spec)
    evaluator = find_evaluator("", game)
    several = 0
    for state in positions(game, 25):
        values = {m: -naive.minimax(game, game.play(state, m), 2, evaluator) for m in game.moves(state)}
        best = {move for move, value in values.items() if value == max(values.values())}
        drawn = {ask(f"{searcher}:ties=random,seed={seed}", game, state, 3).move for seed in range(8)}
        assert drawn <= best
        several += len(drawn) > 1
    assert several > 3, "with several equal moves the choice varies"


def test_pruning_changes_the_cost_and_not_the_play() -> None:
    """One report says so, and another that "minimax is more accurate", which it is not."""
    game = find_game("connect-four")
    saved = 0
    for state in random_states(game, Rng(5), 7):
        full, pruned = (ask(name, game, state, 4) for name in ("minimax", "alphabeta"))
        assert (full.move, full.score) == (pruned.move, pruned.score)
        saved += full.stats.nodes - pruned.stats.nodes
    assert saved > 10_000

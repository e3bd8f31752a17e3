"""Monte Carlo tree search follows UCT visit by visit, proves only what is so, and keeps its limits."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import pytest

import kibitz
from helpers import naive
from helpers.clocks import LateFlag, fake_clock
from kibitz.core.errors import BadOption
from kibitz.core.game import Game, Move, State, find_game
from kibitz.core.limits import Limits
from kibitz.core.rng import Rng
from kibitz.core.score import WIN, Bound, Score
from kibitz.core.searching import RootMove, SearchResult, find_searcher
from kibitz.search.common.budget import NODES_BETWEEN_LOOKS
from kibitz.search.common.root_parallel import tree_seeds
from kibitz.search.common.sampled_answer import BoundedNode, answer_score
from kibitz.search.mcts import MCTS
from kibitz.search.proof import Proof

GAMES = [
    "tic-tac-toe",
    "mnk:width=5,height=5,k=4",
    "connect-four",
    "connect-four:width=4,height=4,k=3",
    "othello",
    "othello:size=4",
    "take-away:chips=12,take=3",
    "take-away:chips=15,take=4,misere=true",
]


def visits(answer: SearchResult) -> list[int]:
    return [root.visits for root in answer.roots]


# The textbook.


class NaiveUCT:
    """UCT without a solver, as a recursion over dictionaries of what happened at each sequence of moves."""

    def __init__(self, game: Game, c: float, seed: int) -> None:
        self.game, self.c, self.rng = game, c, Rng(seed)
        self.visits: dict[tuple[Move, ...], int] = {}
        self.total: dict[tuple[Move, ...], float] = {}

    def simulate(self, state: State, path: tuple[Move, ...]) -> float:
        """One simulation through a node; the reward of the side that moved there."""
        result = self.game.result(state)
        if result is not None:
            reward = (1 - math.copysign(1, result)) / 2 if result else 0.5
        elif path and path not in self.visits:
            reward = self.play_out(state)
        else:
            moves = self.game.moves(state)
            untried = [move for move in moves if (*path, move) not in self.visits]
            move = untried[0] if untried else max(moves, key=lambda move: self.bound(path, move))
            reward = 1 - self.simulate(self.game.play(state, move), (*path, move))
        self.visits[path] = self.visits.get(path, 0) + 1
        self.total[path] = self.total.get(path, 0) + reward
        return reward

    def bound(self, path: tuple[Move, ...], move: Move) -> float:
        tried = self.visits[(*path, move)]
        return self.total[(*path, move)] / tried + self.c * math.sqrt(math.log(self.visits[path]) / tried)

    def play_out(self, state: State) -> float:
        result = self.game.result(state)
        if result is not None:
            return (1 - math.copysign(1, result)) / 2 if result else 0.5
        moves = self.game.moves(state)
        return 1 - self.play_out(self.game.play(state, moves[self.rng.below(len(moves))]))


@pytest.mark.parametrize("spec", GAMES)
def test_without_the_solver_every_visit_is_that_of_naive_uct(spec: str) -> None:
    game = find_game(spec)
    for seed in range(3):
        state = naive.random_position(game, seed)
        twin = NaiveUCT(game, c=0.9, seed=seed)
        for _ in range(150):
            twin.simulate(state, ())
        answer = MCTS(simulations=150, c=0.9, solver=False, seed=seed).search_reference(game, state)
        assert visits(answer) == [twin.visits[(move,)] for move in game.moves(state)][: len(answer.roots)]
        for root in answer.roots:
            if not root.score.proven:
                mean = twin.total[(root.move,)] / root.visits
                assert root.score == Score(round(1000 * (2 * mean - 1)))


@pytest.mark.parametrize("solver", [True, False])
@pytest.mark.parametrize("spec", GAMES)
def test_a_seed_decides_everything(spec: str, solver: bool) -> None:
    game = find_game(spec)
    first, again, other = (
        MCTS(simulations=100, solver=solver, seed=seed).search_reference(game, game.initial()) for seed in (1, 1, 2)
    )
    assert replace(first, stats=replace(first.stats, seconds=0)) == replace(
        again, stats=replace(again.stats, seconds=0)
    )
    assert (visits(first), first.stats.nodes) != (visits(other), other.stats.nodes)


def test_every_simulation_is_a_visit_of_one_root_move() -> None:
    game = find_game("connect-four")
    answer = MCTS(simulations=300).search_reference(game, game.initial())
    assert sum(visits(answer)) == answer.stats.terminals == 300
    assert answer.stats.evaluations == 0
    assert answer.stopped_by == ""
    assert answer.line[0] == answer.move
    assert 0 < len(answer.line) <= answer.stats.depth


def test_the_most_visited_move_is_played() -> None:
    game = find_game("connect-four")
    answer = MCTS(simulations=500).search_reference(game, game.initial())
    assert answer.move == visits(answer).index(max(visits(answer)))
    assert not answer.score.proven


def test_several_trees_add_up_at_the_root() -> None:
    game = find_game("connect-four")
    together = MCTS(simulations=300, threads=3, seed=7).search_reference(game, game.initial())
    alone = [MCTS(simulations=100, seed=seed).search_reference(game, game.initial()) for seed in tree_seeds(7, 3)]
    assert visits(together) == [sum(counts) for counts in zip(*map(visits, alone), strict=True)]
    assert together.stats.terminals == 300
    assert together.move == visits(together).index(max(visits(together)))
    assert together.line[0] == together.move


def test_what_one_of_several_trees_proves_is_proved() -> None:
    """The trees prove the loss of each move or the win at different times."""
    proven = 0
    for spec in ("connect-four:width=4,height=4,k=3", "take-away:chips=12,take=3"):
        game = find_game(spec)
        for seed in range(3):
            state = naive.random_position(game, seed)
            answer = MCTS(simulations=900, threads=3, seed=seed).search_reference(game, state)
            if answer.score.proven and answer.score.bound == Bound.EXACT:
                assert answer.score.value == naive.minimax(game, state, 99)
                proven += 1
    assert proven > 0


def test_several_trees_are_not_shown_and_not_kept() -> None:
    with pytest.raises(BadOption, match="leave out threads"):
        kibitz.position("tic-tac-toe").tree("mcts:threads=2,simulations=20")
    with pytest.raises(BadOption, match="reuse=true keeps one tree"):
        MCTS(threads=2, reuse=True)


def test_more_exploration_spreads_the_visits() -> None:
    game = find_game("connect-four")
    narrow, wide = (MCTS(simulations=500, c=c).search_reference(game, game.initial()) for c in (0.2, 20))
    assert max(visits(narrow)) > 2 * max(visits(wide))


# What it plays.


def wins_at_once(game: Game, state: State) -> list[Move]:
    results = {move: game.result(game.play(state, move)) for move in game.moves(state)}
    return [move for move, result in results.items() if result is not None and result < 0]


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["tic-tac-toe", *(s for s in GAMES if s.startswith(("mnk", "connect")))])
def test_a_win_in_one_is_taken_and_a_loss_in_one_avoided(spec: str) -> None:
    game = find_game(spec)
    searcher = MCTS(simulations=1000)
    taken = avoided = 0
    for seed in range(100):
        state = naive.random_position(game, seed)
        winning = wins_at_once(game, state)
        safe = [move for move in game.moves(state) if not wins_at_once(game, game.play(state, move))]
        if winning:
            taken += 1
            assert searcher.search_reference(game, state).move in winning, f"{spec} {state}"
        elif 0 < len(safe) < len(game.moves(state)):
            avoided += 1
            assert searcher.search_reference(game, state).move in safe, f"{spec} {state}"
    assert taken >= 5
    assert avoided >= 5


@pytest.mark.parametrize("solver", [True, False])
def test_take_away_is_won_in_one_and_not_lost_in_one(solver: bool) -> None:
    searcher = MCTS(simulations=1000, solver=solver)
    for misere, wins in ((False, {1: 1, 2: 2, 3: 3, 5: 1, 6: 2, 7: 3}), (True, {2: 1, 3: 2, 4: 3, 6: 1, 7: 2, 8: 3})):
        played = {}
        for chips in wins:
            game = find_game(f"take-away:chips={chips},take=3,misere={misere}")
            move = searcher.search_reference(game, game.initial()).move
            assert move is not None
            played[chips] = int(game.move_name(move))
        assert played == wins


def test_othello_endgames_are_played_for_the_most_discs() -> None:
    game = find_game("othello:size=4")
    won = 0
    for seed in range(150):
        state = naive.random_position(game, seed)
        if (state[0] | state[1]).bit_count() < 11:
            continue
        answer = MCTS(simulations=3_000).search_reference(game, state)
        assert answer.score == Score(naive.minimax(game, state, 100), proven=True)
        won += answer.score.value > 0
    assert won >= 10


# The solver.


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spec", "value"),
    [
        ("tic-tac-toe", 0),
        ("connect-four:width=4,height=4,k=3", 1),
        ("connect-four:width=4,height=2", 0),
        ("mnk:width=4,height=3,k=3", 1),
        ("othello:size=4", -10),
        ("take-away:chips=12", -1),
        ("take-away:chips=14", 1),
        ("take-away:chips=13,misere=true", -1),
        ("take-away:chips=12,misere=true", 1),
    ],
)
def test_small_games_are_solved(spec: str, value: int) -> None:
    game = find_game(spec)
    answer = MCTS(simulations=100_000).search_reference(game, game.initial())
    assert answer.score == Score(value * WIN, proven=True)
    assert answer.stats.terminals < 100_000, "the search ends when the result is proven"


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["tic-tac-toe", "connect-four:width=4,height=4,k=3", "othello:size=4", "take-away"])
def test_whatever_is_called_proven_is_so(spec: str) -> None:
    game = find_game(spec)
    proven = 0
    for seed in range(25):
        state = naive.random_position(game, seed)
        values = {
            move: -Proof().search_reference(game, game.play(state, move)).score.value for move in game.moves(state)
        }
        for simulations in (5, 40, 300):
            answer = MCTS(simulations=simulations, seed=seed).search_reference(game, state)
            assert answer.move is not None
            if answer.score.proven and answer.score.bound == Bound.EXACT:
                assert values[answer.move] == answer.score.value
            for move, score, *_ in answer.roots:
                if score.proven:
                    proven += 1
                    assert score.bound == Bound.UPPER or score.value <= values[move], f"{state} {move}"
                    assert score.bound == Bound.LOWER or score.value >= values[move], f"{state} {move}"
    assert proven > 50


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["tic-tac-toe", "connect-four:width=4,height=4,k=3", "othello:size=4", "take-away"])
def test_what_is_sure_guides_the_choice(spec: str) -> None:
    """A sure win comes first, a sure draw before anything that looks no better, a sure loss last."""
    game = find_game(spec)
    guided = 0
    for seed in range(70):
        state = naive.random_position(game, seed)
        for simulations in (30, 100, 300):
            answer = MCTS(simulations=simulations, seed=seed).search_reference(game, state)
            scores = [root.score for root in answer.roots]
            sure = [score.value for score in scores if score.proven and score.bound != Bound.UPPER]
            if sure and max(sure) > 0:
                guided += 1
                assert answer.score.value == max(sure)
            elif Score(0, proven=True) in scores:
                guided += 1
                assert answer.score.value >= 0, game.position_text(state)
            if answer.score == Score(0, proven=True):  # not only of the move, but of the position
                assert naive.minimax(game, state, 100) == 0, game.position_text(state)
            elif any(score.value < 0 and score.proven for score in scores):
                guided += 1
                lost = answer.score.value < 0 and answer.score.proven
                assert not lost or all(score.value < 0 and score.proven for score in scores)
    assert guided > 50


def test_a_win_is_not_taken_for_the_best_result_before_all_moves_are_tried() -> None:
    game = find_game("othello:size=4")
    state = game.parse_position("OOOOOXXXOXX--X-X O")  # d3, the first move, wins by 10 at once; a4 wins by 12
    answer = MCTS().search_reference(game, state)
    assert (answer.move, answer.score) == (game.parse_move("a4"), Score(12 * WIN, proven=True))


def test_a_sure_loss_is_not_played_while_another_move_is_untried() -> None:
    game = find_game("othello:size=4")
    state = game.parse_position("XXXX-OXO-OOOOOOO X")  # a2, the first move, ends the game 7 to 9
    answer = MCTS(simulations=1).search_reference(game, state)
    assert answer.roots == (RootMove(game.parse_move("a2"), Score(-2 * WIN, proven=True), 1),)
    assert answer.move == game.parse_move("a3")
    assert not answer.score.proven


# Keeping the tree.


def test_with_reuse_a_search_begins_where_the_one_before_it_ended() -> None:
    game = find_game("connect-four")
    searcher = MCTS(simulations=500, reuse=True)
    first = searcher.search_reference(game, game.initial())
    after = game.play(game.play(game.initial(), first.line[0]), first.line[1])
    second, fresh = searcher.search_reference(game, after), MCTS(simulations=500).search_reference(game, after)
    assert second.stats.terminals == fresh.stats.terminals == 500
    assert sum(visits(second)) > 520 > sum(visits(fresh))


def test_without_a_kept_tree_in_reach_reuse_changes_nothing() -> None:
    game = find_game("othello")
    searcher = MCTS(simulations=50, reuse=True)
    searcher.search_reference(game, game.initial())
    state = naive.random_position(game, 3)
    answer, fresh = searcher.search_reference(game, state), MCTS(simulations=50).search_reference(game, state)
    assert (answer.line, answer.roots) == (fresh.line, fresh.roots)


# Limits.


@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.parametrize("limits", [Limits(nodes=1), Limits(nodes=2), Limits(nodes=30), Limits(time=0.001)], ids=str)
def test_a_search_stopped_early_plays_a_legal_move(spec: str, limits: Limits) -> None:
    game = find_game(spec)
    with fake_clock(looks=0):
        answer = MCTS(simulations=10**9, solver=False).search_reference(game, game.initial(), limits)
    assert answer.stopped_by == ("time" if limits.nodes is None else "nodes")
    assert answer.move in game.moves(game.initial())
    assert answer.stats.nodes == (limits.nodes or 1)


def test_a_stop_flag_raised_by_another_thread_ends_the_search() -> None:
    # Without the solver this position is one finished game visited over and over.
    game, flag = find_game("take-away:chips=1"), LateFlag(100)
    answer = MCTS(simulations=10**9, solver=False).search_reference(game, game.initial(), Limits(time=3600), stop=flag)
    flag.join()
    assert answer.stopped_by == "stop"
    assert answer.stats.nodes - flag.seen <= 2 * NODES_BETWEEN_LOOKS
    assert answer.move == 0


def test_a_full_tree_grows_no_further() -> None:
    game = find_game("connect-four")
    full, free = (MCTS(simulations=2_000, max_nodes=n).search_reference(game, game.initial()) for n in (1_000, 10_000))
    assert full.stats.terminals == free.stats.terminals == 2_000
    assert full.stats.memory * 2_001 == free.stats.memory * 1_000


def test_a_finished_game_has_its_result_and_no_move() -> None:
    game = find_game("othello:size=4")
    answer = MCTS().search_reference(game, game.parse_position("XXXXXXXXXXXXOOOO O"))
    assert (answer.move, answer.score, answer.roots) == (None, Score(-8 * WIN, proven=True), ())


def test_a_depth_is_refused() -> None:
    searcher, limits = find_searcher("mcts:simulations=10,depth=3")
    game = find_game("tic-tac-toe")
    with pytest.raises(BadOption, match=r"depth=3.*simulations, nodes or time"):
        searcher.search_reference(game, game.initial(), limits)


@dataclass
class SolvedNode(BoundedNode):
    """A node of a tree, known as far as its bounds say."""

    low: int
    high: int
    children: tuple[SolvedNode, ...] = ()
    keeps_turn: bool = False
    move: int = 0
    visits: int = 1
    mean: float = 0.25


@pytest.mark.parametrize(
    ("root", "child", "expected"),
    [
        ((-1, 1), (-1, -1), Score(WIN, Bound.EXACT, proven=True)),
        ((-9, 4), (-2, -2), Score(2 * WIN, Bound.LOWER, proven=True)),  # another move may win by more
        ((-9, 2), (-2, -2), Score(2 * WIN, Bound.EXACT, proven=True)),
        ((-9, 1), (0, 0), Score(0)),
        ((-9, -1), (3, 9), Score(-WIN, Bound.UPPER, proven=True)),  # another move may lose by less
        ((-9, 1), (3, 9), Score(-500)),
    ],
)
def test_a_score_is_no_surer_than_the_moves_beside_it(
    root: tuple[int, int], child: tuple[int, int], expected: Score
) -> None:
    below = SolvedNode(*child)
    assert answer_score(SolvedNode(*root, (below,)), below) == expected

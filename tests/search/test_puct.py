"""PUCT: the compiled search visits what the readable one visits, proofs are true, and a learned player plays by it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from helpers.claims import find_truth
from helpers.clocks import fake_clock
from helpers.networks import random_network, write_random_network
from kibitz.cli.main import kibitz
from kibitz.core.errors import BadOption
from kibitz.core.game import Game, State, find_game
from kibitz.core.limits import COMPILED, REFERENCE, Limits
from kibitz.core.random_games import random_line
from kibitz.core.rng import Rng
from kibitz.core.score import Bound, result_of
from kibitz.core.searching import find_search
from kibitz.kernels.network.forward import CompiledNetwork
from kibitz.learned.board_cells import words_of
from kibitz.search.forced import Lookout
from kibitz.search.learned import Learned
from kibitz.search.puct import Advice, PolicyTree, list_visits

GAMES = ["tic-tac-toe", "connect-four:width=4,height=4,k=3", "othello:size=4", "dots-and-boxes:columns=2,rows=1"]
GAMES += ["three-mens-morris"]  # turns of several moves, positions that come again


def positions(game: Game, count: int, seed: int = 1) -> list[State]:
    rng, found = Rng(seed), list[State]()
    while len(found) < count:
        _, state = random_line(game, rng, rng.below(8))
        if game.result(state) is None:
            found.append(state)
    return found


@dataclass(frozen=True)
class Switches:
    c: float = 1.5
    temperature: float = 1.0
    lookout: int = 0
    gumbel: bool = False


@pytest.mark.parametrize("gumbel", [False, True])
@pytest.mark.parametrize("spec", GAMES)
def test_twins_visit_the_same(spec: str, gumbel: bool, tmp_path: Path) -> None:
    """The readable tree is advised by the compiled network, so that no rounding tells them apart."""
    game = find_game(spec)
    player = write_random_network(tmp_path / "net.kbm", game)
    searcher, _, _ = find_search(f"{player},gumbel={str(gumbel).lower()},lookout=30,temperature=1.5")
    assert isinstance(searcher, Learned)
    model = searcher.model(game)
    network = CompiledNetwork(model.network)  # type: ignore[attr-defined]  # it is a network

    def advise(state: State) -> Advice:
        found = network.judge(words_of(game, [state]))
        return Advice(found.logits[0].tolist(), float(found.values[0]))

    for state in positions(game, 6):
        limits = Limits(nodes=40)
        compiled = searcher.search(game, state, limits, backend=COMPILED)
        tree = PolicyTree(searcher, game, state, advise, searcher.plan_visits(game, state, limits))
        while tree.root.visits < 40 and not tree.root.is_settled:
            tree.simulate()
        assert [(root.move, root.visits) for root in compiled.roots] == [
            (child.move, child.visits) for child in tree.root.children
        ]
        assert compiled.backend == COMPILED
        readable = searcher.search(game, state, limits, backend=REFERENCE)
        assert (readable.move, readable.line) == (compiled.move, compiled.line)
        assert [root.score for root in readable.roots] == [root.score for root in compiled.roots]


def true_result(game: Game, state: State) -> int:
    low, high = find_truth(game).bounds(state)
    assert low == high
    return result_of(low)


@pytest.mark.parametrize("spec", GAMES[:4])
def test_what_is_proven_is_true(spec: str, tmp_path: Path) -> None:
    game = find_game(spec)
    searcher, _, _ = find_search(write_random_network(tmp_path / "net.kbm", game))
    proven = 0
    for state in positions(game, 25, seed=5):
        answer = searcher.search(game, state, Limits(nodes=300))
        if answer.score.proven:
            proven += 1
            truth = true_result(game, state)
            if answer.score.bound is Bound.EXACT:
                assert answer.score.points == truth
            elif answer.score.bound is Bound.LOWER:
                assert answer.score.points <= truth
            else:
                assert answer.score.points >= truth
        for root in answer.roots:
            if root.score.proven and root.score.bound is Bound.EXACT:
                after = game.play(state, root.move)
                assert root.score.points == game.seen_from(state, after, true_result(game, after))
    assert proven > 5


@pytest.mark.parametrize("spec", ["tic-tac-toe", "connect-four:width=4,height=4,k=3", "three-mens-morris"])
def test_a_look_ahead_claims_only_what_can_be_forced(spec: str) -> None:
    game = find_game(spec)
    lookout, found = Lookout(game, 150), set[int]()
    for state in positions(game, 40, seed=2):
        claim = lookout.look(state)
        found.add(claim)
        if claim:
            assert find_search("engine")[0].search(game, state).score.points == claim
    assert {0, 1} <= found


def test_a_move_is_tried_more_often_the_likelier_the_network_finds_it() -> None:
    game = find_game("connect-four")
    tree = PolicyTree(Switches(), game, game.initial(), lambda state: Advice([0, 0, 0, 3, 0, 1, 0], 0.0))
    for _ in range(100):
        tree.simulate()
    visits = [child.visits for child in tree.root.children]
    assert max(visits) == visits[3]
    assert visits[5] > visits[4] > 0
    assert sum(visits) == 99  # the first simulation looks at the root
    assert tree.root.children[3].share == pytest.approx(0.722, abs=0.001)


def test_a_higher_temperature_makes_shares_more_even() -> None:
    game = find_game("connect-four")
    tree = PolicyTree(Switches(temperature=3.0), game, game.initial(), lambda state: Advice([0, 0, 0, 3, 0, 1, 0], 0.0))
    tree.simulate()
    assert tree.root.children[3].share == pytest.approx(0.298, abs=0.001)


def test_the_plan_of_sequential_halving() -> None:
    """[Danihelka et al. 2022]: 16 moves and 64 simulations: 16, then 8, 4 and 2 moves share a quarter each."""
    plan = list_visits(16, 64)
    assert len(plan) == 64
    assert plan[:16] == [0] * 16
    assert plan[16:32] == [1] * 8 + [2] * 8
    assert plan[32:48] == [count for count in (3, 4, 5, 6) for _ in range(4)]
    assert plan[48:] == [count for count in range(7, 15) for _ in range(2)]
    assert list_visits(1, 3) == [0, 1, 2]


def test_without_a_limit_the_network_is_asked_once(tmp_path: Path) -> None:
    game = find_game("connect-four")
    player = write_random_network(tmp_path / "net.kbm", game)
    state = game.initial()
    for backend in (REFERENCE, COMPILED):
        searcher, limits, _ = find_search(player)
        answer = searcher.search(game, state, limits, backend=backend)
        assert (answer.stats.evaluations, len(answer.roots)) == (1, 7)
        shares = [root.share or 0.0 for root in answer.roots]
        assert sum(shares) == pytest.approx(1.0)
        assert answer.move == shares.index(max(shares)) == random_network(game).choose(state)
        every, limits, _ = find_search(f"{player},every_move=true")
        judged = every.search(game, state, limits, backend=backend)
        assert judged.stats.evaluations == 8
        assert len({root.score.value for root in judged.roots}) > 3


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("depth=3", "A learned network does not use depth=3; give it nodes or time."),
        ("gumbel=true,time=1", "give nodes="),
    ],
)
def test_limits_that_make_no_sense_are_refused(options: str, sentence: str, tmp_path: Path) -> None:
    game = find_game("tic-tac-toe")
    searcher, limits, _ = find_search(f"{write_random_network(tmp_path / 'net.kbm', game)},{options}")
    with pytest.raises(BadOption, match=sentence):
        searcher.search(game, game.initial(), limits)


def test_a_time_limit_is_kept_and_a_finished_game_has_no_move(tmp_path: Path) -> None:
    game = find_game("connect-four")
    searcher, limits, _ = find_search(f"{write_random_network(tmp_path / 'net.kbm', game)},time=3600")
    with fake_clock():
        answer = searcher.search(game, game.initial(), limits)
    assert answer.stopped_by == "time"
    assert answer.move in game.moves(game.initial())
    ended = game.initial()
    for column in (0, 1, 0, 1, 0, 1, 0):
        ended = game.play(ended, column)
    assert searcher.search(game, ended, limits).move is None


def test_of_a_move_that_was_never_tried_nothing_is_claimed(tmp_path: Path) -> None:
    game = find_game("connect-four")
    player = write_random_network(tmp_path / "net.kbm", game)
    searcher, limits, _ = find_search(f"{player},nodes=4")
    for backend in (REFERENCE, COMPILED):
        answer = searcher.search(game, game.initial(), limits, backend=backend)
        untried = [root for root in answer.roots if not root.visits]
        assert len(untried) >= 4
        assert {root.score.bound for root in untried} == {Bound.UPPER}
        assert all(root.score.value == answer.score.value for root in untried)
    said = CliRunner().invoke(kibitz, ["best", "connect-four", f"{player},nodes=4", "--all"]).stdout
    assert "an estimate in thousandths of a win" in said
    assert said.count("  –   ") == len(untried)

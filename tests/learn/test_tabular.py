"""Tabular learning: one step by hand for each method, what on-policy means, and perfect play at tic-tac-toe."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kibitz.core.errors import BadOption, Unfinished, Unsuited
from kibitz.core.game import State, find_game
from kibitz.core.rng import Rng
from kibitz.core.searching import StopFlag
from kibitz.learn.measuring import choose_all
from kibitz.learn.method import METHODS, find_method
from kibitz.learn.methods.q_learning import QLearning
from kibitz.learn.methods.sarsa import Sarsa
from kibitz.learn.methods.sarsa_lambda import SarsaLambda
from kibitz.learn.tabular import Table, TabularMethod
from kibitz.learn.truth import find_truth
from kibitz.learned.action_table import Row, read_state, write_state

GAME = find_game("take-away:chips=4,take=2")  # whoever takes the last one wins; 3 is lost for the side to move
FOUR, THREE, TWO, ONE = (4, 0), (3, 1), (2, 0), (1, 1)


class Chosen(Table):
    """A table whose moves are chosen by hand."""

    def __init__(self, method: TabularMethod, moves: list[int]) -> None:
        super().__init__(method, GAME, Rng(0))
        self.given = iter(moves)

    def choose(self, state: State) -> int:
        return next(self.given)


def values(table: Table) -> dict[Any, list[float]]:
    return {state: row.values for state, row in table.rows.items()}


def test_q_learning_takes_the_best_answer_whatever_is_played() -> None:
    """From 4: take 1; the answer is to take 1, though taking 2 was known to be better."""
    method = QLearning(alpha=0.5)
    table = Chosen(method, [0, 1])
    table.rows[THREE] = Row([0.2, 0.6], [1, 1])
    method.play_game(table, FOUR, 0)
    assert table.rows[FOUR].values == [pytest.approx(0.5 * -0.6), 0.0]
    assert table.rows[THREE].values == [pytest.approx(0.1), 0.6]  # towards 0, what is known of 2
    assert table.rows[TWO].values == [0.0, pytest.approx(0.5)]  # took both: won
    assert table.rows[THREE].visits == [2, 1]


def test_sarsa_takes_the_answer_that_is_played() -> None:
    method = Sarsa(alpha=0.5)
    table = Chosen(method, [0, 1])
    table.rows[THREE] = Row([0.2, 0.6], [1, 1])
    method.play_game(table, FOUR, 0)
    assert table.rows[FOUR].values == [pytest.approx(0.5 * -0.2), 0.0]
    assert table.rows[TWO].values == [0.0, pytest.approx(0.5)]


def test_sarsa_lambda_lets_the_moves_before_learn_each_for_its_side() -> None:
    method = SarsaLambda(alpha=0.5, trace=0.5)
    table = Chosen(method, [0, 1])
    method.play_game(table, FOUR, 0)
    assert table.rows[TWO].values[1] == pytest.approx(0.5)  # the win itself
    assert table.rows[THREE].values[0] == pytest.approx(-0.25)  # the other side's move before it
    assert table.rows[FOUR].values[0] == pytest.approx(0.125)  # and the winner's before that


def test_sarsa_lambda_of_zero_is_sarsa() -> None:
    learned = []
    for method in (Sarsa(games=300, seed=3), SarsaLambda(games=300, seed=3, trace=0.0)):
        learner = method.begin(find_game("tic-tac-toe"))
        learner.learn(300, StopFlag())
        learned.append(values(learner.table))
    assert learned[0] == learned[1]


@pytest.mark.parametrize("name", ["q-learning", "sarsa", "sarsa-lambda"])
def test_a_draw_is_worth_its_reward_to_both_sides(name: str) -> None:
    """Best play at tic-tac-toe is a draw, and with a reward of ½ both sides expect that."""
    game = find_game("tic-tac-toe")
    method = replace(find_method(name).with_total(20_000), draw=0.5)  # type: ignore[call-arg]
    learner = method.begin(game)
    learner.learn(20_000, StopFlag())
    root = learner.table.rows[game.initial()]  # type: ignore[attr-defined]
    assert root.others is not None
    best = root.values.index(max(root.values))
    assert (root.values[best], root.others[best]) == (pytest.approx(0.5, abs=0.05), pytest.approx(0.5, abs=0.05))


def test_rewards_of_the_other_side_follow_from_its_own_result() -> None:
    """Take-Away by hand: taking both chips wins. The winner gets 0.8, the other side loses 0.1."""
    method = Sarsa(alpha=0.5, win=0.8, draw=0.2, loss=-0.1)
    table = Chosen(method, [0, 1])
    method.play_game(table, FOUR, 0)
    assert values(table)[TWO] == [0.0, pytest.approx(0.4)]
    assert table.rows[TWO].others == [0.0, pytest.approx(-0.05)]
    traced = Chosen(SarsaLambda(alpha=0.5, trace=0.5, win=0.8, draw=0.2, loss=-0.1), [0, 1])
    SarsaLambda(alpha=0.5, trace=0.5).play_game(traced, FOUR, 0)
    assert traced.rows[THREE].values[0] == pytest.approx(0.5 * 0.5 * -0.1)  # the loser's move
    assert traced.rows[FOUR].values[0] == pytest.approx(0.25 * 0.5 * 0.8)


@pytest.mark.parametrize("rewards", [{"draw": 0.5, "win": 0.4}, {"draw": -0.5, "loss": 0.0}, {"win": 0.0, "loss": 0.0}])
def test_rewards_that_make_no_sense_are_refused(rewards: dict[str, float]) -> None:
    with pytest.raises(BadOption, match="a win is worth more than a loss"):
        QLearning(**rewards)  # type: ignore[arg-type]  # rewards alone


def test_only_the_on_policy_method_shies_away_from_where_random_moves_hurt() -> None:
    """With half of all moves random for ever: 4 is won by taking 1, and Q-learning knows by how much."""
    found = {}
    for name in ("q-learning", "sarsa"):
        method = replace(find_method(name), games=10**9, epsilon=0.5, alpha=0.02, starts=0.0)  # type: ignore[call-arg]
        learner = method.begin(GAME)
        learner.learn(20_000, StopFlag())
        found[name] = learner.make_model().expect(FOUR)[0].value
    assert found["q-learning"] == pytest.approx(1.0, abs=0.02)
    assert (found["sarsa"] or 0.0) < 0.9  # its own answers are random half of the time


@pytest.mark.slow
@pytest.mark.parametrize("name", ["q-learning", "sarsa"])
def test_tic_tac_toe_is_learned_to_perfection(name: str) -> None:
    """On every position in which the move matters, and with the default settings."""
    game = find_game("tic-tac-toe")
    method = find_method(name)
    learner = method.begin(game)
    learner.learn(method.total, StopFlag())
    truth = find_truth(game)
    assert truth.measure(choose_all(learner.make_model(), truth.states)).kept == 1.0


def test_a_table_that_is_full_says_what_to_do() -> None:
    learner = QLearning(max_states=100).begin(find_game("connect-four"))
    with pytest.raises(Unfinished, match="The table is full: 100 positions of connect-four"):
        learner.learn(1_000, StopFlag())


@pytest.mark.parametrize("draw", [0.0, 0.5])
def test_what_was_kept_goes_on_as_if_nothing_had_happened(draw: float) -> None:
    game, method = find_game("tic-tac-toe"), QLearning(games=600, seed=4, draw=draw)
    whole = method.begin(game)
    whole.learn(600, StopFlag())
    first = method.begin(game)
    first.learn(250, StopFlag())
    second = method.begin(game)
    second.restore(first.keep())
    second.learn(600, StopFlag())
    assert values(second.table) == values(whole.table)
    assert second.done == 600


def test_every_method_says_what_it_is() -> None:
    assert {"q-learning", "sarsa", "td"} <= METHODS.classes.keys()
    for name, cls in METHODS.classes.items():
        assert cls.about, name
        assert cls().total > 0
        assert all(one.about for one in cls.options())


@pytest.mark.parametrize(
    "state", [(1, -2, 3 << 70), ("aa", 1), ("1 2\n", 0), (True, 0), (), ((1, "b"), None), "text", (1.5,)]
)
def test_a_table_of_any_states_is_read_again(state: Any) -> None:
    """With `words = 0` a state may be more than numbers, and no training may end in a file that nobody can read."""
    line = write_state(state)
    assert "\n" not in line
    assert repr(read_state(line)) == repr(state)


def test_states_that_no_file_can_hold_are_refused_before_anything_is_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "initial", lambda game: (frozenset(), 0))
    with pytest.raises(Unsuited, match="cannot be read again from there; make states of tuples, numbers and text"):
        QLearning().check(GAME)


@pytest.mark.parametrize("line", ["", "(1,", "import os", "[1, 2", "f()", pytest.param("+" * 5_000 + "1", id="deep")])
def test_a_line_that_is_no_state_is_refused(line: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # which one is said by Python
        read_state(line)

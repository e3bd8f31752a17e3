"""Networks in training: what PyTorch trained runs without it; the methods learn, stop, go on, and share work."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from helpers.paths import TREBLECROSS
from helpers.wordless import Wordless
from kibitz.analysis.exact_scores import judge_outcomes
from kibitz.core.errors import BadOption, Unsuited
from kibitz.core.game import Game, find_game
from kibitz.core.loading import load_game
from kibitz.core.random_games import random_states
from kibitz.core.rng import Rng
from kibitz.core.searching import StopFlag
from kibitz.learn.measuring import choose_all
from kibitz.learn.method import Team, find_method
from kibitz.learn.methods.imitation import SolvingTask, solve_positions
from kibitz.learn.networks.examples import ILLEGAL, Examples, one_outcome
from kibitz.learn.networks.network_method import NetworkLearner, NetworkMethod
from kibitz.learn.truth import find_truth
from kibitz.learned.board_cells import find_cells, find_turns, words_of
from kibitz.learned.find_model import find_model
from kibitz.learned.model_file import write_model
from kibitz.learned.network import Network, Shape
from kibitz.learned.network_model import NetworkModel

has_torch = importlib.util.find_spec("torch") is not None
needs_torch = pytest.mark.skipif(not has_torch, reason="needs PyTorch: pip install torch")

SMALL = "channels=32,blocks=1,batch=64"
IMITATION = f"imitation:{SMALL},positions=600,round=150,seed=3"
ALPHAZERO = f"alphazero:{SMALL},games=64,round=16,simulations=12,seed=3"


def learner_of(spec: str, game: Game | None = None, team: Team = Team()) -> NetworkLearner[Any]:
    method, game = find_method(spec), game or find_game("tic-tac-toe")
    method.check(game)
    learner = method.begin(game, team)
    assert isinstance(learner, NetworkLearner)
    return learner


def weights_after(learner: NetworkLearner[Any], until: int) -> np.ndarray:
    learner.learn(until, StopFlag())
    learner.close()
    return learner.trainer.make_network().weights


# Without PyTorch.


def test_a_missing_extra_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(BadOption, match=r"imitation needs PyTorch to train a network.*: pip install torch\."):
        find_method("imitation").check(find_game("tic-tac-toe"))


def test_a_game_that_compiled_code_cannot_hold_is_refused() -> None:
    with pytest.raises(Unsuited, match="does not fit into 64-bit words; take q-learning or sarsa"):
        find_method("alphazero").check(Wordless())


def test_imitation_takes_the_outcomes_after_moves_and_keeps_to_short_games() -> None:
    """All from the solver: what keeps the result where it was asked, the outcome alone after three of the moves."""
    game = find_game("connect-four:width=5,height=4")
    cells = find_cells(game)
    shape = Shape(cells.inputs, cells.size, game.num_moves)
    task = SolvingTask(str(game), 5, 40, 0.0, 1.0, 1.0, 3, 6, 10.0, cells, shape, np.zeros(0, np.float32))
    examples = solve_positions(task)
    asked = 0
    for words, policy, outcome in zip(examples.words, examples.policies, examples.outcomes, strict=True):
        state = tuple(int(word) for word in words)
        known = judge_outcomes(game, state)
        assert known is not None
        best = max(known.values())
        assert outcome.tolist() == list(one_outcome(best))
        stones = sum(row.count("X") + row.count("O") for row in game.view(state).rows)
        if (policy == ILLEGAL).all():
            assert stones <= 7
            continue
        asked += 1
        assert stones <= 6
        assert {move for move, share in enumerate(policy) if share > 0} == {m for m in known if known[m] == best}
    assert asked == 40
    assert 3 * 40 * 0.9 < len(examples) - asked <= 3 * 40


def test_a_training_begins_only_with_a_network_of_its_size(tmp_path: Path) -> None:
    game = find_game("tic-tac-toe")
    shape = Shape(2, 9, 9, 32, 1)
    cells = find_cells(game)
    network = Network(cells, shape._replace(inputs=cells.inputs), np.zeros(0, np.float32))
    network.weights = np.zeros(network.shape.size, np.float32)
    write_model(tmp_path / "small.kbm", NetworkModel(game, network))
    write_model(tmp_path / "table.kbm", find_method("q-learning").begin(game).make_model())
    method = find_method(f"imitation:start={tmp_path}/small.kbm")
    assert isinstance(method, NetworkMethod)
    with pytest.raises(BadOption, match="has 1 blocks of 32 channels, and this training 5 of 64; give blocks=1,chan"):
        method.find_start(game)
    assert replace(method, channels=32, blocks=1).find_start(game) is not None
    with pytest.raises(BadOption, match="is not a network but"):
        replace(method, start=f"{tmp_path}/table.kbm").find_start(game)


# With it.


@needs_torch
def test_a_gpu_that_is_not_there_is_said() -> None:
    import torch

    if torch.cuda.is_available():
        pytest.skip("there is a GPU here")
    with pytest.raises(BadOption, match="device=cuda is not possible: PyTorch finds no GPU here"):
        find_method("imitation:device=cuda").check(find_game("tic-tac-toe"))


@needs_torch
@pytest.mark.parametrize("spec", ["connect-four", "nine-mens-morris"])
def test_what_was_trained_says_the_same_without_pytorch(spec: str) -> None:
    """Normalisation folded in, cells outside the board left out: compared with the layers themselves."""
    import torch

    from kibitz.learn.networks.trainer import Trainer

    game, rng = find_game(spec), Rng(1)
    cells = find_cells(game)
    shape = Shape(cells.inputs, cells.size, game.num_moves, 32, 2, policy=4)
    trainer = Trainer(cells, find_turns(game, cells), shape, rate=0.01, decay=0.0, batch=16)
    states = random_states(game, rng, 11)
    policies = np.full((12, game.num_moves), ILLEGAL, np.float16)
    for row, state in zip(policies, states, strict=True):
        row[game.moves(state)] = 1 / len(game.moves(state))
    examples = Examples(words_of(game, states), policies, np.tile(np.array([[1, 0, 0]], np.float16), (12, 1)))
    before = trainer.train(examples, 16, 1_000)
    after = trainer.train(examples, 400, 1_000)
    assert after.outcome < before.outcome
    trainer.layers.eval()
    with torch.no_grad():
        logits, outcomes = trainer.layers(torch.from_numpy(cells.read(examples.words)))
    found = trainer.make_network().with_images(1).judge(examples.words)
    assert np.allclose(found.logits, logits.numpy(), atol=1e-3)
    assert np.allclose(found.outcomes, outcomes.softmax(1).numpy(), atol=1e-3)
    assert np.allclose(trainer.judge(examples.words).outcomes, found.outcomes, atol=0.05)  # with fewer digits


@needs_torch
@pytest.mark.slow
@pytest.mark.parametrize(
    ("spec", "kept"), [(f"imitation:{SMALL},positions=2000,round=500", 0.9), (f"alphazero:{SMALL},games=1000", 0.7)]
)
def test_the_methods_learn(spec: str, kept: float) -> None:
    game = find_game("tic-tac-toe")
    learner, truth = learner_of(spec), find_truth(game)
    before = truth.measure(choose_all(learner.make_model(), truth.states)).kept
    learner.learn(learner.method.total, StopFlag())
    assert truth.measure(choose_all(learner.make_model(), truth.states)).kept > max(kept, before)


@needs_torch
@pytest.mark.parametrize("spec", [IMITATION, ALPHAZERO, f"{ALPHAZERO},gumbel=false", f"{ALPHAZERO},exact=1"])
def test_what_was_kept_goes_on_as_if_nothing_had_happened(spec: str) -> None:
    whole, first, second = (learner_of(spec) for _ in range(3))
    total = whole.method.total
    expected = weights_after(whole, total)
    weights_after(first, total // 2)
    second.restore(first.keep())
    assert second.done == first.done < total
    assert (weights_after(second, total) == expected).all()
    assert second.done == total


@needs_torch
@pytest.mark.slow
def test_it_does_not_matter_who_makes_the_examples() -> None:
    for spec in (IMITATION, ALPHAZERO):
        alone, together = learner_of(spec), learner_of(spec, team=Team(workers=2))
        total = alone.method.total
        assert (weights_after(alone, total) == weights_after(together, total)).all()


@needs_torch
def test_a_training_goes_on_from_what_another_has_learned(tmp_path: Path) -> None:
    first, game = learner_of(IMITATION), find_game("tic-tac-toe")
    weights_after(first, 600)
    write_model(tmp_path / "first.kbm", first.make_model())
    known = find_model(str(tmp_path / "first.kbm"), game)
    assert isinstance(known, NetworkModel)
    second = learner_of(f"{IMITATION},after=2,start={tmp_path}/first.kbm")
    words = first.examples.words[:100]
    before, taken_over = known.network.judge(words), second.make_model().network.judge(words)
    assert np.allclose(before.logits, taken_over.logits, atol=1e-3)
    assert np.allclose(before.outcomes, taken_over.outcomes, atol=1e-3)
    losses = second.trainer.train(first.examples, 64, 10**9)  # normalised by its own batch, it still knows
    fresh = learner_of(IMITATION).trainer.train(first.examples, 64, 10**9)
    assert losses.policy + losses.outcome < 0.7 * (fresh.policy + fresh.outcome)


@needs_torch
def test_a_game_of_ones_own_is_learned_without_a_line_of_learning_code() -> None:
    game = load_game(f"{TREBLECROSS}:Treblecross")
    learner = learner_of(f"imitation:{SMALL},positions=400,round=200", game)
    learner.learn(400, StopFlag())
    learner.close()
    truth = find_truth(game)
    assert truth.measure(choose_all(learner.make_model(), truth.states)).kept > 0.8


@needs_torch
def test_examples_of_self_play_are_legal_and_their_ends_true() -> None:
    """With `exact` in a small game, every outcome that is learned is the exact one."""
    from kibitz.search.perfect import Perfect

    game = find_game("tic-tac-toe")
    learner = learner_of(f"{ALPHAZERO},exact=5")
    learner.learn(16, StopFlag())
    learner.close()
    examples = learner.examples
    assert len(examples) > 50
    for words, policy, outcome in zip(examples.words[:60], examples.policies, examples.outcomes, strict=False):
        state = tuple(int(word) for word in words)
        legal = game.moves(state)
        assert [move for move, share in enumerate(policy) if share != ILLEGAL] == legal
        assert policy[legal].sum() == pytest.approx(1.0, abs=0.01)
        points = Perfect().search(game, state).score.points
        assert outcome.tolist() == [float(points > 0), float(points == 0), float(points < 0)]

"""Values of n-tuples: the same compiled and readable, on boards of all kinds, alone and as a search's heuristic."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from numba import typeof

from kibitz.core.errors import BadFile, Unsuited
from kibitz.core.evaluation import Evaluator, find_evaluator
from kibitz.core.game import Game, find_game
from kibitz.core.limits import COMPILED, REFERENCE, Limits
from kibitz.core.score import sign
from kibitz.kernels.compiler.preparation import callable_terms
from kibitz.learn.measuring import choose_all
from kibitz.learned.action_table import ActionTable, Row
from kibitz.learned.board_cells import sample_states, words_of
from kibitz.learned.learned_value import SCALE, TupleEvaluator, make_evaluator
from kibitz.learned.model_file import read_model, write_model
from kibitz.learned.tuple_layout import find_layout
from kibitz.learned.tuple_value import TupleValue
from kibitz.search.alphabeta import AlphaBeta

BOARDS = (
    "tic-tac-toe",
    "othello:size=4",  # says whose turn it is
    "three-mens-morris",  # men in hand; positions repeat
    "six-mens-morris",  # holes in the board
    "mnk:width=9,height=8,k=4",  # several words for each side
    "nim",  # cells of more than one bit
)


@functools.cache
def make_model(spec: str, seed: int = 1) -> TupleValue:
    """A model of random weights."""
    game = find_game(spec)
    layout = find_layout(game, count=12, length=6)
    weights = np.random.default_rng(seed).normal(scale=0.2, size=layout.sides * layout.size)
    return TupleValue.from_floats(game, layout, weights.astype(np.float32))


@pytest.mark.parametrize("spec", BOARDS)
def test_no_bit_that_varies_is_lost(spec: str) -> None:
    model = make_model(spec)
    words = words_of(model.game, sample_states(model.game, 5))
    bits = np.unpackbits(words.view(np.uint8), axis=1, bitorder="little")
    varying = set(np.flatnonzero(bits.min(axis=0) != bits.max(axis=0)).tolist())
    layout = find_layout(model.game, count=200, length=6)
    assert varying <= set(layout.bits.tolist()) | set(layout.side_bits.tolist())


@pytest.mark.parametrize("spec", BOARDS)
def test_each_side_has_weights_of_its_own(spec: str) -> None:
    model = make_model(spec)
    size, states = model.layout.size, sample_states(model.game, 5)
    places = model.layout.find_weights(words_of(model.game, states))
    sides = [model.game.to_move(state) for state in states]
    assert len({(side, place // size) for side, row in zip(sides, places.tolist(), strict=True) for place in row}) == 2


@pytest.mark.parametrize("spec", [spec for spec in BOARDS if spec != "nim"])
def test_mirror_images_are_worth_the_same(spec: str) -> None:
    model = make_model(spec)
    states = sample_states(model.game, 5)[:50]
    assert states
    assert len(model.game.symmetries()) >= 3
    for symmetry in model.game.symmetries():
        assert model.judge([symmetry.image(state) for state in states]) == model.judge(states)


def test_a_move_is_worth_the_position_it_leads_to_and_a_finished_game_its_result() -> None:
    model = make_model("othello:size=4")
    game, endings = model.game, 0
    for state in sample_states(game, 5)[-300:]:
        for move, value, *_ in model.expect(state):
            after = game.play(state, move)
            result = game.result(after)
            endings += result is not None
            expected = model.judge([after])[0] if result is None else sign(result)
            assert value == game.seen_from(state, after, expected)
    assert endings > 10


@pytest.mark.parametrize("spec", ["tic-tac-toe", "six-mens-morris", "mnk:width=9,height=8,k=4"])
def test_compiled_code_chooses_the_same_moves(spec: str) -> None:
    model = make_model(spec)
    states = sample_states(model.game, 5)[:100]
    assert choose_all(model, states) == [model.choose(state) for state in states]


def test_a_file_gives_back_the_same_model(tmp_path: Path) -> None:
    model, path = make_model("othello:size=4"), tmp_path / "it.kbm"
    write_model(path, model)
    again = read_model(path, model.game)
    states = sample_states(model.game, 5)
    assert isinstance(again, TupleValue)
    assert again.judge(states) == model.judge(states)


@pytest.mark.parametrize("part", ["bits", "starts", "size", "weights", "side_bits", "steps"])
def test_a_file_whose_numbers_do_not_fit_each_other_is_refused(tmp_path: Path, part: str) -> None:
    """Compiled code trusts them: an index beyond the weights would read other memory."""
    model, path = make_model("tic-tac-toe"), tmp_path / "it.kbm"
    arrays = dict(model.arrays())
    arrays[part] = np.concatenate([arrays[part].ravel()] * 2) + 9_999 if arrays[part].ndim else arrays[part] - 100
    model.arrays = lambda: arrays  # type: ignore[method-assign]  # what a damaged file holds
    try:
        write_model(path, model)
    finally:
        del model.arrays
    with pytest.raises(BadFile, match="damaged"):
        read_model(path, model.game)


# As the heuristic of a search.


@dataclass(frozen=True)
class Learned(AlphaBeta):
    """Alpha-beta with the values of a model, given by the seed of its weights."""

    model_seed: int = 1

    def evaluator(self, game: Game) -> Evaluator:
        return _evaluator_of(game.spec(), self.model_seed)


@functools.cache
def _evaluator_of(spec: str, seed: int) -> Evaluator:
    return make_evaluator(make_model(spec, seed))


@pytest.mark.parametrize("spec", ["tic-tac-toe", "six-mens-morris", "mnk:width=9,height=8,k=4"])
def test_the_heuristic_is_the_same_compiled_and_readable(spec: str) -> None:
    model = make_model(spec)
    evaluator = make_evaluator(model)
    assert isinstance(evaluator, TupleEvaluator)
    compiled, readable = callable_terms(evaluator), evaluator.terms()
    for state in sample_states(model.game, 5)[:50]:
        first, second = [0], [0]
        compiled(state, first)
        readable(state, second)
        assert first == second == [evaluator(state)]
        assert first[0] == pytest.approx(SCALE * model.judge([state])[0], abs=2)


def values_of_searches(backend: str) -> list[tuple[int, int]]:
    """Of the models 1, 2 and 1 again, on two boards that differ in size alone."""
    found = []
    for seed in (1, 2, 1):
        for spec in ("mnk:width=3,height=3,k=3", "mnk:width=4,height=3,k=3"):
            game = find_game(spec)
            answer = Learned(model_seed=seed).search(game, game.initial(), Limits(depth=3), backend=backend)
            found.append((answer.score.value, answer.stats.nodes))
    return found


def test_models_of_the_same_game_are_not_taken_for_each_other() -> None:
    found = values_of_searches(COMPILED)
    assert found == values_of_searches(REFERENCE)
    assert len(set(found)) == 4
    other_process = "import test_tuple_value as t; print(t.values_of_searches(t.COMPILED)[2:])"
    run = subprocess.run(
        [sys.executable, "-c", other_process],
        cwd=Path(__file__).parent,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == str(found[2:])


def test_boards_of_other_widths_have_code_of_their_own() -> None:
    """The code of `zero` is the same for all boards, but not what it takes for a state."""
    narrow, wide = (find_game(f"connect-four:width={width},height=13") for width in (4, 13))
    assert code_type("zero", narrow) != code_type("zero", wide)


def code_type(evaluator: str, game: Game) -> object:
    return typeof(find_evaluator(evaluator, game))  # type: ignore[no-untyped-call]  # Numba has no types


def test_an_action_table_is_worth_its_best_move() -> None:
    game = find_game("tic-tac-toe")
    evaluator = make_evaluator(ActionTable(game, {game.initial(): Row([0.1, 0.25, *[-1.0] * 7], [1] * 9)}))
    assert evaluator(game.initial()) == 250
    assert evaluator(game.play(game.initial(), 0)) == 0
    assert make_evaluator(ActionTable(game, {})) != evaluator


def test_a_model_is_one_heuristic_and_another_model_another() -> None:
    first, second = make_model("tic-tac-toe", 1), make_model("tic-tac-toe", 2)
    assert make_evaluator(first) is make_evaluator(first)
    assert make_evaluator(first) != make_evaluator(second)


def test_a_network_is_no_heuristic() -> None:
    class Network(TupleValue.__base__):  # type: ignore[misc, name-defined]  # any other model
        kind = "network"
        expect = arrays = from_arrays = None

    with pytest.raises(Unsuited, match="network"):
        make_evaluator(Network(find_game("tic-tac-toe")))

"""Networks: the compiled one says what the readable one says, and that what the layers of the drawing say."""

from __future__ import annotations

import numpy as np
import pytest

from helpers.networks import random_network
from kibitz.core.game import find_game
from kibitz.core.random_games import random_states
from kibitz.core.rng import Rng
from kibitz.kernels.network.forward import CompiledNetwork
from kibitz.kernels.network.tiles import CELLS, WIDTH, multiply_tile
from kibitz.learned.board_cells import words_of
from kibitz.learned.network import HEAD, NEIGHBOURS, softmax


def some_states(spec: str) -> list[tuple[int, ...]]:
    return random_states(find_game(spec), Rng(3))[:-1]


@pytest.mark.parametrize("spec", ["connect-four", "othello:size=6", "nine-mens-morris", "mnk:width=9,height=8,k=5"])
def test_machine_code_judges_as_the_readable_network_does(spec: str) -> None:
    """Full boards, boards with holes, bits outside the board, states of several words."""
    game = find_game(spec)
    network = random_network(game, blocks=2).network
    words = words_of(game, some_states(spec)[:20])
    readable, compiled = network.judge(words), CompiledNetwork(network).judge(words)
    assert np.abs(readable.logits).max() > 0.1
    assert np.allclose(readable.logits, compiled.logits, atol=1e-4)
    assert np.allclose(readable.outcomes, compiled.outcomes, atol=1e-5)
    assert np.allclose(compiled.outcomes.sum(axis=1), 1.0, atol=1e-6)


@pytest.mark.parametrize("spec", ["connect-four", "othello:size=6"])
def test_with_all_images_it_judges_a_position_and_its_image_alike(spec: str) -> None:
    game = find_game(spec)
    symmetries, network = game.symmetries(), random_network(game).network
    assert len(network.turns) == len(symmetries) == (1 if spec == "connect-four" else 7)
    everything, states = CompiledNetwork(network.with_images(8)), some_states(spec)[:6]
    judged = everything.judge(words_of(game, states))
    alone = CompiledNetwork(network.with_images(1)).judge(words_of(game, states))
    assert not np.allclose(judged.logits, alone.logits, atol=1e-2)
    for symmetry in symmetries:
        image = everything.judge(words_of(game, [symmetry.image(state) for state in states]))
        assert np.allclose(image.logits[:, list(symmetry.moves)], judged.logits, atol=1e-4)
        assert np.allclose(image.outcomes, judged.outcomes, atol=1e-5)


def test_the_network_is_that_of_the_drawing() -> None:
    """Worked out cell by cell, with nothing but loops, on tic-tac-toe."""
    game = find_game("tic-tac-toe")
    network = random_network(game).network.with_images(1)
    parts, state = network.shape.split(network.weights), game.play(game.play(game.initial(), 4), 0)
    board = network.cells.read(words_of(game, [state]))[0].T.astype(float)

    def convolve(here: np.ndarray, weights: np.ndarray) -> np.ndarray:
        out = np.zeros((9, weights.shape[2]))
        for cell in range(9):
            for (down, right), matrix in zip(NEIGHBOURS, weights, strict=True):
                row, column = cell // 3 + down, cell % 3 + right
                if 0 <= row < 3 and 0 <= column < 3:
                    out[cell] += here[3 * row + column] @ matrix
        return out

    here = np.maximum(convolve(board, parts["stem"]) + parts["stem bias"], 0)
    inner = np.maximum(convolve(here, parts["block 0a"]) + parts["block 0a bias"], 0)
    here = np.maximum(here + convolve(inner, parts["block 0b"]) + parts["block 0b bias"], 0)
    heads = np.maximum(here @ parts["heads"] + parts["heads bias"], 0)
    logits = heads[:, : network.shape.policy].reshape(-1) @ parts["policy"] + parts["policy bias"]
    hidden = np.maximum(heads[:, HEAD:].reshape(-1) @ parts["hidden"] + parts["hidden bias"], 0)
    outcome = softmax((hidden @ parts["outcome"] + parts["outcome bias"]).astype(np.float32))
    found = network.judge(words_of(game, [state]))
    assert np.allclose(found.logits[0], logits, atol=1e-4)
    assert np.allclose(found.outcomes[0], outcome, atol=1e-5)
    assert found.values[0] == pytest.approx(outcome[0] - outcome[2], abs=1e-5)


def test_a_tile_written_for_the_processor_is_the_tile_written_in_python() -> None:
    from kibitz.kernels.compiler.bridge import kernel

    @kernel
    def compiled(values, inputs, places, first, steps, weights, start, outputs, out):  # type: ignore[no-untyped-def]
        multiply_tile(values, inputs, places, first, steps, weights, start, outputs, out)

    random = np.random.default_rng(5)
    inputs, outputs = 5, 2 * WIDTH
    values = random.normal(size=40 * inputs).astype(np.float32)
    weights = random.normal(size=3 * inputs * outputs).astype(np.float32)
    places, steps = np.arange(10, 10 + 2 * CELLS), np.array([-7, 0, 7])
    readable, found = np.zeros(CELLS * WIDTH, np.float32), np.zeros(CELLS * WIDTH, np.float32)
    for first, start in ((0, 0), (CELLS, WIDTH)):
        multiply_tile(values, inputs, places, first, steps, weights, start, outputs, readable)
        compiled(values, inputs, places, first, steps, weights, start, outputs, found)
        assert np.abs(readable).max() > 1
        assert np.allclose(readable, found, atol=1e-4)


def test_the_weights_of_a_shape_fill_its_array() -> None:
    shape = random_network(find_game("connect-four"), blocks=3).network.shape
    parts = shape.split(np.arange(shape.size, dtype=np.float32))
    assert sum(part.size for part in parts.values()) == shape.size
    for name, start in shape.places().items():
        assert parts[name].reshape(-1)[0] == start

"""A network's judgement of one position: the layers of `learned/network.py`, one after the other.

Numbers lie cell by cell, the channels of a cell side by side, on a grid with an empty border, so that every cell has
its eight neighbours at the same distances. Nothing is allocated: what passes from layer to layer has its place in a
workspace, each thread its own.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.kernels.compiler.bridge import kernel, subkernel
from kibitz.kernels.compiler.intrinsics import kept_state
from kibitz.kernels.network.tiles import CELLS, WIDTH, multiply_tile
from kibitz.learned.board_cells import NOWHERE, Words
from kibitz.learned.network import HEAD, NEIGHBOURS, OUTCOMES, Floats, Judgements, Network

INPUTS, CHANNELS, BLOCKS, POLICY, HIDDEN, MOVES = range(6)  # what `NetworkArrays.sizes` holds
BOARD, FIRST, SECOND, HEADS, LAST, IMAGE, TILE = range(7)  # where parts of a workspace begin: `NetworkArrays.rooms`
BOTH = 2 * HEAD  # channels of the two heads


class NetworkArrays(NamedTuple):
    """A network as kernels take it."""

    weights: Floats
    sizes: NDArray[np.int64]
    bits: NDArray[np.int64]  # images, cells, inputs: which bit of the state an input is
    moves: NDArray[np.int64]  # images, moves: what becomes of a move
    places: NDArray[np.int64]  # of the cells on the grid with its border; the last one again and again, to whole tiles
    steps: NDArray[np.int64]  # to the neighbours of a cell on the grid
    rooms: NDArray[np.int64]


def make_arrays(network: Network) -> NetworkArrays:
    shape, cells = network.shape, network.cells
    if shape.channels % WIDTH:
        raise ValueError(f"{shape.channels} channels do not make whole tiles of {WIDTH}")
    across = cells.columns + 2
    places = (cells.places[:, 0].astype(np.int64) + 1) * across + cells.places[:, 1] + 1
    others = np.repeat(cells.others[None], cells.size, axis=0)
    grid = (cells.rows + 2) * across
    rooms = [grid * shape.inputs, grid * shape.channels, grid * shape.channels, grid * BOTH]
    rooms += [shape.hidden, shape.moves + OUTCOMES, CELLS * WIDTH]
    bits, turns = np.concatenate([cells.planes.T, others], axis=1).astype(np.int64), network.used_turns
    return NetworkArrays(
        network.weights,
        np.array([shape.inputs, shape.channels, shape.blocks, shape.policy, shape.hidden, shape.moves], np.int64),
        np.stack([bits[np.argsort(turn.cells)] for turn in turns]),
        np.stack([turn.moves for turn in turns]).astype(np.int64),
        np.concatenate([places, np.repeat(places[-1:], -len(places) % CELLS)]),
        np.array([down * across + right for down, right in NEIGHBOURS], np.int64),
        np.cumsum([0, *rooms], dtype=np.int64),
    )


def make_workspace(network: NetworkArrays) -> Floats:
    return np.zeros(int(network.rooms[-1]), np.float32)


class CompiledNetwork:
    """A network that judges positions one after the other, without the interpreter."""

    def __init__(self, network: Network) -> None:
        self.shape, self.arrays = network.shape, make_arrays(network)
        self._work = make_workspace(self.arrays)

    def judge(self, words: Words) -> Judgements:
        """As `Network.judge`."""
        logits = np.empty((len(words), self.shape.moves), np.float32)
        outcomes = np.empty((len(words), OUTCOMES), np.float32)
        like = (0,) * words.shape[1]
        _judge_all(self.arrays, np.ascontiguousarray(words).view(np.int64), like, self._work, logits, outcomes)
        return Judgements(logits, outcomes)


@subkernel
def read_position(network: Any, state: Any, work: Any, logits: Any, outcome: Any) -> float:
    """Write a number for every move and the chances of win, draw and loss; the value for the side to move.

    All are means over the images of the position.
    """
    images, moves = network.moves.shape
    seen = network.rooms[IMAGE]
    own, chances = work[seen : seen + moves], work[seen + moves : seen + moves + OUTCOMES]
    logits[:moves] = 0
    outcome[:OUTCOMES] = 0
    value = 0.0
    for image in range(images):
        value += read_image(network, image, state, work, own, chances) / images
        for move in range(moves):
            logits[move] += own[network.moves[image, move]] / np.float32(images)
        for number in range(OUTCOMES):
            outcome[number] += chances[number] / np.float32(images)
    return value


@subkernel
def read_image(network: Any, image: int, state: Any, work: Any, logits: Any, outcome: Any) -> float:
    """The same for one image."""
    sizes, rooms, neighbours = network.sizes, network.rooms, len(network.steps)
    inputs, channels = sizes[INPUTS], sizes[CHANNELS]
    board, first = work[rooms[BOARD] : rooms[FIRST]], work[rooms[FIRST] : rooms[SECOND]]
    second, heads = work[rooms[SECOND] : rooms[HEADS]], work[rooms[HEADS] : rooms[LAST]]
    tile, steps = work[rooms[TILE] :], network.steps
    # 1. The stem, whose bias differs from cell to cell.
    read_board(network, image, state, board)
    at, bias = 0, neighbours * inputs * channels
    convolve(network, board, inputs, steps, at, channels, bias, channels, first, False, tile)
    at = bias + network.bits.shape[1] * channels
    # 2. The blocks.
    size = neighbours * channels * channels
    for _ in range(sizes[BLOCKS]):
        convolve(network, first, channels, steps, at, channels, at + size, 0, second, False, tile)
        at += size + channels
        convolve(network, second, channels, steps, at, channels, at + size, 0, first, True, tile)
        at += size + channels
    # 3. Both heads, from each cell alone: the step to the fifth of its neighbours leads nowhere.
    convolve(network, first, channels, steps[4:5], at, BOTH, at + channels * BOTH, 0, heads, False, tile)
    at += channels * BOTH + BOTH
    # 4. The dense layers.
    at = connect(network, heads, 0, sizes[POLICY], at, logits)
    hidden = work[rooms[LAST] : rooms[LAST] + sizes[HIDDEN]]
    at = connect(network, heads, HEAD, HEAD, at, hidden)
    return judge_outcome(network.weights, at, hidden, outcome)


@subkernel
def read_board(network: Any, image: int, state: Any, board: Any) -> None:
    bits = network.bits[image]
    for cell in range(bits.shape[0]):
        at = network.places[cell] * bits.shape[1]
        for number in range(bits.shape[1]):
            bit = bits[cell, number]
            board[at + number] = 0 if bit == NOWHERE else state[bit >> 6] >> (bit & 63) & 1


@subkernel
def convolve(
    network: Any,
    values: Any,
    inputs: int,
    steps: Any,
    start: int,
    outputs: int,
    bias: int,
    bias_step: int,
    out: Any,
    is_added: bool,
    tile: Any,
) -> None:
    """A convolution, its bias, what was in `out` before if that is added, and max(0, x)."""
    weights, places, cells = network.weights, network.places, network.bits.shape[1]
    for first in range(0, len(places), CELLS):
        for channel in range(0, outputs, WIDTH):
            multiply_tile(values, inputs, places, first, steps, weights, start + channel, outputs, tile)
            for cell in range(first, min(first + CELLS, cells)):
                at, added = places[cell] * outputs + channel, bias + cell * bias_step + channel
                for number in range(WIDTH):
                    total = tile[(cell - first) * WIDTH + number] + weights[added + number]
                    if is_added:
                        total += out[at + number]
                    out[at + number] = max(total, np.float32(0))


@subkernel
def connect(network: Any, heads: Any, channel: int, count: int, start: int, out: Any) -> int:
    """A dense layer from so many channels of every cell, its bias included; where the next weights begin."""
    weights, cells, outputs = network.weights, network.bits.shape[1], len(out)
    end = start + cells * count * outputs
    for number in range(outputs):
        out[number] = weights[end + number]
    for cell in range(cells):
        for index in range(count):
            value = heads[network.places[cell] * BOTH + channel + index]
            if value > 0:
                at = start + (cell * count + index) * outputs
                for number in range(outputs):
                    out[number] += value * weights[at + number]
    return end + outputs


@subkernel
def judge_outcome(weights: Any, start: int, hidden: Any, outcome: Any) -> float:
    """The last layer, as chances; what they are worth."""
    end = start + len(hidden) * OUTCOMES
    largest = -np.inf
    for number in range(OUTCOMES):
        total = np.float64(weights[end + number])
        for index in range(len(hidden)):
            total += max(hidden[index], np.float32(0)) * weights[start + index * OUTCOMES + number]
        outcome[number] = total
        largest = max(largest, total)
    together = 0.0
    for number in range(OUTCOMES):
        outcome[number] = math.exp(outcome[number] - largest)
        together += outcome[number]
    for number in range(OUTCOMES):
        outcome[number] /= together
    return outcome[0] - outcome[2]


@kernel
def _judge_all(network: Any, states: Any, like: Any, work: Any, logits: Any, outcomes: Any) -> None:
    for index in range(len(states)):
        read_position(network, kept_state(states, index, like), work, logits[index], outcomes[index])

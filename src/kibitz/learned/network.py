"""A network that looks at a board: how likely it finds every move, and how it expects the game to end.

A residual network in the manner of AlphaZero [Silver et al., "A general reinforcement learning algorithm that masters
chess, shogi, and Go through self-play", 2018], with the normalisation of training folded into the weights:

    bits of the cells ─▶ 3x3 convolution ─▶ block ─▶ … ─▶ block ─┬▶ policy: 1x1 ─▶ dense ─▶ a number for every move
                         + a number for         │                └▶ outcome: 1x1 ─▶ dense ─▶ dense ─▶ win, draw, loss
                           every cell           └ 3x3, 3x3, added to what came in

Every arrow but the last ones ends in max(0, x). What is not on the board is 0 throughout. All weights lie in one array
in this order; a 3x3 convolution is nine matrices, one for each neighbour in reading order, from channels in to channels
out. This is the readable form, on many positions at once; the one that players use is compiled (`kernels/network/`).

Where the board has symmetries, a position and some of its images are judged, and the mean is taken: the errors of a
network differ from one image to the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.learned.board_cells import BoardCells, Turn, Words

NEIGHBOURS = tuple((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1))
HEAD = 32  # channels of each head, of which `Shape.policy` and all are used
OUTCOMES = 3  # win, draw, loss, for the side to move
IMAGES = 2  # of a position that are judged, the position itself among them, unless somebody wants more or fewer

Floats: TypeAlias = NDArray[np.float32]


class Shape(NamedTuple):
    """How large a network is. `inputs` numbers come in for every cell, `policy` channels lead to the moves."""

    inputs: int
    cells: int
    moves: int
    channels: int = 64
    blocks: int = 5
    policy: int = HEAD
    hidden: int = 64  # numbers between the last two dense layers

    def parts(self) -> dict[str, tuple[int, ...]]:
        """The weights by name, in the order in which they lie in the array."""
        taps, channels = len(NEIGHBOURS), self.channels
        parts: dict[str, tuple[int, ...]] = {
            "stem": (taps, self.inputs, channels),
            "stem bias": (self.cells, channels),
        }
        for block in range(self.blocks):
            for half in "ab":
                parts[f"block {block}{half}"] = (taps, channels, channels)
                parts[f"block {block}{half} bias"] = (channels,)
        return parts | {
            "heads": (channels, 2 * HEAD),
            "heads bias": (2 * HEAD,),
            "policy": (self.policy * self.cells, self.moves),
            "policy bias": (self.moves,),
            "hidden": (HEAD * self.cells, self.hidden),
            "hidden bias": (self.hidden,),
            "outcome": (self.hidden, OUTCOMES),
            "outcome bias": (OUTCOMES,),
        }

    @property
    def size(self) -> int:
        """How many weights there are."""
        return sum(int(np.prod(part)) for part in self.parts().values())

    def split(self, weights: Floats) -> dict[str, Floats]:
        """The weights by name, as views of the array."""
        parts, at = {}, 0
        for name, shape in self.parts().items():
            size = int(np.prod(shape))
            parts[name] = weights[at : at + size].reshape(shape)
            at += size
        return parts

    def places(self) -> dict[str, int]:
        """Where each part begins in the array."""
        sizes = [int(np.prod(shape)) for shape in self.parts().values()]
        return dict(zip(self.parts(), np.cumsum([0, *sizes[:-1]]).tolist(), strict=True))


class Judgements(NamedTuple):
    """What a network says of many positions: a number for every move, the larger the likelier, and the chances."""

    logits: Floats  # positions, moves
    outcomes: Floats  # positions, OUTCOMES: each row adds up to 1

    @property
    def values(self) -> Floats:
        """From -1, a loss, to 1, a win, for the side to move."""
        return self.outcomes[:, 0] - self.outcomes[:, 2]


class Network:
    """A shape, its weights, the cells it looks at, and the symmetries of the board; `images`: see `judge`."""

    def __init__(
        self, cells: BoardCells, shape: Shape, weights: Floats, turns: Sequence[Turn] = (), images: int = IMAGES
    ) -> None:
        self.cells, self.shape, self.turns, self.images = cells, shape, tuple(turns), images
        self.weights = np.ascontiguousarray(weights, np.float32)

    def with_images(self, images: int) -> Network:
        return self if images == self.images else Network(self.cells, self.shape, self.weights, self.turns, images)

    @property
    def used_turns(self) -> list[Turn]:
        """Those that lead to the images, the first of which is the position itself."""
        itself = Turn(np.arange(self.shape.cells, dtype=np.int32), np.arange(self.shape.moves, dtype=np.int32))
        return [itself, *self.turns[: self.images - 1]]

    @cached_property
    def on_board(self) -> NDArray[np.bool_]:
        """Which cells of the grid, with one empty cell around it, are on the board."""
        grid = np.zeros((self.cells.rows + 2, self.cells.columns + 2), np.bool_)
        grid[self.cells.places[:, 0] + 1, self.cells.places[:, 1] + 1] = True
        return grid

    def judge(self, words: Words) -> Judgements:
        """What it says of positions, given as rows of words: the mean over as many images of each as there are."""
        seen = self.cells.read(words).astype(np.float32).transpose(0, 2, 1)
        turns, images = self.used_turns, list[Judgements]()
        for turn in turns:
            turned = np.empty_like(seen)
            turned[:, turn.cells] = seen
            images.append(self._judge_seen(turned))
        logits = [image.logits[:, turn.moves] for image, turn in zip(images, turns, strict=True)]
        return Judgements(np.mean(logits, axis=0), np.mean([image.outcomes for image in images], axis=0))

    def _judge_seen(self, seen: Floats) -> Judgements:
        """What it says of boards, given as the numbers that come in for every cell."""
        parts = self.shape.split(self.weights)
        here = _rectify(self._convolve(seen, parts["stem"]) + parts["stem bias"])
        for block in range(self.shape.blocks):
            inner = _rectify(self._convolve(here, parts[f"block {block}a"]) + parts[f"block {block}a bias"])
            here = _rectify(here + self._convolve(inner, parts[f"block {block}b"]) + parts[f"block {block}b bias"])
        heads = _rectify(here @ parts["heads"] + parts["heads bias"])
        policy = heads[:, :, : self.shape.policy].reshape(len(seen), -1)
        outcome = heads[:, :, HEAD:].reshape(len(seen), -1)
        hidden = _rectify(outcome @ parts["hidden"] + parts["hidden bias"])
        return Judgements(
            policy @ parts["policy"] + parts["policy bias"],
            softmax(hidden @ parts["outcome"] + parts["outcome bias"]),
        )

    def _convolve(self, here: Floats, weights: Floats) -> Floats:
        """Each cell from itself and its neighbours: `here` has a row of channels for every position and cell."""
        rows, columns = self.cells.rows, self.cells.columns
        grid = np.zeros((len(here), rows + 2, columns + 2, here.shape[2]), np.float32)
        grid[:, self.on_board] = here
        around = np.zeros((len(here), rows, columns, weights.shape[2]), np.float32)
        for (down, right), matrix in zip(NEIGHBOURS, weights, strict=True):
            around += grid[:, 1 + down : 1 + down + rows, 1 + right : 1 + right + columns] @ matrix
        return around[:, self.on_board[1:-1, 1:-1]]


def softmax(logits: Floats, among: Sequence[int] | None = None) -> Floats:
    """Numbers as chances that add up to 1 along the last axis; of some places only, if they are given."""
    if among is not None:
        logits = logits[..., list(among)]
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    chances: Floats = raised / raised.sum(axis=-1, keepdims=True)
    return chances


def _rectify(numbers: Floats) -> Floats:
    return np.maximum(numbers, np.float32(0))

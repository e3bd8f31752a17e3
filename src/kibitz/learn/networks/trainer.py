"""Training a network with PyTorch: the network of `learned/network.py` as layers that can learn.

While it is trained, every convolution is followed by a normalisation over the batch, which makes training quick; at the
end it is folded into the weights. Each batch is turned by a symmetry of the board, chosen at random, so that a position
teaches about all its images.
"""

from __future__ import annotations

import io
import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import nn

from kibitz.core.errors import BadOption
from kibitz.learn.networks.examples import ILLEGAL, Examples
from kibitz.learned.board_cells import BoardCells, Turn, Words
from kibitz.learned.model import Arrays
from kibitz.learned.network import HEAD, NEIGHBOURS, OUTCOMES, Floats, Judgements, Network, Shape

WARM_UP = 0.02  # of the whole training, in which the rate of learning rises
LONGEST = 1.0  # no step is longer: gradients are scaled down to this size
FORBIDDEN = -1e9  # the logit of a move that cannot be played


@dataclass(frozen=True)
class Losses:
    """How far a network is from its examples, on average, in nats."""

    policy: float
    outcome: float


def choose_device(name: str) -> torch.device:
    """Where to train: auto takes a GPU if there is one."""
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    if name == "cuda" and not torch.cuda.is_available():
        raise BadOption("device=cuda is not possible: PyTorch finds no GPU here; take device=cpu or device=auto.")
    return torch.device(name)


class Trainer:
    """A network in training. Its rate of learning rises and falls along the whole of it.

    `any_of`: of the moves that have a share, any will do; else each should have just its share. Where several moves are
    as good, a network that need not find all of them finds one more often: 93.1 % against 92.3 % half-way through the
    same training on Connect Four.
    """

    def __init__(
        self,
        cells: BoardCells,
        turns: list[Turn],
        shape: Shape,
        *,
        rate: float,
        decay: float,
        batch: int,
        any_of: bool = False,
        device: str = "cpu",
        seed: int = 0,
    ) -> None:
        self.cells, self.turns, self.shape = cells, turns, shape
        self.rate, self.batch, self.any_of = rate, batch, any_of
        self.device = choose_device(device)
        torch.set_num_threads(1)  # two that wait for each other on busy cores are slower than one
        torch.manual_seed(seed)
        self.layers = Layers(cells, shape).to(self.device, memory_format=torch.channels_last)
        self.optimizer = torch.optim.AdamW(self.layers.parameters(), lr=rate, weight_decay=decay)
        self.seed, self.shown = seed, 0
        self._identity = Turn(np.arange(cells.size, dtype=np.int32), np.arange(shape.moves, dtype=np.int32))

    def train(self, examples: Examples, count: int, planned: int) -> Losses:
        """Show it so many of the examples, chosen at random; `planned`: about as many as it will be shown in all."""
        self.layers.train()
        policy = outcome = 0.0
        steps = max(1, count // self.batch)
        for _ in range(steps):
            random = np.random.default_rng((self.seed, self.shown))  # for this step alone: nothing to be kept
            losses = self._step(*self._make_batch(examples, random), rate=self.rate * self._schedule(planned))
            policy, outcome = policy + losses.policy, outcome + losses.outcome
        return Losses(policy / steps, outcome / steps)

    def _make_batch(self, examples: Examples, random: np.random.Generator) -> tuple[torch.Tensor, ...]:
        """Boards, shares of the moves and chances, all turned the same way."""
        chosen = random.integers(len(examples), size=self.batch)
        number = int(random.integers(len(self.turns) + 1))
        turn = self._identity if number == 0 else self.turns[number - 1]
        seen = self.cells.read(examples.words[chosen])
        turned = np.empty_like(seen)
        turned[:, :, turn.cells] = seen
        policies = np.empty((len(chosen), self.shape.moves), np.float32)
        policies[:, turn.moves] = examples.policies[chosen]
        outcomes = examples.outcomes[chosen].astype(np.float32)
        return tuple(torch.from_numpy(array).to(self.device) for array in (turned, policies, outcomes))

    def _step(self, seen: torch.Tensor, shares: torch.Tensor, chances: torch.Tensor, *, rate: float) -> Losses:
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        with torch.autocast(self.device.type, torch.bfloat16):
            logits, outcomes = self.layers(seen)
        likely = logits.float().masked_fill(shares == ILLEGAL, FORBIDDEN).log_softmax(1)
        if self.any_of:
            surprise = -likely.masked_fill(shares <= 0, FORBIDDEN).logsumexp(1)
        else:
            surprise = -(shares.clamp_min(0) * likely).sum(1)
        has_moves = (shares > 0).any(1)
        policy = surprise.where(has_moves, 0.0).sum() / has_moves.sum().clamp_min(1)
        outcome = -(chances * outcomes.float().log_softmax(1)).sum(1).mean()
        self.optimizer.zero_grad(set_to_none=True)
        (policy + outcome).backward()
        nn.utils.clip_grad_norm_(self.layers.parameters(), LONGEST)
        self.optimizer.step()
        self.shown += len(seen)
        return Losses(policy.item(), outcome.item())

    def _schedule(self, planned: int) -> float:
        """The rate as a part of its largest: up in a straight line, down along a cosine."""
        part = min(self.shown / max(planned, 1), 1.0)
        if part < WARM_UP:
            return (part + WARM_UP / 100) / WARM_UP
        return 0.5 + 0.5 * math.cos(math.pi * (part - WARM_UP) / (1 - WARM_UP))

    @property
    def is_on_gpu(self) -> bool:
        return bool(self.device.type != "cpu")

    @torch.no_grad()
    def judge(self, words: Words) -> Judgements:
        """What the network says of many positions, worked out where it is trained."""
        self.layers.eval()
        with torch.autocast(self.device.type, torch.bfloat16):
            logits, outcomes = self.layers(torch.from_numpy(self.cells.read(words)).to(self.device))
        return Judgements(logits.float().cpu().numpy(), outcomes.float().softmax(1).cpu().numpy())

    def make_network(self) -> Network:
        """What it is now, the normalisation folded in."""
        return Network(self.cells, self.shape, self.layers.fold(), self.turns)

    def start_from(self, network: Network, words: Words) -> None:
        """Begin with what another network of this shape knows; the positions are some that it may meet."""
        self.layers.unfold(network.weights, torch.from_numpy(self.cells.read(words)).to(self.device))

    # To be killed and go on.

    def keep(self) -> Arrays:
        content = io.BytesIO()
        torch.save({"layers": self.layers.state_dict(), "optimizer": self.optimizer.state_dict()}, content)
        return {"torch": np.frombuffer(content.getvalue(), np.uint8), "shown": np.array(self.shown)}

    def restore(self, kept: Arrays) -> None:
        state = torch.load(io.BytesIO(kept["torch"].tobytes()), map_location=self.device, weights_only=True)
        self.layers.load_state_dict(state["layers"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.shown = int(kept["shown"])


class Layers(nn.Module):
    """The layers of a network, from the bits of the cells to logits of moves and of outcomes."""

    def __init__(self, cells: BoardCells, shape: Shape) -> None:
        super().__init__()
        self.shape, self.grid = shape, (cells.rows, cells.columns)
        places = cells.places.astype(np.int64)
        self.register_buffer("places", torch.from_numpy(places[:, 0] * cells.columns + places[:, 1]), persistent=False)
        self.is_whole = cells.size == cells.rows * cells.columns
        on_board = torch.zeros(1, 1, *self.grid)
        on_board.view(-1)[self.places] = 1
        self.register_buffer("on_board", on_board, persistent=False)
        self.stem = _Convolution(shape.inputs, shape.channels)
        self.stem_cells = nn.Parameter(torch.zeros(shape.channels, *self.grid))
        self.blocks = nn.ModuleList(
            nn.ModuleList(_Convolution(shape.channels, shape.channels) for _ in "ab") for _ in range(shape.blocks)
        )
        self.heads = nn.Conv2d(shape.channels, 2 * HEAD, 1)
        self.policy = nn.Linear(shape.policy * shape.cells, shape.moves)
        self.hidden = nn.Linear(HEAD * shape.cells, shape.hidden)
        self.outcome = nn.Linear(shape.hidden, OUTCOMES)

    def forward(self, seen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        count = len(seen)
        here = self._limit(torch.relu(self.stem(self._lay_out(seen), self.stem_cells)))
        for first, second in self.blocks:
            inner = self._limit(torch.relu(first(here)))
            here = self._limit(torch.relu(here + second(inner)))
        heads = torch.relu(self.heads(here)).flatten(2)[:, :, self.places].transpose(1, 2)
        policy = heads[:, :, : self.shape.policy].reshape(count, -1)
        hidden = torch.relu(self.hidden(heads[:, :, HEAD:].reshape(count, -1)))
        return self.policy(policy), self.outcome(hidden)

    def _lay_out(self, seen: torch.Tensor) -> torch.Tensor:
        """The numbers of the cells on their grid."""
        board = torch.zeros(len(seen), self.shape.inputs, self.grid[0] * self.grid[1], device=seen.device)
        board[:, :, self.places] = seen.float()
        return board.view(len(seen), self.shape.inputs, *self.grid).to(memory_format=torch.channels_last)

    def _limit(self, numbers: torch.Tensor) -> torch.Tensor:
        """0 outside the board."""
        return numbers if self.is_whole else numbers * self.on_board

    @torch.no_grad()
    def fold(self) -> Floats:
        """All weights in the order of `Shape.parts`."""
        weights = np.empty(self.shape.size, np.float32)
        parts = self.shape.split(weights)
        scale, shift = self.stem.fold_into(parts["stem"])
        own = self.stem_cells.flatten(1)[:, self.places].T.cpu().numpy()
        parts["stem bias"][:] = own * scale + shift
        for number, block in enumerate(self.blocks):
            for half, convolution in zip("ab", block, strict=True):
                parts[f"block {number}{half} bias"][:] = convolution.fold_into(parts[f"block {number}{half}"])[1]
        parts["heads"][:] = self.heads.weight.flatten(1).T.cpu().numpy()
        parts["heads bias"][:] = self.heads.bias.cpu().numpy()
        for name in ("policy", "hidden", "outcome"):
            layer: Any = getattr(self, name)
            parts[name][:] = layer.weight.T.cpu().numpy()
            parts[f"{name} bias"][:] = layer.bias.cpu().numpy()
        return weights

    @torch.no_grad()
    def unfold(self, weights: Floats, seen: torch.Tensor) -> None:
        """Take over weights that were folded. What is normalised away on these boards is put back: nothing changes."""
        parts = {name: torch.from_numpy(part).to(seen.device) for name, part in self.shape.split(weights).items()}
        self.stem_cells.flatten(1)[:, self.places] = parts["stem bias"].T
        none = torch.zeros(self.shape.channels, device=seen.device)
        here = self._limit(torch.relu(self.stem.unfold(parts["stem"], none, self._lay_out(seen), self.stem_cells)))
        for number, (first, second) in enumerate(self.blocks):
            halves = [(parts[f"block {number}{half}"], parts[f"block {number}{half} bias"]) for half in "ab"]
            inner = self._limit(torch.relu(first.unfold(*halves[0], here)))
            here = self._limit(torch.relu(here + second.unfold(*halves[1], inner)))
        self.heads.weight[:] = parts["heads"].T[:, :, None, None]
        self.heads.bias[:] = parts["heads bias"]
        for name in ("policy", "hidden", "outcome"):
            layer: Any = getattr(self, name)
            layer.weight[:] = parts[name].T
            layer.bias[:] = parts[f"{name} bias"]


class _Convolution(nn.Module):
    """3x3, then normalised over the batch."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.convolution = nn.Conv2d(inputs, outputs, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(outputs)

    def forward(self, here: torch.Tensor, added: torch.Tensor | None = None) -> torch.Tensor:
        numbers = self.convolution(here)
        normed: torch.Tensor = self.norm(numbers if added is None else numbers + added)
        return normed

    def fold_into(self, weights: Floats) -> tuple[Floats, Floats]:
        """Write the weights as `Shape.parts` has them; the factor and the shift of each channel are returned."""
        norm = self.norm
        assert norm.running_var is not None, "it follows its batches"
        assert norm.running_mean is not None
        scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        shift = norm.bias - norm.running_mean * scale
        matrices = (self.convolution.weight * scale[:, None, None, None]).permute(2, 3, 1, 0)
        weights[:] = matrices.reshape(len(NEIGHBOURS), weights.shape[1], weights.shape[2]).cpu().numpy()
        return scale.cpu().numpy(), shift.cpu().numpy()

    def unfold(
        self, weights: torch.Tensor, shift: torch.Tensor, here: torch.Tensor, added: torch.Tensor | None = None
    ) -> torch.Tensor:
        """Take over weights and shift as `fold_into` gave them; what comes out of these numbers then is returned."""
        norm, kernel = self.norm, self.convolution.weight
        kernel[:] = weights.reshape(3, 3, kernel.shape[1], kernel.shape[0]).permute(3, 2, 0, 1)
        numbers = self.convolution(here) if added is None else self.convolution(here) + added
        variance, mean = torch.var_mean(numbers, (0, 2, 3))
        assert norm.running_var is not None, "it follows its batches"
        assert norm.running_mean is not None
        norm.running_mean[:], norm.running_var[:] = mean, variance
        norm.weight[:] = torch.sqrt(variance + norm.eps)
        norm.bias[:] = shift + mean
        return numbers + shift[:, None, None]

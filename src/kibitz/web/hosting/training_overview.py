"""A training as a list and a page show it: what it is, how far, how good."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.learned.model import TruthPoint


@dataclass(frozen=True)
class TrainingOverview:
    """What a training is and how far.

    `state`: running, stopped or finished. `stage`: what is being done while it runs. `error`: why it ended, if neither
    by itself nor by hand. `unit`: what `done` and `total` count, "games" or "positions". `rate`: of them a second.
    `truth`: what it is measured by; `kept`: the share of those positions in which its move keeps the result, and
    `loss`: the points given away a move, both by the last point of the curve. `is_table`: what it learns is a table
    that can be looked into. `is_shown`: there is a player already; `checkpoints`: when the earlier ones were kept.
    `player`: the spec of the player as it is now. `obstacle`: why it cannot go on here, empty if it can.
    """

    training: str
    game: str
    title: str
    variant: str
    method: str
    about: str
    begun: str
    state: str
    stage: str
    error: str
    unit: str
    done: int
    total: int
    seconds: float
    rate: float
    truth: str
    kept: float | None
    loss: float | None
    is_table: bool
    is_shown: bool
    checkpoints: tuple[int, ...]
    player: str
    obstacle: str


@dataclass(frozen=True)
class TrainingCurve:
    """How good the player was at each moment when it was measured."""

    points: tuple[TruthPoint, ...]

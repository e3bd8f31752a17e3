"""A training as it is handed to another process, and what is heard of it meanwhile: plain values."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.learned.model import TruthPoint

STARTING, LEARNING = "starting", "learning"


@dataclass(frozen=True)
class TrainingTask:
    """Learn a game by a method, into the file at `path`.

    `game` and `method` are specs that any process understands. `positions`: how many it is measured by.
    """

    game: str
    method: str
    path: str
    positions: int


@dataclass(frozen=True)
class TrainingNews:
    """How far a training is. `stage`: what is being done now, in words. `truth`: what it is measured by, once known."""

    stage: str
    done: int = 0
    seconds: float = 0.0
    rate: float = 0.0
    truth: str = ""
    curve: tuple[TruthPoint, ...] = ()


@dataclass(frozen=True)
class TrainingEnd:
    """The training has ended, by itself or because it was asked to; all that was learned is in its file."""

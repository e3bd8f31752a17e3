"""Players trained from Python, measured beside perfect play as they learn."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from kibitz.core.game import Game
from kibitz.core.loading import load_game
from kibitz.core.result_rows import ResultRows
from kibitz.core.searching import StopFlag
from kibitz.learn.method import Team, find_method
from kibitz.learn.training import TrainingRun, lock_training
from kibitz.learn.truth import find_truth
from kibitz.learned.model import TruthPoint


@dataclass(frozen=True)
class Trained(ResultRows):
    """A player that has learned. `player` is its spec; `done`: the games or positions it has learned from.

    `curve`: how good it was at each moment, on the positions that `truth` describes.
    """

    player: str
    method: str
    done: int
    seconds: float
    truth: str
    curve: tuple[TruthPoint, ...]

    @property
    def kept(self) -> float | None:
        """The share of positions in which its move keeps the result; None if it was not measured."""
        return self.curve[-1].kept if self.curve else None

    def rows(self) -> list[tuple[str, str]]:
        rows = [("player", self.player), ("learned", f"from {self.done:,}, in {self.seconds:.1f} s, by {self.method}")]
        return rows if self.kept is None else [*rows, ("kept", f"{100 * self.kept:.1f} % of results; {self.truth}")]


def train(
    game: str | Game,
    method: str,
    out: str | Path,
    *,
    games: int | None = None,
    seed: int | None = None,
    positions: int = 1_000,
    workers: int = 1,
    cluster: str | None = None,
) -> Trained:
    """Train a player and keep it in a file; if the file is there from the same method, the training goes on.

    `games`: how many games, or positions, to learn from in total. `positions`: how many it is measured by; 0 for none.
    `workers`: parts of the work done at a time; `cluster`: the address of a Dask scheduler that does them.
    """
    loaded, chosen = load_game(game), find_method(method)
    chosen = chosen if games is None else chosen.with_total(games)
    chosen = chosen if seed is None else replace(chosen, seed=seed)
    with lock_training(Path(out)):
        run = TrainingRun(loaded, chosen, Path(out), Team(workers, cluster))
        run.truth = find_truth(loaded, positions) if positions else None
        with closing(run.run(StopFlag())) as steps:
            for _ in steps:
                pass
    training = run.training
    return Trained(
        f"learned:file={out}", training.method, training.done, training.seconds, training.truth, training.curve
    )

"""A search watched while it goes on, in the words of the surface."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.game import Game
from kibitz.core.searching import StopFlag


@dataclass(frozen=True)
class Thinking:
    """How far a search is. The score is for the side to move; None before the first depth is done."""

    depth: int
    score: int | None
    proven: bool
    distance: int | None
    line: tuple[str, ...]
    nodes: int
    speed: int  # nodes a second
    seconds: float


def look_at(game: Game, stop: StopFlag) -> Thinking | None:
    """What the search held by this flag has done so far; None before it has begun."""
    nodes, seconds, found = stop.nodes, stop.seconds, stop.found
    if not nodes:
        return None
    return Thinking(
        depth=found.depth if found else 0,
        score=found.score.points if found else None,
        proven=found.score.is_settled if found else False,
        distance=found.score.distance if found else None,
        line=tuple(map(game.move_name, found.line)) if found else (),
        nodes=nodes,
        speed=round(nodes / max(seconds, 1e-3)),
        seconds=round(seconds, 3),
    )

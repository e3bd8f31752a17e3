"""The answers of a search depth by depth: where the move or the score swings, the horizon was too near.

A search of limited depth cannot see beyond its horizon, and may only delay a loss to beyond it [Berliner, "Some
necessary conditions for a master chess program", 1973]. If the answer changes with one more ply, that ply brought
something into view.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from kibitz.core.game import Game, State
from kibitz.core.limits import AUTO, Limits
from kibitz.core.searching import Searcher, SearchResult


@dataclass(frozen=True)
class DepthAnswer:
    """One depth; the score is for the side to move.

    `change` is the score minus that of two depths before, when the same side moved last, because heuristic scores go
    up and down from ply to ply; None at the first depths and if one of the two is proven. `swing` says what changed:
    "move" and "proven" (certain from this depth on) since the depth before, and "score"; joined by +, or empty.
    """

    depth: int
    move: str
    score: int
    proven: bool
    distance: int | None
    line: tuple[str, ...]
    nodes: int
    seconds: float
    change: int | None = None
    swing: str = ""


def search_each_depth(
    game: Game,
    state: State,
    searcher: Searcher,
    depths: Sequence[int],
    *,
    backend: str = AUTO,
    swing: int | None = None,
    on_depth: Callable[[int], None] = lambda depth: None,
) -> tuple[DepthAnswer, ...]:
    """Search to each depth, until one proves the outcome. The game must not be over.

    A score swings if it changes by at least `swing`; by default, if it changes by more than the mean change.
    """
    answers: list[DepthAnswer] = []
    for depth in depths:
        found = searcher.search(game, state, Limits(depth=depth), backend=backend)
        answers.append(_answer(game, depth, found, answers[-2] if len(answers) > 1 else None))
        on_depth(depth)
        if found.score.proven:
            break
    changes = [abs(answer.change) for answer in answers if answer.change is not None]
    least = swing if swing is not None else sum(changes) / len(changes) + 1e-9 if changes else 0
    return tuple(
        replace(answer, swing=_swing(answer, before, least))
        for before, answer in zip([None, *answers], answers, strict=False)
    )


def _answer(game: Game, depth: int, found: SearchResult, two_before: DepthAnswer | None) -> DepthAnswer:
    assert found.move is not None, "the game is not over"
    score = found.score
    is_guess = two_before is not None and not two_before.proven and not score.proven
    return DepthAnswer(
        depth=depth,
        move=game.move_name(found.move),
        score=score.points,
        proven=score.proven,
        distance=score.distance,
        line=tuple(map(game.move_name, found.line)),
        nodes=found.stats.nodes,
        seconds=found.stats.seconds,
        change=score.points - two_before.score if is_guess and two_before is not None else None,
    )


def _swing(answer: DepthAnswer, before: DepthAnswer | None, least: float) -> str:
    if before is None:
        return ""
    what = {
        "move": answer.move != before.move,
        "score": answer.change is not None and answer.change != 0 and abs(answer.change) >= least,
        "proven": answer.proven and not before.proven,
    }
    return "+".join(name for name, happened in what.items() if happened)

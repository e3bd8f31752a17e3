"""What every move of a position is worth, told as it is found: at once where a solver knows, else deeper and deeper."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.analysis.exact_scores import is_worth_waiting, judge
from kibitz.analysis.judge_position import judge_deeper
from kibitz.analysis.judged_position import JudgedPosition
from kibitz.analysis.score_scale import MoveScore, usual_search
from kibitz.core.searching import StopFlag
from kibitz.play.players import SearchPlayer
from kibitz.play.records import GameRecord

ANALYSE_SECONDS = 10.0
SOLVER, SEARCH = "solver", "search"


@dataclass(frozen=True)
class Scores:
    """The legal moves by name, each with its score; `exact` when all of them are proven.

    `source` is "solver" or "search", `by` the name of who says so. `order`: the names, best first (`move_order.py`).
    `line`: best play as far as it is known.
    """

    depth: int
    exact: bool
    source: str
    by: str
    scores: dict[str, MoveScore]
    order: tuple[str, ...]
    best: str
    line: tuple[str, ...]
    nodes: int
    speed: int
    seconds: float


def analyse(
    record: GameRecord,
    *,
    player: SearchPlayer | None = None,
    seconds: float = ANALYSE_SECONDS,
    stop: StopFlag | None = None,
) -> Iterator[Scores]:
    """The score of every move where a game stands, each time better known; nothing when the game is over.

    A solver that does not know at once, but will, has its turn after half of the time. A player that is named is asked
    even where a solver knows the answer.
    """
    stop = stop or StopFlag()
    if record.is_over:
        return
    game, state, started = record.game, record.state, time.perf_counter()
    known = None if player else judge(game, state, stop=stop)
    if known is not None:
        yield _tell(known, started)
        return
    solver_goes_on = player is None and is_worth_waiting(game, state)
    searches = player or usual_search(game)
    searches.get_ready(record)
    started = time.perf_counter()  # what was to be compiled is compiled
    searching = seconds / 2 if solver_goes_on else seconds
    for judged in judge_deeper(game, state, searches, seconds=searching, stop=stop):
        yield _tell(judged, started)
    if solver_goes_on and not stop.raised:
        known = judge(game, state, seconds=seconds / 2, stop=stop)
        if known is not None:
            yield _tell(known, started)


def _tell(judged: JudgedPosition, started: float) -> Scores:
    """A judged position in the words of the surface."""
    game, scores, line = judged.game, judged.shown, judged.line
    seconds = time.perf_counter() - started
    order = [root.move for root in judged.ranked]
    return Scores(
        depth=len(line) if judged.is_solved else judged.depth,
        exact=judged.exact,
        source=SOLVER if judged.is_solved else SEARCH,
        by=judged.by,
        scores={game.move_name(move): scores[move] for move in order},
        order=tuple(map(game.move_name, order)),
        best=game.move_name(judged.best),
        line=tuple(map(game.move_name, line)),
        nodes=judged.nodes,
        speed=round(judged.nodes / max(seconds, 1e-3)),
        seconds=round(seconds, 3),
    )

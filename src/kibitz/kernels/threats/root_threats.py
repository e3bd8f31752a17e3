"""The engine on a board with threats: one's own win by threats first, and no move that lets the other side have one."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

from kibitz.core.evaluation import Evaluator
from kibitz.core.game import Game, Move, State
from kibitz.core.limits import Limits
from kibitz.core.searching import SearchResult, Stats, StopFlag
from kibitz.kernels.common.control import NODES, Control
from kibitz.kernels.common.transposition_table import lease
from kibitz.kernels.engine.deepening import Deepening
from kibitz.kernels.threats.threat_search import find_threats, search_threats
from kibitz.search.threats import Threats

if TYPE_CHECKING:
    from kibitz.kernels.searchers.engine import Engine


OWN_SHARE, OTHER_SHARE, FIRST_SHARE = 0.3, 0.1, 0.45  # of the time: own threats, the other side's, the first search
SHORTEST = 0.001  # seconds a search can be given


def search_beside_threats(
    engine: Engine, game: Game, state: State, evaluator: Evaluator, limits: Limits, stop: StopFlag | None
) -> SearchResult:
    """As the engine searches with a limit on time; the threats of both sides cost a part of it."""
    assert limits.time is not None
    started, threats = perf_counter(), Threats()
    own = search_threats(threats, game, state, Limits(time=OWN_SHARE * limits.time), stop)
    if own.score.proven:
        return replace(own, stopped_by="")
    spent, first, refuted, share = own.stats, None, list[Move](), FIRST_SHARE * limits.time
    looked_at = abs(game.focus()(state, [0] * game.num_moves))
    while True:
        left = limits.time - (perf_counter() - started)
        if left < SHORTEST and first is not None:
            break
        goal = Limits(time=max(SHORTEST, min(share, left)))
        with Control(goal, stop) as control, lease(engine.table_mib, control.cells) as table:
            found = Deepening(engine, game, state, evaluator, goal, table, control, refuted).search()
        spent += found.stats
        first = first or found
        left = limits.time - (perf_counter() - started)
        if (stop is not None and stop.raised) or left < SHORTEST:
            first = found
            break
        assert found.move is not None
        with Control(Limits(time=min(OTHER_SHARE * limits.time, left)), stop) as control:
            after = game.play(state, found.move)
            reply = None if game.result(after) is not None else find_threats(threats, game, after, control)
            spent += Stats(nodes=int(control.cells[NODES]), seconds=control.seconds())
        if reply is None:
            first = found
            break
        refuted.append(found.move)
        if len(refuted) == looked_at:
            break
        share = max(SHORTEST, share / 2)
    return replace(first, stats=spent)

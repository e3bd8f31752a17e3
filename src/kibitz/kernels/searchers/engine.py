"""The engine: the strong general searcher, for every game that compiled code can hold.

A depth limit counts as it does for alpha-beta, but late moves are searched less deep unless lmr=false, and what the
table knows from a deeper search is used. A position is solved exactly, distance included, when there is no limit or the
depth covers the rest of the game: passes go on until no guess is left in the value, and the last ones reduce nothing.
The engine is not recorded into a tree; the searches with a readable twin are.

With nothing but a limit on time, a game that knows something of its own outcome (`Game.prospects`, `Game.candidates`)
is first tried to be solved, for a tenth of the time; if that fails, a search of its own follows in the rest.

A game that knows its threats (`Game.threats`), such as five in a row, is first searched for a win by threats alone,
and a move that is chosen is searched for such a win of the other side (`kernels/threats/`).

Othello on 8x8 has a search of its own (`kernels/engine/othello/`), taken unless `own_search=false` or another heuristic
than its own is asked for. There a move is cut where a shallow search makes it probable that it is not needed, and not
reduced; `confidence` says how probable, and lmr=false does without.

The work is done in `kernels/engine/deepening.py`. This file does not import the compiler, so that
listings and forms can name the engine without waiting for it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kibitz.core.errors import BadOption, Unsuited
from kibitz.core.evaluation import Evaluator, find_evaluator
from kibitz.core.game import Game, State
from kibitz.core.limits import FULL_DEPTH, Limits
from kibitz.core.score import Score
from kibitz.core.searching import EvaluatingSearcher, SearchResult, Stats, StopFlag, Watcher
from kibitz.core.spec import option
from kibitz.kernels.compiled_forms import CompiledForm
from kibitz.kernels.engine.own_search import BEST, OFF, VARIED, OwnSearch, find_own_search
from kibitz.search.common.probable_cuts import CONFIDENCES
from kibitz.search.threats import Threats

PROOF_SHARE = 0.1  # of the time that may be spent on solving first
SHORTEST = 0.001  # seconds a search can be given


@dataclass(frozen=True)
class Engine(EvaluatingSearcher):
    name = "engine"
    has_reference = False
    shows_tree = False
    about = "iterative deepening with PVS, transposition table and reductions, compiled; the strongest for any game"

    table_mib: int = option(64, "size of the transposition table in MiB", 1, 1 << 20)
    threads: int = option(1, "number of threads; with more than one, node counts vary", 1, 64)
    aspiration: int = option(
        30, "half width of the window around the last depth's value; 0 = full window", 0, FULL_DEPTH
    )
    lmr: bool = option(True, "late move reductions")
    symmetry: bool = option(True, "treat rotated and mirrored positions as one, if the game is symmetric")
    killers: bool = option(True, "killer moves: first try moves that caused a cut-off in a sibling node")
    history: bool = option(True, "history heuristic: first try moves that often caused a cut-off")
    order_by_eval: bool = option(True, "order moves by their heuristic value, except near the horizon", alias="sight")
    own_search: bool = option(True, "use the special search for this game, if there is one (8x8 Othello)")
    confidence: int = option(73, "confidence of Multi-ProbCut in per cent; 100 = no such cuts (8x8 Othello)", 73, 100)
    book: str = option(
        OFF,
        "play from the opening book of the game's special search: its best moves, or any good ones",
        choices=(OFF, BEST, VARIED),
    )
    seed: int = option(0, "random seed for book=varied", 0, 2**63 - 1)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.confidence not in CONFIDENCES:
            allowed = ", ".join(map(str, CONFIDENCES))
            raise BadOption(f"engine: confidence={self.confidence} is not allowed; confidence is one of {allowed}.")

    @property
    def draws_lots(self) -> bool:
        return self.book == VARIED

    def evaluator(self, game: Game) -> Evaluator:
        own = find_own_search(game) if self.own_search and not self.eval else None
        return super().evaluator(game) if own is None else find_evaluator(own.evaluator, game)

    def find_own_search(self, game: Game) -> OwnSearch | None:
        """The game's own search if it is to be taken: if there is one, and it judges by the heuristic asked for."""
        own = find_own_search(game) if self.own_search else None
        return own if own is not None and str(self.evaluator(game)) == own.evaluator else None


class EngineForm(CompiledForm[Engine]):
    """Nothing is told to a watcher."""

    names = ("engine",)
    kernels = "kibitz.kernels.engine.deepening"

    def look_up(self, searcher: Engine, game: Game, state: State, limits: Limits) -> SearchResult | None:
        own = searcher.find_own_search(game) if searcher.book != OFF else None
        return None if own is None else own.look_up(searcher, game, state)

    def find_kernels(self, game: Game) -> str:
        own = find_own_search(game)
        return self.kernels if own is None else own.kernels

    def search(
        self,
        searcher: Engine,
        game: Game,
        state: State,
        limits: Limits,
        watcher: Watcher | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        from kibitz.kernels.common.control import Control
        from kibitz.kernels.common.transposition_table import MAX_MOVES, lease
        from kibitz.kernels.engine.deepening import Deepening

        if game.num_moves > MAX_MOVES:
            raise Unsuited(f"{game} has more than {MAX_MOVES} moves, too many for the engine; take pvs.")
        evaluator = searcher.evaluator(game)
        result = game.result(state)
        if result is not None:
            return SearchResult(None, Score.solved(result, 0))
        spent, own = Stats(), searcher.find_own_search(game)
        if searches_threats(game, limits):
            from kibitz.kernels.threats.root_threats import search_beside_threats

            return search_beside_threats(searcher, game, state, evaluator, limits, stop)
        for goal, seconds in self._attempts(game, limits):
            left = seconds if limits.time is None else min(seconds or limits.time, limits.time - spent.seconds)
            with Control(replace(goal, time=left), stop) as control, lease(searcher.table_mib, control.cells) as table:
                if own is not None:
                    found = own.search(searcher, game, state, goal, table, control)
                else:
                    found = Deepening(searcher, game, state, evaluator, goal, table, control).search()
            spent += found.stats
            is_won = found.score.proven and found.score.value > 0
            if found.stopped_by != "time" or is_won or (limits.time or 0) - spent.seconds < SHORTEST:
                break
        return replace(found, stats=spent)

    def try_out(self, searcher: Engine, game: Game, state: State, watcher: Watcher | None) -> None:
        super().try_out(searcher, game, state, watcher)
        if searches_threats(game, Limits(time=1)) and game.result(state) is None:
            from kibitz.kernels.threats.threat_search import search_threats

            search_threats(Threats(), game, state, Limits(nodes=1))

    def _attempts(self, game: Game, limits: Limits) -> list[tuple[Limits, float | None]]:
        """What to try one after the other, each with its seconds: perhaps to solve the game first, which has no limit
        but time."""
        if limits.depth == FULL_DEPTH:
            return [(replace(limits, depth=None, time=None), limits.time)]
        share = (limits.time or 0) * PROOF_SHARE
        if share < SHORTEST or limits.depth or limits.nodes or not knows_outcomes(game):
            return [(limits, limits.time)]
        return [(Limits(), share), (limits, limits.time)]


def searches_threats(game: Game, limits: Limits) -> bool:
    """Whether part of the time goes to wins by threats: with a limit on time alone, where the game knows threats."""
    return bool(limits.time and not limits.depth and not limits.nodes) and game.threats() is not game.cached_rules.moves


def knows_outcomes(game: Game) -> bool:
    """Whether the game says more about who can win than every game does."""
    cls = type(game)
    return game.max_result == 1 and (cls.prospects, cls.candidates) != (Game.prospects, Game.candidates)

"""Which players are good for a game. Every face asks here: terminal, menu, web page and game cards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from kibitz.core.errors import Unsuited
from kibitz.core.evaluation import EVALUATORS, TableEvaluator, evaluators_for
from kibitz.core.game import Game
from kibitz.core.searching import find_searcher
from kibitz.kernels.backends import choose_backend
from kibitz.kernels.engine.own_search import VARIED, find_own_search
from kibitz.kernels.solvers.game_solver import find_game_solver
from kibitz.search.perft import perft

ENGINE = "engine"  # for any game that compiled code can hold
READABLE = "pvs:table=two-tier,order=table+killer+history+centre,sooner=true"  # and for the others
VARIETY = f",book={VARIED}"  # where there is an opening book
ANALYSIS_TABLE = "table_mib=16"  # many analyses may go on at once
STRONG = "strong:max_positions=3000000"
FEW_POSITIONS = 10_000  # of a game that goes round in circles
SMALL_PLY = 2_000  # positions of one ply: a game that never has more is worked out in a moment


@dataclass(frozen=True)
class GoodPlayers:
    """Good players for one game, as specs.

    `opponent` thinks for a second a move. `search` is the strongest search, to which limits can be added, and
    `variety` for playing with people: it does not always play the same opening then.
    """

    game: Game
    opponent: str
    search: str
    variety: str = ""
    is_compiled: bool = False

    @property
    def perfect(self) -> str:
        """A player that never errs and answers quickly; empty if there is none for this game."""
        if not self.is_compiled:
            return ""
        if is_small(self.game):
            return STRONG
        solver = find_game_solver(self.game)
        is_quick = solver is not None and not solver.obstacle(self.game) and solver.plays_quickly(self.game)
        return "perfect" if is_quick else ""

    @property
    def adviser(self) -> str:
        """Whom to ask for a hint."""
        return self.perfect or f"{self.search},time=1"


_verdicts: dict[Game, bool] = {}  # of games of one's own: whether the engine can play them
MAX_VERDICTS = 256


def recommend_players(game: Game, *, wait: bool = True) -> GoodPlayers:
    """Who is good at a game. A game of one's own is compiled for that: only then is it known whether it can be.

    Who must not `wait` is told what to expect: that it can be compiled, unless the compiler has said otherwise.
    """
    can_use = _can_use_engine(game) if wait or game.shipped or not game.words else _verdicts.get(game, True)
    return _recommend(game, can_use)


@lru_cache(256)
def _recommend(game: Game, can_use_engine: bool) -> GoodPlayers:
    if not can_use_engine:
        return GoodPlayers(game, f"{READABLE},time=1", READABLE)
    learned = next((name for name in evaluators_for(game) if issubclass(EVALUATORS.find(name), TableEvaluator)), "")
    options = f"{ANALYSIS_TABLE},eval={learned}" if learned else ANALYSIS_TABLE
    variety = VARIETY if has_opening_book(game) else ""
    return GoodPlayers(game, f"{ENGINE}:time=1{variety}", f"{ENGINE}:{options}", variety, is_compiled=True)


def has_opening_book(game: Game) -> bool:
    """Whether `engine` has an opening book for a game."""
    own = find_own_search(game)
    return own is not None and own.has_book


def _can_use_engine(game: Game) -> bool:
    if not game.words:
        return False
    if game.shipped:
        return True  # as tests make sure; so nobody waits for the compiler before there is something to search
    if game not in _verdicts:
        try:
            choose_backend(find_searcher(ENGINE)[0], game)
            verdict = True
        except Unsuited:
            verdict = False
        if len(_verdicts) >= MAX_VERDICTS:
            _verdicts.clear()
        _verdicts[game] = verdict
    return _verdicts[game]


@lru_cache(256)
def is_small(game: Game) -> bool:
    """Whether all positions of a game can be worked out in a moment."""
    if game.repeats:
        return _has_few_positions(game)
    plies = perft(game, game.initial(), min(game.max_plies, 200), max_positions=SMALL_PLY)
    return bool(plies) and plies[-1].nodes == plies[-1].finished


def _has_few_positions(game: Game) -> bool:
    seen = {game.initial()}
    front = [game.initial()]
    while front and len(seen) <= FEW_POSITIONS:
        state = front.pop()
        new = {game.play(state, move) for move in game.moves(state)} - seen
        seen |= new
        front += new
    return len(seen) <= FEW_POSITIONS

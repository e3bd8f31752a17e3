"""S2, "Connect-4 project" (2022): minimax and alpha-beta with a `max` and a `min` method, and a draw among equal moves.

The evaluation counts twos and threes, the enemy's for more. Whose is more is fixed: the program is always Max and its
enemy always Min, so that the bias is the program's, at even depths as at odd ones. S2 prints no weights; they are those
of `threes`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import ClassVar

from kibitz.core.game import ONGOING, Game, Move, State
from kibitz.core.limits import Limits
from kibitz.core.passes import Passes, PassResult
from kibitz.core.rng import Rng
from kibitz.core.score import EVAL_LIMIT, INFINITY, Score
from kibitz.core.searching import EvaluatingSearcher, NodeKind, Nodes, SearchResult, StopFlag, Watcher
from kibitz.core.spec import option
from kibitz.games.connect_four import ConnectFour
from kibitz.reports.publications import S2 as REPORT
from kibitz.reports.replicas.forced_pass import PassFirst
from kibitz.search.common.run import Algorithm, Run
from kibitz.search.common.tree_search import TreeSearch
from kibitz.search.replica import ProgramFault, Replica, fault_switch

ROOT_MIN = ProgramFault(
    "S2-18",
    "root_min",
    "the root calls the min method",
    "The first call goes to the min method, although the program is Max. There the opponent's stones are dropped and "
    "the smallest value wins: the program plays the column that is best for its opponent, and ignores its own wins.",
    "The first call goes to the max method.",
)
LOOSE_TIES = ProgramFault(
    "S2-19",
    "loose_ties",
    "alpha-beta chooses at random among values that are only bounds",
    "Moves whose value equals the best are collected and one is drawn. But alpha-beta has not worked out a move that "
    "it refuted: it knows only that the move is worth no more than the best, and that bound may equal the best "
    "although the move is worse. So a refuted move can be drawn.",
    "A move is drawn only if it was searched in a window that tells equal from worse.",
    "But minMax agent is more accurate to win since it explores all the possibilities.",
)


def value_of(run: Run, state: State, depth: int, alpha: int, beta: int, *, prune: bool, own_root: bool) -> int:
    """The value to the side to move; cut where it reaches beta, if asked to prune.

    `own_root`: the program is to move at the root, so that even plies are its own.
    """
    result = run.result(state)
    if result != ONGOING:
        return run.final(result, depth)
    if depth == 0:
        if (run.depth % 2 == 0) == own_root:
            return run.evaluate(state)
        return -run.evaluate((state[1], state[0]))  # judged with the program's bias, then seen from the other side
    best = -INFINITY
    for index, move in enumerate(run.moves(state, depth)):
        window = (-beta, -alpha) if prune else (-INFINITY, INFINITY)
        value = -run.visit(run.play(state, move), move, depth - 1, *window)
        if value > best:
            best = value
            run.improve(depth, move)
            if prune and value >= beta:
                run.cut(depth, index, move)
                break
            alpha = max(alpha, value)
    return best


@dataclass(frozen=True)
class S2(EvaluatingSearcher, Replica):
    """What S2's two agents share."""

    suits = (ConnectFour,)
    usual_depth = 5
    prunes: ClassVar[bool]

    eval: str = option("threes", "the heuristic at the horizon")
    seed: int = option(0, "random seed for the choice among equal moves", 0, 2**63 - 1)
    root_min: bool = fault_switch(ROOT_MIN)

    @property
    def draws_from_bounds(self) -> bool:
        return False

    def search_reference(
        self,
        game: Game,
        state: State,
        limits: Limits = Limits(),
        *,
        watcher: Watcher | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        """Scores are what the program believes. Where the root is the enemy's, a watcher sees a pass before it."""
        limits = self.limited(limits)
        driver = _Driver(eval=self.eval, ties="random", seed=self.seed, agent=self)
        if game.result(state) is not None:
            return driver.search_reference(game, state)
        self.check_suits(game)
        if not self.root_min:
            return driver.search_reference(game, state, limits, watcher=watcher, stop=stop)
        below = None if watcher is None else _BelowPass(watcher, state, game.num_moves)
        enemys = (state[1], state[0])  # as if it were the enemy's turn
        seen = driver.search_reference(game, enemys, limits, watcher=below, stop=stop)
        if below is not None:
            below.end()
        return replace(
            seen,
            score=_believed(-seen.score),
            line=seen.line[:1],
            roots=tuple(root._replace(score=_believed(-root.score)) for root in seen.roots),
        )

    @property
    def extra_plies(self) -> int:
        return int(self.root_min)  # the pass

    def tree_game(self, game: Game) -> Game:
        return PassFirst.on(game) if self.root_min and isinstance(game, ConnectFour) else game


class _BelowPass:
    """Shows a watcher a search of the enemy's turn as what follows a pass of the program.

    The root and the pass stay open until the next pass over the tree: random ties are searched again after the first.
    """

    def __init__(self, watcher: Watcher, state: State, pass_move: Move) -> None:
        self._watcher, self._state, self._pass_move = watcher, state, pass_move
        self._open = 0  # nodes of the search that are entered and not left
        self._found: tuple[int, NodeKind] | None = None

    @property
    def room(self) -> int:
        return self._watcher.room

    def begin(self, depth: int) -> None:
        self.end()
        self._watcher.begin(depth + 1)

    def enter(self, state: State, move: Move, depth: int, alpha: int, beta: int) -> None:
        if move < 0:
            self._watcher.enter(self._state, move, depth + 1, -beta, -alpha)
            move = self._pass_move
        self._watcher.enter(state, move, depth, alpha, beta)
        self._open += 1

    def leave(self, value: int, kind: NodeKind) -> None:
        self._open -= 1
        if self._open == 0 and self._found is None:
            self._found = value, kind
        else:
            self._watcher.leave(value, kind)

    def end(self) -> None:
        """Leave the pass and the root."""
        if self._found is not None:
            value, kind = self._found
            self._watcher.leave(value, kind)
            self._watcher.leave(-value, kind)
        self._open, self._found = 0, None

    def note(self, column: str, number: int) -> None:
        self._watcher.note(column, number)

    def take(self, nodes: Nodes) -> None:
        raise AssertionError("a readable search shows its nodes one by one")

    def skip(self, count: int) -> None:
        self._watcher.skip(count)


def _believed(score: Score) -> Score:
    """A score of a position that is not on the board: no proof of anything."""
    return Score(max(-EVAL_LIMIT, min(EVAL_LIMIT, score.value)), score.bound)


@dataclass(frozen=True)
class _Driver(TreeSearch):
    """What counts, keeps the limits and draws lots; the nodes are the agent's."""

    agent: S2 = field(kw_only=True)

    def algorithm(self) -> Algorithm:
        prune, own_root = self.agent.prunes, not self.agent.root_min
        return lambda run, state, depth, alpha, beta: value_of(
            run, state, depth, alpha, beta, prune=prune, own_root=own_root
        )

    def _draw(self, run: Passes, found: PassResult) -> PassResult:
        if not self.agent.draws_from_bounds:
            return super()._draw(run, found)
        # A move's value is the upper end of what is known of it: exact for the best, a mere bound for a refuted one.
        equal = [move for move, (_, high) in sorted(found.roots.items()) if high == found.value]
        return found._replace(line=(Rng(self.seed).choice(equal),))


@dataclass(frozen=True)
class S2Minimax(S2):
    """The MinMax class."""

    name = "replica-s2-minimax"
    about = f"MinMax of {REPORT} (2022), with its fault as an option"
    title = f"{REPORT}: minimax"
    faults = (ROOT_MIN,)
    prunes = False


@dataclass(frozen=True)
class S2AlphaBeta(S2):
    """The AlphaBeta class."""

    name = "replica-s2-alphabeta"
    about = f"AlphaBeta of {REPORT} (2022), with its faults as options"
    title = f"{REPORT}: alpha-beta"
    faults = (ROOT_MIN, LOOSE_TIES)
    prunes = True

    loose_ties: bool = fault_switch(LOOSE_TIES)

    @property
    def draws_from_bounds(self) -> bool:
        return self.loose_ties

"""S0, "Four in a Row" (2021): minimax and alpha-beta over a tree that is built anew for every move of the root.

Player 1 is always Max and player 2 always Min; a node knows its board and whose turn it is, and a leaf is what has no
children. For every legal column the program builds a tree on the board after that move, takes its value, and keeps the
first strictly greatest one. The evaluation is that of the course's framework: the largest int for a board that the
asked player has won, the smallest for any other finished one, otherwise the stones in that player's longest line.

The trees are walked here as they are built, and not stored; which leaves are evaluated is the same. The memory is what
the largest of them takes as columns of numbers (`GameTree`); alpha-beta's is built in full before it is pruned, too.
`depth` counts the plies below a root move, as S0 counts them, so that depth 2 looks three plies ahead.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kibitz.core.evaluation import Evaluator, find_evaluator
from kibitz.core.game import ONGOING, Game, Move, State
from kibitz.core.limits import Limits
from kibitz.core.passes import Stopped
from kibitz.core.score import EVAL_LIMIT, INFINITY, Bound, Score
from kibitz.core.searching import NodeKind, RootMove, SearchResult, Stats, StopFlag, Watcher
from kibitz.evals.lines import longest_line
from kibitz.games.connect_four import ConnectFour
from kibitz.reports.publications import S0 as REPORT
from kibitz.reports.replicas.forced_pass import PassAfterMove
from kibitz.search.common.budget import Budget
from kibitz.search.game_tree import count_bytes_a_node, count_nodes
from kibitz.search.replica import ProgramFault, Replica, fault_switch

LARGEST, SMALLEST = EVAL_LIMIT, -EVAL_LIMIT  # in place of Java's ints: what the program believes, and no proof

SAME_PLAYER = ProgramFault(
    "S0-38",
    "same_player",
    "the tree below a move starts with the same player again",
    "After a move of the root the tree is built with the player who has just moved, so every search assumes that one "
    "side moves twice in a row. It sees wins that take two of its own moves, and no reply to the first.",
    "The tree below a move starts with the other player.",
    "three Xs in one row … the second player, O does not play to prevent X from winning",
)
ROOT_MAX = ProgramFault(
    "S0-39",
    "root_max",
    "the root takes the greatest value, whichever side is to move",
    "Inside the tree player 2 is Min, but the choice among the moves of the root always takes the greatest value. So "
    "player 2 plays the column that is best for player 1.",
    "Player 2 takes the smallest value, as in its other nodes inside the tree.",
    "Sometimes it behaves blindly, it does not prevent me even with my next move I can win.",
)
LEAF_SIDE = ProgramFault(
    "S0-40",
    "leaf_side",
    "a leaf is evaluated for the side to move there",
    "The evaluation is asked for the player of the leaf, by whose stones alone it judges, instead of for Max. Whose "
    "strength a search compares changes with the parity of its depth, and a game that Max has won is the worst there "
    "is where Min is to move.",
    "Every leaf is judged from one side's view, own line less the other side's.",
)
FIRST_COLUMN = ProgramFault(
    "S0-41",
    "first_column",
    "the program answers column 1 when every move has the worst value",
    "The best move starts out as column 1 with the smallest int, and only a strictly greater value replaces it. Where "
    "every legal move has that value, column 1 is suggested although it may be full (S0-33). Then this replica plays "
    "the leftmost legal column, and the record counts the refused one.",
    "The first legal move is the best until a better one is found, so the answer is always legal.",
    "even the column is not empty, it recommended me to play on that column",
)
DRAW_LOST = ProgramFault(
    "S0-37",
    "draw_lost",
    "a draw counts as a loss",
    "The course's evaluation gives the smallest int to every finished game that the asked player has not won. A side "
    "that cannot win does not care whether it draws.",
    "A draw is worth more than a loss and less than a win.",
    "Maybe there must be better heuristics",
)


class Walk:
    """One search: the rules, what is counted, and the leaf value. A state has the stones of `player` first.

    The program's values are Max's, who is player 1; a watcher is shown them for the player to move.
    """

    def __init__(
        self, replica: S0, game: ConnectFour, limits: Limits, stop: StopFlag | None, watcher: Watcher | None
    ) -> None:
        self.leaf_side, self.draw_lost = replica.leaf_side, replica.draw_lost
        self.play, self.result, self.steps = game.cached_rules.play, game.cached_rules.result, game.steps
        self.moves = game.moves
        self.budget = Budget(limits, stop)
        self.nodes = self.evaluations = self.terminals = 0
        self.cutoffs = [0] * game.num_moves
        self.watcher, self.pass_move = watcher, game.width

    def visit(self, state: State, move: Move, player: int, depth: int, alpha: int, beta: int) -> None:
        if self.nodes >= self.budget.next_look:
            self.budget.look(self.nodes)
        self.nodes += 1
        if self.watcher is not None:
            self.show(state, move, player, depth, alpha, beta)

    def show(self, state: State, move: Move, player: int, depth: int, alpha: int, beta: int) -> None:
        """Let the watcher see a node, which the program may not have."""
        if self.watcher is not None:
            self.watcher.enter(state, move, depth, *((alpha, beta) if player == 1 else (-beta, -alpha)))

    def left(self, value: int, player: int, kind: NodeKind = NodeKind.INNER) -> int:
        """The value of a node that is done with."""
        if self.watcher is not None:
            self.watcher.leave(value if player == 1 else -value, kind)
        return value

    def leaf(self, state: State, player: int, result: int) -> int:
        value = self.judge(state, player, result)
        return self.left(value, player, NodeKind.HORIZON if result == ONGOING else NodeKind.TERMINAL)

    def judge(self, state: State, player: int, result: int) -> int:
        """The evaluation for `player`, or for Max once S0-40 is put right; `result` is for the player too."""
        flip = 1 if self.leaf_side or player == 1 else -1
        if result != ONGOING:
            self.terminals += 1
            if result == 0:
                return SMALLEST if self.draw_lost else 0
            return LARGEST if result * flip > 0 else SMALLEST
        self.evaluations += 1
        own = longest_line(state[0], self.steps)
        return own if self.leaf_side else flip * (own - longest_line(state[1], self.steps))


def minimax(walk: Walk, state: State, move: Move, player: int, depth: int, alpha: int, beta: int) -> int:
    """S0's Algorithm 2 on a tree that is built as it is walked; the window, which it has none of, is infinite."""
    walk.visit(state, move, player, depth, alpha, beta)
    result = walk.result(state)
    if result != ONGOING or depth == 0:
        return walk.leaf(state, player, result)
    values = [
        minimax(walk, walk.play(state, move), move, 3 - player, depth - 1, alpha, beta) for move in walk.moves(state)
    ]
    return walk.left(max(values) if player == 1 else min(values), player)


def alphabeta(walk: Walk, state: State, move: Move, player: int, depth: int, alpha: int, beta: int) -> int:
    """S0's Algorithm 3 as its program has it: the window is changed after the test for a cut."""
    walk.visit(state, move, player, depth, alpha, beta)
    result = walk.result(state)
    if result != ONGOING or depth == 0:
        return walk.leaf(state, player, result)
    best = SMALLEST if player == 1 else LARGEST
    for index, move in enumerate(walk.moves(state)):
        value = alphabeta(walk, walk.play(state, move), move, 3 - player, depth - 1, alpha, beta)
        best = max(best, value) if player == 1 else min(best, value)
        if (beta <= best) if player == 1 else (best <= alpha):
            walk.cutoffs[index] += 1
            break
        if player == 1:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
    return walk.left(best, player)


@dataclass(frozen=True)
class S0(Replica):
    """What S0's two programs share: how the root chooses."""

    faults = (SAME_PLAYER, ROOT_MAX, LEAF_SIDE, FIRST_COLUMN, DRAW_LOST)
    suits = (ConnectFour,)
    usual_depth = 2
    prunes: ClassVar[bool]

    same_player: bool = fault_switch(SAME_PLAYER)
    root_max: bool = fault_switch(ROOT_MAX)
    leaf_side: bool = fault_switch(LEAF_SIDE)
    first_column: bool = fault_switch(FIRST_COLUMN)
    draw_lost: bool = fault_switch(DRAW_LOST)

    def evaluator(self, game: Game) -> Evaluator:
        """What its leaves are judged by, as the line of advice names it."""
        return find_evaluator("reported-longest" if self.leaf_side else "longest", game)

    def search_reference(
        self,
        game: Game,
        state: State,
        limits: Limits = Limits(),
        *,
        watcher: Watcher | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        """Scores are what the program believes. With S0-38 a watcher sees a pass below every move of the root."""
        result = game.result(state)
        if result is not None:
            return SearchResult(None, Score.solved(result))
        self.check_suits(game)
        assert isinstance(game, ConnectFour)
        limits = self.limited(limits)
        depth = limits.depth or 0
        walk, values, stopped_by = Walk(self, game, limits, stop, watcher), dict[Move, int](), ""
        player = 1 + game.to_move(state)
        if watcher is not None:
            watcher.begin(depth)
        try:
            walk.visit(state, -1, player, depth + self.extra_plies, -INFINITY, INFINITY)
            for move in game.moves(state):
                values[move] = self._tree_value(walk, state, move, player, depth)
            walk.left(max(values.values()) if self.root_max or player == 1 else min(values.values()), player)
        except Stopped as stopped:
            stopped_by = stopped.reason
        return self._answer(game, state, walk, values, depth, stopped_by)

    def _tree_value(self, walk: Walk, state: State, move: Move, player: int, depth: int) -> int:
        """What the tree on the board after a move is worth, to Max as far as the program is right."""
        value = alphabeta if self.prunes else minimax
        alpha, beta = (SMALLEST, LARGEST) if self.prunes else (-INFINITY, INFINITY)
        child = walk.play(state, move)
        if not self.same_player:
            return value(walk, child, move, 3 - player, depth, alpha, beta)
        again, result = (child[1], child[0]), walk.result(child)
        if result != ONGOING:  # the rules ask only who moved last; here that is the player to move
            walk.visit(child, move, 3 - player, depth + 1, alpha, beta)
            return walk.left(walk.judge(again, player, -result), 3 - player, NodeKind.TERMINAL)
        walk.show(child, move, 3 - player, depth + 1, alpha, beta)
        return walk.left(value(walk, again, walk.pass_move, player, depth, alpha, beta), 3 - player)

    def _memory(self, game: ConnectFour, state: State, depth: int) -> int:
        """Bytes of the largest tree; each is thrown away before the next is built."""
        boards = [game.play(state, move) for move in game.moves(state)]
        if self.same_player:
            boards = [board if game.result(board) is not None else (board[1], board[0]) for board in boards]
        return max(count_nodes(game, board, depth) for board in boards) * count_bytes_a_node(game)

    @property
    def extra_plies(self) -> int:
        """The move of the root, and the pass after it."""
        return 1 + self.same_player

    def takes_least(self, game: Game, state: State) -> bool:
        return self.root_max and game.to_move(state) == 1

    def tree_game(self, game: Game) -> Game:
        return PassAfterMove.on(game) if self.same_player and isinstance(game, ConnectFour) else game

    def _answer(
        self, game: ConnectFour, state: State, walk: Walk, values: dict[Move, int], depth: int, stopped_by: str
    ) -> SearchResult:
        sign = 1 if self.root_max or game.to_move(state) == 0 else -1
        best, column = SMALLEST, 0
        if not self.first_column:
            best, column = SMALLEST - 1, game.moves(state)[0]
        for move, value in values.items():
            if sign * value > best:
                best, column = sign * value, move
        legal = game.moves(state)
        move = column if column in legal else legal[0]
        used = max((index + 1 for index, count in enumerate(walk.cutoffs) if count), default=0)
        stats = Stats(
            nodes=walk.nodes,
            evaluations=walk.evaluations,
            terminals=walk.terminals,
            cutoffs=tuple(walk.cutoffs[:used]),
            depth=0 if stopped_by else depth,
            seconds=walk.budget.seconds(),
            memory=0 if stopped_by else self._memory(game, state, depth),
        )
        return SearchResult(
            move,
            Score(max(best, SMALLEST), Bound.LOWER if stopped_by else Bound.EXACT),
            (move,),
            tuple(RootMove(root, Score(sign * value)) for root, value in values.items()),
            stats,
            stopped_by,
            refused=None if move == column or stopped_by else column,
        )


@dataclass(frozen=True)
class S0Minimax(S0):
    """MinMaxPlayer."""

    name = "replica-s0-minimax"
    about = f"MinMaxPlayer of {REPORT} (2021), with its faults as options"
    title = f"{REPORT}: minimax"
    prunes = False


@dataclass(frozen=True)
class S0AlphaBeta(S0):
    """AlphaBetaPlayer."""

    name = "replica-s0-alphabeta"
    about = f"AlphaBetaPlayer of {REPORT} (2021), with its faults as options"
    title = f"{REPORT}: alpha-beta"
    prunes = True

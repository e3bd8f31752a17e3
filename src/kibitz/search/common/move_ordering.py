"""In which order to try the moves: alpha-beta lives on seeing the best one first.

An order is a chain of names joined by '+', the first deciding and each further one breaking ties:

    natural      as the game lists them: columns left to right, cells in reading order
    centre       nearest the middle of the board first
    heuristic    by the evaluator's score of each move
    shuffled     at random, from the seed
    table        the best move the table remembers
    killer       moves that refuted a sibling [Huberman 1968; Akl & Newborn 1977]
    history      moves that refuted often, deep refutations counting more [Schaeffer 1983]

Every order is stable: moves it has no opinion on keep the order they came in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.core.errors import BadOption
from kibitz.core.evaluation import Evaluator
from kibitz.core.game import Game, Move, State
from kibitz.core.rng import Rng

if TYPE_CHECKING:
    from kibitz.search.common.run import Run


class Order:
    """One link of the chain."""

    def __init__(self, game: Game, evaluator: Evaluator, rng: Rng) -> None:
        self.game, self.evaluator, self.rng = game, evaluator, rng

    def arrange(self, run: Run, state: State, moves: list[Move], ply: int) -> list[Move]:
        """The same moves, in the order to try them."""
        raise NotImplementedError

    def credit(self, move: Move, ply: int, depth: int) -> None:
        """Learn that the move refuted a node."""


class Centre(Order):
    def __init__(self, game: Game, evaluator: Evaluator, rng: Rng) -> None:
        super().__init__(game, evaluator, rng)
        self.distance = [game.centre_distance(move) for move in range(game.num_moves)]

    def arrange(self, run: Run, state: State, moves: list[Move], ply: int) -> list[Move]:
        return sorted(moves, key=self.distance.__getitem__)


class Heuristic(Order):
    def arrange(self, run: Run, state: State, moves: list[Move], ply: int) -> list[Move]:
        return sorted(moves, key=lambda move: -self.evaluator.move_score(state, move))


class Shuffled(Order):
    def arrange(self, run: Run, state: State, moves: list[Move], ply: int) -> list[Move]:
        moves = list(moves)
        self.rng.shuffle(moves)
        return moves


class TableMove(Order):
    def arrange(self, run: Run, state: State, moves: list[Move], ply: int) -> list[Move]:
        entry = run.table.find(state) if run.table is not None else None
        return moves if entry is None else first([entry.move], moves)


class Killer(Order):
    """Remembers the last two refutations at each ply."""

    def __init__(self, game: Game, evaluator: Evaluator, rng: Rng) -> None:
        super().__init__(game, evaluator, rng)
        self.killers: dict[int, list[Move]] = {}

    def arrange(self, run: Run, state: State, moves: list[Move], ply: int) -> list[Move]:
        killers = self.killers.get(ply)
        return moves if killers is None else first(killers, moves)

    def credit(self, move: Move, ply: int, depth: int) -> None:
        others = [killer for killer in self.killers.get(ply, ()) if killer != move]
        self.killers[ply] = [move, *others[:1]]


class History(Order):
    def __init__(self, game: Game, evaluator: Evaluator, rng: Rng) -> None:
        super().__init__(game, evaluator, rng)
        self.merit = [0] * game.num_moves

    def arrange(self, run: Run, state: State, moves: list[Move], ply: int) -> list[Move]:
        return sorted(moves, key=lambda move: -self.merit[move])

    def credit(self, move: Move, ply: int, depth: int) -> None:
        self.merit[move] += depth * depth


ORDERS: dict[str, type[Order]] = {
    "centre": Centre,
    "heuristic": Heuristic,
    "shuffled": Shuffled,
    "table": TableMove,
    "killer": Killer,
    "history": History,
}


class Ordering:
    """A chain of orders, the first deciding."""

    def __init__(self, orders: list[Order]) -> None:
        self.orders = orders

    def arrange(self, run: Run, state: State, moves: list[Move], ply: int) -> list[Move]:
        for order in reversed(self.orders):
            moves = order.arrange(run, state, moves, ply)
        return moves

    def credit(self, move: Move, ply: int, depth: int) -> None:
        for order in self.orders:
            order.credit(move, ply, depth)


def order_names(chain: str) -> list[str]:
    """The names in a chain, checked; "natural" is no order at all."""
    names = chain.split("+")
    for name in names:
        if name != "natural" and name not in ORDERS:
            known = ", ".join(["natural", *ORDERS])
            raise BadOption(f"order={chain}: there is no order '{name}'; join some of these with +: {known}.")
    return [name for name in names if name != "natural"]


def make_ordering(chain: str, game: Game, evaluator: Evaluator, seed: int) -> Ordering | None:
    """The ordering a chain of names asks for, None for the natural one."""
    orders = [ORDERS[name](game, evaluator, Rng(seed)) for name in order_names(chain)]
    return Ordering(orders) if orders else None


def first(favourites: list[Move], moves: list[Move]) -> list[Move]:
    """The favourites that are among the moves, then the rest."""
    front = [move for move in favourites if move in moves]
    return front + [move for move in moves if move not in front]

"""What the methods that learn a table have in common: its settings, how moves are chosen, where games begin.

Values are for the side to move, from -1 to 1. Both sides learn from the same table. With the usual rewards, 1, 0 and -1
for a win, a draw and a loss, what follows a move is worth to the side that made it the negative of what it is worth to
the other [Littman, "Markov games as a framework for multi-agent reinforcement learning", 1994]. With other rewards, as
where a draw is worth something to both sides, the table also keeps what a move is worth to the other side, and each
side chooses by its own rewards. A method is one function that plays a game and learns from it.
"""

from __future__ import annotations

from abc import abstractmethod
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from kibitz.core.errors import BadOption, Unfinished, Unsuited
from kibitz.core.game import Game, State
from kibitz.core.rng import Rng
from kibitz.core.score import sign
from kibitz.core.searching import StopFlag
from kibitz.core.spec import option
from kibitz.learn.method import Learner, Method, Team
from kibitz.learned.action_table import ActionTable, Row, read_state, write_state
from kibitz.learned.model import Arrays, Training

_FINE = 1 << 30  # parts into which chances are divided


class Worth(NamedTuple):
    """What a move is worth, or by how much that is wrong, to the side that makes it and to the other."""

    own: float
    other: float

    def turned(self) -> Worth:
        """As the other side sees it."""
        return Worth(self.other, self.own)


class Table:
    """Action values in the making, and the chance with which a move is chosen at random."""

    def __init__(self, method: TabularMethod, game: Game, rng: Rng) -> None:
        self.method, self.game, self.rng = method, game, rng
        self.rows: dict[State, Row] = {}
        self.states: list[State] = []  # in the order in which they were met
        self.epsilon = method.epsilon
        self.rewards = (method.draw, method.win, method.loss)  # by the sign of the result; -1 is the last
        self.is_zero_sum = method.draw == 0 and method.win == -method.loss

    def row(self, state: State) -> Row:
        """What is known of an unfinished position; a new row if nothing is."""
        row = self.rows.get(state)
        if row is None:
            if len(self.rows) >= self.method.max_states:
                raise Unfinished(
                    f"The table is full: {len(self.rows):,} positions of {self.game} were met, and there are more; "
                    "raise max_states, learn a smaller board, or take td, which needs no table of positions."
                )
            row = self.rows[state] = Row.of(len(self.game.moves(state)), shared=not self.is_zero_sum)
            self.states.append(state)
        return row

    def choose(self, state: State) -> int:
        """The number of a move, ε-greedy: mostly one of the best, now and then any."""
        values = self.row(state).values
        if self.rng.below(_FINE) < self.epsilon * _FINE:
            return self.rng.below(len(values))
        best = max(values)
        return self.rng.choice([index for index, value in enumerate(values) if value == best])

    def play(self, state: State, index: int) -> tuple[State, Worth | None]:
        """The position after a move, and what the finished game is worth; None if it goes on."""
        after = self.game.play(state, self.game.moves(state)[index])
        result = self.game.result(after)
        if result is None:
            return after, None
        won = self.game.seen_from(state, after, sign(result))
        return after, Worth(self.rewards[won], self.rewards[-won])

    def expect(self, state: State, after: State, answer: int) -> Worth:
        """What the move that led to a position is worth if this is the next move there."""
        worth = self._known(after, answer)
        return worth if self.game.keeps_turn(state, after) else worth.turned()

    def find_error(self, state: State, index: int, target: Worth) -> Worth:
        """How far a move's worth is from the target."""
        known = self._known(state, index)
        return Worth(target.own - known.own, target.other - known.other)

    def update(self, state: State, index: int, error: Worth, step: float = 1.0) -> None:
        """A step of that part of alpha towards the target."""
        row = self.row(state)
        row.visits[index] += 1
        row.values[index] += self.method.alpha * (error.own * step)
        if row.others is not None:
            row.others[index] += self.method.alpha * (error.other * step)

    def _known(self, state: State, index: int) -> Worth:
        row = self.row(state)
        own = row.values[index]
        return Worth(own, -own if row.others is None else row.others[index])


@dataclass(frozen=True)
class TabularMethod(Method):
    """The settings of all of them."""

    learns_table = True

    games: int = option(400_000, "number of training games", 1, 10**9)
    alpha: float = option(0.2, "learning rate", 1e-6, 1.0)
    epsilon: float = option(0.3, "initial exploration rate; decreases to 0 by the end", 0.0, 1.0)
    win: float = option(1.0, "reward for a win", -1.0, 1.0)
    draw: float = option(0.0, "reward for a draw, for both sides", -1.0, 1.0)
    loss: float = option(-1.0, "reward for a loss", -1.0, 1.0)
    starts: float = option(0.8, "fraction of games that start from an earlier position, with a random move", 0.0, 1.0)
    max_states: int = option(2_000_000, "maximum number of positions in the table", 100, 10**8)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.loss <= self.draw <= self.win or self.loss == self.win:
            raise BadOption(
                f"{self.name}: win={self.win:g}, draw={self.draw:g}, loss={self.loss:g} is not allowed; a win is worth "
                "more than a loss, and a draw no more than a win and no less than a loss."
            )

    @abstractmethod
    def play_game(self, table: Table, state: State, index: int) -> None:
        """Play a game to its end, from a position and a first move on, and learn from it."""

    def check(self, game: Game) -> None:
        """A table is kept in a file, so that its states must be such as can be written and read again."""
        state = game.initial()
        with suppress(ValueError):
            if read_state(write_state(state)) == state:
                return
        raise Unsuited(
            f"{self.name} keeps the states of {game} in a file, and {state!r} cannot be read again from there; make "
            "states of tuples, numbers and text."
        )

    def begin(self, game: Game, team: Team = Team()) -> TabularLearner:
        return TabularLearner(self, game)


class TabularLearner(Learner):
    def __init__(self, method: TabularMethod, game: Game) -> None:
        self.method, self.game, self.done = method, game, 0
        self.table = Table(method, game, Rng(method.seed))

    def learn(self, until: int, stop: StopFlag) -> None:
        table, method = self.table, self.method
        while self.done < until and not stop.raised:
            # A stream of its own for every game: what it does depends on the table and its number alone.
            table.rng = rng = Rng(Rng(method.seed).word() + self.done)
            table.epsilon = method.epsilon * max(0.0, 1.0 - self.done / method.games)
            state = self.game.initial()
            if table.states and rng.below(_FINE) < method.starts * _FINE:
                state = rng.choice(table.states)
                index = rng.below(len(table.row(state).values))
            else:
                index = table.choose(state)
            method.play_game(table, state, index)
            self.done += 1

    def make_model(self) -> ActionTable:
        rows = {state: Row(row.values.copy(), row.visits.copy()) for state, row in self.table.rows.items()}
        return ActionTable(self.game, rows)

    def keep(self) -> Arrays:
        others = [value for row in self.table.rows.values() for value in row.others or ()]
        return {
            **ActionTable(self.game, self.table.rows).arrays(),
            "others": np.array(others, np.float64),
            "done": np.array(self.done),
        }

    def restore(self, kept: Arrays) -> None:
        self.table.rows = dict(ActionTable.from_arrays(self.game, Training(), kept).rows)
        if not self.table.is_zero_sum:
            others, at = kept["others"].tolist(), 0
            for row in self.table.rows.values():
                row.others = others[at : at + len(row.values)]
                at += len(row.values)
        self.table.states = list(self.table.rows)
        self.done = int(kept["done"])

"""Q-learning [Watkins, "Learning from delayed rewards", 1989]: a move is worth the best that can follow it.

    Q(s, m) ← Q(s, m) + α (target − Q(s, m))        target: − max over m' of Q(s', m'), or the result at the end

It is off-policy: the target takes the best answer, whatever is played next, so that random moves made in order to
explore do not spoil what is learned.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.game import State
from kibitz.learn.tabular import Table, TabularMethod


@dataclass(frozen=True)
class QLearning(TabularMethod):
    name = "q-learning"
    about = "a table of action values, updated by the best next move, not the one played (off-policy)"

    def play_game(self, table: Table, state: State, index: int) -> None:
        while True:
            after, target = table.play(state, index)
            is_over = target is not None
            if target is None:
                values = table.row(after).values
                target = table.expect(state, after, values.index(max(values)))
            table.update(state, index, table.find_error(state, index, target))
            if is_over:
                return
            state, index = after, table.choose(after)

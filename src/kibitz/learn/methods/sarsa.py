"""Sarsa [Rummery & Niranjan, "On-line Q-learning using connectionist systems", 1994]: a move is worth what followed it.

    Q(s, m) ← Q(s, m) + α (target − Q(s, m))        target: − Q(s', m') of the move m' played next, or the result

It is on-policy: the target is the answer that is really played, a random one too. So it learns the worth of its own
play, mistakes included, and finds best play only as it stops making random moves.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.game import State
from kibitz.learn.tabular import Table, TabularMethod


@dataclass(frozen=True)
class Sarsa(TabularMethod):
    name = "sarsa"
    about = "a table of action values, updated by the move that was played next (on-policy)"

    def play_game(self, table: Table, state: State, index: int) -> None:
        while True:
            after, target = table.play(state, index)
            if target is not None:
                table.update(state, index, table.find_error(state, index, target))
                return
            answer = table.choose(after)
            target = table.expect(state, after, answer)
            table.update(state, index, table.find_error(state, index, target))
            state, index = after, answer

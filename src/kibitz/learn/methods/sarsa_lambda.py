"""Sarsa(λ) [Rummery & Niranjan 1994; Sutton & Barto, "Reinforcement learning", 2018, 12.7]: the moves before learn too.

    δ = target − Q(s, m)                            as in Sarsa
    e(s, m) ← 1                                     every move leaves a trace (of the replacing kind)
    for all s, m:  Q(s, m) ← Q(s, m) + α δ e(s, m),  e(s, m) ← λ e(s, m)

What is good news for one side is bad news for the other, so that δ counts with opposite signs for their moves. With
λ = 0 this is Sarsa; with λ = 1 every move of a game learns from its result.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.game import State
from kibitz.core.spec import option
from kibitz.learn.tabular import Table, TabularMethod

FAINT = 0.001  # a trace below this is left out


@dataclass(frozen=True)
class SarsaLambda(TabularMethod):
    name = "sarsa-lambda"
    about = "Sarsa with eligibility traces: every earlier move of the game is updated, recent ones most"

    trace: float = option(0.7, "λ, the trace decay rate", 0.0, 1.0, alias="lambda")

    def play_game(self, table: Table, state: State, index: int) -> None:
        traces: dict[tuple[State, int], float] = {}
        while True:
            after, target = table.play(state, index)
            is_over, answer = target is not None, 0
            if target is None:
                answer = table.choose(after)
                target = table.expect(state, after, answer)
            error = table.find_error(state, index, target)
            traces[state, index] = 1.0
            side = table.game.to_move(state)
            for (earlier, move), trace in traces.items():
                same_side = table.game.to_move(earlier) == side
                table.update(earlier, move, error if same_side else error.turned(), trace)
            if is_over:
                return
            traces = {key: trace * self.trace for key, trace in traces.items() if trace * self.trace > FAINT}
            state, index = after, answer

"""Two players that learn by playing: Q-learning and Sarsa with a table [Sutton & Barto 2018, sections 6.4 and 6.5].

Each keeps a value for every move it could make in every position it has met, and after each own move s, a corrects

    Q(s, a)  towards  r + max over a' of Q(s', a')     Q-learning: as if the best move came next
    Q(s, a)  towards  r + Q(s', a')                    Sarsa: by the move that really came next

where s' is the position at the own next turn and r is 1, 0 or -1 when the game is won, drawn or lost. Both play the
move with the greatest value, and once in a while any move.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kibitz.core.game import Game, Move, State
from kibitz.core.rng import Rng

Q_LEARNING, SARSA = "Q-learning", "Sarsa"
EXPLORED = 10  # percent of the moves are any move
RATE = 0.5  # how far a value is corrected


@dataclass
class TabularLearner:
    """A player that learns by one of the two rules, and what its learning cost.

    `looked_up`: values read from the table to choose a move. `corrections`: of a value by one of the next position,
    where the moves there differ in value; `by_the_best`: how many of them took the greatest.
    """

    rule: str
    rng: Rng
    table: dict[State, dict[Move, float]] = field(default_factory=dict)
    moves_made: int = 0
    looked_up: int = 0
    corrections: int = 0
    by_the_best: int = 0

    def choose(self, state: State, moves: list[Move]) -> Move:
        known = self.table.setdefault(state, {})
        values = [known.get(move, 0.0) for move in moves]
        self.moves_made += 1
        self.looked_up += len(values)
        if self.rng.below(100) < EXPLORED:
            return self.rng.choice(moves)
        best = max(values)
        return self.rng.choice([move for move, value in zip(moves, values, strict=True) if value == best])

    def learn(self, state: State, move: Move, after: State, then: Move, moves: list[Move]) -> None:
        """Correct a move's value by the position at the next own turn, where `then` was chosen among `moves`."""
        known = self.table.get(after, {})
        values = [known.get(each, 0.0) for each in moves]
        best = max(values)
        target = best if self.rule == Q_LEARNING else known.get(then, 0.0)
        if min(values) < best:
            self.corrections += 1
            self.by_the_best += target == best
        self._correct(state, move, target)

    def finish(self, state: State, move: Move, reward: int) -> None:
        """Correct the value of the last move by the result."""
        self._correct(state, move, float(reward))

    def _correct(self, state: State, move: Move, target: float) -> None:
        known = self.table.setdefault(state, {})
        value = known.get(move, 0.0)
        known[move] = value + RATE * (target - value)


def play_learning_game(game: Game, players: tuple[TabularLearner, TabularLearner]) -> int:
    """Let two learners play a game and learn from it; the result for the first player."""
    state, last = game.initial(), dict[int, tuple[State, Move]]()
    while moves := game.moves(state):
        side = game.to_move(state)
        move = players[side].choose(state, moves)
        if side in last:
            players[side].learn(*last[side], state, move, moves)
        last[side] = state, move
        state = game.play(state, move)
    outcome = game.outcome(state) or 0
    for side, (before, move) in last.items():
        players[side].finish(before, move, outcome if side == 0 else -outcome)
    return outcome

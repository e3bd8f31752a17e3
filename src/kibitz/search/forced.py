"""Whether a side can force a win soon: a short look ahead, for searches that guess.

    can_win(position, depth):     some move wins at once, or the other side cannot avoid it in depth - 1 plies
    is_lost(position, depth):     after every move the other side can force its win in depth - 1 plies

Both are one search of an AND/OR tree for the side that attacks, which need only prove or refute one claim, so that half
of the plies cost one move each. It goes deeper and deeper until it has looked at `budget` positions. Only moves that
the game's own knowledge leaves (`Game.candidates`) are tried. Answers are proofs; no answer proves nothing.
"""

from __future__ import annotations

from kibitz.core.game import ONGOING, Game, State

MAX_DEPTH = 40  # plies


class _Spent(Exception):
    """So many positions were looked at as are allowed."""


class Lookout:
    """Looks ahead in positions of one game that is won, drawn or lost."""

    def __init__(self, game: Game, budget: int) -> None:
        self.game, self.budget = game, budget
        self.candidates, (_, self.play, self.result) = game.candidates(), game.cached_rules
        self.out = [0] * game.num_moves

    def look(self, state: State) -> int:
        """1 if the side to move in an unfinished position can force a win, -1 if the other side can, else 0."""
        self.nodes = 0
        try:
            for depth in range(1, MAX_DEPTH + 1):
                self.is_cut = False  # whether it ended anywhere because of the depth
                for attacker in (1, -1):
                    if self._succeeds(state, depth, attacker):
                        return attacker
                if not self.is_cut:
                    break
        except _Spent:
            pass
        return 0

    def _succeeds(self, state: State, depth: int, attacker: int) -> bool:
        """Whether the side that attacks, 1 for the one to move, wins within so many plies."""
        self.nodes += 1
        if self.nodes > self.budget:
            raise _Spent
        result = self.result(state)
        if result != ONGOING:
            return result * attacker > 0
        if depth == 0:
            self.is_cut = True
            return False
        moves = self.out[: self.candidates(state, self.out)]
        for move in moves:
            after = self.play(state, move)
            succeeds = self._succeeds(after, depth - 1, self.game.seen_from(state, after, attacker))
            if succeeds == (attacker > 0):
                return succeeds  # one is enough: for the attacker a win, for the other side an escape
        return attacker < 0

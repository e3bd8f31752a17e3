"""What follows from a table that knows the exact score of a position and of all that can follow it."""

from __future__ import annotations

from abc import ABC, abstractmethod

from kibitz.core.game import Game, Move, State
from kibitz.core.score import Score
from kibitz.core.searching import RootMove


class KnownPositions(ABC):
    """The positions of one game that a table knows."""

    game: Game

    @abstractmethod
    def lookup(self, state: State) -> Score | None:
        """The exact score for the side to move; None if it has not been found out."""

    def roots(self, state: State) -> tuple[RootMove, ...]:
        """Every legal move of a known position with its exact score, in natural order."""
        roots = []
        for move in self.game.moves(state):
            after = self.game.play(state, move)
            score = self.lookup(after)
            assert score is not None, "whatever can follow a known position is known"
            roots.append(RootMove(move, self.game.score_before(state, after, score)))
        return tuple(roots)

    def line(self, state: State) -> tuple[Move, ...]:
        """Best play to the end of the game, or until a position comes again; of equally good moves, the first."""
        line: list[Move] = []
        seen: set[State] = set()
        while state not in seen and (roots := self.roots(state)):
            seen.add(state)
            best = max(roots, key=lambda root: root.score.value)
            line.append(best.move)
            state = self.game.play(state, best.move)
        return tuple(line)

"""What proof-number search knows of a position: bounds on its result, and how much is missing to an answer.

`search/proof.py` says what the numbers mean. The compiled search shows what it found as the same nodes.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.game import State

INFINITY = 1 << 50  # the number of what cannot be shown; what is still open stays below it


@dataclass(slots=True, eq=False)
class ProofNode:
    """What is known of a position, for the side to move there: `low` and `high` enclose its exact result.

    `phi` and `delta` belong to the latest question, `goal`. Yes is phi 0 and delta INFINITY, no the reverse. `work`
    counts the nodes spent on the position.
    """

    state: State
    low: int
    high: int
    goal: int = 0
    phi: int = 1
    delta: int = 1
    work: int = 0
    ply: int = 0  # from the root, where positions repeat; else 0

    def least(self, keeps_turn: bool) -> int:
        """What the side gets at least that made the move to here, and perhaps moves again."""
        return self.low if keeps_turn else -self.high

    def most(self, keeps_turn: bool) -> int:
        return self.high if keeps_turn else -self.low

    def ask(self, goal: int) -> None:
        """Set the numbers for a question: answered by what is known, or resumed, or new."""
        if self.low >= goal:
            self.phi, self.delta = 0, INFINITY
        elif self.high < goal:
            self.phi, self.delta = INFINITY, 0
        elif self.goal != goal:
            self.phi = self.delta = 1
        self.goal = goal


@dataclass(slots=True, eq=False)
class Child:
    """A node as its parent sees it: what it takes to show, through this move, that the parent's answer is yes or no."""

    node: ProofNode
    keeps_turn: bool

    @property
    def yes(self) -> int:
        return self.node.phi if self.keeps_turn else self.node.delta

    @property
    def no(self) -> int:
        return self.node.delta if self.keeps_turn else self.node.phi

    def ask(self, goal: int) -> None:
        """Put the question that decides whether the parent gets at least `goal` here."""
        self.node.ask(goal if self.keeps_turn else 1 - goal)

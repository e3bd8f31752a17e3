"""Connect Four with one forced pass: the game that two programs search by mistake, so that their trees can be shown.

S0's program lets the same player move again below every move of the root (S0-38), and S2's begins with its enemy's turn
(S2-18). Neither tree is one of Connect Four. Both are trees of this game, in which one ply of the game is a pass:

    S0    root ── 4 ── pass ── 3 …      the move, then the same player again
    S2    root ── pass ── 4 ── 3 …      the enemy's turn first

A state is that of Connect Four and one more number: how many plies remain before the pass, -1 once it was made.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass
from typing import ClassVar, Self

from kibitz.core.errors import Unsuited
from kibitz.core.game import Cell, Move, Rules, State, Symmetry
from kibitz.games.connect_four import ConnectFour
from kibitz.search.replica import MistakenGame

PASSED = -1


@dataclass(frozen=True)
class ForcedPass(ConnectFour, MistakenGame):
    """What the two programs have in common; they differ in the ply of the pass."""

    pass_at: ClassVar[int]  # the ply, from the root, at which the side to move must pass

    @classmethod
    def on(cls, game: ConnectFour) -> Self:
        """The game on the same board."""
        return cls(game.width, game.height, game.k)

    def root(self, state: State) -> State:
        """The position of Connect Four from which the plies count."""
        return (*state[:2], self.pass_at)

    def is_imaginary(self, move: Move) -> bool:
        """Whether it is the pass, which Connect Four does not have."""
        return move == self.pass_move

    @property
    def pass_move(self) -> Move:
        return self.width

    @property
    def num_moves(self) -> int:
        return self.width + 1

    @property
    def max_plies(self) -> int:
        return super().max_plies + 1

    @property
    def words(self) -> int:
        return 0  # never compiled

    def initial(self) -> State:
        return self.root(super().initial())

    def to_move(self, state: State) -> int:
        return super().to_move(state) ^ (state[2] == PASSED)

    def rules(self) -> Rules:
        board, last = super().rules(), self.pass_move

        def moves(state: State, out: MutableSequence[int]) -> int:
            if state[2] != 0:
                return board.moves(state, out)
            out[0] = last
            return 1

        def play(state: State, move: Move) -> State:
            after = (state[1], state[0]) if move == last else board.play(state, move)
            return (*after, max(PASSED, state[2] - 1))

        return Rules(moves, play, board.result)

    def targets(self, state: State) -> dict[Cell, Move]:
        return {} if state[2] == 0 else super().targets(state)

    def move_name(self, move: Move) -> str:
        return "pass" if move == self.pass_move else super().move_name(move)

    def symmetries(self) -> tuple[Symmetry, ...]:
        (mirror,) = super().symmetries()
        return (Symmetry(lambda state: (*mirror.image(state[:2]), state[2]), (*mirror.moves, self.pass_move)),)

    def position_text(self, state: State) -> str:
        if state[2] != self.pass_at:
            raise Unsuited(
                "A position below the root is not a position of Connect Four; its numbers are written instead."
            )
        return super().position_text(state)

    def parse_position(self, text: str) -> State:
        return self.root(super().parse_position(text))


class PassFirst(ForcedPass):
    pass_at = 0


class PassAfterMove(ForcedPass):
    pass_at = 1

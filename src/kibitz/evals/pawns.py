"""A heuristic for games of pawns, Hexapawn and Breakthrough: how many there are, how far on, and which are passed."""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass

from kibitz.core.bits import bits, popcount, shift_right, word
from kibitz.core.evaluation import Evaluator, Feature, Terms
from kibitz.core.game import State
from kibitz.core.spec import option
from kibitz.games.hexapawn import PawnGame


@dataclass(frozen=True)
class Pawns(Evaluator):
    """Pawns, the rows they have advanced, and passed pawns.

    A pawn is passed if no pawn of the other side is ahead of it, in its own or a neighbouring column.
    """

    name = "pawns"
    about = "pawns, the rows they have advanced, and those that nothing ahead can stop"
    suits = (PawnGame,)

    game: PawnGame
    pawn: int = option(10, "pawns")
    step: int = option(2, "rows that the pawns have advanced, summed over the pawns")
    passed: int = option(15, "pawns with no opposing pawn ahead in their own or a neighbouring column")

    def terms(self) -> Terms:
        width, height, board = self.game.width, self.game.height, self.game.board
        row_0 = (1 << width) - 1
        first_column = sum(1 << row * width for row in range(height))
        not_first = board ^ first_column

        def terms(state: State, out: MutableSequence[int]) -> None:
            white, black = state[0], state[1]
            steps = 0
            for row in range(height):
                area = row_0 << row * width
                steps += (height - 1 - row) * popcount(white & area) - row * popcount(black & area)
            # Where pawns guard against those that come: their own column and the neighbouring ones, all the way back.
            up = white | (white << 1) & word(not_first) | shift_right(white & word(not_first), 1)
            down = black | (black << 1) & word(not_first) | shift_right(black & word(not_first), 1)
            up, down = shift_right(up, width), down << width
            for _ in range(height - 2):
                up |= shift_right(up, width)
                down |= down << width
            passed = popcount(white & ~down) - popcount(black & ~up)
            sign = 1 - 2 * state[2]
            out[0] = sign * (popcount(white) - popcount(black))
            out[1] = sign * steps
            out[2] = sign * passed

        return terms

    def features(self, state: State) -> tuple[tuple[Feature, ...], ...]:
        last, sign = self.game.height - 1, 1 - 2 * state[2]
        white, black = ([self.game.cell(bit) for bit in bits(pawns)] for pawns in state[:2])
        pawns = [(cell, sign, last - cell[0], black, -1) for cell in white]
        pawns += [(cell, -sign, cell[0], white, 1) for cell in black]
        return (
            tuple(Feature((cell,), own) for cell, own, *_ in pawns),
            tuple(Feature((cell,), own * steps) for cell, own, steps, *_ in pawns if steps),
            tuple(
                Feature((cell,), own)
                for cell, own, _, others, ahead in pawns
                if not any((row - cell[0]) * ahead > 0 and abs(column - cell[1]) < 2 for row, column in others)
            ),
        )

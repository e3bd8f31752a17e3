"""Heuristics for games in which having no good move left loses: Nim, Chomp and Domineering.

Theorems say who wins Nim, and some positions of Chomp. In Domineering one counts the dominoes one can still put down.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from dataclasses import dataclass

from kibitz.core.bits import popcount, word
from kibitz.core.evaluation import Evaluator, Terms
from kibitz.core.game import State, helper
from kibitz.core.spec import option
from kibitz.games.chomp import MAX_SIDE, ROW_BITS, Chomp
from kibitz.games.domineering import Domineering
from kibitz.games.nim import HEAP_BITS, MAX_CHIPS, Nim


@dataclass(frozen=True)
class NimSum(Evaluator):
    """Lost for the side to move if the exclusive or of the heaps is 0 [Bouton, "Nim, a game with a complete
    mathematical theory", 1901].

    Misère play differs only when no heap has more than one chip: then an odd number of heaps is lost.
    """

    name = "nim-sum"
    about = "won unless the exclusive or of the heaps is 0; in misère play also right at the end"
    suits = (Nim,)

    game: Nim
    won: int = option(10, "1 where the side to move can win, -1 where it cannot")

    def terms(self) -> Terms:
        heaps, misere = len(self.game.sizes), self.game.misere

        def terms(state: State, out: MutableSequence[int]) -> None:
            nim_sum, largest = 0, 0
            for heap in range(heaps):
                chips = state[0] >> HEAP_BITS * heap & MAX_CHIPS
                nim_sum ^= chips
                largest = max(largest, chips)
            is_won = nim_sum != 0
            if misere and largest <= 1:
                is_won = not is_won
            out[0] = 1 if is_won else -1

        return terms


@dataclass(frozen=True)
class Staircases(Evaluator):
    """What is known of a bar's shape. Nothing is known of most of them; a search fills the gap.

    one row or one column       won, unless only the poison is left
    two rows (or columns)       lost if the first is longer by one square
    a row and a column only     lost if they are of one length
    as many rows as columns,    won: eating b2 leaves a row and a column of one length
    and b2 is there
    """

    name = "staircases"
    about = "shapes whose winner is known: two rows, a row and a column, as many rows as columns"
    suits = (Chomp,)

    game: Chomp
    known: int = option(10, "1 where the side to move is known to win, -1 where it is known to lose")

    def terms(self) -> Terms:
        height = self.game.height

        def terms(state: State, out: MutableSequence[int]) -> None:
            left = state[0]
            first, second = left & MAX_SIDE, left >> ROW_BITS & MAX_SIDE  # rows
            rows, second_column = 0, 0
            for row in range(height):
                length = left >> ROW_BITS * row & MAX_SIDE
                rows += 1 if length > 0 else 0
                second_column += 1 if length > 1 else 0
            if second <= 1:  # a row and a column, one of which may be the poison alone
                out[0] = -1 if first == rows else 1
            elif rows == 2:
                out[0] = -1 if first == second + 1 else 1
            elif first == 2:
                out[0] = -1 if rows == second_column + 1 else 1
            else:
                out[0] = 1 if first == rows else 0

        return terms


def _safe_rule(game: Domineering) -> Callable[[int, int], int]:
    """Make a function that counts the dominoes a side can surely put down: on cells the other side cannot use."""
    width, height, places = game.width, game.height, game.places
    top_row = (1 << game.width) - 1
    first_column = sum(1 << row * game.width for row in range(game.height))

    def count_safe(free: int, side: int) -> int:
        # Cells of no place of the other side; of the places on them, take the first, leave out what overlaps, go on.
        theirs = places(free, 1 - side)
        count = 0
        if side == 0:
            own = places(free & ~(theirs | theirs << 1), 0)
            for row in range(height - 1):
                taken = own & top_row << row * width
                count += popcount(taken)
                own &= ~(taken << width)
        else:
            own = places(free & ~(theirs | theirs << width), 1)
            for column in range(width - 1):
                taken = own & first_column << column
                count += popcount(taken)
                own &= ~(taken << 1)
        return count

    return helper(count_safe)


@dataclass(frozen=True)
class Places(Evaluator):
    """Places for dominoes, and those among them that the other side can no longer spoil.

    Safe places are spare moves: with one more of them than the other side needs, the game is won. Places count once
    for each domino that fits there, overlapping ones too.
    """

    name = "places"
    about = "places for the side's own dominoes, above all those the opponent cannot block"
    suits = (Domineering,)

    game: Domineering
    place: int = option(1, "places for a domino")
    safe: int = option(4, "dominoes that fit on cells the other side cannot use")

    def terms(self) -> Terms:
        board, places = self.game.board, self.game.places
        count_safe = _safe_rule(self.game)

        def terms(state: State, out: MutableSequence[int]) -> None:
            free = word(board) ^ (state[0] | state[1])
            side = state[2]
            out[0] = popcount(places(free, side)) - popcount(places(free, 1 - side))
            out[1] = count_safe(free, side) - count_safe(free, 1 - side)

        return terms

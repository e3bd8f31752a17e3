"""Heuristics for games in which men move and are captured: checkers, and three, six and nine men's morris."""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass

from kibitz.core.bits import bits, popcount
from kibitz.core.evaluation import Evaluator, Feature, Terms
from kibitz.core.game import State
from kibitz.core.spec import option
from kibitz.evals.feature_cells import both_sides
from kibitz.games.checkers import CENTRE, HOME_ROWS, ROWS, Checkers
from kibitz.games.morris import ALL_HANDS, HAND, OTHER_HAND, REMOVING, Morris, men_of


@dataclass(frozen=True)
class Draughtsmen(Evaluator):
    """Material first, then what every primer of the game says: hold the home row, advance, hold the centre."""

    name = "draughtsmen"
    about = "men and kings; men that guard the home row, have advanced, or are in the centre"
    suits = (Checkers,)

    game: Checkers
    man: int = option(100, "men that are not kings")
    king: int = option(150, "kings")
    home: int = option(8, "men still on their own first row, where they stop the opponent from getting kings")
    advance: int = option(2, "rows that the men have advanced, summed over the men")
    centre: int = option(4, "men and kings on the eight squares in the middle")

    def terms(self) -> Terms:
        black_home, white_home = HOME_ROWS
        rows, centre = ROWS, CENTRE

        def terms(state: State, out: MutableSequence[int]) -> None:
            own, other, kings, side = state[0], state[1], state[2], state[4]
            mine, theirs = own & ~kings, other & ~kings
            out[0] = popcount(mine) - popcount(theirs)
            out[1] = popcount(own & kings) - popcount(other & kings)
            my_home, their_home = (black_home, white_home) if side == 0 else (white_home, black_home)
            out[2] = popcount(mine & my_home) - popcount(theirs & their_home)
            advanced = 0
            for row in range(8):
                my_way, their_way = (row, 7 - row) if side == 0 else (7 - row, row)
                advanced += my_way * popcount(mine & rows[row]) - their_way * popcount(theirs & rows[row])
            out[3] = advanced
            out[4] = popcount(own & centre) - popcount(other & centre)

        return terms

    def features(self, state: State) -> tuple[tuple[Feature, ...], ...]:
        own, other, kings, side = state[0], state[1], state[2], state[4]
        mine, theirs = own & ~kings, other & ~kings
        my_home, their_home = HOME_ROWS if side == 0 else HOME_ROWS[::-1]

        def advanced(men: int, way: int, sign: int) -> list[Feature]:
            cells = [self.game.cell(bit) for bit in bits(men)]
            return [Feature((cell,), sign * (cell[0] if way == 0 else 7 - cell[0])) for cell in cells]

        return (
            both_sides(mine, theirs, self.game.cell),
            both_sides(own & kings, other & kings, self.game.cell),
            both_sides(mine & my_home, theirs & their_home, self.game.cell),
            tuple(f for f in (*advanced(mine, side, 1), *advanced(theirs, 1 - side, -1)) if f.amount),
            both_sides(own & CENTRE, other & CENTRE, self.game.cell),
        )


@dataclass(frozen=True)
class Mills(Evaluator):
    """Men, mills and the beginnings of mills, and how freely the men move: what players of the game look at first."""

    name = "mills"
    about = "men on the board and in hand, mills, two in a line with the third point free, and free points beside men"
    suits = (Morris,)

    game: Morris
    man: int = option(100, "men on the board and in hand")
    removal: int = option(90, "1 if the side to move is about to remove a man")
    mill: int = option(15, "mills")
    pair: int = option(10, "lines with two men and a free point")
    mobility: int = option(3, "free points next to a man, counted once for each man")

    def terms(self) -> Terms:
        mills, neighbours, points = self.game.mills, self.game.neighbours, len(self.game.cells)

        def terms(state: State, out: MutableSequence[int]) -> None:
            position = state[0]
            own, other = men_of(position)
            in_hand = (position >> HAND & ALL_HANDS) - (position >> OTHER_HAND & ALL_HANDS)
            closed, pairs, moves = 0, 0, 0
            for mill in mills:
                mine, theirs = popcount(own & mill), popcount(other & mill)
                if theirs == 0:
                    closed += 1 if mine == 3 else 0
                    pairs += 1 if mine == 2 else 0
                elif mine == 0:
                    closed -= 1 if theirs == 3 else 0
                    pairs -= 1 if theirs == 2 else 0
            for point in range(points):
                if (own | other) >> point & 1 == 0:
                    moves += popcount(neighbours[point] & own) - popcount(neighbours[point] & other)
            out[0] = popcount(own) - popcount(other) + in_hand
            out[1] = position >> REMOVING & 1
            out[2] = closed
            out[3] = pairs
            out[4] = moves

        return terms

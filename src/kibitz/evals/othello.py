"""Heuristics for Othello: discs, and a mixture of corners, mobility, position and discs by phase of the game.

Cells by kind (8x8); a smaller board has fewer of the last three, or none:

    * c - - - - c *      *  corner
    c x . . . . x c      c  c_square, on the edge next to a corner
    - . o o o o . -      x  x_square, diagonally next to a corner
    - . o o o o . -      -  edge
    - . o o o o . -      .  ring, next to the edge
    - . o o o o . -      o  inner
    c x . . . . x c
    * c - - - - c *
"""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass

from kibitz.core.bits import popcount
from kibitz.core.evaluation import Evaluator, Feature, Terms
from kibitz.core.game import State
from kibitz.core.spec import option
from kibitz.evals.feature_cells import both_sides
from kibitz.games.othello import Othello, mobility_rule

OPENING_ENDS, MIDDLE_ENDS, FULL = 20, 56, 64  # discs on the 8x8 board


@dataclass(frozen=True)
class Discs(Evaluator):
    """Greedy: early in the game, many discs mean few moves."""

    name = "discs"
    about = "number of discs, own minus the opponent's"
    suits = (Othello,)

    game: Othello
    disc: int = option(1, "discs")

    @property
    def unit_points(self) -> int:
        return max(0, self.disc)

    def terms(self) -> Terms:
        def terms(state: State, out: MutableSequence[int]) -> None:
            out[0] = popcount(state[0]) - popcount(state[1])

        return terms

    def features(self, state: State) -> tuple[tuple[Feature, ...], ...]:
        return (both_sides(state[0], state[1], self.game.cell),)


def cell_kinds(size: int) -> tuple[int, ...]:
    """The cells of each kind, as masks: corner, c_square, x_square, edge, ring, inner."""
    kinds = {(0, 0): 0, (0, 1): 0, (1, 1): 0, (0, 2): 0, (1, 2): 0, (2, 2): 0}  # by distances from the edges, up to 2
    for cell in range(size * size):
        nearer, farther = sorted(min(place, size - 1 - place, 2) for place in divmod(cell, size))
        kinds[nearer, farther] |= 1 << cell
    return tuple(kinds.values())


@dataclass(frozen=True)
class Phased(Evaluator):
    """What counts depends on how many discs are on the board.

        discs            up to 20   21 to 56   from 57    (in proportion on smaller boards)
        corners              x          x         x
        mobility, cells      x          x
        discs                           x         x

    The cells are weighted after the table in Norvig, "Paradigms of Artificial Intelligence Programming" (1992), chapter
    18, with one weight for each kind of cell; the neighbours of a corner, which give it away, are below zero. Mobility
    and discs are on the same scale.
    """

    name = "phased"
    about = "corners throughout; mobility and cells up to 56 discs; discs from 21 on, with most weight from 57"
    suits = (Othello,)

    game: Othello
    corner: int = option(120, "corners held")
    c_square: int = option(-20, "edge cells next to a corner held, up to 56 discs")
    x_square: int = option(-40, "cells diagonally next to a corner held, up to 56 discs")
    edge: int = option(10, "other edge cells held, up to 56 discs")
    ring: int = option(-5, "other cells next to the edge held, up to 56 discs")
    inner: int = option(3, "inner cells held, up to 56 discs")
    mobility: int = option(10, "possible moves, up to 56 discs")
    middle_discs: int = option(1, "discs, while there are 21 to 56")
    late_discs: int = option(100, "discs, from 57 on")

    def terms(self) -> Terms:
        corners, *others = map(self.game.wide, cell_kinds(self.game.size))
        kinds = tuple(others)  # without the corners, which need bit 63: a compiler wants the ints of a tuple alike
        mobility = mobility_rule(self.game)
        opening_ends, middle_ends = self._phase_ends

        def terms(state: State, out: MutableSequence[int]) -> None:
            own, other = state[0], state[1]
            mine, theirs = popcount(own), popcount(other)
            late = mine + theirs > middle_ends
            out[0] = popcount(own & corners) - popcount(other & corners)
            for i in range(5):
                out[1 + i] = 0 if late else popcount(own & kinds[i]) - popcount(other & kinds[i])
            out[6] = 0 if late else popcount(mobility(own, other)) - popcount(mobility(other, own))
            out[7] = 0 if late or mine + theirs <= opening_ends else mine - theirs
            out[8] = mine - theirs if late else 0

        return terms

    def features(self, state: State) -> tuple[tuple[Feature, ...], ...]:
        own, other = state[0], state[1]
        corners, *kinds = cell_kinds(self.game.size)
        mobility = mobility_rule(self.game)
        opening_ends, middle_ends = self._phase_ends
        placed = popcount(own | other)
        late, opening = placed > middle_ends, placed <= opening_ends
        nowhere: tuple[Feature, ...] = ()

        def held(mask: int) -> tuple[Feature, ...]:
            return both_sides(own & mask, other & mask, self.game.cell)

        return (
            held(corners),
            *(nowhere if late else held(kind) for kind in kinds),
            nowhere if late else both_sides(mobility(own, other), mobility(other, own), self.game.cell),
            nowhere if late or opening else held(own | other),
            held(own | other) if late else nowhere,
        )

    @property
    def _phase_ends(self) -> tuple[int, int]:
        """The most discs of the opening and of the middle game."""
        cells = self.game.size**2
        return OPENING_ENDS * cells // FULL, MIDDLE_ENDS * cells // FULL

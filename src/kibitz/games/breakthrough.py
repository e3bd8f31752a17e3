"""Breakthrough: two rows of pawns each; whoever first reaches the far row wins. A pawn steps one row ahead.

A step straight ahead needs an empty cell; a diagonal one may also capture. The board, the states and the moves are
those of `PawnGame`. The foremost pawn always has a diagonal step, so only a side without pawns has no move.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.spec import option
from kibitz.games.hexapawn import PawnGame


@dataclass(frozen=True)
class Breakthrough(PawnGame):
    name = "breakthrough"
    title = "Breakthrough"
    about = "Pawns step ahead, straight or diagonally, and capture diagonally; reach the far row to win."
    presets = ("breakthrough", "breakthrough:width=6,height=6", "breakthrough:width=5,height=5")

    pawn_rows = 2
    walks_diagonally = True

    width: int = option(8, "columns", 2, 8)
    height: int = option(8, "rows", 4, 8)

"""Names for the moves of chess and its variants, which OpenSpiel numbers from the view of the side that moves.

A number is 73 times the square the piece comes from, plus one of: nine underpromotions, 56 moves as a queen makes them,
eight as a knight does (antichess: 76 and twelve, for kings). Here every move has the number that it has for White, so
that e2e4 is one move whoever makes it.
"""

from __future__ import annotations

SIDE = 8
KNIGHT = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (2, -1), (2, 1), (1, -2), (1, 2))
LINES = ((0, 1), (1, 0), (1, 1), (1, -1))
UNDER_STEPS = (0, 1, -1)  # to which side an underpromotion goes
CASTLING = ("O-O-O", "O-O")
QUEEN_AND_KNIGHT = [
    *((dx * far, dy * far) for dx, dy in LINES for far in (*range(1 - SIDE, 0), *range(1, SIDE))),
    *KNIGHT,
]


def square_moves(promotions: str) -> list[str]:
    """The names of the moves from square to square; `promotions`: the letters of the pieces other than a queen."""
    names = []
    for square in range(SIDE * SIDE):
        x, y = divmod(square, SIDE)
        forward = -1 if y == 1 else 1  # only Black promotes from the second rank
        steps = [(dx, forward, piece) for piece in promotions for dx in UNDER_STEPS]
        for dx, dy, piece in [*steps, *((dx, dy, "") for dx, dy in QUEEN_AND_KNIGHT)]:
            names.append(f"{_square(x, y)}{_square(x + dx, y + dy)}{piece}")
    return names


def drop_names(pieces: str) -> list[str]:
    """The names of drops, as in N@f3."""
    return [f"{piece}@{_square(x, y)}" for piece in pieces for y in range(SIDE) for x in range(SIDE)]


def flip_action(action: int, promotions: int) -> int:
    """The number of a move from square to square for the other side's view; `promotions`: as many underpromotions."""
    planes = promotions + len(QUEEN_AND_KNIGHT)
    square, plane = divmod(action, planes)
    x, y = divmod(square, SIDE)
    if plane >= promotions:
        dx, dy = QUEEN_AND_KNIGHT[plane - promotions]
        plane = promotions + QUEEN_AND_KNIGHT.index((dx, -dy))
    return (x * SIDE + SIDE - 1 - y) * planes + plane


def _square(x: int, y: int) -> str:
    """A square's name; one beyond the board, where no legal move goes, has none of the usual ones."""
    return f"{chr(ord('a') + x)}{y + 1}" if 0 <= x < SIDE and 0 <= y < SIDE else f"?{x}.{y}"

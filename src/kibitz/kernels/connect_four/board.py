"""Bits of a Connect Four board: threats, lines still possible, equal positions, and the answer-on-top strategy.

Positions are two unsigned words, the stones of the side to move and those of the other (the layout is drawn in
`games/connect_four.py`). The bit above each column is free, so that a shift by one of the four steps

    1 up      height + 1 right      height right and down      height + 2 right and up

never leads from one line into another. Width, height and k are constants of the compiled code.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import overload, register_jitable

from kibitz.core.bits import popcount
from kibitz.games.connect_four import ConnectFour
from kibitz.kernels.bridge import the_game_of

__all__ = ["following", "has_line", "key_of", "lowest", "masks", "most_stones", "shape", "threats", "words_of"]

U = np.uint64
ZERO, ONE = U(0), U(1)


def words_of(game: ConnectFour) -> tuple[int, int, int]:
    """The lowest cell of every column, all cells, and the rows that have the parity of the top row."""
    apart = game.height + 1
    bottom = sum(1 << column * apart for column in range(game.width))
    even = sum(bottom << row for row in range(game.height - 1, -1, -2))
    return bottom, bottom * ((1 << game.height) - 1), even


def shape(game: Any) -> Any:
    """Width, height and k."""
    return game.width, game.height, game.k


def masks(game: Any) -> Any:
    """`words_of` the game, as compiled code wants them."""
    return tuple(U(word) for word in words_of(game))


@overload(shape)
def _shape(game):
    played = the_game_of(game)
    width, height, k = played.width, played.height, played.k
    return lambda game: (width, height, k)


@overload(masks)
def _masks(game):
    bottom, board, even = (U(word) for word in words_of(the_game_of(game)))
    return lambda game: (bottom, board, even)


@register_jitable
def _up(word: Any, count: int) -> Any:
    """A machine shifts by 63 at most."""
    return word << U(count) if count < 64 else ZERO


@register_jitable
def _down(word: Any, count: int) -> Any:
    return word >> U(count) if count < 64 else ZERO


@register_jitable
def lowest(word: Any) -> Any:
    """Only the lowest bit of a word."""
    return word & (ZERO - word)


@register_jitable
def _threats_along(word: Any, step: int, k: int) -> Any:
    """Cells that complete a line of that direction, occupied or not, on the board or beside it."""
    found = ZERO
    for hole in range(k):
        others = ~ZERO
        for index in range(k):
            distance = (index - hole) * step
            if distance > 0:
                others &= _down(word, distance)
            elif distance < 0:
                others &= _up(word, -distance)
        found |= others
    return found


@register_jitable
def threats(game: Any, stones: Any, free: Any) -> Any:
    """The free cells that complete a line of k with those stones."""
    _, height, k = shape(game)
    column = ~ZERO
    for index in range(1, k):
        column &= _up(stones, index)
    across = _threats_along(stones, height + 1, k)
    falling = _threats_along(stones, height, k)
    rising = _threats_along(stones, height + 2, k)
    return (column | across | falling | rising) & free


@register_jitable
def _lines(word: Any, step: int, k: int) -> Any:
    """The first cell of every line of k whose cells are all in the word."""
    length = 1
    while 2 * length <= k:
        word &= _down(word, length * step)
        length *= 2
    return word & _down(word, (k - length) * step)


@register_jitable
def has_line(game: Any, cells: Any) -> bool:
    """Whether these cells contain a line."""
    _, height, k = shape(game)
    found = _lines(cells, 1, k) | _lines(cells, height + 1, k)
    found |= _lines(cells, height, k) | _lines(cells, height + 2, k)
    return found != ZERO


@register_jitable
def _spread(first: Any, step: int, k: int) -> Any:
    """All cells of the lines that begin there."""
    length = 1
    while 2 * length <= k:
        first |= _up(first, length * step)
        length *= 2
    return first | _up(first, (k - length) * step)


@register_jitable
def _in_lines(game: Any, cells: Any, without: Any) -> Any:
    """The cells that belong to a line within `cells` which is not within `without`."""
    _, height, k = shape(game)
    found = _spread(_lines(cells, 1, k) & ~_lines(without, 1, k), 1, k)
    for step in range(height, height + 3):
        found |= _spread(_lines(cells, step, k) & ~_lines(without, step, k), step, k)
    return found


@register_jitable
def _mirrored(game: Any, word: Any) -> Any:
    width, height, _ = shape(game)
    column_mask = (ONE << U(height + 1)) - ONE
    turned = ZERO
    for column in range(width):
        stones = (word >> U(column * (height + 1))) & column_mask
        turned |= stones << U((width - 1 - column) * (height + 1))
    return turned


@register_jitable
def key_of(game: Any, mine: Any, other: Any) -> Any:
    """One word for all positions that are the same to the future, mirror images included.

    A bit above each column's stones marks their height; below it, a 1 is a stone of the side to move. Which stones
    stand where matters only through the lines that can still be completed. A stone of the other side in none of its
    own is noted as one of the side to move, unless a line with a free cell would then be open to the side to move:
    each such line must keep a stone that is not renamed.
    """
    bottom, board, _ = masks(game)
    taken = mine | other
    in_use = _in_lines(game, other | (board ^ taken), ZERO)
    idle = other & ~in_use
    if idle != ZERO:
        unblocked = board & ~(other & in_use)
        mine |= idle & ~_in_lines(game, unblocked, unblocked & taken)
    key = mine | (taken + bottom)
    turned = _mirrored(game, key)
    return min(turned, key)


@register_jitable
def most_stones(empties: int) -> int:
    """The score of a win on the spot with so many free cells: the winner's stones left, this one included."""
    return (empties + 1) >> 1


@register_jitable
def _highest_row(word: Any, height: int) -> int:
    """The row of the highest bit of a line, 0 at the bottom; `word` is not empty."""
    row = 0
    while word != ZERO:
        first = lowest(word)
        row = max(row, popcount(first - ONE) % (height + 1))
        word ^= first
    return row


@register_jitable
def following(game: Any, mine: Any, other: Any, their_threats: Any, empties: int, none: int) -> int:
    """An upper bound on the score of the side to move, the leader, from what the other, the follower, can force by
    answering on top; `none` if nothing follows.

    The follower answers in the column just played. With an even number of free cells, columns with an odd number of
    them come in pairs: an answer to the lowest free cell of one is the lowest free cell of another. So the follower
    is sure of all cells with the parity of the top row, save those free to be taken now. If the other cells contain
    no line, the leader cannot win; and a line of the follower's sure cells is full at the latest when all columns
    are but the one in which it is highest.

    With an odd number of free cells, a threat of the follower in a column with an odd number of them, at an odd
    distance from its lowest free cell, takes the place of the pairing: everything else fills up in pairs, and the
    leader must play below the threat in the end. The cells above it are then of no use to anybody.
    """
    width, height, k = shape(game)
    bottom, board, even = masks(game)
    taken = mine | other
    playable = (taken + bottom) & board
    sure = other | (even & ~mine & ~playable)
    bound = none
    if empties & 1 == 0:
        if has_line(game, board ^ sure):
            return none
        bound = 0
        for step in range(height, height + 3):
            first = _lines(sure, step, k)
            while first != ZERO:
                line = _spread(lowest(first), step, k)
                first ^= lowest(first)
                bound = min(bound, -most_stones(height - 1 - _highest_row(line & ~taken, height) + 1))
        return bound
    candidates = their_threats & ~even
    odd_columns = playable & even
    if candidates == ZERO or odd_columns == ZERO:
        return none
    one_column = (ONE << U(height)) - ONE
    for number in range(width):
        column = one_column << U(number * (height + 1))
        threat = lowest(candidates & column)
        if threat != ZERO and odd_columns & column != ZERO:
            below = column & (threat - ONE) & ~taken
            lead = board & ~(sure & ~column | other | below & ~even | threat)
            if not has_line(game, lead & ~(column & ~(threat | (threat - ONE)))):
                row = popcount(threat - ONE) - number * (height + 1)
                bound = min(bound, -most_stones(height - row))
    return bound

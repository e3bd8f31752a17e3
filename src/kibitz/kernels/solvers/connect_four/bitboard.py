"""Bits of a Connect Four board: threats, lines still possible, equal positions, and the answer-on-top strategy.

Positions are two words, the stones of the side to move and those of the other (the layout is drawn in
`games/connect_four.py`, the words are those of `words.py`). The bit above each column is free, so that a shift by one
of the four steps

    1 up      height + 1 right      height right and down      height + 2 right and up

never leads from one line into another.

Every function takes the board first: either a game, whose width, height and k are then constants of the compiled code,
or `AnyBoard`, for which they are ordinary numbers. That is three times slower, but compiled once for all boards of 64
bits.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from numba import types
from numba.extending import overload, register_jitable

from kibitz.core.bits import popcount
from kibitz.games.connect_four import ConnectFour
from kibitz.kernels.compiler.bridge import game_of_type
from kibitz.kernels.solvers.connect_four.words import ONE, ZERO, U, all_bits, lowest, shift_down, shift_up

SHORT = 8  # stones: threats to complete a longer line are rare, and much work to look for


class AnyBoard(NamedTuple):
    """A board of at most 64 bits as numbers."""

    width: int
    height: int
    k: int
    bottom: Any  # the lowest cell of every column
    board: Any  # all cells
    even: Any  # the rows that have the parity of the top row

    @staticmethod
    def of(game: ConnectFour) -> AnyBoard:
        return AnyBoard(*shape(game), *masks(game))


def shape(game: Any) -> Any:
    """Width, height and k."""
    return game.width, game.height, game.k


def masks(game: Any) -> Any:
    """The lowest cell of every column, all cells, and the rows that have the parity of the top row."""
    bottom = sum(1 << column * (game.height + 1) for column in range(game.width))
    board = bottom * ((1 << game.height) - 1)
    even = sum(bottom << row for row in range(game.height - 1, -1, -2))
    return tuple(game.wide(mask) if game.int_words > 1 else U(mask) for mask in (bottom, board, even))


def is_wide(game: Any) -> bool:
    """Whether the words of a board have more than 64 bits; compiled code asks with the type of the board."""
    if isinstance(game, (AnyBoard, types.BaseNamedTuple)):
        return False
    own: ConnectFour = game if isinstance(game, ConnectFour) else game_of_type(game)
    return own.int_words > 1


@overload(shape)
def _shape(game):
    if isinstance(game, types.BaseNamedTuple):
        return lambda game: (game.width, game.height, game.k)
    width, height, k = shape(game_of_type(game))
    return lambda game: (width, height, k)


@overload(masks)
def _masks(game):
    if isinstance(game, types.BaseNamedTuple):
        return lambda game: (game.bottom, game.board, game.even)
    bottom, board, even = masks(game_of_type(game))
    return lambda game: (bottom, board, even)


@register_jitable
def _lines(word: Any, step: int, k: int) -> Any:
    """The first cell of every line of k whose cells are all in the word."""
    length = 1
    while 2 * length <= k:
        word &= shift_down(word, length * step)
        length *= 2
    return word & shift_down(word, (k - length) * step)


@register_jitable(forceinline=True)
def _threats_along(word: Any, step: int, k: int) -> Any:
    """Cells that complete a line of that direction, occupied or not, on the board or beside it.

    Made part of its callers, where k and the step are constants: that halves the time of the whole search on 7x6.
    """
    found = ZERO
    for hole in range(k):
        others = all_bits(word)
        for index in range(k):
            distance = (index - hole) * step
            if distance > 0:
                others &= shift_down(word, distance)
            elif distance < 0:
                others &= shift_up(word, -distance)
        found |= others
    return found


@register_jitable
def _long_threats_along(word: Any, step: int, k: int) -> Any:
    """The same, where half a line is looked for first, since one side of the hole holds that many stones at least."""
    if _lines(word, step, k // 2) == ZERO:
        return word ^ word
    return _threats_along(word, step, k)


@register_jitable
def threats(game: Any, stones: Any, free: Any) -> Any:
    """The free cells that complete a line of k with those stones."""
    _, height, k = shape(game)
    column = all_bits(stones)
    for index in range(1, k):
        column &= shift_up(stones, index)
    if k <= SHORT:
        across = _threats_along(stones, height + 1, k)
        falling = _threats_along(stones, height, k)
        rising = _threats_along(stones, height + 2, k)
    else:
        across = _long_threats_along(stones, height + 1, k)
        falling = _long_threats_along(stones, height, k)
        rising = _long_threats_along(stones, height + 2, k)
    return (column | across | falling | rising) & free


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
        first |= shift_up(first, length * step)
        length *= 2
    return first | shift_up(first, (k - length) * step)


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
    return turned if turned < key else key


@register_jitable
def most_stones(empties: int) -> int:
    """The score of a win on the spot with so many free cells: the winner's stones left, this one included."""
    return (empties + 1) >> 1


@register_jitable
def _below(game: Any, cells: Any) -> Any:
    """In every column the cells up to the lowest of the given ones, all where there is none, and a bit above those."""
    _, height, _ = shape(game)
    bottom, _, _ = masks(game)
    stops = cells | bottom << U(height)
    return (stops - bottom) ^ stops


@register_jitable
def _squeezed(game: Any, sure: Any, wins: Any) -> int:
    """The score the follower is sure of, -1 if of nothing.

    `sure`: the cells it will have, `wins`: those among them that win. What lies above them is never reached; if the
    leader can complete no line with the rest, everything fills up but the columns with a win, and then the leader
    must play below one of them.
    """
    bottom, board, _ = masks(game)
    _, height, _ = shape(game)
    reached = _below(game, wins)
    if has_line(game, board & reached & ~sure):
        return -1
    return (popcount(board & ~reached) >> 1) + popcount(~reached & (bottom << U(height)))


@register_jitable
def _line_by_pairs(game: Any, sure: Any, taken: Any) -> int:
    """The score of the best line among cells that the follower is sure of, 0 if there is none.

    The leader can put off one cell of the line, the highest at best, until all other columns are full.
    """
    _, height, k = shape(game)
    score = 0
    for step in range(height, height + 3):
        first = _lines(sure, step, k)
        while first != ZERO:
            missing = _spread(lowest(first), step, k) & ~taken
            first &= first - ONE
            row = 0
            while missing != ZERO:
                row = max(row, popcount(lowest(missing) - ONE) % (height + 1))
                missing &= missing - ONE
            score = max(score, (height + 1 - row) >> 1)
    return score


@register_jitable
def following(game: Any, mine: Any, other: Any, their: Any, empties: int, alpha: int) -> int:
    """A score that the other side, the follower, can force by answering on top; -1 if none that settles the question.

    The question is whether the side to move, the leader, can have more than `alpha`; `their` are the follower's
    threats, none of which can be played now.

    With an even number of free cells, the follower answers in the column just played; columns with an odd number of
    free cells come in pairs, and the answer to the lowest free cell of one is the lowest free cell of another. So it
    is sure of all cells with the parity of the top row, save those that can be played now.

    With an odd number of free cells, a threat of the follower in a column with an odd number of them, at an odd
    distance from its lowest free cell, takes the place of a partner: everything else fills up in pairs.
    """
    _, height, _ = shape(game)
    bottom, board, even = masks(game)
    taken = mine | other
    playable = (taken + bottom) & board
    sure = other | (even & ~mine & ~playable)
    wins = their & sure
    if empties & 1 == 0:
        score = _squeezed(game, sure, wins)
        return _line_by_pairs(game, sure, taken) if score == 0 and alpha < 0 else score
    score, candidates = -1, their & ~even
    while candidates != ZERO:
        threat = lowest(candidates)
        above = lowest((bottom << U(height)) & ~(threat - ONE))  # the free bit of its column
        column = above - shift_down(above, height)
        candidates &= ~column
        if playable & even & column != ZERO:
            in_column = other | threat | (~even & (threat - ONE) & ~taken)
            score = max(score, _squeezed(game, (sure & ~column) | (in_column & column), (wins & ~column) | threat))
    return score

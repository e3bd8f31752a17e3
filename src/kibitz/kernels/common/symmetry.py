"""The symmetries of a game for compiled code: which bit goes where, as tables.

A game declares a symmetry as a Python function on states. If all it does is to move bits about within their numbers,
the images of the single bits say everything. Where a number is one word, compiled code turns it byte by byte:

    turned word = OR over its eight bytes of bytes[symmetry, word, number of the byte, byte]

On a larger board such tables would fill megabytes, and most bytes are empty. There every bit has a random number, and
the key of a turned position is made of those of the places its bits go to [Zobrist, "A new hashing method with
application for game playing", 1970]:

    key = XOR over the bits that are set of places[symmetry, bit]

A symmetry that does anything else is left out; the search is right without it.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import bits, popcount
from kibitz.core.game import Game, State, Symmetry
from kibitz.core.random_games import random_states
from kibitz.core.rng import Rng
from kibitz.kernels.common.transposition_table import mixed
from kibitz.kernels.compiler.bridge import state_words, subkernel

_ZERO, _BITS, _BYTE = np.uint64(0), np.uint64(8), np.uint64(255)
MAX_GAMES = 64  # whose tables are kept: up to 2 MiB each on a large board
NOWHERE = -1
MAX_CHECKED = 2_000  # positions of them, as games that repeat may never end
GAMES_CHECKED = 2  # random games on whose every position a table must agree with the game's own function


class Turns(NamedTuple):
    """Symmetry s takes move m to images[s, m]; number 0 leaves everything as it is."""

    bytes: NDArray[np.int64]  # symmetries - 1, words, 8, 256; on a large board the places: symmetries, bits
    images: NDArray[np.int64]  # symmetries, moves
    origins: NDArray[np.int64]  # the reverse of images


@subkernel
def key_of(state: Any, turn_bytes: Any, turn: bool) -> tuple[int, int]:
    """The table's key of a state and the symmetry it was turned by: with `turn`, its images all have one key."""
    if turn_bytes.ndim == 2:  # known to the compiler, which leaves out the other branch
        return _key_by_places(state, turn_bytes, turn)
    return _key_by_bytes(state, turn_bytes, turn)


@subkernel
def _key_by_bytes(state: Any, turn_bytes: Any, turn: bool) -> tuple[int, int]:
    best, best_turn = 0, 0
    for word in range(len(state)):
        best = mixed(best, state[word])
    if turn:
        for symmetry in range(turn_bytes.shape[0]):
            key = 0
            for word in range(len(state)):
                turned, rest, number = 0, np.uint64(state[word]), 0
                while rest != _ZERO:
                    turned |= turn_bytes[symmetry, word, number, rest & _BYTE]
                    rest >>= _BITS
                    number += 1
                key = mixed(key, turned)
            if key < best:
                best, best_turn = key, symmetry + 1
    return best, best_turn


@subkernel
def _key_by_places(state: Any, places: Any, turn: bool) -> tuple[int, int]:
    best, best_turn = 0, 0
    for symmetry in range(places.shape[0] if turn else 1):
        key = 0
        for word in range(len(state)):
            rest = state[word]
            while rest != 0:
                lowest = rest & -rest
                key ^= places[symmetry, 64 * word + popcount(lowest - 1)]
                rest ^= lowest
        if symmetry == 0 or key < best:
            best, best_turn = key, symmetry
    return best, best_turn


@functools.lru_cache(MAX_GAMES)
def turns_of(game: Game) -> Turns:
    """The tables of a game's symmetries."""
    return _turns(game, [found for symmetry in game.symmetries() if (found := _bit_images(game, symmetry)) is not None])


@functools.lru_cache(MAX_GAMES)
def no_turns(game: Game) -> Turns:
    """For a search that shall not use the symmetries: the identity alone."""
    return _turns(game, [])


def _turns(game: Game, found: list[_BitImages]) -> Turns:
    images = np.array([range(game.num_moves), *(one.moves for one in found)], np.int64)
    tables = _byte_tables(game, found) if game.int_words == 1 else _places(game, found)
    return Turns(tables, images, np.argsort(images, axis=1).astype(np.int64))


class _BitImages(NamedTuple):
    """A symmetry that only moves bits: bit b of number n of a state goes to bit bits[n][b] of the same number."""

    bits: list[list[int]]
    moves: tuple[int, ...]


def _byte_tables(game: Game, found: list[_BitImages]) -> NDArray[np.int64]:
    tables = np.zeros((len(found), game.words, 8, 256), np.int64)
    for table, symmetry in zip(tables, found, strict=True):
        for word, images in enumerate(symmetry.bits):
            for bit, image in enumerate(state_words(game, tuple(1 << image for image in images))):
                half = 1 << bit % 8
                table[word, bit // 8, half : 2 * half] = table[word, bit // 8, :half] | image
    return tables


def _places(game: Game, found: list[_BitImages]) -> NDArray[np.int64]:
    size = 64 * game.int_words
    rng, count = Rng(0), 64 * game.words
    numbers = np.array([rng.word() for _ in range(count)], np.uint64).view(np.int64)
    turned = [[size * number + image for number, row in enumerate(one.bits) for image in row] for one in found]
    return np.ascontiguousarray(numbers[np.array([range(count), *turned], np.int64)])


def _bit_images(game: Game, symmetry: Symmetry) -> _BitImages | None:
    """Where a symmetry takes every bit; None if it does not just move bits."""
    count, size = game.words // game.int_words, 64 * game.int_words
    images = [[_bit_image(symmetry, number, bit, count) for bit in range(size)] for number in range(count)]
    if any(len(set(row) - {NOWHERE}) < size for row in images):
        return None
    if sorted(symmetry.moves) != list(range(game.num_moves)):
        return None
    for state in _positions(game):
        turned = tuple(sum(1 << row[bit] for bit in bits(number)) for row, number in zip(images, state, strict=True))
        if turned != tuple(symmetry.image(state)):
            return None
    return _BitImages(images, symmetry.moves)


def _bit_image(symmetry: Symmetry, number: int, bit: int, count: int) -> int:
    """The one bit of the same number that a bit becomes; NOWHERE if it becomes anything else."""
    try:
        image = symmetry.image(tuple(1 << bit if other == number else 0 for other in range(count)))
    except (LookupError, ValueError):  # no bit of the board: it stays where it is
        return bit
    alone = sum(image) == image[number] and image[number].bit_count() == 1
    return image[number].bit_length() - 1 if alone else NOWHERE


def _positions(game: Game) -> list[State]:
    """Those of a few random games."""
    rng, states = Rng(0), list[State]()
    for _ in range(GAMES_CHECKED):
        states += random_states(game, rng, max(MAX_CHECKED - len(states) - 1, 0))
    return states

"""The symmetries of a game for compiled code: which bit goes where, as tables.

A game declares a symmetry as a Python function on states. If all it does is to move bits about within their words, the
images of the single bits say everything, and compiled code can turn a word byte by byte:

    turned word = OR over its eight bytes of bytes[symmetry, word, number of the byte, byte]

A symmetry that does anything else is left out; the search is right without it.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import bits
from kibitz.core.game import Game, State, Symmetry
from kibitz.core.rng import Rng
from kibitz.kernels.common.transposition_table import mixed
from kibitz.kernels.compiler.bridge import state_words, subkernel

__all__ = ["Turns", "key_of", "no_turns", "turns_of"]

_ZERO, _BITS, _BYTE = np.uint64(0), np.uint64(8), np.uint64(255)
MAX_GAMES = 64  # whose tables are kept: up to 2 MiB each on a large board
GAMES_CHECKED = 2  # random games on whose every position a table must agree with the game's own function


class Turns(NamedTuple):
    """Symmetry s takes move m to images[s, m]; number 0 leaves everything as it is and has no bytes."""

    bytes: NDArray[np.int64]  # symmetries - 1, words, 8, 256
    images: NDArray[np.int64]  # symmetries, moves
    origins: NDArray[np.int64]  # the reverse of images


@subkernel
def key_of(state: Any, turn_bytes: Any, turn: bool) -> tuple[int, int]:
    """The table's key of a state and the symmetry it was turned by: with `turn`, its images all have one key."""
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


@functools.lru_cache(MAX_GAMES)
def turns_of(game: Game) -> Turns:
    """The tables of a game's symmetries."""
    return _turns(game, [table for symmetry in game.symmetries() if (table := _table(game, symmetry)) is not None])


@functools.lru_cache(MAX_GAMES)
def no_turns(game: Game) -> Turns:
    """For a search that shall not use the symmetries: the identity alone."""
    return _turns(game, [])


def _turns(game: Game, tables: list[tuple[NDArray[np.int64], tuple[int, ...]]]) -> Turns:
    images = np.array([range(game.num_moves), *(moves for _, moves in tables)], np.int64)
    bytes_ = np.array([table for table, _ in tables], np.int64).reshape(-1, game.words, 8, 256)
    return Turns(bytes_, images, np.argsort(images, axis=1).astype(np.int64))


def _table(game: Game, symmetry: Symmetry) -> tuple[NDArray[np.int64], tuple[int, ...]] | None:
    """A symmetry's bytes and moves; None if it does not just move bits."""
    images = [[_bit_image(game, symmetry, word, bit) for bit in range(64)] for word in range(game.words)]
    if any(len(set(row) - {0}) < 64 for row in images) or sorted(symmetry.moves) != list(range(game.num_moves)):
        return None
    for state in _positions(game):
        turned = tuple(sum(row[bit] for bit in bits(word)) for row, word in zip(images, state, strict=True))
        if turned != tuple(symmetry.image(state)):
            return None
    table = np.zeros((game.words, 8, 256), np.int64)
    for word, row in enumerate(images):
        for bit, image in enumerate(state_words(tuple(row))):
            half = 1 << bit % 8
            table[word, bit // 8, half : 2 * half] = table[word, bit // 8, :half] | image
    return table, symmetry.moves


def _bit_image(game: Game, symmetry: Symmetry, word: int, bit: int) -> int:
    """The one bit of the same word that a bit becomes; 0 if it becomes anything else."""
    try:
        image = symmetry.image(tuple(1 << bit if other == word else 0 for other in range(game.words)))
    except (LookupError, ValueError):  # no bit of the board: it stays where it is
        return 1 << bit
    return image[word] if sum(image) == image[word] and image[word].bit_count() == 1 else 0


def _positions(game: Game) -> list[State]:
    """Those of a few random games."""
    rng, states = Rng(0), []
    for _ in range(GAMES_CHECKED):
        states.append(game.initial())
        while moves := game.moves(states[-1]):
            states.append(game.play(states[-1], rng.choice(moves)))
    return states

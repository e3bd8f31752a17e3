"""Positions of tic-tac-toe that a tree two plies deep can begin with, where images of each other are one position.

A kind of position is all that rotations and reflections make of one; a kind of move is all that lead to one kind.
"""

from __future__ import annotations

from functools import cache, lru_cache

from kibitz.core.game import Move, State, Symmetry
from kibitz.core.rng import Rng
from kibitz.games.mnk import MNK

GAME = MNK()
MOST_STONES = 6


@cache
def list_starts(fewest: int, most: int) -> tuple[State, ...]:
    """One of each kind of position with a tree of so many leaves in which no game ends, in a fixed order."""
    return tuple(state for state, leaves in _count_all_leaves() if fewest <= leaves <= most)


@cache
def _count_all_leaves() -> tuple[tuple[State, int], ...]:
    """The leaves of every kind of position from which no game ends within two plies."""
    level, found = {_find_kind(GAME.initial())}, list[tuple[State, int]]()
    for _ in range(MOST_STONES + 1):
        found += [(state, _count_leaves(state)) for state in sorted(level) if not _ends_soon(state, 2)]
        level = {_find_kind(GAME.play(state, move)) for state in level for move in GAME.moves(state)}
    return tuple(found)


@lru_cache(maxsize=8_192)
def _find_kind(state: State) -> State:
    """`GAME.canonical`, which makes its symmetries anew every time."""
    return min([state, *(symmetry.image(state) for symmetry in _list_symmetries())])


@cache
def _list_symmetries() -> tuple[Symmetry, ...]:
    return GAME.symmetries()


def _count_leaves(state: State) -> int:
    return sum(len(list_move_kinds(GAME.play(state, move))) for move, _ in list_move_kinds(state))


def _ends_soon(state: State, plies: int) -> bool:
    if GAME.result(state) is not None:
        return True
    return plies > 0 and any(_ends_soon(GAME.play(state, move), plies - 1) for move in GAME.moves(state))


def turn(state: State, rng: Rng) -> State:
    """The position, rotated or reflected."""
    return rng.choice([state, *(symmetry.image(state) for symmetry in _list_symmetries())])


@lru_cache(maxsize=4_096)
def list_move_kinds(state: State) -> tuple[tuple[Move, int], ...]:
    """One move of each kind, the first, and how many moves lead to the same position, rotated or reflected."""
    kinds: dict[State, list[Move]] = {}
    for move in GAME.moves(state):
        kinds.setdefault(_find_kind(GAME.play(state, move)), []).append(move)
    return tuple((moves[0], len(moves)) for moves in kinds.values())


def count_lines(state: State, *, shared: bool = False) -> dict[str, int]:
    """X2, X1, O2 and O1 of a position; with `shared`, also lines that have marks of both sides."""
    xs, os = (state[0], state[1]) if GAME.to_move(state) == 0 else (state[1], state[0])
    counts = {"X2": 0, "X1": 0, "O2": 0, "O1": 0}
    for line in GAME.winning_lines:
        for side, own, other in (("X", xs, os), ("O", os, xs)):
            marks = (line & own).bit_count()
            if marks in (1, 2) and (shared or not line & other):
                counts[f"{side}{marks}"] += 1
    return counts

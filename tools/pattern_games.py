"""Games that Kibitz plays with itself to learn Othello from, and what their positions are worth.

A game begins with some random moves. From there on both sides play the move that a search finds, but for a stray random
one now and then: a search looks at poor positions as well as at good ones, and has to judge both. What the search says
about a position is kept with it; positions with few free cells are solved exactly instead.

A game is kept as its moves and the values of the positions before each of them, in hundredths of a disc for the side to
move; passes follow from the rules. All games of a batch are played at the same time, so that nearly all of the work is
in compiled code.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import ONGOING
from kibitz.evals.patterns import DISC
from kibitz.games.othello import Othello
from kibitz.kernels.compiler.bridge import kernel, moves, play, result, state_words
from kibitz.kernels.engine.othello.batch import search_moves
from kibitz.kernels.solvers.othello.solver import OthelloSolver

GAME = Othello(8)
MOVES = 60  # of a game, passes left out
PASS = 64
NO_VALUE, LATER = -32768, -32767  # a random position; one whose worth later ones of its game will tell
MOST = 64 * DISC
CONFIDENCE = 1  # of probable cuts, 87 %: a search to depth 8 takes a fifth of the time and is off by 0.1 discs
SOLVER_MIB = 64

Games = NDArray[np.int16]  # by game: its moves, -1 behind the last, and the values


class Play(NamedTuple):
    """How games are played: the depth of the search, from how many free cells on it is exact, stray moves in 100 on the
    average of all games.

    `results`: only exact values are kept, since the search has nothing to go by yet.
    """

    depth: int
    exact: int
    stray: int
    results: bool = False
    fewest_random: int = 2
    most_random: int = 20


class Boards(NamedTuple):
    """The positions of several games at the same time, the moves in them and how many; none when a game is over."""

    own: NDArray[np.int64]
    other: NDArray[np.int64]
    moves: NDArray[np.int64]
    counts: NDArray[np.int64]

    @classmethod
    def start(cls, count: int) -> Boards:
        own, other, _ = GAME.initial()
        moves, counts = np.zeros((count, PASS + 1), np.int64), np.zeros(count, np.int64)
        first = cls(np.full(count, own), np.full(count, other), moves, counts)
        first.advance(np.full(count, -1))
        return first

    def advance(self, cells: NDArray[np.int64]) -> None:
        """Play a move in each game, -1 for none, and the pass after it if there is one."""
        _advance(GAME, self.own, self.other, self.moves, self.counts, cells)

    def words(self, chosen: NDArray[np.int64]) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        return self.own[chosen].view(np.uint64), self.other[chosen].view(np.uint64)


@kernel
def _advance(game, own, other, found, counts, cells):
    for index in range(len(own)):
        state = (own[index], other[index], 0)
        if cells[index] >= 0:
            state = play(game, state, cells[index])
        counts[index] = 0
        if result(game, state) == ONGOING:
            counts[index] = moves(game, state, found[index])
            if found[index, 0] == PASS:
                state = play(game, state, PASS)
                counts[index] = moves(game, state, found[index])
        own[index], other[index] = state[0], state[1]


def play_games(values: Any, how: Play, seed: int, count: int) -> Games:
    """That many games; the same for the same seed. `values`: the weights, as the search takes them."""
    rng = np.random.Generator(np.random.PCG64(seed))
    games = np.full((count, 2, MOVES), -1, np.int16)
    games[:, 1] = NO_VALUE
    boards, late = Boards.start(count), []
    randomly = rng.integers(how.fewest_random, how.most_random + 1, count)
    share = how.stray * rng.integers(0, 3, count)  # of a game's moves; a third of the games go without
    for ply in range(MOVES):
        here = np.flatnonzero(boards.counts)
        if not len(here):
            break
        any_move = (rng.random(count) * boards.counts).astype(np.int64)  # drawn for all, so that it depends on nothing
        stray = rng.random(count) * 100 < share
        cells = np.where(boards.counts > 0, boards.moves[np.arange(count), any_move], -1)
        judged = here[ply >= randomly[here]]
        own, other = boards.words(judged)
        free = MOVES - ply
        worth, best = search_moves(
            own, other, min(how.depth, free), confidence=CONFIDENCE, values=values, mean_of_two=True
        )
        obeyed = ~stray[judged]
        cells[judged[obeyed]] = best[obeyed]
        if free <= how.exact:
            late.append((judged, ply, own, other))
        else:
            games[judged, 1, ply] = LATER if how.results else np.clip(worth, -MOST, MOST)
        games[:, 0, ply] = cells
        boards.advance(cells)
    for judged, ply, own, other in reversed(late):  # the last ones first: the solver remembers them
        games[judged, 1, ply] = solve(own, other)
    return games


def solve(own: NDArray[np.uint64], other: NDArray[np.uint64]) -> list[int]:
    """The exact scores for the side to move."""
    states = [(mine, theirs, 0) for mine, theirs in zip(own.tolist(), other.tolist(), strict=True)]
    return [found.score * DISC for found in _solver().solve_all(states)]


@functools.cache
def _solver() -> OthelloSolver:
    return OthelloSolver(GAME, SOLVER_MIB)


def positions_of(games: Games) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.int64]]:
    """Of all games by ply: the discs of the side to move and the other's, and 1 where Black moves, -1 where White."""
    count = len(games)
    own, other = np.zeros((count, MOVES), np.uint64), np.zeros((count, MOVES), np.uint64)
    black = np.zeros((count, MOVES), np.int64)
    cells, buffer = games[:, 0].astype(np.int64), np.zeros(PASS + 1, np.int64)
    _replay(GAME, state_words(GAME, GAME.initial()), cells, own.view(np.int64), other.view(np.int64), black, buffer)
    return own, other, black


@kernel
def _replay(game, root, cells, own, other, black, buffer):
    for index in range(len(cells)):
        state = root
        for ply in range(cells.shape[1]):
            if cells[index, ply] < 0:
                break
            moves(game, state, buffer)
            if buffer[0] == PASS:
                state = play(game, state, PASS)
            own[index, ply], other[index, ply], black[index, ply] = state[0], state[1], 1 - 2 * state[2]
            state = play(game, state, cells[index, ply])

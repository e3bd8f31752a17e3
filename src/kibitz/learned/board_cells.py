"""Where the cells of a board are in the bits of a state, found by looking: so a user's own game needs no line for it.

A learner sees a position as bits on a board:

    state  (own stones, other stones)       cell a1   own: word 0, bit 5    other: word 1, bit 5
           as many words of 64 bits          cell b1   own: word 0, bit 12   other: word 1, bit 12  …

Nobody says which bits make a cell. They are found in positions of random games: a cell is whatever the game's view
draws in one place, and its bits are the fewest that say what is drawn there. Only positions with the first side to move
are compared, since many games keep the side to move first in their states. Bits that vary and belong to no cell, such
as whose turn it is or how many men are in hand, are kept as `others`. If the view tells nothing, every bit is a cell,
in a row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import Game, Move, State
from kibitz.core.random_games import random_states
from kibitz.core.rng import Rng

NOWHERE = -1  # in place of a bit that a cell does not have
MAX_PLANES = 8  # bits of one cell
MANY_BITS, MAX_CANDIDATES = 256, 40  # of so many bits, those are looked at that alone say most about a cell
CERTAIN = 1e-9  # nats left to be guessed, but for rounding
SAMPLE = 3_000  # positions that are looked at
MAX_GAMES = 1_000  # random games that they come from
MAX_LENGTH = 1_000  # plies of one of them
FROM_ONE_GAME = 40  # positions at most

Words: TypeAlias = NDArray[np.uint64]  # states as rows of 64-bit words


class BoardCells(NamedTuple):
    """Bits are numbered through all words of a state: 64 * word + bit.

    `planes[p, cell]` is bit number p of a cell, or NOWHERE; `places[cell]` its row and column on a grid of `rows` by
    `columns`; `others` are the bits outside the cells.
    """

    planes: NDArray[np.int32]
    places: NDArray[np.int32]
    others: NDArray[np.int32]
    rows: int
    columns: int

    @property
    def size(self) -> int:
        return int(self.planes.shape[1])

    @property
    def inputs(self) -> int:
        """How many numbers a learner is told of each cell: its own bits, and the others."""
        return int(self.planes.shape[0]) + len(self.others)

    def read(self, words: Words) -> NDArray[np.uint8]:
        """What a learner sees of many states: 0 or 1 for each state, input and cell."""
        bits = np.unpackbits(words.astype("<u8").view(np.uint8).reshape(len(words), -1), axis=1, bitorder="little")
        own = np.where(self.planes == NOWHERE, 0, bits[:, self.planes])
        others = np.repeat(bits[:, self.others, None], self.size, axis=2)
        return np.concatenate([own, others], axis=1)


class Turn(NamedTuple):
    """A symmetry of the board: `cells[c]` is where cell c goes, `moves[m]` the image of a move."""

    cells: NDArray[np.int32]
    moves: NDArray[np.int32]


def words_of(game: Game, states: Sequence[State]) -> Words:
    """States as rows of words, the lowest word of a number first."""
    size = 8 * game.int_words
    content = b"".join(number.to_bytes(size, "little", signed=number < 0) for state in states for number in state)
    return np.frombuffer(content, "<u8").astype(np.uint64).reshape(len(states), -1)


def states_of(game: Game, words: Words, like: State) -> list[State]:
    """The reverse of `words_of`; `like` tells which numbers of a state can be negative: those that are in it."""
    size, count = 8 * game.int_words, len(like)
    content = words.astype("<u8").tobytes()
    numbers = [
        int.from_bytes(content[at : at + size], "little", signed=like[at // size % count] < 0)
        for at in range(0, len(content), size)
    ]
    return [tuple(numbers[at : at + count]) for at in range(0, len(numbers), count)]


def find_cells(game: Game, seed: int = 0) -> BoardCells:
    """The cells of a game's board, in reading order."""
    states = sample_states(game, seed)
    words = words_of(game, states)
    bits = np.unpackbits(words.astype("<u8").view(np.uint8).reshape(len(words), -1), axis=1, bitorder="little")
    varying = np.flatnonzero(bits.min(axis=0) != bits.max(axis=0)).astype(np.int32)
    first = np.array([index for index, state in enumerate(states) if game.to_move(state) == 0], np.int64)
    drawn = _drawings(game, [states[index] for index in first])
    found: dict[tuple[int, int], list[int]] = {}
    for place, codes in drawn.items():
        chosen = _determining_bits(bits[np.ix_(first, varying)], codes)
        if chosen:
            found[place] = sorted(int(varying[bit]) for bit in chosen)
    if not found:
        return _bits_in_a_row(varying)
    second = np.setdiff1d(np.arange(len(states)), first)
    says_whose_turn = [len(np.unique(bits[first, bit])) == len(np.unique(bits[second, bit])) == 1 for bit in varying]
    _complete(found, set(varying[np.invert(says_whose_turn)].tolist()), set(varying.tolist()))
    planes = np.full((max(map(len, found.values())), len(found)), NOWHERE, np.int32)
    for cell, place in enumerate(sorted(found)):
        planes[: len(found[place]), cell] = found[place]
    places = np.array(sorted(found), np.int32)
    places -= places.min(axis=0)
    rows, columns = (int(size) + 1 for size in places.max(axis=0))
    return BoardCells(planes, places, np.setdiff1d(varying, planes).astype(np.int32), rows, columns)


def _complete(found: dict[tuple[int, int], list[int]], on_board: set[int], varying: set[int]) -> None:
    """Let every cell have the bits that most have, in the same order.

    A cell that is never empty is told by fewer bits, and is given the others all the same. A cell that only one side
    ever enters keeps the place of the other side's bit free.
    """
    size = max(map(len, found.values()))
    distances = Counter(tuple(bit - own[0] for bit in own) for own in found.values() if len(own) == size)
    usual = distances.most_common(1)[0][0]
    unused = on_board.difference(*found.values())
    for place, own in found.items():
        if len(own) == size:
            continue
        bases = sorted({bit - distance for bit in own for distance in usual if bit >= distance})
        wholes = [[base + distance for distance in usual] for base in bases]
        wholes = [whole for whole in wholes if set(own) < set(whole)]
        known = next((whole for whole in wholes if set(whole) - set(own) <= unused), None)
        never = next((whole for whole in wholes if not (set(whole) - set(own)) & varying), None)
        if known is not None:
            found[place] = known
            unused -= set(known)
        elif never is not None:
            found[place] = [bit if bit in own else NOWHERE for bit in never]


def _bits_in_a_row(varying: NDArray[np.int32]) -> BoardCells:
    count = max(len(varying), 1)
    planes = (varying if len(varying) else np.array([NOWHERE], np.int32)).reshape(1, -1)
    places = np.stack([np.zeros(count, np.int32), np.arange(count, dtype=np.int32)], axis=1)
    return BoardCells(planes, places, np.empty(0, np.int32), 1, count)


def sample_states(game: Game, seed: int) -> list[State]:
    """Different positions of random games, from all over them."""
    rng, found = Rng(seed), dict[State, None]()
    for _ in range(MAX_GAMES):
        states = random_states(game, rng, MAX_LENGTH - 1)
        rng.shuffle(states)
        found.update(dict.fromkeys(states[:FROM_ONE_GAME]))
        if len(found) >= SAMPLE:
            break
    return [state for state in found if game.result(state) is None]


def _drawings(game: Game, states: Sequence[State]) -> dict[tuple[int, int], NDArray[np.int32]]:
    """What the view draws in each place, as a number for each position; places that never change are left out."""
    views = [game.view(state) for state in states]
    drawn: dict[tuple[int, int], NDArray[np.int32]] = {}
    for row, marks in enumerate(views[0].rows if views else ()):
        for column in range(len(marks)):
            texts = [view.texts.get((row, column), "") + view.rows[row][column] for view in views]
            numbers = {text: number for number, text in enumerate(dict.fromkeys(texts))}
            if len(numbers) > 1:
                drawn[row, column] = np.array([numbers[text] for text in texts], np.int32)
    return drawn


def _determining_bits(bits: NDArray[np.uint8], codes: NDArray[np.int32]) -> list[int]:
    """Few bits that say in every position what is drawn; none if so few do not.

    One bit after the other is taken, each time the one that leaves the least to be guessed.
    """
    promising = np.arange(bits.shape[1])
    if len(promising) > MANY_BITS:
        promising = np.argsort(_doubts(bits, codes), kind="stable")[:MAX_CANDIDATES]
    chosen: list[int] = []
    groups = np.zeros(len(codes), np.int64)  # positions that the bits chosen so far do not tell apart
    while len(chosen) < MAX_PLANES:
        doubts = [_doubts((groups * 2 + bits[:, bit])[:, None], codes)[0] for bit in promising]
        best = int(promising[int(np.argmin(doubts))])
        if best in chosen:
            break
        chosen.append(best)
        groups = np.unique(groups * 2 + bits[:, best], return_inverse=True)[1].astype(np.int64)
        if min(doubts) < CERTAIN:
            return chosen
    return []


def _doubts(groups: NDArray[Any], codes: NDArray[np.int32]) -> NDArray[np.float64]:
    """How much is left to be guessed of the codes where a column of groups is known: their conditional entropy."""
    drawn = np.eye(int(codes.max()) + 1, dtype=np.float32)[codes]
    doubt = np.zeros(groups.shape[1])
    for group in range(int(groups.max()) + 1):
        together = (groups == group).astype(np.float32).T @ drawn
        sizes = together.sum(axis=1, keepdims=True)
        with np.errstate(divide="ignore", invalid="ignore"):
            doubt += np.where(together > 0, together * np.log(sizes / together), 0.0).sum(axis=1)
    return doubt / len(codes)


def find_turns(game: Game, cells: BoardCells, seed: int = 0) -> list[Turn]:
    """The game's symmetries as permutations of the cells; one that does more than that is left out."""
    if not game.symmetries():
        return []
    states = sample_states(game, seed)
    before, own = cells.read(words_of(game, states)), cells.planes.shape[0]
    turns = []
    for symmetry in game.symmetries():
        after = cells.read(words_of(game, [symmetry.image(state) for state in states]))
        if (before[:, own:] != after[:, own:]).any():
            continue
        where = {after[:, :, cell].tobytes(): cell for cell in range(cells.size)}
        goes_to = [where.get(before[:, :, cell].tobytes(), NOWHERE) for cell in range(cells.size)]
        if sorted(goes_to) == list(range(cells.size)):
            moves: tuple[Move, ...] = symmetry.moves
            turns.append(Turn(np.array(goes_to, np.int32), np.array(moves, np.int32)))
    return turns

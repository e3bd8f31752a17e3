"""Openings for any game: where the games of a match begin, so that they are different and neither side is lost.

Random moves lead to positions; no two of them are the same, not even turned, mirrored or reached another way. A short
search judges them, which solves those near the end, and the most even ones are kept. Everything follows from the seed.

They are made as they are needed, a block at a time, so that a match of a million games begins as soon as a short one:

    block   0          1            2 …
            100        100          100      the most even of 300 positions each
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import NamedTuple, overload

from kibitz.core.errors import BadFile, BadOption
from kibitz.core.files.named_file import exists
from kibitz.core.game import Game, Move, State
from kibitz.core.loading import load_game_in_data
from kibitz.core.random_games import random_line
from kibitz.core.rng import Rng
from kibitz.core.searching import find_searcher
from kibitz.core.spec import parse_whole_number
from kibitz.play.files.game_files import GAME_FORMATS, read_file

SHORTEST, LONGEST = 2, 12  # plies tried when no number is given
CHOICE = 3  # candidates wanted for every opening needed
MISSES = 100  # random walks in a row that found nothing new, before the next length is tried
BLOCK = 100  # openings made at a time; changing it changes the openings of matches of more games than two blocks hold
JUDGE = "alphabeta:nodes=4000,order=centre"  # deepening; it solves where the end is near

Imbalance = tuple[bool, int]  # whether one side certainly wins; by how much one side is ahead
Line = tuple[Move, ...]


class Opening(NamedTuple):
    """Moves from the start. `balanced`: a draw, or not decided as far as a short search sees."""

    moves: Line
    balanced: bool


class Candidate(NamedTuple):
    """A position that an opening may lead to; no other candidate has its key."""

    key: State
    state: State
    moves: Line


@dataclass(frozen=True)
class Openings:
    """As many openings as were asked for; when the game has fewer, they repeat."""

    openings: tuple[Opening, ...]
    distinct: int

    @property
    def balanced(self) -> int:
        return sum(opening.balanced for opening in self.openings[: self.distinct])


class LazyOpenings(Sequence[Opening]):
    """So many openings, made when somebody asks for one; when there are fewer different ones, they repeat.

    `make_block` gives the next openings, none if there are no more; all that was made is in `made`.
    """

    def __init__(self, count: int, make_block: Callable[[], Sequence[Opening]]) -> None:
        self._count, self._make_block = count, make_block
        self.made: list[Opening] = []
        self._is_complete = False

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Opening: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Opening]: ...
    def __getitem__(self, index: int | slice) -> Opening | Sequence[Opening]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self._count))]
        if not 0 <= index < self._count:
            raise IndexError(index)
        while index >= len(self.made) and not self._is_complete:
            block = self._make_block()
            self.made += block
            self._is_complete = not block
        return self.made[index % len(self.made)]


def prepare_openings(
    game: Game,
    text: str,
    count: int,
    seed: int,
    *,
    kept: Sequence[Sequence[Line]] = (),
    keep: Callable[[int, Sequence[Opening]], None] = lambda number, block: None,
) -> LazyOpenings:
    """Openings as a text asks for them: made if it is a number of moves or empty, else read from the file it names.

    `kept`: the blocks that were made before, if any; those after them are made as they would have been, and `keep` is
    told of each, with its number, before it is used. What cannot be made or read is refused at once.
    """
    number_of_moves = parse_whole_number(text)
    if not text or number_of_moves is not None:
        blocks = _make_blocks(game, count, BLOCK, seed, number_of_moves, kept)
    else:
        blocks = iter([_as_openings(block) for block in kept] or [_read_openings(game, text)[:count]])

    number = 0

    def make_block() -> Sequence[Opening]:
        nonlocal number
        block = next(blocks, ())
        if block and number >= len(kept):
            keep(number, block)
        number += 1
        return block

    lazy = LazyOpenings(count, make_block)
    lazy[0]
    return lazy


def _as_openings(lines: Sequence[Line]) -> list[Opening]:
    """Openings that were kept, of which only the moves are known."""
    return [Opening(tuple(moves), True) for moves in lines]


def _read_openings(game: Game, text: str) -> list[Opening]:
    path = Path(text)
    if path.suffix.lower() not in GAME_FORMATS.suffixes() and not exists(path):
        raise BadOption(f"--openings is a number of moves or a file of games, not '{text}'.")
    games = read_file(path, load=load_game_in_data, game=game)
    found = [Opening(saved.record.moves, True) for saved in games if saved.record.game == game]
    found = [opening for opening in found if not _is_over(game, opening)]
    if not found:
        raise BadFile(f"{path} holds no opening of {game} after which the game continues.")
    return found


def _is_over(game: Game, opening: Opening) -> bool:
    state = game.initial()
    for move in opening.moves:
        state = game.play(state, move)
    return game.result(state) is not None


def make_openings(game: Game, count: int, seed: int, *, plies: int | None = None) -> Openings:
    """The most even of many random openings, in an order that the seed decides.

    They have `plies` moves, or as few as it takes to find enough different ones. With 0 plies every game begins at
    the start.
    """
    best = next(_make_blocks(game, count, count, seed, plies))
    return Openings(tuple(best[i % len(best)] for i in range(count)), len(best))


def _make_blocks(
    game: Game, count: int, size: int, seed: int, plies: int | None, kept: Sequence[Sequence[Line]] = ()
) -> Iterator[Sequence[Opening]]:
    """Openings in blocks of a size, until there are `count` or no different ones are left.

    The candidates that were not among the best of their block come last, when there are no new ones.
    """
    if plies == 0:
        yield [Opening((), True)]
        return
    candidates, passed_over = _find_candidates(game, seed, plies), list[Candidate]()
    made = number = 0
    while made < count:
        wanted = min(size, count - made)
        new = list(islice(candidates, CHOICE * wanted))
        if number < len(kept):
            block = _as_openings(kept[number])
        else:
            pool = new or passed_over
            judged = sorted((_imbalance(game, one.state), one.key, one.moves) for one in pool)
            block = [Opening(moves, not decided) for (decided, _), _, moves in judged[:wanted]]
            Rng(seed if number == 0 else Rng(seed).word() + number).shuffle(block)
        if not block:
            break
        chosen = {opening.moves for opening in block}
        passed_over = [one for one in (*passed_over, *new) if one.moves not in chosen]
        made, number = made + len(block), number + 1
        yield block
    if made == 0:
        raise BadOption(f"{game} has no position {plies or SHORTEST} moves after the start; use --openings 0.")


def random_positions(
    game: Game, wanted: int, seed: int, *, plies: int | None = None
) -> dict[State, tuple[State, tuple[Move, ...]]]:
    """Different positions in which the game continues, by key, each with moves that lead there; fewer if there are."""
    return {one.key: (one.state, one.moves) for one in islice(_find_candidates(game, seed, plies), wanted)}


def _find_candidates(game: Game, seed: int, plies: int | None) -> Iterator[Candidate]:
    """Different positions in which the game continues, the nearest to the start first."""
    found = set[State]()
    rng = Rng(seed)
    for length in range(SHORTEST, LONGEST + 1) if plies is None else (plies,):
        misses = 0
        while misses < MISSES:
            moves, state = random_line(game, rng, length)
            key = game.canonical(state)
            if len(moves) < length or key in found or game.result(state) is not None:
                misses += 1
            else:
                found.add(key)
                misses = 0
                yield Candidate(key, state, moves)


def _imbalance(game: Game, state: State) -> Imbalance:
    searcher, limits = find_searcher(JUDGE)
    score = searcher.search(game, state, limits).score
    return score.proven and score.points != 0, abs(score.points)

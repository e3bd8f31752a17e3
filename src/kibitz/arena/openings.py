"""Openings for any game: where the games of a match begin, so that they are different and neither side is lost.

Random moves lead to positions; no two of them are the same, not even turned, mirrored or reached another way. A short
search judges them, which solves those near the end, and the most even ones are kept. Everything follows from the seed.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from kibitz.core.errors import BadFile, BadOption
from kibitz.core.game import Game, Move, State
from kibitz.core.loading import load_game_in_data
from kibitz.core.rng import Rng
from kibitz.core.searching import find_searcher
from kibitz.play.files.game_files import GAME_FORMATS, read_file

__all__ = ["Opening", "Openings", "make_openings", "position_key", "prepare_openings", "random_positions"]

SHORTEST, LONGEST = 2, 12  # plies tried when no number is given
CHOICE = 3  # candidates wanted for every opening needed
MISSES = 100  # random walks in a row that found nothing new, before the next length is tried
JUDGE = "alphabeta:nodes=4000,order=centre"  # deepening; it solves where the end is near

Imbalance = tuple[bool, int]  # whether one side certainly wins; by how much one side is ahead


class Opening(NamedTuple):
    """Moves from the start. `balanced`: a draw, or not decided as far as a short search sees."""

    moves: tuple[Move, ...]
    balanced: bool


@dataclass(frozen=True)
class Openings:
    """As many openings as were asked for; when the game has fewer, they repeat."""

    openings: tuple[Opening, ...]
    distinct: int

    @property
    def balanced(self) -> int:
        return sum(opening.balanced for opening in self.openings[: self.distinct])


def position_key(game: Game, state: State) -> State:
    """The same for all positions that a symmetry turns into one another."""
    return min([state, *(symmetry.image(state) for symmetry in game.symmetries())])


def prepare_openings(game: Game, text: str, count: int, seed: int) -> Openings:
    """Openings as a text asks for them: made if it is a number of moves or empty, else read from the file it names."""
    if not text or text.isdigit():
        return make_openings(game, count, seed, plies=int(text) if text else None)
    path = Path(text)
    if path.suffix.lower() not in GAME_FORMATS.suffixes() and not path.exists():
        raise BadOption(f"--openings is a number of moves or a file of games, not '{text}'.")
    games = read_file(path, load=load_game_in_data, game=game)
    found = [Opening(saved.record.moves, True) for saved in games if saved.record.game == game]
    found = [opening for opening in found if not _is_over(game, opening)]
    if not found:
        raise BadFile(f"{path} holds no opening of {game} after which the game continues.")
    return Openings(tuple(found[i % len(found)] for i in range(count)), min(count, len(found)))


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
    if plies == 0:
        return Openings((Opening((), True),) * count, 1)
    found = random_positions(game, CHOICE * count, seed, plies=plies)
    if not found:
        raise BadOption(f"{game} has no position {plies or SHORTEST} moves after the start; use --openings 0.")
    judged = sorted((_imbalance(game, state), key, moves) for key, (state, moves) in found.items())
    best = [Opening(moves, not decided) for (decided, _), _, moves in judged[:count]]
    Rng(seed).shuffle(best)
    return Openings(tuple(best[i % len(best)] for i in range(count)), len(best))


def random_positions(
    game: Game, wanted: int, seed: int, *, plies: int | None = None
) -> dict[State, tuple[State, tuple[Move, ...]]]:
    """Different positions in which the game continues, by key, each with moves that lead there; fewer if there are."""
    found: dict[State, tuple[State, tuple[Move, ...]]] = {}
    rng = Rng(seed)
    for length in range(SHORTEST, LONGEST + 1) if plies is None else (plies,):
        misses = 0
        while misses < MISSES:
            if len(found) == wanted:
                return found
            state, moves = _walk(game, length, rng)
            key = position_key(game, state)
            if len(moves) < length or key in found or game.result(state) is not None:
                misses += 1
            else:
                found[key], misses = (state, moves), 0
    return found


def _walk(game: Game, length: int, rng: Rng) -> tuple[State, tuple[Move, ...]]:
    """That many random moves, fewer if the game ends, and where they lead."""
    state, moves = game.initial(), list[Move]()
    while len(moves) < length and (legal := game.moves(state)):
        moves.append(rng.choice(legal))
        state = game.play(state, moves[-1])
    return state, tuple(moves)


def _imbalance(game: Game, state: State) -> Imbalance:
    searcher, limits = find_searcher(JUDGE)
    score = searcher.search(game, state, limits).score
    return score.proven and score.points != 0, abs(score.points)

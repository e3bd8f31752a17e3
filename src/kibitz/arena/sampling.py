"""Positions to grade a player on: different ones from every third of a game.

Each is where a game of mixed play stands: some random moves first, then mostly those of a short search, with random
ones among them. So they are neither nearly all decided, as after random play, nor nearly all alike, as after good play.
Everything follows from the seed.

Positions that have to be solved before they are of use are given to workers (`solve_each`); where none can be solved in
time, no more are tried.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from contextlib import closing
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from kibitz.core.game import Game, Move, State
from kibitz.core.random_games import random_states
from kibitz.core.rng import Rng
from kibitz.core.searching import find_searcher
from kibitz.jobs.workers import run_in_order

PHASES = ("opening", "middle", "end")
SURVEY = 30  # random games that tell how long a game is
RANDOM_FIRST = 6  # random moves at the beginning of a game, at most
NOISE = 4  # later on, one move of so many is random
MOVER = "alphabeta:nodes=300,order=centre"  # ended by its nodes, so that every machine plays the same
MISSES = 100  # games in a row without a new position, before a phase counts as exhausted
MAX_UNSOLVED = 3  # positions in a row that took all their time and were not solved, before a phase is given up
AT_ONCE = 0.1  # of the time of a position, that one counts for at least: so many more are tried if all fail at once


PositionFilter: TypeAlias = Callable[[Game, State], bool]


class SampledPosition(NamedTuple):
    """A position, and the moves that lead there. `seen`: its key, and those of positions that were no choice."""

    moves: tuple[Move, ...]
    state: State
    seen: tuple[State, ...] = ()


class SolvedTask(Protocol):
    """What comes of a task about one position: whether it was solved in time, and the seconds that it took."""

    @property
    def is_solved(self) -> bool: ...
    @property
    def seconds(self) -> float: ...


T = TypeVar("T")
R = TypeVar("R", bound=SolvedTask)


def find_phases(game: Game, is_wanted: PositionFilter) -> dict[str, range]:
    """The plies of every phase, each a third of the game, from the first one on at which positions are wanted.

    The game is as long as its rules allow if games come near that, else as long as random games last.
    """
    games = [random_states(game, Rng(seed), game.max_plies) for seed in range(SURVEY)]
    longest = max(map(len, games)) - 1
    length = game.max_plies if 2 * game.max_plies < 3 * longest else longest
    firsts = (next((ply for ply, state in enumerate(states) if is_wanted(game, state)), length) for states in games)
    first, thirds = min(firsts), [length * third // len(PHASES) for third in range(len(PHASES) + 1)]
    return {
        name: range(max(begin, first), max(end, first))
        for name, begin, end in zip(PHASES, thirds, thirds[1:], strict=False)
    }


def sample_positions(
    game: Game, plies: range, seed: int, seen: Collection[State], is_wanted: PositionFilter
) -> Iterator[SampledPosition]:
    """Positions at these plies that are wanted and in which there is a choice, one from every game.

    None is in `seen`, not even rotated or mirrored, and none comes twice. Ends when no new ones are found.
    """
    rng, misses, seen, since = Rng(seed), 0, set(seen), list[State]()
    while plies and misses < MISSES:
        places = _mixed_game(game, plies[-1], rng)[plies.start :]
        new = [place for place in places if game.canonical(place.state) not in seen and is_wanted(game, place.state)]
        if not new:
            misses += 1
            continue
        place, misses = rng.choice(new), 0
        since.append(game.canonical(place.state))
        seen.add(since[-1])
        if len(game.moves(place.state)) > 1:
            yield place._replace(seen=tuple(since))
            since.clear()


def solve_each(
    places: Iterable[SampledPosition],
    make_task: Callable[[int, SampledPosition], T],
    solve: Callable[[T], R],
    *,
    seconds: float,
    workers: int = 1,
    cluster: str | None = None,
    in_process: bool = True,
) -> Generator[tuple[SampledPosition, R], None, None]:
    """Positions with what came of each, in their order, until too many in a row were not solved.

    `make_task` is given the number of a position too; `seconds`: what one may take. Who solves them is as in
    `jobs/workers.py`.
    """
    given: deque[SampledPosition] = deque()

    def tasks() -> Iterator[T]:
        for number, place in enumerate(places):
            given.append(place)
            yield make_task(number, place)

    wasted = 0.0  # seconds
    with closing(run_in_order(tasks(), solve, workers, cluster, in_process=in_process)) as answers:
        for found in answers:
            yield given.popleft(), found
            wasted = 0.0 if found.is_solved else wasted + max(found.seconds, AT_ONCE * seconds)
            if wasted >= MAX_UNSOLVED * seconds:
                return


def _mixed_game(game: Game, length: int, rng: Rng) -> list[SampledPosition]:
    """The positions of that many moves of mixed play, one for every ply; the end of a game is none."""
    searcher, limits = find_searcher(MOVER)
    places, place, random_first = (
        list[SampledPosition](),
        SampledPosition((), game.initial()),
        rng.below(RANDOM_FIRST + 1),
    )
    while len(places) <= length and (legal := game.moves(place.state)):
        places.append(place)
        if len(place.moves) < random_first or rng.below(NOISE) == 0:
            move: Move | None = rng.choice(legal)
        else:
            move = searcher.search(game, place.state, limits).move
        assert move is not None, "only a finished game has no move"
        place = SampledPosition((*place.moves, move), game.play(place.state, move))
    return places

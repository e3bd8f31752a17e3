"""What a search calls proven, held against the truth: random searches of random positions, stopped at random moments.

Options are drawn from the declared fields of a searcher, so that a new searcher or a new option is covered at once. A
search is stopped by a count of nodes, never by a clock, so that a seed always gives the same search.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import cache, cached_property
from itertools import takewhile
from typing import Any, NamedTuple
from unittest.mock import patch

from helpers import naive
from kibitz.core.errors import InputError, KibitzError
from kibitz.core.evaluation import evaluators_for
from kibitz.core.game import Game, State
from kibitz.core.limits import REFERENCE, Limits
from kibitz.core.score import WIN, Bound, Score, final, result_of, sign
from kibitz.core.searching import Searcher, SearchResult, StopFlag
from kibitz.core.spec import Option
from kibitz.kernels.common.control import Control
from kibitz.search.common.move_ordering import ORDERS

MOST_STATES = 1_000  # below a position whose truth is worked out
PLIES = 2  # looked ahead where positions repeat and are too many: most is not known then
SMALL_GRAPH = 6_000  # positions of a game that retrograde analysis works out
MOST_NODES = 2_500
MOST_JUDGED = 12  # positions that a network judges, each of which takes a millisecond
LARGEST = 64  # above the smallest allowed number of an option
LIMITED = {"threads": 2, "table_mib": 2}


class StopAt(StopFlag):
    """A flag that goes up when so many positions were met."""

    def __init__(self, nodes: int) -> None:
        super().__init__()
        self._most = nodes

    @property
    def raised(self) -> bool:
        return self.nodes >= self._most


class _TooManyStates(Exception):
    pass


class Truth:
    """The value of positions for the side to move, distance included, by the rules alone: a lower and an upper bound.

    They are equal unless the game repeats and has many positions.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._known: dict[tuple[State, int | None], tuple[int, int]] = {}
        self._left = sys.maxsize  # positions to work out at most

    @cached_property
    def _graph(self) -> dict[State, tuple[int, int]]:
        """Every position of a game that repeats, if they are few."""
        return naive.retrograde(self.game) if self.game.repeats and _is_small_graph(self.game) else {}

    def can_tell(self, state: State) -> bool:
        """Whether the truth is found with little work."""
        self._left = MOST_STATES
        try:
            self.bounds(state)
        except _TooManyStates:
            return False
        finally:
            self._left = sys.maxsize
        return True

    def bounds(self, state: State) -> tuple[int, int]:
        if state in self._graph:
            result, plies = self._graph[state]
            return (final(result, plies, True),) * 2
        return self._bounds(state, PLIES if self.game.repeats else None)

    def after(self, state: State, move: int) -> tuple[int, int]:
        """What a move is worth to the side that makes it."""
        return self._seen_before(state, self.game.play(state, move), self.bounds(self.game.play(state, move)))

    def _bounds(self, state: State, depth: int | None) -> tuple[int, int]:
        known = self._known.get((state, depth))
        if known is not None:
            return known
        if self._left == 0:
            raise _TooManyStates
        self._left -= 1
        result, top = self.game.result(state), self.game.max_result * WIN
        if result is not None:
            found = (final(result, 0, True),) * 2
        elif depth == 0:
            found = (-top, top)
        else:
            below = None if depth is None else depth - 1
            children = [self.game.play(state, move) for move in self.game.moves(state)]
            bounds = [self._seen_before(state, child, self._bounds(child, below)) for child in children]
            found = (max(low for low, _ in bounds), max(high for _, high in bounds))
        self._known[state, depth] = found
        return found

    def _seen_before(self, state: State, child: State, bounds: tuple[int, int]) -> tuple[int, int]:
        """Bounds one ply earlier, where the end is one ply farther away."""
        low, high = bounds if self.game.to_move(state) == self.game.to_move(child) else (-bounds[1], -bounds[0])
        return low - sign(low), high - sign(high)


@cache
def find_truth(game: Game) -> Truth:
    return Truth(game)


def _is_small_graph(game: Game) -> bool:
    seen = {game.initial()}
    front = [game.initial()]
    while front and len(seen) <= SMALL_GRAPH:
        state = front.pop()
        new = {game.play(state, move) for move in game.moves(state)} - seen
        seen |= new
        front += new
    return len(seen) <= SMALL_GRAPH


class Trial(NamedTuple):
    """One search: who searches what within which limits, and after how many nodes the flag goes up."""

    searcher: Searcher
    game: Game
    state: State
    limits: Limits
    stop_at: int


def draw_trial(searcher: type[Searcher], game: Game, state: State, rng: random.Random, **fixed: Any) -> Trial | None:
    """A random trial; None if the options drawn do not go together. `fixed`: options that are not drawn."""
    drawn = [o for o in searcher.options() if o.name not in fixed and rng.random() < 0.5]
    limits = Limits(
        depth=rng.randint(1, 9) if searcher.takes_depth and rng.random() < 0.5 else None,
        nodes=_draw_nodes(searcher, rng) if rng.random() < 0.3 else None,
    )
    try:
        options = {o.name: _draw_value(o, game, rng) for o in drawn}
        options |= {o.name: fixed[o.name] for o in searcher.options() if o.name in fixed}
        return Trial(searcher(**options), game, state, limits, _draw_nodes(searcher, rng))
    except InputError:
        return None


def run_trial(trial: Trial, backend: str = REFERENCE) -> SearchResult | None:
    """Search and hold what was found against the truth; None if the search refuses the game or its limits.

    Compiled code looks at a flag now and then only, but at a limit on nodes always; the flag then is such a limit,
    which the searcher does not know of and does not plan for.
    """
    searcher, game, state, limits, stop_at = trial
    stop = StopAt(stop_at) if backend == REFERENCE else StopFlag()
    try:
        with nullcontext() if backend == REFERENCE else _limited_control(stop_at):
            found = searcher.search(game, state, limits, backend=backend, stop=stop)
    except KibitzError:
        return None
    try:
        check_claims(game, state, found)
        if stop.found is not None:
            check_score(stop.found.score, find_truth(game).bounds(state), game.max_result)
    except AssertionError as error:
        where = f"{searcher} on {game} {state}, {limits}, stopped after {stop_at} nodes, {backend}"
        raise AssertionError(f"{where}: {error}: {found}") from None
    return found


@contextmanager
def _limited_control(nodes: int) -> Iterator[None]:
    begin = Control.__init__

    def begin_limited(self: Control, limits: Limits, stop: StopFlag | None = None) -> None:
        begin(self, limits, stop)
        self.max_nodes = min(self.max_nodes, nodes)

    with patch.object(Control, "__init__", begin_limited):
        yield


def check_claims(game: Game, state: State, found: SearchResult) -> None:
    """Whatever is proven of the position and its moves is true, and the move chosen keeps what is proven."""
    truth = find_truth(game)
    check_score(found.score, truth.bounds(state), game.max_result)
    assert found.move in game.moves(state)
    assert found.line[0] == found.move
    if found.score.proven and found.score.bound != Bound.UPPER:
        check_score(found.score._replace(bound=Bound.LOWER), truth.after(state, found.move), game.max_result)
    for root in found.roots:
        check_score(root.score, truth.after(state, root.move), game.max_result)


def check_score(score: Score, bounds: tuple[int, int], max_result: int) -> None:
    """A proven score is true of a value between the bounds; with a distance, that is true as well."""
    if not score.proven:
        return
    (low, high), claimed = bounds, score.value
    assert abs(score.points) <= max_result, f"{score} is beyond every result"
    if score.distance is None:
        low, high, claimed = result_of(low), result_of(high), score.points
    else:
        assert abs(score.points * WIN - score.value) == score.distance, f"{score} has two distances"
    assert score.bound == Bound.UPPER or claimed <= high, f"{score} is wrong, the truth lies in {bounds}"
    assert score.bound == Bound.LOWER or claimed >= low, f"{score} is wrong, the truth lies in {bounds}"


def _draw_nodes(searcher: type[Searcher], rng: random.Random) -> int:
    """More often few than many."""
    most = MOST_JUDGED if searcher.is_instant else MOST_NODES
    nodes: float = most ** rng.random()
    return round(nodes)


def _draw_value(o: Option, game: Game, rng: random.Random) -> object:
    if o.default is None and rng.random() < 0.3:
        return None
    if o.choices:
        return o.kind(rng.choice(o.choices))
    if o.kind is bool:
        return rng.random() < 0.5
    if o.kind is str:
        return _draw_text(o, game, rng)
    low = o.low or 0
    high = LIMITED.get(o.name, low + LARGEST)
    high = high if o.high is None else min(high, o.high)
    value = low - 1 + (high - low + 1) ** rng.random()
    return round(value) if o.kind is int else value


def _draw_text(o: Option, game: Game, rng: random.Random) -> str:
    if o.name == "eval":
        return rng.choice(["", *evaluators_for(game)])
    if o.name == "order":
        return "+".join(rng.sample(sorted(ORDERS), rng.randint(1, 3)))
    return str(o.default)


def draw_position(game: Game, rng: random.Random) -> State:
    """A position of a random game that goes on, and so close to its end that the truth takes little work."""
    known: list[State] = []
    while not known:
        walk = list(_walk(game, rng))
        known = list(takewhile(find_truth(game).can_tell, reversed(walk[rng.randrange(len(walk)) :])))
    return known[-1]


def _walk(game: Game, rng: random.Random) -> Iterator[State]:
    """The positions of a random game but for its end."""
    state, plies = game.initial(), 0
    while plies < 300 and (moves := game.moves(state)):
        yield state
        state, plies = game.play(state, rng.choice(moves)), plies + 1

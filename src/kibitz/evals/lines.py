"""Heuristics for games of k in a row: the longest line, twos and threes, open windows, stones near the middle column.

`columns` is very cheap and used for benchmarks. A run is a maximal row of adjacent stones of one side; shifting a board
by a direction's step and keeping what overlaps shortens every run along that direction by one stone. The right shift
loses no stone that matters, because the games keep an empty bit between rows.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence
from dataclasses import dataclass

from kibitz.core.bits import bits, popcount
from kibitz.core.evaluation import DepthErrors, Evaluator, Feature, Terms
from kibitz.core.game import Cell, State, helper
from kibitz.core.spec import option
from kibitz.evals.depth_errors import measured_errors
from kibitz.evals.feature_cells import runs
from kibitz.games.connect_four import ConnectFour
from kibitz.games.lines import LineGame


def area(game: LineGame, cells: Iterable[Cell]) -> int:
    """Cells as a mask."""
    return game.wide(sum(1 << game.bit(*cell) for cell in cells))


@helper
def run_starts(stones: int, step: int, length: int) -> int:
    """The stones with which `length` stones in a row along `step` begin."""
    for _ in range(length - 1):
        stones &= stones >> step
    return stones


@helper
def longest_line(stones: int, steps: tuple[int, int, int, int]) -> int:
    """The number of stones in the longest run in any direction."""
    longest = 0
    for step in steps:
        length, rest = 0, stones
        while rest != 0:
            rest &= rest >> step
            length += 1
        longest = max(longest, length)
    return longest


@dataclass(frozen=True)
class Longest(Evaluator):
    """How far the longest line of a side has come."""

    name = "longest"
    about = "the longest line of stones, own minus the opponent's"
    suits = (LineGame,)

    game: LineGame
    line: int = option(1, "stones in the longest line")

    def terms(self) -> Terms:
        steps = self.game.steps

        def terms(state: State, out: MutableSequence[int]) -> None:
            out[0] = longest_line(state[0], steps) - longest_line(state[1], steps)

        return terms

    def features(self, state: State) -> tuple[tuple[Feature, ...], ...]:
        return ((*self.longest(state[0], 1), *self.longest(state[1], -1)),)

    def longest(self, stones: int, sign: int) -> tuple[Feature, ...]:
        """The longest run, the first of several."""
        run = max(runs(self.game, stones), key=len, default=())
        return (Feature(run, sign * len(run)),) if run else ()


@helper
def twos_and_threes(stones: int, steps: tuple[int, int, int, int]) -> tuple[int, int]:
    """How many runs have two stones, and how many have three or more."""
    twos, threes = 0, 0
    for step in steps:
        pairs = stones & (stones >> step)
        triples = pairs & (pairs >> step)
        # A run of n stones holds n - 1 pairs, n - 2 triples and n - 3 quadruples, so each difference counts it once.
        longer = popcount(triples) - popcount(triples & (triples >> step))
        twos += popcount(pairs) - popcount(triples) - longer
        threes += longer
    return twos, threes


@dataclass(frozen=True)
class Threes(Evaluator):
    """Twos and threes in rows, columns and diagonals, the other side's counted for more: a defensive bias.

    A three is worth several twos, and the other side's runs half as much again.
    The bias is that of whoever is to move in the position judged, so the value is not the negative of what the other
    side would see, and a search of odd depth is cautious on behalf of its opponent.
    """

    name = "threes"
    about = "runs of two and of three stones; the opponent's weigh more than one's own"
    suits = (LineGame,)

    game: LineGame
    two: int = option(2, "own runs of two stones")
    three: int = option(10, "own runs of three stones or more")
    other_two: int = option(3, "the other side's runs of two stones, counted negatively")
    other_three: int = option(15, "the other side's runs of three stones or more, counted negatively")

    def terms(self) -> Terms:
        steps = self.game.steps

        def terms(state: State, out: MutableSequence[int]) -> None:
            twos, threes = twos_and_threes(state[0], steps)
            other_twos, other_threes = twos_and_threes(state[1], steps)
            out[0] = twos
            out[1] = threes
            out[2] = -other_twos
            out[3] = -other_threes

        return terms

    def features(self, state: State) -> tuple[tuple[Feature, ...], ...]:
        found: list[tuple[Feature, ...]] = []
        for stones, sign in ((state[0], 1), (state[1], -1)):
            lines = [Feature(run, sign) for run in runs(self.game, stones) if len(run) > 1]
            found.append(tuple(line for line in lines if len(line.cells) == 2))
            found.append(tuple(line for line in lines if len(line.cells) > 2))
        return tuple(found)


@dataclass(frozen=True)
class Windows(Evaluator):
    """Windows are k cells in a line; one in which only one side has stones can still be won by it.

    With k = 4 there are windows of one, two and three stones. A longer k goes on with four stones or more; a shorter k
    has no windows of k stones, because they end the game.
    """

    name = "windows"
    about = "lines of k cells still open to only one side, weighted by its stones there"
    suits = (LineGame,)

    game: LineGame
    one: int = option(1, "open windows with one stone")
    two: int = option(2, "open windows with two stones")
    three: int = option(3, "open windows with three stones")
    four: int = option(4, "open windows with four stones or more (k of 5 and up)")

    def depth_errors(self) -> DepthErrors | None:
        return measured_errors(self)

    def terms(self) -> Terms:
        # All windows of a direction are counted at once, each as the bit of its first cell: x1 to x4 and y1 to y4 are
        # the windows with at least that many own and other stones. A loop over the 69 windows of Connect Four takes
        # as long interpreted, but 18 times as long compiled (450 ns a position against 25).
        cells, steps = self.game.k, self.game.steps
        firsts = tuple(self.game.wide(run_starts(self.game.board, step, cells)) for step in steps)

        def terms(state: State, out: MutableSequence[int]) -> None:
            one, two, three, four = 0, 0, 0, 0
            for i in range(4):
                step, own, other = steps[i], state[0], state[1]
                x1, x2, x3, x4 = own, 0, 0, 0
                y1, y2, y3, y4 = other, 0, 0, 0
                for _ in range(cells - 1):
                    own >>= step  # every window's next cell moves to the bit of its first
                    other >>= step
                    x4 |= x3 & own
                    x3 |= x2 & own
                    x2 |= x1 & own
                    x1 |= own
                    y4 |= y3 & other
                    y3 |= y2 & other
                    y2 |= y1 & other
                    y1 |= other
                mine, theirs = firsts[i] & ~y1, firsts[i] & ~x1
                one += popcount(x1 & mine) - popcount(y1 & theirs)
                two += popcount(x2 & mine) - popcount(y2 & theirs)
                three += popcount(x3 & mine) - popcount(y3 & theirs)
                four += popcount(x4 & mine) - popcount(y4 & theirs)
            out[0] = one - two
            out[1] = two - three
            out[2] = three - four
            out[3] = four

        return terms

    def features(self, state: State) -> tuple[tuple[Feature, ...], ...]:
        by_stones: tuple[list[Feature], ...] = ([], [], [], [])
        for window in self.game.winning_lines:
            mine, theirs = (state[0] & window).bit_count(), (state[1] & window).bit_count()
            if bool(mine) != bool(theirs):
                cells = tuple(sorted(self.game.cell_at[bit] for bit in bits(window)))
                by_stones[min(mine or theirs, 4) - 1].append(Feature(cells, 1 if mine else -1))
        return tuple(map(tuple, by_stones))


@dataclass(frozen=True)
class Shapes(Windows):
    """Open windows again, each further stone worth five times as much: one four outweighs many a two.

    A three with room at both ends lies in three open windows, one with room at one end in one or two: so this tells
    open shapes from closed ones without naming them.
    """

    name = "shapes"
    about = "open lines of k cells, each further stone worth five times as much; for five in a row"

    one: int = option(1, "open windows with one stone")
    two: int = option(5, "open windows with two stones")
    three: int = option(25, "open windows with three stones")
    four: int = option(125, "open windows with four stones or more (k of 5 and up)")


@dataclass(frozen=True)
class Columns(Evaluator):
    """The distance of each stone's column from the nearer edge: 0 1 2 3 2 1 0 on a board seven columns wide."""

    name = "columns"
    about = "stones near the middle column: 0 1 2 3 2 1 0 for seven columns"
    suits = (ConnectFour,)

    game: ConnectFour
    inward: int = option(1, "columns between a stone and the nearer edge of the board, summed over the stones")

    def terms(self) -> Terms:
        # A stone d columns from the edge lies in the first d of these areas, each a column narrower on both sides.
        game = self.game
        areas = tuple(
            area(game, (cell for cell in game.cells if margin <= cell[1] < game.width - margin))
            for margin in range(1, max(2, (game.width + 1) // 2))
        )

        def terms(state: State, out: MutableSequence[int]) -> None:
            own, other = state[0], state[1]
            inward = 0
            for inside in areas:
                inward += popcount(own & inside) - popcount(other & inside)
            out[0] = inward

        return terms

    def features(self, state: State) -> tuple[tuple[Feature, ...], ...]:
        cell_at, last = self.game.cell_at, self.game.width - 1
        found = [
            Feature((cell_at[bit],), sign * min(cell_at[bit][1], last - cell_at[bit][1]))
            for stones, sign in ((state[0], 1), (state[1], -1))
            for bit in bits(stones)
        ]
        return (tuple(feature for feature in found if feature.amount),)

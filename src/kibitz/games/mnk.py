"""m,n,k games: put a stone on any free cell, k in a row wins. Tic-tac-toe is 3,3,3.

One int per side, one bit per cell, and an empty bit between rows (3x3):

    a1 b1 c1 .      0  1  2  .
    a2 b2 c2 .      4  5  6  .
    a3 b3 c3 .      8  9 10  .

Moves are the cells in reading order, 0 to width * height - 1.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from dataclasses import dataclass
from functools import cached_property

from kibitz.core.bits import bit_at, popcount, write_bits
from kibitz.core.game import Cell, Move, Rules, State, Symmetry, helper
from kibitz.core.spec import option
from kibitz.games.lines import MAX_SIDE, LineGame, cell_symmetries

FEW_CELLS = 64  # on a larger board a search cannot look at every move


@helper
def write_cells(wanted: int, width: int, out: MutableSequence[int]) -> int:
    """Write the moves to the cells of a mask; how many."""
    count = write_bits(wanted, out)
    for index in range(count):
        out[index] -= out[index] // (width + 1)
    return count


@helper
def lacking(stones: int, free: int, step: int, k: int) -> tuple[int, int, int]:
    """The first cells of the lines along `step` that lack one stone, two and three; none of the other side's there."""
    none = free ^ free
    lacks_0, lacks_1, lacks_2, lacks_3 = stones, free, none, none
    for _ in range(k - 1):  # every line's next cell moves to the bit of its first
        stones >>= step
        free >>= step
        lacks_3 = lacks_3 & stones | lacks_2 & free
        lacks_2 = lacks_2 & stones | lacks_1 & free
        lacks_1 = lacks_1 & stones | lacks_0 & free
        lacks_0 &= stones
    return lacks_1, lacks_2, lacks_3


@helper
def cells_along(lines: int, step: int, k: int) -> int:
    """All cells of lines along `step` that are given by their first cells."""
    cells = lines
    for _ in range(k - 1):
        cells = cells << step | lines
    return cells


@dataclass(frozen=True)
class MNK(LineGame):
    name = "mnk"
    title = "Tic-tac-toe and m,n,k"
    about = "Put a stone on any free cell; the first player with k in a row, in any direction, wins."
    family = "classics"
    other_names = ("noughts and crosses",)
    look = "marks"
    aliases = {
        "tic-tac-toe": "width=3,height=3,k=3",
        "gomoku": "width=15,height=15,k=5",
        "five-in-a-row": "width=15,height=15,k=5",
    }
    titles = {"tic-tac-toe": "Tic-tac-toe", "gomoku": "Five in a row"}
    presets = ("tic-tac-toe", "gomoku", "mnk:width=5,height=5,k=4", "mnk:width=5,height=5,k=5")
    small_boards = tuple(
        f"width={width},height={height},k={k}"
        for width, height in ((3, 2), (3, 3), (4, 3), (4, 4), (5, 5))
        for k in range(3, height + 1 if height > 2 else 4)
    )
    standards = ("gomocup",)

    width: int = option(3, "columns", 1, MAX_SIDE)
    height: int = option(3, "rows", 1, MAX_SIDE)
    k: int = option(3, "stones in a row to win", 1, MAX_SIDE)

    def bit(self, row: int, column: int) -> int:
        return row * (self.width + 1) + column

    @property
    def steps(self) -> tuple[int, int, int, int]:
        return 1, self.width + 1, self.width, self.width + 2

    @property
    def num_moves(self) -> int:
        return self.width * self.height

    def rules(self) -> Rules:
        width, size, board, one = self.width, self.width * self.height, self.board, self.wide(1)

        def moves(state: State, out: MutableSequence[int]) -> int:
            free, count = ~(state[0] | state[1]), 0
            for cell in range(size):
                out[count] = cell  # kept only if the cell is free; without a branch, which would be slower
                count += bit_at(free, cell + cell // width)
            return count

        def moves_on_large_board(state: State, out: MutableSequence[int]) -> int:
            return write_cells(board ^ (state[0] | state[1]), width, out)

        def play(state: State, move: Move) -> State:
            return (state[1], state[0] | one << (move + move // width))

        return Rules(moves if self.int_words == 1 else moves_on_large_board, play, self.result_rule())

    def prospects(self) -> Callable[[State, int], int]:
        """By weights: a line without stones of the other side that lacks n stones has the weight 1 / 2**n.

        If the total weight is less than 1, the side to move can put a stone into each line before it is full; if it is
        less than 1/2, so can the other side [Erdős & Selfridge, "On a combinatorial game", 1973]. Lines that lack more
        stones than there are moves left do not count.
        """
        k = self.k
        # The first cells of the lines of one direction, and such a line as it would begin at bit 0.
        directions = tuple(
            (self.wide(starts), self.wide(sum(1 << i * step for i in range(k))))
            for step, starts in self.line_starts.items()
            if starts
        ) or ((self.wide(0), self.wide(0)),)

        def prospects(state: State, plies: int) -> int:
            mine, theirs = state[0], state[1]
            my_moves, their_moves = (plies + 1) // 2, plies // 2
            my_weight, their_weight = 0, 0  # in units of 1 / 2**k
            for starts, line_at_0 in directions:
                left = starts
                while left:
                    line = line_at_0 << popcount((left & -left) - 1)
                    left &= left - 1
                    if line & theirs == 0:
                        stones = (line & mine).bit_count()
                        if k - stones <= my_moves:
                            my_weight += 1 << stones
                    if line & mine == 0:
                        stones = (line & theirs).bit_count()
                        if k - stones <= their_moves:
                            their_weight += 1 << stones
            return (1 if 2 * my_weight >= 1 << k else 0) + (2 if their_weight >= 1 << k else 0)

        return prospects

    def candidates(self) -> Callable[[State, MutableSequence[int]], int]:
        """A winning cell; else one where the other side would win; else all free cells."""
        if self.is_large:
            return self._candidates_on_large_board()
        width, size, board, completing = self.width, self.width * self.height, self.board, self.completing

        def candidates(state: State, out: MutableSequence[int]) -> int:
            mine, theirs = state[0], state[1]
            free = board ^ (mine | theirs)
            wins, threats = completing(mine, free), completing(theirs, free)
            wanted = wins if wins else threats
            if wanted:
                wanted &= -wanted  # one of several wins is enough, and only one of several threats can be blocked
            else:
                wanted = free
            count = 0
            for cell in range(size):
                out[count] = cell
                count += bit_at(wanted, cell + cell // width)
            return count

        return candidates

    @property
    def evaluator(self) -> str:  # type: ignore[override]  # it depends on the board
        return "shapes" if self.is_large else "windows"

    # Large boards, where five in a row is played. Fours are lines that lack one stone, threes lines that lack two.

    @property
    def is_large(self) -> bool:
        return self.width * self.height > FEW_CELLS and self.k > 2

    @cached_property
    def lacking_cells(self) -> Callable[[int, int], tuple[int, int, int]]:
        """A helper for rules: the free cells of lines that lack one stone of a side, two and three.

        One by one the directions: with the step as a constant, a shift of a large board is a few instructions.
        """
        k = self.k
        # A direction without lines gets step 0, so that no shift goes beyond the board; it finds nothing.
        one, two, three, four = (step if starts else 0 for step, starts in self.line_starts.items())

        @helper
        def lacking_cells(stones: int, free: int) -> tuple[int, int, int]:
            a1, a2, a3 = lacking(stones, free, one, k)
            b1, b2, b3 = lacking(stones, free, two, k)
            c1, c2, c3 = lacking(stones, free, three, k)
            d1, d2, d3 = lacking(stones, free, four, k)
            first = cells_along(a1, one, k) | cells_along(b1, two, k) | cells_along(c1, three, k)
            second = cells_along(a2, one, k) | cells_along(b2, two, k) | cells_along(c2, three, k)
            third = cells_along(a3, one, k) | cells_along(b3, two, k) | cells_along(c3, three, k)
            return (
                (first | cells_along(d1, four, k)) & free,
                (second | cells_along(d2, four, k)) & free,
                (third | cells_along(d3, four, k)) & free,
            )

        return lacking_cells

    @cached_property
    def pairs_of_fours(self) -> Callable[[int, int, int], int]:
        """A helper for rules: which of some free cells make two fours at once, given the stones and the free cells."""
        lacking_cells = self.lacking_cells

        @helper
        def pairs_of_fours(stones: int, free: int, tried: int) -> int:
            pairs = free ^ free
            while tried:
                cell = tried & -tried
                tried ^= cell
                wins, _, _ = lacking_cells(stones | cell, free ^ cell)
                if wins & (wins - 1):
                    pairs |= cell
            return pairs

        return pairs_of_fours

    @cached_property
    def _must_play(self) -> Callable[[int, int, int], int]:
        """A helper for rules: the cells outside which every move is worse, given own and other stones and free cells.

        In this order: a cell that wins; one where the other side would win; one that makes two fours at once, which
        cannot both be stopped. If the other side can make two fours at once, those that touch one of its threes, or
        make a four of one's own: after any other move it does so and wins.
        """
        lacking_cells, pairs_of_fours = self.lacking_cells, self.pairs_of_fours

        @helper
        def must_play(mine: int, theirs: int, free: int) -> int:
            my_wins, my_fours, _ = lacking_cells(mine, free)
            their_wins, their_fours, _ = lacking_cells(theirs, free)
            wanted = my_wins if my_wins else their_wins
            if wanted:
                return wanted & -wanted  # one of several wins is enough, and only one of several threats can be blocked
            my_pairs = pairs_of_fours(mine, free, my_fours)
            if my_pairs:
                return my_pairs & -my_pairs
            return my_fours | their_fours if pairs_of_fours(theirs, free, their_fours) else free

        return must_play

    def _candidates_on_large_board(self) -> Callable[[State, MutableSequence[int]], int]:
        width, board, must_play = self.width, self.board, self._must_play

        def candidates(state: State, out: MutableSequence[int]) -> int:
            free = board ^ (state[0] | state[1])
            return write_cells(must_play(state[0], state[1], free), width, out)

        return candidates

    def focus(self) -> Callable[[State, MutableSequence[int]], int]:
        """On a large board the candidates; if these are all free cells, those at most two steps from a stone."""
        if not self.is_large:
            return super().focus()
        width, board, must_play = self.width, self.board, self._must_play
        along, down = 1, self.width + 1
        centre = self.wide(1 << self.bit(self.height // 2, self.width // 2))

        def focus(state: State, out: MutableSequence[int]) -> int:
            taken = state[0] | state[1]
            free = board ^ taken
            wanted = must_play(state[0], state[1], free)
            if wanted != free:
                return write_cells(wanted, width, out)
            if not taken:
                return -write_cells(centre, width, out)
            near = taken
            for _ in range(2):
                near |= (near << along | near >> along) & board
                near |= (near << down | near >> down) & board
            return -write_cells(near & free, width, out)

        return focus

    def threats(self) -> Callable[[State, MutableSequence[int]], int]:
        """On a large board the cells of open lines that lack at most three stones: fours, and what may be threes."""
        if not self.is_large:
            return super().threats()
        width, board, must_play, lacking_cells = self.width, self.board, self._must_play, self.lacking_cells

        def threats(state: State, out: MutableSequence[int]) -> int:
            free = board ^ (state[0] | state[1])
            wanted = must_play(state[0], state[1], free)
            if wanted == free:
                _, fours, threes = lacking_cells(state[0], free)
                wanted = fours | threes
            return write_cells(wanted, width, out)

        return threats

    def targets(self, state: State) -> dict[Cell, Move]:
        return {self.cells[move]: move for move in self.moves(state)}

    @property
    def column_names(self) -> tuple[str, ...]:
        return tuple(chr(ord("a") + column) for column in range(self.width))

    @property
    def row_names(self) -> tuple[str, ...]:
        return tuple(str(row + 1) for row in range(self.height))

    def move_name(self, move: Move) -> str:
        return self.column_names[move % self.width] + self.row_names[move // self.width]

    def centre_distance(self, move: Move) -> int:
        row, column = self.cells[move]
        return max(abs(2 * row - self.height + 1), abs(2 * column - self.width + 1))

    def symmetries(self) -> tuple[Symmetry, ...]:
        return cell_symmetries(self)

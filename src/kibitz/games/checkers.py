"""Checkers (English draughts): jump over the other side's men to capture them; whoever cannot move loses.

The 32 dark squares have the numbers of the game's own notation, Black's men at the top. In an int per set of men each
square has the bit below; after every two rows one bit is left out, so that a step down the board is always 4 or 5 bits
up, and a step off the board always ends on a bit without a square:

       1   2   3   4              0   1   2   3
     5   6   7   8              4   5   6   7          (8 left out)
       9  10  11  12              9  10  11  12
    13  14  15  16             13  14  15  16          (17 left out)
      17  18  19  20             18  19  20  21
    21  22  23  24             22  23  24  25          (26 left out)
      25  26  27  28             27  28  29  30
    29  30  31  32             31  32  33  34

A state is (men and kings of the side to move, those of the other side, the kings of both, the man that must go on
capturing or 0, whose turn: 0 Black, 1 White). A move goes from one square to another; each jump is a move of its own,
so that the same side moves again as long as its man can capture.
"""

from __future__ import annotations

import re
from collections.abc import MutableSequence
from dataclasses import dataclass
from functools import cached_property

from kibitz.core.bits import bits, popcount
from kibitz.core.game import ONGOING, Cell, Game, Move, Reason, Rules, State, View, helper
from kibitz.core.notation import check_position
from kibitz.core.spec import parse_whole_number
from kibitz.core.words import join_names

SQUARES = 32
BIT = tuple(square + square // 8 for square in range(SQUARES))  # by the square's number less 1
SQUARE = {bit: square for square, bit in enumerate(BIT)}
BOARD = sum(1 << bit for bit in BIT)
ROWS = tuple(sum(1 << BIT[4 * row + place] for place in range(4)) for row in range(8))
HOME_ROWS = (ROWS[0], ROWS[7])  # Black's and White's; a man that reaches the other side's becomes a king
CENTRE = sum(1 << BIT[square - 1] for square in (14, 15, 18, 19, 22, 23, 10, 11))
STEPS = (-5, -4, 4, 5)  # up the board, White's way, and down it, Black's
MARKS = ("x", "X", "o", "O")  # Black's men and kings, White's men and kings
FEN = re.compile(r"(?P<side>[BW]):(?P<one>[BW])(?P<first>[K\d,]*):(?P<two>[BW])(?P<second>[K\d,]*)( (?P<from>\d+)x)?")


@helper
def steppers(ups: int, downs: int, free: int) -> int:
    """Those that can step to a free square: `ups` may go up the board, `downs` down it."""
    return ups & (free << 4 | free << 5) | downs & (free >> 4 | free >> 5)


@helper
def jumpers(ups: int, downs: int, other: int, free: int) -> int:
    """Those that can capture: a man of the other side is next to them, and the square behind it free."""
    found = ups & ((other & free << 4) << 4 | (other & free << 5) << 5)
    return found | downs & ((other & free >> 4) >> 4 | (other & free >> 5) >> 5)


@dataclass(frozen=True)
class Checkers(Game):
    name = "checkers"
    title = "Checkers"
    about = "Jump over opposing men to capture them; captures are compulsory; a side that cannot move loses."
    family = "pieces"
    other_names = ("draughts",)
    look = "draughts"
    players = ("Black", "White")
    presets = ("checkers",)
    evaluator = "draughtsmen"
    position_marks = "".join(MARKS)
    perft_counts_turns = True  # as A. Bik's tables do
    moves_again = True
    repeats = True

    @cached_property
    def ways(self) -> tuple[tuple[int, int, int], ...]:
        """All moves in their order: the bits a man goes from and to, and the one it jumps over, -1 for a step."""
        steps = [(bit, bit + by, -1) for bit in BIT for by in STEPS if bit + by in SQUARE]
        jumps = [
            (bit, bit + 2 * by, bit + by) for bit in BIT for by in STEPS if {bit + by, bit + 2 * by} <= SQUARE.keys()
        ]
        return tuple(sorted(steps + jumps))

    @property
    def num_moves(self) -> int:
        return len(self.ways)

    def initial(self) -> State:
        black, white = (sum(1 << BIT[square] for square in squares) for squares in (range(12), range(20, 32)))
        return (black, white, 0, 0, 0)

    def rules(self) -> Rules:
        board, (black_home, white_home) = BOARD, HOME_ROWS
        from_bits, to_bits, over_bits = (tuple(way[i] for way in self.ways) for i in range(3))
        # The move from a bit in each of the four directions, first the steps, then the jumps; -1 off the board.
        number = {(start, end): move for move, (start, end, _) in enumerate(self.ways)}
        numbers = tuple(
            number.get((bit, bit + far * by), -1) for bit in range(BIT[-1] + 1) for far in (1, 2) for by in STEPS
        )

        def moves(state: State, out: MutableSequence[int]) -> int:
            own, other, kings, going_on, side = state[0], state[1], state[2], state[3], state[4]
            free = board ^ (own | other)
            if going_on:
                own = going_on
            ups, downs = own if side == 1 else own & kings, own if side == 0 else own & kings
            count, jump = 0, 1
            movers = jumpers(ups, downs, other, free)
            if movers == 0:
                jump = 0
                movers = steppers(ups, downs, free)
            while movers:
                man = movers & -movers
                movers ^= man
                bit = popcount(man - 1)
                for way in range(4):
                    move = numbers[bit * 8 + jump * 4 + way]
                    if move < 0 or man & (ups if way < 2 else downs) == 0:
                        continue
                    if free >> to_bits[move] & 1 and (jump == 0 or other >> over_bits[move] & 1):
                        out[count] = move
                        count += 1
            return count

        def play(state: State, move: Move) -> State:
            own, other, kings, side = state[0], state[1], state[2], state[4]
            start, end = 1 << from_bits[move], 1 << to_bits[move]
            own ^= start | end
            is_king = kings & start != 0
            if is_king:
                kings ^= start | end
            crowned = not is_king and end & (white_home if side == 0 else black_home) != 0
            if crowned:
                kings |= end
            if over_bits[move] >= 0:
                taken = 1 << over_bits[move]
                other ^= taken
                kings &= ~taken
                up, down = end if is_king or side == 1 else 0, end if is_king or side == 0 else 0
                if not crowned and jumpers(up, down, other, board ^ (own | other)):
                    return (own, other, kings, end, side)
            return (other, own, kings, 0, 1 - side)

        def result(state: State) -> int:
            own, other, kings, side = state[0], state[1], state[2], state[4]
            free = board ^ (own | other)
            ups, downs = own if side == 1 else own & kings, own if side == 0 else own & kings
            if steppers(ups, downs, free) or jumpers(ups, downs, other, free):
                return ONGOING
            return -1

        return Rules(moves, play, result)

    def cell(self, bit: int) -> Cell:
        """The cell of a bit."""
        row, place = divmod(SQUARE[bit], 4)
        return row, 2 * place + 1 - row % 2

    def sides_of(self, state: State) -> tuple[int, int]:
        """Black's men and kings, and White's."""
        return (state[0], state[1]) if state[4] == 0 else (state[1], state[0])

    def view(self, state: State) -> View:
        rows = [["."] * 8 for _ in range(8)]
        for marks, men in zip((MARKS[:2], MARKS[2:]), self.sides_of(state), strict=True):
            for bit in bits(men):
                row, column = self.cell(bit)
                rows[row][column] = marks[state[2] >> bit & 1]
        steps = {}
        for move in self.moves(state):
            start, end, _ = self.ways[move]
            steps[self.cell(start), self.cell(end)] = move
        names = {self.cell(bit): str(number + 1) for bit, number in SQUARE.items()}
        return View(tuple(map("".join, rows)), {}, steps=steps, names=names)

    def remark(self, state: State) -> str:
        if state[3] == 0:
            return ""
        return (
            f"{self.players[state[4]]} continues capturing with the piece on {SQUARE[state[3].bit_length() - 1] + 1}."
        )

    def move_name(self, move: Move) -> str:
        start, end, over = self.ways[move]
        return f"{SQUARE[start] + 1}{'-' if over < 0 else 'x'}{SQUARE[end] + 1}"

    def centre_distance(self, move: Move) -> int:
        row, column = self.cell(self.ways[move][1])
        return max(abs(2 * row - 7), abs(2 * column - 7))

    def reasons(self, state: State, move: Move) -> tuple[Reason, ...]:
        """The man that is taken, the king that is made, the man that is offered or attacked."""
        _, end, over = self.ways[move]
        own, _, kings, _, side = state
        after = self.play(state, move)
        crowned = after[2] & ~kings != 0
        if over >= 0:
            what = "king" if kings >> over & 1 else "man"
            text = f"takes the {what} on {SQUARE[over] + 1}" + (" and becomes a king" if crowned else "")
            cells = (self.cell(over),)
            return (Reason("taken", text, cells, hint=f"takes a {what}", amount=1, total="takes {} men"),)
        if crowned:
            return (Reason("crowned", "becomes a king", (self.cell(end),), hint="makes a king"),)
        offered = self._attacked(after) & ~self._attacked((state[1], own, kings, 0, 1 - side))
        if offered:
            return (self._about_men("offered", f"lets {self.sides[1 - side]} take", offered, ""),)
        mine = self._attacked((state[1], own, kings, 0, 1 - side)) & ~self._attacked(after)
        if mine:
            return (self._about_men("saved", "protects", mine, "protects a man"),)
        attacked = self._attacked((after[1], after[0], after[2], 0, side)) & ~self._attacked((*state[:3], 0, side))
        if attacked:
            return (self._about_men("attacked", "attacks", attacked, "attacks a man"),)
        return ()

    def _attacked(self, state: State) -> int:
        """The men that the side to move could capture at once."""
        if self.result(state) is not None:
            return 0
        over = [self.ways[move][2] for move in self.moves(state)]
        return sum({1 << bit for bit in over if bit >= 0})

    def _about_men(self, kind: str, does: str, men: int, hint: str) -> Reason:
        squares = [str(SQUARE[bit] + 1) for bit in bits(men)]
        noun = "man" if len(squares) == 1 else "men"
        return Reason(kind, f"{does} the {noun} on {join_names(squares)}", tuple(map(self.cell, bits(men))), hint=hint)

    @property
    def variant(self) -> str:
        return "English draughts, 8 × 8"

    def why_over(self, state: State) -> str:
        loser = self.players[state[4]]
        return f"{loser} has no men left." if state[0] == 0 else f"{loser} cannot move."

    def position_text(self, state: State) -> str:
        """As in a FEN tag of PDN files, and behind it the square of a man in the middle of its captures."""
        black, white = (
            ",".join(("K" if state[2] >> bit & 1 else "") + str(SQUARE[bit] + 1) for bit in bits(men))
            for men in self.sides_of(state)
        )
        going_on = f" {SQUARE[state[3].bit_length() - 1] + 1}x" if state[3] else ""
        return f"{'BW'[state[4]]}:W{white}:B{black}{going_on}"

    def parse_position(self, text: str) -> State:
        """A position such as B:W21,22,K30:B1,2,3; or 64 characters of x, X, o, O and -, then Black or White."""
        board, _, side = text.strip().partition(" ")
        if len(board) == 64 and ":" not in board:
            return self._parse_board(board, side)
        found = FEN.fullmatch(text.strip().upper().removesuffix(".").replace("X", "x"))
        check_position(
            found is not None and found["one"] != found["two"],
            "A position of checkers is written B:W21,22,K30:B1,2,3 (the side to move, White's squares, Black's "
            f"squares, a K before each king); got '{text}'.",
        )
        assert found is not None
        men, kings = {"B": 0, "W": 0}, 0
        for colour, squares in ((found["one"], found["first"]), (found["two"], found["second"])):
            for name in filter(None, squares.split(",")):
                number = parse_whole_number(name.removeprefix("K")) or 0
                check_position(
                    1 <= number <= SQUARES,
                    f"'{name}' is not a square of checkers; squares have the numbers 1 to {SQUARES}, kings a K before.",
                )
                bit = 1 << BIT[number - 1]
                check_position(bit & (men["B"] | men["W"]) == 0, f"The square {number} is named twice in '{text}'.")
                men[colour] |= bit
                kings |= bit if name.startswith("K") else 0
        start = int(found["from"]) if found["from"] else 0
        check_position(start <= SQUARES, f"'{start}x' is not a square of checkers.")
        return self._position(men["B"], men["W"], kings, "BW".index(found["side"]), 1 << BIT[start - 1] if start else 0)

    def _parse_board(self, board: str, side: str) -> State:
        """A board as the page's editor writes it."""
        board, side = board.replace(".", "-"), side.strip().lower() or "black"
        check_position(set(board) <= {*MARKS, "-"}, f"A board of checkers has x, X, o, O and - on it; got '{board}'.")
        sides = [name.lower() for name in self.players]
        check_position(side in sides, f"The side to move is {self.players[0]} or {self.players[1]}; got '{side}'.")
        masks, cells = dict.fromkeys(MARKS, 0), {self.cell(bit): bit for bit in BIT}
        for number, mark in enumerate(board):
            if mark != "-":
                bit = cells.get(divmod(number, 8), -1)
                check_position(bit >= 0, f"There is a man on a light square, row {number // 8 + 1} from the top.")
                masks[mark] |= 1 << bit
        x, kx, o, ko = (masks[mark] for mark in MARKS)
        return self._position(x | kx, o | ko, kx | ko, sides.index(side), 0)

    def _position(self, black: int, white: int, kings: int, side: int, going_on: int) -> State:
        for men, row in zip((black, white), reversed(HOME_ROWS), strict=True):
            check_position(men & ~kings & row == 0, "A man on the last row must be a king.")
            check_position(popcount(men) <= 12, f"A side has at most 12 men; there are {popcount(men)}.")
        own, other = (black, white) if side == 0 else (white, black)
        if going_on:
            ups, downs = (going_on if kind or going_on & kings else 0 for kind in (side == 1, side == 0))
            check_position(
                going_on & own != 0 and jumpers(ups, downs, other, BOARD ^ (own | other)) != 0,
                "The man that continues capturing must belong to the side to move and be able to capture.",
            )
        return (own, other, kings, going_on, side)

"""Three, six and nine men's morris: place men on points, then move them along the lines; three in a line are a mill.

In six and nine men's morris a mill takes one of the other side's men, and whoever has fewer than three left loses; in
three men's morris a mill wins. Whoever cannot move loses. The points are numbered in reading order:

    0-----------1-----------2       0-------1-------2       0---1---2
    |           |           |       |       |       |       | \\ | / |
    |   3-------4-------5   |       |   3---4---5   |       3---4---5
    |   |       |       |   |       |   |       |   |       | / | \\ |
    |   |   6---7---8   |   |       6---7       8---9       6---7---8
    |   |   |       |   |   |       |   |       |   |
    9--10--11      12--13--14       |  10--11--12   |
    |   |   |       |   |   |       |       |       |
    |   |  15--16--17   |   |      13------14------15
    |   |       |       |   |
    |  18------19------20   |
    |           |           |
   21----------22----------23

A state is (the position, whose turn: 0 White, 1 Black). The position is one int, so that tables of many positions stay
small: bits 0 to 23 are the men of the side to move, 24 to 47 those of the other side, 48 to 51 how many men the side to
move has in hand, 52 to 55 how many the other side has, and bit 56 says that the side to move made a mill and removes a
man. With n points, moves 0 … n - 1 place a man, n … 2 n - 1 remove one, and the others go from point to point.
"""

from __future__ import annotations

import re
from collections.abc import Callable, MutableSequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import ClassVar

from kibitz.core.bits import bits, popcount
from kibitz.core.game import ONGOING, Cell, Game, Move, Reason, Rules, State, Symmetry, View, helper
from kibitz.core.notation import check_position, mark_bits
from kibitz.core.spec import option
from kibitz.core.words import join_names
from kibitz.games.lines import square_symmetries

MARKS = ("X", "O")
OTHER, HAND, OTHER_HAND, REMOVING = 24, 48, 52, 56  # where the parts of a position begin
ALL_MEN, ALL_HANDS = (1 << 24) - 1, 15
FEW = 3  # men that make a mill, and that may fly
TEXT = re.compile(r"(?P<board>[XO\-.\s/]*?)\s*(?P<side>WHITE|BLACK)?(\s+(?P<hands>\d+/\d+))?(?P<removing>\s+REMOVES)?")


@helper
def men_of(position: int) -> tuple[int, int]:
    """The men of the side to move and of the other side."""
    return position & ALL_MEN, position >> OTHER & ALL_MEN


def _with_turn_passed(state: State) -> State:
    """The same position with the other side to move."""
    own, other = men_of(state[0])
    hand, other_hand = state[0] >> HAND & ALL_HANDS, state[0] >> OTHER_HAND & ALL_HANDS
    return (other | own << OTHER | other_hand << HAND | hand << OTHER_HAND, 1 - state[1])


@dataclass(frozen=True)
class Morris(Game):
    """What the three games share; a subclass says how many men there are and where the points lie."""

    family = "pieces"
    look = "discs"
    players = ("White", "Black")
    evaluator = "mills"
    position_marks = "".join(MARKS)
    repeats = True
    men: ClassVar[int]
    layout: ClassVar[tuple[str, ...]]  # '.' where there is a point
    flying = False
    diagonals = False
    mill_wins: ClassVar[bool] = False

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The cell of each point."""
        return tuple((r, c) for r, row in enumerate(self.layout) for c, mark in enumerate(row) if mark != " ")

    @cached_property
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """The lines of the board, each as its points in order."""
        side = len(self.layout)
        centre, points = (side // 2, side // 2), set(self.cells)
        rows = [[(r, c) for c in range(side)] for r in range(side)]
        columns = [[(r, c) for r in range(side)] for c in range(side)]
        corners = [[(i, i) for i in range(side)], [(i, side - 1 - i) for i in range(side)]] if self.diagonals else []
        lines: list[list[Cell]] = []
        for line in rows + columns + corners:
            lines.append([])
            for cell in line:
                if cell in points:
                    lines[-1].append(cell)
                elif cell == centre:  # there is nothing inside the innermost square
                    lines.append([])
        number = {cell: point for point, cell in enumerate(self.cells)}
        return tuple(tuple(number[cell] for cell in line) for line in lines if len(line) > 1)

    @cached_property
    def mills(self) -> tuple[int, ...]:
        return tuple(sum(1 << point for point in line) for line in self.lines if len(line) == FEW)

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """The points next to each point on a line."""
        masks = [0] * len(self.cells)
        for line in self.lines:
            for one, two in pairwise(line):
                masks[one] |= 1 << two
                masks[two] |= 1 << one
        return tuple(masks)

    @property
    def num_moves(self) -> int:
        points = len(self.cells)
        return 2 * points + points * (points - 1)

    def initial(self) -> State:
        return (self.men << HAND | self.men << OTHER_HAND, 0)

    def in_mills_rule(self) -> Callable[[int], int]:
        """Make a function from men to those of them that stand in a mill."""
        mills = self.mills

        def in_mills(men: int) -> int:
            found = 0
            for mill in mills:
                if men & mill == mill:
                    found |= mill
            return found

        return helper(in_mills)

    def rules(self) -> Rules:
        points, flying, mill_wins, neighbours = len(self.cells), self.flying, self.mill_wins, self.neighbours
        board, in_mills = (1 << points) - 1, self.in_mills_rule()

        def moves(state: State, out: MutableSequence[int]) -> int:
            position = state[0]
            own, other = men_of(position)
            free, count = board ^ (own | other), 0
            if position >> REMOVING & 1:
                left = other & ~in_mills(other)
                if left == 0:
                    left = other
                for point in range(points):
                    out[count] = points + point
                    count += left >> point & 1
            elif position >> HAND & ALL_HANDS:
                for point in range(points):
                    out[count] = point
                    count += free >> point & 1
            else:
                anywhere = flying and popcount(own) <= FEW
                for start in range(points):
                    if own >> start & 1:
                        ends = free if anywhere else neighbours[start] & free
                        first = 2 * points + start * (points - 1)
                        while ends:
                            end = popcount((ends & -ends) - 1)
                            out[count] = first + end - (1 if end > start else 0)
                            count += 1
                            ends &= ends - 1
            return count

        def play(state: State, move: Move) -> State:
            position, side = state[0], state[1]
            own, other = men_of(position)
            hand, other_hand = position >> HAND & ALL_HANDS, position >> OTHER_HAND & ALL_HANDS
            if points <= move < 2 * points:
                other ^= 1 << move - points
            else:
                if move < points:
                    end = move
                    hand -= 1
                else:
                    start, end = (move - 2 * points) // (points - 1), (move - 2 * points) % (points - 1)
                    if end >= start:
                        end += 1
                    own ^= 1 << start
                own |= 1 << end
                if not mill_wins and in_mills(own) >> end & 1:
                    hands = hand << HAND | other_hand << OTHER_HAND
                    return (own | other << OTHER | hands | 1 << REMOVING, side)
            return (other | own << OTHER | other_hand << HAND | hand << OTHER_HAND, 1 - side)

        def result(state: State) -> int:
            position = state[0]
            own, other = men_of(position)
            hand = position >> HAND & ALL_HANDS
            if position >> REMOVING & 1:
                return ONGOING
            if popcount(own) + hand < FEW or (mill_wins and in_mills(other) != 0):
                return -1
            if hand or (flying and popcount(own) <= FEW):
                return ONGOING
            free = board ^ (own | other)
            for point in range(points):
                if own >> point & 1 and neighbours[point] & free:
                    return ONGOING
            return -1

        return Rules(moves, play, result)

    def parts(self, state: State) -> tuple[int, int, int, int, bool]:
        """White's men, Black's men, White's men in hand, Black's men in hand, and whether a man is being removed."""
        own, other = men_of(state[0])
        hand, other_hand = state[0] >> HAND & ALL_HANDS, state[0] >> OTHER_HAND & ALL_HANDS
        removing = bool(state[0] >> REMOVING & 1)
        return (own, other, hand, other_hand, removing) if state[1] == 0 else (other, own, other_hand, hand, removing)

    def ends(self, move: Move) -> tuple[int, int]:
        """The points that a move goes from and to."""
        points = len(self.cells)
        start, end = divmod(move - 2 * points, points - 1)
        return start, end + (end >= start)

    def remark(self, state: State) -> str:
        *_, white, black, removing = self.parts(state)
        hands = f"Men in hand: White {white}, Black {black}." if white or black else ""
        return f"{hands} {self.players[state[1]]} removes a man.".strip() if removing else hands

    def view(self, state: State) -> View:
        white, black, *_ = self.parts(state)
        rows = [list(row) for row in self.layout]
        for mark, men in zip(MARKS, (white, black), strict=True):
            for point in bits(men):
                row, column = self.cells[point]
                rows[row][column] = mark
        points, targets, steps = len(self.cells), {}, {}
        for move in self.moves(state):
            if move < 2 * points:
                targets[self.cells[move % points]] = move
            else:
                start, end = self.ends(move)
                steps[self.cells[start], self.cells[end]] = move
        links = tuple((self.cells[one], self.cells[two]) for line in self.lines for one, two in pairwise(line))
        size = len(self.layout)
        names = tuple("abcdefg"[:size]), tuple(str(size - row) for row in range(size))
        return View(tuple(map("".join, rows)), targets, *names, steps=steps, shape="points", links=links)

    def point_name(self, point: int) -> str:
        row, column = self.cells[point]
        return f"{'abcdefg'[column]}{len(self.layout) - row}"

    def move_name(self, move: Move) -> str:
        points = len(self.cells)
        if move < points:
            return self.point_name(move)
        if move < 2 * points:
            return f"x{self.point_name(move - points)}"
        start, end = self.ends(move)
        return f"{self.point_name(start)}-{self.point_name(end)}"

    def centre_distance(self, move: Move) -> int:
        """By how few lines leave the point that the move goes to."""
        points = len(self.cells)
        end = move % points if move < 2 * points else self.ends(move)[1]
        return -self.neighbours[end].bit_count()

    def symmetries(self) -> tuple[Symmetry, ...]:
        """The turns and reflections of the square, each also with the innermost and the outermost square exchanged."""
        side = len(self.layout)
        half = side // 2

        def inside_out(cell: Cell) -> Cell:
            down, right = cell[0] - half, cell[1] - half
            ring = max(abs(down), abs(right))
            far = half + 1 - ring
            return (half + down * far // ring, half + right * far // ring) if ring else cell

        turns = list(square_symmetries(side, side))
        if half > 1:
            turns = [*turns, inside_out, *(_after(turn, inside_out) for turn in turns)]
        return tuple(self._symmetry(turn) for turn in turns)

    def _symmetry(self, turn: Callable[[Cell], Cell]) -> Symmetry:
        number = {cell: point for point, cell in enumerate(self.cells)}
        image, points = [number[turn(cell)] for cell in self.cells], len(self.cells)

        def turned(men: int) -> int:
            return sum(1 << image[point] for point in bits(men))

        def turned_state(state: State) -> State:
            own, other = men_of(state[0])
            return (turned(own) | turned(other) << OTHER | state[0] >> HAND << HAND, state[1])

        moves = [*image, *(points + point for point in image)]
        for move in range(2 * points, self.num_moves):
            start, end = (image[point] for point in self.ends(move))
            moves.append(2 * points + start * (points - 1) + end - (end > start))
        return Symmetry(turned_state, tuple(moves))

    def reasons(self, state: State, move: Move) -> tuple[Reason, ...]:
        """The mill that is closed, threatened or blocked, and the man that is taken."""
        points = len(self.cells)
        if points <= move < 2 * points:
            text = f"takes the man on {self.point_name(move - points)}"
            cells = (self.cells[move - points],)
            return (Reason("taken", text, cells, hint="takes a man", amount=1, total="takes {} men"),)
        after = self.play(state, move)
        end = move if move < points else self.ends(move)[1]
        own = men_of(after[0])[0 if self.keeps_turn(state, after) or after[0] >> REMOVING & 1 else 1]
        closed = [mill for mill in self.mills if mill >> end & 1 and own & mill == mill]
        if closed:
            return (self._about_mill("mill", "closes the mill", closed[0], "closes a mill"),)
        stopped = [mill for mill in self._find_open_mills(_with_turn_passed(state)) if mill >> end & 1]
        if stopped:
            return (self._about_mill("block", "blocks the mill", stopped[0], "blocks a mill"),)
        made = [mill for mill in self._find_open_mills(_with_turn_passed(after)) if mill >> end & 1]
        if len(made) > 1:
            hint, names = "threatens two mills", join_names([self._mill_name(mill) for mill in made])
            return (Reason("double", f"{hint}, {names}", self._mill_cells(made[0] | made[1]), hint=hint),)
        if made:
            return (self._about_mill("threat", "threatens the mill", made[0], "threatens a mill"),)
        return ()

    def _find_open_mills(self, state: State) -> list[int]:
        """The mills that the side to move could close with its next move."""
        if self.result(state) is not None or state[0] >> REMOVING & 1:
            return []
        points, own = len(self.cells), men_of(state[0])[0]
        found = dict[int, None]()
        for move in self.moves(state):
            start, end = (None, move) if move < points else self.ends(move)
            men = (own | 1 << end) & ~(0 if start is None else 1 << start)
            found |= dict.fromkeys(mill for mill in self.mills if mill >> end & 1 and men & mill == mill)
        return list(found)

    def _about_mill(self, kind: str, does: str, mill: int, hint: str) -> Reason:
        return Reason(kind, f"{does} {self._mill_name(mill)}", self._mill_cells(mill), hint=hint)

    def _mill_name(self, mill: int) -> str:
        return "-".join(self.point_name(point) for point in bits(mill))

    def _mill_cells(self, mill: int) -> tuple[Cell, ...]:
        return tuple(self.cells[point] for point in bits(mill))

    def winning_cells(self, state: State) -> frozenset[Cell]:
        """The mill that won a game of three men's morris."""
        if not self.mill_wins or self.result(state) is None:
            return frozenset()
        return frozenset(self.cells[point] for point in bits(self.in_mills_rule()(men_of(state[0])[1])))

    def why_over(self, state: State) -> str:
        own, other = men_of(state[0])
        loser, winner = self.players[state[1]], self.players[1 - state[1]]
        if self.mill_wins and self.in_mills_rule()(other):
            return f"{winner} has three in a line."
        if own.bit_count() + (state[0] >> HAND & ALL_HANDS) < FEW:
            return f"{loser} has only two men left."
        return f"{loser} cannot move."

    def position_text(self, state: State) -> str:
        *_, white_hand, black_hand, removing = self.parts(state)
        board = "".join(self.view(state).rows).replace(" ", "").replace(".", "-")
        return f"{board} {self.players[state[1]]} {white_hand}/{black_hand}" + (" removes" if removing else "")

    def parse_position(self, text: str) -> State:
        """The points in reading order (X White, O Black, -), the side to move, and the men in hand of White and Black.

        Then the word "removes" if that side has made a mill and is about to remove a man. Men in hand are 0/0 unless
        given.
        """
        found = TEXT.fullmatch(text.strip().upper())
        board = re.sub(r"[\s/]", "", found["board"]).replace(".", "-") if found else ""
        check_position(
            len(board) == len(self.cells),
            f"A position of {self.name} is {len(self.cells)} characters of X (White), O (Black) and -, the side to "
            f"move and the men in hand, as in '{self.position_text(self.initial())}'; got '{text}'.",
        )
        assert found is not None
        turn = int(found["side"] == "BLACK")
        hands = [int(number[:9]) for number in (found["hands"] or "0/0").split("/")]
        white, black = (mark_bits(board, mark) for mark in MARKS)
        for name, men, hand in zip(self.players, (white, black), hands, strict=True):
            check_position(
                men.bit_count() + hand <= self.men, f"{name} has {men.bit_count() + hand} men; there are {self.men}."
            )
        removing = bool(found["removing"])
        check_position(
            hands == [0, 0] or hands[1] - hands[0] == turn ^ removing,
            f"With {self.players[turn]} to move, White cannot have {hands[0]} men in hand and Black {hands[1]}.",
        )
        (own, other), (hand, other_hand) = ((white, black), hands) if turn == 0 else ((black, white), hands[::-1])
        in_mills = self.in_mills_rule()
        check_position(
            not removing or (not self.mill_wins and in_mills(own) != 0 and other != 0),
            "A side removes a man only after it has made a mill, and if there is a man to remove.",
        )
        check_position(
            not self.mill_wins or in_mills(own) == 0, f"{self.players[turn]} is to move, but has won already."
        )
        return (own | other << OTHER | hand << HAND | other_hand << OTHER_HAND | removing << REMOVING, turn)


def _after(turn: Callable[[Cell], Cell], first: Callable[[Cell], Cell]) -> Callable[[Cell], Cell]:
    return lambda cell: turn(first(cell))


@dataclass(frozen=True)
class ThreeMensMorris(Morris):
    name = "three-mens-morris"
    title = "Three men's morris"
    about = "Place three men each, then move them along the lines; three in a line win."
    presets = ("three-mens-morris", "three-mens-morris:diagonals=false", "three-mens-morris:flying=true")
    men = 3
    mill_wins = True
    layout = ("...", "...", "...")

    flying: bool = option(False, "men move to any free point, not only along the lines")
    diagonals: bool = option(True, "the two diagonals are lines of the board")

    @property
    def variant(self) -> str:
        lines = "with diagonals" if self.diagonals else "without diagonals"
        return f"{lines}, men move {'anywhere' if self.flying else 'along the lines'}"


@dataclass(frozen=True)
class SixMensMorris(Morris):
    name = "six-mens-morris"
    title = "Six men's morris"
    about = "Place six men each, then move them; three in a line take a man, and a side with two left loses."
    presets = ("six-mens-morris",)
    moves_again = True
    men = 6
    layout = (". . .", " ... ", ".. ..", " ... ", ". . .")

    flying: bool = option(False, "a side with three men left may move to any free point")

    @property
    def variant(self) -> str:
        return "three men may fly" if self.flying else "nobody flies"


@dataclass(frozen=True)
class NineMensMorris(Morris):
    name = "nine-mens-morris"
    title = "Nine men's morris"
    about = "Place nine men each, then move them; three in a line take a man, and a side with two left loses."
    other_names = ("mill", "merels")
    presets = ("nine-mens-morris",)
    moves_again = True
    men = 9
    layout = (".  .  .", " . . . ", "  ...  ", "... ...", "  ...  ", " . . . ", ".  .  .")

    flying: bool = option(True, "a side with three men left may move to any free point")

    @property
    def variant(self) -> str:
        return "three men may fly" if self.flying else "nobody flies"

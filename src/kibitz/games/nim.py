"""Nim: take any number of chips from one heap; whoever takes the last chip of all wins (or loses, in misère play).

A state is (heaps, whose turn); the first int holds all heaps, five bits each, the first heap in the lowest bits:

    … ccccc bbbbb aaaaa

Move `heap * most + n` takes n + 1 chips from that heap, where `most` is the size of the largest heap at the start.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import xor

from kibitz.core.errors import BadOption
from kibitz.core.game import ONGOING, Game, Move, Reason, Rules, State, View
from kibitz.core.notation import check_position, parse_side
from kibitz.core.spec import option
from kibitz.core.words import count, join_names

HEAP_BITS = 5
MAX_HEAPS, MAX_CHIPS = 12, (1 << HEAP_BITS) - 1


@dataclass(frozen=True)
class Nim(Game):
    name = "nim"
    title = "Nim"
    about = "Take any number of chips from one heap; the player who takes the last chip wins, or loses in misère play."
    family = "counting"
    look = "heap"
    players = ("First", "Second")
    presets = ("nim", "nim:heaps=1-3-5-7,misere=true", "nim:heaps=2-4-6")
    evaluator = "nim-sum"

    heaps: str = option("3-4-5", f"chips in each heap: 1 to {MAX_HEAPS} numbers from 1 to {MAX_CHIPS}, joined by '-'")
    misere: bool = option(False, "the player who takes the last chip loses")

    def __post_init__(self) -> None:
        super().__post_init__()
        heaps = self.heaps.split("-")
        if len(heaps) > MAX_HEAPS or not all(_is_number(heap) and 1 <= int(heap) <= MAX_CHIPS for heap in heaps):
            raise BadOption(
                f"nim: heaps={self.heaps} is not allowed; heaps is 1 to {MAX_HEAPS} whole numbers from 1 to "
                f"{MAX_CHIPS}, joined by '-', such as 3-4-5."
            )

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The chips in each heap at the start."""
        return tuple(map(int, self.heaps.split("-")))

    @property
    def most(self) -> int:
        """The most chips a move can take."""
        return max(self.sizes)

    @property
    def num_moves(self) -> int:
        return len(self.sizes) * self.most

    @property
    def max_plies(self) -> int:
        return sum(self.sizes)

    def initial(self) -> State:
        return (_pack(self.sizes), 0)

    def rules(self) -> Rules:
        heaps, most = len(self.sizes), self.most
        when_empty = 1 if self.misere else -1

        def moves(state: State, out: MutableSequence[int]) -> int:
            count = 0
            for heap in range(heaps):
                for chip in range(state[0] >> HEAP_BITS * heap & MAX_CHIPS):
                    out[count] = heap * most + chip
                    count += 1
            return count

        def play(state: State, move: Move) -> State:
            return (state[0] - ((move % most + 1) << HEAP_BITS * (move // most)), 1 - state[1])

        def result(state: State) -> int:
            return when_empty if state[0] == 0 else ONGOING

        return Rules(moves, play, result)

    def left(self, state: State) -> tuple[int, ...]:
        """The chips left in each heap."""
        return tuple(state[0] >> HEAP_BITS * heap & MAX_CHIPS for heap in range(len(self.sizes)))

    def view(self, state: State) -> View:
        """A row for each heap; a click takes that chip and all those after it."""
        left = self.left(state)
        rows = tuple(
            ("*" * chips + "." * (size - chips)).ljust(self.most) for chips, size in zip(left, self.sizes, strict=True)
        )
        targets = {
            (heap, chips - taken): heap * self.most + taken - 1
            for heap, chips in enumerate(left)
            for taken in range(1, chips + 1)
            if self.result(state) is None
        }
        return View(rows, targets, lines=tuple(map(_heap_name, range(len(left)))))

    def move_name(self, move: Move) -> str:
        """The letter of the heap and how many chips are taken."""
        return f"{_heap_name(move // self.most)}{move % self.most + 1}"

    def reasons(self, state: State, move: Move) -> tuple[Reason, ...]:
        """Whether heaps are left from which the other side loses: their nim-sum is 0 [Bouton, 1901].

        In misère play heaps of one chip count the other way round, once there are no others.
        """
        heaps = [chips for chips in self.left(self.play(state, move)) if chips]
        if not heaps:
            return ()
        if max(heaps) == 1:
            if len(heaps) % 2 == (0 if self.misere else 1):
                return ()
            number = "an odd number" if self.misere else "an even number"
            text = f"leaves {count(len(heaps), 'heap')} of one chip, {number}"
            return (Reason("heaps", text, is_plain=True, hint=f"leaves {number} of heaps with one chip"),)
        if reduce(xor, heaps):
            return ()
        text = f"leaves heaps of {join_names(list(map(str, heaps)))}, whose nim-sum is 0: every move can be answered"
        return (Reason("heaps", text, hint="leaves heaps whose nim-sum is 0"),)

    @property
    def variant(self) -> str:
        return f"heaps of {', '.join(map(str, self.sizes))}, the last chip {'loses' if self.misere else 'wins'}"

    def why_over(self, state: State) -> str:
        return f"{self.players[1 - state[1]]} took the last chip."

    def position_text(self, state: State) -> str:
        return f"{'-'.join(map(str, self.left(state)))} {self.players[state[1]]}"

    def parse_position(self, text: str) -> State:
        """The chips left in each heap, joined by '-', and the side to move (First by default)."""
        board, _, side = text.strip().partition(" ")
        heaps = board.split("-")
        check_position(
            len(heaps) == len(self.sizes)
            and all(_is_number(heap) and int(heap) <= size for heap, size in zip(heaps, self.sizes, strict=True)),
            f"A position of {self} is {len(self.sizes)} numbers joined by '-', at most {self.heaps}; got '{text}'.",
        )
        return (_pack(tuple(map(int, heaps))), parse_side(side, self.players))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 2


def _heap_name(heap: int) -> str:
    return chr(ord("a") + heap)


def _pack(heaps: tuple[int, ...]) -> int:
    return sum(chips << HEAP_BITS * heap for heap, chips in enumerate(heaps))

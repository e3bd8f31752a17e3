"""Take-Away: take 1 to `take` chips from a heap; whoever takes the last one wins (or loses, in misère play).

A state is (chips left, whose turn); move m takes m + 1 chips. Multiples of take + 1 are lost for the side to move
(with misère play, one more than such a multiple).
"""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass

from kibitz.core.game import ONGOING, Game, Move, Reason, Rules, State, View
from kibitz.core.notation import check_position, parse_side
from kibitz.core.spec import option, parse_whole_number
from kibitz.core.words import count

CHIPS_A_ROW = 10


@dataclass(frozen=True)
class TakeAway(Game):
    name = "take-away"
    title = "Take-Away"
    about = "Take chips from the heap in turn; the player who takes the last one wins, or loses in misère play."
    family = "classics"
    look = "heap"
    players = ("First", "Second")
    presets = ("take-away", "take-away:chips=21,take=3", "take-away:chips=20,take=3,misere=true")
    evaluator = "modulo"
    small_boards = tuple(f"chips={chips},take={take}" for chips in range(1, 20) for take in range(1, chips))
    move_question = "How many chips does {} take?"
    advice = "Work backwards from the end: which numbers of chips are lost for the side to move?"

    chips: int = option(12, "chips at the start", 1, 1000)
    take: int = option(3, "maximum number of chips per move", 1, 100)
    misere: bool = option(False, "the player who takes the last chip loses")

    @property
    def num_moves(self) -> int:
        return self.take

    @property
    def max_plies(self) -> int:
        return self.chips

    def initial(self) -> State:
        return (self.chips, 0)

    def rules(self) -> Rules:
        take = self.take
        when_empty = 1 if self.misere else -1

        def moves(state: State, out: MutableSequence[int]) -> int:
            count = min(take, state[0])
            for move in range(count):
                out[move] = move
            return count

        def play(state: State, move: Move) -> State:
            return (state[0] - move - 1, 1 - state[1])

        def result(state: State) -> int:
            return when_empty if state[0] == 0 else ONGOING

        return Rules(moves, play, result)

    def view(self, state: State) -> View:
        """Rows of chips; a click takes that chip and all those after it."""
        left = state[0]
        marks = "*" * left + "." * (self.chips - left)
        rows = tuple(
            marks[i : i + CHIPS_A_ROW].ljust(min(CHIPS_A_ROW, self.chips)) for i in range(0, self.chips, CHIPS_A_ROW)
        )
        targets = {divmod(left - 1 - move, CHIPS_A_ROW): move for move in self.moves(state)}
        return View(rows, targets)

    def move_name(self, move: Move) -> str:
        return str(move + 1)

    def say_move(self, move: Move) -> str:
        return f"to take {count(move + 1, 'chip')}"

    def say_stock(self, state: State) -> str:
        return f"{count(state[0], 'chip')} left"

    def reasons(self, state: State, move: Move) -> tuple[Reason, ...]:
        """Whether a heap is left from which the other side loses: it takes some, then the rest of take + 1 follows."""
        left, period = state[0] - move - 1, self.take + 1
        if left == 0 or left % period != (1 if self.misere else 0):
            return ()
        more = "one more than a multiple" if self.misere else "a multiple"
        hint = f"leaves {self.sides[1 - state[1]]} a number of chips that is {more} of {period}"
        if left == 1:
            return (Reason("heap", "leaves the last chip, which loses", is_plain=True, hint=hint),)
        text = f"leaves {count(left, 'chip')}, {more} of {period}, from which every move can be answered"
        return (Reason("heap", text, hint=hint),)

    @property
    def variant(self) -> str:
        goal = "the last one loses" if self.misere else "the last one wins"
        return f"{self.chips} chips, take up to {self.take}, {goal}"

    def why_over(self, state: State) -> str:
        return f"{self.players[1 - state[1]]} took the last chip."

    def position_text(self, state: State) -> str:
        return f"{state[0]} {self.players[state[1]]}"

    def parse_position(self, text: str) -> State:
        """The chips left, and the side to move (First by default)."""
        given, _, side = text.strip().partition(" ")
        chips = parse_whole_number(given)
        check_position(
            chips is not None and chips <= self.chips,
            f"A position of {self.name} is a number of chips from 0 to {self.chips}; got '{text}'.",
        )
        assert chips is not None
        return (chips, parse_side(side, self.players))

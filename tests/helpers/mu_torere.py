"""Mu Torere, as a newcomer would write it: a game of one's own whose positions come again."""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass

from kibitz import ONGOING, Game, Move, Rules, State, View, helper

RING, CENTRE = 8, 8


@dataclass(frozen=True)
class MuTorere(Game):
    """Eight places in a ring and one in the middle; a stone moves to the free place; whoever cannot move loses.

    From the ring to the middle only a stone with a stone of the other side next to it may move. State: stones of the
    side to move, those of the other, whose turn it is.
    """

    name = "mu-torere"
    title = "Mu Torere"
    players = ("X", "O")
    words = 3
    repeats = True
    num_moves = 9

    def initial(self) -> State:
        return (0b00001111, 0b11110000, 0)

    def rules(self) -> Rules:
        @helper
        def find_free(state: State) -> int:
            free = 0
            while (state[0] | state[1]) >> free & 1:
                free += 1
            return free

        @helper
        def can_move(state: State, place: int, free: int) -> bool:
            left, right = (place + 7) % 8, (place + 1) % 8
            if state[0] >> place & 1 == 0:
                return False
            if free == CENTRE:
                return (state[1] >> left & 1) + (state[1] >> right & 1) > 0
            return place == CENTRE or free in (left, right)

        def moves(state: State, out: MutableSequence[Move]) -> int:
            free, count = find_free(state), 0
            for place in range(9):
                if can_move(state, place, free):
                    out[count] = place
                    count += 1
            return count

        def play(state: State, move: Move) -> State:
            own, other, turn = state
            return (other, own & ~(1 << move) | 1 << find_free(state), 1 - turn)

        def result(state: State) -> int:
            free = find_free(state)
            for place in range(9):
                if can_move(state, place, free):
                    return ONGOING
            return -1

        return Rules(moves, play, result)

    def view(self, state: State) -> View:
        sides = (state[0], state[1]) if state[2] == 0 else (state[1], state[0])
        marks = ["X" if sides[0] >> place & 1 else "O" if sides[1] >> place & 1 else "." for place in range(9)]
        rows = ((7, 0, 1), (6, CENTRE, 2), (5, 4, 3))
        legal = self.moves(state)
        targets = {(y, x): place for y, row in enumerate(rows) for x, place in enumerate(row) if place in legal}
        return View(tuple("".join(marks[place] for place in row) for row in rows), targets)

    def move_name(self, move: Move) -> str:
        return "abcdefghm"[move]

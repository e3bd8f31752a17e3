"""Treblecross: crosses on a strip of cells; whoever makes three in a row wins."""

from dataclasses import dataclass

from kibitz import ONGOING, Game, Rules, View, option


@dataclass(frozen=True)
class Treblecross(Game):
    name = "treblecross"
    cells: int = option(7, "cells in the strip", 3, 60)
    num_moves = property(lambda self: self.cells)

    def initial(self):
        return (0, 0)  # the crosses, one bit a cell; whose turn it is

    def rules(self):
        cells = self.cells

        def moves(state, out):
            free = [cell for cell in range(cells) if state[0] >> cell & 1 == 0]
            out[: len(free)] = free
            return len(free)

        def play(state, move):
            return (state[0] | 1 << move, 1 - state[1])

        def result(state):  # for the side to move: three in a row, and it has lost
            return -1 if state[0] & state[0] >> 1 & state[0] >> 2 else ONGOING

        return Rules(moves, play, result)

    def view(self, state):
        marks = "".join(".X"[state[0] >> cell & 1] for cell in range(self.cells))
        return View((marks,), {(0, m): m for m in self.moves(state)}, self.move_names)

    def move_name(self, move):
        return str(move + 1)

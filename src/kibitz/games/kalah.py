"""Kalah: sow the seeds of a pit one by one; seeds in your store count, and a last seed there lets you move again.

The pits of South, who begins, run from left to right, those of North from right to left, each followed by the store of
its side; seeds are sown that way round, past the other side's store (three pits):

              3   2   1            One int per side, 8 bits for each of its pits from the first on, and 8 for its store:
    store                 store
              1   2   3                bits  0 …  7   8 … 15   16 … 23   24 … 31
                                       pit      1        2         3      store

A state is (holes of the side to move, holes of the other side, whose turn: 0 South, 1 North). Move m sows the seeds of
the mover's pit m + 1. The game ends as soon as all pits of one side are empty; the other side then gets what is left in
its own. The result is the difference in seeds.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass

from kibitz.core.game import ONGOING, Cell, Game, Move, Reason, Rules, State, View
from kibitz.core.notation import check_position, parse_side
from kibitz.core.spec import option, parse_whole_number
from kibitz.core.words import count

WIDTH = 8  # bits of a hole
HOLE = (1 << WIDTH) - 1
MAX_PITS, MAX_SEEDS = 6, 10  # 120 seeds at most, which one hole can hold


@dataclass(frozen=True)
class Kalah(Game):
    name = "kalah"
    title = "Kalah"
    about = (
        "Sow the seeds of a pit; a last seed in your store lets you move again, one in an empty pit of yours captures."
    )
    family = "counting"
    other_names = ("mancala",)
    look = "pits"
    players = ("South", "North")
    presets = ("kalah", "kalah:pits=4,seeds=3", "kalah:pits=6,seeds=6")
    unit = "seed"
    evaluator = "stores"
    moves_again = True

    pits: int = option(6, "pits on each side", 1, MAX_PITS)
    seeds: int = option(4, "seeds in each pit at the start", 1, MAX_SEEDS)
    empty_capture: bool = option(
        False, "a last seed in an empty pit goes to the store even if the pit opposite is empty"
    )

    @property
    def num_moves(self) -> int:
        return self.pits

    @property
    def max_result(self) -> int:
        return 2 * self.pits * self.seeds

    def initial(self) -> State:
        holes = sum(self.seeds << WIDTH * pit for pit in range(self.pits))
        return (holes, holes, 0)

    def rules(self) -> Rules:
        pits, empty_capture = self.pits, self.empty_capture
        store = WIDTH * pits  # where its bits begin
        in_pits = (1 << store) - 1

        def moves(state: State, out: MutableSequence[int]) -> int:
            count = 0
            for pit in range(pits):
                if state[0] >> WIDTH * pit & HOLE:
                    out[count] = pit
                    count += 1
            return count

        def play(state: State, move: Move) -> State:
            own, other = state[0], state[1]
            seeds = own >> WIDTH * move & HOLE
            own ^= seeds << WIDTH * move
            place = move  # 0 … pits - 1 own pits, pits the own store, then the other side's pits
            for _ in range(seeds):
                place = 0 if place == 2 * pits else place + 1
                if place <= pits:
                    own += 1 << WIDTH * place
                else:
                    other += 1 << WIDTH * (place - pits - 1)
            if place < pits and own >> WIDTH * place & HOLE == 1:
                across = WIDTH * (pits - 1 - place)
                captured = other >> across & HOLE
                if captured or empty_capture:
                    own += (captured + 1 << store) - (1 << WIDTH * place)
                    other -= captured << across
            return (own, other, state[2]) if place == pits else (other, own, 1 - state[2])

        def result(state: State) -> int:
            own, other = state[0], state[1]
            if own & in_pits and other & in_pits:
                return ONGOING
            difference = 0
            for hole in range(pits + 1):
                difference += (own >> WIDTH * hole & HOLE) - (other >> WIDTH * hole & HOLE)
            return difference

        return Rules(moves, play, result)

    def holes(self, state: State) -> tuple[list[int], list[int]]:
        """The seeds in South's pits and store, and in North's."""
        own, other = ([side >> WIDTH * hole & HOLE for hole in range(self.pits + 1)] for side in state[:2])
        return (own, other) if state[2] == 0 else (other, own)

    def pit_cell(self, side: int, pit: int) -> Cell:
        """The cell of a side's pit, counted from 0; its store is the pit after the last."""
        return (1, 1 + pit) if side == 0 else (0, self.pits - pit)

    def view(self, state: State) -> View:
        rows, texts = [[" "] * (self.pits + 2) for _ in range(2)], {}
        for side, holes in enumerate(self.holes(state)):
            for pit, seeds in enumerate(holes):
                row, column = self.pit_cell(side, pit)
                rows[row][column] = "XO"[side] if seeds or pit == self.pits else "."  # a store is always its side's
                texts[row, column] = str(seeds)
        targets = {self.pit_cell(state[2], move): move for move in self.moves(state)}
        names = {self.pit_cell(side, pit): str(pit + 1) for side in (0, 1) for pit in range(self.pits)}
        return View(tuple(map("".join, rows)), targets, shape="pits", texts=texts, names=names)

    def path(self, state: State, move: Move) -> tuple[Cell, ...]:
        """The pit and the holes its seeds are sown into, one by one."""
        holes = [(state[2], hole) for hole in range(self.pits + 1)] + [(1 - state[2], pit) for pit in range(self.pits)]
        seeds = state[0] >> WIDTH * move & HOLE
        return tuple(self.pit_cell(*holes[(move + step) % len(holes)]) for step in range(seeds + 1))

    def move_name(self, move: Move) -> str:
        return str(move + 1)

    def reasons(self, state: State, move: Move) -> tuple[Reason, ...]:
        """What a move captures and brings to the store, and whether its side moves again."""
        side, after = state[2], self.play(state, move)
        gain = self.holes(after)[side][self.pits] - self.holes(state)[side][self.pits]
        seeds = state[0] >> WIDTH * move & HOLE
        sown = sum((move + 1 + seed) % (2 * self.pits + 1) == self.pits for seed in range(seeds))
        store = (self.pit_cell(side, self.pits),)
        total = "brings {} seeds to the store"
        if gain > sown:
            captured = f"captures {count(gain - sown - 1, 'seed')}" if gain - sown > 1 else "captures its own last seed"
            return (Reason("capture", captured, store, hint="captures", amount=gain, total=total),)
        if self.keeps_turn(state, after):
            text = f"ends in the store, so {self.sides[side]} moves again"
            return (Reason("again", text, store, hint="ends in the store and moves again", amount=gain, total=total),)
        if gain:
            text = f"brings {count(gain, 'seed')} to the store"
            return (Reason("store", text, store, hint="brings a seed to the store", amount=gain, total=total),)
        lost = self._find_largest_capture(state), self._find_largest_capture((after[1], after[0], 1 - side))
        if lost[0] > lost[1]:
            return (Reason("saves", f"saves {count(lost[0], 'seed')} from capture", hint="saves seeds from capture"),)
        return ()

    def _find_largest_capture(self, state: State) -> int:
        """The most seeds of the side to move that the other side could capture if it were its turn."""
        turned = (state[1], state[0], 1 - state[2])
        if self.result(turned) is not None:
            return 0
        mine, losses = state[0] & (1 << WIDTH * self.pits) - 1, [0]
        for move in self.moves(turned):
            after = self.play(turned, move)
            left = (after[1] if self.keeps_turn(turned, after) else after[0]) & (1 << WIDTH * self.pits) - 1
            losses += [seeds - rest for seeds, rest in zip(_pits(mine, self.pits), _pits(left, self.pits), strict=True)]
        return max(losses)

    @property
    def variant(self) -> str:
        rule = ", empty captures" if self.empty_capture else ""
        return f"{self.pits} pits a side, {self.seeds} seeds in each{rule}"

    def why_over(self, state: State) -> str:
        south, north = self.holes(state)
        empty = self.players[1] if any(south[:-1]) else self.players[0]
        return f"{empty} has no seeds left to sow: {sum(south)} seeds for South, {sum(north)} for North."

    def position_text(self, state: State) -> str:
        south, north = (",".join(map(str, holes)) for holes in self.holes(state))
        return f"{south}/{north} {self.players[state[2]]}"

    def parse_position(self, text: str) -> State:
        """South's pits from the first to the last and its store, a slash, the same for North, then South or North."""
        board, _, side = text.strip().partition(" ")
        rows = [row.split(",") for row in board.split("/")]
        check_position(
            [len(row) for row in rows] == [self.pits + 1] * 2
            and all(parse_whole_number(n) is not None for row in rows for n in row),
            f"A position of {self} is South's {self.pits} pits and its store, with commas, a slash, the same for "
            f"North, and the side to move, as in '{self.position_text(self.initial())}'; got '{text}'.",
        )
        turn = parse_side(side, self.players)
        numbers = [[int(number) for number in row] for row in rows]
        total, expected = sum(map(sum, numbers)), self.max_result
        check_position(total == expected, f"There are {expected} seeds in all; got {total} in '{text}'.")
        south, north = (sum(seeds << WIDTH * hole for hole, seeds in enumerate(row)) for row in numbers)
        return (south, north, 0) if turn == 0 else (north, south, 1)


def _pits(holes: int, pits: int) -> list[int]:
    """The seeds in each pit."""
    return [holes >> WIDTH * pit & HOLE for pit in range(pits)]

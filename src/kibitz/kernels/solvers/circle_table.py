"""The table of a small game that can go round in circles: its positions, what each is worth, and the file for them.

The work is done by the kernels of `retrograde.py`, stage by stage; this is who calls them.
"""

from __future__ import annotations

import json
import threading
import zipfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kibitz.core.errors import BadFile, Unfinished, Unsuited
from kibitz.core.files.named_file import MAX_DATA_BYTES, check_input
from kibitz.core.files.safe_file import write_safely
from kibitz.core.game import Game, State
from kibitz.core.limits import Limits
from kibitz.core.score import Score, sign
from kibitz.kernels.common.control import NODES, Control
from kibitz.kernels.compiler.bridge import state_words
from kibitz.kernels.solvers.known_positions import KnownPositions
from kibitz.kernels.solvers.retrograde import (
    MAX_DISTANCE,
    NEXT,
    QUEUED,
    READY,
    SETTLED,
    SIZE,
    STOPPED,
    TOO_LONG,
    add_position,
    fill_slots,
    find_position,
    link_positions,
    list_positions,
    settle_positions,
)
from kibitz.search.common.free_memory import free_memory

FILE_FORMAT = "kibitz positions 1"
FIRST_POSITIONS = 1 << 12
SLOTS_EACH = 1.34  # slots for every position: more than three quarters full, chains grow long

LISTING, LINKING, SETTLING, DONE = range(4)  # the stage


class CircleTable(KnownPositions):
    """What is known about the positions of one game whose positions repeat; grows by what is asked."""

    def __init__(self, game: Game) -> None:
        if game.words == 0:
            raise Unsuited(f"strong keeps positions as 64-bit words, and those of {game} do not fit; take pvs.")
        if game.max_result != 1 or game.repetition != 0:
            raise Unsuited(
                f"strong solves games with repetitions if a repetition is a draw and scores are 1, 0 or -1; {game} is "
                "not such a game, so search it to a depth."
            )
        self.game = game
        self.lock = threading.Lock()
        self.forget()

    def forget(self) -> None:
        self.stage = LISTING
        self.counts = np.zeros(4, np.int64)
        self.positions = np.zeros((FIRST_POSITIONS, self.game.words), np.int64)
        self.slots = np.zeros(int(FIRST_POSITIONS * SLOTS_EACH), np.int32)
        self.worth = np.zeros(0, np.int16)
        self._give_links_back()

    def _give_links_back(self) -> None:
        self.starts, self.before = np.zeros(0, np.int64), np.zeros(0, np.int32)
        self.open, self.queue = np.zeros(0, np.uint16), np.zeros(0, np.int32)

    def __len__(self) -> int:
        """How many positions it holds."""
        return int(self.counts[SIZE])

    @property
    def memory(self) -> int:
        """In bytes."""
        arrays = self.positions, self.slots, self.worth, self.starts, self.before, self.open, self.queue
        return sum(array.nbytes for array in arrays)

    # What is known.

    def lookup(self, state: State) -> Score | None:
        number = int(find_position(self.positions, self.slots, state_words(self.game, state)))
        if self.stage != DONE or number < 0:
            return None
        return _score(int(self.worth[number]))

    # On disk.

    def save(self, path: Path) -> None:
        """Keep in a file what was found so far: the positions and, once all are known, what they are worth.

        Raises BadFile if it cannot be written.
        """
        is_done = self.stage == DONE
        known = {"game": str(self.game), "next": int(self.counts[NEXT]) if self.stage == LISTING else len(self)}
        about = np.array(json.dumps({"format": FILE_FORMAT, "done": is_done, **known}))
        positions, worth = self.positions[: len(self)], self.worth if is_done else self.worth[:0]
        write_safely(path, lambda file: np.savez(file, about=about, positions=positions, worth=worth))

    def load(self, path: Path, control: Control) -> None:
        """Go on from a file that `save` made. Raises BadFile if it is not one of this game."""
        check_input(path, MAX_DATA_BYTES)
        try:
            with np.load(path, allow_pickle=False) as kept:
                about, positions, worth = json.loads(str(kept["about"])), kept["positions"], kept["worth"]
                is_ours = about["format"] == FILE_FORMAT and positions.shape[1] == self.game.words
        except (OSError, ValueError, KeyError, IndexError, zipfile.BadZipFile) as error:
            raise BadFile(f"{path} is not a table of positions ({error}); choose another file.") from None
        if not is_ours or about["game"] != str(self.game):
            raise BadFile(f"{path} is a table of {about['game']}, not of {self.game}; choose another file.")
        self.forget()
        self.positions, self.counts[SIZE], self.counts[NEXT] = positions, len(positions), about["next"]
        self.slots = np.zeros(max(8, int(len(positions) * SLOTS_EACH)), np.int32)
        fill_slots(self.positions, self.slots, self.counts, control.cells)
        self.worth, self.stage = worth, DONE if about["done"] else LISTING

    # The work.

    def compile(self) -> None:
        """Have all kernels compiled, on an empty table."""
        like, cells, out = _words_like(self.game), np.zeros(8, np.int64), np.empty(self.game.num_moves, np.int64)
        counts, starts, links = np.zeros_like(self.counts), np.zeros(1, np.int64), np.zeros(1, np.int32)
        table = self.positions, self.slots
        find_position(*table, like)
        list_positions(self.game, like, *table, counts, 1, out, Control(Limits()).max_nodes, cells)
        link_positions(self.game, like, *table, counts, starts, self.open, links, out, cells)
        settle_positions(self.game, like, self.positions, counts, starts, links, self.open, links, self.worth, cells)

    def explore(self, state: State, max_positions: int, control: Control) -> bool:
        """Find out about a position and all that can follow; False if a limit of the search came first.

        Raises Unfinished when there are more than `max_positions`, or more than the memory holds. What an unfinished
        exploration found is kept for the next.
        """
        words = state_words(self.game, state)
        if int(find_position(self.positions, self.slots, words)) < 0:
            if self.stage != LISTING:  # what follows this position is to be worked out as well
                self.stage = LISTING
                self._give_links_back()
            self._make_room(control)
            add_position(self.positions, self.slots, self.counts, words)
        if not self._list(max_positions, control):
            return False
        listed = int(control.cells[NODES])
        done = self._link(control) and self._settle(control)
        control.cells[NODES] = listed  # what is counted later only shows how far the work is
        return done

    def _list(self, max_positions: int, control: Control) -> bool:
        out = np.empty(self.game.num_moves, np.int64)
        while self.stage == LISTING:
            most = min(max_positions, len(self.positions))
            ended = list_positions(
                self.game, _words_like(self.game), self.positions, self.slots, self.counts, most, out,
                control.max_nodes, control.cells,
            )  # fmt: skip
            if ended == STOPPED:
                return False
            if ended == READY:
                self.stage = LINKING
                self.counts[NEXT] = 0
            elif len(self) >= max_positions:
                size = len(self)
                self.forget()
                raise Unfinished(
                    f"{self.game} has more than {size:,} positions from here on (max_positions={max_positions}); "
                    f"allow more, at some {self._bytes_each()} bytes each, or ask nearer to the end of the game."
                )
            elif not self._make_room(control):
                return False
        return True

    def _make_room(self, control: Control) -> bool:
        """Let the arrays hold more positions if they are full; False if told to stop before it was done."""
        if len(self) < len(self.positions):
            return True
        length = 2 * len(self.positions)
        self._check_memory(length * (8 * self.game.words + int(4 * SLOTS_EACH) + 1))
        positions = np.zeros((length, self.game.words), np.int64)
        positions[: len(self)] = self.positions[: len(self)]
        slots = np.zeros(int(length * SLOTS_EACH), np.int32)
        if not fill_slots(positions, slots, self.counts, control.cells):
            return False
        self.positions, self.slots = positions, slots
        return True

    def _link(self, control: Control) -> bool:
        """Count the moves to every position, then list where they come from."""
        if self.stage != LINKING:
            return True
        size, out, like = len(self), np.empty(self.game.num_moves, np.int64), _words_like(self.game)
        if len(self.starts) != size + 1:
            self._check_memory(size * 16)
            self.starts, self.open = np.zeros(size + 1, np.int64), np.zeros(size, np.uint16)
            self.worth = np.zeros(size, np.int16)
            self.counts[NEXT] = 0
        if len(self.before) == 0:
            if not self._pass_over(like, out, control):
                return False
            edges = int(self.starts.sum())
            self._check_memory(4 * edges + 4 * size)
            np.cumsum(self.starts, out=self.starts)
            self.starts[1:], self.starts[0] = self.starts[:-1].copy(), 0
            self.before, self.queue = np.zeros(edges + 1, np.int32), np.zeros(size, np.int32)
            self.counts[NEXT] = 0
        if not self._pass_over(like, out, control):
            return False
        self.stage = SETTLING
        self.counts[NEXT] = self.counts[QUEUED] = self.counts[SETTLED] = 0
        return True

    def _pass_over(self, like: State, out: NDArray[np.int64], control: Control) -> bool:
        """One pass over all positions; False if a limit of the search came first."""
        linked: bool = link_positions(
            self.game, like, self.positions, self.slots, self.counts, self.starts, self.open, self.before, out,
            control.cells,
        )  # fmt: skip
        return linked

    def _settle(self, control: Control) -> bool:
        if self.stage != SETTLING:
            return True
        ended = settle_positions(
            self.game, _words_like(self.game), self.positions, self.counts, self.starts, self.before, self.open,
            self.queue, self.worth, control.cells,
        )  # fmt: skip
        if ended == TOO_LONG:
            self.forget()
            raise Unsuited(f"{self.game} has wins that take more than {MAX_DISTANCE:,} moves, too many for the table.")
        if ended == STOPPED:
            return False
        self.stage = DONE
        self._give_links_back()
        self._shrink()
        return True

    def _shrink(self) -> None:
        self.positions = self.positions[: len(self)].copy()

    def _bytes_each(self) -> int:
        """While the work goes on, with some ten moves a position."""
        return 8 * self.game.words + 6 + 2 + 2 + 8 + 4 + 40

    def _check_memory(self, needed: int) -> None:
        free = free_memory()
        if needed > free:
            raise Unfinished(
                f"{self.game} has {len(self):,} positions or more from here on, and memory is too small to continue: "
                f"that takes {needed >> 20:,} MiB more, and {free >> 20:,} MiB are free; ask nearer to the end of the "
                "game, or take a smaller board."
            )


def _score(worth: int) -> Score:
    return Score.solved(sign(worth), max(0, abs(worth) - 1))


def _words_like(game: Game) -> State:
    """For compiled code, which takes from it how many words a state has."""
    return state_words(game, game.initial())

"""What is to be seen in games of k in a row: lines completed and blocked, threats, double threats, safe moves gone.

A threat is a free cell where one more stone of a side completes a line. It is open if a stone can be put there now; in
Connect Four the others wait until the cell below is filled, so that it matters whether their row, counted from the
bottom, is odd or even: on 7x6, if both sides only fill up the other columns, the first player comes to the odd cells
and the second to the even ones.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from kibitz.core.bits import bits
from kibitz.core.game import Cell, Game, Move, Reason, State, Threat
from kibitz.core.words import join_names


class LineReasons(Game):
    """What a game of lines says about its moves. A state is the stones of the side to move and the other's."""

    k: int

    @property
    @abstractmethod
    def board(self) -> int: ...

    @property
    @abstractmethod
    def cell_at(self) -> dict[int, Cell]: ...

    @property
    @abstractmethod
    def completing(self) -> Callable[[int, int], int]: ...

    @abstractmethod
    def cell_name(self, cell: Cell) -> str:
        """A cell as people say it: b2, or column 3, row 4 (even)."""

    def row_kind(self, cell: Cell) -> str:
        """Whether the row of a cell is odd or even from the bottom, where that matters."""
        return ""

    def find_threats(self, state: State) -> tuple[Threat, ...]:
        """The threats of both sides."""
        if self.result(state) is not None:
            return ()
        mover, landing = self.to_move(state), self._landing(state)
        return tuple(
            Threat(side, self.cell_at[bit], self._name(landing.get(bit)), self.row_kind(self.cell_at[bit]))
            for side, stones in ((mover, state[0]), (1 - mover, state[1]))
            for bit in bits(self.completing(stones, self._free(state)))
        )

    def reasons(self, state: State, move: Move) -> tuple[Reason, ...]:
        after = self.play(state, move)
        result = self.result(after)
        if result == -1:
            cells = tuple(sorted(self.winning_cells(after)))
            return (Reason("line", f"completes {self.k} in a row", cells, is_plain=True, hint="wins at once"),)
        found = self._find_threats_made(state, after) if result is None else None
        return () if found is None else (found,)

    def _find_threats_made(self, state: State, after: State) -> Reason | None:
        """What a move blocks and threatens, and whether the other side can still answer."""
        stone = after[1] ^ state[0]
        landing = self._landing(after)
        mine, theirs = self.completing(after[1], self._free(after)), self.completing(after[0], self._free(after))
        at_once = [bit for bit in bits(mine) if bit in landing]
        other = self.sides[self.to_move(after)]
        done = []
        if self.completing(state[1], self._free(state)) & stone:
            done.append(f"blocks {other}'s line")
        allowed = [bit for bit in bits(theirs) if bit in landing]
        if allowed:
            # The other side wins first, so that whatever is threatened is of no use.
            done.append(f"lets {other} complete a line at {self._cells(allowed)}")
            return self._reason("allows_line", done, allowed)
        if len(at_once) > 1:
            done.append(f"makes a double threat, at {self._cells(at_once)}: only one can be blocked")
            return self._reason("double_threat", done, at_once, "makes a double threat")
        safe = self._safe_answers(after)
        if at_once and not safe:
            done.append(f"threatens {self._cells(at_once)}, and blocking there allows another line")
            return self._reason("no_safe_answer", done, at_once, "makes a threat that cannot be blocked in time")
        if at_once:
            done.append(f"threatens to complete a line at {self._cells(at_once)}")
            return self._reason("threat", done, at_once, "threatens to complete a line")
        if not safe:
            done.append(f"leaves {other} no safe move: each one lets a line be completed")
            return self._reason("no_safe_answer", done, list(bits(mine)), f"leaves {other} no safe move")
        new = mine & ~self.completing(state[0], self._free(state))
        if new:
            done.append(f"makes a threat at {self._cells(list(bits(new)))}, for later")
            return self._reason("later_threat", done, list(bits(new)), "makes a threat for later")
        if done:
            return self._reason("block", done, [stone.bit_length() - 1], "blocks a line")
        return None

    def _reason(self, kind: str, done: list[str], found: list[int], hint: str = "") -> Reason:
        cells = tuple(self.cell_at[bit] for bit in found)
        return Reason(kind, " and ".join(done), cells, kind in ("double_threat", "no_safe_answer"), hint)

    def _safe_answers(self, state: State) -> list[Move]:
        """The moves of the side to move after which the other side cannot complete a line at once."""
        safe = []
        for move in self.moves(state):
            after = self.play(state, move)
            landing = self._landing(after)
            wins = self.completing(after[0], self._free(after)) if self.result(after) is None else 0
            if not any(bit in landing for bit in bits(wins)):
                safe.append(move)
        return safe

    def _landing(self, state: State) -> dict[int, Move]:
        """The bit that each legal move fills, with its move."""
        return {(self.play(state, move)[1] ^ state[0]).bit_length() - 1: move for move in self.moves(state)}

    def _free(self, state: State) -> int:
        return self.board ^ (state[0] | state[1])

    def _cells(self, found: list[int]) -> str:
        return join_names([self.cell_name(self.cell_at[bit]) for bit in sorted(found)])

    def _name(self, move: Move | None) -> str | None:
        return None if move is None else self.move_name(move)

"""Perft: how many games of each length the rules allow, the classic check of a move generator.

The count goes ply by ply. Games that reach the same position are counted together, so that the work grows with the
number of different positions (184,275 after 8 plies of Connect Four) and not of games (5,673,234).

Counted by turns, all moves that a side has in a row are one ply, as in the published counts of checkers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.core.errors import BadOption
from kibitz.core.game import ONGOING, Game, Move, State
from kibitz.core.limits import FULL_DEPTH
from kibitz.core.searching import StopFlag

MAX_POSITIONS = 1_000_000  # of one ply, held at once: some 300 MB

Ways = dict[State, int]  # position: how many games lead to it


@dataclass(frozen=True)
class Ply:
    """What there is a given number of plies from the start.

    `nodes`: games of that length, and those that ended earlier where the game's published tables count them as well
    (`perft_keeps_finished`). `finished`: games that end right here. `positions`: different positions reached here,
    None when there were too many to hold at once.
    """

    nodes: int
    finished: int
    positions: int | None


def perft(
    game: Game,
    state: State,
    depth: int,
    *,
    by_turns: bool = False,
    max_positions: int | None = None,
    stop: StopFlag | None = None,
) -> tuple[Ply, ...]:
    """The counts for every ply from 0 to `depth`, or to the last one before there are too many different positions.

    When the flag is raised, the counts end with the last ply that was counted to its end. `stop.nodes` tells how many
    positions were met so far.
    """
    if not 0 <= depth <= FULL_DEPTH:
        raise BadOption(f"depth={depth} is not allowed; perft counts from 0 to {FULL_DEPTH} plies ahead.")
    count = _Count(game, state, depth, max_positions, stop, by_turns=by_turns and game.moves_again)
    plies, ended_before = [], 0
    for reached, finished, positions in zip(count.reached, count.finished, count.positions, strict=True):
        kept = ended_before if game.perft_keeps_finished else 0
        plies.append(Ply(reached + kept, finished, positions))
        ended_before += finished
    return tuple(plies)


def perft_split(
    game: Game, state: State, depth: int, *, by_turns: bool = False, stop: StopFlag | None = None
) -> dict[Move, int]:
    """The nodes of the last ply, by first move; fewer moves if the flag is raised."""
    split: dict[Move, int] = {}
    for move in game.moves(state) if depth else []:
        after = game.play(state, move)
        left = depth if by_turns and game.keeps_turn(state, after) else depth - 1
        plies = perft(game, after, left, by_turns=by_turns, stop=stop)
        if len(plies) <= left:
            break
        split[move] = plies[-1].nodes
    return split


class _Count:
    """Follows all games at once and adds up what it meets at each ply."""

    def __init__(
        self, game: Game, state: State, depth: int, most: int | None, stop: StopFlag | None, *, by_turns: bool
    ) -> None:
        self.rules, self.num_moves = game.cached_rules, game.num_moves
        self.keeps_turn = game.keeps_turn if by_turns else lambda state, after: False
        self.portion = MAX_POSITIONS if most is None else most + 1
        self.stop = stop or StopFlag()
        self.stop.begin(lambda: self.met)
        self.met = 0
        self.reached = [0] * (depth + 1)
        self.finished = [0] * (depth + 1)
        self.positions: list[int | None] = [0] * (depth + 1)
        self.is_last = [True] * (depth + 1)  # for each ply, whether the portion followed now is the last there
        portions = [iter([{state: 1}])]  # for each ply, what is still to be followed there
        while portions:
            ways, ply = next(portions[-1], None), len(portions) - 1
            if ways is None and not self.stop.raised:
                portions.pop()
                continue
            going_on = self._meet(ways, ply) if ways and (most is None or len(ways) <= most) else None
            if going_on is None or self.stop.raised:
                self._keep(min(ply, *(ply for ply, is_last in enumerate(self.is_last) if not is_last), depth + 1))
                break
            if going_on and ply < depth:
                portions.append(self._after(going_on, ply + 1))

    def _keep(self, plies: int) -> None:
        """Keep the counts of so many plies, which are complete."""
        for counts in (self.reached, self.finished, self.positions):
            del counts[plies:]

    def _meet(self, ways: Ways, ply: int) -> Ways | None:
        """Count these positions; those where the game goes on, None if the flag was raised before the end."""
        # A second portion may hold positions of the first again.
        self.positions[ply] = None if self.reached[ply] else len(ways)
        going_on: Ways = {}
        for state, games in ways.items():
            if self.stop.raised:
                return None
            self.met += 1
            self.reached[ply] += games
            if self.rules.result(state) == ONGOING:
                going_on[state] = games
            else:
                self.finished[ply] += games
        return going_on

    def _after(self, ways: Ways, ply: int) -> Iterator[Ways]:
        """The positions one ply later, in one portion unless they are too many."""
        after: Ways = {}
        self.is_last[ply] = False
        for state, games in ways.items():
            if self.stop.raised:
                return
            for child in self._children(state):
                after[child] = after.get(child, 0) + games
            if len(after) >= self.portion:
                yield after
                after = {}
        self.is_last[ply] = True
        if after:
            yield after

    def _children(self, state: State) -> Iterator[State]:
        """The position after each move or, counted by turns, after each way to end the turn."""
        moves = [0] * self.num_moves
        for i in range(self.rules.moves(state, moves)):
            child = self.rules.play(state, moves[i])
            if self.keeps_turn(state, child) and self.rules.result(child) == ONGOING:
                yield from self._children(child)
            else:
                yield child

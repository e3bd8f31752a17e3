"""Counting the games from a position (perft): how it is done best, how long that takes, and how far it is.

Different positions are followed ply by ply while they are few. Where they get many, compiled code follows every game
by itself, unless there are too many games for that, or whole turns are counted. What cannot end within a day is refused
before it begins.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kibitz.analysis.search_effort import DAY, describe_seconds, describe_size
from kibitz.core.errors import BadOption, Unfinished
from kibitz.core.game import Game, State
from kibitz.core.searching import StopFlag
from kibitz.kernels.backends import count_compiled
from kibitz.play.positions import record_at
from kibitz.search.game_size import estimate_games
from kibitz.search.perft import Ply, perft, perft_split

FEW_POSITIONS = 20_000  # of one ply; so many are followed one by one in a moment
MAX_GAMES = 2 * 10**10  # that compiled code follows one by one, in minutes
GAMES_A_SECOND = 10**8  # that compiled code follows, on a fast machine
LEAST_A_POSITION = 2e-6  # seconds that the readable count takes for one, on a fast machine
IN_ONE_GO = 3.0  # seconds, by the estimate: a longer count goes ply by ply, so that it can tell how far it is


@dataclass(frozen=True)
class Counted:
    """Perft, for every ply from 0 on; see `search/perft.py`. `nodes` is the last ply's, `split` is by first move.

    `stopped_by` is "stop" if the flag was raised; then the counts are those of the `depth` plies finished by then.
    """

    game: str
    depth: int
    nodes: int
    nodes_by_ply: tuple[int, ...]
    finished_by_ply: tuple[int, ...]
    positions_by_ply: tuple[int | None, ...]
    split: dict[str, int] | None = None
    stopped_by: str | None = None


@dataclass
class CountProgress:
    """How far a count is, for others to look at: the ply it is at, and how much of that will take how many steps."""

    stop: StopFlag
    ply: int = 0
    planned: int | None = None

    @property
    def done(self) -> int:
        return self.stop.nodes


def count_games(
    game: Game,
    depth: int,
    *,
    moves: str | None = None,
    position: str | None = None,
    split: bool = False,
    anyway: bool = False,
    progress: CountProgress | None = None,
) -> Counted:
    """How many games of each length there are from a position.

    Refuses what would take more than a day, unless it is to be tried `anyway`. When the flag of `progress` is raised,
    the plies counted so far are the answer.
    """
    progress = progress or CountProgress(StopFlag())
    state, stop = record_at(game, moves=moves, position=position).state, progress.stop
    started = time.thread_time()
    by_turns = game.perft_counts_turns
    plies = perft(game, state, depth, by_turns=by_turns, max_positions=FEW_POSITIONS, stop=stop)
    a_position = (time.thread_time() - started) / max(stop.nodes, FEW_POSITIONS)  # so many were made, if not met
    counted = _describe(game, plies)
    if len(plies) <= depth and not stop.raised:
        expected = estimate_games(game, state, depth)
        compiled = game.words > 0 and not by_turns and _are_countable(plies, depth)
        if compiled:
            seconds = expected[-1] // GAMES_A_SECOND
        else:
            seconds = int(_estimate_positions(plies, expected) * max(a_position, LEAST_A_POSITION))
        if seconds > DAY and not anyway:
            raise BadOption(
                f"The games of {depth} plies of {game} cannot be counted within a day: there are about "
                f"{describe_size(expected[-1])} of them, which takes about {describe_seconds(seconds)}; give less "
                "depth, or --anyway to begin all the same."
            )
        found = _count_compiled(game, state, plies, depth, seconds, split, progress) if compiled else None
        if found is not None:
            return found
        if not stop.raised:
            progress.ply, progress.planned = depth, _estimate_positions(plies, expected)
            counted = _describe(game, perft(game, state, depth, by_turns=by_turns, stop=stop))
    if split and counted.depth == depth:
        by_move = perft_split(game, state, depth, by_turns=by_turns, stop=stop)
        counted = replace(counted, split={game.move_name(move): nodes for move, nodes in by_move.items()})
    return replace(counted, stopped_by="stop" if stop.raised else None)


def _describe(game: Game, plies: Sequence[Ply]) -> Counted:
    nodes = tuple(ply.nodes for ply in plies)
    finished = tuple(ply.finished for ply in plies)
    positions = tuple(None if game.keeps_history and ply.nodes > 1 else ply.positions for ply in plies)
    return Counted(str(game), len(plies) - 1, nodes[-1] if nodes else 0, nodes, finished, positions)


def _count_compiled(
    game: Game, state: State, known: Sequence[Ply], depth: int, seconds: int, split: bool, progress: CountProgress
) -> Counted | None:
    """Follow every game, one ply further each time if it takes long; None if the game cannot be compiled."""
    stop, found = progress.stop, _describe(game, known)
    for reached in range(len(known) if seconds > IN_ONE_GO else depth, depth + 1):
        progress.ply = reached
        progress.planned = sum(found.nodes_by_ply[1:]) if len(found.nodes_by_ply) == reached else None
        try:
            quick = count_compiled(game, state, reached, stop=stop)
        except Unfinished:
            if not stop.raised:
                raise
            return replace(found, stopped_by="stop")
        if quick is None:
            return None
        finished = tuple(count for count in quick.finished if count is not None)  # none is: all were asked for
        positions = (*(ply.positions for ply in known), *[None] * (reached + 1 - len(known)))
        by_move = {game.move_name(move): nodes for move, nodes in quick.split.items()}
        found = Counted(
            str(game), reached, quick.nodes[-1], quick.nodes, finished, positions, by_move if split else None
        )
    return found


def _are_countable(plies: Sequence[Ply], depth: int) -> bool:
    """Whether the games can be followed one by one, as compiled code does, if they go on to branch as they did.

    The readable count follows different positions instead. Where games come together again and again, as on the full
    board of a small game, that is less work.
    """
    branching = plies[-1].nodes / plies[-2].nodes if len(plies) > 1 else 1.0
    return math.log(plies[-1].nodes) + (depth + 1 - len(plies)) * math.log(branching) <= math.log(MAX_GAMES)


def _estimate_positions(plies: Sequence[Ply], games: Sequence[int]) -> int:
    """About how many positions the readable count will meet: they grow as they did, as far as games still branch."""
    positions = [ply.positions or 1 for ply in plies]
    if len(positions) < 2 or not games[len(positions) - 1]:
        return sum(positions)
    last = len(positions) - 1
    growth = positions[last] * games[last - 1], positions[last - 1] * games[last]  # beside that of games, as a fraction
    total, latest = sum(positions), positions[last]
    for ply in range(last, len(games) - 1):
        if not games[ply]:
            break
        latest = latest * games[ply + 1] * growth[0] // (games[ply] * growth[1])
        total += latest
    return total

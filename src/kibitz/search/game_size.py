"""How large a game is, from random games alone: quick, and without counting it.

games       Knuth's estimate [Knuth, "Estimating the efficiency of backtrack programs", 1975]: along a random game,
            the product of the numbers of moves is on average the number of games of that length
positions   the birthday bound: random games that never meet the same position twice show that there are many. M
            positions with C meetings tell of at least M² / (2 u) positions, u being more meetings than were to be
            expected; it is a bound from below whatever the chances of the positions are
"""

from __future__ import annotations

import math
import time
from itertools import islice

from kibitz.core.game import Game, State
from kibitz.core.random_games import play_randomly
from kibitz.core.rng import Rng

WALKS = 100  # random games of an estimate, fewer if they take long
SECONDS = 0.3  # of the processor, for an estimate of games
FEW_WALKS = 5  # that are played however long they take
BOUND_SECONDS = 2.5  # of the processor, for a bound on positions
LOOK = 2_000  # sampled positions between two looks at the bound
CERTAINTY = 7.0  # meetings expected where none was seen: one time in a thousand, exp(-7), there are fewer positions
MANY_MEETINGS = 30  # after so many, the bound is as good as it gets


def estimate_games(game: Game, state: State, depth: int, *, seed: int = 0) -> list[int]:
    """About how many games there are that last 0, 1, … `depth` plies or longer; whole numbers, since they get huge."""
    totals = [0] * (depth + 2)
    walks, rng, deadline = 0, Rng(seed), time.thread_time() + SECONDS
    while walks < WALKS and (walks < FEW_WALKS or time.thread_time() < deadline):
        product = 1
        for ply, at in enumerate(play_randomly(game, rng, start=state, plies=depth + 1)):
            totals[ply] += product
            product *= len(at.legal)
        walks += 1
    return [total // walks for total in totals[:-1]]


def count_positions_at_least(game: Game, state: State, enough: int, *, seed: int = 0) -> int:
    """A number of positions that can follow, that there are certainly more of; sampling ends when it is `enough`."""
    rng, deadline = Rng(seed), time.thread_time() + BOUND_SECONDS
    by_ply: list[set[State]] = []
    sampled, meetings, next_look = [0] * (game.max_plies + 2), [0] * (game.max_plies + 2), LOOK
    bound, wanted = 0, 2 * math.isqrt(int(2 * CERTAINTY * enough))
    while bound <= enough and sum(sampled) < wanted and time.thread_time() < deadline:
        walk = islice(play_randomly(game, rng, start=state, plies=len(sampled)), 1, None)
        for ply, at in enumerate(walk):
            group = 0 if game.repeats else ply  # a position that comes again does so at another ply
            if group == len(by_ply):
                by_ply.append(set())
            sampled[group] += 1
            meetings[group] += at.state in by_ply[group]
            by_ply[group].add(at.state)
        if sum(sampled) >= next_look:
            next_look += LOOK
            bound, met = _find_best_bound(sampled, meetings)
            if met > MANY_MEETINGS:
                break
    return max(bound, sum(map(len, by_ply)))


def _find_best_bound(sampled: list[int], meetings: list[int]) -> tuple[int, int]:
    """The best bound from the positions of one ply and all later ones, since the first plies have few positions; and
    the meetings among them."""
    best, positions, met = (0, 0), 0, 0
    for sampled_here, met_here in zip(reversed(sampled), reversed(meetings), strict=True):
        positions, met = positions + sampled_here, met + met_here
        best = max(best, (int(positions**2 / (2 * (met + 3 * math.sqrt(met) + CERTAINTY))), met))
    return best

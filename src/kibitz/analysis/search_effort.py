"""Before a search begins: whether it can end within a day, by an estimate of its tree.

The number of games comes from random games (`search/game_size.py`). Minimax looks at all of them, and alpha-beta in
any form at about the square root, twice, if all lines are alike [Knuth & Moore, "An analysis of alpha-beta pruning",
1975]. They are not where a win is forced soon: it then cuts off the longest lines, so that this is no lower bound.
"""

from __future__ import annotations

import math

from kibitz.core.game import Game, State
from kibitz.core.limits import FULL_DEPTH, Limits
from kibitz.core.searching import Searcher
from kibitz.kernels.compiled_forms import obstacle
from kibitz.search.common.tree_search import TreeSearch
from kibitz.search.game_size import estimate_games
from kibitz.search.minimax import Minimax

DAY = 86_400  # seconds
YEAR = 365 * DAY
FEW_BITS = 1_000  # beyond them, only the power of ten of a number is said
COMPILED_SPEED, READABLE_SPEED = 10**8, 10**6  # nodes a second, on a fast machine


def describe_effort(searcher: Searcher, limits: Limits, game: Game, state: State) -> str:
    """A sentence if a search is likely to take more than a day, with the estimate; empty if not, or if unknown."""
    if not isinstance(searcher, TreeSearch) or searcher.table != "off" or limits.time or limits.nodes:
        return ""
    depth = min(limits.depth or FULL_DEPTH, game.max_plies)
    if depth * math.log(game.num_moves) < math.log(DAY * READABLE_SPEED):
        return ""
    games = estimate_games(game, state, depth)
    is_whole = isinstance(searcher, Minimax)
    nodes = sum(games) if is_whole else 2 * math.isqrt(max(games))
    seconds = nodes // (READABLE_SPEED if obstacle(searcher, game) else COMPILED_SPEED)
    if seconds <= DAY:
        return ""
    how_to_stop = "Ctrl-C stops it and shows the result so far, and time=10 limits it"
    size, duration = describe_size(nodes), describe_seconds(seconds)
    if is_whole:
        return f"{searcher.name} will visit about {size} nodes here, which takes {duration} or more; {how_to_stop}"
    return (
        f"{searcher.name} may visit {size} nodes here, by an estimate from random games, which would take {duration}; "
        f"if a forced win is short, it ends much sooner; {how_to_stop}"
    )


def describe_size(number: int) -> str:
    """A large number, rounded, as in 13,000,000 or 4 x 10^84."""
    if number.bit_length() > FEW_BITS:
        return f"10^{int(number.bit_length() * math.log10(2))}"
    digits = len(str(number))
    if digits <= 2:
        return str(number)
    rounded = int(str(number)[:2]) * 10 ** (digits - 2)
    return f"{rounded:,}" if digits <= 9 else f"{str(number)[0]}.{str(number)[1]} x 10^{digits - 1}"


def describe_seconds(seconds: int) -> str:
    """A long time in the largest unit that fits."""
    for name, unit in (("years", YEAR), ("days", DAY), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * unit:
            return f"{describe_size(seconds // unit)} {name}"
    return f"{seconds} seconds"

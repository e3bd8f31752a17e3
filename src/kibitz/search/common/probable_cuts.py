"""Which nodes a shallow search may settle: the rule of Multi-ProbCut [Buro 1995; 1997].

A search to depth `shallow` of a node is asked, in a window of width one, whether it is worth beta + margin at least.
If it is, a search to depth `depth` would probably find beta at least, and is left out; likewise at alpha - margin.
The margin is so many standard deviations of the difference between the two depths, as measured for the evaluator,
that the difference is within it as often as the confidence says:

    confidence   73 %   87 %   95 %   98 %   99 %   100 %
    deviations   1.1    1.5    1.96   2.33   2.58   no cut at all

The shallow search is about half as deep, and odd or even as the deep one is, because a heuristic is kinder to the side
that moved last; two plies from the horizon it is the heuristic alone. All searches that cut this way, readable and
compiled, take their depths and margins from `probable_cuts`.
"""

from __future__ import annotations

import functools
import math
from typing import NamedTuple, TypeAlias

from kibitz.core.evaluation import DepthErrors

CONFIDENCES = {73: 1.1, 87: 1.5, 95: 1.96, 98: 2.33, 99: 2.58, 100: math.inf}  # per cent: standard deviations
MIN_DEPTH = 2  # a node less deep is as quickly searched
MAX_DEPTH = 60  # deeper searches are treated like one to this depth
MAX_MARGIN = 100_000  # with any evaluator a margin that is never passed; small enough to add to a value


class Cut(NamedTuple):
    """Search to this depth, in a window that lies so much beyond the node's own."""

    shallow: int
    margin: int


CutTable: TypeAlias = tuple[tuple[tuple[Cut, ...], ...], ...]  # by phase, then by depth from 0 to MAX_DEPTH


def shallow_depths(depth: int) -> tuple[int, ...]:
    """The depths to try before a search to `depth`, in this order.

    One at half the depth does best. In Othello to depth 12, another one before it, at a quarter, left the nodes as they
    were and made the error a third larger; the cut two plies from the horizon saves a quarter of the nodes.
    """
    if depth < MIN_DEPTH:
        return ()
    half = depth // 2
    return (min(half + (depth - half) % 2, depth - 2),)


@functools.lru_cache(64)
def probable_cuts(errors: DepthErrors, confidence: int) -> CutTable:
    """The cuts to try at a node, by its phase and the depth left; none at a confidence of 100 per cent."""
    deviations = CONFIDENCES[confidence]

    def cuts(phase: int, depth: int) -> tuple[Cut, ...]:
        if deviations == math.inf:
            return ()
        pairs = ((shallow, errors.deviation(phase, depth, shallow)) for shallow in shallow_depths(depth))
        return tuple(
            Cut(shallow, min(MAX_MARGIN, math.ceil(deviations * deviation)))
            for shallow, deviation in pairs
            if deviation > 0  # else the shallow search is as deep as the game is long
        )

    return tuple(tuple(cuts(phase, depth) for depth in range(MAX_DEPTH + 1)) for phase in range(errors.phases))

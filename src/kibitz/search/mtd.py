"""MTD(f), SSS* and DUAL* as one driver [Plaat, Schaeffer, Pijls & de Bruin 1996].

A search in a window of width one is a test: is the value at least beta? Each test moves a lower or an upper bound on
the root's value until they meet. The three differ only in what they ask next: MTD(f) begins at a guess and follows
the answers; SSS* [Stockman 1979] comes down from above; DUAL* [Reinefeld 1989] goes up from below. The table keeps
one test from repeating the work of the others.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.game import Move
from kibitz.core.passes import Passes, PassResult
from kibitz.core.pseudocode import pseudocode
from kibitz.core.score import INFINITY
from kibitz.core.spec import option
from kibitz.search.alphabeta import fail_soft
from kibitz.search.common.run import Algorithm
from kibitz.search.common.transposition_table import SCHEMES
from kibitz.search.common.tree_search import TreeSearch

PSEUDOCODE = pseudocode(
    "MTD(f)",
    "Plaat, Schaeffer, Pijls & de Bruin 1996",
    """
         | lower, upper = -infinity, +infinity
         | until they meet: ask whether the root is worth at least beta
         |     value = test(root, depth, beta - 1, beta)
         |     if value < beta: upper = value, else: lower = value
enter    | test(node, depth, alpha, beta):
final    |     if the game is over: return its result
horizon  |     if depth = 0: return the evaluation
table    |     if the table settles the window: return what it says
         |     best = -infinity
visit    |     for each move:
         |         value = -test(node after move, depth - 1, -beta, -alpha)
same     |         where the same side moves again: value = test(node after move, depth - 1, alpha, beta)
improve  |         if value > best: best = value; alpha = max(alpha, best)
cut      |             if best >= beta: break
keep     |         else: go on with the next move
leave    |     store best in the table and return it
""",
)


@dataclass(frozen=True)
class MTD(TreeSearch):
    """Finds the value by asking "at least this much?" again and again, with memory."""

    name = "mtd"
    about = "finds the value by a series of null-window searches with a transposition table"
    pseudocode = PSEUDOCODE
    aliases = {"sss": "driver=sss", "dual": "driver=dual"}

    table: str = option("two-tier", "transposition table and its replacement scheme", choices=("off", *SCHEMES))
    driver: str = option("f", "how the next window is chosen: MTD(f), SSS* or DUAL*", choices=("f", "sss", "dual"))

    def algorithm(self) -> Algorithm:
        return fail_soft

    def drive(self, run: Passes, guess: int | None) -> PassResult:
        lower, upper = -INFINITY, INFINITY
        value = guess or 0
        line: tuple[Move, ...] = ()
        while lower < upper:
            beta = self._next_test(lower, upper, value)
            value = run.descend(beta - 1, beta)
            if value < beta:
                upper = value
            else:
                lower = value
                line = run.line_at(0)  # only a test that succeeded knows a move that does it
        return run.found(value, line)

    def _next_test(self, lower: int, upper: int, value: int) -> int:
        if self.driver == "sss":
            return upper
        if self.driver == "dual":
            return lower + 1
        return max(value, lower + 1)

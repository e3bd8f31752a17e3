"""Heuristics as the reports print them, with their faults; each is derived from the corrected one.

    here                 corrected   what is printed
    reported-longest     longest     S0, the evaluation used in its measurements
    reported-phased      phased      S1, complexHeuristic: the parts and the phases, no number
    -                    discs       S1, netPlayerCoins
    -                    threes      S2, twos and threes with a defensive bias; no number
    -                    windows     S3, open rows of one, two and three for 1, 2 and 3
    reported-modulo      modulo      S3, Take-Away
    reported-cells       cells       S4, the scores of moves on 3x3 and on 5x5

Only what is printed wrong is here: S1's disc difference and S3's open windows are right as printed, and S2 gives no
numbers. S4 adds the last three terms to MIN's scores, which are negative, with the same sign as to MAX's; in `cells`
they count for whoever makes the move. What the reports say of finished games (S0: the largest int for a win and the
smallest for all else; S3: 10 in Take-Away and 100 in Connect Four; S4: 100) does not concern evaluators: a finished
game scores what the rules say, and every search ranks that above any estimate.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass
from functools import cached_property

from kibitz.core.evaluation import Evaluator, Feature, Terms
from kibitz.core.game import Move, State
from kibitz.core.spec import option
from kibitz.evals.cells import Cells
from kibitz.evals.lines import Longest, longest_line
from kibitz.evals.othello import Phased
from kibitz.evals.take_away import Modulo
from kibitz.games.mnk import MNK
from kibitz.reports.publications import S0, S1, S3, S4


@dataclass(frozen=True)
class ReportedLongest(Longest):
    """S0, algorithm 2, line 2: a leaf is judged for `node.player`, the side to move there, and by its stones alone.

    So a position is never bad for anybody, however strong the other side; and whose strength a search compares
    changes with the parity of its depth.
    """

    name = "reported-longest"
    about = f"the longest line of the side to move only, as in {S0}"

    line: int = option(1, "stones in the longest own line")

    def terms(self) -> Terms:
        steps = self.game.steps

        def terms(state: State, out: MutableSequence[int]) -> None:
            out[0] = longest_line(state[0], steps)

        return terms

    def features(self, state: State) -> tuple[tuple[Feature, ...], ...]:
        return (self.longest(state[0], 1),)


@dataclass(frozen=True)
class ReportedPhased(Phased):
    """S1, section III.B, positionalScore: "the tiles adjacent to corners have extremely high scores".

    They give the corner away and must score low. S1 prints no number; twice the corner's is extremely high.
    """

    name = "reported-phased"
    about = f"phased with the cells next to a corner worth more than the corner, as in {S1}"

    c_square: int = option(240, "edge cells next to a corner held, up to 56 discs")
    x_square: int = option(240, "cells diagonally next to a corner held, up to 56 discs")


@dataclass(frozen=True)
class ReportedModulo(Modulo):
    """S3, task two, Evaluation: "if X(s) + 1 % n = 0" the side whose turn it is has -5, and nothing is said otherwise.

    X is the number of chips and n what a move may take; the rule meant is X % (n + 1) = 0. Read as (X + 1) % n here:
    as C# reads it, X + (1 % n) is never 0 and the rule would say nothing at all.
    """

    name = "reported-modulo"
    about = f"lost when chips + 1 is a multiple of take, level otherwise, as in {S3}"

    won: int = option(5, "-1 where chips + 1 is a multiple of take, 0 elsewhere")

    def terms(self) -> Terms:
        take = self.game.take

        def terms(state: State, out: MutableSequence[int]) -> None:
            out[0] = -1 if (state[0] + 1) % take == 0 else 0

        return terms


@dataclass(frozen=True)
class ReportedCells(Evaluator):
    """S4, 3.a: "if reached depth limit or no more available move: return 0"; the scores of 3.c order the moves alone.

    So a search of limited depth tells positions apart only where a game ends within its reach.
    """

    name = "reported-cells"
    about = f"0 at the horizon; orders moves as cells does, as in {S4}"
    suits = (MNK,)

    game: MNK

    def terms(self) -> Terms:
        return lambda state, out: None

    def move_score(self, state: State, move: Move) -> int:
        return self._scores.move_score(state, move)

    @cached_property
    def _scores(self) -> Cells:
        return Cells(self.game)

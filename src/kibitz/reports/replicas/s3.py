"""S3, the console program (2021) with its three games: the tree is built first, then minimax runs over it."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.evaluation import Evaluator
from kibitz.core.game import Game
from kibitz.core.searching import EvaluatingSearcher, Searcher
from kibitz.core.spec import option
from kibitz.games.connect_four import ConnectFour
from kibitz.games.mnk import MNK
from kibitz.games.take_away import TakeAway
from kibitz.reports.publications import S3 as REPORT
from kibitz.search.replica import ProgramFault, WrappingReplica, fault_switch
from kibitz.search.stored_tree import LOOKED_AT, MADE, Stored

MODULUS = ProgramFault(
    "S3-25",
    "modulus",
    "the evaluation tests chips + 1 against n",
    "The rule meant is that a multiple of n + 1 chips is lost for the side to move. The rule printed is "
    '"X(s) + 1 % n = 0", and nothing is said of other positions. Where the search does not see the end, the program '
    "steers for the wrong heaps.",
    "A heap is lost for the side to move if its chips are a multiple of n + 1, and won otherwise.",
)


@dataclass(frozen=True)
class S3TakeAway(WrappingReplica):
    """The evaluation as printed is `reported-modulo`, as meant it is `modulo`."""

    name = "replica-s3-take-away"
    about = f"Take-Away of {REPORT}, with the printed evaluation as an option"
    title = f"{REPORT}: Take-Away"
    faults = (MODULUS,)
    suits = (TakeAway,)
    usual_depth = 3

    modulus: bool = fault_switch(MODULUS)

    def inner(self) -> Searcher:
        return Stored(eval="reported-modulo" if self.modulus else "modulo")


@dataclass(frozen=True)
class S3Stored(EvaluatingSearcher, WrappingReplica):
    """What S3's programs for boards share: the tree is built in memory, then the best child of the root is played."""

    takes_depth = False  # as of `stored`

    def evaluator(self, game: Game) -> Evaluator:
        self.check_suits(game)
        return super().evaluator(game)


@dataclass(frozen=True)
class S3TicTacToe(S3Stored):
    """Nothing is printed wrong here; a depth below 9 needs a heuristic, and S3 prints none for this game."""

    name = "replica-s3-tic-tac-toe"
    about = f"tic-tac-toe of {REPORT}: minimax over a stored tree, to the end unless a depth is given"
    title = f"{REPORT}: tic-tac-toe"
    suits = (MNK,)

    eval: str = option("windows", "the heuristic at the horizon; the report names none, so the one of its Connect 4")

    def inner(self) -> Searcher:
        return Stored(eval=self.eval)


@dataclass(frozen=True)
class S3ConnectFour(S3Stored):
    """Nothing is printed wrong here either. `prune` is the type of algorithm in the program's settings menu.

    As printed, the tree generation gives a leaf its value when it makes it; so pruning afterwards saves no evaluation.
    """

    name = "replica-s3-connect-four"
    about = f"Connect 4 of {REPORT}: alpha-beta while the tree is built, or minimax on the whole tree"
    title = f"{REPORT}: Connect 4"
    suits = (ConnectFour,)
    usual_depth = 5  # print names none; its table goes from 1 to 11

    eval: str = option("windows", "the heuristic at the horizon: open rows of one, two and three, as printed")
    prune: str = option(
        "during", "alpha-beta while the tree is built, after it, or none: minimax", choices=("none", "after", "during")
    )
    evaluate: str = option(
        MADE,
        "evaluate a leaf when created, as printed, or when the search looks at it",
        choices=(MADE, LOOKED_AT),
    )

    def inner(self) -> Searcher:
        return Stored(eval=self.eval, prune=self.prune, evaluate=self.evaluate)

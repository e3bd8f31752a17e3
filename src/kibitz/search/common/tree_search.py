"""What all depth-first searches have in common: their switches, and how a search is driven to its answer."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.core.errors import BadOption
from kibitz.core.game import Game, State
from kibitz.core.limits import FULL_DEPTH, Limits
from kibitz.core.passes import Passes, PassResult, Stopped
from kibitz.core.rng import Rng
from kibitz.core.score import EVAL_LIMIT, Score
from kibitz.core.searching import EvaluatingSearcher, SearchResult, StopFlag, Watcher
from kibitz.core.spec import option
from kibitz.search.common.iterative_deepening import aspire, deepen
from kibitz.search.common.move_ordering import make_ordering, order_names
from kibitz.search.common.run import Algorithm, Run, deep_recursion
from kibitz.search.common.transposition_table import SCHEMES, make_transposition_table


def keeps_values(game: Game) -> bool:
    """Whether what a position is worth can be kept in a table, however it is reached.

    It cannot where a position that comes again is won or lost: then everything depends on the path.
    """
    return not game.repeats or game.repetition == 0


@dataclass(frozen=True)
class TreeSearch(EvaluatingSearcher):
    """A depth-first search with its switches; a subclass says by which `algorithm`."""

    order: str = option(
        "natural", "order of moves: natural, centre, heuristic, shuffled, table, killer, history, joined by +"
    )
    table: str = option("off", "transposition table and its replacement scheme", choices=("off", *SCHEMES))
    entries: int = option(1 << 20, "number of entries in the transposition table", 1, 1 << 26)
    reuse: str = option(
        "equal", "table results to accept: of equal depth, or deeper ones too", choices=("equal", "deeper")
    )
    sooner: bool = option(False, "prefer the sooner win and the later loss")
    ties: str = option("first", "which of several equally good moves to play", choices=("first", "random"))
    deepen: bool | None = option(None, "search to depth 1, 2, 3 …; none = when there is a time or node limit")
    aspiration: int = option(
        0, "half width of the window around the last depth's value; 0 = full window", 0, FULL_DEPTH
    )
    seed: int = option(0, "random seed for shuffled order and random ties", 0, 2**63 - 1)

    def __post_init__(self) -> None:
        super().__post_init__()
        if "table" in order_names(self.order) and self.table == "off":
            raise BadOption(f"order={self.order} asks the table for moves, but there is none; add table=two-tier.")

    @property
    def draws_lots(self) -> bool:
        return self.ties == "random" or "shuffled" in order_names(self.order)

    @abstractmethod
    def algorithm(self) -> Algorithm:
        """The function that says what a node is worth."""

    def drive(self, run: Passes, guess: int | None) -> PassResult:
        """Search the root to `run.depth`; `guess` is the value at the depth before."""
        return run.found(aspire(run, guess, self.aspiration))

    def search_reference(
        self,
        game: Game,
        state: State,
        limits: Limits = Limits(),
        *,
        watcher: Watcher | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        result = game.result(state)
        if result is not None:
            return SearchResult(None, Score.solved(result, 0 if self.sooner else None))
        evaluator = self.evaluator(game)
        run = Run(
            self.algorithm(),
            game,
            state,
            limits,
            evaluator=evaluator,
            ordering=make_ordering(self.order, game, evaluator, self.seed),
            table=make_transposition_table(self.table if keeps_values(game) else "off", self.entries),
            reuse_deeper=self.reuse == "deeper",
            sooner=self.sooner,
            watcher=watcher,
            stop=stop,
        )
        with deep_recursion():
            return self.conduct(run, limits)

    def conduct(self, run: Passes, limits: Limits) -> SearchResult:
        """Drive the passes to an answer, whoever walks the tree."""
        found, stopped_by = None, ""
        try:
            for found in self.passes(run, limits):  # the last one counts
                run.tell(found)
            if self.ties == "random" and found is not None:
                found = self._draw(run, found)
        except Stopped as stopped:
            stopped_by = stopped.reason
        return run.answer(found or run.found_so_far(), stopped_by)

    def passes(self, run: Passes, limits: Limits) -> Iterator[PassResult]:
        """What is found, each time more, until the search is done; the last counts."""
        limited = limits.time is not None or limits.nodes is not None
        if limited if self.deepen is None else self.deepen:
            yield from deepen(self, run)
        else:
            run.start_pass(run.depth)
            yield self.drive(run, None)

    def _draw(self, run: Passes, found: PassResult) -> PassResult:
        """One of the best moves at random.

        Alpha-beta knows only a bound for a move it refuted, which may equal the best value without the move being as
        good; so every such move is asked again whether it reaches the value. What is proven stays so: there
        a move that reaches it by a guess does not count, unless it wins, which no guess says.
        """
        best, equal, is_guessed = found.value, [], False
        for move, (low, high) in sorted(found.roots.items()):
            if low < best <= high:
                run.guessed = False
                low = run.try_move(move, best - 1, best)
                is_guessed |= run.guessed
                if found.complete and run.guessed and low <= EVAL_LIMIT:
                    continue
            if low >= best:
                equal.append(move)
        move = Rng(self.seed).choice(equal)
        if move != found.line[0]:
            run.try_move(move, best - 1, best + 1)
            found = found._replace(line=(move, *run.line_at(1)))
        return found if found.complete and (is_guessed or run.guessed) else found._replace(roots=run.roots)

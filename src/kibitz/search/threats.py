"""Threat search: does the side to move win by threats alone?

A threat is a move that leaves the other side few answers: in five in a row a four leaves one, an open three a handful.
The attacker tries threats and nothing else, the defender has all its answers; so the tree is narrow and deep, and a
long combination is found where a search of all moves sees five plies [Allis, van den Herik & Huntjens, "Go-Moku and
threat-space search", 1993; Thomsen, "Lambda-search in game trees", 2000].

Which moves may be threats is said by `Game.threats`, which answers must be met by `Game.candidates`. These always hold
one of the best answers, so that a win that is found is a win. That none is found says nothing.

Sequences of one threat are tried first, then of two, and so on; fours, which leave one answer, on their own before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kibitz.core.errors import Unsuited
from kibitz.core.game import ONGOING, Game, Move, State
from kibitz.core.limits import Limits
from kibitz.core.passes import Stopped
from kibitz.core.score import Bound, Score, final
from kibitz.core.searching import RootMove, Searcher, SearchResult, Stats, StopFlag, Watcher
from kibitz.core.spec import option
from kibitz.search.common.budget import Budget


class ThreatLine(NamedTuple):
    """A win by threats: the moves of both sides, the defender's those that hold out longest in this tree."""

    threats: int  # how many the attacker needs at most, the winning move included
    line: tuple[Move, ...]


@dataclass(frozen=True)
class Threats(Searcher):
    """Wins by threats, however long; where there is none, the first move worth a look."""

    name = "threats"
    about = "searches for a win by continuous threats, such as fours and open threes; gives no score if it finds none"
    shows_tree = False

    answers: int = option(8, "largest number of defences for which a move still counts as a threat", 1, 100)
    most: int = option(20, "maximum length of a sequence of threats, including the winning move", 1, 100)

    def check_suits(self, game: Game) -> None:
        if game.moves_again or game.repeats:
            raise Unsuited(
                "threats is for games in which sides take turns and no position comes again; "
                f"{game.name} is not one of them."
            )

    def stages(self) -> Iterator[tuple[int, int]]:
        """Answers and threats to allow, one after the other."""
        few = [1] if self.answers == 1 else [1, self.answers]
        for answers in few:
            for threats in range(1, self.most + 1):
                yield answers, threats

    def search_reference(
        self,
        game: Game,
        state: State,
        limits: Limits = Limits(),
        *,
        watcher: Watcher | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        self.check_suits(game)
        result = game.result(state)
        if result is not None:
            return SearchResult(None, Score.solved(result, 0))
        run, found, stopped_by = _Run(game, Budget(limits, stop)), None, ""
        try:
            for answers, threats in self.stages():
                line = run.win(state, answers, threats)
                if line is not None:
                    found = ThreatLine(threats, line)
                    break
        except Stopped as stopped:
            stopped_by = stopped.reason
        return self.answer(game, state, found, Stats(nodes=run.nodes, seconds=run.budget.seconds()), stopped_by)

    def answer(self, game: Game, state: State, found: ThreatLine | None, stats: Stats, stopped_by: str) -> SearchResult:
        """What was found, as every search says it."""
        if found is None:
            move = first_move(game, state)
            return SearchResult(move, Score(0), (move,), (), stats, stopped_by)
        # A win by other moves may be sooner, so that the distance is not known.
        score = Score(final(1, 2 * found.threats - 1, True), Bound.LOWER, proven=True)
        return SearchResult(found.line[0], score, found.line, (RootMove(found.line[0], score),), stats, stopped_by)


def first_move(game: Game, state: State) -> Move:
    """A move where no win was found: the most central one of those worth a look."""
    return min(_written(game, game.focus(), state), key=game.centre_distance)


def _written(game: Game, rule: Callable[[State, list[int]], int], state: State) -> list[Move]:
    out = [0] * game.num_moves
    return out[: abs(rule(state, out))]


class _Run:
    """One search: the rules, what it has cost, and what is known to fail."""

    def __init__(self, game: Game, budget: Budget) -> None:
        self.game, self.budget = game, budget
        self.play, self.result = game.cached_rules.play, game.cached_rules.result
        self.threats, self.candidates = game.threats(), game.candidates()
        self.nodes = 0
        self._fails: dict[tuple[State, int], int] = {}  # for so many answers: threats that do not suffice

    def win(self, state: State, answers: int, threats: int) -> tuple[Move, ...] | None:
        """A line by which the side to move wins with at most so many threats; None if there is none."""
        if threats == 0 or self._fails.get((state, answers), 0) >= threats:
            return None
        for move, replies, child in self._sorted_threats(state, answers):
            if not replies:
                return (move,)
            longest: tuple[Move, ...] | None = ()
            for reply in replies if threats > 1 else ():
                after = self.play(child, reply)
                line = self.win(after, answers, threats - 1) if self.result(after) == ONGOING else None
                if line is None:
                    longest = None
                    break
                if longest is not None and len(line) + 1 >= len(longest):
                    longest = (reply, *line)
            if longest:
                return (move, *longest)
        self._fails[state, answers] = threats
        return None

    def _sorted_threats(self, state: State, answers: int) -> list[tuple[Move, Sequence[Move], State]]:
        """The threats with their answers, those with the fewest first; a move that wins has none."""
        found: list[tuple[Move, Sequence[Move], State]] = []
        for move in _written(self.game, self.threats, state):
            if self.nodes >= self.budget.next_look:
                self.budget.look(self.nodes)
            self.nodes += 1
            child = self.play(state, move)
            result = self.result(child)
            if result == ONGOING:
                replies = _written(self.game, self.candidates, child)
                if len(replies) <= answers:
                    found.append((move, replies, child))
            elif result < 0:
                return [(move, (), child)]
        return sorted(found, key=lambda threat: len(threat[1]))

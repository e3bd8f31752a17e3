"""The record of a game: who played, every move with the search behind it, and how it ended."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from kibitz.core.errors import BadPosition, Unsuited
from kibitz.core.game import Game, GameEnd, Move, State
from kibitz.core.notation import check_goes_on, moves_text
from kibitz.core.searching import SearchResult, Stats


class Choice(NamedTuple):
    """A move, the search that found it (None if nothing was searched), the time it took, and the backend it ran on."""

    move: Move
    result: SearchResult | None = None
    seconds: float = 0.0
    backend: str | None = None


@dataclass(frozen=True)
class Effort:
    """What one player's moves cost over a game. `average_depth` is None for a player that never searched.

    `finished_games`: reached by the searches. `memory`: bytes of the largest stored tree or table.
    """

    moves: int
    nodes: int
    evaluations: int
    cutoffs: int
    average_depth: float | None
    seconds: float
    finished_games: int = 0
    memory: int = 0

    @property
    def boards_evaluated(self) -> int:
        """As in `Stats`."""
        return Stats(evaluations=self.evaluations, terminals=self.finished_games).boards_evaluated


@dataclass(frozen=True)
class GameRecord:
    """A game, finished or not. Records are values: `after` gives the record with one more move.

    `players`: the specs of the side that begins and of the other. `given`: how many of the first moves were set up
    beforehand, so that nobody chose them. `start`: the position before the first move, None for the usual one.
    """

    game: Game
    players: tuple[str, str]
    choices: tuple[Choice, ...] = ()
    given: int = 0
    start: State | None = None

    @classmethod
    def begin(
        cls, game: Game, players: tuple[str, str], *, moves: Iterable[Move] = (), start: State | None = None
    ) -> GameRecord:
        """A game about to be played, in which these moves have been made."""
        choices = tuple(Choice(move) for move in moves)
        return cls(game, players, choices, len(choices), start)

    def after(self, choice: Choice) -> GameRecord:
        """The game after one more move, which must be legal."""
        record = replace(self, choices=(*self.choices, choice))
        if "states" in self.__dict__:  # known positions stay known, so that a long game is not played again every move
            record.__dict__["states"] = (*self.states, self.game.play(self.state, choice.move))
        return record

    def before(self, moves: int) -> GameRecord:
        """The game as it was when that many moves had been made."""
        return replace(self, choices=self.choices[:moves], given=min(self.given, moves))

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        return tuple(choice.move for choice in self.choices)

    @property
    def moves_text(self) -> str:
        """The moves as people write them."""
        return moves_text(self.game, self.moves)

    @cached_property
    def states(self) -> tuple[State, ...]:
        """Every position of the game, the first and the last included."""
        states = [self.game.initial() if self.start is None else self.start]
        for move in self.moves:
            states.append(self.game.play(states[-1], move))
        return tuple(states)

    @property
    def state(self) -> State:
        """The position now."""
        return self.states[-1]

    @property
    def to_move(self) -> int:
        return self.game.to_move(self.state)

    @cached_property
    def end(self) -> GameEnd | None:
        """How the game ended, None while it goes on; here a position that came too often is seen."""
        return self.game.find_end(self.states)

    @property
    def is_over(self) -> bool:
        return self.end is not None

    @property
    def legal_moves(self) -> list[Move]:
        """In natural order; none when the game is over."""
        return [] if self.is_over else self.game.moves(self.state)

    def legal_move(self, text: str) -> Move:
        """The move a text names, which must be legal where the game stands."""
        check_goes_on(self.game, self.states, text)
        return self.game.legal_move(self.state, text)

    @property
    def outcome(self) -> int | None:
        """The score for the side that began the game, None while it goes on."""
        if self.end is None:
            return None
        return self.end.result if self.to_move == 0 else -self.end.result

    @property
    def result(self) -> str:
        """How the game ended, in words; "not over" while it goes on."""
        return "not over" if self.outcome is None else self.game.describe_outcome(self.outcome)

    @property
    def why_over(self) -> str:
        """Why the game ended, in words; empty while it goes on, and if the result says it all."""
        return "" if self.end is None else self.end.why

    def refused(self, side: int) -> int:
        """How often side 0 or 1 asked for an illegal move and another was played instead."""
        asked = [
            choice.result.refused is not None
            for state, choice in zip(self.states, self.choices, strict=False)
            if choice.result is not None and self.game.to_move(state) == side
        ]
        return sum(asked)

    def effort(self, side: int) -> Effort:
        """What the moves of side 0 or 1 cost."""
        chosen = list(zip(self.states, self.choices, strict=False))[self.given :]
        own = [choice for state, choice in chosen if self.game.to_move(state) == side]
        searches = [choice.result.stats for choice in own if choice.result is not None]
        total = sum(searches, Stats())
        return Effort(
            moves=len(own),
            nodes=total.nodes,
            evaluations=total.evaluations,
            cutoffs=sum(total.cutoffs),
            average_depth=sum(stats.depth for stats in searches) / len(searches) if searches else None,
            seconds=sum(choice.seconds for choice in own),
            finished_games=total.terminals,
            memory=total.memory,
        )


def state_text(game: Game, state: State) -> str:
    """A position as one line: as people write it, or `state` and its numbers where a game has no such text."""
    try:
        return game.position_text(state)
    except Unsuited:
        return " ".join(("state", *map(str, state)))


def parse_state(game: Game, text: str) -> State:
    """The reverse of `state_text`."""
    word, _, numbers = text.partition(" ")
    if word != "state":
        return game.parse_position(text)
    try:
        state = tuple(map(int, numbers.split()))
        game.view(state), game.moves(state), game.players[game.to_move(state)]
    except Exception:  # a game of the user's own may answer a senseless state with any error
        raise BadPosition(f"'{text}' is not a state of {game}; give the numbers its rules use.") from None
    return state

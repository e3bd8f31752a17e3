"""A game is a frozen dataclass of its parameters, three pure rules on a tuple of ints, and a view.

What it says about itself in words is in `core/game_words.py`, how it looks in `core/view.py`.

    state   everything the rules need, as ints; immutable and hashable
    move    an int, 0 <= move < game.num_moves
    result  ONGOING, or the score of the finished game for the side to move

The rules are plain Python functions on ints, written once: the readable searches call them as they are, and compiled
searches compile the same functions. So they use only ints, tuples, loops, and functions marked with `helper`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, MutableSequence, Sequence
from functools import cached_property
from typing import ClassVar, NamedTuple, Protocol, TypeVar

from kibitz.core.bits import WideInt
from kibitz.core.errors import IllegalMove, MalformedMove, Unsuited
from kibitz.core.game_words import GameWords, Reason, Threat
from kibitz.core.registry import Registry
from kibitz.core.score import Score
from kibitz.core.view import Cell, Move, State, View

__all__ = [
    "GAMES",
    "ONGOING",
    "Cell",
    "Game",
    "GameEnd",
    "Move",
    "Reason",
    "Rules",
    "State",
    "Symmetry",
    "Threat",
    "View",
    "find_game",
    "helper",
]

ONGOING = 1 << 20  # what the rule `result` returns while the game goes on
OCCURRENCES = 3  # of one position, after which a game between players is over

F = TypeVar("F", bound=Callable[..., object])
V = TypeVar("V", bound="Negatable")
HELPERS: list[Callable[..., object]] = []


def helper(function: F) -> F:
    """Mark a function that rules call, so that it is compiled along with them."""
    HELPERS.append(function)
    return function


class Negatable(Protocol):
    """A value or a score: seen by the other side, it is its negative."""

    def __neg__(self: V) -> V: ...


class Rules(NamedTuple):
    """What makes a game playable; `moves` and `play` are called only while the game goes on."""

    moves: Callable[[State, MutableSequence[int]], int]  # writes the moves in natural order, returns how many
    play: Callable[[State, Move], State]
    result: Callable[[State], int]


class GameEnd(NamedTuple):
    """How a game ended: its score for the side to move then, and why, in words; empty if the score says it all."""

    result: int
    why: str


class Symmetry(NamedTuple):
    """A rotation or reflection that preserves the rules: play(image(s), moves[m]) == image(play(s, m))."""

    image: Callable[[State], State]
    moves: tuple[Move, ...]


class Game(GameWords, ABC):
    """One game with its parameters. A subclass with its own `name` is registered."""

    noun = "game"
    evaluator: ClassVar[str] = "zero"  # the default heuristic
    position_marks: ClassVar[str] = ""  # see `parse_position`
    perft_keeps_finished: ClassVar[bool] = False  # whether perft counts a game that ended earlier as a leaf
    perft_counts_turns: ClassVar[bool] = False  # whether published counts take all moves of a turn for one ply
    max_side: ClassVar[int | None] = None  # who is Max in trees; None: whoever is to move at the root
    moves_again: ClassVar[bool] = False  # whether a side may have several moves in a row; see `to_move`
    repeats: ClassVar[bool] = False  # whether a position can come again; see `repetition`
    keeps_history: ClassVar[bool] = False  # whether a state holds the moves that led to it, so that no two are the same

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        if "name" in cls.__dict__:
            GAMES.add(cls)

    # What every game must define.

    @property
    @abstractmethod
    def num_moves(self) -> int:
        """Moves are numbered 0 to num_moves - 1."""

    @abstractmethod
    def initial(self) -> State: ...

    @abstractmethod
    def rules(self) -> Rules: ...

    @abstractmethod
    def view(self, state: State) -> View: ...

    # What a game may override.

    def to_move(self, state: State) -> int:
        """0 for the side that began the game, 1 for the other; by default the last number of the state.

        A game that `moves_again` must leave it at that: compiled code looks there to see whose turn it is.
        """
        return state[-1]

    @property
    def int_bits(self) -> int:
        """The bits of the largest number in a state. With more than 64, compiled code has several words for each."""
        return 64

    @property
    def int_words(self) -> int:
        """How many 64-bit words compiled code has for each number of a state."""
        return -(-self.int_bits // 64)

    @property
    def words(self) -> int:
        """The state's length in 64-bit words; 0 for a state that compiled code cannot hold."""
        return len(self.initial()) * self.int_words

    def fits(self, state: State) -> bool:
        """Whether the numbers of a state are as small as `int_bits` promises."""
        size = 64 * self.int_words
        return all(-(1 << size - 1) <= number < 1 << size for number in state)

    def wide(self, number: int) -> int:
        """A constant of the rules that compiled code shall make as wide as the numbers of a state.

        Where these have 64 bits, every number is. On a larger board `self.wide(1) << cell` is the bit of a cell.
        """
        return number if self.int_words == 1 else WideInt(number, self.int_words)

    @property
    def max_result(self) -> int:
        """No finished game scores more than this."""
        return 1

    @property
    def max_plies(self) -> int:
        """No game lasts longer than this."""
        return 4_000

    @property
    def repetition(self) -> int:
        """What it is worth to come back to a position, for the side to move there: a draw unless the game differs."""
        return 0

    def moves_left(self, state: State) -> int | None:
        """How many moves are left at most, passes not counted, where a count of free cells tells; None elsewhere."""
        return None

    def decisions_left(self, state: State) -> int | None:
        """Over how many more moves a side should spread its time; None if the game has no opinion."""
        return None

    def centre_distance(self, move: Move) -> int:
        """How far from the middle of the board a move is; only the order matters."""
        return abs(2 * move - self.num_moves + 1)

    def picture(self, state: State) -> View:
        """The view, where nobody clicks on it; worth overriding if what a click means takes long to find."""
        return self.view(state)

    # Two more rules, written like the others, for games where something is known about a position without a search.
    # They may err only on the safe side, because solvers rely on them.

    def prospects(self) -> Callable[[State, int], int]:
        """Who may still be able to force a win within so many plies, judged without a search.

        1 for the side to move, 2 for the other side, 3 for both, 0 for neither. 3 is always safe.
        """
        return lambda state, plies: 3

    def candidates(self) -> Callable[[State, MutableSequence[int]], int]:
        """Write moves as `moves` does, at least one, and always one of the best: the soonest win, or the latest loss.

        All legal moves are always safe.
        """
        return self.cached_rules.moves

    # And two that may err: what is worth a look on a board with more moves than a search can follow.

    def focus(self) -> Callable[[State, MutableSequence[int]], int]:
        """Write the moves that a search with a horizon looks at, as `moves` does; how many.

        The number is negative if a move that was left out may be better than all of them.
        """
        return self.cached_rules.moves

    def threats(self) -> Callable[[State, MutableSequence[int]], int]:
        """Write the moves that may leave the other side few answers: those that a threat search looks at; how many."""
        return self.cached_rules.moves

    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries of the board, without the identity."""
        return ()

    def canonical(self, state: State) -> State:
        """One of the positions that symmetries turn this one into: the same for all of them."""
        return min([state, *(symmetry.image(state) for symmetry in self.symmetries())])

    def solved_score(self, state: State, result: int, distance: int) -> int:
        """A known outcome in the convention of this game's players, `distance` plies before the end."""
        return result

    def written_score(self, state: State, score: Score) -> int:
        """A proven score as this game's players write it."""
        return score.points if score.distance is None else self.solved_score(state, score.points, score.distance)

    def position_text(self, state: State) -> str:
        """The position as one line of text; the reverse of `parse_position`."""
        raise Unsuited(f"{self.name} has no text for a position; give the moves that lead to it.")

    def parse_position(self, text: str) -> State:
        """The position a text describes.

        A game with `position_marks` reads its cells in reading order, each one of these marks or '-' for an empty
        cell, then a space and the name of the side to move. This lets people set up a board in the browser.
        """
        raise Unsuited(f"{self.name} cannot read a position from text; give the moves that lead to it (--moves).")

    # What every game has.

    @cached_property
    def cached_rules(self) -> Rules:
        return self.rules()

    def moves(self, state: State) -> list[Move]:
        """The legal moves in natural order; none when the game is over."""
        if self.cached_rules.result(state) != ONGOING:
            return []
        out = [0] * self.num_moves
        return out[: self.cached_rules.moves(state, out)]

    def play(self, state: State, move: Move) -> State:
        """The position after a legal move."""
        return self.cached_rules.play(state, move)

    def result(self, state: State) -> int | None:
        """The score of a finished game for the side to move, None while it goes on."""
        score = self.cached_rules.result(state)
        return None if score == ONGOING else score

    def find_end(self, states: Sequence[State]) -> GameEnd | None:
        """How a game that went through all these positions ended; None while it goes on.

        Where positions repeat, the game ends when one comes for the third time, whoever plays; and when it has lasted
        for `max_plies`, as a draw, so that it ends in any case.
        """
        state = states[-1]
        result = self.result(state)
        if result is not None:
            return GameEnd(result, self.why_over(state))
        if self.repeats and states.count(state) >= OCCURRENCES:
            outcome = self.repetition if self.to_move(state) == 0 else -self.repetition
            words = self.describe_outcome(outcome) if outcome else "a draw"
            return GameEnd(self.repetition, f"The position came for the third time: {words}.")
        if self.repeats and len(states) > self.max_plies:
            return GameEnd(0, f"The game has lasted {self.max_plies:,} moves: a draw.")
        return None

    def outcome(self, state: State) -> int | None:
        """The score of a finished game for the side that began it."""
        score = self.result(state)
        return score if score is None or self.to_move(state) == 0 else -score

    def keeps_turn(self, state: State, after: State) -> bool:
        """Whether the side that made the move from one position to the other has the next move as well."""
        return self.moves_again and self.to_move(state) == self.to_move(after)

    def seen_from(self, state: State, after: State, value: V) -> V:
        """A value for the side to move after a move, as the side that made the move sees it."""
        return value if self.keeps_turn(state, after) else -value

    def score_before(self, state: State, after: State, score: Score) -> Score:
        """The score of the position after a move, as the side sees it that is to make the move."""
        return self.seen_from(state, after, score).earlier()

    @cached_property
    def alias(self) -> str:
        """The first of `aliases` that stands for these parameters; empty if none does."""
        return next((alias for alias in self.aliases if find_game(alias) == self), "")

    @property
    def known_as(self) -> str:
        """What people call the game with these parameters."""
        return self.titles.get(self.alias) or self.title or self.name

    @cached_property
    def move_names(self) -> tuple[str, ...]:
        return tuple(self.move_name(move) for move in range(self.num_moves))

    @cached_property
    def _move_named(self) -> dict[str, Move]:
        return {name.lower(): move for move, name in enumerate(self.move_names)}

    def parse_move(self, text: str) -> Move:
        """The move a text names, legal or not."""
        try:
            return self._move_named[text.strip().lower()]
        except KeyError:
            raise MalformedMove(
                f"'{text.strip()}' is not a move of {self.known_as}; {self._describe_moves()}."
            ) from None

    def legal_move(self, state: State, text: str) -> Move:
        """The move a text names, which must be legal here."""
        move = self.parse_move(text)
        legal = self.moves(state)
        if not legal:
            raise IllegalMove(f"{text} cannot be played: the game is over ({self.describe_result(state)}).")
        if move not in legal:
            names = " ".join(self.move_name(m) for m in legal)
            raise IllegalMove(f"{text} is not legal here; the legal moves are: {names}.")
        return move

    def describe_result(self, state: State) -> str:
        """The result of a finished game, in words."""
        outcome = self.outcome(state)
        return "not over" if outcome is None else self.describe_outcome(outcome)

    def describe_outcome(self, outcome: int) -> str:
        """A score for the side that began the game, in words."""
        if outcome == 0:
            return "draw"
        winner = self.players[0] if outcome > 0 else self.players[1]
        return f"{winner} wins" + (f" by {abs(outcome)}" if self.max_result > 1 else "")

    def _describe_moves(self) -> str:
        names = self.move_names
        return f"moves are written {names[0]}, {names[1]} … {names[-1]}" if len(names) > 2 else f"moves are {names}"

    def __str__(self) -> str:
        return self.spec(full=True)


GAMES: Registry[Game] = Registry(
    "game", "kibitz.games", libraries={"openspiel": "kibitz.games.openspiel.open_spiel_game"}
)


def find_game(spec: str | Game) -> Game:
    """The game that a spec string names; a Game is returned as it is."""
    return spec if isinstance(spec, Game) else GAMES.parse(spec)

"""A game is a frozen dataclass of its parameters, three pure rules on a tuple of ints, and a view.

    state   everything the rules need, as ints; immutable and hashable
    move    an int, 0 <= move < game.num_moves
    result  ONGOING, or the score of the finished game for the side to move

The rules are plain Python functions on ints, written once: the readable searches call them as they are. They use
only what a compiler for numbers can follow (ints, tuples, loops, and functions marked with `helper`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, MutableSequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple, TypeAlias, TypeVar

from kibitz.core.errors import BadPosition, IllegalMove, MalformedMove, Unsuited
from kibitz.core.registry import Registry
from kibitz.core.spec import Configured, value_text

__all__ = ["GAMES", "ONGOING", "Cell", "Game", "Move", "Rules", "State", "Symmetry", "View", "find_game", "helper"]

State: TypeAlias = tuple[int, ...]
Move: TypeAlias = int
Cell: TypeAlias = tuple[int, int]  # row from the top, column from the left, both from 0

ONGOING = 1 << 20  # what the rule `result` gives while the game goes on

F = TypeVar("F", bound=Callable[..., object])
HELPERS: list[Callable[..., object]] = []


def helper(function: F) -> F:
    """Mark a function that rules call, so that it can be compiled along with them."""
    HELPERS.append(function)
    return function


class Rules(NamedTuple):
    """What makes a game playable; `moves` and `play` are only asked while the game goes on."""

    moves: Callable[[State, MutableSequence[int]], int]  # writes the moves in natural order, returns how many
    play: Callable[[State, Move], State]
    result: Callable[[State], int]


class Symmetry(NamedTuple):
    """A way to turn the board that changes nothing: play(image(s), moves[m]) == image(play(s, m))."""

    image: Callable[[State], State]
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class View:
    """What any face needs to draw a position and to turn a click into a move.

    `rows`: one character a cell, top row first; '.' is empty. `targets`: which cell means which legal move.
    `columns` and `lines` are the names along the top and the left edge, empty where the game has none.
    """

    rows: tuple[str, ...]
    targets: dict[Cell, Move]
    columns: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()


class Game(Configured, ABC):
    """One game with its parameters. Subclassing with a `name` of one's own registers it."""

    noun = "game"
    title: ClassVar[str] = ""  # as people say it; the name when empty
    about: ClassVar[str] = ""  # how it is played and won, in a sentence
    look: ClassVar[str] = ""  # how a picture draws it: rack, discs, marks or heap; plain when empty
    players: ClassVar[tuple[str, str]] = ("X", "O")  # how the two sides are called
    aliases: ClassVar[dict[str, str]] = {}  # further names, each for a set of options
    presets: ClassVar[tuple[str, ...]] = ()  # specs worth offering in a menu
    evaluator: ClassVar[str] = "zero"  # the heuristic to use when nobody names one
    position_marks: ClassVar[str] = ""  # see `parse_position`
    perft_keeps_finished: ClassVar[bool] = False  # whether perft counts a game that ended earlier as a leaf

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        if "name" in cls.__dict__:
            GAMES.add(cls)

    # What every game says.

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

    # What a game may say differently.

    def to_move(self, state: State) -> int:
        """0 for the side that began the game, 1 for the other; by default the last word of the state."""
        return state[-1]

    @property
    def words(self) -> int:
        """The state's length in 64-bit words; 0 for a state no compiler can hold."""
        return len(self.initial())

    @property
    def max_result(self) -> int:
        """No finished game scores more than this."""
        return 1

    @property
    def max_plies(self) -> int:
        """No game lasts longer than this."""
        return 4_000

    def move_name(self, move: Move) -> str:
        """The move as people write it; the reverse of `parse_move`."""
        return str(move)

    @property
    def pass_move(self) -> Move | None:
        """The move that is none, where the game has one that must be made when there is no other."""
        return None

    def centre_distance(self, move: Move) -> int:
        """How far from the middle of the board a move is; only the order matters."""
        return abs(2 * move - self.num_moves + 1)

    # Two rules more, written like the others, for games that know something about themselves. They may err on the
    # safe side; a search that solves believes them.

    def prospects(self) -> Callable[[State, int], int]:
        """Who may be able to force a win within so many plies, as far as can be told without looking ahead.

        1 for the side to move, 2 for the other side, 3 for both, 0 for neither. Safe: 3.
        """
        return lambda state, plies: 3

    def candidates(self) -> Callable[[State, MutableSequence[int]], int]:
        """Writes moves like `moves`, at least one, and always one of the best: the soonest win, or the latest loss.

        Safe: all of them.
        """
        return self.cached_rules.moves

    def symmetries(self) -> tuple[Symmetry, ...]:
        """Ways to turn the board, the identity left out."""
        return ()

    def winning_cells(self, state: State) -> frozenset[Cell]:
        """The cells that decided a finished game, for marking."""
        return frozenset()

    def solved_score(self, state: State, result: int, distance: int) -> int:
        """How this game's players write a known outcome, `distance` plies before the end."""
        return result

    def position_text(self, state: State) -> str:
        """The position as one line of text; the reverse of `parse_position`."""
        raise Unsuited(f"{self.name} has no text for a position; give the moves that lead to it.")

    def parse_position(self, text: str) -> State:
        """The position a text describes.

        A game with `position_marks` reads its cells in reading order, each one of these marks or '-' for an empty
        one, then a space and the name of the side to move; so that any face can let people set up a board.
        """
        raise Unsuited(f"{self.name} cannot read a position from text; give the moves that lead to it (--moves).")

    @property
    def variant(self) -> str:
        """Its parameters in plain words."""
        return ", ".join(f"{o.name} {value_text(getattr(self, o.name))}" for o in self.options())

    def why_over(self, state: State) -> str:
        """What decided a finished game, in words; empty where the result says it all."""
        return ""

    # What follows for every game.

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

    def outcome(self, state: State) -> int | None:
        """The score of a finished game for the side that began it."""
        score = self.result(state)
        return score if score is None or self.to_move(state) == 0 else -score

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
            raise MalformedMove(f"'{text.strip()}' is no move of {self.name}; {self._moves_look_like()}.") from None

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
        """How a finished game ended, in words."""
        outcome = self.outcome(state)
        if outcome is None:
            return "not over"
        if outcome == 0:
            return "draw"
        winner = self.players[0] if outcome > 0 else self.players[1]
        return f"{winner} wins" + (f" by {abs(outcome)}" if self.max_result > 1 else "")

    def _moves_look_like(self) -> str:
        names = self.move_names
        return f"moves are written {names[0]}, {names[1]} … {names[-1]}" if len(names) > 2 else f"moves are {names}"

    def __str__(self) -> str:
        return self.spec(full=True)


GAMES: Registry[Game] = Registry("game", "kibitz.games")


def find_game(spec: str | Game) -> Game:
    """A game from its spec string; a game is passed through."""
    return spec if isinstance(spec, Game) else GAMES.parse(spec)


def check_position(condition: bool, message: str) -> None:
    """For `parse_position`: refuse with a sentence unless the condition holds."""
    if not condition:
        raise BadPosition(message)

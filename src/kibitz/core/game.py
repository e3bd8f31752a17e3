"""A game is a frozen dataclass of its parameters, three pure rules on a tuple of ints, and a view.

    state   everything the rules need, as ints; immutable and hashable
    move    an int, 0 <= move < game.num_moves
    result  ONGOING, or the score of the finished game for the side to move

The rules are plain Python functions on ints, written once: the readable searches call them as they are, and compiled
searches compile the same functions. So they use only ints, tuples, loops, and functions marked with `helper`.
"""

from __future__ import annotations

import re
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

ONGOING = 1 << 20  # what the rule `result` returns while the game goes on

F = TypeVar("F", bound=Callable[..., object])
HELPERS: list[Callable[..., object]] = []


def helper(function: F) -> F:
    """Mark a function that rules call, so that it is compiled along with them."""
    HELPERS.append(function)
    return function


class Rules(NamedTuple):
    """What makes a game playable; `moves` and `play` are called only while the game goes on."""

    moves: Callable[[State, MutableSequence[int]], int]  # writes the moves in natural order, returns how many
    play: Callable[[State, Move], State]
    result: Callable[[State], int]


class Symmetry(NamedTuple):
    """A rotation or reflection that preserves the rules: play(image(s), moves[m]) == image(play(s, m))."""

    image: Callable[[State], State]
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class View:
    """All that is needed to draw a position and to turn a click into a move, in a terminal or in a browser.

    `rows`: one character per cell, top row first; '.' is empty. `targets`: which cell stands for which legal move.
    `columns` and `lines` are the names along the top and the left edge, empty if the game has none.
    """

    rows: tuple[str, ...]
    targets: dict[Cell, Move]
    columns: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()


class Game(Configured, ABC):
    """One game with its parameters. A subclass with its own `name` is registered."""

    noun = "game"
    title: ClassVar[str] = ""  # its name as people write it; `name` if empty
    about: ClassVar[str] = ""  # how it is played and won, in one sentence
    look: ClassVar[str] = ""  # how pictures draw it: rack, discs, marks or heap; plain if empty
    players: ClassVar[tuple[str, str]] = ("X", "O")  # the names of the two sides, as texts and files have them
    colours: ClassVar[tuple[str, str] | None] = None  # and what people call them where pieces have other colours
    aliases: ClassVar[dict[str, str]] = {}  # further names, each with the options it stands for
    presets: ClassVar[tuple[str, ...]] = ()  # specs to offer in a menu
    evaluator: ClassVar[str] = "zero"  # the default heuristic
    position_marks: ClassVar[str] = ""  # see `parse_position`
    perft_keeps_finished: ClassVar[bool] = False  # whether perft counts a game that ended earlier as a leaf

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
        """0 for the side that began the game, 1 for the other; by default the last word of the state."""
        return state[-1]

    @property
    def words(self) -> int:
        """The state's length in 64-bit words; 0 for a state that compiled code cannot hold."""
        return len(self.initial())

    @property
    def max_result(self) -> int:
        """No finished game scores more than this."""
        return 1

    @property
    def max_plies(self) -> int:
        """No game lasts longer than this."""
        return 4_000

    def decisions_left(self, state: State) -> int | None:
        """Over how many more moves a side should spread its time; None if the game has no opinion."""
        return None

    def move_name(self, move: Move) -> str:
        """The move as people write it; the reverse of `parse_move`."""
        return str(move)

    @property
    def pass_move(self) -> Move | None:
        """The move that means passing, made when there is no other; None if the game has no pass."""
        return None

    def centre_distance(self, move: Move) -> int:
        """How far from the middle of the board a move is; only the order matters."""
        return abs(2 * move - self.num_moves + 1)

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

    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries of the board, without the identity."""
        return ()

    def canonical(self, state: State) -> State:
        """One of the positions that symmetries turn this one into: the same for all of them."""
        return min([state, *(symmetry.image(state) for symmetry in self.symmetries())])

    def winning_cells(self, state: State) -> frozenset[Cell]:
        """The cells that decided a finished game, to be marked."""
        return frozenset()

    def solved_score(self, state: State, result: int, distance: int) -> int:
        """A known outcome in the convention of this game's players, `distance` plies before the end."""
        return result

    def position_text(self, state: State) -> str:
        """The position as one line of text; the reverse of `parse_position`."""
        raise Unsuited(f"{self.name} has no text for a position; give the moves that lead to it.")

    def parse_position(self, text: str) -> State:
        """The position a text describes.

        A game with `position_marks` reads its cells in reading order, each one of these marks or '-' for an empty
        cell, then a space and the name of the side to move. This lets people set up a board in the browser.
        """
        raise Unsuited(f"{self.name} cannot read a position from text; give the moves that lead to it (--moves).")

    @property
    def variant(self) -> str:
        """The parameters in plain words."""
        return ", ".join(f"{o.name} {value_text(getattr(self, o.name))}" for o in self.options())

    def why_over(self, state: State) -> str:
        """Why a finished game ended, in words; empty if the result says it all."""
        return ""

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
            raise MalformedMove(f"'{text.strip()}' is not a move of {self.name}; {self._describe_moves()}.") from None

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

    @property
    def sides(self) -> tuple[str, str]:
        """What people call the two sides when they see the pieces."""
        return self.colours or self.players

    def name_by_colour(self, text: str) -> str:
        """A sentence with the sides called by their colours."""
        for player, side in zip(self.players, self.sides, strict=True):
            text = re.sub(rf"\b{re.escape(player)}\b", side, text)
        return text

    def describe_result(self, state: State) -> str:
        """The result of a finished game, in words."""
        outcome = self.outcome(state)
        if outcome is None:
            return "not over"
        if outcome == 0:
            return "draw"
        winner = self.players[0] if outcome > 0 else self.players[1]
        return f"{winner} wins" + (f" by {abs(outcome)}" if self.max_result > 1 else "")

    def _describe_moves(self) -> str:
        names = self.move_names
        return f"moves are written {names[0]}, {names[1]} … {names[-1]}" if len(names) > 2 else f"moves are {names}"

    def __str__(self) -> str:
        return self.spec(full=True)


GAMES: Registry[Game] = Registry("game", "kibitz.games")


def find_game(spec: str | Game) -> Game:
    """The game that a spec string names; a Game is returned as it is."""
    return spec if isinstance(spec, Game) else GAMES.parse(spec)


def check_position(condition: bool, message: str) -> None:
    """For `parse_position`: refuse the position with this message unless the condition holds."""
    if not condition:
        raise BadPosition(message)

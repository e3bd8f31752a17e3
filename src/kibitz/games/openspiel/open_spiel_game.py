"""The games of OpenSpiel as classes of Kibitz, one for each, made when somebody names it."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import MutableSequence
from functools import cache, cached_property
from typing import Any, ClassVar

from kibitz.core.game import ONGOING, Game, Move, Rules, State, View, find_game
from kibitz.core.spec import option, value_text
from kibitz.games.openspiel.library import find_type, list_names, load_library_game, parameters_of
from kibitz.games.openspiel.move_names import MoveNumbers, number_moves
from kibitz.games.openspiel.play_by_history import Histories
from kibitz.games.openspiel.position_text import format_position

LONGEST_GAME = 4_000  # plies; the limits of some games, such as chess, lie far beyond what is ever played
LETTERS = 26  # names of columns, and so the longest side of a board
MOST = 4  # times the default that any other whole number among the parameters may be
MOST_HANDICAP = 9  # stones; OpenSpiel takes a larger number for none
RANGES = {  # where OpenSpiel itself does not say what is too little or too much, or says it in its own code
    ("amazons", "board_size"): (6, 10),
    ("breakthrough", "columns"): (2, LETTERS),
    ("breakthrough", "rows"): (2, LETTERS),
    ("checkers", "rows"): (4, 12),
    ("checkers", "columns"): (2, 8),  # it fails in play on boards wider than high
    ("cursor_go", "board_size"): (2, 19),
    ("cursor_go", "handicap"): (0, MOST_HANDICAP),
    ("go", "board_size"): (2, 19),
    ("go", "handicap"): (0, MOST_HANDICAP),
    ("go", "max_game_length"): (0, LONGEST_GAME),
    ("gomoku", "dims"): (2, 3),
    ("havannah", "board_size"): (2, 13),
    ("hex", "board_size"): (2, LETTERS),
    ("hex", "num_cols"): (2, LETTERS),
    ("hex", "num_rows"): (2, LETTERS),
    ("quoridor", "board_size"): (3, 13),  # its names of moves run out of letters on larger ones
    ("twixt", "board_size"): (5, 24),
    ("y", "board_size"): (2, LETTERS),
}
FINE = 1_000  # results that are no whole numbers are told in thousandths

# Games in which the sides move in turn, always; in all others one of them may move again.
ALTERNATING = re.compile(
    "antichess|breakthrough|chess|clobber|connect_four|crazyhouse|go|gomoku|havannah|hex|hive|lines_of_action|mnk|nim|"
    "othello|oware|pentago|quoridor|shogi|tic_tac_toe|twixt|xiangqi|y"
)
SIDES = {
    **dict.fromkeys(("antichess", "chess", "crazyhouse", "hive", "nine_mens_morris"), ("White", "Black")),
    **dict.fromkeys(("breakthrough", "cursor_go", "go", "gomoku", "othello", "shogi"), ("Black", "White")),
    **dict.fromkeys(("amazons", "connect_four", "mnk", "tic_tac_toe", "ultimate_tic_tac_toe"), ("X", "O")),
    "xiangqi": ("Red", "Black"),
}


@dataclasses.dataclass(frozen=True)
class OpenSpielGame(Game):
    """A game of OpenSpiel. The fields of its class are the parameters that OpenSpiel has for it."""

    kind: ClassVar[Any]  # what OpenSpiel says about the game
    family = "OpenSpiel"
    keeps_history = True

    @cached_property
    def library_game(self) -> Any:
        return load_library_game(self.kind, self._changed)

    @cached_property
    def _numbers(self) -> MoveNumbers:
        return number_moves(self.library_game)

    @cached_property
    def _histories(self) -> Histories:
        return Histories(self.library_game, self._numbers)

    @cached_property
    def _scale(self) -> int:
        return 1 if float(self.library_game.max_utility()).is_integer() else FINE

    @property
    def _changed(self) -> dict[str, Any]:
        """The parameters that are not as usual; others are left to OpenSpiel, where one may depend on another."""
        return {o.name: getattr(self, o.name) for o in self.options() if getattr(self, o.name) != o.default}

    def __post_init__(self) -> None:
        super().__post_init__()
        assert self.library_game  # which is made here, so that what OpenSpiel refuses is refused at once

    def __reduce__(self) -> Any:
        return find_game, (self.spec(),)  # the class is made again where it is read

    def spec(self, *, full: bool = True) -> str:
        """As everything's, but without what is as usual, since OpenSpiel lets one parameter follow from another."""
        parts = [f"{name}={value_text(value)}" for name, value in self._changed.items()]
        return f"{self.name}:{','.join(parts)}" if parts else self.name

    @property
    def variant(self) -> str:
        return ", ".join(f"{name} {value_text(value)}" for name, value in self._changed.items())

    @property
    def words(self) -> int:
        return 0

    @property
    def num_moves(self) -> int:
        return len(self._numbers.names)

    @property
    def max_plies(self) -> int:
        return min(LONGEST_GAME, int(self.library_game.max_game_length()))

    @property
    def max_result(self) -> int:
        most: float = max(abs(self.library_game.min_utility()), abs(self.library_game.max_utility()))
        return max(1, round(most * self._scale))

    def initial(self) -> State:
        return ()

    def to_move(self, state: State) -> int:
        return self._histories.side(state)

    def rules(self) -> Rules:
        histories, scale = self._histories, self._scale

        def moves(state: State, out: MutableSequence[int]) -> int:
            legal = histories.moves(state)
            out[: len(legal)] = legal
            return len(legal)

        def play(state: State, move: Move) -> State:
            return (*state, move)

        def result(state: State) -> int:
            value = histories.value(state)
            return ONGOING if value is None else round(value * scale)

        return Rules(moves, play, result)

    def move_name(self, move: Move) -> str:
        return self._numbers.names[move]

    def view(self, state: State) -> View:
        return View(format_position(str(self._histories.find(state)), self._describe_turn(state)), {}, shape="text")

    def _describe_turn(self, state: State) -> str:
        """That a side moves again, which OpenSpiel's text does not always say."""
        side = self.to_move(state)
        if not state or self.to_move(state[:-1]) != side or self._histories.value(state) is not None:
            return ""
        return f"{self.players[side]} goes on after {self.move_name(state[-1])}"


def list_classes() -> list[type[OpenSpielGame]]:
    """Every game of OpenSpiel that can be played here."""
    return [find_class(name) for name in list_names()]


@cache
def find_class(name: str) -> type[OpenSpielGame]:
    """The class of a game of OpenSpiel, by OpenSpiel's name for it."""
    kind = find_type(name)
    fields = [(key, type(default), _option(name, key, default)) for key, default in parameters_of(kind).items()]
    namespace = {
        "kind": kind,
        "title": f"{kind.long_name} (OpenSpiel)",
        "about": f"{kind.long_name} by the rules of OpenSpiel.",
        "players": SIDES.get(name, ("First", "Second")),
        "moves_again": not ALTERNATING.fullmatch(name),
        "__doc__": f"{kind.long_name} by the rules of OpenSpiel.",
    }
    made: Any = dataclasses.make_dataclass(
        f"OpenSpiel_{name}", fields, bases=(OpenSpielGame,), namespace=namespace, frozen=True
    )
    made.__module__ = "openspiel"  # none of the modules with shipped games
    made.name = f"openspiel:{name}"  # set now, for a class defined with a name would be listed among the shipped games
    found: type[OpenSpielGame] = made
    return found


def _option(name: str, key: str, default: Any) -> Any:
    about = "a parameter of OpenSpiel"
    if type(default) is not int:
        return option(default, about)
    low, high = RANGES.get((name, key), (min(1, default), LETTERS if default <= LETTERS else MOST * default))
    return option(default, about, low, high)

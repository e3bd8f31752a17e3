"""Players that are a function in a file of the user's own: `bots/mine.py:choose`.

    def choose(game, state, moves, width=3):       game and state first, then what it needs, by name:
        ...                                        moves  (those made so far), record, seed, stop
        return game.moves(state)[0]                and options with a default, as in bots/mine.py:choose:width=5

It returns a move or the name of one.
"""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.core.errors import BadFile, BadOption, KibitzError, MalformedMove, PlayerFault
from kibitz.core.game import Game, Move
from kibitz.core.searching import StopFlag
from kibitz.core.spec import Option, UserFileSpec, check_known, split_spec, value_text
from kibitz.core.user_files import run_file
from kibitz.play.player import Player
from kibitz.play.records import Choice, GameRecord

USUAL_NAME = "choose"
OFFERED = ("moves", "record", "seed", "stop")  # arguments a function may ask for


@dataclass(frozen=True)
class FunctionPlayer(Player):
    """Asks the function. `wanted`: those of the offered arguments that it takes."""

    heeds_stop = True

    text: str
    function: Callable[..., Any]
    wanted: tuple[str, ...]
    given: Mapping[str, Any]
    seed: int = 0

    def choose(self, record: GameRecord, *, stop: StopFlag | None = None) -> Choice:
        offer = {"moves": list(record.moves), "record": record, "seed": self.seed, "stop": stop}
        try:
            answer = self.function(record.game, record.state, **{key: offer[key] for key in self.wanted}, **self.given)
        except KibitzError as error:  # from our own rules, used wrongly; the request was fine
            raise PlayerFault(f"crashed: {type(error).__name__}: {error}", "crash") from error
        return Choice(_read_move(record.game, answer))

    def __str__(self) -> str:
        return self.text


def _read_move(game: Game, answer: Any) -> Move:
    try:
        return game.parse_move(answer) if isinstance(answer, str) else operator.index(answer)
    except (MalformedMove, TypeError):
        raise PlayerFault(f"answered rubbish: {answer!r:.100} is neither a move nor the name of one") from None


def load_function_player(own: UserFileSpec, *, seed: int | None = None) -> FunctionPlayer:
    """Run a file and make a player of a function in it."""
    path, name = Path(own.path), own.name or USUAL_NAME
    module = run_file(path)
    function = vars(module).get(name)
    if not callable(function):
        there = [key for key, value in vars(module).items() if inspect.isfunction(value)]
        raise BadFile(f"{path} has no function '{name}'; it has: {', '.join(there) or 'none'}.")
    options = _options(function, f"{path}:{name}")
    texts = split_spec(f"player:{own.options}")[1]
    check_known(f"{path}:{name}", texts, options)
    values = {}
    for key, text in texts.items():
        try:
            values[key] = options[key].parse(text)
        except (ValueError, KeyError):
            raise BadOption(f"{path}:{name}: {key}={text} is not allowed; {key} is {options[key].expects}.") from None
    wanted = tuple(key for key in inspect.signature(function).parameters if key in OFFERED)
    listed = ",".join(f"{key}={value_text(value)}" for key, value in values.items())
    text = f"{path}:{name}:{listed}" if listed else f"{path}:{name}"
    return FunctionPlayer(text, function, wanted, values, seed or 0)


def _options(function: Callable[..., Any], where: str) -> dict[str, Option]:
    """The options: the arguments with a default, of the default's type."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):  # a built-in function may not say what it takes
        parameters = []
    if len(parameters) < 2:
        raise BadFile(f"{where} takes too few arguments; write def choose(game, state).")
    options = {}
    for parameter in parameters[2:]:
        if parameter.name in OFFERED or parameter.kind is parameter.VAR_KEYWORD:
            continue
        kind = type(parameter.default)
        if kind not in (bool, int, float, str):
            raise BadFile(
                f"{where} wants '{parameter.name}', which it is not given; an argument after game and state is one "
                f"of {', '.join(OFFERED)}, or has a default: a number, a text, True or False."
            )
        options[parameter.name] = Option(parameter.name, kind, parameter.default)
    return options

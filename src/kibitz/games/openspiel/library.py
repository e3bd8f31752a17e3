"""What OpenSpiel has: which of its games can be played here, and with which parameters.

OpenSpiel is an optional extra. Nothing imports it before somebody names one of its games.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from kibitz.core.errors import BadOption, UnknownName, Unsuited
from kibitz.core.spec import suggest_name, value_text

# Parameters that change nothing about the rules, and the values they are given where a game has them. (OpenSpiel
# lists a FEN for antichess, and begins as usual whatever it says.)
FIXED: dict[str, bool | int | None] = {
    "ansi_color_output": False,
    "players": 2,
    "fen": None,
    "egocentric": None,
    "egocentric_obs_tensor": None,
    "plain_obs_tensor": None,
    "string_rep": None,
}

_SOURCE = re.compile(r"^\S+\.(?:cc|h):\d+ ")  # where in OpenSpiel a check failed


def is_installed() -> bool:
    try:
        import_library()
    except Unsuited:
        return False
    return True


def import_library() -> Any:
    """The module `pyspiel`, or a sentence that says how to get it."""
    try:
        import pyspiel
    except ImportError:
        raise Unsuited(
            "The games openspiel:… need OpenSpiel, which is not installed; install it with: pip install open_spiel."
        ) from None
    return pyspiel


@cache
def list_names() -> tuple[str, ...]:
    """The games of OpenSpiel that can be played here."""
    return tuple(
        sorted(
            kind.short_name
            for kind in import_library().registered_games()
            if kind.default_loadable and not _obstacles(kind)
        )
    )


def find_type(name: str) -> Any:
    """What OpenSpiel says about a game, which must be one that can be played here."""
    library = import_library()
    kinds = {kind.short_name: kind for kind in library.registered_games()}
    if name not in kinds:
        raise UnknownName(
            f"OpenSpiel has no game called '{name}'{suggest_name(name, list_names())}; "
            "`kibitz games --openspiel` lists those that can be played here."
        )
    _check_qualifies(f"openspiel:{name}", _obstacles(kinds[name]))
    return kinds[name]


def _check_qualifies(told: str, obstacles: list[str]) -> None:
    if obstacles:
        raise Unsuited(
            f"{told} cannot be played here, because it is {_join(obstacles)}; a game must be for two players "
            "who take turns, zero-sum, without chance and with nothing hidden."
        )


def _join(phrases: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(phrases[:-1]), phrases[-1])))


def _obstacles(kind: Any) -> list[str]:
    """What about a game keeps it from being played here, as what it is."""
    spiel = import_library().GameType
    lacks = [
        (kind.dynamics != spiel.Dynamics.SEQUENTIAL, "not sequential"),
        (kind.chance_mode != spiel.ChanceMode.DETERMINISTIC, "a game of chance"),
        (kind.information != spiel.Information.PERFECT_INFORMATION, "a game of imperfect information"),
        (kind.utility != spiel.Utility.ZERO_SUM, "not zero-sum"),
        (not kind.min_num_players <= 2 <= kind.max_num_players, "not for two players"),
    ]
    return [what for is_so, what in lacks if is_so]


def parameters_of(kind: Any) -> dict[str, bool | int | float | str]:
    """The parameters that a person may set, with their defaults."""
    return {
        name: default
        for name, default in sorted(kind.parameter_specification.items())
        if name not in FIXED and isinstance(default, bool | int | float | str)
    }


def load_library_game(kind: Any, parameters: dict[str, Any]) -> Any:
    """OpenSpiel's game with these parameters; those it has no use for are refused in its own words."""
    library = import_library()
    fixed = {name: value for name, value in FIXED.items() if value is not None and name in kind.parameter_specification}
    try:
        with _unheard():
            game = library.load_game(kind.short_name, {**fixed, **parameters})
            start = game.new_initial_state()
            can_begin = bool(str(start)) and not start.is_terminal() and bool(start.legal_actions())
    except (library.SpielError, ValueError, IndexError, RuntimeError) as error:
        raise BadOption(f"OpenSpiel does not make {_told(kind, parameters)}: {complaint(error)}.") from None
    chance = ["a game of chance"] if start.is_chance_node() else []  # as chess960, whose type does not say so
    _check_qualifies(_told(kind, parameters), _obstacles(game.get_type()) or chance)
    if not can_begin:
        raise BadOption(f"There is no move at the start of {_told(kind, parameters)}; choose other parameters.")
    return game


def _told(kind: Any, parameters: dict[str, Any]) -> str:
    told = ", ".join(f"{name}={value_text(value)}" for name, value in parameters.items()) or "its usual parameters"
    return f"{kind.short_name} with {told}"


def complaint(error: Exception) -> str:
    """What OpenSpiel says, without the place in its source and without a full stop."""
    return _SOURCE.sub("", " ".join(str(error).split())).rstrip(".")


@contextmanager
def _unheard() -> Iterator[None]:
    """OpenSpiel writes on standard error what it also raises; in the block that is not shown."""
    try:
        kept = os.dup(2)
    except OSError:  # there is no standard error
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)

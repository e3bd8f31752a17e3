"""Which trainings a server allows: how large a table or a network may be and how long it may learn, since users share
the machine.

A value beyond a limit is refused with a sentence; a default beyond it is lowered.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass

from kibitz.core.errors import BadOption
from kibitz.core.game import Game
from kibitz.core.spec import join_spec, split_user_file
from kibitz.learn.method import METHODS, Method
from kibitz.learn.method_list import list_methods
from kibitz.play.catalogue import OptionInfo
from kibitz.web.server_limits import PATH_OPTIONS, limit_option, refuse_files

MAX_TOTAL = 10_000_000  # games or positions
MAX_OPTIONS: Mapping[str, int] = {
    "games": MAX_TOTAL,
    "positions": 1_000_000,
    "max_states": 200_000,  # positions in a table, some 400 bytes each
    "blocks": 10,  # of a network
    "batch": 4_096,
    "round": 65_536,
    "reuse": 100,
    "seconds": 10,  # to solve a position
    "exact": 1,  # the same, in games against itself
    "simulations": 800,
    "window": 500_000,  # examples that are kept
    "at_once": 1_024,
}
MAX_ACTIONS = 2_000_000  # moves in a table, all positions together, some 70 bytes each
MIN_STATES = 1_000  # whatever the number of moves
MAX_SHARES = 200_000_000  # moves in all examples of a network together, 2 bytes each


@dataclass(frozen=True)
class MethodInfo:
    """A method of learning, with the values that a server allows.

    `unit`: what it learns from, "games" or "positions", which is also the option that says how many. `is_table`: what
    it learns is a table of positions. `needs`: what has to be installed for it, in a sentence; empty if nothing has.
    `is_ready`: it is installed.
    """

    name: str
    about: str
    unit: str
    options: tuple[OptionInfo, ...]
    is_table: bool
    needs: str
    is_ready: bool


def find_method_within_limits(spec: str, game: Game, *, total: int | None = None, seed: int | None = None) -> Method:
    """The method that a spec names, for a game; `total` and `seed` take the place of what the spec says of them.

    Raises UnknownName or BadOption. Whether it suits the game is left to `Method.check`, which may take seconds.
    """
    name, texts = METHODS.resolve(spec)
    if split_user_file(spec) is not None:
        raise BadOption(f"'{spec}' names a file; files can be named only on the command line.")
    refuse_files(name, texts)
    cls = METHODS.find(name)
    if total is not None:
        texts[cls.total_option] = str(total)
    if seed is not None:
        texts["seed"] = str(seed)
    for option in cls.options():
        most = _find_max(option.name, game)
        if most is None:
            continue
        if option.name not in texts:
            if option.default > most:
                texts[option.name] = str(most)
        elif _is_more(texts[option.name], most):
            raise BadOption(
                f"{name}: {option.name}={texts[option.name]} is too large for this server; the maximum is {most}. "
                "`kibitz learn` has no such limit."
            )
    return METHODS.parse(join_spec(name, texts))


def list_methods_within_limits() -> tuple[MethodInfo, ...]:
    """The methods, those that need nothing to be installed first."""
    has_torch = importlib.util.find_spec("torch") is not None
    installed = "Needs PyTorch, which is installed."
    missing = "Needs PyTorch, which is not installed here; install it with: pip install torch."
    return tuple(
        MethodInfo(
            listed.name,
            listed.about,
            listed.unit,
            tuple(
                limit_option(info, MAX_OPTIONS.get(info.name))
                for info in listed.options
                if info.name not in PATH_OPTIONS
            ),
            METHODS.find(listed.name).learns_table,
            "" if not listed.needs_torch else installed if has_torch else missing,
            has_torch or not listed.needs_torch,
        )
        for listed in list_methods()
    )


def _find_max(option: str, game: Game) -> int | None:
    """The most that an option may be for a game; None if any value is allowed."""
    most = MAX_OPTIONS.get(option)
    if most is not None and option == "max_states":
        return max(MIN_STATES, min(most, MAX_ACTIONS // game.num_moves))
    if most is not None and option in ("positions", "window"):
        return max(MIN_STATES, min(most, MAX_SHARES // game.num_moves))
    return most


def _is_more(text: str, most: int) -> bool:
    try:
        return float(text) > most
    except ValueError:  # refused with its own sentence when the method is made
        return False

"""What a server allows: how large a board may be and how much a player may use, since users share the machine.

A value beyond a limit is refused with a sentence; a default beyond it, such as a solver's large table, is lowered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from kibitz.core.errors import BadOption, BadPosition
from kibitz.core.game import GAMES, Game, State, find_game
from kibitz.core.limits import Limits
from kibitz.core.searching import Searcher
from kibitz.core.spec import join_spec, split_spec, split_user_file
from kibitz.engines.outside.outside_engine import OutsideEngine
from kibitz.kernels.solvers.game_solver import find_game_solver
from kibitz.play.catalogue import OptionInfo, PlayerInfo, list_players
from kibitz.play.player import Player
from kibitz.play.players import SearchPlayer, all_players, find_player
from kibitz.play.variations import GameWithVariations, can_write_variations, parse_game_tree
from kibitz.search.common.free_memory import share_table_mib
from kibitz.search.perfect import Perfect

MAX_CELLS = 676  # on a board, 26x26
MAX_MOVES_TEXT = 4_000  # characters
MAX_VARIATIONS = 100  # of a game

PATH_OPTIONS = frozenset({"file", "start"})  # name a file, which no request may do
MAX_OPTIONS = {
    "depth": 100,
    "nodes": 10**9,
    "time": 60,  # seconds
    "table_mib": 64,
    "threads": 1,
    "entries": 1 << 18,  # of a readable table, some 300 bytes each
    "max_nodes": 300_000,  # of a Monte Carlo tree some 300 bytes each
    "max_positions": 3_000_000,  # up to 70 bytes each while the table grows
    "simulations": 10**7,
}


def find_game_within_limits(spec: str) -> Game:
    """A registered game whose board is not too large. Files are never opened: only the machine's user may do that."""
    if ".py" in spec:
        raise BadOption(f"'{spec}' names a file; a game of your own is offered by `kibitz serve --game FILE.py:Class`.")
    name = split_spec(spec)[0]
    if ":" in name and name not in GAMES.classes:
        raise BadOption(f"{name} is not offered here; `kibitz serve --game {name}` offers it.")
    game = find_game(spec)
    cells = sum(len(row) - row.count(" ") for row in game.view(game.initial()).rows)
    if cells > MAX_CELLS:
        raise BadOption(
            f"The board of {spec} has {cells} cells; up to {MAX_CELLS} are allowed here, so take a smaller one."
        )
    return game


def parse_tree_within_limits(game: Game, moves: str, start: State | None) -> GameWithVariations:
    """A game with no more variations than are allowed."""
    variations = moves.count("(") if can_write_variations(game) else 0
    if variations > MAX_VARIATIONS:
        raise BadPosition(
            f"The game has {variations} variations; up to {MAX_VARIATIONS} are allowed here, so delete some."
        )
    return parse_game_tree(game, moves, start)


def refuse_files(name: str, texts: Mapping[str, str]) -> None:
    """Raise BadOption if one of the options of a player or a method names a file."""
    if named := PATH_OPTIONS & texts.keys():
        raise BadOption(
            f"{name}: {', '.join(named)} names a file; only the person at the machine may do that, in a shell."
        )


def find_player_within_limits(spec: str, game: Game, *, seed: int | None = None) -> Player:
    """A player that keeps to the limits and suits the game. Other people's programs are never started."""
    registry = all_players()
    name, texts = registry.resolve(spec)
    if split_user_file(spec) is not None or issubclass(registry.find(name), OutsideEngine):
        raise BadOption(
            f"'{spec}' stands for a program or a file; only the person at the machine may name one, in a shell."
        )
    cls = registry.find(name)
    refuse_files(name, texts)
    limits = Limits.options() if issubclass(cls, Searcher) else ()
    usual = {o.name: o.default for o in cls.options()}
    for o in (*limits, *cls.options()):
        most = find_max_option(o.name)
        if most is None:
            continue
        if o.name == "table_mib" and issubclass(cls, Perfect) and (solver := find_game_solver(game)) is not None:
            most = max(most, solver.least_table_mib(game))
        if o.name not in texts:
            is_used = o.name != "entries" or texts.get("table", usual.get("table")) != "off"
            if o.default is not None and o.default > most and is_used:
                texts[o.name] = str(most)
        elif _is_more(texts[o.name], most):
            raise BadOption(f"{name}: {o.name}={texts[o.name]} is too large for this server; the maximum is {most}.")
    player = find_player(join_spec(name, texts), seed=seed)
    if isinstance(player, SearchPlayer):  # what is for other games is refused now, and not when it is its turn
        player.searcher.check_suits(game)
        player.evaluator(game)
    return player


def list_players_within_limits() -> tuple[PlayerInfo, ...]:
    """The players that a server offers, with the values that it allows."""
    return tuple(
        replace(
            info,
            options=tuple(
                limit_option(one, find_max_option(one.name)) for one in info.options if one.name not in PATH_OPTIONS
            ),
        )
        for info in list_players(outside=False)
    )


def limit_option(info: OptionInfo, most: float | None) -> OptionInfo:
    """An option with no more than that allowed; a default beyond it is lowered."""
    if most is None or info.kind not in ("int", "float") or (info.high is not None and info.high <= most):
        return info
    default = info.default
    if isinstance(default, int | float) and default > most:
        default = int(most) if info.kind == "int" else most
    high = int(most) if info.kind == "int" else most
    number = "a whole number" if info.kind == "int" else "a number"
    return replace(
        info,
        default=default,
        high=high,
        expects=f"{number} from {info.low} to {high}" if info.low is not None else info.expects,
    )


def find_max_option(name: str) -> float | None:
    """The most that an option may be; None if any value is allowed. A table is a part of what a server may use."""
    return share_table_mib(MAX_OPTIONS[name]) if name == "table_mib" else MAX_OPTIONS.get(name)


def _is_more(text: str, most: float) -> bool:
    try:
        return float(text) > most
    except ValueError:  # refused with its own sentence when the player is made
        return False

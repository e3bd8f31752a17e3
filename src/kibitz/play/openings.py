"""What people call the opening of a game, by the names that the game declares."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from kibitz.core.game import Game, State
from kibitz.core.notation import parse_moves
from kibitz.play.records import GameRecord


def name_opening(record: GameRecord) -> str:
    """The name of the last position of the game that has one, in whichever order and turned whichever way; or empty."""
    game = record.game
    named, longest = _named_positions(game)
    if not named or record.start is not None:
        return ""
    for state in reversed(record.states[: longest + 1]):
        if name := named.get(game.canonical(state)):
            return name
    return ""


@lru_cache(64)
def _named_positions(game: Game) -> tuple[Mapping[State, str], int]:
    """The names by canonical position, and how many plies the longest opening has."""
    named, longest = dict[State, str](), 0
    for text, name in game.opening_names().items():
        moves, state = parse_moves(game, text), game.initial()
        for move in moves:
            state = game.play(state, move)
        named[game.canonical(state)] = name
        longest = max(longest, len(moves))
    return named, longest

"""Names and numbers for the moves of OpenSpiel's games.

OpenSpiel names a move in a position, often with the side that makes it ("x(0,1)", "B c3"). Here a move has one name
whoever makes it and wherever, without spaces, commas and brackets, so that a list of moves can be written on a line.
Most names are OpenSpiel's own, stripped ("0-1", "c3"); games whose names depend on the position get others.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from kibitz.games.openspiel.chess_moves import CASTLING, drop_names, flip_action, square_moves

_BREAKS = re.compile(r"[\s,;:()]+|->|=>")


@dataclass(frozen=True)
class MoveNumbers:
    """The names of all moves. `swap`, where it is not empty, turns the action of OpenSpiel's player 0 into the number
    of the move, and the other way round; for player 1 both are the same."""

    names: tuple[str, ...]
    swap: tuple[int, ...] = ()

    def number(self, action: int, player: int) -> int:
        return self.swap[action] if self.swap and player == 0 else action

    action = number  # to swap twice is to do nothing

    def number_all(self, actions: list[int], player: int) -> list[int]:
        return [self.swap[action] for action in actions] if self.swap and player == 0 else actions


def number_moves(game: Any) -> MoveNumbers:
    """Names and numbers of the moves of one of OpenSpiel's games."""
    special = _SPECIAL.get(game.get_type().short_name)
    return special(game) if special else MoveNumbers(_make_unique(_strip_names(game)))


def _strip_names(game: Any) -> list[str]:
    """OpenSpiel's names at the start of the game, without the side and what is the same in all of them."""
    start = game.new_initial_state()
    both = [
        [start.action_to_string(player, action) for action in range(game.num_distinct_actions())] for player in (0, 1)
    ]
    words = []
    for name, other in zip(*both, strict=True):
        shared = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(name[::-1], other[::-1], strict=False))))
        same = name[len(name) - shared :]
        kept = [word for word in _BREAKS.split(same if same.strip() else name) if word]
        words.append(kept or [name])
    while all(len(kept) > 1 for kept in words) and len({kept[0] for kept in words}) == 1:
        words = [kept[1:] for kept in words]
    return ["-".join(kept) for kept in words]


def _make_unique(names: list[str]) -> tuple[str, ...]:
    """The same names, but one that is given twice, as OpenSpiel calls what is no cell, becomes the move's number."""
    seen: dict[str, int] = {}
    for name in names:
        seen[name.lower()] = seen.get(name.lower(), 0) + 1
    return tuple(name if seen[name.lower()] == 1 else f"#{number}" for number, name in enumerate(names))


def _number_chess(game: Any) -> MoveNumbers:
    return _number_squares("rbn", CASTLING)


def _number_antichess(game: Any) -> MoveNumbers:
    return _number_squares("rbnk", ())


def _number_crazyhouse(game: Any) -> MoveNumbers:
    return _number_squares("rbn", (*CASTLING, *drop_names("PNBRQ")))


def _number_squares(promotions: str, rest: tuple[str, ...]) -> MoveNumbers:
    names = square_moves(promotions)
    swap = [flip_action(action, 3 * len(promotions)) for action in range(len(names))]
    return MoveNumbers(_make_unique([*names, *rest]), (*swap, *range(len(names), len(names) + len(rest))))


def _number_shogi(game: Any) -> MoveNumbers:
    squares = [f"{9 - square % 9}{'ihgfedcba'[square // 9]}" for square in range(81)]
    names = [f"{start}{end}{sign}" for start in squares for end in squares for sign in ("", "+")]
    start, drops = game.new_initial_state(), range(len(names), game.num_distinct_actions())
    return MoveNumbers((*names, *(start.action_to_string(0, action) for action in drops)))


def _number_xiangqi(game: Any) -> MoveNumbers:
    """From cell to cell; OpenSpiel puts the letter of the piece that stands there in front."""
    cells = [f"{row}{column}" for row in range(10) for column in range(9)]
    return MoveNumbers(tuple(f"{start}-{end}" for start in cells for end in cells))


def _number_chinese_checkers(game: Any) -> MoveNumbers:
    """From which cell, and in which direction; whether that is a step or a jump depends on the position."""
    ways = ("UL", "UR", "L", "R", "DL", "DR")
    cells = (game.num_distinct_actions() - 1) // len(ways)
    return MoveNumbers((*(f"{cell}-{way}" for cell in range(cells) for way in ways), "Pass"))


def _number_quoridor(game: Any) -> MoveNumbers:
    """Walls by their place; steps of the pawn by their direction, as OpenSpiel numbers them."""
    names, across = _strip_names(game), round(game.num_distinct_actions() ** 0.5)
    for number in range(len(names)):
        if number // across % 2 and number % across % 2:
            names[number] = f"#{number}"  # where walls cross; no move
    for row, up_down in enumerate(("up", "", "down")):
        for column, left_right in enumerate(("left", "", "right")):
            way = "-".join(filter(None, (up_down, left_right))) or "stay"
            names[2 * row * across + 2 * column] = way
    return MoveNumbers(_make_unique(names))


_SPECIAL: dict[str, Callable[[Any], MoveNumbers]] = {
    "antichess": _number_antichess,
    "chess": _number_chess,
    "chinese_checkers": _number_chinese_checkers,
    "crazyhouse": _number_crazyhouse,
    "quoridor": _number_quoridor,
    "shogi": _number_shogi,
    "xiangqi": _number_xiangqi,
}

"""Wins in one that the levels take and blocks in one that they make, game by game; and columns of five that they stop.

    python benchmarks/level_chances.py [GAME ...] [--positions 40] [--levels 1,2,3,4,5,7,9]

The positions come from the ends of seeded random games, up to so many of each kind. A block counts where no move wins
at once, some moves let the other side win at once, and some do not. Games that are won by points are left out, and so
are boards with more moves than two plies of readable Python follow. There is one more row for five in a row on 15 x 15:
in how many games out of eight a player who only fills one column is stopped.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TypeAlias

from common import game_of, heading, print_table

from kibitz.arena.chances import find_blocks, find_wins
from kibitz.core.game import Game, Move
from kibitz.core.limits import COMPILED, REFERENCE
from kibitz.core.rng import Rng
from kibitz.play.catalogue import list_games
from kibitz.play.levels.calibration import Setting, find_setting
from kibitz.play.levels.level_player import play_by_loss
from kibitz.play.records import Choice, GameRecord

MAX_MOVES = 60
MAX_GAMES = 200
LAST = 2  # positions of a random game: chances come at its end
COLUMNS = 8
Positions: TypeAlias = list[tuple[GameRecord, set[Move]]]


def find_positions(game: Game, count: int) -> tuple[Positions, Positions]:
    """Positions with a win in one, and positions with a block, each with the moves that do it."""
    wins, blocks = Positions(), Positions()
    for number in range(MAX_GAMES):
        for record in _play_random_game(game, number)[-LAST:]:
            winning = find_wins(game, record.state)
            if winning and len(winning) < len(game.moves(record.state)):
                wins.append((record, winning))
            elif not winning and (saving := find_blocks(game, record.state)):
                blocks.append((record, saving))
        if min(len(wins), len(blocks)) >= count:
            break
    return wins[:count], blocks[:count]


def _play_random_game(game: Game, seed: int) -> list[GameRecord]:
    """Its positions, without the last, in which it is over."""
    rng, record, records = Rng(seed), GameRecord.begin(game, ("", "")), list[GameRecord]()
    while not record.is_over:
        records.append(record)
        record = record.after(Choice(rng.choice(game.moves(record.state))))
    return records


def count_found(positions: Positions, setting: Setting, backend: str) -> int:
    """In how many of the positions a level plays one of the moves."""
    return sum(
        play_by_loss(record, setting, seed=seed, backend=backend).move in good
        for seed, (record, good) in enumerate(positions)
    )


def is_column_filled(game: Game, setting: Setting, number: int) -> bool:
    """Whether a player of m,n,k gets its row by filling one column, up or down, against a level."""
    column, low = "abcdefghijklmno"[1 + number % 13], 5 + number % 4
    high, record = low, GameRecord.begin(game, ("", ""))
    while not record.is_over:
        if record.to_move == 1:
            choice = play_by_loss(record, setting, seed=number, backend=COMPILED)
        else:
            free = {game.move_name(move): move for move in game.moves(record.state)}
            row = next((row for row in (high + 1, low - 1) if f"{column}{row}" in free), 0) if record.moves else low
            if not row:
                return False
            low, high = min(low, row), max(high, row)
            choice = Choice(free[f"{column}{row}"])
        record = record.after(Choice(choice.move))
    return len(record.moves) % 2 == 1


def measure(spec: str, count: int, levels: Sequence[int]) -> list[tuple[object, ...]]:
    rows, game = list[tuple[object, ...]](), game_of(spec)
    for name, positions in zip(("wins taken", "blocks made"), find_positions(game, count), strict=True):
        if positions:
            found = [count_found(positions, find_setting(game, level), REFERENCE) for level in levels]
            rows.append((spec, name, len(positions), *(f"{100 * one / len(positions):.0f} %" for one in found)))
    return rows


def measure_columns(levels: Sequence[int]) -> tuple[object, ...]:
    game = game_of("gomoku")
    filled = [sum(is_column_filled(game, find_setting(game, level), n) for n in range(COLUMNS)) for level in levels]
    return ("gomoku", "columns stopped", COLUMNS, *(f"{100 * (COLUMNS - one) / COLUMNS:.0f} %" for one in filled))


def list_boards() -> list[str]:
    """One board of every game that is won or lost and has not too many moves."""
    games = {info.presets[0]: game_of(info.presets[0]) for info in list_games()}
    return [
        spec for spec, game in games.items() if game.max_result == 1 and len(game.moves(game.initial())) <= MAX_MOVES
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", help="default: every game that is not won by points, and gomoku")
    parser.add_argument("--positions", type=int, default=40, help="of each kind")
    parser.add_argument("--levels", default="1,2,3,4,5,7,9")
    told = parser.parse_args()
    levels = [int(level) for level in told.levels.split(",")]
    rows = [row for spec in told.games or list_boards() for row in measure(spec, told.positions, levels)]
    heading("Chances that the levels take")
    print_table(
        ("game", "", "of", *(f"level {level}" for level in levels)),
        rows if told.games else [*rows, measure_columns(levels)],
    )

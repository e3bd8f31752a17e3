"""Wins in one that a player took or missed, and threats of a win in one that it blocked or overlooked.

    win in one     a move ends the game and wins it; missed if another is played
    block          there is no such move, some moves let the other side win at once and some do not; missed if the
                   one played does

Only for games that are won or lost, not by so many points, and only where a position has at most fifty moves: all
pairs of moves are looked at.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kibitz.arena.game_task import FinishedGame
from kibitz.core.game import Game, Move, State
from kibitz.core.notation import parse_moves

MOST_MOVES = 50
MOST_GAMES = 1_000  # looked at; a rate needs no more


@dataclass(frozen=True)
class Chances:
    """How often a player could win at once, or had to block, and how often it did not."""

    wins: int = 0
    wins_missed: int = 0
    blocks: int = 0
    blocks_missed: int = 0

    def __add__(self, other: Chances) -> Chances:
        return Chances(
            self.wins + other.wins,
            self.wins_missed + other.wins_missed,
            self.blocks + other.blocks,
            self.blocks_missed + other.blocks_missed,
        )


def count_chances(game: Game, played: Iterable[tuple[int, FinishedGame]]) -> tuple[Chances, Chances]:
    """Of the two players of a match, given its games by number: the first player begins in the even ones."""
    totals = [Chances(), Chances()]
    for number, finished in itertools.islice(played, MOST_GAMES):
        moves = parse_moves(game, finished.moves)
        given = len(moves) - sum(effort.moves for effort in finished.efforts)  # the opening, which nobody chose
        for side in (0, 1):
            totals[(side + number) % 2] += count_chances_of_side(game, moves, given, side)
    return totals[0], totals[1]


def count_chances_of_side(game: Game, moves: Sequence[Move], given: int, side: int) -> Chances:
    """Of the side that began (0) or the other (1) in one game."""
    if game.max_result != 1:
        return Chances()
    total, state = Chances(), game.initial()
    for number, move in enumerate(moves):
        if number >= given and game.to_move(state) == side:
            total += _look_at(game, state, move)
        state = game.play(state, move)
    return total


def _look_at(game: Game, state: State, played: Move) -> Chances:
    if len(game.moves(state)) > MOST_MOVES:
        return Chances()
    if wins := find_wins(game, state):
        return Chances(wins=1, wins_missed=int(played not in wins))
    blocks = find_blocks(game, state)
    return Chances(blocks=int(bool(blocks)), blocks_missed=int(bool(blocks) and played not in blocks))


def find_wins(game: Game, state: State) -> set[Move]:
    """The moves that win at once."""
    return _winning_moves(game, state, game.moves(state))


def find_blocks(game: Game, state: State) -> set[Move]:
    """The moves that keep the other side from winning at once; empty if all of them do, or none."""
    legal = game.moves(state)
    blocks = {move for move in legal if not _lets_win(game, state, move)}
    return blocks if len(blocks) < len(legal) else set()


def _winning_moves(game: Game, state: State, legal: Iterable[Move]) -> set[Move]:
    after = {move: game.play(state, move) for move in legal}
    return {move for move, then in after.items() if game.seen_from(state, then, game.result(then) or 0) > 0}


def _lets_win(game: Game, state: State, move: Move) -> bool:
    """Whether the other side can win with its next move."""
    after = game.play(state, move)
    return (
        game.result(after) is None
        and not game.keeps_turn(state, after)
        and bool(_winning_moves(game, after, game.moves(after)))
    )

"""Every shipped game is played from its start to its end by clicks, and the page shows what the rules say."""

from __future__ import annotations

import random
import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from browser.fixtures import OpenPage
from browser.play_page import PlayPage
from helpers.shipped import SHIPPED_GAMES
from kibitz.core.game import GAMES, Game, Move, State, find_game

PLAYOUTS = 160  # of which the shortest is played
SHORT = 12  # plies; a playout of no more is taken at once
MAX_PLIES = 150
FORMS = ("wild-tic-tac-toe", "hex:size=3,swap=true")  # moves of two clicks by placing; a move without a cell


def find_smallest_board(name: str) -> Game:
    """The preset of a game with the fewest cells."""
    return min(map(find_game, GAMES.find(name).presets or (name,)), key=count_cells)


def count_cells(game: Game) -> int:
    return sum(mark != " " for row in game.view(game.initial()).rows for mark in row)


def play_out(game: Game, seed: int, most: int) -> list[Move] | None:
    """A game of random moves in which nobody misses a win; None if it is longer than wanted."""
    generator, state, moves = random.Random(seed), game.initial(), list[Move]()
    while legal := game.moves(state):
        if len(moves) == most:
            return None
        wins = [move for move in legal if wins_at_once(game, state, move)]
        moves.append(wins[0] if wins else generator.choice(legal))
        state = game.play(state, moves[-1])
    return moves


def wins_at_once(game: Game, state: State, move: Move) -> bool:
    outcome = game.outcome(game.play(state, move))
    return outcome is not None and (outcome > 0 if game.to_move(state) == 0 else outcome < 0)


def find_short_game(game: Game) -> list[Move]:
    best: list[Move] | None = None
    for seed in range(PLAYOUTS):
        best = play_out(game, seed, MAX_PLIES if best is None else len(best) - 1) or best
        if best is not None and len(best) <= SHORT:
            break
    assert best is not None, f"no game of {game} ends within {MAX_PLIES} plies"
    return best


def make_move(page: PlayPage, game: Game, state: State, move: Move) -> None:
    """Click what the view of the game says a move needs: a cell, or two, or the button with its name."""
    view = game.view(state)
    cells = next(([cell] for cell, named in view.targets.items() if named == move), None)
    cells = cells or next((list(step) for step, named in view.steps.items() if named == move), [])
    for cell in cells:
        page.cell(*cell).click()
    if not cells and len(game.moves(state)) > 1:  # a pass that nobody chooses is made by the page
        page.page.locator(f'.move-buttons [data-move="{game.move_name(move)}"]').click()


@pytest.mark.parametrize("name", [*SHIPPED_GAMES, *FORMS])
def test_a_game_is_played_by_clicks_from_its_start_to_its_end(open_page: OpenPage, name: str) -> None:
    game = find_game(name) if name in FORMS else find_smallest_board(name)
    moves = find_short_game(game)
    states = [game.initial()]
    for move in moves:
        states.append(game.play(states[-1], move))
    page = open_page(f"/play?game={game}")
    expect(page.status).to_contain_text("to move")
    for ply, (move, (state, _)) in enumerate(zip(moves, pairwise(states), strict=True), start=1):
        make_move(page, game, state, move)
        page.page.locator(f'.moves [data-ply="{ply}"]').wait_for(state="attached")
    expect(page.ending).to_contain_text(re.compile("win|draw", re.IGNORECASE))
    assert page.moves == [game.move_name(move) for move in moves]
    shown = page.board.evaluate("board => board.picture.board.rows")
    assert tuple(shown) == game.view(states[-1]).rows
    assert page.board.locator(".cell.legal").count() == 0

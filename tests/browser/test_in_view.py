"""Everything a player needs is in the window at once: the board, whose turn it is, the coach, Why, hint and undo."""

from __future__ import annotations

import json
from typing import Any

import pytest

from browser.fixtures import OpenPage
from browser.play_page import PlayPage, settle
from helpers.shipped import SHIPPED_GAMES
from kibitz.core.game import Game, find_game

SIZES = ((1366, 768), (1280, 720), (1440, 900), (1920, 1080), (1024, 768), (844, 390), (390, 844))
PLIES = 5  # of the line that explains a bad move

FIND_OUTSIDE = """() => {
  const wanted = {
    board: ".stage kibitz-board > svg",
    status: ".status",
    coach: ".coach > p",
    why: ".coach > .row button",
    back: ".why > .row button:nth-child(1)",
    forward: ".why > .row button:nth-child(2)",
    undo: ".actions button:nth-child(1)",
    hint: ".actions button:nth-child(3)",
  };
  return Object.entries(wanted).flatMap(([name, selector]) => {
    const found = document.querySelector(selector);
    if (!found?.checkVisibility()) return [`${name} is not shown`];
    const { left, top, right, bottom } = found.getBoundingClientRect();
    const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return isInside ? [] : [`${name}: ${[left, top, right, bottom].map(Math.round)}`];
  });
}"""


def first_line(game: Game) -> list[tuple[str, int]]:
    """The first legal moves of a game that do not end it, with the side of each."""
    state, line = game.initial(), list[tuple[str, int]]()
    while len(line) < PLIES:
        quiet = [move for move in game.moves(state) if game.outcome(game.play(state, move)) is None]
        if not quiet:
            break
        line.append((game.move_name(quiet[0]), game.to_move(state)))
        state = game.play(state, quiet[0])
    return line


def answer(page: PlayPage, path: str, event: str, data: dict[str, Any]) -> None:
    """Let a stream of the server consist of one event, at once."""
    body = f"event: {event}\ndata: {json.dumps(data)}\n\nevent: done\ndata: {{}}\n\n"
    page.page.route(f"**/api/{path}?*", lambda route: route.fulfill(content_type="text/event-stream", body=body))


@pytest.mark.parametrize("name", SHIPPED_GAMES)
def test_board_turn_coach_line_hint_and_undo_are_in_view_in_windows_of_all_sizes(
    open_page: OpenPage, name: str
) -> None:
    game = find_game(name)
    line = first_line(game)
    page = open_page(f"/play?game={name}&moves={line[0][0]}")
    sentence = "A sentence as long as the coach's longest, which names the answer and what it does, needs three lines"
    step = {
        "reason": "completes a row of four, which is forced",
        "cells": [],
        "threats": [],
        "kind": "",
        "forced": True,
    }
    steps = [{"move": move, "side": side, **step} for move, side in line]
    why = {"move": line[0][0], "best": line[0][0], "mark": "??", "was": "a draw", "is_now": "a loss in 12 moves"}
    more = {"line": steps, "better": steps, "terms": None, "proven": True, "held_words": "", "certainty": "Proved."}
    answer(page, "coach", "advice", {"move": line[0][0], "mark": "??", "sentence": sentence, "proven": True})
    answer(page, "why", "why", why | more)
    page.page.get_by_role("switch", name="Coach").check()
    page.press("Why")
    page.page.locator(".why-steps li").first.wait_for()
    outside = {}
    for width, height in SIZES:
        page.page.set_viewport_size({"width": width, "height": height})
        settle(page.page)
        outside[width, height] = page.page.evaluate(FIND_OUTSIDE)
    assert not any(outside.values()), outside

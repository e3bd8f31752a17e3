"""A game of OpenSpiel in the browser: offered by name, drawn from its own text, played with buttons."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from browser.fixtures import OpenPage
from browser.launch import running_server

pytest.importorskip("pyspiel", reason="OpenSpiel, the extra [openspiel], is not installed")


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with running_server("--game", "openspiel:tic_tac_toe") as address:
        yield address


def test_a_game_of_another_library_is_offered_and_played_to_its_end(open_page: OpenPage) -> None:
    play_page = open_page("/")
    page = play_page.page
    page.get_by_role("button", name="Tic Tac Toe (OpenSpiel)").click()
    page.get_by_label("O", exact=True).select_option(label="A person")
    page.get_by_role("button", name="Start the game").click()
    buttons = page.locator(".move-buttons button")
    for played, move in enumerate(("0-0", "1-1", "0-1", "2-2", "0-2")):
        expect(buttons).to_have_count(9 - played)
        page.locator(f'[data-move="{move}"]').click()
    expect(play_page.ending).to_contain_text(re.compile("X wins"))
    drawn = page.locator("kibitz-board .character").all_text_contents()
    assert sorted(drawn) == sorted("xxxo" + "·" * 4 + "o")

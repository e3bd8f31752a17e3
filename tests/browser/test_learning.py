"""Players that learn, in a real browser: one begun by clicks, watched, stopped, continued and looked into."""

from __future__ import annotations

import importlib.util
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from browser.fixtures import OpenPage
from browser.play_page import PlayPage, settle

SETTLED = 2_000  # games after which a player still errs


def query_of(page: Page) -> dict[str, str]:
    settle(page)
    return {key: values[0] for key, values in parse_qs(urlsplit(page.url).query).items()}


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    settle(page)
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def begin(page: Page, method: str, games: int) -> None:
    page.get_by_role("radio", name=method, exact=False).first.check()
    page.get_by_label("games", exact=True).fill(str(games))
    page.keyboard.press("Tab")
    expect(page.locator(".learn-total")).to_have_text(f"{games:,} games")
    page.get_by_role("button", name="Start learning").click()


@pytest.mark.skipif(importlib.util.find_spec("torch") is not None, reason="every method is installed here")
def test_a_method_that_is_not_installed_cannot_be_started(open_page: OpenPage) -> None:
    page = open_page("/learn").page
    page.get_by_role("button", name="Connect Four").click()
    page.get_by_role("radio", name=re.compile("^imitation")).check()
    start = page.get_by_role("button", name="Start learning")
    expect(page.get_by_text("Needs PyTorch, which is not installed here").first).to_be_visible()
    page.get_by_label("positions", exact=True).fill("200")  # sound, and checked while one types
    settle(page)
    assert start.is_disabled()
    page.keyboard.press("Tab")
    expect(page.locator(".learn-total")).to_have_text("200 positions")
    expect(start).to_be_disabled()


def test_a_player_is_trained_by_clicks_and_looked_into(open_page: OpenPage) -> None:
    page = open_page("/learn").page
    expect(page.get_by_role("heading", name="Players that learn")).to_be_visible()
    page.get_by_role("button", name="Connect Four").click()
    page.get_by_role("radio", name=re.compile("^q-learning")).check()
    expect(page.get_by_text("more positions than a table can hold")).to_be_visible()
    page.get_by_role("button", name="Tic-tac-toe and m,n,k").click()
    expect(page.get_by_text("more positions than a table can hold")).to_have_count(0)
    begin(page, "q-learning", SETTLED)

    expect(page.locator(".run-state")).to_have_text("finished")
    expect(page.locator(".learn-goodness")).to_contain_text("Measured on all 3,191 positions of the game")
    expect(page.locator(".learn-verdict")).to_contain_text(re.compile(r"It keeps the result in \d\d\.\d %"))
    expect(page.locator(".curve-plot .kept-line")).to_have_count(1)
    slider = page.get_by_role("slider", name="A moment of the training")
    slider.focus()
    page.keyboard.press("Home")
    expect(page.locator(".curve-readout")).to_contain_text("Before training")
    page.get_by_text("The curve as numbers").click()
    expect(page.locator(".curve-table tbody tr").last).to_contain_text("2,000")
    settle(page)
    assert "The training is finished" in page.locator("#announcer").inner_text()

    expect(page.locator(".self-play kibitz-board")).to_be_visible()
    expect(page.locator(".self-play-caption")).to_contain_text("as it plays after 2,000 games")
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Next move").click()
    link = page.get_by_role("link", name="Play against it: the player after 500 games")
    assert f"second=learned%3Atraining%3D{query_of(page)['training']}%2Cat%3D500" in str(link.get_attribute("href"))

    page.get_by_role("link", name="Its mistakes: the player as it is now").click()
    expect(page.get_by_role("heading", name="Its mistakes")).to_be_in_viewport()
    expect(page.locator(".learn-mistake")).to_have_count(12)
    page.get_by_role("button", name="Show more").click()
    expect(page.locator(".learn-mistake")).to_have_count(24)
    expect(page.locator(".learn-mistake").first).to_contain_text("gives away a win for a loss")
    played = page.locator(".learn-mistake strong").first.inner_text()
    page.get_by_role("link", name=re.compile("^Analyse mistake 1:")).click()
    analysis = PlayPage(page)
    expect(analysis.board).to_be_visible()
    assert urlsplit(page.url).path == "/analyse"
    # The analysis adds its mark to the move as soon as it knows the worth of it.
    expect(page.locator(".moves .move[data-ply]").last).to_have_text(re.compile(rf"^{played}(\s*\?+)?$"))
    page.go_back()
    expect(page.locator(".learn-mistake").first).to_be_visible()


def test_the_table_is_walked_through_on_a_phone(open_page: OpenPage) -> None:
    page = open_page("/learn", refusal=True, viewport={"width": 360, "height": 740}).page
    begin(page, "sarsa-lambda", 500)
    page.get_by_role("link", name="Its table: the player as it is now").click()
    expect(page.locator(".table-row")).to_have_count(12)
    expect(page.locator(".table-position")).to_contain_text("X to move; visited")
    page.locator(".table-board [data-cell='1,1']").click()
    expect(page.locator(".table-position")).to_contain_text("O to move")
    assert query_of(page)["moves"] == "b2"
    expect(page.locator(".table-position .table-moves tbody tr")).to_have_count(8)
    page.get_by_label("Find a position by its moves").fill("b2 z9")
    page.keyboard.press("Enter")
    expect(page.locator(".table-position .fault")).to_contain_text("Move 2")
    page.get_by_label("Find a position by its moves").fill("b2 a1 c3")
    page.keyboard.press("Enter")
    expect(page.locator(".table-position .table-moves tbody tr")).to_have_count(6)
    page.get_by_role("button", name="Back").click()
    expect(page.locator(".table-position .table-moves tbody tr")).to_have_count(7)
    page.get_by_role("button", name="Later").click()
    expect(page.get_by_text(re.compile("Rows 13 to 24 of"))).to_be_visible()
    assert overflow(page) <= 0


def test_a_training_is_stopped_continued_and_removed(open_page: OpenPage) -> None:
    page = open_page("/learn?game=take-away", viewport={"width": 360, "height": 740}).page
    begin(page, "sarsa", 5_000_000)
    expect(page.locator(".learn-goodness")).to_contain_text("a second")
    expect(page.locator(".curve-plot .kept-line")).to_have_count(1)
    assert overflow(page) <= 0
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".run-state")).to_have_text("stopped")
    page.reload()
    expect(page.locator(".run-state")).to_have_text("stopped")
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".run-state")).to_have_text("running")
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="More games").click()
    expect(page.get_by_label("Games in all")).to_have_value("10000000")
    page.get_by_role("button", name="Remove").click()
    page.get_by_role("button", name="Remove it").click()
    expect(page.get_by_role("button", name="Start learning")).to_be_visible()


def test_a_training_that_is_not_there_says_so(open_page: OpenPage) -> None:
    page = open_page("/learn?training=0123456789ab", refusal=True).page
    expect(page.locator(".learn-verdict")).to_contain_text("There is no training '0123456789ab'")

"""The arena in a real browser: a match set up, watched and looked at; a tournament stopped, found again and resumed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.fixtures import OpenPage
from browser.microscope import Microscope
from browser.play_page import PlayPage, settle
from kibitz.arena.plan import parse_plan

LOOKS = "alphabeta:depth=1,backend=reference"  # so that nothing is compiled
SLOW = "minimax:depth=6,backend=reference"
MATCH = f"/arena?game=tic-tac-toe&players={LOOKS};random&games=6&openings=0&seed=3"


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    settle(page)
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def games_played(text: str) -> int:
    """From "interrupted 3 of 400 games"."""
    return int(text.split()[1])


def test_a_match_is_set_up_played_and_each_game_opened(open_page: OpenPage) -> None:
    page = open_page(MATCH).page
    expect(page.get_by_role("heading", name="The arena")).to_be_visible()
    expect(page.locator('.game-card[data-game="mnk"]').first).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".arena-total")).to_have_text("6 games in all")
    page.get_by_label("Stopping rule").select_option("0,50")
    expect(page.locator(".arena-total")).to_have_text("up to 6 games in all")
    settle(page)
    assert "sprt=0,50" in page.url
    page.get_by_label("Stopping rule").select_option("")
    page.get_by_role("spinbutton", name="Games").fill("8")
    page.get_by_role("spinbutton", name="Games").blur()
    expect(page.locator(".arena-total")).to_have_text("8 games in all")
    press(page, "Start the match")

    expect(page.locator(".run-state").first).to_have_text("finished")
    expect(page.locator(".arena-verdict")).to_contain_text(re.compile(r"^“alphabeta, depth 1.* 95 %"))
    expect(page.locator(".arena-list-of-games tbody tr")).to_have_count(8)
    assert page.locator(".score-bar span").all_inner_texts()
    table = page.locator(".arena-table").first
    expect(table.locator("tbody tr")).to_have_count(2)
    costs = ["moves", "boards evaluated", "nodes", "cut-offs", "depth", "memory", "time"]
    assert table.locator("thead th").all_inner_texts()[-len(costs) :] == costs
    searched = table.locator("tbody tr", has_text="alphabeta").locator("td")
    assert searched.nth(-6).inner_text() != "0"
    expect(page.locator(".rating-plot circle")).to_have_count(2)
    expect(page.locator(".arena-boards kibitz-board")).to_have_count(5)
    settle(page)
    assert "finished" in page.locator("#announcer").inner_text()

    page.locator("summary", has_text="Download").click()
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Settings (TOML)").click()
    plan = parse_plan(Path(waiting.value.path()).read_text(encoding="utf-8"))
    assert ([player.spec for player in plan.players], plan.games, plan.seed) == ([LOOKS, "random"], 8, 3)

    press(page, "Moves of game 1")
    plies = page.locator(".arena-plies li")
    expect(plies.first).to_be_visible()
    settle(page)
    moves = plies.all_inner_texts()
    plies.nth(2).get_by_role("link").click()
    scope = Microscope(page)
    assert scope.query["searcher"] == LOOKS
    assert scope.query["moves"].split() == moves[:2]
    expect(page.locator(".scope-head .about")).to_contain_text(f"plays {moves[2]}")
    page.go_back()
    page.get_by_role("link", name="Game 1", exact=True).click()
    play_page = PlayPage(page)
    play_page.wait_for_plies(len(moves))
    assert play_page.moves == moves
    page.get_by_role("link", name="Back to the tournament").click()
    press(page, "Another like this")
    expect(page.locator(".arena-total")).to_have_text("8 games in all")
    expect(page.get_by_label("Seed", exact=True)).to_have_value("3")


@pytest.mark.parametrize("game", ["tic-tac-toe", "take-away", "kalah:pits=2,seeds=2"])
def test_players_that_are_added_by_the_button_play(open_page: OpenPage, game: str) -> None:
    page = open_page(f"/arena?game={game}&players=random;level:1&games=1&openings=0").page
    for number in range(3, 7):
        press(page, "Add a player")
        expect(page.get_by_label(f"Player {number}", exact=True)).to_be_visible()
    press(page, "Start the tournament")
    expect(page.locator(".run-state").first).to_have_text("finished")
    expect(page.locator(".arena-table").first.locator("tbody tr")).to_have_count(6)
    expect(page.locator(".arena-verdict")).to_contain_text(re.compile("is the best of 6|leads with"))


def test_a_tournament_is_stopped_found_again_and_goes_on(open_page: OpenPage) -> None:
    players = f"{SLOW};random;{LOOKS}"
    page = open_page(f"/arena?game=tic-tac-toe&players={players}&games=200&openings=0").page
    press(page, "Add a player")
    expect(page.get_by_label("Player 4")).to_be_visible()
    press(page, "Remove player 4")
    expect(page.locator(".arena-total")).to_have_text("600 games in all")
    page.get_by_label("Pairing").select_option("gauntlet")
    expect(page.locator(".arena-total")).to_have_text("400 games in all")
    press(page, "Start the tournament")
    how_far, games = page.locator(".arena-how-far"), page.locator(".arena-list-of-games tbody tr")
    expect(page.locator(".arena-board.live")).to_have_count(1)
    expect(games.first).to_be_visible()
    press(page, "Stop")
    expect(how_far).to_contain_text("interrupted")
    expect(page.locator(".arena-verdict")).to_contain_text("So far, ")
    before = games_played(how_far.inner_text())
    page.reload()
    expect(how_far).to_have_text(f"interrupted {before} of 400 games")
    press(page, "Go on")
    expect(how_far).to_contain_text("running")
    expect(how_far).not_to_contain_text(f" {before} of 400 games")
    press(page, "Stop")
    expect(how_far).to_contain_text("interrupted")
    assert games_played(how_far.inner_text()) > before
    page.locator(".arena-cross td button").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="All games")).to_be_visible()
    press(page, "All games")
    expect(page.get_by_role("button", name="All games")).to_have_count(0)

    tournament = page.url.partition("tournament=")[2]
    page.get_by_role("link", name="All tournaments").click()
    link = page.locator(f'.run-link[href$="{tournament}"]')
    expect(link).to_have_count(1)
    link.click()
    press(page, "Remove")
    press(page, "Remove it")
    expect(page.get_by_role("heading", name="The arena")).to_be_visible()
    expect(link).to_have_count(0)


def test_the_arena_fits_a_phone_and_says_what_cannot_be(open_page: OpenPage) -> None:
    size = {"width": 360, "height": 720}
    address = "/arena?game=tic-tac-toe&players=human;random&games=500"
    page = open_page(address, viewport=size, refusal=True).page
    expect(page.locator(".entrants li")).to_have_count(2)
    assert overflow(page) <= 0
    press(page, "Start the match")
    expect(page.get_by_role("alert")).to_contain_text("games: '500' is not allowed")
    page.get_by_role("spinbutton", name="Games").fill("2")
    page.get_by_role("spinbutton", name="Games").blur()
    expect(page.locator(".arena-total")).to_have_text("2 games in all")
    press(page, "Start the match")
    expect(page.get_by_role("alert").last).to_contain_text("'human' cannot be asked here")
    page.get_by_label("Player 1").select_option("random")
    page.get_by_label("Openings").select_option("0")
    press(page, "Start the match")
    expect(page.locator(".arena-how-far .run-state")).to_have_text("finished")
    expect(page.locator(".rating-plot")).to_be_visible()
    assert overflow(page) <= 0

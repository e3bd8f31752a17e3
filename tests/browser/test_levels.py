"""Levels, hints and Match me, in a browser."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.fixtures import OpenPage


def test_levels_come_first_and_say_how_strong_they_are(open_page: OpenPage) -> None:
    page = open_page("/?game=connect-four").page
    chooser = page.get_by_label("Yellow", exact=True)
    groups = chooser.locator("optgroup")
    expect(groups).to_have_count(4)
    headings = [group.get_attribute("label") for group in groups.all()]
    assert headings == ["Levels", "Minimax and alpha-beta", "By method", "Published programs"]
    expect(groups.first.locator("option")).to_have_count(10)
    chooser.select_option("level:4")
    expect(page.locator(".seat", has=chooser).locator(".about").first).to_contain_text("Elo, where level 1 is 0")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".plate-player").nth(1)).to_have_text("Level 4")


def test_a_hint_comes_in_three_steps(open_page: OpenPage) -> None:
    play_page = open_page("/play?game=tic-tac-toe&moves=a1")
    play_page.press("Hint")
    expect(play_page.status).to_contain_text("Look ")
    expect(play_page.board.locator(".region")).to_be_visible()
    expect(play_page.board.locator(".score")).to_have_count(0)
    play_page.page.keyboard.press("?")
    expect(play_page.status).to_contain_text("only move that holds the draw")
    expect(play_page.board.locator(".score")).to_have_count(0)
    play_page.press("Show the move")
    expect(play_page.status).to_contain_text("Hint: b2")
    expect(play_page.board.locator('.score[data-move="b2"]')).to_have_text("hint")


def test_match_me_counts_the_games_that_were_played_each_once(open_page: OpenPage) -> None:
    play_page = open_page("/?game=tic-tac-toe&second=level:4")
    page = play_page.page
    page.get_by_role("switch", name="Match me").check()
    expect(page.locator(".match-me .about")).to_contain_text("Match me: level 4.")
    page.get_by_role("button", name="Start the game").click()
    play_page.press("Resign")
    expect(play_page.ending).to_be_visible()
    expect(page.locator(".match-note")).to_have_count(0)  # no move was made
    play_page.press("Play again")
    play_page.click(0, 0)
    play_page.wait_for_plies(2)
    play_page.press("Resign")
    expect(page.locator(".match-note")).to_have_text("Match me: level 4, 1 loss so far.")
    lost = play_page.query["seed"]
    play_page.press("Undo")
    play_page.press("Resign")  # the same game
    page.get_by_role("link", name="Games").click()
    page.get_by_role("button", name="Start the game").click()
    expect(play_page.status).to_contain_text("X to move")  # and not the end of the game before
    assert play_page.plies == 0
    assert play_page.query["seed"] != lost
    play_page.click(0, 0)
    play_page.wait_for_plies(2)
    play_page.press("Resign")
    expect(page.locator(".match-note")).to_have_text("Match me: two losses in a row, so the next game is at level 3.")
    play_page.press("Play again as O")
    play_page.wait_for_plies(1)
    assert (play_page.query["first"], play_page.query.get("second")) == ("level:3", None)

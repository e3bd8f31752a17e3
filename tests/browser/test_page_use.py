"""What one does with any page: forms, the Tab key, windows of every shape, the result, the reference of the API."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlparse

from playwright.sync_api import Page, expect

from browser.fixtures import OpenPage
from browser.play_page import settle

PLAYER = "alphabeta:depth=2,backend=reference"  # at once, with nothing to compile


def test_a_form_that_would_be_refused_cannot_be_sent_and_says_why(open_page: OpenPage) -> None:
    page = open_page("/?game=mnk", refusal=True).page
    start, width, height = (
        page.get_by_role("button", name="Start the game"),
        page.get_by_label("width"),
        page.get_by_label("height"),
    )
    width.fill("99")
    fault = page.locator(".field", has=width).get_by_role("alert")
    expect(fault).to_have_text(re.compile(r"^99 is not allowed; it is a whole number from \d+ to \d+\.$"))
    expect(start).to_be_disabled()
    expect(page.get_by_role("button", name="Analyse", exact=True)).to_be_disabled()
    most = re.findall(r"\d+", fault.inner_text())[-1]  # as the server says
    width.fill(most)
    width.press("Enter")
    expect(start).to_be_enabled()
    expect(page.get_by_role("group", name="Common boards")).to_be_visible()
    height.fill(most)
    height.press("Enter")
    expect(start).to_be_enabled()
    height.fill("3")
    height.press("Enter")
    expect(page.locator(".form-fault")).to_be_empty()
    expect(start).to_be_enabled()


def test_an_error_covers_no_button_that_starts_and_goes_when_something_else_is_done(open_page: OpenPage) -> None:
    page = open_page("/arena?game=mnk", refusal=True).page
    page.route("**/api/arena/start**", lambda route: route.fulfill(status=422, json={"error": "It cannot be."}))
    start, notice = page.get_by_role("button", name="Start the match"), page.locator(".notice.error")
    start.click()
    expect(notice).to_have_text(re.compile("^It cannot be"))
    box, button = notice.bounding_box(), start.bounding_box()
    assert box
    assert button
    assert box["y"] + box["height"] <= button["y"]
    page.get_by_role("heading", name="The arena").click()
    expect(notice).to_have_count(1)  # nothing was done
    page.get_by_role("spinbutton", name="Games").fill("10")
    expect(notice).to_have_count(0)
    start.click()
    expect(notice).to_have_count(1)
    page.get_by_role("button", name="Add a player").click()
    expect(notice).to_have_count(0)


def test_the_limits_of_the_server_hold_for_a_player_too(open_page: OpenPage) -> None:
    page = open_page("/?game=connect-four&second=alphabeta:depth=3").page
    page.get_by_role("button", name="Its options").click()
    page.get_by_label("time", exact=True).fill("61")
    expect(page.locator(".any-player").get_by_role("alert").filter(visible=True)).to_have_text(
        "61 is not allowed; it is a number from 0.001 to 60."
    )
    expect(page.get_by_role("button", name="Use this player")).to_be_disabled()


def game_in(url: str) -> str:
    return parse_qs(urlparse(url).query)["game"][0]


def test_a_number_field_is_replaced_when_tab_reaches_it(open_page: OpenPage) -> None:
    page = open_page("/?game=connect-four").page
    page.get_by_label("width").fill("6")
    page.keyboard.press("Tab")  # which sends the width, so that the form is drawn anew
    expect(page.get_by_role("grid").or_(page.locator(".preview kibitz-board")).first).to_be_visible()
    expect(page.get_by_label("height")).to_be_focused()
    page.wait_for_url(lambda url: game_in(url) == "connect-four:width=6")
    settle(page)
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: game_in(url) == "connect-four:width=6,height=5")


SIZES = [(1440, 900), (1280, 640), (640, 450), (740, 360), (360, 740)]  # 640 x 450: 1280 x 900 at 200 %


def test_the_board_is_as_large_as_every_window_allows(open_page: OpenPage) -> None:
    playing = open_page("/play?game=connect-four&moves=44")
    expect(playing.status).to_have_text("Red to move")
    ended = open_page("/play?game=connect-four&moves=1213141", beside=playing)
    expect(ended.ending).to_be_visible()
    for width, height in SIZES:
        for play_page in (playing, ended):
            play_page.page.set_viewport_size({"width": width, "height": height})
            settle(play_page.page)
            _expect_inside(play_page.page, ".stage kibitz-board svg", width, height)
        _expect_inside(ended.page, ".ending", width, height)
        box = playing.board.bounding_box()
        assert box is not None
        assert max(box["height"] / height, box["width"] / width) >= 0.6, f"{width} x {height}: {box}"


def _expect_inside(page: Page, selector: str, width: int, height: int) -> None:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= width
    assert box["y"] + box["height"] <= height
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_tab_stops_once_on_the_board_and_never_on_a_picture(open_page: OpenPage) -> None:
    play_page = open_page("/play?game=connect-four&moves=44")
    expect(play_page.status).to_have_text("Red to move")
    assert play_page.board.locator('[tabindex="0"]').count() == 1
    expect(play_page.board.locator("svg")).to_have_role("grid")
    expect(play_page.cell(5, 3)).to_have_attribute("aria-label", re.compile("^column 4, row 1, Red"))
    start = open_page("/", beside=play_page)
    expect(start.page.locator(".games kibitz-board").first).to_be_visible()
    assert start.page.locator('.games kibitz-board [tabindex="0"]').count() == 0


def test_the_reference_of_the_api_has_the_look_of_the_app(open_page: OpenPage) -> None:
    page = open_page("/api", settled=False).page  # no script tells
    expect(page.get_by_role("heading", level=1)).to_contain_text("The API of Kibitz")
    expect(page.get_by_role("heading", name="GET /api/position")).to_be_visible()
    page.get_by_role("button", name="Switch to").click()  # the theme is that of the app
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Games").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("A laboratory for adversarial search")


def test_who_must_wait_for_the_compiler_sees_the_seconds_pass(open_page: OpenPage) -> None:
    page = open_page("/manual").page
    page.evaluate(
        "import('/static/shared/search_progress.js').then(({ searchProgressText }) =>"
        " document.body.append(searchProgressText({ event: 'compiling' })))"
    )
    expect(page.get_by_text("compiling the search")).to_contain_text("(about 10 s, only this once): 0 s")
    expect(page.locator(".elapsed")).not_to_have_text("0 s")

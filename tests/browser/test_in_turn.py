"""One move after the other: what moves on the board in which order, and input that plays nothing by accident."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.fixtures import OpenPage
from browser.play_page import PlayPage, settle

PLAYER = "alphabeta:depth=2,backend=reference"
MOVING = {"reduced_motion": "no-preference", "speed": "fast"}

RECORD = """() => {
  window.seen = [];
  window.pauses = [];
  const board = document.querySelector(".stage kibitz-board");
  const { setTimeout } = window;
  window.setTimeout = (run, wait) => (window.pauses.push(wait), setTimeout(run, wait));
  const stones = () => (board.picture.board.rows.join("").match(/[XO]/g) ?? []).length;
  board.addEventListener("motion", ({ detail }) => window.seen.push([detail, stones()]));
  new MutationObserver(() => {
    const text = [...board.querySelectorAll(".seed-count")].map((count) => count.textContent).join(" ");
    if (text !== window.seen.at(-1)) window.seen.push(text);
  }).observe(board.querySelector(".pieces"), { childList: true, subtree: true });
}"""

WATCH_ENDING = """() => {
  localStorage["kibitz-sounds"] = "true";
  window.AudioContext = class { constructor() { throw new Error("no sound"); } };
  window.movedThen = [];
  const board = document.querySelector(".stage kibitz-board");
  const watch = () => document.querySelector(".ending") && window.movedThen.push(board.classList.contains("moving"));
  new MutationObserver(watch).observe(document.querySelector(".ending-place"), { childList: true });
}"""

ENDLESS = "() => (window.usual = setTimeout, window.setTimeout = (run, wait) => usual(run, wait > 100 ? 1e9 : wait))"
MOVING_BOARD = ".stage kibitz-board.moving"


def record(page: PlayPage) -> None:
    """Write down from now on what begins and ends to move, the seeds in the pits, and how long the page waits."""
    page.page.evaluate(RECORD)


def test_a_move_has_landed_and_been_seen_before_the_answer_falls(open_page: OpenPage) -> None:
    page = open_page(f"/play?game=connect-four&second={PLAYER}", **MOVING)
    record(page)
    page.cell(0, 3).click()
    page.wait_for_plies(2)
    settle(page.page)
    motions = [each for each in page.page.evaluate("window.seen") if isinstance(each, list)]
    assert motions == [["begin", 1], ["end", 1], ["begin", 2], ["end", 2]]
    assert 300 in page.page.evaluate("window.pauses")  # half of the usual 600 ms


def test_the_result_appears_when_the_last_stone_has_landed_also_where_sound_fails(open_page: OpenPage) -> None:
    page = open_page("/play?game=connect-four&moves=414141", **MOVING)
    page.page.evaluate(WATCH_ENDING)
    page.click(0, 3)
    expect(page.ending).to_contain_text("Red has 4 in a row.")
    assert page.page.evaluate("window.movedThen") == [False]


def test_seeds_are_sown_one_by_one_and_then_captured(open_page: OpenPage) -> None:
    page = open_page("/play?game=kalah:pits=3,seeds=2&moves=13", **MOVING)
    before = seeds_of(page)
    record(page)
    page.press("Undo")  # no sowing: a move is taken back at once
    page.press("Redo")
    settle(page.page)
    assert seeds_of(page) == before
    page.board.locator(".cell.legal").first.click()
    settle(page.page)
    after = page.page.evaluate("board => board.picture.board.texts", page.board.element_handle())
    assert seeds_of(page) == [text for _, _, text in after]
    counts = [each for each in page.page.evaluate("window.seen") if isinstance(each, str)]
    assert len(counts) > 3


def seeds_of(page: PlayPage) -> list[str]:
    """The numbers on the pits, in reading order."""
    texts: list[list[object]] = page.page.evaluate("document.querySelector('.stage kibitz-board').picture.board.texts")
    return [str(text) for _, _, text in texts]


def test_a_double_click_and_a_click_while_a_stone_falls_play_one_move(open_page: OpenPage) -> None:
    page = open_page("/play?game=connect-four", reduced_motion="no-preference", speed="slow")
    page.cell(0, 3).dblclick()
    page.wait_for_plies(1)
    assert page.moves == ["4"]
    page.page.evaluate(ENDLESS)  # no fall ends by itself
    page.cell(0, 0).dispatch_event("click")
    page.wait_for_plies(2)
    expect(page.page.locator(MOVING_BOARD)).to_have_count(1)
    page.cell(0, 1).dispatch_event("click")  # ends the fall, and plays nothing
    expect(page.page.locator(MOVING_BOARD)).to_have_count(0)
    page.page.evaluate("() => { window.setTimeout = window.usual; }")
    assert page.moves == ["4", "1"]
    page.click(0, 1)
    assert page.moves == ["4", "1", "2"]


def test_speed_is_kept_and_nothing_moves_where_it_is_off(open_page: OpenPage) -> None:
    page = open_page("/play?game=othello", **MOVING)
    page.page.get_by_text("Animation and sound").click()
    choice = page.page.get_by_label("Speed")
    choice.select_option("off")
    page.page.reload()
    page.page.get_by_text("Animation and sound").click()
    expect(choice).to_have_value("off")
    record(page)
    page.click(2, 3)
    assert page.page.evaluate("window.seen.filter(Array.isArray)") == []


def test_a_board_is_seen_from_the_other_side_until_it_is_flipped_back(open_page: OpenPage) -> None:
    page = open_page("/play?game=checkers")
    expect(page.cell(0, 1)).to_have_attribute("aria-label", re.compile("^square 1, Black"))
    page.press("Flip")
    expect(page.cell(7, 6)).to_have_attribute("aria-label", re.compile("^square 1, Black"))
    page.cell(5, 6).click()  # square 9
    page.click(4, 5)
    assert page.moves == ["9-14"]
    page.page.reload()
    expect(page.cell(7, 6)).to_have_attribute("aria-label", re.compile("^square 1, Black"))
    page.page.keyboard.press(".")
    expect(page.cell(0, 1)).to_have_attribute("aria-label", re.compile("^square 1, Black"))
    rack = open_page("/play?game=connect-four", beside=page)
    expect(rack.page.get_by_role("button", name="Flip")).to_have_count(0)
    expect(rack.cell(5, 0)).to_have_attribute("aria-label", "column 1, row 1, empty, plays 1")


def test_a_tap_leaves_no_ghost_and_the_board_is_one_stop_of_the_tab_key(open_page: OpenPage) -> None:
    page = open_page("/play?game=connect-four", viewport={"width": 390, "height": 844}, has_touch=True)
    page.cell(0, 3).tap()
    page.wait_for_plies(1)
    expect(page.board.locator(".ghost > *")).to_have_count(0)
    assert page.page.evaluate("document.querySelector('.stage kibitz-board svg').tabIndex") == -1

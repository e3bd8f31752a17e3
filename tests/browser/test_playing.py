"""Playing in the browser: by clicks, by touch, by keyboard; undo, links, reload, tabs."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.fixtures import OpenPage

TYPE = """keys => {
  for (const key of keys) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
}"""  # without a pause, after which a digit would stand alone
PLAYER = "alphabeta:depth=2,backend=reference"  # at once, with nothing to compile


def test_a_game_of_ones_own_is_played_to_its_end_by_clicks(open_page: OpenPage) -> None:
    """The games that come with Kibitz are played in test_every_game.py."""
    play_page = open_page("/play?game=treblecross")
    expect(play_page.status).to_contain_text("to move")
    while not play_page.ending.count():
        play_page.play_first_legal()
        expect(play_page.ending.or_(play_page.board.locator(".cell.legal").first).first).to_be_visible()
    expect(play_page.ending).to_contain_text(re.compile("win|lose|draw", re.IGNORECASE))
    expect(play_page.page.locator("#announcer")).to_contain_text("Game over")
    play_page.press("Play again")
    expect(play_page.status).to_contain_text("to move")
    assert play_page.moves == []


def test_a_game_is_chosen_by_its_picture_and_started(open_page: OpenPage) -> None:
    play_page = open_page("/")
    page = play_page.page
    page.get_by_role("button", name="Othello").click()
    page.get_by_role("button", name=re.compile("^4 × 4")).click()
    page.get_by_label("White", exact=True).select_option(label="Rolls dice")
    page.get_by_role("button", name="Start the game").click()
    expect(play_page.status).to_contain_text("Black to move")
    assert play_page.query["game"] == "othello:size=4"
    assert play_page.query["second"] == "random"
    play_page.play_first_legal()
    play_page.wait_for_plies(2)  # the dice have answered


def test_a_program_answers_and_undo_takes_both_moves_back(open_page: OpenPage) -> None:
    play_page = open_page(f"/play?game=tic-tac-toe&second={PLAYER}")
    play_page.click(1, 1)
    play_page.wait_for_plies(2)
    expect(play_page.status).to_have_text("X to move")
    play_page.press("Undo")
    expect(play_page.cell(1, 1)).to_have_attribute("aria-label", re.compile("^b2, empty"))
    assert play_page.plies == 2  # still there, to be redone
    play_page.press("Redo")
    expect(play_page.cell(1, 1)).to_have_attribute("aria-label", re.compile("^b2, X"))
    play_page.press("Undo")
    expect(play_page.cell(1, 1)).to_have_attribute("aria-label", re.compile("^b2, empty"))
    play_page.cell(0, 0).click()  # another move instead: this is the game now, and what was undone a variation
    expect(play_page.page.locator(".variation .move")).to_have_count(2)  # the reply included
    assert play_page.moves[0] == "a1"
    expect(play_page.page.get_by_role("button", name="Variation 1, move 1, X: b2")).to_be_visible()


def test_undo_takes_back_a_move_whose_answer_is_still_on_its_way(open_page: OpenPage) -> None:
    play_page = open_page("/play?game=tic-tac-toe&moves=a1&second=human")
    pieces = play_page.board.locator(".pieces > *")
    expect(pieces).to_have_count(1)
    play_page.page.route("**/api/position?*", lambda _: None, times=1)  # the answer never comes
    play_page.cell(0, 1).click()
    expect(pieces).to_have_count(2)  # the stone does not wait for the server
    play_page.press("Undo")
    expect(pieces).to_have_count(1)
    play_page.press("Redo")
    expect(pieces).to_have_count(2)


def test_a_program_begins_when_it_has_the_first_side(open_page: OpenPage) -> None:
    play_page = open_page(f"/play?game=tic-tac-toe&first={PLAYER}")
    expect(play_page.status).to_have_text("O to move")
    assert play_page.plies == 1
    play_page.press("Swap sides")
    play_page.wait_for_plies(2)


def test_two_programs_play_and_can_be_paused(open_page: OpenPage) -> None:
    long_game = "mnk:width=20,height=20,k=10"  # takes minutes
    play_page = open_page(f"/play?game={long_game}&first=random&second=random", settled=False)
    play_page.wait_for_plies(1)
    play_page.press("Pause")
    stopped_at = play_page.plies
    play_page.press("One move")
    play_page.wait_for_plies(stopped_at + 1)
    assert play_page.plies == stopped_at + 1  # and no request or timer is left from which another would come
    play_page.press("Go on")
    play_page.wait_for_plies(stopped_at + 2)


def test_a_program_plays_on_from_an_earlier_move(open_page: OpenPage) -> None:
    play_page = open_page(f"/play?game=tic-tac-toe&second={PLAYER}&moves=a1b2c3&ply=1")
    expect(play_page.status).to_contain_text("Looking at move 1 of 3")
    play_page.press("Play on from here")
    expect(play_page.status).to_have_text("X to move")
    assert play_page.moves == ["a1", "b2", "c3"]  # what was played later stays


def test_a_shared_link_shows_the_same_game(open_page: OpenPage) -> None:
    play_page = open_page("/play?game=connect-four")
    for column in (3, 3, 4, 2):
        play_page.click(0, column)
    assert play_page.query == {"game": "connect-four", "moves": "4453"}
    link = play_page.page.url
    other = open_page(link[link.index("/play") :])
    expect(other.status).to_have_text("Red to move")
    assert other.marks() == play_page.marks()
    assert other.moves == ["4", "4", "5", "3"]


def test_reload_loses_nothing_and_back_and_forward_work(open_page: OpenPage) -> None:
    play_page = open_page("/play?game=tic-tac-toe")
    for cell in ((0, 0), (1, 1), (2, 2)):
        play_page.click(*cell)
    shown = play_page.marks()
    play_page.page.reload()
    play_page.wait_for_plies(3)
    assert play_page.marks() == shown
    play_page.page.go_back()
    expect(play_page.page.locator(".moves .move")).to_have_count(2)
    play_page.page.go_forward()
    expect(play_page.page.locator(".moves .move")).to_have_count(3)
    assert play_page.marks() == shown


def test_two_tabs_play_two_games(open_page: OpenPage) -> None:
    one = open_page("/play?game=tic-tac-toe")
    two = open_page("/play?game=connect-four", beside=one)
    one.click(0, 0)
    two.click(0, 6)
    one.click(2, 2)
    assert one.moves == ["a1", "c3"]
    assert two.moves == ["7"]


def test_a_game_is_played_with_the_keyboard_alone(open_page: OpenPage) -> None:
    play_page = open_page("/play?game=tic-tac-toe")
    expect(play_page.status).to_have_text("X to move")
    keyboard = play_page.page.keyboard
    for _ in range(20):
        keyboard.press("Tab")
        if play_page.page.evaluate("document.activeElement.dataset.cell") == "1,1":
            break
    keyboard.press("Enter")
    play_page.wait_for_plies(1)
    keyboard.press("ArrowUp")
    keyboard.press("ArrowLeft")
    keyboard.press("Enter")
    play_page.wait_for_plies(2)
    assert play_page.moves == ["b2", "a1"]
    keyboard.type("c3")
    play_page.wait_for_plies(3)
    keyboard.press("Control+z")
    expect(play_page.cell(2, 2)).to_have_attribute("aria-label", re.compile("^c3, empty"))
    assert "O played a1" in play_page.said() or "X played c3" in play_page.said()


def test_the_keyboard_stays_where_it_was_when_the_table_is_drawn_anew(open_page: OpenPage) -> None:
    play_page = open_page("/play?game=tic-tac-toe&moves=a1b2c3")
    undo = play_page.page.get_by_role("button", name="Undo")
    undo.focus()
    for left in (2, 1):
        play_page.page.keyboard.press("Enter")
        expect(play_page.board.locator(".pieces > *")).to_have_count(left)
        expect(undo).to_be_focused()


def test_a_column_of_two_digits_can_be_typed(open_page: OpenPage) -> None:
    play_page = open_page("/play?game=connect-four:width=12,height=4")
    expect(play_page.status).to_contain_text("Red to move. Click a column")
    play_page.page.evaluate(TYPE, ["1", "2"])
    play_page.wait_for_plies(1)
    play_page.page.keyboard.type("1")
    play_page.wait_for_plies(2)
    assert play_page.moves == ["12", "1"]


def test_a_pass_is_announced_and_made(open_page: OpenPage) -> None:
    play_page = open_page("/play?game=othello:size=4&moves=b1c1d3a1")  # Black has no move now
    expect(play_page.page.locator("#announcer")).to_contain_text("must pass")
    play_page.wait_for_plies(5)
    assert play_page.moves[4] == "pass"
    expect(play_page.status).to_have_text("White to move")


def test_legal_moves_show_a_ghost_stone(open_page: OpenPage) -> None:
    play_page = open_page("/play?game=othello")
    play_page.cell(2, 3).hover()
    expect(play_page.board.locator(".ghost .comes")).to_have_count(1)
    expect(play_page.board.locator(".ghost .turns")).to_have_count(1)
    play_page.cell(0, 0).hover()
    expect(play_page.board.locator(".ghost > *")).to_have_count(0)


def test_the_arrow_keys_go_through_the_game_after_a_click(open_page: OpenPage) -> None:
    play_page = open_page("/play?game=tic-tac-toe")
    play_page.click(0, 0)
    play_page.click(1, 1)
    play_page.page.keyboard.press("ArrowLeft")
    expect(play_page.board.locator(".pieces > *")).to_have_count(1)
    play_page.page.keyboard.press("ArrowRight")
    expect(play_page.board.locator(".pieces > *")).to_have_count(2)
    play_page.cell(2, 2).focus()  # as the Tab key does: now they go over the cells
    play_page.page.keyboard.press("ArrowLeft")
    assert play_page.page.evaluate("document.activeElement.dataset.cell") == "2,1"
    expect(play_page.board.locator(".pieces > *")).to_have_count(2)


def test_the_winning_line_is_marked(open_page: OpenPage) -> None:
    play_page = open_page("/play?game=connect-four&moves=1213141")
    expect(play_page.ending).to_contain_text("Red wins")
    expect(play_page.ending).to_contain_text("Red has 4 in a row.")
    expect(play_page.board.locator(".won")).to_have_count(4)


def test_resigning_ends_the_game_and_can_be_taken_back(open_page: OpenPage) -> None:
    play_page = open_page("/play?game=connect-four&moves=44")
    play_page.press("Resign")
    expect(play_page.ending).to_contain_text("Yellow wins")
    expect(play_page.ending).to_contain_text("Red resigned")
    play_page.press("Undo")
    expect(play_page.status).to_have_text("Red to move")


def test_the_move_list_goes_to_any_position(open_page: OpenPage) -> None:
    play_page = open_page("/play?game=connect-four&moves=4455")
    play_page.page.get_by_role("button", name="Move 2, Yellow: 4").click()
    expect(play_page.board.locator(".pieces > *")).to_have_count(2)
    assert play_page.query["ply"] == "2"
    assert play_page.moves == ["4", "4", "5", "5"]
    play_page.press("End")
    expect(play_page.board.locator(".pieces > *")).to_have_count(4)


def test_a_position_is_set_up_on_the_board(open_page: OpenPage) -> None:
    play_page = open_page("/play?game=tic-tac-toe")
    play_page.page.get_by_text("Set up a position").click()
    editor = play_page.page.locator(".board-editor kibitz-board")
    editor.locator('[data-cell="1,1"]').click()
    play_page.page.get_by_label("Side to move").select_option(label="O to move")
    play_page.page.locator("form", has=play_page.page.get_by_label("Position as text")).get_by_role("button").click()
    expect(play_page.status).to_have_text("O to move")
    assert play_page.query["position"] == "----X---- O"
    play_page.click(0, 0)
    assert play_page.marks()[:2] == ["a1, O", "b1, empty"]


def test_a_wrong_link_is_told_in_a_sentence(open_page: OpenPage) -> None:
    play_page = open_page("/play?game=tic-tac-toe&second=level:3&moves=a1b2(c3)b2c3", refusal=True)
    expect(play_page.page.get_by_role("alert")).to_contain_text("Move 3: b2 is not legal here")
    expect(play_page.board.locator(".pieces > *")).to_have_count(2)  # the game up to there
    play_page.page.goto(play_page.page.url.split("/play")[0].split("/analyse")[0] + "/play?game=chess-960&moves=e4")
    expect(play_page.page.get_by_role("alert")).to_contain_text("There is no game called 'chess-960'")
    expect(play_page.page.get_by_role("textbox")).to_have_count(0)
    play_page.page.get_by_role("link", name="Back to the menu").click()
    expect(play_page.page.get_by_role("heading", name="Choose a game")).to_be_visible()


@pytest.mark.parametrize("address", ["/", "/play?game=othello&moves=f5d6", "/analyse?game=tic-tac-toe&moves=a1"])
def test_nothing_is_wider_than_a_phone(open_page: OpenPage, address: str) -> None:
    play_page = open_page(address, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    expect(play_page.page.locator("kibitz-board").first).to_be_visible()
    assert play_page.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_tap_on_a_phone_plays(open_page: OpenPage) -> None:
    play_page = open_page("/play?game=connect-four", viewport={"width": 360, "height": 740}, has_touch=True)
    play_page.cell(0, 3).tap()
    play_page.wait_for_plies(1)
    assert play_page.moves == ["4"]


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_stones_move_only_where_motion_is_welcome(open_page: OpenPage, motion: str) -> None:
    play_page = open_page("/play?game=connect-four", reduced_motion=motion, speed="fast")
    play_page.page.evaluate(
        "() => { const animate = Element.prototype.animate; window.animated = 0;"
        " Element.prototype.animate = function (...given) { window.animated++; return animate.apply(this, given); } }"
    )
    play_page.click(0, 3)
    assert bool(play_page.page.evaluate("window.animated")) == (motion == "no-preference")


def test_the_dark_theme_is_kept(open_page: OpenPage) -> None:
    play_page = open_page("/", color_scheme="light")
    play_page.page.get_by_role("button", name="Switch to dark").click()
    play_page.page.reload()
    expect(play_page.page.locator("html")).to_have_attribute("data-theme", "dark")


def test_the_rules_are_one_click_away(open_page: OpenPage) -> None:
    play_page = open_page("/play?game=take-away")
    expect(play_page.status).to_contain_text("Click a chip to take it and all chips after it.")
    play_page.page.get_by_text("Rules", exact=True).click()
    expect(play_page.page.locator("details.rules")).to_contain_text("Take chips from the heap in turn")
    expect(play_page.page.locator(".full-rules")).to_contain_text("Each move takes 1 to take chips")  # all of them
    play_page.page.get_by_role("link", name="Notation, known values and more").click()
    expect(play_page.page.locator("article.document h1")).to_have_text("Take-Away")


def test_keys_work_after_a_switch_was_clicked(open_page: OpenPage) -> None:
    play_page = open_page("/play?game=tic-tac-toe")
    play_page.page.get_by_role("switch", name="Coach").check()
    play_page.page.keyboard.type("b2")
    play_page.wait_for_plies(1)
    assert play_page.moves == ["b2"]

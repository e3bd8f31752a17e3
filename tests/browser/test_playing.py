"""Playing in the browser: by clicks, by touch, by keyboard; undo, links, reload, tabs."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import OpenTable

GAMES = ("connect-four:width=4,height=4", "othello:size=4", "tic-tac-toe", "take-away", "treblecross")
PLAYER = "alphabeta:depth=2,backend=reference"  # at once, with nothing to compile


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end_by_clicks(open_table: OpenTable, game: str) -> None:
    table = open_table(f"/play?game={game}")
    expect(table.status).to_contain_text("to move")
    while not table.ending.count():
        table.play_first_legal()
        expect(table.ending.or_(table.board.locator(".cell.legal").first).first).to_be_visible()
    expect(table.ending).to_contain_text(re.compile("wins|draw", re.IGNORECASE))
    expect(table.page.locator("#announcer")).to_contain_text("Game over")
    table.press("Play again")
    expect(table.status).to_contain_text("to move")
    assert table.moves == []


def test_a_game_is_chosen_by_its_picture_and_started(open_table: OpenTable) -> None:
    table = open_table("/")
    page = table.page
    page.get_by_role("button", name="Othello").click()
    page.get_by_role("button", name=re.compile("^4 × 4")).click()
    page.get_by_label("White", exact=True).select_option(label="Rolls dice")
    page.get_by_role("button", name="Start the game").click()
    expect(table.status).to_contain_text("Black to move")
    assert table.query["game"] == "othello:size=4"
    assert table.query["second"] == "random"
    table.play_first_legal()
    table.wait_for_plies(2)  # the dice have answered


def test_a_wrong_parameter_is_told_in_a_sentence(open_table: OpenTable) -> None:
    table = open_table("/?game=connect-four", refusal=True)
    table.page.get_by_label("width").fill("99")
    table.page.get_by_label("width").press("Enter")
    expect(table.page.get_by_role("alert")).to_contain_text("width=99 is not allowed")


def test_a_program_answers_and_undo_takes_both_moves_back(open_table: OpenTable) -> None:
    table = open_table(f"/play?game=tic-tac-toe&second={PLAYER}")
    table.click(1, 1)
    table.wait_for_plies(2)
    expect(table.status).to_have_text("X to move")
    table.press("Undo")
    expect(table.cell(1, 1)).to_have_attribute("aria-label", re.compile("^b2, empty"))
    assert table.plies == 2  # still there, to be redone
    table.press("Redo")
    expect(table.cell(1, 1)).to_have_attribute("aria-label", re.compile("^b2, X"))
    table.press("Undo")
    table.cell(0, 0).click()  # another move instead: what was undone is gone
    expect(table.page.locator(".moves .move").first).to_have_text("a1")


def test_a_program_begins_when_it_has_the_first_side(open_table: OpenTable) -> None:
    table = open_table(f"/play?game=tic-tac-toe&first={PLAYER}")
    expect(table.status).to_have_text("O to move")
    assert table.plies == 1
    table.press("Swap")
    table.wait_for_plies(2)


def test_two_programs_play_and_can_be_paused(open_table: OpenTable) -> None:
    table = open_table(f"/play?game=connect-four&first={PLAYER}&second={PLAYER}")
    table.wait_for_plies(1)
    table.press("Pause")
    stopped_at = table.plies
    table.press("One move")
    table.wait_for_plies(stopped_at + 1)
    table.page.wait_for_timeout(1_000)  # longer than they take between two moves
    assert table.plies == stopped_at + 1
    table.press("Go on")
    table.wait_for_plies(stopped_at + 2)


def test_a_program_plays_on_from_an_earlier_move(open_table: OpenTable) -> None:
    table = open_table(f"/play?game=tic-tac-toe&second={PLAYER}&moves=a1b2c3&ply=1")
    expect(table.status).to_contain_text("Looking at move 1 of 3")
    table.press("Play on from here")
    expect(table.status).to_have_text("X to move")
    assert table.plies == 2


def test_a_shared_link_shows_the_same_game(open_table: OpenTable) -> None:
    table = open_table("/play?game=connect-four")
    for column in (3, 3, 4, 2):
        table.click(0, column)
    link = table.page.url
    assert table.query == {"game": "connect-four", "moves": "4453"}
    other = open_table(link[link.index("/play") :])
    expect(other.status).to_have_text("X to move")
    assert other.marks() == table.marks()
    assert other.moves == ["4", "4", "5", "3"]


def test_reload_loses_nothing_and_back_and_forward_work(open_table: OpenTable) -> None:
    table = open_table("/play?game=tic-tac-toe")
    for cell in ((0, 0), (1, 1), (2, 2)):
        table.click(*cell)
    shown = table.marks()
    table.page.reload()
    table.wait_for_plies(3)
    assert table.marks() == shown
    table.page.go_back()
    expect(table.page.locator(".moves .move")).to_have_count(2)
    table.page.go_forward()
    expect(table.page.locator(".moves .move")).to_have_count(3)
    assert table.marks() == shown


def test_two_tabs_play_two_games(open_table: OpenTable) -> None:
    one = open_table("/play?game=tic-tac-toe")
    two = open_table("/play?game=connect-four", beside=one)
    one.click(0, 0)
    two.click(0, 6)
    one.click(2, 2)
    assert one.moves == ["a1", "c3"]
    assert two.moves == ["7"]


def test_a_game_is_played_with_the_keyboard_alone(open_table: OpenTable) -> None:
    table = open_table("/play?game=tic-tac-toe")
    expect(table.status).to_have_text("X to move")
    keyboard = table.page.keyboard
    for _ in range(20):
        keyboard.press("Tab")
        if table.page.evaluate("document.activeElement.dataset.cell") == "1,1":
            break
    keyboard.press("Enter")
    table.wait_for_plies(1)
    keyboard.press("ArrowUp")
    keyboard.press("ArrowLeft")
    keyboard.press("Enter")
    table.wait_for_plies(2)
    assert table.moves == ["b2", "a1"]
    keyboard.type("c3")
    table.wait_for_plies(3)
    keyboard.press("Control+z")
    expect(table.cell(2, 2)).to_have_attribute("aria-label", re.compile("^c3, empty"))
    assert "O played a1" in table.said() or "X played c3" in table.said()


def test_the_keyboard_stays_where_it_was_when_the_table_is_drawn_anew(open_table: OpenTable) -> None:
    table = open_table("/play?game=tic-tac-toe&moves=a1b2c3")
    undo = table.page.get_by_role("button", name="Undo")
    undo.focus()
    for left in (2, 1):
        table.page.keyboard.press("Enter")
        expect(table.board.locator(".pieces > *")).to_have_count(left)
        expect(undo).to_be_focused()


def test_a_column_of_two_digits_can_be_typed(open_table: OpenTable) -> None:
    table = open_table("/play?game=connect-four:width=12,height=4")
    expect(table.status).to_have_text("X to move")
    table.page.keyboard.type("12")
    table.wait_for_plies(1)
    table.page.keyboard.type("1")
    table.wait_for_plies(2)
    assert table.moves == ["12", "1"]


def test_a_pass_is_announced_and_made(open_table: OpenTable) -> None:
    table = open_table("/play?game=othello:size=4&moves=b1c1d3a1")  # Black has no move now
    expect(table.page.locator("#announcer")).to_contain_text("must pass")
    table.wait_for_plies(5)
    assert table.moves[4] == "pass"
    expect(table.status).to_have_text("White to move")


def test_legal_moves_show_a_ghost_stone(open_table: OpenTable) -> None:
    table = open_table("/play?game=othello")
    table.cell(2, 3).hover()
    expect(table.board.locator(".ghost .comes")).to_have_count(1)
    expect(table.board.locator(".ghost .turns")).to_have_count(1)
    table.cell(0, 0).hover()
    expect(table.board.locator(".ghost > *")).to_have_count(0)


def test_the_keyboard_goes_on_from_a_cell_that_was_clicked(open_table: OpenTable) -> None:
    table = open_table("/play?game=tic-tac-toe")
    table.click(0, 0)
    table.page.keyboard.press("ArrowRight")
    table.page.keyboard.press("Enter")
    table.wait_for_plies(2)
    assert table.moves == ["a1", "b1"]


def test_the_winning_line_is_marked(open_table: OpenTable) -> None:
    table = open_table("/play?game=connect-four&moves=1213141")
    expect(table.ending).to_contain_text("X wins")
    expect(table.board.locator(".won")).to_have_count(4)


def test_resigning_ends_the_game_and_can_be_taken_back(open_table: OpenTable) -> None:
    table = open_table("/play?game=connect-four&moves=44")
    table.press("Resign")
    expect(table.ending).to_contain_text("O wins")
    expect(table.ending).to_contain_text("X resigned")
    table.press("Undo")
    expect(table.status).to_have_text("X to move")


def test_the_move_list_goes_to_any_position(open_table: OpenTable) -> None:
    table = open_table("/play?game=connect-four&moves=4455")
    table.page.get_by_role("button", name="Move 2, O: 4").click()
    expect(table.board.locator(".pieces > *")).to_have_count(2)
    assert table.query["ply"] == "2"
    assert table.moves == ["4", "4", "5", "5"]
    table.press("End")
    expect(table.board.locator(".pieces > *")).to_have_count(4)


def test_a_position_is_set_up_on_the_board(open_table: OpenTable) -> None:
    table = open_table("/play?game=tic-tac-toe")
    table.page.get_by_text("Set up a position").click()
    editor = table.page.locator(".board-editor kibitz-board")
    editor.locator('[data-cell="1,1"]').click()
    table.page.get_by_label("Side to move").select_option(label="O to move")
    table.page.locator("form", has=table.page.get_by_label("Position as text")).get_by_role("button").click()
    expect(table.status).to_have_text("O to move")
    assert table.query["position"] == "----X---- O"
    table.click(0, 0)
    assert table.marks()[:2] == ["a1, O", "b1, empty"]


def test_a_wrong_link_is_told_in_a_sentence(open_table: OpenTable) -> None:
    table = open_table("/play?game=connect-four&moves=48", refusal=True)
    expect(table.page.get_by_role("alert")).to_contain_text("8")
    table.page.get_by_role("link", name="Back to the menu").click()
    expect(table.page.get_by_role("heading", name="Connect Four")).to_be_visible()


@pytest.mark.parametrize("address", ["/", "/play?game=othello&moves=f5d6", "/analyse?game=tic-tac-toe&moves=a1"])
def test_nothing_is_wider_than_a_phone(open_table: OpenTable, address: str) -> None:
    table = open_table(address, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    expect(table.page.locator("kibitz-board").first).to_be_visible()
    table.page.wait_for_timeout(500)
    assert table.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_tap_on_a_phone_plays(open_table: OpenTable) -> None:
    table = open_table("/play?game=connect-four", viewport={"width": 360, "height": 740}, has_touch=True)
    table.cell(0, 3).tap()
    table.wait_for_plies(1)
    assert table.moves == ["4"]


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_stones_move_only_where_motion_is_welcome(open_table: OpenTable, motion: str) -> None:
    table = open_table("/play?game=connect-four", reduced_motion=motion)
    table.page.evaluate(
        "() => { const animate = Element.prototype.animate; window.animated = 0;"
        " Element.prototype.animate = function (...given) { window.animated++; return animate.apply(this, given); } }"
    )
    table.click(0, 3)
    assert bool(table.page.evaluate("window.animated")) == (motion == "no-preference")


def test_the_dark_theme_is_kept(open_table: OpenTable) -> None:
    table = open_table("/", color_scheme="light")
    table.page.get_by_role("button", name="Switch to dark").click()
    table.page.reload()
    expect(table.page.locator("html")).to_have_attribute("data-theme", "dark")

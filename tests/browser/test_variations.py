"""Variations in the browser: another move in the past keeps the old one, in the list, the address and the file."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from browser.fixtures import OpenPage
from kibitz.core.game import find_game
from kibitz.play.files.game_files import read_file

PLAYER = "alphabeta:depth=2,backend=reference"  # at once, with nothing to compile


def test_the_line_that_is_played_on_after_a_take_back_is_the_game(open_page: OpenPage, tmp_path: Path) -> None:
    play_page = open_page(f"/play?game=connect-four&second={PLAYER}&moves=1121", accept_downloads=True)
    page = play_page.page
    play_page.press("Undo")
    expect(play_page.status).to_have_text("Red to move, back at move 2 of 4")
    play_page.cell(0, 6).click()
    play_page.wait_for_plies(4)  # with the reply
    line = play_page.moves
    assert line[:3] == ["1", "1", "7"]
    assert play_page.query["moves"] == f"1 1 7 (2 1) {line[3]}"
    assert "variation" not in play_page.query
    expect(page.locator(".variation .move")).to_have_text(["2", "1"])
    play_page.press("Resign")
    expect(play_page.ending).to_contain_text("Red resigned")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    file = tmp_path / "game.games"
    download.value.save_as(file)
    (saved,) = read_file(file, load=find_game)
    assert [find_game("connect-four").move_name(move) for move in saved.record.moves] == line
    assert saved.headers["Result"] == "O wins by resignation"
    page.get_by_role("button", name="Variation 1, move 3, Red: 2").click()
    expect(play_page.ending).to_have_count(0)  # that was never given up
    play_page.press("Undo")
    page.get_by_role("button", name=re.compile("^Move 4, Yellow")).click()
    expect(play_page.ending).to_contain_text("Red resigned")


def test_in_an_analysis_a_person_moves_for_both_sides_and_the_game_stays(open_page: OpenPage) -> None:
    play_page = open_page(f"/play?game=tic-tac-toe&second={PLAYER}&moves=a1b2")
    page = play_page.page
    page.get_by_role("switch", name="Analyse").check()
    play_page.click(0, 1)
    play_page.click(0, 2)  # for the program
    expect(play_page.status).to_have_text("X to move")
    assert play_page.moves == ["a1", "b2", "b1", "c1"]
    play_page.press("Undo")
    assert play_page.query["ply"] == "3"
    page.reload()
    page.get_by_role("switch", name="Analyse").uncheck()
    expect(play_page.status).to_have_text("X to move")
    assert play_page.query["moves"] == "a1b2"


def test_another_move_in_the_past_starts_a_variation_of_an_analysis(open_page: OpenPage) -> None:
    play_page = open_page("/analyse?game=connect-four&moves=4455")
    page = play_page.page
    page.get_by_role("button", name="Move 2, Yellow: 4").click()
    expect(play_page.status).to_contain_text("another move here starts a variation")
    play_page.cell(0, 2).click()
    play_page.wait_for_plies(3)
    expect(page.locator(".variation .move")).to_have_text([re.compile("^3")])
    assert play_page.query["moves"] == "4 4 5 (3) 5"
    assert play_page.query["variation"] == "1"
    play_page.cell(0, 2).click()  # it goes on, and gets a variation of its own
    expect(page.locator(".variation .move")).to_have_text([re.compile("^3")] * 2)
    play_page.press("Back")
    expect(play_page.status).to_contain_text("another move here starts a variation")  # until then a click plays nothing
    play_page.cell(0, 6).click()
    expect(page.locator(".variation .variation .move")).to_have_text([re.compile("^7")])
    assert play_page.query["moves"] == "4 4 5 (3 3 (7)) 5"
    assert [move[0] for move in play_page.moves] == ["4", "4", "3", "7"]  # a mark may follow
    page.reload()
    expect(page.locator(".variation .variation .move[aria-current]")).to_have_text(re.compile("^7"))
    page.get_by_role("button", name=re.compile("^Move 4, Yellow: 5")).click()  # of the main line
    expect(page.locator(".moves [data-ply]")).to_have_text([re.compile(f"^{move}") for move in "4455"])
    page.get_by_role("button", name=re.compile("^Variation 1, move 4, Yellow: 3")).click()
    expect(page.locator("[aria-label='This variation']")).to_contain_text("Variation 1 of 2")
    scope = page.get_by_role("link", name="Microscope", exact=True).get_attribute("href")
    assert scope == "/tree?game=connect-four&moves=4+4+3+3"  # one line, the one that is shown


def test_a_variation_is_promoted_and_deleted(open_page: OpenPage) -> None:
    play_page = open_page("/play?game=connect-four&moves=445(35)5&variation=1")
    page = play_page.page
    play_page.press("Promote")
    expect(page.locator(".variation .move")).to_have_text(["5", "5"])
    assert play_page.query["moves"] == "4 4 3 (5 5) 5"
    page.get_by_role("button", name="Variation 1, move 4, Yellow: 5").click()
    play_page.press("Delete")
    expect(page.locator(".variation")).to_have_count(0)
    assert play_page.query["moves"] == "4435"
    page.go_back()
    expect(page.locator(".variation .move")).to_have_text(["5", "5"])


def test_a_program_that_moves_again_keeps_what_it_played_before(open_page: OpenPage) -> None:
    play_page = open_page(f"/play?game=tic-tac-toe&second={PLAYER}&moves=a1c2c3&ply=1")
    play_page.press("Play on from here")  # it would never play c2
    expect(play_page.page.locator(".variation .move")).to_have_text(["c2", "c3"])
    expect(play_page.status).to_have_text("X to move")
    expect(play_page.page.get_by_role("button", name="Variation 1, move 2, O: c2")).to_be_visible()


def test_the_file_has_the_variations(open_page: OpenPage, tmp_path: Path) -> None:
    play_page = open_page(f"/play?game=connect-four&moves=445(35)5&second={PLAYER}", accept_downloads=True)
    with play_page.page.expect_download() as download:
        play_page.page.get_by_role("link", name="Download").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    (saved,) = read_file(file, load=find_game)
    assert file.name == "connect-four.games"
    assert saved.record.players == ("human", PLAYER)
    assert (saved.record.moves_text, saved.variations[0].ply) == ("4455", 2)


def test_a_wrong_variation_is_told_in_a_sentence(open_page: OpenPage) -> None:
    play_page = open_page("/play?game=connect-four&moves=44(39)5", refusal=True)
    expect(play_page.page.get_by_role("alert")).to_contain_text("Variation 1, move 3: '9' is not a move")
    other = open_page("/play?game=connect-four&moves=44(3)5&variation=7")
    expect(other.page.get_by_role("alert")).to_contain_text("no variation 7; the game has 1 variation")
    other.wait_for_plies(3)
    assert other.moves == ["4", "4", "5"]

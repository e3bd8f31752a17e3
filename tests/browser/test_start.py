"""The start page: what Kibitz is, the five ways into it, the game that begins with one click, and the reports."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser.fixtures import OpenPage
from browser.play_page import settle
from kibitz.lab.report_cards import make_report_shelf

SHELF = make_report_shelf()
DOORS = ["Play", "Watch a search think", "Check my code", "Practise", SHELF.title]
LAPTOP, PHONE = {"width": 1280, "height": 720}, {"width": 390, "height": 844}
SIZES = {
    "laptop": LAPTOP,
    "phone": PHONE,
    "projector": {"width": 1024, "height": 768},
    "landscape phone": {"width": 844, "height": 390},
}


def test_the_start_page_says_what_kibitz_is_and_opens_five_doors(open_page: OpenPage) -> None:
    page = open_page("/", viewport=LAPTOP).page
    expect(page.get_by_role("heading", level=1)).to_have_text("A laboratory for adversarial search")
    doors = page.locator(".door-title")
    expect(doors).to_have_text(DOORS)
    for door in doors.all():
        expect(door).to_be_in_viewport()
    for name, path in (("Watch a search think", "/tree"), ("Check my code", "/doctor"), ("Practise", "/exercises")):
        page.goto("/".join(page.url.split("/")[:3]) + "/")
        settle(page)
        page.get_by_role("link", name=name).click()
        expect(page).to_have_url(re.compile(rf"{path}$"))


def test_the_first_door_starts_the_game_that_is_chosen(open_page: OpenPage) -> None:
    play_page = open_page("/?game=othello:size=4&second=random")
    door = play_page.page.locator(".door").first
    expect(door).to_contain_text("Othello: You against Rolls dice")
    door.click()
    expect(play_page.status).to_contain_text("Black to move")
    assert play_page.query["game"] == "othello:size=4"
    assert play_page.query["second"] == "random"


def test_the_classics_stand_first(open_page: OpenPage) -> None:
    page = open_page("/").page
    classics = page.locator(".family", has=page.get_by_role("heading", name="Classics"))
    expect(classics.locator(".game-title")).to_have_text(
        ["Connect Four", "Tic-tac-toe and m,n,k", "Five in a row", "Othello", "Take-Away"]
    )
    assert page.locator(".family-name").all_inner_texts()[:2] == ["Your own", "Classics"]


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("game", ["Connect Four", "Nim"])
def test_the_form_that_starts_a_game_is_in_sight_once_one_is_chosen(
    open_page: OpenPage, size: dict[str, int], game: str
) -> None:
    page = open_page("/", viewport=size).page
    page.locator(".game-card", has=page.get_by_text(game, exact=True)).click()
    settle(page)
    expect(page.locator(".setup h2")).to_have_text(game)
    expect(page.locator(".setup h2")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Start the game")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("place", ["start page", "arena"])
def test_minimax_and_alpha_beta_can_be_chosen_by_name(open_page: OpenPage, place: str) -> None:
    page = open_page("/?game=connect-four" if place == "start page" else "/arena").page
    players = page.get_by_label("Yellow", exact=True) if place == "start page" else page.get_by_label("Player 1")
    group = players.locator("optgroup[label='Minimax and alpha-beta'] option")
    expect(group).to_have_text(["minimax, depth 5", "alpha-beta, depth 5", "minimax, 2 s", "alpha-beta, 2 s"])
    players.select_option(label="minimax, depth 5")
    settle(page)
    assert "minimax:depth=5" in page.url


def open_reports(page: Page) -> None:
    page.get_by_role("link", name=SHELF.title).click()
    settle(page)
    expect(page.get_by_role("heading", name=SHELF.title)).to_be_in_viewport()


@pytest.mark.parametrize("card", SHELF.cards, ids=lambda card: card.id)
def test_two_clicks_lead_to_the_program_and_to_the_table_of_a_report(open_page: OpenPage, card: object) -> None:
    shown = next(one for one in SHELF.cards if one == card)
    page = open_page("/", viewport=LAPTOP).page
    open_reports(page)
    place = page.locator(".report-card", has_text=f"{shown.id}, {shown.title}")
    expect(place).to_contain_text(shown.about)
    expect(place).to_contain_text(shown.command)
    place.get_by_role("link", name=shown.programs[0].title).click()
    expect(page.locator(".stage kibitz-board .cell").first).to_be_visible()
    page.go_back()
    open_reports(page)
    place.get_by_role("link", name=shown.entry).click()
    expect(page.locator(".lab-table")).to_be_visible()


def test_without_reports_there_is_no_door_to_them(open_page: OpenPage) -> None:
    page = open_page("/manual").page
    page.route("**/api/reports", lambda route: route.fulfill(json={"title": "", "about": "", "cards": []}))
    page.get_by_role("link", name="Games", exact=True).click()
    expect(page.locator(".game-card").first).to_be_visible()
    settle(page)
    assert page.locator(".door-title").all_inner_texts() == DOORS[:4]
    assert page.locator(".reports").count() == 0


def test_a_chosen_board_keeps_its_colours_under_the_mouse(open_page: OpenPage) -> None:
    page = open_page("/?game=tic-tac-toe").page
    chip = page.locator(".chips [aria-pressed=true]")
    colours = "chip => [getComputedStyle(chip).color, getComputedStyle(chip).backgroundColor]"
    before = chip.evaluate(colours)
    chip.hover()
    settle(page)
    assert chip.evaluate(colours) == before

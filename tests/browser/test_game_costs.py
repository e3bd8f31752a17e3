"""What a game cost each side, at its end; and advice before each move of a person."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.fixtures import OpenPage
from browser.play_page import PlayPage, settle

SMALL = "connect-four:width=4,height=2,k=4"
PROGRAM = "replica-s0-minimax:depth=6"


def costs(play_page: PlayPage) -> list[list[str]]:
    settle(play_page.page)
    rows = play_page.ending.locator(".costs tbody tr")
    return [[row.locator("th").inner_text(), *row.locator("td").all_inner_texts()] for row in rows.all()]


def test_a_game_of_two_programs_ends_with_the_counts_of_the_report(open_page: OpenPage) -> None:
    """Test 4 of S0 prints 2600 and 700 evaluations, as it counts them."""
    play_page = open_page(f"/play?game={SMALL}&first={PROGRAM}&second={PROGRAM}")
    expect(play_page.ending).to_contain_text("Draw")
    headings = play_page.ending.locator(".costs thead th")
    expect(headings.first).to_have_text("Moves")
    assert headings.all_inner_texts()[:4] == ["Moves", "Boards evaluated", "Nodes", "Cut-offs"]
    red, yellow = costs(play_page)
    assert red[:3] == ["Red", "4", "2,611"]
    assert yellow[:3] == ["Yellow", "4", "664"]


def test_alpha_beta_shows_its_cut_offs_and_a_stored_tree_its_memory(open_page: OpenPage) -> None:
    stored, quick = "stored:depth=3", "alphabeta:depth=3,backend=reference"
    play_page = open_page(f"/play?game={SMALL}&first={stored}&second={quick}")
    expect(play_page.ending).to_be_visible()
    first, second = costs(play_page)
    assert first[4] == "0"
    assert int(second[4].replace(",", "")) > 0
    assert re.fullmatch(r"[\d.]+ [KM]iB", first[6])
    assert second[6] == "–"


def test_moves_that_were_not_made_on_the_page_are_not_counted(open_page: OpenPage) -> None:
    play_page = open_page("/play?game=tic-tac-toe&moves=a1b1a2b2")
    play_page.cell(2, 0).click()
    expect(play_page.ending).to_contain_text("X wins")
    expect(play_page.ending.locator(".costs")).to_contain_text("Counted for 1 of 5 moves, those made on this page.")
    assert [row[:3] for row in costs(play_page)] == [["X", "3", "0"], ["O", "2", "0"]]


def test_a_finished_game_that_is_only_looked_at_has_no_costs(open_page: OpenPage) -> None:
    play_page = open_page("/play?game=tic-tac-toe&moves=a1b1a2b2a3")
    expect(play_page.ending).to_contain_text("X wins")
    assert play_page.page.locator(".costs").count() == 0


def test_the_adviser_names_its_best_move_and_the_person_decides(open_page: OpenPage) -> None:
    """S0's program only suggests, and a person makes every move."""
    play_page = open_page("/play?game=connect-four&adviser=replica-s0-minimax:depth=2")
    advice = play_page.page.get_by_role("region", name="Advice")
    expect(advice).to_contain_text(re.compile(r"minimax, depth 2: the best move is \d, value [+−]?\d+\."))
    expect(advice).to_contain_text("boards evaluated")
    assert "the best move is" in play_page.said()
    (advised,) = play_page.scores()
    play_page.press(f"Play {advised}")
    play_page.wait_for_plies(1)
    assert play_page.moves == [advised]
    expect(advice).to_contain_text("the best move is")  # for the other person too
    play_page.click(0, 6)
    assert play_page.moves == [advised, "7"]


def test_advice_is_switched_on_by_whoever_plays_and_counts_as_part_of_the_move(open_page: OpenPage) -> None:
    opponent = "minimax:depth=2,backend=reference"
    play_page = open_page(f"/play?game=tic-tac-toe&moves=a1b1a2b2&second={opponent}")
    switch = play_page.page.get_by_role("switch", name="Advice")
    expect(switch).not_to_be_checked()
    switch.check()
    expect(play_page.page.get_by_role("region", name="Advice")).to_contain_text("the best move is a3")
    assert play_page.query["adviser"] == opponent
    play_page.press("Play a3")
    expect(play_page.ending).to_contain_text("You win")
    expect(play_page.page.get_by_role("region", name="Advice")).to_have_count(0)
    assert int(costs(play_page)[0][2]) > 0


def test_another_adviser_can_be_chosen(open_page: OpenPage) -> None:
    play_page = open_page("/play?game=connect-four:width=4,height=4&adviser=random")
    page = play_page.page
    page.get_by_text("by Rolls dice").click()
    page.get_by_label("Adviser").select_option(label="alpha-beta, depth 5")
    expect(page.get_by_role("region", name="Advice")).to_contain_text("alpha-beta, depth 5: the best move is")
    assert play_page.query["adviser"] == "alphabeta:depth=5"
    page.get_by_role("switch", name="Advice").uncheck()
    expect(page.get_by_role("region", name="Advice")).to_have_count(0)
    assert "adviser" not in play_page.query

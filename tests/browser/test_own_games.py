"""What brings a person back, on the first page; games from files; links that others can open."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from browser.fixtures import OpenPage
from browser.play_page import settle

STREAK = """() => {
    const two = (number) => String(number).padStart(2, "0");
    const day = (ago) => {
        const date = new Date();
        date.setDate(date.getDate() - ago);
        return [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
    };
    localStorage.setItem("kibitz-days", JSON.stringify({ [day(2)]: 1, [day(1)]: 5, [day(0)]: 2 }));
}"""


def test_the_last_games_stand_on_the_first_page_until_they_are_forgotten(open_page: OpenPage) -> None:
    play_page = open_page("/?game=connect-four&second=level:2")
    page = play_page.page
    own = page.get_by_role("region", name="Your games")
    expect(own).to_have_count(0)  # who has played nothing sees nothing
    page.get_by_role("button", name="Start the game").click()
    play_page.click(0, 3)
    play_page.wait_for_plies(2)
    moves = play_page.moves
    page.get_by_role("link", name="Games").click()
    expect(own.locator(".own-game")).to_contain_text("Level 2: move 2 · Resume")
    own.locator(".own-game").click()
    play_page.wait_for_plies(2)
    assert play_page.moves == moves
    play_page.press("Resign")
    expect(play_page.ending).to_be_visible()
    page.evaluate(STREAK)
    page.get_by_role("link", name="Games").click()
    expect(own.locator(".own-game")).to_contain_text("Level 2: you lost · Review")
    expect(own).to_contain_text("Today’s puzzles: 2 of 5 solved, 3 days in a row")
    expect(own).to_contain_text("Connect Four: 0 won, 1 lost against level 2; a rating after 4 more games")
    own.get_by_role("button", name="Forget it").click()
    own.get_by_role("button", name="Forget games, ratings and solved puzzles?").click()
    expect(own).to_have_count(0)
    kept = page.evaluate("Object.keys(localStorage)")
    assert [key for key in kept if key.startswith(("kibitz-games", "kibitz-days", "kibitz-match-me"))] == []


def test_a_rating_of_ones_own_follows_from_the_results(open_page: OpenPage) -> None:
    page = open_page("/").page
    estimate = "async (games) => (await import('/static/start/own_rating.js')).estimateRating(games)"
    even = [{"elo": 300, "points": points} for points in (1, -1, 1, -1, 0)]
    found = page.evaluate(estimate, even)
    assert found["rating"] == 300
    assert found["low"] < 100 < 500 < found["high"]
    assert page.evaluate(estimate, even[:4]) is None
    wins = page.evaluate(estimate, [{"elo": 300, "points": 1}] * 6)
    assert 300 < wins["rating"] < 1000  # and not without end
    settle(page)


def test_a_game_is_opened_from_a_file_or_from_moves_that_are_pasted(open_page: OpenPage, tmp_path: Path) -> None:
    play_page = open_page("/?game=connect-four")
    page = play_page.page
    file = tmp_path / "club.pgn"
    file.write_text("1. 4 4 2. 5 3 *")
    page.get_by_label("File of games").set_input_files(file)
    play_page.wait_for_plies(4)
    expect(page).to_have_url(re.compile("/analyse[?].*moves=4453$"))
    two = tmp_path / "two.games"
    two.write_text('[Game "othello"]\n\nf5 d6 c3 d3 c4\n\n[Game "tic-tac-toe"]\n\nb2\n')
    page.get_by_label("File of games").set_input_files(two)
    page.get_by_role("link", name="Othello").click()
    expect(page.locator(".opening-name")).to_have_text("Tiger")
    page.evaluate(
        "() => { const data = new DataTransfer(); data.setData('text/plain', 'f5f6');"
        " document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true })); }"
    )
    expect(page.locator(".opening-name")).to_have_text("Diagonal")


def test_a_copied_link_says_that_it_works_on_this_machine_only(open_page: OpenPage) -> None:
    play_page = open_page("/play?game=tic-tac-toe", permissions=["clipboard-read", "clipboard-write"])
    play_page.press("Copy link")
    expect(play_page.page.get_by_role("status").filter(has_text="only on this machine")).to_be_visible()

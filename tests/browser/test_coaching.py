"""The coach and the review in the browser: the quiet sentence, the line that explains it, marks, cards, and Deeper."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.fixtures import OpenPage
from browser.play_page import settle

LOST = "a1b1a2b2a3"  # tic-tac-toe: b1 loses against a corner, and b2 does not block the row


def test_the_coach_is_silent_unless_asked_and_then_only_after_a_bad_move(open_page: OpenPage) -> None:
    play_page = open_page("/play?game=tic-tac-toe&moves=a1")
    coach = play_page.page.locator(".coach")
    play_page.click(0, 1)  # b1
    settle(play_page.page)
    expect(coach).to_have_count(0)
    play_page.press("Undo")
    expect(play_page.board.locator(".pieces > *")).to_have_count(1)
    play_page.page.get_by_role("switch", name="Coach").check()
    play_page.cell(1, 1).click()  # b2, the only move that holds
    expect(play_page.page.locator('.coach-place[data-judged="b2"]')).to_be_attached()
    expect(coach).to_have_count(0)
    play_page.press("Undo")
    expect(play_page.board.locator(".pieces > *")).to_have_count(1)
    play_page.cell(0, 1).click()
    expect(coach).to_contain_text("b1 turned a draw into a loss: X's answer")
    play_page.press("Take back")
    expect(play_page.board.locator(".pieces > *")).to_have_count(1)
    expect(coach).to_have_count(0)


def test_why_plays_the_refutation_on_the_board(open_page: OpenPage) -> None:
    play_page = open_page("/play?game=tic-tac-toe&moves=a1")
    play_page.page.evaluate("localStorage['kibitz-coach'] = 'on'")  # as earlier versions stored it
    play_page.page.reload()
    expect(play_page.page.get_by_role("switch", name="Coach")).to_be_checked()
    play_page.click(0, 1)
    play_page.press("Why")
    steps = play_page.page.locator(".why-steps li")
    expect(steps).to_have_count(4)
    expect(steps.nth(2)).to_contain_text("forced")
    expect(steps.nth(3)).to_contain_text("double threat")
    steps.nth(3).get_by_role("button").click()
    expect(play_page.board.locator(".pieces > *")).to_have_count(5)
    expect(play_page.board.locator(".threat")).to_have_count(2)
    expect(play_page.page.locator(".why")).to_contain_text("1 of the other 7 moves would have kept the draw. Proved by")
    play_page.press("Better: b2")
    expect(steps.first).to_contain_text("O b2")
    play_page.press("Play on")
    expect(play_page.board.locator(".pieces > *")).to_have_count(2)
    expect(play_page.page.locator(".coach")).to_have_count(0)


def test_the_review_marks_moves_and_lets_one_try_again(open_page: OpenPage) -> None:
    play_page = open_page(f"/analyse?game=tic-tac-toe&moves={LOST}")
    page = play_page.page
    expect(page.locator('.moves [data-ply="2"]')).to_have_text("b1??")
    expect(page.locator(".accuracy")).to_contain_text("1 blunder ??, 1 mistake ?")
    expect(page.locator(".review")).to_contain_text("Accuracy: the mean over the moves")
    card = page.locator(".turning-points > li")
    expect(card).to_have_count(1)
    expect(card).to_contain_text("Move 2, O: b1??")
    expect(card).to_contain_text("Better: b2.")
    card.get_by_role("button", name="Why").click()
    expect(page.locator(".why-steps li")).to_have_count(4)
    card.get_by_role("button", name="Try again from here").click()
    expect(play_page.board.locator(".pieces > *")).to_have_count(1)
    assert page.url.endswith(f"/play?game=tic-tac-toe&moves={LOST}&ply=1")  # another move starts a variation


def test_the_result_says_how_many_mistakes_the_review_shows(open_page: OpenPage) -> None:
    play_page = open_page(f"/play?game=tic-tac-toe&first=random&moves={LOST}")
    expect(play_page.ending.get_by_role("heading")).to_have_text("You lose")
    play_page.ending.get_by_role("button", name="Review: 2 mistakes", exact=True).click()
    expect(play_page.page.locator(".mistakes li")).to_have_count(2)


def test_othello_is_scored_in_discs_and_an_ended_analysis_goes_on_deeper(open_page: OpenPage) -> None:
    play_page = open_page("/analyse?game=othello&moves=f5")
    page = play_page.page
    ended = page.locator(".ended")
    expect(ended).to_contain_text("The analysis ended at depth")
    expect(page.locator(".source")).not_to_contain_text("running")
    words = page.locator(".scores-list .about")
    expect(words.first).to_have_text(re.compile("even, estimated|White is about \\d+ discs? (ahead|behind), estimated"))
    assert all(abs(int(text.replace("−", "-"))) <= 64 for text in play_page.scores().values())
    expect(play_page.board.locator(".score.estimated")).to_have_count(3)
    page.get_by_role("button", name="Deeper").click()
    expect(ended).to_contain_text("Going on")


def test_a_review_shows_accuracy_and_turning_points_before_the_list_and_says_if_it_was_cut_short(
    open_page: OpenPage,
) -> None:
    play_page = open_page(f"/analyse?game=tic-tac-toe&moves={LOST}")
    page = play_page.page
    settle(page)
    places = [page.locator(name).first.bounding_box() for name in (".accuracy", ".turning-points", ".mistakes li")]
    tops = [place["y"] for place in places if place]
    assert len(tops) == 3
    assert tops == sorted(tops)
    server = page.url.partition("/analyse")[0]
    told = page.request.get(f"{server}/api/review?game=tic-tac-toe&moves={LOST}").text()
    assert '"judged": 5, "moves": 5' in told
    page.route("**/api/review*", lambda route: route.fulfill(body=told.replace('"judged": 5', '"judged": 3')))
    page.goto(f"{server}/analyse?game=tic-tac-toe&moves={LOST}&ply=2")
    expect(page.locator(".graph-card")).to_contain_text("The review was cut short: 3 of 5 moves were judged.")
    expect(page.locator(".accuracy")).to_be_visible()

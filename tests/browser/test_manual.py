"""Manual: the documentation inside the app."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.fixtures import OpenPage
from browser.play_page import settle


def test_one_reads_from_the_start_page_to_the_tutorial_and_on(open_page: OpenPage) -> None:
    page = open_page("/").page
    page.get_by_role("link", name="How to write one").click()
    expect(page.locator("article.document h1")).to_have_text("A game of your own")
    page.get_by_role("navigation", name="Contents").get_by_role("link", name="The searches").click()
    expect(page.locator("article.document h1")).to_have_text("The searches")
    page.locator("article.document").locator("a[href$='search/alphabeta']").first.click()
    expect(page.locator("article.document img").first).to_be_visible()
    page.go_back()
    expect(page.locator("article.document h1")).to_have_text("The searches")


def test_a_search_leads_to_the_section(open_page: OpenPage) -> None:
    page = open_page("/manual").page
    page.get_by_role("searchbox", name="Search the manual").fill("pseudocode textbook alpha-beta")
    link = page.get_by_role("search").get_by_role("link").first
    href = link.get_attribute("href") or ""
    link.click()
    settle(page)
    anchor = href.partition("#")[2]
    assert page.url.endswith(f"#{anchor}")
    expect(page.locator(f"article.document [id='{anchor}']")).to_be_in_viewport()


def test_the_links_of_the_navigation_stay_where_they_are(open_page: OpenPage) -> None:
    page = open_page("/manual", viewport={"width": 1024, "height": 768}).page
    links = page.get_by_role("navigation", name="Pages").get_by_role("link")
    before = [(link.inner_text(), link.bounding_box()) for link in links.all()]
    page.goto(page.url.partition("/manual")[0] + "/arena?game=tic-tac-toe")
    settle(page)
    assert [(link.inner_text(), link.bounding_box()) for link in links.all()] == before
    boxes = [box for _, box in before if box is not None]
    assert len(boxes) == len(before) == 10
    theme = page.locator("#theme").bounding_box()
    assert theme is not None
    assert boxes[-1]["x"] + boxes[-1]["width"] <= theme["x"]


def test_a_page_that_is_not_there_says_so(open_page: OpenPage) -> None:
    page = open_page("/manual?document=nowhere", refusal=True).page
    expect(page.get_by_role("heading", name="This page is not here")).to_be_visible()


def test_an_address_without_a_page_says_so_in_the_look_of_the_app(open_page: OpenPage) -> None:
    page = open_page("/nowhere", refusal=True).page
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    page.get_by_role("link", name="To the games").click()
    expect(page.get_by_role("heading", name="Choose a game")).to_be_visible()

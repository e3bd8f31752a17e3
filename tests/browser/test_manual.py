"""Manual: the documentation inside the app."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.conftest import OpenPage


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


def test_a_page_that_is_not_there_says_so(open_page: OpenPage) -> None:
    page = open_page("/manual?document=nowhere", refusal=True).page
    expect(page.get_by_role("heading", name="This page is not here")).to_be_visible()


def test_an_address_without_a_page_says_so_in_the_look_of_the_app(open_page: OpenPage) -> None:
    page = open_page("/nowhere", refusal=True).page
    expect(page.get_by_role("heading", name="Nothing here")).to_be_visible()
    page.get_by_role("link", name="To the games").click()
    expect(page.get_by_role("heading", name="What shall we play?")).to_be_visible()

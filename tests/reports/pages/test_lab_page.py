"""The lab in a real browser: an entry found, run, stopped, looked at and followed to a tree and to a game."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from browser.fixtures import OpenPage
from browser.microscope import Microscope
from browser.play_page import PlayPage, settle


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    settle(page)
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def test_an_entry_is_run_judged_and_followed_to_a_tree_and_a_game(open_page: OpenPage) -> None:
    page = open_page("/lab").page
    expect(page.get_by_role("heading", name="The lab")).to_be_visible()
    cards = page.locator(".lab-entry")
    expect(page.locator(".lab-entry", has_text="S3-26")).to_contain_text("measured by us, 16 rows")
    everything = cards.count()
    page.get_by_label("Published as").select_option("claims")
    expect(cards).not_to_have_count(everything)
    expect(page.locator(".lab-kind:visible h3", has_text="Tables")).to_have_count(0)
    page.get_by_role("link", name="Take-Away: growth of the tree by chip").focus()
    page.keyboard.press("Enter")
    assert page.url.endswith("/lab?entry=S3-26&printed=claims")

    expect(page.locator(".lab-table tbody tr")).to_have_count(16)
    expect(page.locator(".lab-first-verdict")).to_contain_text("measured by us, 16 rows")
    expect(page.locator(".lab-sources")).to_contain_text("commit")
    page.get_by_role("button", name="Measure here").click()
    expect(page.locator(".lab-done")).to_have_text("Every quick row is measured.")
    expect(page.locator(".lab-first-verdict")).not_to_contain_text("by us")
    expect(page.locator(".lab-first-verdict")).to_contain_text(re.compile("wrong.*1.8393"))
    expect(page.locator(".lab-plot[role=img] circle")).to_have_count(32)
    expect(page.locator(".lab-table tbody tr").first).to_contain_text("4 chips")
    settle(page)
    assert page.locator(".lab-table tbody tr").first.locator("td").all_inner_texts()[:4] == [
        "15",
        "3",
        "1.875",
        "81",
    ]
    assert "16 of 16 rows measured" in page.locator("#announcer").inner_text()

    nodes = page.locator(".lab-table tr", has_text="8 chips").first.locator("td").first.inner_text()
    page.get_by_role("link", name="8 chips: the tree, in the microscope", exact=True).click()
    scope = Microscope(page)
    assert (scope.query["game"], scope.query["searcher"]) == ("take-away:chips=8,take=3", "minimax")
    expect(page.locator(".scope-head .about")).to_contain_text(f"{nodes} nodes")
    page.go_back()
    page.get_by_role("link", name="The whole catalogue").click()
    page.get_by_label("Verdict").select_option("wrong")
    expect(cards.filter(has_text="S3-26")).to_contain_text("measured here, 16 of 16 rows")
    settle(page)
    wrong = cards.count()
    page.reload()
    expect(cards).to_have_count(wrong)
    expect(page.get_by_label("Verdict")).to_have_value("wrong")

    page.goto(page.url.partition("/lab")[0] + "/lab?fault=S3-25")
    expect(page.locator(".lab-exhibit dd").first).to_contain_text("a loss")
    page.get_by_role("link", name="Continue from here against it").click()
    play_page = PlayPage(page)
    play_page.wait_for_plies(1)
    assert "first=replica-s3-take-away:depth=2" in page.url


def test_two_answers_stand_apart_each_with_its_condition(open_page: OpenPage) -> None:
    page = open_page("/lab?entry=S3-11&rows=ours").page
    expect(page.locator(".lab-answer")).to_have_count(2)
    expect(page.get_by_role("button", name="Measure here")).to_have_count(0)
    program, corrected = page.locator(".lab-answer").all()
    expect(program).to_contain_text("The report's own program: ≈ holds with a condition")
    expect(program).to_contain_text("Condition: except for the claim that a search of depth d takes as long as")
    expect(corrected).to_contain_text("With its faults corrected: ≈ holds with a condition")
    expect(corrected).to_contain_text("Measured: full search wins all of 15 won heaps")
    expect(page.locator(".lab-head")).to_contain_text(
        "Assumed here: S3's rule for the horizon is printed with a mistake"
    )


def test_a_run_is_stopped_on_a_phone_and_what_is_not_there_is_said(open_page: OpenPage) -> None:
    size = {"width": 360, "height": 720}
    page = open_page("/lab?entry=S3-12&rows=all", viewport=size, color_scheme="dark").page
    rows = page.locator(".lab-table tbody tr")
    expect(rows).to_have_count(17)
    page.get_by_role("button", name="Measure here").click()
    expect(page.locator(".lab-table tr.now")).to_have_count(1)
    expect(page.locator(".run-progress")).to_contain_text("measuring")
    expect(page.locator(".lab-first-verdict")).not_to_contain_text("by us")  # a row is measured
    expect(page.locator(".lab-plot[role=img] circle").first).to_be_visible()
    beside = open_page("/lab?rows=all", beside=PlayPage(page)).page
    expect(beside.locator(".lab-entry", has_text="S3-12 ")).to_contain_text("being measured")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    expect(page.locator(".lab-first-verdict")).to_contain_text("not measured yet.")
    expect(page.get_by_role("link", name="12: the tree, in the microscope", exact=True)).to_be_visible()
    assert overflow(page) <= 0
    assert overflow(beside) <= 0
    page.get_by_label("Rows").select_option("")
    expect(page.locator(".lab-quick")).to_have_text(["counted, not built, quick"] * 8)
    assert "rows=" not in page.url

    missing = open_page("/lab?entry=S9-9", refusal=True).page
    expect(missing.get_by_role("alert")).to_contain_text("There is no entry 'S9-9'")
    expect(missing.locator(".lab-first")).to_contain_text("There is no entry 'S9-9'")


def test_all_quick_rows_are_measured_with_one_click_and_stopped_with_another(open_page: OpenPage) -> None:
    page = open_page("/lab").page
    page.get_by_role("button", name="Measure all quick rows here").click()
    expect(page.locator(".lab-run-all")).to_contain_text(re.compile(r"\d+ of \d{3} rows done"))
    page.get_by_role("button", name="Stop measuring").click()
    expect(page.get_by_role("button", name="Measure all quick rows here")).to_be_visible()


def test_the_links_of_a_wide_table_are_in_sight(open_page: OpenPage) -> None:
    page = open_page("/lab?entry=S0-26&rows=all", viewport={"width": 1440, "height": 900}).page
    link = page.locator("td.lab-links a").last
    expect(link).to_be_visible()
    hidden = "table => table.scrollWidth - table.clientWidth"
    settle(page)
    assert page.locator(".run-wide", has=page.locator(".lab-table")).evaluate(hidden) == 0


def test_the_lab_leads_to_the_slips_in_print(open_page: OpenPage) -> None:
    page = open_page("/lab").page
    page.get_by_role("link", name="Slips in print").click()
    expect(page.get_by_role("heading", name="Slips in print", level=1)).to_be_visible()

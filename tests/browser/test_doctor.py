"""The Doctor page: a fault and the right search beside each other, the reports of this machine, and the microscope."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from browser.fixtures import OpenPage, new_page
from kibitz.doctor.gallery import find_runs
from kibitz.doctor.report import FoundFault, Report
from kibitz.doctor.report_store import keep_report
from kibitz.doctor.reports.html_report import write_html

FAULT = "window-not-swapped"
SENTENCE = "The window is negated for a child but not swapped."


def make_report() -> Report:
    """As an examination leaves one, without the time it takes."""
    _, wrong, right = find_runs(FAULT)
    return Report(
        "mine.py:negamax",
        "wrong",
        SENTENCE,
        (FoundFault(FAULT, SENTENCE, "Why.", "right line", "wrong line"),),
        smallest=[[0, -1]],
        violation="it answers 0, and the value is -1",
        next_step="Look for this line.",
        remarks=("A note.",),
        understood="negamax(node, depth, alpha, beta)",
        cases=90,
        wrong_cases=49,
        patient_run=wrong,
        right_run=right,
    )


def expect_both_drawn(page: Page) -> None:
    pictures = page.locator(".doctor-runs img")
    expect(pictures).to_have_count(2)
    for picture in (pictures.first, pictures.last):
        expect(picture).to_have_js_property("complete", True)
        expect(picture).not_to_have_js_property("naturalWidth", 0)


def test_a_fault_is_replayed_beside_the_right_search_and_opens_in_the_microscope(open_page: OpenPage) -> None:
    page = open_page("/doctor").page
    expect(page.get_by_role("heading", name="Monte Carlo", exact=True)).to_be_visible()
    page.get_by_role("searchbox", name="Find a fault").fill("swapped negated")
    expect(page.locator("section:has(> h3) li:visible")).to_have_count(3)
    expect(page.get_by_role("heading", name="Monte Carlo", exact=True)).to_be_hidden()
    page.get_by_role("link", name=SENTENCE, exact=True).click()
    expect(page.get_by_role("heading", name=SENTENCE)).to_be_visible()
    expect(page.locator("article.doctor")).to_contain_text("in your program the line may look different")
    expect_both_drawn(page)
    expect(page.locator("figcaption").first).to_contain_text("value 0, move 0, 1 leaf")
    page.get_by_role("slider").fill("0")
    expect(page.locator(".doctor-step output")).to_have_text("0 of 1 by this program, 0 of 2 by the right one")
    expect(page.locator(".doctor-runs img").first).to_have_attribute(
        "src", f"/api/doctor/drawing?fault={FAULT}&run=wrong&step=0"
    )
    expect_both_drawn(page)
    page.get_by_role("button", name="Open in the microscope").first.click()
    expect(page.locator(".scope-head")).to_contain_text(FAULT)
    expect(page.get_by_role("button", name="Why this value?")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name=SENTENCE)).to_be_visible()


def test_max_is_max_in_the_microscope_where_min_begins(open_page: OpenPage) -> None:
    page = open_page("/tree?game=numbers:[[3,12],[2]],first=min&searcher=alphabeta&view=drawing").page
    expect(page.locator(".scope-head")).to_contain_text("Min plays C, value +2 for Max")
    expect(page.locator(".legend")).to_contain_text("Max to move")
    expect(page.locator("kibitz-board .tree-node")).to_have_count(1)


def test_a_report_is_shown_whole_and_no_code_can_be_entered(open_page: OpenPage) -> None:
    keep_report(make_report())
    page = open_page("/doctor").page
    assert page.locator("textarea, input[type=file], form").count() == 0
    page.get_by_role("link", name="mine.py:negamax").click()
    expect(page.locator(".doctor-verdict")).to_have_text(f"wrong {SENTENCE}")
    expect_both_drawn(page)
    for text in (
        "it answers 0, and the value is -1",
        "- wrong line\n+ right line",
        "A note.",
        "90 trees, 49 answered wrongly",
    ):
        expect(page.locator("article.doctor")).to_contain_text(text)
    page.get_by_role("button", name="Open in the microscope").last.click()
    expect(page.locator(".scope-head")).to_contain_text("alphabeta")


def test_the_page_of_a_report_opens_the_microscope_without_a_server(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "report.html").write_text(write_html(make_report()), encoding="utf-8")
    context = browser.new_context()
    page = new_page(context)
    page.goto(f"file://{tmp_path / 'report.html'}")
    with context.expect_page() as opened:
        page.get_by_role("button", name="This program in the microscope").click()
    expect(opened.value.get_by_role("button", name="Why this value?")).to_be_visible()
    expect(opened.value.locator("body")).to_contain_text(FAULT)
    context.close()

"""The microscope in front of a class: what is in sight together, which keys a clicker has, and where the root is."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import OpenPage
from browser.microscope import Microscope
from browser.play_page import settle

TWELVE_NODES = "/tree?example=alphabeta"
LARGE = "/tree?game=connect-four:width=5,height=4&searcher=alphabeta:depth=5,backend=reference&view=drawing"
BESIDE = "/tree?game=tic-tac-toe&moves=a1b2c1c2&searcher=minimax:depth=3&other=alphabeta:depth=3&projector=on"
BEAMER = {"width": 1280, "height": 720}
TOGETHER = (".scope-view", ".moment-sentence", ".window-path", ".pseudocode", ".replay .primary")


def check_in_sight(scope: Microscope, *parts: str) -> None:
    for part in parts:
        for box in (each.bounding_box() for each in scope.page.locator(part).all()):
            assert box is not None, part
            assert box["x"] >= 0 <= box["y"], (part, box)
            assert box["x"] + box["width"] <= BEAMER["width"], (part, box)
            assert box["y"] + box["height"] <= BEAMER["height"], (part, box)


def root_box(scope: Microscope) -> list[int]:
    settle(scope.page)
    return [int(edge) for edge in str(scope.canvas.first.get_attribute("data-root")).split()[1:]]


def check_root_stays(scope: Microscope, steps: int) -> None:
    """The root is inside the frame at every step, and at the same place."""
    frame = scope.canvas.first.bounding_box()
    assert frame is not None
    scope.page.keyboard.press(".")
    first = root_box(scope)
    left, top, right, bottom = first
    assert left >= 0 <= top
    assert right <= frame["width"]
    assert bottom <= frame["height"]
    for step in range(2, steps + 1):
        scope.page.keyboard.press(".")
        expect(scope.page.locator(".clock")).to_contain_text(f"{step} /")
        expect(scope.canvas.first).to_have_attribute("data-shown", re.compile(f"^{step - 1} "))
        assert root_box(scope) == first, step


def test_on_the_projector_all_that_a_lecture_needs_is_in_sight_and_the_space_bar_plays(open_page: OpenPage) -> None:
    scope = Microscope(open_page(TWELVE_NODES, viewport=BEAMER).page)
    page = scope.page
    scope.press("Projector")
    page.keyboard.press("n")
    settle(page)
    check_in_sight(scope, *TOGETHER)
    assert page.evaluate("document.documentElement.scrollHeight") <= BEAMER["height"]
    expect(page.locator(".scope").locator("select:visible, input[type=text]:visible")).to_have_count(0)
    scope.press("Map")
    page.keyboard.press(" ")
    expect(page.locator(".clock")).to_contain_text("24 / 24")  # it has played to the end
    expect(page.get_by_role("button", name="Projector")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("PageUp")
    page.keyboard.press("PageUp")
    page.keyboard.press("PageDown")
    expect(page.locator(".clock")).to_contain_text("23 / 24")
    assert scope.query["projector"] == "on"
    page.reload()
    settle(page)
    check_in_sight(scope, *TOGETHER)


def test_a_comparison_on_the_projector_shows_both_pictures_and_play(open_page: OpenPage) -> None:
    scope = Microscope(open_page(BESIDE, viewport=BEAMER).page)
    expect(scope.canvas).to_have_count(2)
    scope.page.keyboard.press("n")
    settle(scope.page)
    check_in_sight(scope, ".scope-view", ".view-caption", ".replay .primary")


def test_the_root_stays_where_it_is_while_a_small_search_is_replayed(open_page: OpenPage) -> None:
    check_root_stays(Microscope(open_page(TWELVE_NODES, viewport=BEAMER).page), 24)


@pytest.mark.slow
def test_the_root_stays_where_it_is_while_a_large_search_is_replayed(open_page: OpenPage) -> None:
    check_root_stays(Microscope(open_page(LARGE, viewport=BEAMER).page), 40)

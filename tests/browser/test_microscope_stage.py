"""The microscope in front of a class: what is in sight together, which keys a clicker has, and where the root is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

import kibitz
from browser.fixtures import OpenPage
from browser.microscope import Microscope
from browser.play_page import settle
from helpers.trees import write_tree

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
    page.keyboard.press("w")
    expect(page.locator(".answer")).to_contain_text("Cut-off")
    settle(page)
    code, line = (page.locator(part).bounding_box() for part in (".pseudocode", ".pseudocode [aria-current]"))
    assert code is not None
    assert line is not None
    assert code["y"] <= line["y"]
    assert line["y"] + line["height"] <= code["y"] + code["height"] + 1
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
    settle(scope.page)
    for picture in scope.canvas.all():  # the second tree is small, and yet a map as the first
        picture.hover(position={"x": 40, "y": 40})
        expect(scope.page.locator(".scope-tip:visible")).to_contain_text("root")
    scope.page.keyboard.press("n")
    settle(scope.page)
    check_in_sight(scope, ".scope-view", ".view-caption", ".replay .primary")


def test_the_tools_fill_one_line_and_the_replay_is_in_sight_with_the_picture(open_page: OpenPage) -> None:
    scope = Microscope(open_page(TWELVE_NODES, viewport=BEAMER).page)
    settle(scope.page)
    tools = [box for part in scope.page.locator(".scope-tools button:visible").all() if (box := part.bounding_box())]
    assert len(tools) > 5
    assert len({round(box["y"]) for box in tools}) == 1
    check_in_sight(scope, ".scope-view", ".replay")


def test_the_root_stays_where_it_is_while_a_small_search_is_replayed(open_page: OpenPage) -> None:
    check_root_stays(Microscope(open_page(TWELVE_NODES, viewport=BEAMER).page), 24)


@pytest.mark.slow
def test_the_root_stays_where_it_is_while_a_large_search_is_replayed(open_page: OpenPage) -> None:
    check_root_stays(Microscope(open_page(LARGE, viewport=BEAMER).page), 40)


def test_the_replay_asks_before_each_decision_and_counts_right_answers(open_page: OpenPage) -> None:
    scope = Microscope(open_page(TWELVE_NODES, viewport=BEAMER).page)
    page, prediction = scope.page, scope.page.locator(".prediction")
    keys = {True: "1", False: "2"}  # yes, and no
    scope.press("One step")
    page.get_by_label("Predict").click()
    for is_right in (True, False):
        page.keyboard.press(" ")
        expect(prediction).to_contain_text("Does the search cut off here?")
        expect(page.locator(".window-path tr[data-asked]")).to_have_count(1)
        settle(page)
        told = scope.ask("step", step=int(scope.query["step"]) + 1).json()
        page.keyboard.press(keys[(told["event"] == "cut") == is_right])
        expect(prediction).to_contain_text("Right." if is_right else "No: ")
        expect(page.locator(".moment-sentence")).to_have_text(told["sentence"])
    expect(prediction).to_contain_text("1 of 2 right")


def test_an_opened_recording_is_compared_with_a_search(open_page: OpenPage, tmp_path: Path) -> None:
    """Its searcher is one that the server does not know."""
    tree = kibitz.position("tic-tac-toe", moves="a1b2c1c2").tree("alphabeta:depth=3")
    tree.searcher = "my-alphabeta"
    (tmp_path / "mine.kbz").write_bytes(write_tree(tree, ".kbz"))
    page = open_page("/tree").page
    page.get_by_label("Recording").set_input_files(tmp_path / "mine.kbz")
    scope = Microscope(page)
    scope.press("Compare with …")
    page.get_by_label("Search", exact=True).select_option(label="Minimax, 3 plies")
    scope.press("Compare")
    expect(scope.canvas).to_have_count(2)
    expect(page.locator(".compare-panel .answer")).to_contain_text("my-alphabeta visits")
    scope.press("Go there")
    settle(page)
    expect(page.locator(".view-caption")).to_have_count(2)
    expect(page.locator(".view-caption").nth(1)).not_to_contain_text("never visited")


def test_an_example_keeps_its_text_and_is_saved_as_one_page(open_page: OpenPage) -> None:
    scope = Microscope(open_page(TWELVE_NODES).page)
    expect(scope.page.locator(".scope-look")).to_contain_text("watch the window at the root")
    name, data = scope.save("Save as one page (.html)")
    assert name.endswith(".html")
    assert b'id="kibitz-tree"' in data
    scope.press("Another search")
    scope.press("Record the search")
    expect(scope.page.locator(".scope-look")).to_have_count(0)

"""Takes the pictures of the web app for README and docs, light and dark, into docs/screenshots.

usage: PYTHONPATH=tests python tests/helpers/screenshots.py [NAME …]
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect

from browser.launch import running_browser, running_server
from browser.play_page import settle
from kibitz.lab.find_experiments import find_experiments

SCREENSHOTS = Path(__file__).parents[2] / "docs" / "screenshots"
PATIENCE = 120_000  # milliseconds: kernels may be compiled on the way

MIDDLE = "4444435533663"  # a Connect Four game with something going on
BRANCHED = "4444(33)435533(26)663"  # the same with variations
OPENING = "f5d6c3d3c4f4c5b4"  # of Othello
LARGE = "game=connect-four&searcher=alphabeta:depth=8"
DRAWN = "game=take-away:chips=5,take=3&searcher=alphabeta:depth=9,backend=reference"
CUP = "game=connect-four&players=engine:depth=6;mcts:simulations=4000;engine:depth=2;random&games=10"
IN_LAB = "Take-Away: search time by removal limit"
ENTRY = next(name for name, made in find_experiments().items() if made.title == IN_LAB)
TWO = "game=connect-four&searcher=minimax:depth=4&other=alphabeta:depth=4"


def save_small(picture: bytes, path: Path) -> None:
    """Save a PNG with 256 colours: a third of the size, and nothing to see of it on these pages."""
    colours = Image.open(BytesIO(picture)).convert("RGB").quantize(256, dither=Image.Dither.NONE)
    colours.save(path, "PNG", optimize=True)


def at_start(page: Page) -> None:
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()


def with_stones(page: Page) -> None:
    expect(page.locator(".stage .pieces > *").first).to_be_visible()


def with_ghost(page: Page) -> None:
    page.locator('.stage [data-cell="3,1"]').hover()
    expect(page.locator(".ghost .comes")).to_be_visible()


def with_scores(page: Page) -> None:
    expect(page.locator(".graph .point")).to_have_count(9)
    expect(page.locator(".running")).to_be_visible()
    expect(page.locator(".running")).to_have_count(0)


def at_cutoff(page: Page) -> None:
    """The replay, where the ninth cut-off is made."""
    for _ in range(9):
        page.get_by_role("button", name="Next cut-off").click()
        settle(page)


def with_map(page: Page) -> None:
    page.get_by_role("tab", name="Statistics").click()
    expect(page.locator(".scope-statistics .bars").first).to_be_visible()
    settle(page)


def with_drawing(page: Page) -> None:
    page.get_by_role("button", name="Why this value?").click()
    expect(page.locator(".answer")).to_be_visible()
    settle(page)


def with_two(page: Page) -> None:
    page.get_by_role("button", name="Go there").click()
    settle(page)


def with_games(page: Page) -> None:
    """A tournament in the middle."""
    page.get_by_role("button", name="Start the tournament").click()
    expect(page.locator(".arena-list-of-games tbody tr").nth(20)).to_be_attached()
    page.mouse.move(0, 0)


def with_table(page: Page) -> None:
    """An entry of the lab that has been measured, now or for the picture before."""
    expect(page.locator(".lab-actions > *").first).to_be_visible()
    run = page.get_by_role("button", name="Measure here")
    if run.is_visible():
        run.click()
    expect(page.locator(".lab-done")).to_be_visible()
    page.mouse.move(0, 0)


def with_answers(page: Page) -> None:
    """A task that is half done, and checked."""
    for node in ("5", "6"):
        page.locator(f'[data-node="{node}"]').click()
    page.get_by_label("Alpha when the search enters").fill("-inf")
    page.get_by_label("Beta when the search enters").fill("12")
    page.get_by_role("button", name="Check all").click()
    expect(page.locator(".task-mark").first).not_to_be_empty()
    page.mouse.move(0, 0)
    page.evaluate("scrollTo(0, 0)")


def with_curve(page: Page) -> None:
    """A player in training, good already."""
    page.get_by_role("button", name="Start learning").click()
    expect(page.locator(".learn-verdict")).to_contain_text(re.compile(r"in (9\d|every)"))
    expect(page.locator(".self-play .piece").nth(3)).to_be_visible()
    page.mouse.move(0, 0)


# name: address, width, height, what to do first
SHOTS: dict[str, tuple[str, int, int, Callable[[Page], None]]] = {
    "start": ("/", 1260, 610, at_start),
    "play": (f"/play?game=connect-four&moves={BRANCHED}", 1100, 720, with_ghost),
    "analyse": (f"/analyse?game=othello&moves={OPENING}", 1280, 800, with_scores),
    "microscope": (f"/tree?{LARGE}", 1280, 840, with_map),
    "microscope-drawing": (f"/tree?{DRAWN}&view=drawing&node=0", 1280, 840, with_drawing),
    "microscope-replay": ("/tree?game=connect-four&searcher=alphabeta:depth=5", 1280, 840, at_cutoff),
    "microscope-compare": (f"/tree?{TWO}", 1280, 840, with_two),
    "arena": (f"/arena?{CUP}", 960, 660, with_games),
    "lab": (f"/lab?entry={ENTRY}", 1040, 980, with_table),
    "exercises": ("/exercises?exercise=alphabeta&level=3&seed=7", 1040, 960, with_answers),
    "learn": ("/learn", 1180, 860, with_curve),
    "phone": (f"/play?game=connect-four&moves={MIDDLE}", 360, 720, with_stones),
}


def main(*only: str) -> None:
    """Take all screenshots, or those whose names are given."""
    expect.set_options(timeout=PATIENCE)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["KIBITZ_DATA"] = folder  # where the server keeps tournaments and results
        _take(*only)


def _take(*only: str) -> None:
    with running_server() as server, running_browser() as browser:
        for scheme in ("light", "dark"):
            for name in only or SHOTS:
                address, width, height, prepare = SHOTS[name]
                context = browser.new_context(
                    viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce"
                )
                page = context.new_page()
                page.goto(server + address)
                expect(page.locator("kibitz-board, .lab, .task").first).to_be_attached()
                prepare(page)
                save_small(page.screenshot(), SCREENSHOTS / f"{name}-{scheme}.png")
                context.close()


if __name__ == "__main__":
    main(*sys.argv[1:])

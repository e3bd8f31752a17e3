"""Takes the pictures of the web app for README and docs, light and dark, into docs/screenshots.

usage: python tests/screenshots.py
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from browser.launch import running_browser, running_server

SCREENSHOTS = Path(__file__).parents[1] / "docs" / "screenshots"
PATIENCE = 120_000  # milliseconds: kernels may be compiled on the way

MIDDLE = "4444435533663"  # a Connect Four game with something going on
OPENING = "f5d6c3d3c4f4c5b4"  # of Othello


def at_start(page: Page) -> None:
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()


def with_ghost(page: Page) -> None:
    page.locator('.stage [data-cell="3,1"]').hover()
    expect(page.locator(".ghost .comes")).to_be_visible()


def with_scores(page: Page) -> None:
    expect(page.locator(".graph .point")).to_have_count(9)
    expect(page.locator(".running")).to_be_visible()
    expect(page.locator(".running")).to_have_count(0)


# name: address, width, height, what to do first
SHOTS: dict[str, tuple[str, int, int, Callable[[Page], None]]] = {
    "start": ("/", 1040, 800, at_start),
    "play": (f"/play?game=connect-four&moves={MIDDLE}", 1100, 720, with_ghost),
    "analyse": (f"/analyse?game=othello&moves={OPENING}", 1280, 800, with_scores),
    "phone": (f"/play?game=connect-four&moves={MIDDLE}", 360, 720, lambda page: None),
}


def main() -> None:
    expect.set_options(timeout=PATIENCE)
    with running_server() as server, running_browser() as browser:
        for scheme in ("light", "dark"):
            for name, (address, width, height, prepare) in SHOTS.items():
                context = browser.new_context(
                    viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce"
                )
                page = context.new_page()
                page.goto(server + address)
                expect(page.locator("kibitz-board").first).to_be_visible()
                prepare(page)
                page.screenshot(path=SCREENSHOTS / f"{name}-{scheme}.png")
                context.close()


if __name__ == "__main__":
    main()

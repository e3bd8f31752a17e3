"""A server, a browser, and a watch over every page: no error in its console, no request elsewhere."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect

from browser.launch import running_browser, running_server
from browser.play_page import PlayPage, settle
from helpers.waiting import HANGS

OWN_GAME = Path(__file__).parents[2] / "examples" / "treblecross.py"
PATIENCE = 1000 * HANGS  # milliseconds

USUAL: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 900},
    "reduced_motion": "reduce",  # a click waits until what it hits stands still
}

SLOWNESS = float(os.environ.get("KIBITZ_SLOW_BROWSER", "1"))  # pages run so many times slower, to find races
LATENCY = 25  # milliseconds, times the slowness, that a request then takes longer

KEEP_SPEED = "try { localStorage['kibitz-speed'] ??= JSON.stringify('%s'); } catch { /* a page without an origin */ }"

REFUSED = re.compile("status of (404|422)")

OpenPage = Callable[..., PlayPage]


def new_page(browser: Browser | BrowserContext) -> Page:
    """As slow as KIBITZ_SLOW_BROWSER says."""
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    if SLOWNESS > 1:
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWNESS})
        network = {"offline": False, "latency": LATENCY * SLOWNESS, "downloadThroughput": -1, "uploadThroughput": -1}
        session.send("Network.emulateNetworkConditions", network)
    return page


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """A server that also offers a game from a user's file."""
    with running_server("--game", f"{OWN_GAME}:Treblecross") as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with running_browser() as started:
        yield started


@pytest.fixture
def open_page(browser: Browser, server: str) -> Iterator[OpenPage]:
    """Opens an address of the app in a new context, or beside another page, and waits until it has `settled`.

    Whatever the console, the scripts or the network had to complain of fails the test at its end; `refusal`: the
    server is expected to refuse something, which browsers note in the console. `speed`: of animations and of answers,
    which come at once when it is off.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def watch(page: Page, refusal: bool) -> None:
        def on_message(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning") and not (refusal and REFUSED.search(message.text)):
                complaints.append(f"console: {message.text}")

        def on_request(request: Request) -> None:
            if not request.url.startswith((server, "data:")):
                complaints.append(f"elsewhere: {request.url}")

        page.on("pageerror", lambda error: complaints.append(f"script: {error}"))
        page.on("console", on_message)
        page.on("request", on_request)

    def open_one(
        address: str,
        *,
        beside: PlayPage | None = None,
        refusal: bool = False,
        settled: bool = True,
        speed: str = "off",
        **options: Any,
    ) -> PlayPage:
        if beside is None:
            contexts.append(browser.new_context(**{**USUAL, **options}))
            contexts[-1].add_init_script(KEEP_SPEED % speed)
        page = new_page(contexts[-1] if beside is None else beside.page.context)
        watch(page, refusal)
        page.goto(server + address)
        if settled:
            settle(page)
        return PlayPage(page)

    yield open_one
    for context in contexts:
        context.close()
    assert complaints == []

"""Starting what a browser test needs: a Kibitz server of its own and a real Chromium."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

from helpers.waiting import HANGS

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


def chromium() -> str:
    """The browser: the one KIBITZ_CHROMIUM names, or the first found."""
    found = os.environ.get("KIBITZ_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if not found:
        raise SystemExit("No Chromium was found: install one (apt-get install chromium) or name it in KIBITZ_CHROMIUM.")
    return found


@contextmanager
def running_server(*options: str) -> Iterator[str]:
    """The address of a server on a free port of this machine, without a slash at its end."""
    command = [sys.executable, "-m", "kibitz", "serve", "--port", "0", "--no-browser", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    with process.stdout as output:
        try:
            yield output.readline().split()[3].rstrip("/")
        finally:
            process.terminate()
            process.wait(HANGS)


@contextmanager
def running_browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()

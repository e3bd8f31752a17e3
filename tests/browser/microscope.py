"""The microscope as somebody uses it."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Locator, Page, expect

from browser.play_page import settle


class Microscope:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.canvas = page.locator(".scope-view canvas")
        self.panel = page.locator(".node-panel")
        self.windows = page.locator(".window-path tbody tr")
        expect(page.locator(".node-path")).to_be_attached()
        settle(page)

    @property
    def query(self) -> dict[str, str]:
        settle(self.page)
        return {name: values[-1] for name, values in parse_qs(urlsplit(self.page.url).query).items()}

    @property
    def tree(self) -> str:
        """The server's name for the recording, from what the page asks it."""
        url: str = self.page.evaluate(
            "performance.getEntriesByType('resource').map(({name}) => name).findLast((name) => name.includes('tree='))"
        )
        return parse_qs(urlsplit(url).query)["tree"][0]

    def ask(self, path: str, **query: str | int) -> Any:
        server = "{0.scheme}://{0.netloc}".format(urlsplit(self.page.url))
        answer = self.page.request.get(f"{server}/api/tree/{path}", params={"tree": self.tree, **query})
        assert answer.ok, answer.text()
        return answer

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def tab(self, name: str) -> None:
        self.page.get_by_role("tab", name=name).click()

    def fact(self, name: str) -> Locator:
        """What the panel says about the node under this name."""
        return self.panel.locator(".facts div", has=self.page.locator("dt", has_text=name)).locator("dd").first

    def wait_for_node(self, node: int) -> None:
        expect(self.fact("number")).to_have_text(f"#{node}")

    def save(self, name: str) -> tuple[str, bytes]:
        """What a choice of the menu gives: the file's name and its bytes."""
        self.page.locator("summary", has_text="Save").click()
        with self.page.expect_download() as waiting:
            self.press(name)
        return waiting.value.suggested_filename, Path(waiting.value.path()).read_bytes()

"""The page as a player uses it."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Locator, Page, expect

TWO_FRAMES = "async () => { for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame); }"


def settle(page: Page) -> None:
    """Wait until all that the last input caused is on screen and in the address: see `static/shared/settled.js`."""
    page.evaluate(TWO_FRAMES)  # in which the page takes notice of the input, and of another size of its window
    page.locator("html[data-state=settled]").wait_for(state="attached")


class PlayPage:
    """What it reads once, it reads when the page has settled."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.board = page.locator(".stage kibitz-board")
        self.status = page.locator(".status")
        self.ending = page.locator(".ending")

    def cell(self, row: int, column: int) -> Locator:
        return self.board.locator(f'[data-cell="{row},{column}"]')

    def click(self, row: int, column: int) -> None:
        """Play by a click, and wait until the address has the move."""
        before = self.plies
        self.cell(row, column).click()
        self.wait_for_plies(before + 1)

    def press(self, name: str) -> None:
        """Press a button of the page."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def play_first_legal(self) -> None:
        before = self.plies
        self.board.locator(".cell.legal").first.click()
        self.wait_for_plies(before + 1)

    @property
    def query(self) -> dict[str, str]:
        settle(self.page)
        return {key: values[0] for key, values in parse_qs(urlsplit(self.page.url).query).items()}

    @property
    def moves(self) -> list[str]:
        """Of the line that is shown, as the list beside the board has them."""
        settle(self.page)
        return self.page.locator(".moves .move[data-ply]").all_inner_texts()

    @property
    def plies(self) -> int:
        settle(self.page)
        return self.page.locator(".moves .move[data-ply]").count()

    def wait_for_plies(self, count: int) -> None:
        """At least so many moves, for a program may have replied."""
        expect(self.page.locator(f'.moves [data-ply="{count}"]')).to_have_count(1)

    def marks(self) -> list[str]:
        """What stands on each cell, from the names that are read aloud: 'a1, X'."""
        settle(self.page)
        names = self.board.locator(".cell").evaluate_all("cells => cells.map(cell => cell.getAttribute('aria-label'))")
        return [", ".join(name.split(", ")[:2]) for name in names]

    def scores(self) -> dict[str, str]:
        """The scores written on the board, by move."""
        settle(self.page)
        return dict(
            self.board.locator(".score").evaluate_all("all => all.map(g => [g.dataset.move, g.textContent])"),
        )

    def said(self) -> str:
        """What was last said to those who listen."""
        settle(self.page)
        return self.page.locator("#announcer").inner_text()

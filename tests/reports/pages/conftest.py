"""The server, the browser and the watch over pages that all browser tests use."""

from browser.conftest import browser, open_page, server

__all__ = ["browser", "open_page", "server"]

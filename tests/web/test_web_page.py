"""The files of the web app: complete, and of our own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import kibitz
from helpers.paths import ROOT

STATIC = Path(kibitz.__file__).parent / "web" / "static"
MODULES = {path.name: path.read_text(encoding="utf-8") for path in STATIC.glob("*.js")}
PAGE = (STATIC / "index.html").read_text(encoding="utf-8")


def test_every_module_is_loaded_ahead() -> None:
    """One after the other, as imports are found, they would take several round trips."""
    ahead = set(re.findall(r'(?:modulepreload" href|module" src)="/static/([\w.]+)"', PAGE))
    assert ahead == {name for name in MODULES if name != "types.js"}  # which only the type checker reads


@pytest.mark.parametrize("name", MODULES)
def test_a_module_imports_only_its_neighbours(name: str) -> None:
    imported = re.findall(r'(?:^import|^\} from|import\()[^"\n]*"([^"]+)"', MODULES[name], re.MULTILINE)
    assert all(source.startswith("./") and (STATIC / source).is_file() for source in imported)


def test_nothing_comes_from_elsewhere() -> None:
    texts = [PAGE, *MODULES.values(), *(path.read_text(encoding="utf-8") for path in STATIC.glob("*.css"))]
    addresses = {address for text in texts for address in re.findall(r"(?:https?:)?//[\w.-]+\.\w{2,}[^\s\"')]*", text)}
    assert addresses == {"http://www.w3.org/2000/svg"}  # the name of a language, never fetched


def test_nothing_is_written_inside_the_page() -> None:
    """As the content policy forbids it: no script between tags, no style attribute, no handler attribute."""
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", PAGE)


def test_the_screenshots_are_shown_and_small() -> None:
    """`python tests/helpers/screenshots.py` takes them again."""
    there = {path.name: path.stat().st_size for path in (ROOT / "docs" / "screenshots").iterdir()}
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    shown = {
        name for page in pages for name in re.findall(r"screenshots/([\w-]+\.png)", page.read_text(encoding="utf-8"))
    }
    assert shown == set(there)
    assert max(there.values()) <= 150_000

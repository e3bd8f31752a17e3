"""The files of the web app: complete, and our own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import kibitz
from helpers.paths import ROOT
from kibitz.web.pages import PAGES, write_index

STATIC = Path(kibitz.__file__).parent / "web" / "static"


def _read(pattern: str) -> dict[str, str]:
    """The files of all folders, by their path."""
    paths = sorted(STATIC.rglob(pattern))
    return {path.relative_to(STATIC).as_posix(): path.read_text(encoding="utf-8") for path in paths}


MODULES, STYLES, DOCUMENTS = _read("*.js"), _read("*.css"), _read("*.html")
INDEX = write_index(STATIC)
FOLDERS = {page.folder for page in PAGES}


def imports_of(name: str) -> list[str]:
    """What a module imports, for its code or for the type checker, as a path in the static folder."""
    sources = re.findall(r'(?:^import|^\} from|import\()[^"\n]*"([^"]+)"', MODULES[name], re.MULTILINE)
    assert all(source.startswith(("./", "../")) for source in sources), sources
    return [((STATIC / name).parent / source).resolve().relative_to(STATIC.resolve()).as_posix() for source in sources]


def test_every_page_has_a_folder_with_its_module() -> None:
    assert {path.name for path in STATIC.iterdir() if path.is_dir()} == {*FOLDERS, "shared"}
    for folder in FOLDERS:
        assert "export" in MODULES[f"{folder}/page.js"]


def test_every_style_sheet_is_linked() -> None:
    assert set(re.findall(r'stylesheet" href="/static/([\w./]+)"', INDEX)) == set(STYLES)


def test_every_module_of_the_first_pages_is_loaded_ahead() -> None:
    ahead = set(re.findall(r'(?:modulepreload" href|module" src)="/static/([\w./]+)"', INDEX))
    folders = {"shared", *(page.folder for page in PAGES if page.is_loaded_ahead)}
    wanted = {name for name in MODULES if "/" not in name or name.partition("/")[0] in folders}
    assert ahead == {name for name in wanted if not name.endswith("_types.js")}  # which only the type checker reads


@pytest.mark.parametrize("name", [name for name in MODULES if name.endswith("_types.js")])
def test_a_module_of_types_has_no_code(name: str) -> None:
    assert re.sub(r"/\*.*?\*/", "", MODULES[name], flags=re.DOTALL).strip() == "export {};"


@pytest.mark.parametrize("name", MODULES)
def test_a_module_imports_only_its_page_and_what_is_shared(name: str) -> None:
    folder = name.partition("/")[0]
    imported = imports_of(name)
    assert set(imported) <= set(MODULES)
    assert {source.partition("/")[0] for source in imported} <= {folder, "shared"}


def test_nothing_comes_from_elsewhere() -> None:
    texts = [INDEX, *MODULES.values(), *STYLES.values(), *DOCUMENTS.values()]
    addresses = {address for text in texts for address in re.findall(r"(?:https?:)?//[\w.-]+\.\w{2,}[^\s\"')]*", text)}
    assert addresses == {"http://www.w3.org/2000/svg"}  # the name of a language, never fetched


@pytest.mark.parametrize("name", STYLES)
def test_a_style_sheet_fetches_nothing(name: str) -> None:
    assert not re.search(r"@import|url\((?![\"']?(?:data:|#))", STYLES[name])


def test_nothing_is_written_inside_the_page() -> None:
    """As the content policy forbids it: no script between tags, no style attribute, no handler attribute."""
    for page in (INDEX, *DOCUMENTS.values()):
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", page)


def test_the_screenshots_are_shown_and_small() -> None:
    """`python tests/helpers/screenshots.py` takes them again."""
    there = {path.name: path.stat().st_size for path in (ROOT / "docs" / "screenshots").iterdir()}
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    shown = {
        name for page in pages for name in re.findall(r"screenshots/([\w-]+\.png)", page.read_text(encoding="utf-8"))
    }
    assert shown == set(there)
    assert max(there.values()) <= 150_000

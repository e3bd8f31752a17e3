"""The documentation inside the app: every page can be read, and every link leads somewhere."""

from __future__ import annotations

import re

import pytest

from helpers.paths import ROOT
from helpers.web_server import running_server
from kibitz.web.documentation import DOCS_FOLDER, Contents, NoPage, list_contents, read_page


def all_pages(contents: Contents) -> list[str]:
    return [contents.page, *(page for below in contents.pages for page in all_pages(below))]


PAGES = all_pages(list_contents())


def test_every_file_of_the_documentation_is_a_page() -> None:
    files = {path.relative_to(ROOT / "docs").with_suffix("").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert set(PAGES) == {name for name in files if not name.startswith("_build/")}


@pytest.mark.parametrize("page", PAGES)
def test_links_and_pictures_of_a_page_are_there(page: str) -> None:
    html = read_page(page).html
    for target in re.findall(r'href="/manual\?document=([^"#]*)', html):
        assert target in PAGES
    for picture in re.findall(r'src="/docs/([^"]*)"', html):
        assert (DOCS_FOLDER / picture).is_file()
    assert "<a href=" not in re.sub(r"<a href=[^>]*>[^<]", "", re.sub(r"<a href=[^>]*><(code|em|strong)", "", html))
    assert not re.search(r"<script|style=|<pre class=\"\{", html)


def test_tables_of_options_come_from_the_code() -> None:
    html = read_page("games/connect-four").html.replace("\n", "")
    assert "<code>width</code></td><td><code>7</code>" in html


def test_a_page_that_is_not_there_is_refused() -> None:
    for name in ("nothing", "../README", "conf", ""):
        with pytest.raises(NoPage):
            read_page(name)


def test_the_server_answers_with_a_page_and_the_contents() -> None:
    with running_server() as server:
        found = server.ask("/api/manual?page=tutorial/first-game")
        assert found["shown"]["html"].startswith("<h1")
        assert found["contents"]["pages"][0]["page"] == "browser"


def test_a_search_finds_the_sections_with_all_the_words() -> None:
    with running_server() as server:
        found = server.ask("/api/manual/search", words="Bradley Terry")["sections"]
        assert ("arena", "A tournament") in {(one["page"], one["heading"]) for one in found}
        assert all(f'id="{one["anchor"]}"' in read_page(one["page"]).html for one in found)
        assert server.ask("/api/manual/search", words="xyzzy plugh")["sections"] == []
        assert server.ask("/api/manual/search", words="  ?! ")["sections"] == []


def test_a_screenshot_is_shown_in_the_colours_of_the_page() -> None:
    html = read_page("arena").html
    shown = dict(re.findall(r'<img class="(only-\w+)" loading="lazy" src="/docs/screenshots/([^"]*)"', html))
    assert shown == {"only-light": "arena-light.png", "only-dark": "arena-dark.png"}


def test_a_link_to_where_the_manual_was_before_still_opens_it() -> None:
    with running_server() as server:
        answer = server.get("/learn", document="tutorial/first-game")
        assert (answer.status_code, answer.headers["location"]) == (307, "/manual?document=tutorial%2Ffirst-game")
        assert server.get("/learn").status_code == 200

"""The documentation inside the app: the same Markdown files that the printed pages are made from, as HTML.

A page is named by its path in the folder `docs` without the ending, as in `tutorial/first-game`. The files come with
the package; in a checkout they lie beside it. Sphinx's directives that occur there are understood: tables of options,
pictures, and the interface of Python objects; the list of contents is made from the `toctree` of each index.
"""

from __future__ import annotations

import functools
import inspect
import posixpath
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

import kibitz
from kibitz.web.option_table import write_option_table

SHIPPED, CHECKOUT = Path(kibitz.__file__).parent / "docs", Path(__file__).parents[3] / "docs"
DOCS_FOLDER = SHIPPED if SHIPPED.exists() else CHECKOUT
FIRST_PAGE = "index"
PICTURES = ("pictures", "screenshots")  # folders with what the pages show
_DIRECTIVE = re.compile(r"\{([\w-]+)\}\s*(.*)")
_MEMBER = re.compile(r"\.\. auto\w+:: kibitz\.(\w+)")


class NoPage(Exception):
    """There is no page of that name."""


@dataclass(frozen=True)
class Contents:
    """A page and those below it."""

    page: str
    title: str
    pages: tuple[Contents, ...]


@dataclass(frozen=True)
class DocPage:
    """A page as HTML, which holds no script and no style of its own."""

    page: str
    title: str
    html: str


@functools.cache
def list_contents(page: str = FIRST_PAGE) -> Contents:
    """A page and all below it, in the order of the indexes."""
    toctrees = re.findall(r"^```\{toctree\}\n(.*?)^```$", read_source(page), re.MULTILINE | re.DOTALL)
    names = [line for toctree in toctrees for line in toctree.split() if not line.startswith(":")]
    below = (posixpath.normpath(posixpath.join(posixpath.dirname(page), name)) for name in names)
    return Contents(page, _title(page), tuple(map(list_contents, below)))


@functools.cache
def read_page(page: str) -> DocPage:
    """A page of the documentation. Raises NoPage if there is none of that name."""
    if page not in _all_pages():
        raise NoPage(page)
    markdown = _make_renderer()
    tokens = markdown.parse(read_source(page))
    _rewrite(tokens, page)
    html = markdown.renderer.render(tokens, markdown.options, {"page": page})
    return DocPage(page, _title(page), re.sub(r' style="text-align:(\w+)"', r' class="\1"', html))


def _make_renderer() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.add_render_rule("fence", _render_fence)
    return markdown


@functools.cache
def _all_pages() -> frozenset[str]:
    def below(contents: Contents) -> set[str]:
        return {contents.page}.union(*map(below, contents.pages))

    return frozenset(below(list_contents()))


def read_source(page: str) -> str:
    """The Markdown of a page."""
    try:
        return (DOCS_FOLDER / f"{page}.md").read_text(encoding="utf-8")
    except OSError:
        raise NoPage(page) from None


def _title(page: str) -> str:
    return read_source(page).partition("\n")[0].lstrip("# ").replace("`", "").replace("\\", "")


def make_anchor(heading: str) -> str:
    """The id of a heading, given as it is written in Markdown."""
    return re.sub(r"[^\w-]", "", heading.lower().replace(" ", "-"))


def _rewrite(tokens: Sequence[Token], page: str) -> None:
    """Give headings their anchors, and let links and pictures lead to where the app has them."""
    for before, token in zip((None, *tokens), tokens):  # noqa: B905  # the last token has no follower
        if token.type == "inline" and before is not None and before.type == "heading_open":
            before.attrSet("id", make_anchor(token.content))
        for link in token.children or ():
            if link.type == "link_open":
                link.attrSet("href", _address(str(link.attrGet("href")), page))
            elif link.type == "image":
                link.attrSet("src", _picture(str(link.attrGet("src")), page))
        if token.children:
            token.children = _with_titles(_with_addresses(token.children), page)


def _with_addresses(children: list[Token]) -> list[Token]:
    """An address of the microscope, which is written as code, leads there."""
    found: list[Token] = []
    for child in children:
        if child.type == "code_inline" and child.content.startswith("/tree?"):
            opens = Token("link_open", "a", 1, attrs={"href": child.content})
            found += [opens, child, Token("link_close", "a", -1)]
        else:
            found.append(child)
    return found


def _with_titles(children: list[Token], page: str) -> list[Token]:
    """A link without a text has the title of the page it leads to."""
    found: list[Token] = []
    for child in children:
        if child.type == "link_close" and found and found[-1].type == "link_open":
            target = str(found[-1].attrGet("href")).partition("document=")[2].partition("#")[0]
            found.append(Token("text", "", 0, content=_title(target)))
        found.append(child)
    return found


def _address(target: str, page: str) -> str:
    """Where a link leads in the app; to another page of the documentation, or as it is."""
    path, mark, anchor = target.partition("#")
    if not path.endswith(".md") or "://" in path:
        return target
    other = posixpath.normpath(posixpath.join(posixpath.dirname(page), path.removesuffix(".md")))
    return f"/manual?document={other}{mark}{anchor}"


def _picture(target: str, page: str) -> str:
    return f"/docs/{posixpath.normpath(posixpath.join(posixpath.dirname(page), target))}"


def _render_fence(renderer: Any, tokens: Sequence[Token], index: int, options: Any, env: dict[str, str]) -> str:
    token = tokens[index]
    directive = _DIRECTIVE.match(token.info)
    if directive is None:
        return f'<pre class="{escape(token.info or "text")}"><code>{escape(token.content)}</code></pre>\n'
    name, argument = directive.groups()
    if name == "options":
        only = re.search(r":only: (.*)", token.content)
        return str(_make_renderer().render(write_option_table(argument, only[1] if only else "")))
    if name == "image":
        shown = re.search(r"only-(?:dark|light)", token.content)  # there are two of a screenshot, for either colours
        alt = re.search(r":alt: (.*)", token.content)
        source, words = _picture(argument, env["page"]), escape(alt[1] if alt else "")
        kind = f' class="{shown[0]}" loading="lazy"' if shown else ""
        return f'<p><img{kind} src="{escape(source)}" alt="{words}"></p>\n'
    if name == "eval-rst":
        return "".join(_render_member(member) for member in _MEMBER.findall(token.content))
    return ""


def _render_member(name: str) -> str:
    member = getattr(kibitz, name)
    try:
        signature = str(inspect.signature(member))
    except (TypeError, ValueError):
        signature = ""
    about = escape(inspect.getdoc(member) or "").replace("\n\n", "</p><p>")
    return f"<dl><dt><code>kibitz.{name}{escape(signature)}</code></dt><dd><p>{about}</p></dd></dl>\n"

"""One page that opens without a server: the microscope's own page with its modules, styles and a tree put inside.

Every module becomes a function that returns what it exports, in the order in which they need each other, so that
names in different modules cannot meet. The page is `web/static/microscope/standalone.html`; it names its styles and
one module.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import kibitz
from kibitz.core.errors import Unsuited
from kibitz.trees.formats.html_data import embed
from kibitz.trees.microscope.recordings import Recorded

__all__ = ["bundle", "write_page"]

STATIC = Path(kibitz.__file__).parent / "web" / "static"
PAGE = STATIC / "microscope" / "standalone.html"
DATA_ID = "kibitz-tree"

_STYLE = re.compile(r'<link rel="stylesheet" href="(?P<href>[^"]+)"\s*/?>')
_SCRIPT = re.compile(r'<script type="module" src="(?P<src>[^"]+)"></script>')
_IMPORT = re.compile(r'^import\s+(?:(?P<names>\{[^}]*\})\s+from\s+)?"(?P<path>[^"]+)";[ \t]*$', re.MULTILINE)
_EXPORT = re.compile(r"^export\s+(?=(?:async\s+)?(?:function\*?|class|const|let)\s+(?P<name>[\w$]+))", re.MULTILINE)
_EXPORT_LIST = re.compile(r"^export\s+\{(?P<names>[^}]*)\};[ \t]*$", re.MULTILINE)


def write_page(recorded: Recorded) -> str:
    """The page, ready to be opened from a disk."""
    if not PAGE.exists():
        raise Unsuited("The page of the microscope is not part of this installation; install Kibitz anew.")
    data = json.dumps(embed(recorded), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    page = PAGE.read_text(encoding="utf-8")
    page = _STYLE.sub(lambda found: _style(PAGE.parent / found["href"]), page)
    return _SCRIPT.sub(lambda found: _scripts(data, PAGE.parent / found["src"]), page)


def _style(path: Path) -> str:
    return f"<style>\n{path.read_text(encoding='utf-8')}</style>"


def _scripts(data: str, entry: Path) -> str:
    code = bundle(entry).replace("</script", "<\\/script")
    return f'<script type="application/json" id="{DATA_ID}">{data}</script>\n<script type="module">\n{code}</script>'


def bundle(entry: Path) -> str:
    """A module with all it imports as one script."""
    order: list[Path] = []
    _collect(entry.resolve(), order, ())
    return "\n".join(_as_function(path, order) for path in order)


def _collect(path: Path, order: list[Path], above: tuple[Path, ...]) -> None:
    """Put a module into the list after those it needs."""
    if path in above:
        raise ValueError(f"{path.name} imports itself by way of {above[-1].name}")
    if path in order:
        return
    for found in _IMPORT.finditer(path.read_text(encoding="utf-8")):
        _collect((path.parent / found["path"]).resolve(), order, (*above, path))
    order.append(path)


def _as_function(path: Path, order: list[Path]) -> str:
    code = path.read_text(encoding="utf-8")
    exported = [found["name"] for found in _EXPORT.finditer(code)]
    for found in _EXPORT_LIST.finditer(code):
        exported += [name.strip() for name in found["names"].split(",") if name.strip()]

    def taken(found: re.Match[str]) -> str:
        module = f"module{order.index((path.parent / found['path']).resolve())}"
        return f"const {found['names'].replace(' as ', ': ')} = {module};" if found["names"] else ""

    code = _EXPORT_LIST.sub("", _EXPORT.sub("", _IMPORT.sub(taken, code)))
    name = f"module{order.index(path)}"
    return f"const {name} = await (async () => {{\n{code}\nreturn {{ {', '.join(exported)} }};\n}})();"

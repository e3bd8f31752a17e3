"""`docs/building.md` says how Kibitz is built; what can be compared with the code is compared."""

from __future__ import annotations

import re
from pathlib import Path

import kibitz
from helpers.paths import DOCS
from test_layers import LAYERS

PACKAGE = Path(kibitz.__file__).parent
MAX_MODULES = 17  # in a folder, as many as one can take in
BUILDING = (DOCS / "building.md").read_text(encoding="utf-8")


def test_the_drawing_of_the_layers_is_the_list_that_the_layer_test_enforces() -> None:
    drawing = re.search(r"^```text\n(cli .*?)^```", BUILDING, re.MULTILINE | re.DOTALL)
    assert drawing is not None
    folders = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()}
    drawn = []
    for line in drawing[1].splitlines():
        names = []
        for word in line.split():
            if word not in folders:
                break
            names.append(word)
        drawn.append(sorted(names))
    assert drawn == [sorted(layer) for layer in reversed(LAYERS) if set(layer) <= folders]


FOLDERS = [DOCS.parent, PACKAGE, PACKAGE / "web", PACKAGE / "web" / "static", PACKAGE / "web" / "static" / "shared"]
MADE_UP = {"static/openings/page.js"}  # the page that the recipe adds


def test_every_file_it_names_exists() -> None:
    named = set(re.findall(r"`((?:\w+/)+(?:\w+\.\w+)?)`", BUILDING)) - MADE_UP
    assert len(named) > 20
    assert not [name for name in named if not any((folder / name).exists() for folder in FOLDERS)]


def test_no_folder_holds_more_modules_than_one_can_take_in() -> None:
    for folder in [PACKAGE, *(path for path in PACKAGE.rglob("*") if path.is_dir() and path.name != "__pycache__")]:
        modules = [
            path for path in folder.iterdir() if path.suffix in {".py", ".js", ".css"} and path.name != "__init__.py"
        ]
        assert len(modules) <= MAX_MODULES, f"{folder.relative_to(PACKAGE)} holds {len(modules)} modules"

"""`docs/building.md` says how Kibitz is built; what can be compared with the code is compared."""

from __future__ import annotations

import re
from pathlib import Path

import kibitz
from helpers.paths import DOCS
from test_layers import LAYERS

PACKAGE = Path(kibitz.__file__).parent
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

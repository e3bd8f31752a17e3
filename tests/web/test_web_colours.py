"""The colours of the web app: text can be read on its ground, in light and in dark (WCAG 2, level AA)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import kibitz

STYLES = Path(kibitz.__file__).parent / "web" / "static" / "shared" / "base.css"
TEXT, LARGE = 4.5, 3.0

# ink on ground: the contrast wanted
PAIRS = {
    ("ink", "paper"): TEXT,
    ("ink", "card"): TEXT,
    ("ink", "sunk"): TEXT,
    ("ink-soft", "paper"): TEXT,
    ("ink-soft", "card"): TEXT,
    ("rubric", "paper"): TEXT,
    ("rubric", "card"): TEXT,
    ("on-rubric", "rubric"): TEXT,
    ("rubric", "rubric-soft"): TEXT,
    ("paper", "ink"): TEXT,
    ("good", "card"): TEXT,
    ("bad", "card"): TEXT,
    ("edge", "card"): LARGE,  # the outline of a control
    ("edge", "paper"): LARGE,
}


def _themes() -> dict[str, dict[str, str]]:
    colours = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);", STYLES.read_text(encoding="utf-8"))
    return {
        "light": {name: light for name, light, _ in colours},
        "dark": {name: dark for name, _, dark in colours},
    }


def _luminance(colour: str) -> float:
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_measured_as_published() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("ink", "ground"), PAIRS)
def test_text_can_be_read(theme: str, ink: str, ground: str) -> None:
    colours = _themes()[theme]
    assert contrast(colours[ink], colours[ground]) >= PAIRS[ink, ground]

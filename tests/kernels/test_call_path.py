"""The way of a request is short: what lies between the command line and the kernel is listed in the docs."""

from __future__ import annotations

import re
import sys
import threading
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import kibitz
from kibitz.cli.main import main
from kibitz.kernels.engine import deepening

ROOT = Path(kibitz.__file__).parent
BUILDING = Path(__file__).parents[2] / "docs" / "building.md"
MOST = 12


@pytest.mark.slow
def test_at_most_a_dozen_functions_lie_between_the_command_line_and_the_kernel(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    paths: list[list[str]] = []
    descend = vars(deepening)["descend"]

    def seen(*arguments: Any) -> Any:
        main_thread = sys._current_frames()[threading.main_thread().ident or 0]
        paths.append(_functions(main_thread) + _functions(sys._getframe(1)))
        return descend(*arguments)

    monkeypatch.setattr(deepening, "descend", seen)
    monkeypatch.setattr(sys, "argv", ["kibitz", "best", "connect-four", "engine:depth=8"])
    with pytest.raises(SystemExit):
        main()
    assert "move    4" in capsys.readouterr().out
    assert paths[-1][0] == "cli/main.py main"
    between = paths[-1][1:]
    assert len(between) <= MOST
    section = BUILDING.read_text(encoding="utf-8").partition("## From the command line to the kernel\n")[2]
    listed = re.findall(r"^\| \d+ \| `([^`]+)` \| `([^`]+)` \|", section.partition("\n## ")[0], re.MULTILINE)
    assert [f"{file} {function}" for file, function in listed] == between


def _functions(frame: FrameType | None) -> list[str]:
    """Our own functions on the way to a frame, the outermost first."""
    names = []
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(ROOT):
            names.append(f"{path.relative_to(ROOT).as_posix()} {frame.f_code.co_qualname}")
        frame = frame.f_back
    return names[::-1]

"""What a command shows while it works."""

from __future__ import annotations

import pytest

from kibitz.cli.terminal.progress_bar import show_work
from kibitz.kernels.compiler.compile_events import announce_compiling, compiled_now, while_preparing


def test_a_search_is_not_said_to_think_while_its_code_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.cli.terminal.progress_bar._count_columns", lambda: 100)
    with show_work("engine:time=1 is thinking", 7) as line:
        with while_preparing("hex for engine"):
            assert "engine:time=1 is thinking" in line._compose("|")  # kept code is loaded without a word
            announce_compiling("hex for engine")
            assert "compiling hex for engine" in line._compose("|")
            assert "0 of 7" not in line._compose("|")
        assert "engine:time=1 is thinking" in line._compose("|")
        assert "0 of 7" in line._compose("|")


def test_what_somebody_else_announces_does_not_stay() -> None:
    announce_compiling("something for nobody")
    assert compiled_now() == ""

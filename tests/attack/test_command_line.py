"""Whatever is typed, the answer is one sentence and an exit status."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from kibitz.cli.main import kibitz

LONG_COLUMN = "connect-four:width=1,height=26,k=26"


@pytest.mark.parametrize("player", ["alphabeta:depth=2,nodes=1", "strong", "engine:nodes=1"])
def test_a_board_of_one_column_is_searched_like_any_other(player: str) -> None:
    answer = CliRunner().invoke(kibitz, ["best", LONG_COLUMN, player])
    assert answer.exit_code == 0, answer.stderr
    assert answer.stdout.startswith("move    1\n")


@pytest.mark.parametrize(
    "spec", ["tic\ntac", "tic-tac-toe:width=3\n4", "connect-four:\x1b[31mred=1", "a\u2028b", "\x00"]
)
def test_an_error_is_one_line_whatever_was_typed(spec: str) -> None:
    answer = CliRunner().invoke(kibitz, ["best", spec, "random"])
    assert answer.exit_code == 2
    assert answer.stderr.count("\n") == 1
    assert answer.stderr.strip().isprintable()


def test_a_fault_in_kibitz_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise AssertionError("no\nanswer")

    monkeypatch.setattr("kibitz.play.analysis.best_move.answer", fail)
    answer = CliRunner().invoke(kibitz, ["best", "tic-tac-toe", "minimax"])
    assert answer.exit_code == 1
    assert answer.stderr.count("\n") == 1
    assert "fault in Kibitz itself (AssertionError: no answer, at test_command_line.py:" in answer.stderr
    shown = CliRunner().invoke(kibitz, ["--traceback", "best", "tic-tac-toe", "minimax"])
    assert isinstance(shown.exception, AssertionError)

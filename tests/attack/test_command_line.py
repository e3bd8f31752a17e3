"""Whatever is typed, the answer is one sentence and an exit status."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from kibitz.cli.main import kibitz

LONG_COLUMN = "connect-four:width=1,height=26,k=26"


@pytest.mark.parametrize("player", ["alphabeta:depth=2,nodes=1", "strong"])
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


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("games = 1000000000", "games = 1000000000 is not allowed; it is a whole number from 1 to 1,000,000."),
        ("rounds = 1000000000", "rounds = 1000000000 is not allowed; it is a whole number from 0 to 10,000."),
        ("games = 400000", "That would be 1,200,000 games; a tournament has up to 1,000,000."),
        ("patience = 1e300", "patience = 1e+300 is not allowed; it is a number of seconds above 0, up to 86,400."),
    ],
)
def test_a_plan_that_cannot_end_is_refused_at_once(tmp_path: Path, line: str, sentence: str) -> None:
    players = "".join(f'[[player]]\nname = "{name}"\nspec = "random"\n' for name in "abc")
    plan = tmp_path / "plan.toml"
    plan.write_text(f'game = "tic-tac-toe"\n{line}\n{players}')
    answer = CliRunner().invoke(kibitz, ["tournament", str(plan)])
    assert answer.exit_code == 2
    assert sentence in answer.stderr

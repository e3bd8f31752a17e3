"""`kibitz exercise` as a student, a script and a lecturer use it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import kibitz
from helpers.example_runner import registries_restored
from helpers.paths import ROOT
from kibitz.cli.main import kibitz as command
from kibitz.exercises.kind import list_kinds, make_task
from kibitz.exercises.marking import solve

PRUNER = ("alphabeta", "--level", "2", "--seed", "7")


def run(*arguments: str, status: int = 0, typed: str = "") -> str:
    result = CliRunner().invoke(command, ["exercise", *arguments], input=typed)
    assert result.exit_code == status, result.output
    return result.output


def test_the_kinds_are_listed() -> None:
    names = [kind.name for kind in list_kinds()]
    assert [line.split()[0] for line in run().splitlines()] == [*names, "daily"]
    assert [kind["name"] for kind in json.loads(run("--json"))] == names


def test_json_has_the_solutions_or_nothing_that_gives_them_away() -> None:
    (task,) = json.loads(run(*PRUNER, "--json"))
    assert {one["question"]: one["answer"] for one in task["solutions"]} == solve(make_task("alphabeta", 2, 7))
    (bare,) = json.loads(run(*PRUNER, "--json", "--no-solutions"))
    assert not {"solutions", "data"} & bare.keys()
    assert bare["questions"] == task["questions"]


def test_answers_are_marked_and_the_status_tells() -> None:
    answers = [f"--answer={name}={answer}" for name, answer in solve(make_task("alphabeta", 2, 7)).items()]
    assert "5 of 5 right" in run(*PRUNER, *answers)
    assert run(*PRUNER, "--answer", "root=99", status=1).splitlines()[-2].split() == ["root", "Not", "right."]
    assert json.loads(run(*PRUNER, "--answer", "root=99", "--json", status=1))[-1]["outcome"] == "wrong"


def test_questions_are_asked_until_they_are_right() -> None:
    answers = list(solve(make_task("alphabeta", 2, 7)).values())
    typed = "\n".join(["?", "1", answers[0], *answers[1:]])
    printed = run(*PRUNER, typed=typed)
    assert "Go down on the left first" in printed
    assert "Not right" in printed
    assert "4 of 5 right at the first try." in printed
    assert "0 of 5 right at the first try." in run(*PRUNER, typed="!\nquit\n")
    assert "0 of 5 right at the first try." in run(*PRUNER)  # nobody there


def test_a_sheet_and_banks_are_written(tmp_path: Path) -> None:
    for name in ("sheet.html", "bank.xml", "bank.gift"):
        file = tmp_path / name
        assert run(*PRUNER, "--count", "2", "--out", str(file)) == f"{file}: 2 tasks, 10 questions\n"
        assert file.stat().st_size > 1_000


def test_kinds_are_mixed_on_one_sheet(tmp_path: Path) -> None:
    file = tmp_path / "sheet.html"
    assert run("backup", "fault", "--count", "2", "--out", str(file)).startswith(f"{file}: 4 tasks, ")
    tasks = json.loads(run("backup", "fault", "--count", "2", "--json"))
    assert [task["kind"] for task in tasks] == ["backup", "backup", "fault", "fault"]


def test_a_notebook_and_a_terminal_show_it() -> None:
    task = kibitz.exercise("alphabeta", 2, 7)
    assert task == kibitz.exercise("alphabeta", 2, 7) != kibitz.exercise("alphabeta", 2, 8)
    assert set(task.mark(task.solution).values()) == {"Right."}
    assert "<svg" in task._repr_html_()
    assert run(*PRUNER, "--no-solutions").strip() == repr(task)
    assert task.hint("root") != task.explain("root")


def test_a_game_of_ones_own_is_taken(tmp_path: Path) -> None:
    file = tmp_path / "own.py"  # a file is run only once, and other tests forget what it registered
    file.write_text((ROOT / "examples" / "treblecross.py").read_text(encoding="utf-8"), encoding="utf-8")
    own = f"{file}:Treblecross:cells=5"
    with registries_restored():
        (task,) = json.loads(run("windows", "--game", own, "--json"))
        again = kibitz.exercise("windows", game=own).task
    assert task["game"] == again.game == "treblecross:cells=5"
    assert task["title"] == again.title


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["alpabeta"], "There is no kind of exercise called 'alpabeta' (did you mean alphabeta?)"),
        (["alphabeta", "--level", "9"], "Level 9 does not exist"),
        (["alphabeta", "--seed", "-1"], "A seed is a whole number"),
        (["alphabeta", "--game", "othello"], "leave the game 'othello' out"),
        (["windows", "--game", "no-such-game"], "no-such-game"),
        (["puzzle-win", "--game", "mnk:width=20,height=20,k=5"], "20"),
        (["alphabeta", "--out", "x.pdf"], "write a sheet (.html) or a question bank"),
        (["alphabeta", "--out", "/no/such/folder/x.html"], "cannot be written"),
        (["alphabeta", "--answer", "roott=1"], "This task asks nothing called 'roott'"),
        (["alphabeta", "--answer", "root"], "write ID=ANSWER"),
        (["alphabeta", "--answer", "root=1", "--count", "2"], "--answer marks one task"),
        (["alphabeta", "--date", "2026-01-01"], "only the kind daily has a date"),
        (["daily", "--date", "yesterday"], "write a day as 2026-03-01"),
        (["daily", "--count", "3"], "leave --game and --count out"),
        (["daily", "backup"], "do not combine daily with other kinds"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_is_refused_in_a_sentence(arguments: list[str], sentence: str) -> None:
    printed = run(*arguments, status=2)
    assert sentence in printed
    assert "Traceback" not in printed

"""The lab: what is measured is kept, once and for good; tables, plots and comparisons show what was kept."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from helpers.example_runner import registries_restored
from helpers.paths import ROOT
from helpers.waiting import wait_until
from kibitz.arena.game_store import GameStore
from kibitz.cli.main import kibitz as command
from kibitz.core.searching import StopFlag
from kibitz.lab.find_experiments import catalogue_order, find_experiments
from kibitz.lab.lab import Lab, LabProgress
from kibitz.lab.outcome import make_lab_table
from kibitz.lab.reports.run_comparison import compare_runs
from kibitz.lab.result_store import Key, Measurement, ResultStore

KNOWN = next(iter(find_experiments()))  # an id that is taken

SQUARES = """
import os, time
from kibitz.lab.design import Cell, Column, Experiment, Plot
from kibitz.lab.verdict import Kind, Verdict

class Squares(Experiment):
    id = "my-1"
    title = "Squares"
    source = "my report, table 1"
    columns = (Column("square"), Column("time", "ms", exact=False))
    plot = Plot("lines", x="n", y=("square",))

    def cells(self, *, quick=False):
        return [Cell(f"n = {n}", {"n": n}) for n in range(3 if quick else 24)]

    def reported(self, cell):
        return {"square": 5} if cell.settings["n"] == 2 else {}

    def measure(self, cell, seed):
        n = cell.settings["n"]
        with open("log", "a") as log:
            log.write(f"{n}\\n")
        while n >= 16 and os.path.exists("hold"):
            time.sleep(0.01)
        return {"square": n * n + int(os.environ.get("MORE", 0)), "time": n + 0.5}

    def judge(self, rows):
        squares = {row.cell.name: row.number("square") for row in rows}
        return Verdict(Kind.WRONG, f"2 squared is {squares.get('n = 2')}, of {len(rows)} rows")
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current folder, with an experiment of one's own in my_table.py."""
    (tmp_path / "my_table.py").write_text(SQUARES, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with registries_restored():
        yield tmp_path


@pytest.fixture(scope="module")
def quick_results(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of results after a quick run of that experiment."""
    tmp_path = tmp_path_factory.mktemp("quick")
    (tmp_path / "my_table.py").write_text(SQUARES, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch, registries_restored():
        patch.chdir(tmp_path)
        run("my_table.py", "--quick")
    return (tmp_path / "lab.db").read_bytes()


@pytest.fixture
def measured(folder: Path, quick_results: bytes) -> Path:
    """The current folder with the quick cells measured."""
    (folder / "lab.db").write_bytes(quick_results)
    return folder


def lab(*words: str, status: int = 0, **environment: str) -> Result:
    result = CliRunner().invoke(command, ["lab", *words], env={"COLUMNS": "100", **environment})
    assert result.exit_code == status, result.output
    return result


def run(*words: str, status: int = 0, **environment: str) -> Result:
    return lab("run", *words, "--workers", "1", status=status, **environment)


def kept(file: str = "lab.db") -> list[str]:
    """The cells in a file that somebody else may be writing."""
    try:
        with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as results:
            rows = results.execute("SELECT cell FROM measurements").fetchall()
        results.close()
    except sqlite3.Error:
        return []
    return [cell for (cell,) in rows]


# Running.


def test_an_experiment_of_ones_own_gives_a_table_and_a_verdict(folder: Path) -> None:
    shown = run("my_table.py", "--quick").stdout
    assert re.search(r"^n = 2 +5 +4 +2.5$", shown, re.MULTILINE)
    assert "verdict  wrong: 2 squared is 4, of 3 rows" in shown
    assert (folder / "log").read_text().split() == ["0", "1", "2"]


def test_a_run_writes_its_values_for_spreadsheets_and_refuses_where_it_cannot(folder: Path) -> None:
    refused = run("my_table.py", "--quick", "--csv", "none/squares.csv", status=2).stderr
    assert "none" in refused
    assert not (folder / "log").exists(), "before anything is measured"
    run("my_table.py", "--quick", "--csv", "squares.csv")
    lines = (folder / "squares.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "experiment,row,column,unit,reported,measured"
    assert "my-1,n = 2,square,,5,4" in lines


def test_what_is_kept_is_not_measured_again(measured: Path) -> None:
    assert "verdict  wrong: 2 squared is 4" in run("my_table.py:Squares", "--quick").stdout
    assert not (measured / "log").exists()
    entries = json.loads(lab("list", "my_table.py", "--json").stdout)
    assert [(one["id"], one["measured"], one["cells"]) for one in entries] == [("my-1", 3, 24)]


def test_other_code_another_seed_and_another_run_are_measured_anew(measured: Path) -> None:
    run("my_table.py", "--quick", "--seed", "7")
    run("my_table.py", "--quick", "--run", "second")
    changed = SQUARES.replace("n * n +", "n ** 2 +")
    (measured / "my_table.py").write_text(changed, encoding="utf-8")
    run("my_table.py", "--quick")
    assert len(kept()) == 3 + len((measured / "log").read_text().split()) == 12
    (measured / "my_table.py").write_text(changed.replace("Kind.WRONG", "Kind('holds')"), encoding="utf-8")
    assert "verdict  holds" in run("my_table.py", "--quick").stdout  # to judge otherwise is not to measure otherwise
    assert len(kept()) == 12


def test_a_condition_that_is_not_named_is_refused_in_a_sentence(measured: Path) -> None:
    (measured / "my_table.py").write_text(SQUARES.replace("Kind.WRONG", "Kind.CONDITION"), encoding="utf-8")
    said = run("my_table.py", "--quick", status=2).stderr
    assert 'The verdict "holds with a condition" must name its condition, as in Verdict(' in said
    assert not (measured / "log").exists(), "to judge otherwise is not to measure otherwise"


@pytest.mark.slow
def test_a_run_survives_the_interrupt_key_and_being_killed(folder: Path) -> None:
    """Ended twice, the second time with all its processes: nothing that was kept is lost or measured again."""
    words = [sys.executable, "-m", "kibitz", "lab", "run", "my_table.py", "--workers", "2"]
    hold = folder / "hold"  # while it is there, the last cells do not end
    hold.touch()
    for least, number in ((4, signal.SIGINT), (12, signal.SIGKILL)):
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)
        wait_until(lambda most=least: len(kept()) >= most, process)  # type: ignore[misc]  # no types for defaults
        os.killpg(process.pid, number)
        said = process.communicate()[1].decode()
        assert process.returncode == (130 if number == signal.SIGINT else -number)
        assert ("the same command continues" in said) == (number == signal.SIGINT)
        assert "Traceback" not in said
    safe = kept()
    assert 12 <= len(safe) < 24
    hold.unlink()
    run("my_table.py")
    assert Counter(kept()) == Counter(f"n = {n}" for n in range(24))
    times = Counter((folder / "log").read_text().split())
    assert all(times[cell.removeprefix("n = ")] <= 2 for cell in safe)  # those under way when it was ended


FAULTY = (
    SQUARES.replace("range(3 if quick else 24)", "range(5)")
    .replace('id = "my-1"', 'id = "my-2"')
    .replace(
        '        while n >= 16 and os.path.exists("hold"):\n            time.sleep(0.01)\n',
        """
        if n == 1 and open("log").read().split().count("1") == 1 or n == 2:
            os.kill(os.getpid(), 9)
        if n == 3:
            raise ValueError("no such square")
        if n == 4:
            return {"cube": 64}
""",
    )
)


def test_a_killed_process_costs_no_cell_and_a_faulty_cell_no_other(folder: Path) -> None:
    """Cell 1 is killed once, cell 2 always; cell 3 raises and cell 4 gives what it should not."""
    (folder / "faulty.py").write_text(FAULTY, encoding="utf-8")
    said = run("faulty.py", status=1)
    assert sorted(kept()) == ["n = 0", "n = 1"]
    assert "kibitz: my-2, n = 2: its process ended by SIGKILL, twice" in said.stderr
    assert re.search(r"my-2, n = 3: faulty\.py, line \d+, in measure: ValueError: no such square\.", said.stderr)
    assert "my-2, n = 4: measure gave 'cube', which is not a column; its columns: square, time." in said.stderr
    assert "rows     3 of 5 not measured yet" in said.stdout


def test_a_raised_flag_ends_a_run_and_keeps_what_there_is(folder: Path) -> None:
    at, stop = Lab(folder / "lab.db"), StopFlag()
    experiments = find_experiments(["my_table.py"])
    for progress in at.run(experiments, stop=stop):
        if progress.done:
            stop.up()
    assert 1 <= len(kept()) < 24
    assert len(at.missing(experiments)) == 24 - len(kept())
    table = make_lab_table(at.outcome(*experiments.values()))
    assert table.entry.measured == sum(row.measured is not None for row in table.rows) == len(kept())


# What is kept.


def test_a_result_says_where_it_comes_from_and_nothing_else(measured: Path, quick_results: bytes) -> None:
    with ResultStore(measured / "lab.db") as file:
        (last,) = (result for result in file.all().values() if result.key.cell == "n = 2")
    assert (last.key.experiment, last.key.settings, last.key.seed) == ("my-1", '{"n": 2}', 0)
    assert last.exact == ("square",)
    assert json.loads(last.machine).keys() == {"cpu", "cores", "system", "python", "numba", "workers"}
    assert b"my_table" not in quick_results
    assert str(Path.home()).encode() not in quick_results


def test_one_result_is_there_once_however_often_it_is_added(tmp_path: Path) -> None:
    one = Measurement(Key("main", "my-1", "a", "{}", 0, ""), {"x": 1}, ("x",), 0.1, "1", "{}", "2026")
    other = Measurement(one.key, {"x": 2}, ("x",), 0.1, "1", "{}", "2026")
    with ResultStore(tmp_path / "lab.db") as file:
        file.add([one])
        file.add([other])
        assert file.all() == {one.key: one}


def another_database(file: Path) -> None:
    file.unlink()
    with GameStore(file):
        pass


def a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda file: file.write_bytes(b"no database at all" * 100), "file is not a database"),
        (lambda file: file.write_bytes(file.read_bytes()[:5000] + b"\x00" * 4000), "is damaged|malformed"),
        (another_database, "is a database of something else"),
        (a_folder, "is a folder"),
    ],
    ids=["no database", "damaged", "another database", "a folder"],
)
def test_a_file_that_is_no_file_of_results_is_refused(
    measured: Path, damage: Callable[[Path], None], words: str
) -> None:
    damage(measured / "lab.db")
    assert re.search(f"lab.db.*({words})", run("my_table.py", "--quick", status=2).stderr)


# Names.


def test_an_experiment_is_found_by_its_id_a_line_it_covers_or_its_report() -> None:
    everything = find_experiments()
    name, line = next((made.id, made.covers[0]) for made in everything.values() if made.covers)
    assert list(find_experiments([name])) == list(find_experiments([line.lower()])) == [name]
    report = name.partition("-")[0]
    assert list(find_experiments([report])) == [one for one in everything if one.startswith(f"{report}-")]
    assert list(everything) == sorted(everything, key=catalogue_order)
    ordered = [f"{report}-9", f"{report}-10", "my-2", "my-10"]
    assert sorted(["my-2", f"{report}-10", f"{report}-9", "my-10"], key=catalogue_order) == ordered


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (
            f"{KNOWN}x",
            rf"There is no experiment called '{KNOWN}x' \(did you mean {KNOWN}.*\?\); `kibitz lab list` shows",
        ),
        ("none.py", "none.py cannot be read: No such file or directory."),
        ("my_table.py:Cubes", "my_table.py has no class 'Cubes'; its experiments are: Squares."),
        ("empty.py", "empty.py defines no experiment"),
        ("taken.py", f"There is an experiment '{KNOWN}' already; give Squares another id"),
        ("nameless.py", 'Squares needs title; add a line such as title = "…".'),
    ],
)
def test_what_cannot_be_found_is_refused(folder: Path, name: str, words: str) -> None:
    find_experiments()
    (folder / "empty.py").write_text("", encoding="utf-8")
    (folder / "taken.py").write_text(SQUARES.replace("my-1", KNOWN), encoding="utf-8")
    (folder / "nameless.py").write_text(SQUARES.replace('title = "Squares"', ""), encoding="utf-8")
    assert re.search(words, run(name, status=2).stderr)
    assert not (folder / "lab.db").exists()


# Two runs.


def test_two_runs_agree_in_what_is_counted_and_are_told_where_not(folder: Path) -> None:
    for name, more in (("one", "0"), ("two", "0"), ("three", "1")):
        run("my_table.py", "--quick", "--run", name, MORE=more)
    shown = lab("compare", "one", "two").stdout
    assert "3 cells in both, 0 and 0 in one only\n3 counts equal, 0 different" in shown
    assert "x 1.00" in shown
    shown = lab("compare", "one", "lab.db:three", status=1).stdout
    assert re.search(r"my-1 +n = 2 +square +4 +5 +differs", shown)
    assert "0 counts equal, 3 different" in shown
    found = json.loads(lab("compare", "one", "two", "--json").stdout)
    assert [value["ratio"] for value in found["values"] if not value["exact"]] == [1.0] * 3


def test_runs_that_are_not_there_are_refused(folder: Path) -> None:
    assert "There is no file lab.db" in lab("compare", "one", "two", status=2).stderr
    with ResultStore(folder / "lab.db") as file:
        keys = [Key(name, "my-1", "a", "{}", 0, "") for name in ("one", "three")]
        file.add(Measurement(key, {}, (), 0.1, "1", "{}", "2026") for key in keys)
    assert "lab.db has no run 'two'; its runs: one, three." in lab("compare", "one", "two", status=2).stderr
    assert "lab.db holds 2 runs; say which: one, three" in lab("compare", "lab.db", "one", status=2).stderr


def test_cells_set_otherwise_are_not_compared() -> None:
    def run(settings: str) -> dict[Key, Measurement]:
        key = Key("main", "my-1", "a", settings, 0, "")
        return {key: Measurement(key, {"x": 1}, ("x",), 0.1, "1", "{}", "2026")}

    found = compare_runs(run('{"depth": 2}'), run('{"depth": 3}'))
    assert (found.cells, found.only_first, found.only_second) == (0, 1, 1)


# The report.


def test_a_report_that_the_key_ends_early_is_not_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def press(*_: object, **__: object) -> Iterator[LabProgress]:
        yield LabProgress(0, 24)
        raise KeyboardInterrupt

    monkeypatch.setattr(Lab, "run", press)
    said = lab("report", "my_table.py", "--out", "out", status=130).stderr
    assert "stopped early; the results so far are in lab.db" in said
    assert list(folder.glob("out/*")) == []


@pytest.mark.slow
def test_a_report_of_what_is_kept_and_what_remains(measured: Path) -> None:
    said = lab("report", "my_table.py", "--out", "out/here", "--no-run").stdout
    assert said == "written to out/here: report.html and 1 plot\n21 rows not measured yet\n"
    page = (measured / "out/here/report.html").read_text(encoding="utf-8")
    assert "21 of 24 rows are not measured yet" in page
    assert (measured / "out/here/my-1.svg").read_text(encoding="utf-8") in page
    (measured / "file").write_text("")
    assert "file cannot be made: File exists" in lab("report", "my_table.py", "--out", "file", status=2).stderr


def test_a_report_without_matplotlib_says_the_remedy(measured: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    said = lab("report", "my_table.py", "--quick", "--out", "out", status=2).stderr
    assert "install it: pip install matplotlib" in said


def test_the_page_shows_the_example_as_it_is() -> None:
    root = ROOT
    assert (root / "examples" / "growth.py").read_text(encoding="utf-8") in (root / "docs" / "lab.md").read_text(
        encoding="utf-8"
    )

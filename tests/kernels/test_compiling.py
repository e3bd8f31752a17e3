"""Compiling: said once, kept for the next process, done anew when a rule has changed, explained when it cannot be."""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner
from numba import typeof
from numba.core.caching import IndexDataCacheFile

import kibitz as package
from kibitz.cli.main import kibitz
from kibitz.core.evaluation import EVALUATORS, find_evaluator
from kibitz.core.game import GAMES, Game
from kibitz.core.loading import load_game
from kibitz.jobs import process
from kibitz.jobs.compile_process import compile_recipe
from kibitz.kernels.compiler import compile_lock
from kibitz.kernels.compiler.disk_cache import CacheFiles
from kibitz.kernels.compiler.preparation import fault_in_rules
from kibitz.kernels.compiler.recipes import Recipe

# Count to `goal` together, one or two at a time.
RACE = """
from dataclasses import dataclass
from kibitz.core.evaluation import Evaluator
from kibitz.core.game import ONGOING, Game, Rules, View, helper

class Thing:
    pass

THING = Thing()

def plain(number):
    return number + 1

@dataclass(frozen=True)
class Race(Game):
    name = "race-{name}"
    goal: int = 5
    num_moves = property(lambda self: 2)
    def initial(self): return (0, 0)
    def to_move(self, state): return state[1]
    def rules(self):
        goal = self.goal
        def moves(state, out):
            out[0], out[1] = 0, 1
            return 2 if state[0] + 2 <= goal else 1
        def play(state, move):
            return (state[0] + move + 1, 1 - state[1])
        def result(state):
            return -1 if state[0] == goal else ONGOING
        return Rules(moves, play, result)
    def view(self, state): return View(("X" * state[0] + "." * (self.goal - state[0]),), {{}})

@dataclass(frozen=True)
class Far(Evaluator):
    name = "far"
    suits = (Race,)
    step: int = 1
    def terms(self):
        def terms(state, out):
            out[0] = state[0]
        return terms
"""

# Counts the games of four plies with the smallest of the kernels; what is logged goes to standard error.
COUNT = """
import logging, sys
from kibitz.core.loading import load_game
from kibitz.kernels.backends import PERFT, count_compiled, load_kernels
from kibitz.kernels.compiler.preparation import compiling
logging.basicConfig(level=logging.INFO, format="%(message)s")
game = load_game(sys.argv[1])
load_kernels(PERFT)
compiled = []
with compiling(lambda: compiled.append(True)):
    print(*count_compiled(game, game.initial(), 4).nodes)
print(*compiled)
"""


def count(game: str, **environment: str) -> tuple[str, str, bool]:
    """What a new process counts and says, and whether it compiled anything."""
    done = subprocess.run(
        [sys.executable, "-c", COUNT, game],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    counted, compiled = done.stdout.splitlines()
    return counted, done.stderr, bool(compiled)


@pytest.fixture
def race(tmp_path: Path) -> Path:
    file = tmp_path / "race.py"
    file.write_text(RACE.format(name="kept"))
    return file


@pytest.mark.slow
def test_compiled_code_is_kept_and_a_changed_rule_is_compiled_anew(race: Path, tmp_path: Path) -> None:
    folder = {"NUMBA_CACHE_DIR": str(tmp_path / "not" / "there" / "yet")}
    said_once = "compiling race-kept for perft … once\n"
    assert count(f"{race}:Race", **folder) == ("1 2 4 7 5", said_once, True)
    assert count(f"{race}:Race", **folder) == ("1 2 4 7 5", "", False)
    # Other parameters have a place of their own.
    assert count(f"{race}:Race:goal=3", **folder)[:2] == ("1 2 3 1 0", said_once.replace("kept", "kept:goal=3"))
    assert count(f"{race}:Race", **folder)[1] == ""
    # What was kept badly is compiled anew.
    file = max((tmp_path / "not").rglob("perft._follow-*.nbc"), key=lambda file: file.stat().st_mtime_ns)
    file.write_bytes(file.read_bytes()[:1000])
    assert count(f"{race}:Race:goal=3", **folder)[:2] == ("1 2 3 1 0", said_once.replace("kept", "kept:goal=3"))
    # A file that was moved does not ask for the old one.
    moved = race.rename(tmp_path / "moved.py")
    assert count(f"{moved}:Race", **folder)[0] == "1 2 4 7 5"
    # Another rule: three at a time in place of two.
    moved.write_text(
        moved.read_text().replace("state[0] + move + 1,", "state[0] + 2 * move + 1,").replace("+ 2 <=", "+ 3 <=")
    )
    assert count(f"{moved}:Race", **folder)[:2] == ("1 2 3 4 1", said_once)


def test_games_with_the_same_rules_share_their_code_and_no_others() -> None:
    def type_of(spec: str) -> str:
        return str(typeof(load_game(spec)))  # type: ignore[no-untyped-call]  # Numba has no types

    assert type_of("take-away:chips=20") == type_of("take-away:chips=7")  # they differ only in how they begin
    others = ["take-away:take=2", "take-away:misere=true", "tic-tac-toe", "mnk:width=3,height=3,k=2", "mnk:width=4"]
    others += ["connect-four", "connect-four:width=6", "connect-four:height=5", "connect-four:k=3", "othello:size=6"]
    assert len({type_of(spec) for spec in ["take-away", *others]}) == 1 + len(others)


@pytest.mark.slow
def test_a_changed_helper_is_noticed_too(race: Path, tmp_path: Path) -> None:
    folder = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    code = (
        race.read_text()
        .replace("def plain", "@helper\ndef plain")
        .replace("state[0] + move + 1,", "state[0] + plain(move),")
    )
    race.write_text(code)
    assert count(f"{race}:Race", **folder)[0] == "1 2 4 7 5"
    race.write_text(code.replace("number + 1", "2 * number + 1").replace("+ 2 <=", "+ 3 <="))
    assert count(f"{race}:Race", **folder)[0] == "1 2 3 4 1"


@pytest.mark.slow
def test_processes_that_compile_at_the_same_time_do_not_get_in_each_others_way(race: Path, tmp_path: Path) -> None:
    folder = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    expected = {f"{race}:Race:goal={goal}": text for goal, text in ((3, "1 2 3 1 0"), (9, "1 2 4 8 16"))}
    for said in ("compiling", ""):  # all at once for the first time, then all at once from what was kept
        with ThreadPoolExecutor(len(expected)) as pool:
            answers = list(pool.map(lambda game: count(game, **folder), expected))
        assert [counted for counted, _, _ in answers] == list(expected.values())
        assert all(text.startswith(said) and bool(text) == bool(said) for _, text, _ in answers)


HOLD = """
import sys
from kibitz.kernels.compiler.compile_lock import wait_for_other_processes
with wait_for_other_processes(sys.argv[1]):
    print("held", flush=True)
    sys.stdin.readline()
"""


def test_what_another_process_compiles_is_waited_for_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, "race for perft"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with holder:
        assert holder.stdin is not None
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with compile_lock.wait_for_other_processes("race for engine") as has_waited:
            assert not has_waited
        finish = holder.stdin.close  # while we wait, the other one gets ready
        clock = SimpleNamespace(monotonic=lambda: 0.0, sleep=lambda seconds: finish())
        monkeypatch.setattr(compile_lock, "time", clock)
        with compile_lock.wait_for_other_processes("race for perft") as has_waited:
            assert has_waited
            with compile_lock.wait_for_other_processes("race for perft") as of_this_process:
                assert not of_this_process


def test_a_process_that_is_killed_or_too_slow_keeps_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile_lock, "LONGEST", 0.2)
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, "race for mcts"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with compile_lock.wait_for_other_processes("race for mcts") as has_waited:
            assert has_waited  # in vain
        holder.kill()
        holder.wait()
    with compile_lock.wait_for_other_processes("race for mcts") as has_waited:
        assert not has_waited


def test_numbered_files_can_be_mixed_up_and_ours_cannot(tmp_path: Path) -> None:
    # Numba's, step by step: both see an empty list and take number 1; the one that listed itself last wrote first.
    numbas: Any = IndexDataCacheFile  # which has no types
    one, other = (numbas(str(tmp_path), "kernel-1.py311", "stamp") for _ in range(2))
    one_list, other_list = one._load_index(), other._load_index()
    one_list["one"], other_list["other"] = one._data_name(1), other._data_name(1)
    one._save_index(one_list)
    other._save_index(other_list)
    other._save_data(other_list["other"], "code of the other")
    one._save_data(one_list["one"], "code of one")
    assert one.load("other") == "code of one"
    # Ours: a file for each, and none for what was not kept, or was kept of other sources.
    ours, later = (CacheFiles(tmp_path, "kernel-1.py311", stamp) for stamp in ("now", "later"))
    ours.save("one", "code of one")
    assert (ours.load("one"), ours.load("other"), later.load("one")) == ("code of one", None, None)
    ours.save("other", "code of the other")
    assert (ours.load("one"), ours.load("other")) == ("code of one", "code of the other")
    later.save("one", "new code of one")
    assert (later.load("one"), ours.load("one"), ours.load("other")) == ("new code of one", None, None)


def test_what_a_killed_process_left_unfinished_is_removed_by_the_next(tmp_path: Path) -> None:
    old, new = (tmp_path / f"kernel-1.py311.stamp.{'0' * 16}.nbc.{name}" for name in ("old", "new"))
    for path in (old, new):
        path.touch()
    os.utime(old, (0, 0))
    CacheFiles(tmp_path, "kernel-1.py311", "stamp").save("one", "code of one")
    assert not old.exists()
    assert new.exists()  # another process may be writing it


@pytest.mark.slow
def test_a_file_in_place_of_the_folder_is_said_once_and_does_no_harm(race: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    counted, said, _ = count(f"{race}:Race", NUMBA_CACHE_DIR=str(tmp_path / "file"))
    assert counted == "1 2 4 7 5"
    assert said.count("compiled code cannot be kept in") == 1


@pytest.mark.slow
def test_without_any_folder_it_is_compiled_each_time_and_said_once(race: Path, tmp_path: Path) -> None:
    shutil.copytree(Path(package.__file__).parent, tmp_path / "kibitz", ignore=shutil.ignore_patterns("__pycache__"))
    for folder in (tmp_path / "kibitz").rglob("*/"):
        (folder / "__pycache__").touch()  # so that no folder of that name can be made
    (tmp_path / "nowhere").touch()
    nowhere = {name: str(tmp_path / "nowhere") for name in ("HOME", "XDG_CACHE_HOME", "NUMBA_CACHE_DIR")}
    counted, said, _ = count(f"{race}:Race", PYTHONPATH=str(tmp_path), PYTHONDONTWRITEBYTECODE="1", **nowhere)
    assert counted == "1 2 4 7 5"
    assert said.count("there is no folder to keep compiled code in") == 1


@pytest.mark.slow
def test_two_processes_in_a_row_search_with_the_same_kernels() -> None:
    answers = []
    for _ in range(2):
        words = [sys.executable, "-m", "kibitz", "best", "tic-tac-toe", "alphabeta:backend=compiled"]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        answers.append((done.stdout.splitlines()[:3], done.stderr))
    assert answers[0][0] == answers[1][0]
    assert "compiling" not in answers[1][1]


# Rules that do not compile.


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Game]:
    """Loads the game with something in it replaced; what it registers is forgotten after the test."""
    monkeypatch.setattr(GAMES, "_classes", dict(GAMES.classes))
    monkeypatch.setattr(EVALUATORS, "_classes", dict(EVALUATORS.classes))

    def load(old: str, new: str) -> Game:
        code = RACE.format(name="odd")
        assert old in code
        (tmp_path / "race.py").write_text(code.replace(old, new))
        return load_game(str(tmp_path / "race.py"))

    return load


@pytest.mark.parametrize(
    ("old", "new", "rule", "line", "reason"),
    [
        ("move + 1, 1", "plain(move), 1", "play", 27, "it calls plain, which is not compiled along with it"),
        ("move + 1, 1", "move + THING.x, 1", "play", 27, "it uses THING, which is neither a number nor"),
        ("move + 1, 1", "move + nothing, 1", "play", 27, "there is nothing called nothing"),
        ("== goal", "== goal + (1 << 70)", "result", 29, "the number 1180591620717411303424 does not fit into 64 bits"),
        ("return -1 if", "if state[0] < 9: return -1 if", "result", 29, "it ends without returning a value"),
        ("return -1 if", "return '-1' if", "result", 29, "'-1'"),
        ("out[0], out[1] = 0, 1", "out[0] = sum(n for n in (0, 0))", "moves", 24, "a generator such as sum(x for …)"),
        ("out[0], out[1] = 0, 1", "first, *rest = state", "moves", 24, "Python's UNPACK_EX cannot be compiled"),
        ("out[0], out[1] = 0, 1", "out.sort_of()", "moves", 24, "the move buffer has no .sort_of in compiled code"),
    ],
)  # fmt: skip
def test_the_rule_the_line_and_the_reason_are_named(
    load: Callable[..., Game], old: str, new: str, rule: str, line: int, reason: str
) -> None:
    said = fault_in_rules(load(old, new))
    assert said.startswith(f"the rule {rule} of race-odd does not compile (")
    assert f"race.py, line {line}): " in said
    assert reason in said.partition("): ")[2]
    assert "\n" not in said


@pytest.mark.slow
def test_a_heuristic_that_does_not_compile_is_named(load: Callable[..., Game]) -> None:
    game = load("out[0] = state[0]", "out[0] = open(state)")
    said = fault_in_rules(game, find_evaluator("far", game))
    assert said.startswith("the function terms of far does not compile (")
    assert "race.py, line 40): " in said


@pytest.mark.slow
def test_what_does_not_compile_plays_on_as_written_and_says_so_once(load: Callable[..., Game], tmp_path: Path) -> None:
    load("move + 1, 1", "plain(move), 1")
    game = f"{tmp_path / 'race.py'}:Race"
    result = CliRunner().invoke(kibitz, ["play", game, "--first", "perfect", "--second", "alphabeta", "--json"])
    assert result.exit_code == 0
    assert result.stderr.count("does not compile") == 1
    assert result.stderr.count("put @helper (from kibitz) above plain") == 1
    assert "the search runs as readable Python" in result.stderr
    refused = CliRunner().invoke(kibitz, ["best", game, "alphabeta:backend=compiled"])
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr.startswith(
        "kibitz: alphabeta cannot run compiled on race-odd: the rule play of race-odd does not"
    )


@pytest.mark.slow
def test_a_rule_may_make_a_list(load: Callable[..., Game], tmp_path: Path) -> None:
    load("out[0], out[1] = 0, 1", "both = [0, 1]; out[0], out[1] = both[0], both[1]")
    result = CliRunner().invoke(kibitz, ["best", f"{tmp_path / 'race.py'}:Race", "alphabeta:backend=compiled"])
    assert (result.exit_code, result.stderr.count("does not compile")) == (0, 0)


@pytest.mark.slow
def test_states_that_leave_their_words_keep_a_game_from_being_compiled(
    load: Callable[..., Game], tmp_path: Path
) -> None:
    load("return (0, 0)", "return (2**63, 0)")
    game = f"{tmp_path / 'race.py'}:Race:goal={2**63 + 5}"
    assert "does not fit" not in CliRunner().invoke(kibitz, ["best", game, "alphabeta:depth=2"]).stderr
    load("return (0, 0)", "return (2**64 - 2, 0)")
    result = CliRunner().invoke(kibitz, ["best", game.replace(str(2**63 + 5), str(2**64 + 5)), "alphabeta:depth=4"])
    assert result.exit_code == 0
    assert "does not fit into 2 64-bit words" in result.stderr


# A server has a child compile. While one thread waits for a long compilation, another gets what was kept before.
SERVER = """
import logging, sys, threading
from kibitz.core.loading import load_game
from kibitz.core.searching import find_searcher
from kibitz.kernels.compiler import preparation as compiling
from kibitz.kernels.backends import choose_backend
from kibitz.jobs.compile_process import compile_in_children
from kibitz.kernels.compiler.recipes import have_compiled
logging.basicConfig(level=logging.INFO, format="%(message)s")
searcher, _ = find_searcher("strong")
another, _ = find_searcher("strong:max_positions=1000")
asked, go_on = threading.Event(), threading.Event()

def have_compiled_slowly(recipe):
    asked.set()
    assert go_on.wait(60)
    have_compiled(recipe)

with compile_in_children():
    print(choose_backend(searcher, load_game(sys.argv[1])))
    compiling.have_compiled = have_compiled_slowly
    waiting = threading.Thread(target=choose_backend, args=(searcher, load_game(sys.argv[1] + ":goal=3")))
    waiting.start()
    assert asked.wait(60)
    print(choose_backend(another, load_game(sys.argv[1])), "while another waits:", waiting.is_alive())
    go_on.set()
    waiting.join()
"""


@pytest.mark.slow
def test_a_child_compiles_and_only_those_wait_who_need_that_code(race: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SERVER, f"{race}:Race"],
        capture_output=True,
        text=True,
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")},
        check=False,
    )
    assert done.stdout.splitlines() == ["compiled", "compiled while another waits: True"], done.stderr
    # Said once each: what the child has kept is not compiled here again.
    assert done.stderr.splitlines() == [
        "compiling race-kept for strong … once",
        "compiling race-kept:goal=3 for strong … once",
    ]


def test_a_child_that_compiles_ends_with_its_parent(tmp_path: Path) -> None:
    endless = tmp_path / "endless.py"
    endless.write_text("print('begun', flush=True)\nwhile True:\n    pass\n")
    pipe = subprocess.PIPE
    with subprocess.Popen(process.COMMAND, stdin=pipe, stdout=pipe, stderr=pipe) as child:
        assert child.stdin is not None
        assert child.stderr is not None
        pickle.dump((compile_recipe, Recipe(f"{endless}:Endless", "pvs")), child.stdin)
        child.stdin.flush()
        assert child.stderr.readline() == b"begun\n"
        child.stdin.close()  # as the end of the parent does
        assert child.wait() == 0

"""Backends: every user reaches the compiled kernels without asking, and the readable searches by asking."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from helpers.clocks import LateFlag, fake_clock
from helpers.waiting import HANGS
from kibitz.analysis.best_move import best_move
from kibitz.analysis.count_games import count_games
from kibitz.cli.main import kibitz
from kibitz.core.errors import BadOption, Unsuited
from kibitz.core.game import GAMES, find_game
from kibitz.core.loading import load_game
from kibitz.core.searching import find_searcher
from kibitz.jobs.compile_ahead import kernels_to_warm
from kibitz.kernels.backends import choose_backend
from kibitz.kernels.compiler.preparation import compiling
from kibitz.play.catalogue import list_players
from kibitz.play.players import SearchPlayer, find_player
from kibitz.play.records import GameRecord
from kibitz.search.perft import perft
from kibitz.trees.tree_files import write_search_tree

WORDLESS = f"{Path(__file__).parents[1]}/helpers/wordless.py:Wordless"


def answer(*args: str) -> dict[str, Any]:
    result = CliRunner().invoke(kibitz, [*args, "--json"])
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


# Asking for a backend.


@pytest.mark.parametrize("spec", ["alphabeta:depth=3,backend=reference", "mcts:backend=compiled", "engine:time=1.0"])
def test_the_backend_is_part_of_the_spec(spec: str) -> None:
    assert str(find_player(spec)) == spec


def test_a_wrong_backend_is_refused() -> None:
    with pytest.raises(BadOption, match="backend=cuda is not allowed; backend is one of auto, reference, compiled"):
        find_player("alphabeta:backend=cuda")
    with pytest.raises(BadOption, match=r"no option 'backnd' \(did you mean backend\?\)"):
        find_player("alphabeta:backnd=auto")
    searcher, _ = find_searcher("alphabeta")
    with pytest.raises(BadOption, match="no backend called 'cuda'; it is one of auto, reference, compiled"):
        choose_backend(searcher, find_game("tic-tac-toe"), "cuda")


def test_every_search_lists_the_backend_among_its_options() -> None:
    with_backend = {info.name for info in list_players() if "backend" in [o.name for o in info.options]}
    assert with_backend == {info.name for info in list_players() if info.searches} | {"level"}  # which has a search


def test_a_search_runs_compiled_unless_told_and_answers_alike() -> None:
    answers = [answer("best", "tic-tac-toe", f"alphabeta{backend}") for backend in ("", ":backend=reference")]
    assert [found.pop("backend") for found in answers] == ["compiled", "reference"]
    for found in answers:
        del found["seconds"], found["player"]
    assert answers[0] == answers[1]
    assert answers[0]["nodes"] == 18_297


def test_a_player_that_does_not_search_has_no_backend() -> None:
    assert answer("best", "tic-tac-toe", "random")["backend"] is None


def test_a_search_without_a_compiled_form_runs_as_it_is() -> None:
    assert answer("best", "tic-tac-toe", "alphabeta:depth=3,table=newest")["backend"] == "reference"
    assert answer("best", WORDLESS, "alphabeta:depth=1")["backend"] == "reference"


@pytest.mark.parametrize(
    ("game", "player", "sentence"),
    [
        ("tic-tac-toe", "mtd:depth=2", "mtd cannot run compiled on mnk: mtd has no compiled form."),
        ("tic-tac-toe", "pvs:depth=2,table=newest", "pvs cannot run compiled on mnk: a transposition table"),
        (WORDLESS, "minimax:depth=1", "does not fit into 64-bit words."),
    ],
)
def test_a_compiled_form_that_is_not_there_is_refused(game: str, player: str, sentence: str) -> None:
    result = CliRunner().invoke(kibitz, ["best", game, f"{player},backend=compiled"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert sentence in result.stderr


def test_what_exists_compiled_only_says_so() -> None:
    with pytest.raises(Unsuited, match="engine exists in compiled form only; leave out backend=reference"):
        best_move(find_game("tic-tac-toe"), "engine:backend=reference")
    with pytest.raises(Unsuited, match="strong exists in compiled form only and cannot play wordless: a state"):
        best_move(load_game(WORDLESS), "strong")


@pytest.mark.slow
def test_the_engine_and_the_strong_solver_are_players() -> None:
    assert {"engine", "strong"} < {info.name for info in list_players()}
    for name in ("engine", "strong"):
        found = answer("best", "tic-tac-toe", name)
        assert (found["backend"], found["score"], found["proven"]) == ("compiled", 0, True)


def test_a_record_says_which_backend_a_move_came_from() -> None:
    record = GameRecord.begin(find_game("tic-tac-toe"), ("", ""))
    assert find_player("alphabeta:depth=2").choose(record).backend == "compiled"
    assert find_player("alphabeta:depth=2,backend=reference").choose(record).backend == "reference"
    assert find_player("random").choose(record).backend is None


def test_both_backends_record_the_same_tree(tmp_path: Path) -> None:
    game, files = find_game("tic-tac-toe"), [tmp_path / "one.txt", tmp_path / "other.txt"]
    for backend, file in zip(("compiled", "reference"), files, strict=True):
        write_search_tree(game, f"alphabeta:depth=4,backend={backend}", str(file), moves="a1")
    assert files[0].read_text() == files[1].read_text()


@pytest.mark.slow
def test_perft_counts_alike_where_it_goes_over_to_compiled_code(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("connect-four")
    monkeypatch.setattr("kibitz.analysis.count_games.FEW_POSITIONS", 500)
    counted, plies = count_games(game, 6, split=True), perft(game, game.initial(), 6)
    assert counted.nodes_by_ply == tuple(ply.nodes for ply in plies)
    assert counted.finished_by_ply == tuple(ply.finished for ply in plies)
    assert counted.positions_by_ply == (1, 7, 49, 238, None, None, None)
    assert counted.split == {str(column): 7**5 for column in range(1, 8)}
    monkeypatch.setattr("kibitz.analysis.count_games.MAX_GAMES", 1000)
    assert count_games(game, 6).positions_by_ply == tuple(ply.positions for ply in plies)


@pytest.mark.slow
def test_a_player_gets_ready_before_the_clock_runs() -> None:
    player = find_player("alphabeta:time=3600")
    assert isinstance(player, SearchPlayer)
    record = GameRecord.begin(find_game("connect-four:width=5,height=4"), ("", ""))
    player.get_ready(record)
    compiled: list[bool] = []
    with fake_clock(), compiling(lambda: compiled.append(True)):
        result = player.choose(record).result
    assert result is not None
    assert (result.stopped_by, compiled) == ("time", [])


@pytest.mark.slow
def test_warm_compiles_ahead_and_finds_all_there_the_next_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.jobs.compile_ahead.compiled_names", lambda: ["alphabeta"])
    CliRunner().invoke(kibitz, ["warm", "take-away"])
    result = CliRunner().invoke(kibitz, ["warm", "take-away", "--json"])
    kernels = [(kernel["searcher"], kernel["recorded"], kernel["compiled"]) for kernel in json.loads(result.stdout)]
    assert sorted(kernels) == [("alphabeta", False, False), ("alphabeta", True, False), ("perft", False, False)]
    said = CliRunner().invoke(kibitz, ["warm", "take-away"]).stdout
    assert said.startswith("3 kernels are ready; none had to be compiled, ")
    assert "The next time they load at once." in said


def test_warm_takes_every_shipped_game_on_its_usual_board() -> None:
    games = {find_game(kernel.game) for kernel in kernels_to_warm()}
    assert games >= {find_game(cls.presets[0]) for cls in GAMES.classes.values() if cls.shipped}


@pytest.mark.slow
def test_after_warm_no_command_has_anything_to_compile(tmp_path: Path) -> None:
    assert CliRunner().invoke(kibitz, ["warm", "take-away"]).exit_code == 0
    commands = [
        "play take-away --first engine:time=0.01 --second random",
        "best take-away engine:time=0.01",
        "best take-away alphabeta",
        "best take-away alphabeta:order=centre",
        "best take-away minimax",
        "best take-away pvs",
        "best take-away mcts:simulations=9",
        "best take-away proof",
        "best take-away strong",
        "solve take-away",
        "perft take-away 3",
        f"tree take-away alphabeta --out {tmp_path / 'tree.txt'}",
        f"tree take-away pvs:depth=3,order=centre --out {tmp_path / 'tree.txt'}",
    ]
    said = python(
        "from click.testing import CliRunner; from kibitz.cli.main import kibitz\n"
        "from kibitz.kernels.compiler.preparation import compiling\n"
        f"for command in {commands!r}:\n"
        "    compiled = []\n"
        "    with compiling(lambda: compiled.append(command)):\n"
        "        done = CliRunner().invoke(kibitz, command.split())\n"
        "    print(command, done.exit_code, bool(compiled))"
    )
    assert said.splitlines() == [f"{command} 0 False" for command in commands]


# In a process of its own.


def python(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.parametrize(
    "words",
    [["--help"], ["games"], ["players"], ["evals"], ["best", "tic-tac-toe", "alphabeta:depth=2,backend=reference"]],
)
def test_nobody_waits_for_a_compiler_they_do_not_use(words: list[str]) -> None:
    said = python(
        f"import sys; from kibitz.cli.main import main; sys.argv = ['kibitz', *{words}]\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print('heavy:', sorted({'numpy', 'numba'} & set(sys.modules)))"
    )
    assert said.endswith("heavy: []\n")


@pytest.mark.slow
def test_the_interrupt_key_ends_a_compiled_search() -> None:
    best_move(find_game("connect-four"), "minimax:depth=1")  # compiled and kept
    words = [sys.executable, "-m", "kibitz", "best", "connect-four", "minimax:depth=40"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert any("is thinking" in line for line in process.stderr)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=HANGS) == 130


def test_the_interrupt_key_reaches_whoever_asked_and_the_next_search_runs() -> None:
    game = find_game("connect-four")
    expected = best_move(game, "minimax:depth=1")
    me = threading.get_ident()
    for _ in range(2):
        flag = LateFlag(10_000, lambda: signal.pthread_kill(me, signal.SIGINT))
        with pytest.raises(KeyboardInterrupt):
            best_move(game, "minimax:depth=40", stop=flag)
        flag.join()
        again = best_move(game, "minimax:depth=1")
        assert (again.move, again.score) == (expected.move, expected.score)


@pytest.mark.slow
def test_several_threads_may_be_the_first_to_search_compiled() -> None:
    """In a process of its own, where nothing is loaded yet; Numba by itself fails then, now and then."""
    code = """
import threading
from kibitz.analysis.best_move import best_move
from kibitz.core.loading import load_game

barrier, moves = threading.Barrier(4), []

def search():
    barrier.wait()
    moves.append(best_move(load_game("take-away"), "alphabeta:backend=compiled").move)

threads = [threading.Thread(target=search) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(moves))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "4\n", done.stderr

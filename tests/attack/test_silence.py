"""Nothing runs in silence, and the interrupt key shows what is known, whenever it is pressed."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from helpers.claims import StopAt
from helpers.waiting import HANGS
from kibitz.cli.main import kibitz
from kibitz.cli.terminal.text_table import TextTable
from kibitz.core.loading import load_game
from kibitz.kernels.common.control import Control
from kibitz.search.common.budget import Budget
from kibitz.search.game_size import count_positions_at_least, estimate_games
from kibitz.search.perft import perft

KIBITZ = [sys.executable, "-m", "kibitz"]
HUGE = "mnk:width=26,height=26,k=5"
SLOW = "minimax:depth=12,backend=reference"
WORDLESS = f"{Path(__file__).parents[1]}/helpers/wordless.py:Wordless"
NOTICE = re.compile(r"kibitz: (?!compiling|preparing).*s so far; Ctrl-C stops\.")  # of the work itself
COMPILING = re.compile(r"kibitz: (compiling .* … once|compiling; .* so far; Ctrl-C stops\.)")
# Presses the key when the module that is named first is about to be imported; the rest is a command.
PRESS_AT_IMPORT = """
import os, signal, sys

class Press:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == module:
            sys.meta_path.remove(Press)
            os.kill(os.getpid(), signal.SIGINT)

module = sys.argv.pop(1)
sys.meta_path.insert(0, Press)
from kibitz.cli.main import main
main()
"""


def interrupt_when_told(*words: str, moment: re.Pattern[str] = NOTICE) -> tuple[int, str, str]:
    """Run a command, press the key when it says for the first time that it is at work; status and both outputs.

    As in a terminal, all of its processes hear the key. The outputs end when the last of them has.
    """
    process = subprocess.Popen(
        [*KIBITZ, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stderr is not None
    assert process.stdin is not None
    process.stdin.write("genmove x\n")  # for those that answer lines
    process.stdin.flush()
    said = ""
    try:
        while not moment.search(said):
            line = process.stderr.readline()
            assert line, f"it ended without a word: {said}"
            said += line
        os.killpg(process.pid, signal.SIGINT)
        out, rest = process.communicate(timeout=HANGS)
    finally:
        process.kill()
        process.communicate()
    return process.returncode, out, said + rest


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "known", "sentence"),
    [
        (("perft", f"{WORDLESS}Board:width=26,height=26,k=5", "3"), "676", "the plies that were counted"),
        (("best", HUGE, "mcts:simulations=100000000,backend=reference"), "move", "this is the result so far"),
        (("best", HUGE, SLOW), "", "nothing is known yet"),
        (("solve", HUGE), "", "nothing certain is known yet"),
        (("lab", "ablate", HUGE, "pvs:depth=2", "--positions", "2", "--plies", "5"), "", "stopped"),
        (
            ("play", HUGE, "--first", "minimax:depth=9,backend=reference", "--second", "random"),
            "To continue",
            "the game so far",
        ),
    ],
    ids=lambda part: " ".join(part[:2]) if isinstance(part, tuple) else None,
)
def test_long_work_says_so_and_the_key_shows_what_is_known(words: tuple[str, ...], known: str, sentence: str) -> None:
    status, out, said = interrupt_when_told(*words)
    assert status == 130, said
    assert known in out
    assert sentence in said.splitlines()[-1]
    assert "Traceback" not in said


@pytest.mark.slow
def test_the_key_during_recording_writes_the_tree_so_far(tmp_path: Path) -> None:
    file = tmp_path / "o.dot"
    words = ("tree", "connect-four", "minimax:depth=12,backend=reference", "--out", str(file))
    status, out, said = interrupt_when_told(*words)
    assert status == 130, said
    assert file.exists()
    assert str(file) in out
    assert "as far as it came" in said


def check_one_sentence(status: int, said: str) -> None:
    lines = [line for line in said.splitlines() if not (line.endswith("Ctrl-C stops.") or COMPILING.match(line))]
    assert status == 130, said
    assert len(lines) == 1, said
    assert re.match(r"kibitz: stopped.*[.]$", lines[0]), said


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        "best connect-four engine:depth=12",
        "grade --workers 1 mnk-forms engine:time=0.02",
        "match connect-four pvs:depth=2 alphabeta:depth=2 --games 4 --workers 2",
        "engine tic-tac-toe pvs:depth=2",
        "tree tic-tac-toe pvs:depth=2,backend=compiled --out o.json",
        "play connect-four --first pvs:depth=2 --second random --json",
        "lab tune connect-four windows --positions 50 --depth 2",
        "lab horizon connect-four alphabeta",
        "lab ablate tic-tac-toe alphabeta:depth=3 --positions 2",
        "learn connect-four td --truth 0 --out m.kbm",
        "solve connect-four:width=5,height=5",
        "perft othello 9",
        "warm tic-tac-toe",
    ],
)
def test_the_key_while_code_is_compiled_ends_with_one_sentence(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    status, _, said = interrupt_when_told(*command.split(), moment=COMPILING)
    check_one_sentence(status, said)


@pytest.mark.slow
@pytest.mark.parametrize("command", ["best connect-four pvs:depth=2", "lab horizon connect-four alphabeta"])
@pytest.mark.parametrize(
    "module",
    [
        *("click", "kibitz.cli.commands.tree", "kibitz.core.user_files", "kibitz.core.loading"),
        *("kibitz.play.positions", "kibitz.kernels.alphabeta"),
        *("numpy", "numba", "llvmlite.binding", "numba.core.dispatcher"),
    ],
)
def test_the_key_during_an_import_ends_with_one_sentence(module: str, command: str) -> None:
    words = [sys.executable, "-c", PRESS_AT_IMPORT, module, *command.split()]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    check_one_sentence(done.returncode, done.stderr)


def test_json_holds_nothing_but_the_answer() -> None:
    answer = CliRunner().invoke(kibitz, ["perft", "tic-tac-toe", "4", "--json"])
    assert answer.stdout.startswith("{")
    assert answer.stdout.rstrip().endswith("}")
    assert not answer.stderr


@pytest.mark.parametrize(
    ("words", "status", "sentence"),
    [
        (["perft", HUGE, "30"], 2, r"about .* x 10\^\d+ years; .*--anyway"),
        (["tree", "connect-four", "strong", "--out", "o.dot"], 2, "does not show its tree"),
        (["best", "connect-four", "strong"], 1, "more than 20,000,000 positions"),
        (["play", "othello:size=6", "--second", "strong"], 1, "more than 20,000,000 positions"),
        (["solve", "connect-four", "--moves", "444444332", "--table", "4000000"], 2, "table_mib=4000000"),
        (
            ["grade", f"{WORDLESS}:chips=1000,take=100", "pvs:time=0.01", "--positions", "3", "--time", "0.1"],
            2,
            "no position could be solved",
        ),
    ],
    ids=lambda part: part[0] if isinstance(part, list) else None,
)
def test_what_cannot_be_done_is_refused_at_once(
    words: list[str], status: int, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def begin(*_: object) -> None:
        raise AssertionError("a search began; some of these took minutes")

    CliRunner().invoke(kibitz, words)  # which may compile, and tries what it has compiled
    monkeypatch.setattr(Budget, "__init__", begin)
    monkeypatch.setattr(Control, "__enter__", begin)
    answer = CliRunner().invoke(kibitz, words)
    assert answer.exit_code == status, answer.output
    assert re.search(sentence, answer.output)


def test_a_search_that_cannot_end_is_warned_of() -> None:
    from kibitz.analysis.search_effort import describe_effort
    from kibitz.play.players import SearchPlayer, find_player

    def warning(game: str, spec: str) -> str:
        player, loaded = find_player(spec), load_game(game)
        assert isinstance(player, SearchPlayer)
        return describe_effort(player.searcher, player.limits, loaded, loaded.initial())

    assert "years or more" in warning(HUGE, "minimax:depth=12")
    said = warning("connect-four", "alphabeta")  # which a forced win may end after a few seconds
    assert said.startswith("alphabeta may visit ")
    assert "if a forced win is short, it ends much sooner" in said
    assert "at least" not in said
    assert "or more" not in said
    for quick in ("minimax:depth=6", "minimax:depth=12,time=1", "alphabeta:depth=8", "engine"):
        assert not warning("connect-four", quick)
    assert not warning("tic-tac-toe", "minimax")


def test_random_games_tell_how_large_a_game_is() -> None:
    """Games as in the published perft table; of positions a bound from below, which no exact count contradicts."""
    game = load_game("connect-four")
    assert 0.9 < estimate_games(game, game.initial(), 8)[-1] / 5_673_234 < 1.1
    for spec, exact in (("tic-tac-toe", 5_478), ("connect-four:width=4,height=4", 161_029)):
        small = load_game(spec)
        assert 1 < count_positions_at_least(small, small.initial(), 10**7) <= exact


def test_a_count_that_is_stopped_keeps_whole_plies() -> None:
    game, whole = load_game("connect-four"), perft(load_game("connect-four"), load_game("connect-four").initial(), 6)
    for nodes in (0, 40, 300, 5_000, 20_000):
        stop = StopAt(nodes)
        kept = perft(game, game.initial(), 6, stop=stop)
        assert len(kept) < 7
        assert kept == whole[: len(kept)]


def test_tables_break_between_words_and_columns_only() -> None:
    table = TextTable(gap=2)
    for heading in ("player", "nodes", "average depth"):
        table.add_column(heading, justify="left" if heading == "player" else "right")
    spec = "alphabeta:depth=12,order=table+killer+history,table=two-tier,entries=65536"
    table.add_row(spec, "1,234,567", "12.0")
    for width in (60, 80, 120, 100_000):
        lines = ["".join(piece.text for piece in line).rstrip() for line in table.draw(width)]
        assert any(spec in line for line in lines)
        assert any("1,234,567" in line for line in lines)
        assert all(len(line) <= max(width, len(spec)) for line in lines)
    assert len(list(table.draw(120))) == 2


def test_output_that_is_no_terminal_is_not_broken() -> None:
    shown = CliRunner().invoke(kibitz, ["players"], env={"COLUMNS": None}).stdout
    assert max(map(len, shown.splitlines())) > 80


@pytest.mark.slow
def test_a_terminal_shows_one_line_that_is_redrawn() -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen([*KIBITZ, "perft", HUGE, "3"], stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    said = b""
    try:
        while said.count(b"\r\x1b[K") < 5 or b"counting the games" not in said:
            said += os.read(ours, 4096)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=HANGS) == 130
    finally:
        process.kill()
        process.wait()
        os.close(ours)
    assert b"Ctrl-C stops" in said

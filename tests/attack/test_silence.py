"""Nothing runs in silence, and the interrupt key shows what is known, whenever it is pressed."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from helpers.waiting import HANGS
from kibitz.cli.main import kibitz
from kibitz.cli.terminal.text_table import TextTable
from kibitz.core.loading import load_game
from kibitz.core.searching import StopFlag
from kibitz.kernels.common.control import Control
from kibitz.search.common.budget import Budget
from kibitz.search.game_size import count_positions_at_least, estimate_games
from kibitz.search.perft import perft

KIBITZ = [sys.executable, "-m", "kibitz"]
HUGE = "mnk:width=26,height=26,k=5"
SLOW = "minimax:depth=12,backend=reference"
WORDLESS = f"{Path(__file__).parents[1]}/helpers/wordless.py:Wordless"
NOTICE = re.compile(r"kibitz: .*s so far; Ctrl-C stops\.")


def start(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*KIBITZ, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def interrupt_when_told(*words: str) -> tuple[int, str, str]:
    """Run a command, press the key when it says for the first time that it is at work; status and both outputs."""
    process = start(*words)
    assert process.stderr is not None
    said = ""
    try:
        while not NOTICE.search(said):
            line = process.stderr.readline()
            assert line, f"it ended without a word: {said}"
            said += line
        process.send_signal(signal.SIGINT)
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
        (("best", HUGE, "mcts:simulations=100000000,backend=reference"), "move", "what was found by then"),
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


@pytest.mark.slow
@pytest.mark.parametrize("words", [("best", HUGE, "pvs:depth=6"), ("check", "othello"), ("warm", "tic-tac-toe")])
def test_the_key_at_any_moment_ends_with_one_sentence(words: tuple[str, ...]) -> None:
    """While Python loads, while the command loads what it needs, and while it works."""
    for delay in (0.5, 0.9, 1.6):
        process = start(*words)
        time.sleep(delay)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
        if process.returncode == -signal.SIGINT and not said:
            continue  # on a slow machine: Python itself had not begun to hear the key
        assert process.returncode in ((130, 0) if words[0] != "best" else (130,)), (delay, said)
        assert "Traceback" not in said, delay
        assert len([line for line in said.splitlines() if "stopped" in line]) <= 1


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

    monkeypatch.setattr(Budget, "__init__", begin)
    monkeypatch.setattr(Control, "__enter__", begin)
    answer = CliRunner().invoke(kibitz, words)
    assert answer.exit_code == status, answer.output
    assert re.search(sentence, answer.output)


def test_a_search_that_cannot_end_is_warned_of() -> None:
    from kibitz.play.analysis.search_effort import describe_effort
    from kibitz.play.players import SearchPlayer, find_player

    def warning(game: str, spec: str) -> str:
        player, loaded = find_player(spec), load_game(game)
        assert isinstance(player, SearchPlayer)
        return describe_effort(player.searcher, player.limits, loaded, loaded.initial())

    assert "years or more" in warning(HUGE, "minimax:depth=12")
    assert "at least" in warning("connect-four", "alphabeta")
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
        stop = _StopAt(nodes)
        kept = perft(game, game.initial(), 6, stop=stop)
        assert len(kept) < 7
        assert kept == whole[: len(kept)]


class _StopAt(StopFlag):
    """A flag that goes up when so many positions were met."""

    def __init__(self, nodes: int) -> None:
        super().__init__()
        self._most = nodes

    @property
    def raised(self) -> bool:
        return self.nodes >= self._most


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
        while said.count(b"\r\x1b[K") < 5:
            said += os.read(ours, 4096)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=HANGS) == 130
    finally:
        process.kill()
        process.wait()
        os.close(ours)
    assert b"Ctrl-C stops" in said
    assert b"counting the games" in said

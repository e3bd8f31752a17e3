"""The text menu: S3's program, driven by typed lines."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys

import pytest
from click.testing import CliRunner

from helpers.example_runner import only_shipped
from helpers.waiting import HANGS
from kibitz.cli.main import kibitz


def run(*lines: str, args: tuple[str, ...] = ("menu",)) -> str:
    """What the menu says to these lines; it must end well when they are used up."""
    with only_shipped():  # games that other tests have loaded would stand in the list too
        result = CliRunner().invoke(kibitz, args, input="".join(f"{line}\n" for line in lines))
    assert result.exit_code == 0, result.output
    return result.output


def page(said: str, prompt: str) -> str:
    """The last page that ended in a prompt."""
    return said.rpartition(prompt)[0].rpartition("───")[2]


SETTING = "A setting to change, or Enter to play:"


def test_the_menu_lists_the_games_and_leaves_on_q() -> None:
    said = run("q")
    for title in ("Connect Four", "Tic-tac-toe and m,n,k", "Othello", "Take-Away"):
        assert title in said
    assert said.endswith("Good-bye.\n")


@pytest.mark.parametrize("choice", ["number", "take-away", "take", "TAKE"])
def test_a_game_is_chosen_by_number_or_name(choice: str) -> None:
    found = re.search(r"(\d+)  Take-Away", run("q"))
    assert found is not None
    assert "chips at the start" in run(found[1] if choice == "number" else choice, "q")


def test_the_games_stand_under_the_headings_of_their_families() -> None:
    lines = [line.strip() for line in run("q").splitlines()]
    headings = [lines.index(name) for name in ("Classics", "Lines", "Territory", "Pieces", "Counting")]
    assert headings == sorted(headings)
    first = [line.split("  ")[1] for line in lines[headings[0] + 1 : headings[1]]]
    assert first == ["Connect Four", "Tic-tac-toe and m,n,k", "Othello", "Take-Away"]


def test_what_is_none_of_the_games_is_said() -> None:
    said = run("99", "9" * 5_000, "chess", "", "q")
    assert "'99' is not one of these games" in said
    assert "'999" in said
    assert "'chess' is not one of these games" in said


def test_settings_are_changed_and_kept_during_the_session() -> None:
    said = run("take", "chips=7", "take 2", "depth", "5", "algorithm minimax", "b", "1", "b", "take", "q")
    shown = page(said, SETTING)
    for row in ("1  chips      7 ", "2  take       2 ", "6  algorithm  minimax ", "7  depth      5 "):
        assert row in shown
    assert "take-away:chips=7,take=2,misere=false" in said


def test_a_setting_out_of_range_is_refused_and_stays() -> None:
    said = run(
        "take", "1 5000", "algorithm chess", "depth 0", "time soon", "advice maybe", "heuristic windows", "x 1", "q"
    )
    assert "chips=5000 is not allowed; chips is a whole number from 1 to 1000" in said
    assert "There is no algorithm called 'chess'; type algorithm alone for the list." in said
    assert "depth=0 is not allowed" in said
    assert "time=soon is not allowed" in said
    assert "advice is on or off" in said
    assert "The evaluator windows is not for take-away" in said
    assert "'x' is not one of these settings" in said
    assert "1  chips      12 " in page(said, SETTING)


@pytest.mark.slow
def test_the_program_plays_as_it_is_set_up() -> None:
    said = run("1", "width 4", "height 2", "algorithm alphabeta", "depth 2", "s", "", "quit", "q")
    assert "X plays " in said
    assert "depth 2" in said
    assert "X is alphabeta:depth=2\n" in said


def test_switches_another_algorithm_does_not_know_wait_for_one_that_does() -> None:
    said = run("2", "algorithm minimax", "more order=centre", "algorithm mcts", "q")
    shown = page(said, SETTING)
    assert "not used by mcts" in shown
    assert "more       -" in shown
    assert "mcts does not use order=centre; it is kept for the algorithms that do." in said
    again = run("2", "algorithm minimax", "more order=centre", "algorithm mcts", "algorithm sss", "q")
    assert "more       order=centre" in page(again, SETTING)


def test_algorithms_stand_on_a_page_of_their_own_minimax_and_alphabeta_first() -> None:
    shown = page(run("1", "6", "q"), "Which one?")
    names = re.findall(r"^ +\d+  (\S+)", shown, re.MULTILINE)
    assert names[:2] == ["minimax", "alphabeta"]
    assert {"engine", "mcts", "replica-s0-minimax", "replica-s3-connect-four"} < set(names)
    assert not {"replica-s1-minimax", "replica-s3-take-away", "strong", "human", "random"} & set(names)
    assert "algorithm  alphabeta" in page(run("1", "6", "2", "q"), SETTING)
    assert "algorithm  engine" in page(run("1", "6", "", "q"), SETTING)


def test_an_algorithm_for_another_game_is_refused_by_what_it_is_for() -> None:
    said = run("1", "algorithm replica-s1-minimax", "q")
    assert "replica-s1-minimax is a program for othello and cannot play connect-four; take" in said
    assert "algorithm  engine" in page(said, SETTING)


@pytest.mark.parametrize(
    ("lines", "nodes"),
    [(("1", "depth 6"), "137,257"), (("take", "chips 20", "depth 6"), "1,093")],  # 1 + 7 + … + 7⁶; reports, 6.2
    ids=str,
)
def test_a_depth_that_was_set_is_searched_once_and_to_its_end(lines: tuple[str, ...], nodes: str) -> None:
    said = run(*lines, "algorithm minimax", "s", "", "quit", "s", "q")
    assert f"depth 6, {nodes} nodes" in said
    assert re.search(r"is minimax:depth=6$", said, re.MULTILINE)
    assert "time       none" in page(said, SETTING)


def test_a_time_limit_that_was_set_holds_for_a_depth_as_well() -> None:
    said = run("2", "time 2", "algorithm minimax", "depth 2", "s", "", "quit", "q")
    assert "X is minimax:depth=2,time=2.0\n" in said


def test_swap_sides_changes_who_starts() -> None:
    shown = page(run("2", "s", "q"), SETTING)
    assert "first      program" in shown
    assert "second     you" in shown
    assert "first      you" in page(run("2", "s", "d", "q"), SETTING)


def test_variants_set_the_parameters() -> None:
    said = run("mnk", "v", "3", "b", "q")
    assert "mnk:width=5,height=5,k=4" in said.rpartition("Kibitz ──")[2]


def test_play_again_settings_or_back() -> None:
    game = ["a1", "b1", "a2", "b2", "a3"]
    said = run("2", "second you", "", *game, "", *game, "s", "", *game, "m", "q")
    assert said.count("X wins after 5 moves.") == 3
    assert said.rstrip().endswith("Good-bye.")
    assert said.count("Which game?") == 2


def test_a_fault_that_shows_only_in_play_leads_back_to_the_settings() -> None:
    said = run("take", "algorithm perfect", "depth 3", "s", "", "q")
    assert "takes no depth" in said
    assert page(said, SETTING)


def test_a_game_left_halfway_is_no_loss() -> None:
    said = run("2", "", "quit", "m", "q")
    assert "Stopped after 0 moves." in said


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answers", "key"), [((), "C"), ((), "D"), (("2",), "C"), (("2",), "D"), (("2", ""), "C")], ids=str
)
def test_interrupt_and_end_of_file_leave_politely_on_a_terminal(answers: tuple[str, ...], key: str) -> None:
    questions = (b"Which game?", SETTING.encode(), b"X, your move:")
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "kibitz", "menu"], stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    )
    os.close(theirs)
    said = b""
    try:
        said += read_until(ours, questions[0])
        for answer, question in zip(answers, questions[1:], strict=False):
            os.write(ours, f"{answer}\r".encode())
            said += read_until(ours, question)
        if key == "D":
            os.write(ours, b"\x04")
        else:  # the terminal belongs to no session here, so that the key raises no signal by itself
            process.send_signal(signal.SIGINT)
        said += read_until(ours, b"")
        assert process.wait(timeout=HANGS) == (0 if key == "D" else 130)
    finally:
        process.kill()
        process.wait()
        os.close(ours)
    assert b"Traceback" not in said


def read_until(descriptor: int, wanted: bytes) -> bytes:
    """What comes from the terminal up to the wanted text, or to the end if none is wanted."""
    said = b""
    while not wanted or wanted not in said:
        try:
            chunk = os.read(descriptor, 4096)
        except OSError:  # how a terminal says that the other side is closed
            break
        if not chunk:
            break
        said += chunk
    return said

"""`kibitz solve connect-four`: known values, its options, and the filter."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from helpers.clocks import fake_clock
from kibitz.analysis import best_move
from kibitz.cli.main import kibitz
from kibitz.core.game import Game, State
from kibitz.core.limits import Limits
from kibitz.core.searching import SearchResult
from kibitz.kernels.searchers.strong import Strong
from kibitz.kernels.solvers.all_positions import find_table

LATE = "7422341735647741166133573473242566"

# Width, height, value for the first player, and the ply the game ends on (known_values.md, section 1).
BOARDS = [
    (4, 4, 0, None),
    (5, 4, 0, None),
    (6, 4, -1, 24),
    (7, 4, 0, None),
    (8, 4, -1, 32),
    (4, 5, 0, None),
    (5, 5, 0, None),
    (6, 5, 0, None),
    (4, 6, 0, None),
    (5, 6, 0, None),
    (4, 8, 0, None),
]


def run(*words: str, text: str = "", status: int = 0) -> str:
    result = CliRunner().invoke(kibitz, ["solve", *words], input=text)
    assert result.exit_code == status, result.output
    return result.stdout if status < 2 else result.stderr


def ask(*words: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(run(*words, "--json"))
    return answer


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height", "value", "last_ply"), BOARDS)
def test_boards_have_their_published_values(width: int, height: int, value: int, last_ply: int | None) -> None:
    answer = ask(f"connect-four:width={width},height={height}", "--table", "64")
    assert (answer["score"] > 0) - (answer["score"] < 0) == value
    assert answer["distance"] == last_ply
    assert len(answer["line"]) == (last_ply or width * height)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "value"),
    [
        ("mnk:width=5,height=5,k=4", 0),  # known_values.md, section 2
        ("domineering:width=6,height=6", 1),  # Breuker, Uiterwijk & van den Herik, "Solving 8x8 Domineering", 2000
    ],
)
def test_what_takes_a_readable_search_too_long_is_solved_by_compiled_code(game: str, value: int) -> None:
    assert ask(game)["score"] == value


def test_the_engine_gives_the_scores_of_all_moves_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_move, "MOMENT", 3600)
    readable = ask("tic-tac-toe", "--moves", "a1", "--all")
    monkeypatch.setattr(best_move, "MOMENT", 0.001)
    compiled = ask("tic-tac-toe", "--moves", "a1", "--all")
    assert compiled["scores"] == readable["scores"]
    assert (compiled["score"], compiled["distance"]) == (readable["score"], readable["distance"])
    assert compiled["nodes"] != readable["nodes"]


def test_what_has_a_compiled_solver_is_searched_once_so_its_nodes_do_not_depend_on_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limits: list[Limits] = []
    search = Strong.search

    def noting(searcher: Strong, game: Game, state: State, given: Limits, **how: Any) -> SearchResult:
        limits.append(given)
        return search(searcher, game, state, given, **how)

    monkeypatch.setattr(Strong, "search", noting)
    find_table.cache_clear()
    assert ask("three-mens-morris", "--time", "600")["nodes"] == 5_390  # all its positions
    assert limits == [Limits(time=600)]


def test_three_in_a_row_is_won_from_four_columns_on() -> None:
    """known_values.md: a draw on three columns, a win for the first player on four to six by three to six."""
    for width, height in ((3, 3), (3, 6), (4, 2)):
        assert ask(f"connect-four:width={width},height={height},k=3", "--table", "8")["score"] == 0
    for width, height in ((4, 3), (5, 5), (6, 4)):
        assert ask(f"connect-four:width={width},height={height},k=3", "--table", "8")["score"] > 0


def test_the_empty_board_is_answered_from_the_book() -> None:
    answer = ask("connect-four", "--all")
    assert (answer["score"], answer["move"], answer["distance"], answer["nodes"]) == (1, "4", 41, 1)
    assert [answer["scores"][column] for column in "1234567"] == [-2, -1, 0, 1, 0, -1, -2]  # known_values.md
    assert list(answer["scores"]) == ["4", "3", "5", "2", "6", "1", "7"]  # best first
    assert len(answer["line"]) == 10  # as far as the book goes
    whole = ask("connect-four", "--moves", "44444432", "--line")
    assert len(whole["line"]) == whole["distance"]


@pytest.mark.parametrize(
    "words", ["solve connect-four --all", "best connect-four perfect", "solve connect-four --file -"]
)
def test_what_the_book_answers_needs_no_compiler(words: str) -> None:
    code = f"""if True:
        import sys
        from kibitz.cli.main import kibitz
        try:
            kibitz({words.split()!r})
        except SystemExit as end:
            print(end.code, {{"numpy", "numba"}} & set(sys.modules))
    """
    done = subprocess.run([sys.executable, "-c", code], input="44\n4444445566\n", capture_output=True, text=True)
    assert done.stdout.endswith("\n0 set()\n"), done.stdout + done.stderr


def test_a_position_is_solved_the_same_by_every_set_up() -> None:
    expected = ask("connect-four", "--moves", LATE, "--all")
    assert expected["scores"] == {"1": -3, "2": 1, "5": -4, "6": 1}
    for words in (["--no-book"], ["--table", "1"], ["--threads", "2"], ["--line"]):
        found = ask("connect-four", "--moves", LATE, "--all", *words)
        assert (found["score"], found["scores"]) == (expected["score"], expected["scores"])


def test_the_line_is_shown_when_asked_for() -> None:
    assert "line " not in run("connect-four", "--moves", LATE)
    assert re.search(r"^line    [1-7]( [1-7]){6}$", run("connect-four", "--moves", LATE, "--line"), re.MULTILINE)
    assert "line    " in run("tic-tac-toe", "--moves", "a1b1a2b2", "--line")


def test_impossible_set_ups_are_refused() -> None:
    assert "table_mib=4000000 is not allowed; give a number of MiB" in run(
        "connect-four", "--table", "4000000", status=2
    )
    assert "table_mib is a whole number from 1" in run("connect-four", "--table", "0", status=2)
    assert "threads is a whole number from 1 to 64" in run("connect-four", "--threads", "65", status=2)
    assert "--file has its own positions" in run("connect-four", "--file", "-", "--line", status=2)


BAD = {
    "4444444": "Move 7: 4 is not legal here",  # a full column
    "12121211": "Move 8: 1 cannot be played: the game is over (X wins)",  # a stone after a win
    "121212133": "Move 8: 3 cannot be played: the game is over",
    "44x": "Move 3: 'x' is not a move of Connect Four",
    "48": "Move 2: '8' is not a move of Connect Four",
    "1" * 60: "Move 7: 1 is not legal here",
}


@pytest.mark.parametrize("moves", BAD, ids=lambda moves: moves[:9])
def test_bad_positions_are_refused_with_the_number_of_the_move(moves: str) -> None:
    assert BAD[moves] in run("connect-four", "--moves", moves, status=2)


def test_a_position_longer_than_the_board_is_refused() -> None:
    full = "12121221212134343443434356565665656577777" + "7"
    assert "The game is over: draw" in run("connect-four", "--moves", full)
    assert "Move 43: 1 cannot be played: the game is over (draw)" in run(
        "connect-four", "--moves", full + "1", status=2
    )


def test_the_filter_answers_bad_lines_too_and_goes_on() -> None:
    lines = [*BAD, LATE]
    said = run("connect-four", "--file", "-", text="\n".join(lines), status=1).splitlines()
    assert len(said) == len(lines)
    for line, answer in zip(BAD, said, strict=False):
        assert answer.startswith(f"{line} error: {BAD[line]}")
    assert re.fullmatch(rf"{LATE} 1 \d+ \d+", said[-1])


def test_in_the_filter_a_position_costs_the_same_wherever_it_stands(tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text(f"{LATE}\n445555422217\n{LATE}\n445555422217 whatever follows\n")
    said = [line.split()[:3] for line in run("connect-four", "--file", str(file)).splitlines()]
    assert said[:2] == said[2:]


@pytest.mark.slow
def test_the_filter_keeps_to_its_time() -> None:
    with fake_clock():
        lines = run("connect-four", "--no-book", "--time", "3600", "--file", "-", text=f"4\n{LATE}\n", status=1)
    said = lines.splitlines()
    assert said[0].startswith("4 error: connect-four:width=7,height=6,k=4 was not solved within 3600 seconds")
    assert said[1].startswith(f"{LATE} 1 ")


@pytest.mark.slow
def test_the_filter_answers_before_it_is_asked_again() -> None:
    words = [sys.executable, "-m", "kibitz", "solve", "connect-four", "--file", "-"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for position in (LATE, "x", LATE[:-1]):
            process.stdin.write(position + "\n")
            process.stdin.flush()
            assert process.stdout.readline().startswith(position + " ")
        process.stdin.close()
    assert process.returncode == 1

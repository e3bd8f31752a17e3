"""The game of one's own that README and tutorial write: short, and everything works on it."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb, factorial
from pathlib import Path

import pytest

from helpers import naive
from helpers.example_runner import registries_restored
from helpers.trees import read_tree
from kibitz.analysis.best_move import best_move, solve
from kibitz.analysis.count_games import count_games
from kibitz.cli.terminal.session import start_session
from kibitz.core.game import GAMES, Game
from kibitz.core.loading import load_game
from kibitz.trees.tree_files import write_search_tree

FILE = Path(__file__).parent.parent / "examples" / "treblecross.py"


@pytest.fixture
def treblecross() -> Iterator[Game]:
    with registries_restored():
        game = load_game(f"{FILE}:Treblecross")
        GAMES.add(type(game))  # a file is run only once
        yield game


def long(cells: int) -> Game:
    return load_game(f"{FILE}:Treblecross:cells={cells}")


def test_it_is_written_in_under_thirty_lines() -> None:
    lines = FILE.read_text(encoding="utf-8").splitlines()
    assert sum(1 for line in lines if line.strip()) < 30


def test_its_perft_is_what_counting_gives(treblecross: Game) -> None:
    plies = count_games(treblecross, 3)
    assert plies.nodes_by_ply == (1, 7, 7 * 6, 7 * 6 * 5)
    assert plies.finished_by_ply[3] == 5 * factorial(3)  # five places for three in a row, in any order
    assert plies.positions_by_ply == (1, 7, comb(7, 2), comb(7, 3))


@pytest.mark.slow
@pytest.mark.parametrize("cells", [4, 7])
def test_every_search_agrees_on_it(treblecross: Game, cells: int) -> None:
    game = long(cells)
    truth = naive.minimax(game, game.initial(), 10_000) // naive.WIN
    searches = ["minimax", "alphabeta", "pvs:table=two-tier,order=table+killer", "mtd", "stored", "proof", "perfect"]
    assert [best_move(game, search).score for search in searches] == [truth] * len(searches)


@pytest.mark.parametrize("cells", range(3, 12, 2))
def test_the_middle_wins_on_every_odd_strip(treblecross: Game, cells: int) -> None:
    """Answer every move with its mirror image, unless there is a win at once."""
    solved = solve(long(cells), every_move=True)
    assert solved.score == 1
    assert solved.scores is not None
    assert solved.scores[str((cells + 1) // 2)] == 1


@pytest.mark.slow
def test_it_is_drawn_logged_and_read_back(treblecross: Game, tmp_path: Path) -> None:
    for name in ("tree.svg", "tree.txt", "tree.json", "tree.dot"):
        written = write_search_tree(treblecross, "alphabeta:depth=2", str(tmp_path / name))
        assert written.nodes == 20
    log, json = (read_tree((tmp_path / f"tree{end}").read_bytes(), end) for end in (".txt", ".json"))
    assert log == json
    assert log.counts().nodes == 20
    assert '<svg xmlns="http://www.w3.org/2000/svg"' in (tmp_path / "tree.svg").read_text(encoding="utf-8")


def test_random_players_finish_it(treblecross: Game) -> None:
    for seed in range(20):
        session = start_session(treblecross, "random", "random", seed=seed)
        while not session.record.is_over:
            session = session.reply()
        assert 3 <= len(session.record.moves) <= 6
        assert session.record.result in ("X wins", "O wins")

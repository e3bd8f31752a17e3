"""The answers of a search at every depth, and where they swing."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from kibitz.cli.main import kibitz
from kibitz.core.game import find_game
from kibitz.core.limits import Limits
from kibitz.lab.tools.horizon import search_each_depth
from kibitz.search.alphabeta import AlphaBeta

CHANGES = [None, None, -1, 3, -2]  # after 4, by the game's own heuristic


def run(*words: str) -> Result:
    return CliRunner().invoke(kibitz, ["lab", "horizon", *words])


def test_a_forced_win_is_marked_where_it_comes_into_sight() -> None:
    """After 4 4 5 5 X makes an open three in the bottom row: a win three plies away."""
    words = ("connect-four", "alphabeta:order=centre,backend=reference", "--moves", "4455", "--depth", "9")
    found = json.loads(run(*words, "--json").stdout)
    assert [row["depth"] for row in found["depths"]] == [1, 2, 3]
    *before, last = found["depths"]
    assert not any(row["proven"] for row in before)
    assert (last["move"], last["score"], last["proven"]) == ("3", 1, True)
    assert last["swing"] == "move+proven"
    assert last["line"][0] == "3"
    table = run(*words)
    assert "◄ move, proven" in table.output
    assert table.output.splitlines()[-1] == "1 swing over 3 depths"


def test_every_depth_is_the_search_of_that_depth() -> None:
    game, searcher = find_game("connect-four"), AlphaBeta(eval="windows", order="centre")
    answers = search_each_depth(game, game.initial(), searcher, range(1, 5), backend="reference")
    for answer in answers:
        found = searcher.search_reference(game, game.initial(), Limits(depth=answer.depth))
        assert (answer.score, answer.nodes) == (found.score.points, found.stats.nodes)
        assert answer.line == tuple(map(game.move_name, found.line))
    assert [answer.change for answer in answers] == [
        None, None, answers[2].score - answers[0].score, answers[3].score - answers[1].score,
    ]  # fmt: skip


def test_how_much_is_a_swing_can_be_said() -> None:
    game = find_game("connect-four")
    state = game.play(game.initial(), 3)

    def marked(swing: int | None) -> list[int]:
        answers = search_each_depth(game, state, AlphaBeta(), range(1, 6), backend="reference", swing=swing)
        assert [answer.change for answer in answers] == CHANGES
        return [answer.change for answer in answers if answer.change is not None and "score" in answer.swing]

    changes = [change for change in CHANGES if change]
    assert marked(1) == changes
    assert marked(10_000) == []
    assert 0 < len(marked(None)) < len(changes)  # those above the mean


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("tic-tac-toe", "alphabeta:depth=3"), "--depth gives the depth"),
        (("tic-tac-toe", "alphabeta", "--moves", "a1b1a2b2a3"), "The game is over there (X wins)"),
        (("tic-tac-toe", "alphabeta", "--depth", "-1"), "depth=-1 is not allowed"),
        (("tic-tac-toe", "alphabeta", "--moves", "a1", "--position", "x"), "both given"),
    ],
)
def test_what_cannot_be_looked_at_is_refused(words: tuple[str, ...], sentence: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert sentence in result.output

"""The learned players that come with Kibitz: what they are, and that they play as well as their pages say."""

from __future__ import annotations

import pytest

from kibitz.core.errors import Unsuited
from kibitz.core.game import find_game
from kibitz.core.limits import Limits
from kibitz.core.searching import find_searcher
from kibitz.learn.measuring import choose_all
from kibitz.learn.truth import find_truth
from kibitz.learned.find_model import SHIPPED, find_model, list_shipped

KEPT = {"connect-four:width=7,height=6,k=4": 0.94, "othello:size=6": 0.75}  # of 150 positions, which vary by chance
MAX_BYTES = 5 << 20


def test_they_say_how_they_were_made_and_are_small() -> None:
    shipped = list_shipped()
    assert shipped.keys() == KEPT.keys()
    for header in shipped.values():
        assert "seed=" in header.training.method
        assert header.training.seconds > 60
        assert header.training.curve[-1].done == header.training.done
    assert all(path.stat().st_size < MAX_BYTES for path in SHIPPED.iterdir())


@pytest.mark.parametrize("spec", KEPT)
def test_they_keep_the_result(spec: str) -> None:
    """On positions that are not those of their curves."""
    game = find_game(spec)
    truth = find_truth(game, 150, seed=11)
    assert truth.measure(choose_all(find_model("", game), truth.states)).kept >= KEPT[spec]


def test_a_search_on_top_looks_further() -> None:
    game = find_game("connect-four")
    truth, searcher = find_truth(game, 150, seed=11), find_searcher("learned")[0]
    moves = [searcher.search(game, state, Limits(nodes=100)).move for state in truth.states]
    assert truth.measure([move for move in moves if move is not None]).kept >= 0.96


def test_other_games_have_none() -> None:
    with pytest.raises(Unsuited, match="No learned player ships with nim"):
        find_model("", find_game("nim"))

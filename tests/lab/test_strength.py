"""`kibitz lab strength`: a ladder of limits is a row of matches, and refuses what is not a ladder."""

from __future__ import annotations

import pytest

from kibitz.arena.match import Match
from kibitz.core.errors import BadOption
from kibitz.lab.reports.plots import draw
from kibitz.lab.tools.strength import limit_player, make_strength_outcome, measure_strength

PLAYER = "alphabeta:backend=reference"


def test_a_step_is_worth_what_its_match_says() -> None:
    told: list[tuple[int, int]] = []
    found = measure_strength(
        "tic-tac-toe", PLAYER, "depth", (1, 2, 5), games=6, on_game=lambda done, all, _: told.append((done, all))
    )
    assert [row.player for row in found.limits] == [f"{PLAYER},depth={depth}" for depth in (1, 2, 5)]
    assert told == [(number, 12) for number in range(1, 13)]
    match = Match("tic-tac-toe", (found.limits[2].player, found.limits[1].player), 6, seed=1)
    alone = match.result(list(match.play())[-1])
    last = found.limits[2]
    assert (last.gain, last.gain_low, last.gain_high) == (alone.elo, alone.elo_low, alone.elo_high)
    assert last.nodes_per_move == alone.nodes[0] / alone.moves[0]
    assert found.limits[0].gain is None
    assert sum(row.elo for row in found.limits) == pytest.approx(0, abs=1e-6)
    assert "<svg" in draw(make_strength_outcome(found))


def test_the_stronger_has_the_higher_rating() -> None:
    """Take-Away with 14 chips: who must take 2 and sees only one ply takes 1, and loses from either side."""
    found = measure_strength("take-away:chips=14", f"{PLAYER},eval=zero", "depth", (1, 14), games=2, openings="0")
    assert found.limits[1].score == 1
    assert found.limits[1].elo > found.limits[0].elo


def test_what_is_no_ladder_is_refused() -> None:
    for limited, limits in (("depth", (3,)), ("depth", (2, 2)), ("depth", (3, 1)), ("speed", (1, 2))):
        with pytest.raises(BadOption):
            measure_strength("tic-tac-toe", PLAYER, limited, limits)
    with pytest.raises(BadOption, match="limit on nodes already"):
        limit_player("alphabeta:nodes=5", "depth", 1)

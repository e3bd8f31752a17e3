"""The truth that learners are measured by: exact where it says so, the same each time, and honest about the rest."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from helpers.naive import minimax
from helpers.paths import TREBLECROSS
from kibitz.core.errors import BadOption
from kibitz.core.files.data_folder import find_data_folder
from kibitz.core.game import find_game
from kibitz.core.loading import load_game
from kibitz.core.searching import StopFlag
from kibitz.games.take_away import TakeAway
from kibitz.learn import truth
from kibitz.learn.truth import TruthPosition, TruthSet, find_truth
from kibitz.play.opponents import recommend_players


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_DATA", str(tmp_path / "data"))


def test_a_small_game_is_taken_whole() -> None:
    """Of the 4,520 unfinished positions of tic-tac-toe, those in which the move matters."""
    game = find_game("tic-tac-toe")
    found = find_truth(game)
    assert found.is_whole
    assert (
        found.about
        == f"all {len(found.positions):,} positions of the game in which some moves keep the result and some do not"
    )
    assert len({position.state for position in found.positions}) == len(found.positions) == 3_191
    for position in found.positions[:: len(found.positions) // 50]:
        worth = {move: -minimax(game, game.play(position.state, move), 9) // 1_000_000 for move in position.scores}
        assert position.scores == worth
        assert position.keeping == {move for move in worth if worth[move] == max(worth.values())}
        assert 0 < len(position.keeping) < len(worth)


def test_a_larger_game_is_sampled_and_the_line_leads_to_the_position() -> None:
    game = find_game("connect-four:width=4,height=4")
    found = find_truth(game, 60)
    assert (len(found.positions), found.exact, found.is_whole) == (60, 60, False)
    assert "60 positions after random moves, solved by" in found.about
    for position in found.positions:
        state = game.initial()
        for move in position.line:
            state = game.play(state, move)
        assert state == position.state
        assert len(position.line) >= 2
    assert found.states != find_truth(game, 60, seed=1).states


def test_it_is_kept_and_read_again_and_a_damaged_file_is_made_anew() -> None:
    game = find_game("take-away:chips=30")
    made = find_truth(game)
    (path,) = (find_data_folder() / "truth").iterdir()
    assert find_truth(game) == made
    path.write_text(path.read_text()[:-20])
    assert find_truth(game) == made
    path.write_text(path.read_text().replace('"positions": [[[', '"positions": [[[77, '))
    assert find_truth(game) == made


def test_a_game_of_ones_own_has_a_truth() -> None:
    found = find_truth(load_game(f"{TREBLECROSS}:Treblecross"))
    assert found.is_whole
    assert len(found.positions) > 5


def test_what_cannot_be_solved_is_judged_by_a_search_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(truth, "can_be_judged", lambda game: False)
    monkeypatch.setattr(truth, "ALL_POSITIONS", 10)
    monkeypatch.setattr(truth, "DEEP_POSITIONS", 8)
    planned = set()
    found = find_truth(find_game("tic-tac-toe"), 1_000, tell=lambda made, wanted: planned.add(wanted))
    assert planned == {8}  # nobody is told to wait for a thousand
    assert found.exact == 0
    assert found.about == (
        "8 positions after random moves, judged by a search of 20,000 nodes a move, which can err; "
        "loss in points of its heuristic"
    )


def test_a_search_that_is_not_compiled_looks_at_fewer_positions_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    readable = replace(recommend_players(find_game("tic-tac-toe")), is_compiled=False)
    monkeypatch.setattr(truth, "recommend_players", lambda game: readable)
    position = TruthPosition((), (0, 0), {0: 1, 1: 0}, frozenset({0}), is_exact=False)
    assert "a search of 1,000 nodes a move" in TruthSet(find_game("tic-tac-toe"), (position,), False, ()).about


def test_a_game_without_a_choice_is_refused() -> None:
    with pytest.raises(BadOption, match="no position was found in which one move is better than another"):
        find_truth(TakeAway(chips=1, take=1))
    with pytest.raises(BadOption, match="choose 1 to 100,000"):
        find_truth(find_game("tic-tac-toe"), 0)


def test_measuring_counts_what_was_kept_and_given_away() -> None:
    game = find_game("connect-four")
    state = game.initial()
    one = TruthPosition((), state, {0: -2, 3: 1, 4: 0}, frozenset({3}))
    other = TruthPosition((3,), game.play(state, 3), {0: 5, 1: 3}, frozenset({0, 1}))
    found = TruthSet(game, (one, other), False, ("perfect",))
    measured = found.measure([4, 1])
    assert (measured.kept, measured.loss) == (0.5, 1.5)
    assert found.mistakes([0, 1]) == [(one, 0)]
    assert found.mistakes([3, 0]) == []


def test_it_can_be_stopped() -> None:
    stop = StopFlag()
    seen: list[int] = []

    def tell(made: int, wanted: int) -> None:
        seen.append(made)
        if made >= 5:
            stop.up()

    found = find_truth(find_game("connect-four:width=4,height=4"), 60, 3, tell=tell, stop=stop)
    assert 5 <= len(found.positions) < 60
    assert seen[-1] <= 6

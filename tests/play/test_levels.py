"""The ten levels: they take what is plain, err less and less, and play the same game for the same seed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from kibitz.arena.grading import Grading
from kibitz.core.errors import BadOption
from kibitz.core.game import Game, Move, find_game
from kibitz.core.loading import load_game
from kibitz.core.rng import Rng
from kibitz.core.searching import StopFlag
from kibitz.drawing.game_cards import list_levels
from kibitz.play.levels.calibration import TOP, find_rating, find_setting
from kibitz.play.levels.level_player import LevelPlayer, play_by_loss
from kibitz.play.levels.move_losses import draw_move
from kibitz.play.players import find_player, play_game, take_turn
from kibitz.play.records import GameRecord
from kibitz.web.server_limits import find_player_within_limits

EXAMPLES = Path(__file__).parents[2] / "examples"


def wins_at_once(game: Game, record: GameRecord) -> set[Move]:
    ends = {move: game.result(game.play(record.state, move)) for move in game.moves(record.state)}
    return {move for move, result in ends.items() if result is not None and result < 0}


def positions(game: Game, seed: int) -> Iterator[GameRecord]:
    """Random positions in which the game goes on."""
    rng = Rng(seed)
    while True:
        record = GameRecord.begin(game, ("", ""))
        for _ in range(6 + rng.below(14)):
            record = GameRecord.begin(game, ("", ""), moves=(*record.moves, rng.choice(game.moves(record.state))))
            if record.is_over:
                break
        if not record.is_over:
            yield record


def choose(record: GameRecord, level: int, seed: int) -> Move:
    """In readable Python, whatever the level uses otherwise: the moves are the same."""
    return take_turn(record, LevelPlayer(level, seed, "reference")).move


@pytest.mark.parametrize("spec", ["level:4", "level:n=4", "level/4", "level/n=4"])
def test_a_level_is_named_by_its_number_alone(spec: str) -> None:
    assert find_player(spec) == LevelPlayer(4)
    assert str(find_player(spec)) == "level:4"
    assert str(find_player("level:4,seed=7")) == str(find_player("level:4", seed=7)) == "level:4,seed=7"
    assert find_player_within_limits(spec, find_game("tic-tac-toe")) == LevelPlayer(4)


@pytest.mark.parametrize("spec", ["level:11", "level:0", "level:x", "level:4,4", "level:4,n=4", "engine:4"])
def test_what_is_no_level_is_refused(spec: str) -> None:
    with pytest.raises(BadOption):
        find_player(spec)


@pytest.mark.slow
def test_a_level_plays_the_same_game_for_the_same_seed_and_on_either_backend() -> None:
    game = find_game("connect-four")
    for level in (1, 4):
        players = (LevelPlayer(level, 3), LevelPlayer(level, 4))
        first = play_game(game, players)
        assert play_game(game, players).moves == first.moves
        readable = (LevelPlayer(level, 3, "reference"), LevelPlayer(level, 4, "reference"))
        assert play_game(game, readable).moves == first.moves
        assert play_game(game, (LevelPlayer(level, 5), LevelPlayer(level, 6))).moves != first.moves


@pytest.mark.slow
def test_from_level_3_a_win_in_one_is_hardly_ever_missed() -> None:
    game = find_game("connect-four")
    found = [record for record, _ in zip(positions(game, 1), range(600), strict=False)]
    won = [record for record in found if wins_at_once(game, record)][:60]
    assert len(won) == 60
    taken = {level: sum(choose(r, level, s) in wins_at_once(game, r) for s, r in enumerate(won)) for level in (1, 3, 4)}
    assert taken[3] >= 59
    assert taken[4] == 60
    assert taken[1] < 58  # a beginner does miss some


@pytest.mark.slow
def test_from_level_4_a_loss_in_one_is_hardly_ever_allowed() -> None:
    game = find_game("connect-four")
    threatened = []
    for record in positions(game, 2):
        safe = {move for move in game.moves(record.state) if not _loses_at_once(game, record, move)}
        if 0 < len(safe) < len(game.moves(record.state)) and not wins_at_once(game, record):
            threatened.append((record, safe))
        if len(threatened) == 60:
            break
    assert sum(choose(record, 4, seed) in safe for seed, (record, safe) in enumerate(threatened)) >= 58


def _loses_at_once(game: Game, record: GameRecord, move: Move) -> bool:
    after = GameRecord.begin(game, ("", ""), moves=(*record.moves, move))
    return not after.is_over and bool(wins_at_once(game, after))


@pytest.mark.slow
def test_the_mean_loss_falls_with_the_level() -> None:
    """On positions of tic-tac-toe, whose exact scores are known."""
    losses = []
    for level in (1, 3, 7, 9):
        grading = Grading("tic-tac-toe", f"level:{level},backend=reference", positions=90, seed=5)
        for _ in grading.run():
            pass
        losses.append(grading.grade().phases[-1].loss)
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] < losses[0] / 3


def test_small_losses_are_frequent_and_large_ones_rare() -> None:
    losses, drawn = {0: 0.0, 1: 0.1, 2: 1.0}, [0, 0, 0]
    for seed in range(2_000):
        drawn[draw_move(losses, 0.15, Rng(seed))] += 1
    assert drawn[0] > drawn[1] > 400
    assert drawn[2] < 10


def test_levels_play_a_game_of_ones_own_that_has_no_heuristic() -> None:
    game = load_game(f"{EXAMPLES / 'treblecross.py'}:Treblecross")
    record = play_game(game, (LevelPlayer(2, 1, "reference"), LevelPlayer(6, 2, "reference")))
    assert record.is_over
    assert find_rating(game, 2) is None


def test_who_is_told_to_stop_answers_at_once_with_what_it_has() -> None:
    stop = StopFlag()
    stop.up()
    record = GameRecord.begin(find_game("othello"), ("", ""))
    choice = play_by_loss(record, find_setting(record.game, 9), seed=0, backend="reference", stop=stop)
    assert choice.move in record.game.moves(record.state)
    assert choice.result is not None
    assert choice.result.stats.depth == 1


@pytest.mark.parametrize(("spec", "apart"), [("connect-four", 80), ("mnk:width=5,height=5,k=4", 60), ("othello", 60)])
def test_measured_ratings_rise_from_level_to_level(spec: str, apart: int) -> None:
    ratings = [find_rating(find_game(spec), level) for level in range(1, TOP + 1)]
    elos = [rating.elo for rating in ratings if rating is not None]
    assert len(elos) == TOP
    assert elos[0] == 0
    assert all(upper - lower >= apart for lower, upper in pairwise(elos))


def test_the_levels_are_offered_first_with_their_ratings() -> None:
    offered = list_levels(find_game("connect-four"))
    assert [level.spec for level in offered[:11]] == ["human", *(f"level:{n}" for n in range(1, 11))]
    assert "Elo, where level 1 is 0" in offered[4].about
    assert "not measured" in list_levels(find_game("othello:size=6"))[4].about


def test_minimax_and_alpha_beta_are_offered_by_their_names() -> None:
    offered = {level.title: level.spec for level in list_levels(find_game("connect-four"))}
    assert offered["minimax, depth 5"] == "minimax:depth=5"
    assert offered["alpha-beta, depth 5"] == "alphabeta:depth=5"
    assert offered["minimax, 2 s"] == "minimax:time=2"
    assert offered["alpha-beta, 2 s"] == "alphabeta:time=2"


def test_a_depth_that_would_take_minutes_is_not_offered() -> None:
    titles = [level.title for level in list_levels(find_game("mnk:width=15,height=15,k=5"))]
    assert "minimax, depth 5" not in titles  # 5.8e11 positions
    assert "minimax, 2 s" in titles

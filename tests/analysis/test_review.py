"""The review of whole games: it comes to its end in every shipped game, and says what the coach says."""

from __future__ import annotations

import subprocess
import sys

import pytest

from kibitz.analysis.coach.advice import advise
from kibitz.analysis.coach.game_review import GameReview
from kibitz.analysis.hints.hint import give_hint
from kibitz.analysis.judged_position import Effort
from kibitz.core.game import GAMES, Game, Move, find_game
from kibitz.core.rng import Rng
from kibitz.core.searching import StopFlag
from kibitz.play.records import GameRecord

NODES = 60  # of each search, so that the answer does not depend on the machine
SHIPPED = sorted(name for name, cls in GAMES.classes.items() if cls.shipped)
MAX_PLIES = 10


def random_record(game: Game, plies: int = MAX_PLIES, seed: int = 5) -> GameRecord:
    rng, state, moves = Rng(seed), game.initial(), list[Move]()
    while (legal := game.moves(state)) and len(moves) < plies:
        moves.append(legal[rng.below(len(legal))])
        state = game.play(state, moves[-1])
    return GameRecord.begin(game, ("human", "human"), moves=moves)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_review_judges_every_move_and_says_what_the_coach_says(name: str) -> None:
    record = random_record(find_game(name))
    review = GameReview(record, nodes=NODES, compiled=False)
    plies = list(review.plies())
    summary = review.summary()
    assert len(plies) == len(record.moves) + 1
    assert (summary.judged, summary.moves) == (len(record.moves), len(record.moves))
    for ply, move in enumerate(record.moves, start=1):
        said = advise(record.before(ply - 1), move, effort=Effort(0.5, nodes=NODES), compiled=False)
        told = plies[ply]
        assert (said.move, said.mark, said.sentence) == (told.move, told.mark, told.sentence)
        assert not said.mark or said.proven == told.lost_exact
    for point in summary.turning_points:
        assert point.why.sentence == plies[point.ply].sentence


def test_a_review_that_is_told_to_end_says_how_far_it_came() -> None:
    record = random_record(find_game("tic-tac-toe"))
    stop = StopFlag()
    review = GameReview(record, nodes=NODES, compiled=False, stop=stop)
    for reviewed in review.plies():
        if reviewed.ply == 4:
            stop.up()
    summary = review.summary()
    assert (summary.judged, summary.moves) == (4, len(record.moves))
    assert [side.counted for side in summary.sides] == [2, 2]


def test_positions_share_the_time_of_a_review_and_none_is_left_out_when_it_is_over() -> None:
    record = random_record(find_game("tic-tac-toe"))
    times = [0.0, 0.0, 30.0]  # the first position takes most of the time, and the second all that is left
    review = GameReview(record, total=40.0, compiled=False, clock=lambda: times.pop(0) if times else 100.0)
    shares = []

    def find_effort(share: float) -> Effort:
        shares.append(share)
        return Effort(0.5, nodes=NODES)

    review._find_effort = find_effort  # type: ignore[method-assign]  # to see what each position is given
    assert len(list(review.plies())) == len(record.moves) + 1
    positions = len(record.moves) + 1
    assert shares[:2] == [40.0 / positions, 10.0 / (positions - 1)]
    assert all(share < 0 for share in shares[2:])
    assert all(0 < each <= 0.5 for each in Effort.share(-1.0, 0.5)[:3] if each is not None)


def test_hints_coach_and_review_answer_before_a_compiler_is_loaded() -> None:
    code = """if True:
        import sys
        from kibitz.core.game import find_game
        from kibitz.analysis.judged_position import Effort
        from kibitz.analysis.coach.advice import advise
        from kibitz.analysis.coach.game_review import GameReview
        from kibitz.analysis.hints.hint import give_hint
        from kibitz.play.positions import record_at
        game = find_game("kalah")
        start, effort = record_at(game), Effort(0.5, nodes=60)
        hint = give_hint(start, effort=effort, compiled=False)
        advice = advise(start, game.parse_move("6"), effort=effort, compiled=False)
        plies = list(GameReview(record_at(game, moves="36"), nodes=60, compiled=False).plies())
        print(bool(hint.move), hint.provisional, advice.provisional, len(plies), "numba" in sys.modules)
    """
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said == "True True True 3 False\n"


@pytest.mark.parametrize("name", SHIPPED)
def test_the_second_step_of_a_hint_says_what_kind_of_move_it_is(name: str) -> None:
    """In most positions: some moves show nothing."""
    game, rng, told = find_game(name), Rng(2), 0
    for plies in (0, 1, 2, 3, 6):
        record = random_record(game, plies, seed=rng.below(100))
        if record.is_over:
            continue
        hint = give_hint(record, effort=Effort(0.5, nodes=NODES), compiled=False)
        told += hint.kind.startswith("It ")
        assert hint.kind.endswith(".")
    assert told > 0

"""The strong solver against counts from outside, naive minimax and the general solver."""

from __future__ import annotations

import functools
import subprocess
import sys
from collections.abc import Iterator, MutableSequence
from dataclasses import dataclass

import pytest

from helpers import naive
from helpers.clocks import LateFlag, fake_clock
from helpers.wordless import Wordless
from kibitz.core.errors import BadOption, Unfinished, Unsuited
from kibitz.core.game import ONGOING, Game, Move, Rules, State, find_game
from kibitz.core.limits import Limits
from kibitz.core.score import WIN
from kibitz.core.searching import find_searcher
from kibitz.games.take_away import TakeAway
from kibitz.kernels.backends import check_memory
from kibitz.kernels.common.control import Control
from kibitz.kernels.searchers.strong import Strong
from kibitz.kernels.solvers import all_positions as solved
from kibitz.kernels.solvers.all_positions import PositionTable, find_table

TIC_TAC_TOE = find_game("tic-tac-toe")
FOUR_BY_FOUR = find_game("connect-four:width=4,height=4")
SMALL_OTHELLO = find_game("othello:size=4")
CONNECT_FOUR = find_game("connect-four")


@pytest.fixture(autouse=True)
def _nothing_known() -> Iterator[None]:
    find_table.cache_clear()
    yield
    find_table.cache_clear()


def table_from(game: Game, state: State | None = None) -> PositionTable:
    table = PositionTable(game)
    assert table.explore(game.initial() if state is None else state, 20_000_000, Control(Limits()))
    return table


def naive_values(game: Game) -> dict[State, int]:
    """The value of every position as it sees it itself, one off a win or loss for each ply to the end."""

    @functools.cache
    def value(state: State) -> int:
        result = game.result(state)
        if result is not None:
            return result * WIN
        best = max(-value(game.play(state, move)) for move in game.moves(state))
        return best - (best > 0) + (best < 0)

    return {state: value(state) for state in naive.reachable(game)}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "positions"),
    [
        (TIC_TAC_TOE, 5_478),
        (FOUR_BY_FOUR, 161_029),
        (find_game("connect-four:width=4,height=5"), 1_706_255),
        (SMALL_OTHELLO, 62_789),
    ],
    ids=["tic-tac-toe", "connect-four 4x4", "connect-four 4x5", "othello 4x4"],
)
def test_it_meets_every_position_that_can_occur(game: Game, positions: int) -> None:
    """Each number was also counted by `naive.reachable`, which takes from a second to a minute."""
    assert len(table_from(game)) == positions


@pytest.mark.parametrize(
    "game",
    [TIC_TAC_TOE, find_game("take-away:chips=20,take=3"), find_game("take-away:chips=20,take=3,misere=true")],
    ids=["tic-tac-toe", "take-away", "misere"],
)
def test_it_knows_every_position_as_naive_minimax_does(game: Game) -> None:
    table, values = table_from(game), naive_values(game)
    assert len(table) == len(values)
    for state, value in values.items():
        score = table.lookup(state)
        assert score is not None
        assert (score.value, score.proven) == (value, True)


@pytest.mark.slow
@pytest.mark.parametrize("game", [FOUR_BY_FOUR, SMALL_OTHELLO], ids=["connect-four 4x4", "othello 4x4"])
def test_scores_of_all_moves_are_those_of_the_general_solver(game: Game) -> None:
    perfect = find_searcher("perfect:every_move=true")[0]
    for seed in range(15):
        state = naive.random_position(game, seed)
        strong, other = Strong().search(game, state), perfect.search(game, state)
        assert strong.score == other.score
        assert strong.roots == other.roots


def test_the_line_is_best_play_to_the_end_of_the_game() -> None:
    answer = Strong().search(SMALL_OTHELLO, SMALL_OTHELLO.initial())
    assert (answer.score.points, answer.move, answer.stopped_by) == (-10, answer.line[0], "")
    assert len(answer.line) == answer.score.distance
    state = SMALL_OTHELLO.initial()
    for move in answer.line:
        before = find_table(SMALL_OTHELLO).lookup(state)
        assert before is not None
        assert before.points in (-10, 10)
        state = SMALL_OTHELLO.play(state, move)
    assert SMALL_OTHELLO.outcome(state) == -10


@pytest.mark.parametrize("misere", [False, True])
def test_take_away_is_lost_on_the_multiples(misere: bool) -> None:
    """n mod (k + 1) = 0, with misère play = 1. Positions are met again on later plies here."""
    game = find_game(f"take-away:chips=20,take=3,misere={str(misere).lower()}")
    table = table_from(game)
    assert len(table) == 1 + 1 + 2 * 19  # 20 chips before the first, 19 before the second, 0 to 18 before either
    for chips in range(1, 19):
        score = table.lookup((chips, 0))
        assert score is not None
        assert score.points == (-1 if chips % 4 == misere else 1)


def test_what_follows_a_known_position_is_looked_up() -> None:
    first = Strong().search(FOUR_BY_FOUR, FOUR_BY_FOUR.initial())
    assert first.stats.nodes == 161_029
    assert first.stats.memory < 24 * 161_029  # 20 bytes a slot
    later = Strong().search(FOUR_BY_FOUR, naive.random_position(FOUR_BY_FOUR, 3))
    assert later.stats.nodes == 1
    assert len(find_table(FOUR_BY_FOUR)) == 161_029


def test_of_a_large_game_it_takes_in_what_can_still_come_up() -> None:
    text = "-----OXX--XXOOOXXOOXOXOOXXOXOXOOXXOXOXXOOX"
    state = CONNECT_FOUR.parse_position(text)
    strong = Strong().search(CONNECT_FOUR, state)
    assert strong.score == find_searcher("perfect")[0].search(CONNECT_FOUR, state).score
    assert strong.stats.nodes == len(find_table(CONNECT_FOUR))
    assert find_table(CONNECT_FOUR).lookup(CONNECT_FOUR.initial()) is None


def test_a_finished_game_has_its_result_and_no_move() -> None:
    game = find_game("take-away")
    answer = Strong().search(game, (0, 1))
    assert (answer.move, answer.score.value, answer.score.distance) == (None, -WIN, 0)


def test_time_ends_the_exploration_with_a_legal_move() -> None:
    with fake_clock():
        answer = Strong().search(CONNECT_FOUR, CONNECT_FOUR.initial(), Limits(time=3600))
    assert (answer.stopped_by, answer.move, answer.score.proven, answer.roots) == ("time", 0, False, ())
    assert answer.stats.nodes <= 1_024


def test_a_raised_flag_ends_the_exploration() -> None:
    flag = LateFlag(10_000)
    # With a limit, since a game this large is refused at once without one.
    answer = Strong().search(CONNECT_FOUR, CONNECT_FOUR.initial(), Limits(time=3600), stop=flag)
    flag.join()
    assert answer.stopped_by == "stop"
    assert answer.stats.nodes - flag.seen <= 1_024


def test_a_node_limit_is_kept_exactly_and_the_next_search_goes_on_from_there() -> None:
    table = PositionTable(FOUR_BY_FOUR)
    for searches in range(1, 6):
        assert not table.explore((0, 0), 20_000_000, Control(Limits(nodes=10_000)))
        assert len(table) == 10_000 * searches
        assert table.lookup((0, 0)) is None
    assert table.explore((0, 0), 20_000_000, Control(Limits()))
    assert len(table) == 161_029
    assert table.lookup((0, 0)) == table_from(FOUR_BY_FOUR).lookup((0, 0))


def test_a_game_with_too_many_positions_is_given_up() -> None:
    message = r"has more than 50,000 positions from here on \(max_positions=50000\); allow more, at some 27 bytes each"
    with pytest.raises(Unfinished, match=message):
        Strong(max_positions=50_000).search(FOUR_BY_FOUR, FOUR_BY_FOUR.initial())
    exactly = Strong(max_positions=161_029).search(FOUR_BY_FOUR, FOUR_BY_FOUR.initial())
    assert exactly.score.proven


def test_a_game_is_refused_at_once_whatever_of_it_was_searched_before() -> None:
    late = CONNECT_FOUR.initial()
    for move in (3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 4, 4, 4, 4, 4, 4):
        late = CONNECT_FOUR.play(late, move)
    for state, most in ((late, 20_000_000), (CONNECT_FOUR.initial(), 1_000_000_000)):
        searcher = Strong(max_positions=most)
        check_memory(searcher, CONNECT_FOUR, state, Limits())
    searcher = Strong(max_positions=20_000_000)
    with pytest.raises(Unfinished, match="more than 20,000,000 positions"):
        check_memory(searcher, CONNECT_FOUR, CONNECT_FOUR.initial(), Limits())


def test_what_was_known_before_makes_way_when_there_is_no_room() -> None:
    table = table_from(TIC_TAC_TOE, TIC_TAC_TOE.play((0, 0), 0))
    half = len(table)
    other = TIC_TAC_TOE.play((0, 0), 8)
    assert table.explore(other, half, Control(Limits()))
    assert len(table) == half
    assert table.lookup(TIC_TAC_TOE.play((0, 0), 0)) is None


@dataclass(frozen=True)
class PutBack(TakeAway):
    """Take-Away with one more move: to put a chip back."""

    def rules(self) -> Rules:
        chips = self.chips

        def moves(state: State, out: MutableSequence[int]) -> int:
            out[0] = 0
            out[1] = 1
            return 2 if state[0] < chips else 1

        def play(state: State, move: Move) -> State:
            return (state[0] - 1 if move == 0 else state[0] + 1, 1 - state[1])

        def result(state: State) -> int:
            return -1 if state[0] == 0 else ONGOING

        return Rules(moves, play, result)


def test_a_game_that_can_go_round_in_circles_is_refused() -> None:
    with pytest.raises(Unsuited, match=r"can come back to an earlier position, .* search it to a depth instead"):
        Strong().search(PutBack(), PutBack().initial())


def test_a_game_longer_than_any_may_be_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solved, "FULL_DEPTH", 8)
    with pytest.raises(Unsuited, match="can last over 8 moves"):
        Strong().search(TIC_TAC_TOE, TIC_TAC_TOE.initial())


def test_a_game_that_is_not_made_of_words_is_refused() -> None:
    game = Wordless()
    with pytest.raises(Unsuited, match="does not fit into 64-bit words; pvs and perfect take any game"):
        Strong().search(game, game.initial())


def test_a_depth_is_refused() -> None:
    searcher, limits = find_searcher("strong:depth=3")
    with pytest.raises(BadOption, match="strong searches to the end of the game"):
        searcher.search(TIC_TAC_TOE, (0, 0), limits)


def test_naming_the_solver_needs_no_compiler() -> None:
    code = "import sys, kibitz.kernels.searchers.strong; print({'numpy', 'numba'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "set()\n"

"""`perfect` on Connect Four, by the game's own solver: the same truth as the general solver, within the same limits."""

from __future__ import annotations

import pytest

from helpers import naive
from helpers.clocks import LateFlag, fake_clock
from kibitz.core.errors import BadOption, Unsuited
from kibitz.core.game import find_game
from kibitz.core.limits import Limits
from kibitz.core.notation import parse_moves
from kibitz.core.searching import SearchResult, StopFlag, find_searcher
from kibitz.games.connect_four import ConnectFour
from kibitz.games.othello import Othello
from kibitz.kernels.backends import choose_backend
from kibitz.kernels.solvers.connect_four.search import NODES_BETWEEN_LOOKS
from kibitz.play.players import find_player, play_game

STANDARD = ConnectFour()
SMALL = [ConnectFour(4, 4), ConnectFour(5, 4), ConnectFour(4, 4, 3), ConnectFour(4, 2, 2)]
FIXED = "perfect:table_mib=8,book=false"

LONG, SHORT = "7422341735647741166133573473242566", "4455554222173"


def ask(spec: str, game: ConnectFour, state: tuple[int, ...], *, stop: StopFlag | None = None) -> SearchResult:
    searcher, limits = find_searcher(spec)
    result = searcher.search(game, state, limits, stop=stop)
    assert result.backend == "compiled"
    return result


def after(moves: str) -> tuple[int, ...]:
    state = STANDARD.initial()
    for move in parse_moves(STANDARD, moves):
        state = STANDARD.play(state, move)
    return state


@pytest.mark.parametrize("game", SMALL, ids=str)
def test_the_kernel_scores_every_move_as_the_readable_solver_does(game: ConnectFour) -> None:
    readable = find_searcher("perfect:every_move=true")[0]
    drawn = (naive.random_position(game, seed) for seed in range(12))
    small = [state for state in drawn if naive.is_small(game, state, 20_000)]
    assert len(small) >= 5
    for state in small:
        expected = readable.search_reference(game, state)
        found = ask(f"{FIXED},every_move=true", game, state)
        assert found.score == expected.score
        assert found.roots == expected.roots
        alone = ask(FIXED, game, state)
        assert alone.score == expected.score
        assert find_searcher(FIXED)[0].exact_score(game, state).score == expected.score


@pytest.mark.parametrize("chips", range(1, 14))
def test_distances_are_right_where_who_takes_the_last_chip_loses(chips: int) -> None:
    game = find_game(f"take-away:chips={chips},take=3,misere=true")
    every_move, alone = (find_searcher(spec)[0] for spec in ("perfect:every_move=true", "perfect"))
    truth = naive.minimax(game, game.initial(), chips, sooner=True)
    for searcher in (every_move, alone):
        assert searcher.search_reference(game, game.initial()).score.value == truth


@pytest.mark.parametrize("moves", [LONG, "2252576253462244111563365343671351441", SHORT])
def test_the_line_is_perfect_play_to_the_very_end(moves: str) -> None:
    state = after(moves)
    found = ask(FIXED, STANDARD, state)
    expected, distance = found.score, found.score.distance
    assert found.move == found.line[0]
    for move in found.line:
        state = STANDARD.play(state, move)
        expected = -expected
        if STANDARD.result(state) is None:
            assert ask(FIXED, STANDARD, state).score.points == expected.points
    assert STANDARD.result(state) is not None
    if distance is not None:
        assert len(found.line) == distance


def test_perfect_never_lets_a_won_game_slip() -> None:
    """X wins 4x4 with three in a row, whatever O does; and draws at least where a draw is to be had."""
    won, drawn = ConnectFour(4, 4, 3), ConnectFour(5, 4)
    for seed in range(8):
        other = find_player(f"random:seed={seed}")
        assert play_game(won, (find_player(FIXED), other)).outcome == 1
        assert play_game(drawn, (find_player(FIXED), other)).outcome in (0, 1)
        assert play_game(drawn, (other, find_player(FIXED))).outcome in (0, -1)


def test_perfect_wins_against_itself_when_told_to_go_on_from_a_won_position() -> None:
    record = play_game(STANDARD, (find_player(FIXED), find_player(FIXED)), moves=parse_moves(STANDARD, LONG))
    assert record.outcome == 1
    assert len(record.moves) == len(LONG) + 7  # known from the score: it wins with its last stone


def test_limits_end_the_work_without_a_made_up_answer() -> None:
    for spec in (f"{FIXED},nodes=2000", f"{FIXED},time=3600", f"{FIXED},every_move=true,nodes=2000"):
        with fake_clock():
            found = ask(spec, STANDARD, STANDARD.initial())
        assert found.stopped_by == ("time" if "time" in spec else "nodes")
        assert not found.score.proven
        assert found.move in STANDARD.moves(STANDARD.initial())
    known = find_searcher(FIXED)[0]
    assert known.exact_score(STANDARD, STANDARD.initial(), Limits(nodes=2000)).stopped_by == "nodes"


def test_the_stop_flag_ends_the_work() -> None:
    stop = LateFlag(10_000)
    found = ask(FIXED, STANDARD, STANDARD.initial(), stop=stop)
    stop.join()
    assert found.stopped_by == "stop"
    assert found.stats.nodes - stop.seen <= 2 * NODES_BETWEEN_LOOKS


def test_two_threads_find_the_same_scores() -> None:
    for moves in (LONG, SHORT):
        alone, both = (ask(f"{FIXED},threads={n},keep=false", STANDARD, after(moves)) for n in (1, 2))
        assert both.score == alone.score
        assert both.score.proven


def test_what_is_not_kept_costs_the_same_again() -> None:
    state = after(SHORT)
    costs = {ask(f"{FIXED},keep=false", STANDARD, state).stats.nodes for _ in range(2)}
    assert len(costs) == 1
    ask(FIXED, STANDARD, state)
    assert ask(FIXED, STANDARD, state).stats.nodes < costs.pop()


def test_impossible_tables_are_refused() -> None:
    with pytest.raises(BadOption, match=r"table_mib=4000000 is not allowed; give a number of MiB from 1 to \d+"):
        ask("perfect:table_mib=4000000", STANDARD, STANDARD.initial())
    with pytest.raises(BadOption, match="threads is a whole number from 1 to 64"):
        find_searcher("perfect:threads=0")
    with pytest.raises(BadOption, match="takes no depth"):
        ask("perfect:depth=3", STANDARD, STANDARD.initial())


def test_boards_the_kernel_does_not_hold_go_to_the_general_solver() -> None:
    perfect = find_searcher("perfect")[0]
    assert choose_backend(perfect, Othello(10)) == "reference"
    assert choose_backend(perfect, find_game("tic-tac-toe")) == "reference"
    with pytest.raises(Unsuited, match="perfect cannot run compiled on othello: "):
        choose_backend(perfect, Othello(10), "compiled")


def test_a_recorded_search_is_the_readable_one() -> None:
    perfect = find_searcher("perfect")[0]
    assert choose_backend(perfect, ConnectFour(4, 3), recorded=True) == "reference"
    with pytest.raises(Unsuited, match="perfect shows its nodes in readable form only"):
        choose_backend(perfect, ConnectFour(4, 3), "compiled", recorded=True)

"""Limits are kept, and a search that was stopped still answers with a legal move."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias

import pytest

from helpers.clocks import LateFlag, fake_clock
from helpers.networks import write_random_network
from helpers.waiting import HANGS
from kibitz.core.clock import Clock
from kibitz.core.errors import BadOption
from kibitz.core.game import Game, State, find_game
from kibitz.core.limits import Limits
from kibitz.core.searching import SEARCHERS, SearchResult, find_searcher
from kibitz.search.common.budget import NODES_BETWEEN_LOOKS

ALL = sorted(name for name in SEARCHERS.classes if not name.startswith("replica-"))  # those: test_replicas.py
MEASURED = ["connect-four", "othello"]  # the games that probcut is for
BOARDS = ["connect-four", "othello", "mnk:width=5,height=5,k=4", "take-away:chips=40,take=3"]
MOST_AFTER = 2_500  # nodes that a compiled search may still visit: it looks every 1,024, and so often tells its count


NamePlayer: TypeAlias = Callable[[str, Game], str]


@pytest.fixture(scope="module")
def name_player(tmp_path_factory: pytest.TempPathFactory) -> NamePlayer:
    """The spec of a search; for a learned player, which does not come with every game, a network of random weights."""

    @cache
    def name_player(name: str, game: Game) -> str:
        return write_random_network(tmp_path_factory.mktemp("n") / "n.kbm", game) if name == "learned" else name

    return name_player


def readable_search(spec: str, game: Game, state: State, limits: Limits = Limits(), **more: Any) -> SearchResult:
    """In readable form where there is one; what is to be compiled is compiled before the limits hold."""
    searcher = find_searcher(spec)[0]
    if searcher.has_reference:
        return searcher.search_reference(game, state, limits, **more)
    return searcher.search(game, state, limits, **more)


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("spec", BOARDS)
@pytest.mark.parametrize("nodes", [1, 2, 50, 777])
def test_a_node_limit_is_kept_to_the_node(name: str, spec: str, nodes: int, name_player: NamePlayer) -> None:
    if name == "probcut" and spec not in MEASURED:
        pytest.skip("probcut refuses this game: test_probcut.py")
    game = find_game(spec)
    answer = readable_search(name_player(name, game), game, game.initial(), Limits(nodes=nodes))
    assert answer.stats.nodes <= nodes
    assert answer.move in game.moves(game.initial())
    assert answer.line[0] == answer.move
    if answer.stopped_by:
        assert answer.stopped_by == "nodes"


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("looks", [0, 10])
def test_a_time_limit_is_kept(name: str, looks: int, name_player: NamePlayer) -> None:
    game = find_game("othello")
    with fake_clock(looks) as clock:
        answer = readable_search(name_player(name, game), game, game.initial(), Limits(time=3600))
    assert answer.stopped_by == "time"
    assert answer.move in game.moves(game.initial())
    assert all(0 < delay <= 3600 for delay in clock.delays[:1])
    assert answer.stats.nodes <= (MOST_AFTER if clock.delays else (looks + 1) * NODES_BETWEEN_LOOKS)


@pytest.mark.parametrize("name", ALL)
def test_a_search_ends_when_its_flag_is_raised_by_another_thread(name: str, name_player: NamePlayer) -> None:
    game, stop = find_game("othello"), LateFlag(100)
    with_limits = (
        "mcts",
        "strong",
        "stored",
        "learned",
    )  # the first three refuse it without any, the last need not search
    limits = Limits(time=3600) if name in with_limits else Limits()
    answer = readable_search(name_player(name, game), game, game.initial(), limits, stop=stop)
    stop.join()
    assert answer.stopped_by == "stop"
    assert answer.move in game.moves(game.initial())
    assert stop.seen >= 100
    assert answer.stats.nodes - stop.seen <= MOST_AFTER


def test_the_clock_rings_by_time_and_not_for_who_wants_it_no_more() -> None:
    clock, heard, last = Clock(), list[str](), threading.Event()
    tells: dict[str, Callable[[], None]] = {name: (lambda name=name: heard.append(name)) for name in ("a", "b", "c")}  # type: ignore[misc]  # no types for defaults
    now = clock.now()
    clock.call_at(now + 0.03, tells["b"])
    clock.call_at(now + 0.02, tells["a"])
    clock.call_at(now + 0.02, tells["c"])
    clock.cancel(tells["c"])
    clock.call_at(now + 0.04, last.set)
    assert last.wait(HANGS)
    assert heard == ["a", "b"]


def test_a_clock_that_wakes_late_still_calls_in_order_of_time() -> None:
    clock, heard, last = Clock(), list[int](), threading.Event()
    past = clock.now() - 1

    def add_three() -> None:  # runs on the clock's own thread, so that it sees all three of them late and at once
        for number in (3, 1, 2):
            clock.call_at(past + number / 10, lambda number=number: heard.append(number))  # type: ignore[misc]  # no types for defaults
        clock.call_at(past + 0.9, last.set)

    clock.call_at(past, add_three)
    assert last.wait(HANGS)
    assert heard == [1, 2, 3]


def test_a_time_limit_makes_a_search_deepen_and_say_how_deep_it_came() -> None:
    game = find_game("connect-four")
    with fake_clock(looks=50):
        answer = readable_search("alphabeta", game, game.initial(), Limits(time=3600))
    assert answer.stats.depth >= 2
    assert len(answer.line) == answer.stats.depth
    same = readable_search("alphabeta", game, game.initial(), Limits(depth=answer.stats.depth))
    assert (same.move, same.score) == (answer.move, answer.score)


def test_the_depth_grows_with_the_moves_played() -> None:
    limits = Limits(depth=4, grow=6)
    assert [limits.at(played).depth for played in (0, 5, 6, 11, 12, 30)] == [4, 4, 5, 5, 6, 9]
    assert Limits(depth=4).at(30).depth == 4


@pytest.mark.parametrize(
    "bad", ["depth=0", "depth=-1", "nodes=0", "time=0", "time=-2", "time=nan", "grow=3", "depth=x"]
)
def test_limits_that_make_no_sense_are_refused(bad: str) -> None:
    with pytest.raises(BadOption, match=bad.split("=")[0]):
        find_searcher(f"alphabeta:{bad}")


@pytest.mark.parametrize("name", ["mcts", "proof", "perfect"])
def test_searches_without_a_horizon_refuse_a_depth(name: str) -> None:
    game = find_game("tic-tac-toe")
    with pytest.raises(BadOption, match="depth"):
        readable_search(name, game, game.initial(), Limits(depth=3))


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_a_finished_game_has_a_score_and_no_move(name: str, name_player: NamePlayer) -> None:
    game = find_game("take-away:chips=1,take=1")
    answer = readable_search(name_player(name, game), game, (0, 1))
    assert answer.move is None
    assert (answer.score.points, answer.score.proven) == (-1, True)

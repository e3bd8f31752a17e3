"""Nobody waits for the compiler: a readable search stands in until the compiled one is ready."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from kibitz.core.game import Game, find_game
from kibitz.core.limits import COMPILED, REFERENCE
from kibitz.core.searching import Searcher, StopFlag, find_search
from kibitz.kernels.compiler.compile_events import announce_compiling
from kibitz.play.players import SearchPlayer, find_player, take_turn
from kibitz.play.records import GameRecord
from kibitz.web import background_compiler
from kibitz.web.background_compiler import BackgroundCompiler

GAME = find_game("connect-four")


class SlowCompiler:
    """Compiles until it is told to be done."""

    def __init__(self) -> None:
        self.done = threading.Event()
        self.asked: list[tuple[str, str]] = []

    def choose_backend(self, searcher: Searcher, game: Game) -> str:
        self.asked.append((str(game), str(searcher)))
        announce_compiling(f"{game.name} for {searcher.name}")
        self.done.wait()
        return COMPILED


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowCompiler]:
    compiler = SlowCompiler()
    monkeypatch.setattr(background_compiler, "choose_backend", compiler.choose_backend)
    yield compiler
    compiler.done.set()


def test_a_search_that_must_be_compiled_is_not_ready_until_it_is(slow: SlowCompiler) -> None:
    compiler, (searcher, *_) = BackgroundCompiler(), find_search("engine")
    ready = StopFlag()
    assert not compiler.are_ready(GAME, [searcher])
    compiler.request(GAME, searcher).when_ready(ready.up)
    assert not ready.raised
    slow.done.set()
    compiler.request(GAME, searcher).wait_until_ready()
    assert compiler.are_ready(GAME, [searcher])
    assert ready.raised
    assert slow.asked == [(str(GAME), str(searcher))]  # once, however often it was asked for


@pytest.mark.parametrize(
    "spec", ["engine:depth=4", "alphabeta:depth=3", "perfect", "strong", "mcts:simulations=500", "engine:time=5"]
)
def test_the_stand_in_moves_soon_and_needs_no_compiler(spec: str) -> None:
    player, record = find_player(spec), GameRecord.begin(GAME, ("", ""))
    stand_in = player.stand_in(GAME)
    assert isinstance(stand_in, SearchPlayer)
    assert stand_in.backend.backend == REFERENCE
    assert stand_in.find_searchers(record) == ()
    assert stand_in.seconds is not None
    assert stand_in.seconds <= 1
    assert take_turn(record, stand_in).move in GAME.moves(record.state)


def test_a_stand_in_looks_as_far_ahead_by_the_same_heuristic() -> None:
    stand_in = find_player("engine:depth=5,eval=windows").stand_in(GAME)
    assert isinstance(stand_in, SearchPlayer)
    assert stand_in.limits.depth == 5
    assert str(stand_in.evaluator(GAME)).startswith("windows")


def test_what_the_book_knows_needs_no_compiler() -> None:
    player = find_player("perfect")
    assert player.find_searchers(GameRecord.begin(GAME, ("", ""))) == ()
    late = GameRecord.begin(GAME, ("", ""), moves=[3, 3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 0, 4, 4])
    assert player.find_searchers(late) != ()

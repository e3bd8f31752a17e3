"""While the compiler works, hints and the coach answer from a readable search, and again when the code is ready."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable

from kibitz.analysis.coach.advice import advise
from kibitz.analysis.hints.hint import give_hint
from kibitz.analysis.judged_position import Effort
from kibitz.core.game import Game, find_game
from kibitz.core.searching import Searcher, StopFlag
from kibitz.play.positions import record_at
from kibitz.web.background_compiler import BackgroundCompiler, Preparation
from kibitz.web.meanwhile import answer_meanwhile
from kibitz.web.pool import Event

EFFORT = Effort(0.5, nodes=60)
GAME = find_game("kalah")


class HeldPreparation(Preparation):
    """Ready when the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[Callable[[], None]] = []

    def when_ready(self, call: Callable[[], None]) -> None:
        self.calls.append(call)


class HeldCompiler(BackgroundCompiler):
    """Compiles nothing before the test lets it."""

    def __init__(self) -> None:
        super().__init__()
        self.requests: list[HeldPreparation] = []

    def are_ready(self, game: Game, searchers: Iterable[Searcher]) -> bool:
        return False

    def request(self, game: Game, searcher: Searcher) -> Preparation:
        self.requests.append(HeldPreparation())
        return self.requests[-1]

    def release(self) -> None:
        for held in self.requests:
            for call in held.calls:
                call()


def look(compiled: bool, until: StopFlag) -> Generator[Event, None, bool]:
    """A hint and a word about a move, each by the search that may be asked."""
    start = record_at(GAME)
    yield Event("hint", give_hint(start, effort=EFFORT, compiled=False))
    yield Event("advice", advise(start, GAME.parse_move("6"), effort=EFFORT, compiled=False))
    yield Event("asked", compiled)
    return False


def test_both_answer_with_compilation_held_back_and_again_when_it_is_done() -> None:
    compiler, stop = HeldCompiler(), StopFlag()
    told = answer_meanwhile(compiler, GAME, stop, look)
    first = [next(told) for _ in range(3)]
    assert [event.name for event in first] == ["hint", "advice", "asked"]
    assert first[0].data.provisional
    assert first[0].data.move
    assert first[1].data.provisional
    assert first[2].data is False
    assert compiler.requests
    compiler.release()
    assert [event.data for event in told if event.name == "asked"] == [True]


def test_whoever_leaves_while_code_is_compiled_is_not_answered_again() -> None:
    compiler, stop = HeldCompiler(), StopFlag()
    told = answer_meanwhile(compiler, GAME, stop, look)
    assert [next(told).name for _ in range(3)] == ["hint", "advice", "asked"]
    stop.up()
    assert list(told) == []


def test_nobody_is_answered_twice_where_nothing_is_to_be_compiled() -> None:
    assert [event.data for event in answer_meanwhile(None, GAME, StopFlag(), look) if event.name == "asked"] == [True]

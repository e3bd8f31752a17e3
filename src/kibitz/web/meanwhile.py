"""Answers while the compiler works: first from a readable search, which sees less, then again from compiled ones."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from time import sleep
from typing import TypeAlias

from kibitz.core.game import Game
from kibitz.core.searching import Searcher, StopFlag
from kibitz.kernels.compiler.compile_events import announce_compiling
from kibitz.web.background_compiler import BackgroundCompiler, find_usual_searches
from kibitz.web.pool import Event

PULSE = 0.1  # seconds between two looks

# With compiled code or without, until it is told to stop; it returns whether nothing is left to be improved.
Answer: TypeAlias = Callable[[bool, StopFlag], Generator[Event, None, bool]]


class UntilReady(StopFlag):
    """A flag that is raised when the searches of a game are ready, or the work is told to stop."""

    def __init__(self, compiler: BackgroundCompiler, game: Game, searchers: Iterable[Searcher], stop: StopFlag) -> None:
        super().__init__()
        asked = [compiler.request(game, searcher) for searcher in searchers]
        self._left = len(asked)
        stop.when_raised(self.up)
        for preparation in asked:
            preparation.when_ready(self._count_down)

    def _count_down(self) -> None:
        self._left -= 1
        if self._left == 0:
            self.up()

    def wait(self) -> None:
        while not self.raised:
            sleep(PULSE)


def answer_meanwhile(
    compiler: BackgroundCompiler | None, game: Game, stop: StopFlag, answer: Answer
) -> Iterator[Event]:
    """The answer of compiled code; before that, as long as it is not ready, the answer that needs none."""
    needed = find_usual_searches(game)
    if compiler is not None and not compiler.are_ready(game, needed):
        announce_compiling(str(game))
        until_ready = UntilReady(compiler, game, needed, stop)
        if (yield from answer(False, until_ready)):
            return
        until_ready.wait()
        if stop.raised:
            return
    yield from answer(True, stop)

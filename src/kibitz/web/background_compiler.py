"""Compiling while people do something else: what is likely to be needed first, and what is asked for at once.

Compiling takes some ten seconds a search, once on a machine. A server therefore begins as soon as it runs, and whoever
needs a search that is not ready yet is told so at once and can do without meanwhile (`Player.stand_in`).
"""

from __future__ import annotations

import queue
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable

from kibitz.core.errors import KibitzError
from kibitz.core.game import Game, find_game
from kibitz.core.searching import Searcher, find_search
from kibitz.kernels.backends import choose_backend, load_all_kernels
from kibitz.kernels.compiler.compile_events import on_compiling
from kibitz.kernels.compiler.recipes import have_compiled, recipe_for
from kibitz.play.opponents import ENGINE, recommend_players

MAX_REMEMBERED = 256  # preparations
MAX_EXPECTED = 8  # games that wait to be compiled because somebody looks at them
LOADING_SECONDS = 1.0  # that code compiled earlier may take to load, the compiler included, before others stand in
FIRST = "connect-four"  # the game that most people play first


class Preparation:
    """One search of one game on its way to being ready; a search that cannot be compiled is ready, too."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._to_call: list[Callable[[], None]] = []
        self.is_ready = False
        self.must_compile = False  # nothing was kept from earlier, so that it takes long
        self.is_refused = False  # it cannot be compiled

    def wait(self, seconds: float) -> bool:
        """Wait while it may be ready in a moment, at most so long; whether it is ready."""
        with self._changed:
            self._changed.wait_for(lambda: self.is_ready or self.must_compile, seconds)
            return self.is_ready

    def wait_until_ready(self) -> None:
        """Wait as long as it takes."""
        with self._changed:
            self._changed.wait_for(lambda: self.is_ready)

    def when_ready(self, call: Callable[[], None]) -> None:
        """Call a function when it is ready: at once, or later from another thread."""
        with self._changed:
            if not self.is_ready:
                self._to_call.append(call)
                return
        call()

    def run(self, game: Game, searcher: Searcher) -> None:
        """Load the code, compiling it first if need be."""
        try:
            with on_compiling(lambda _: self._tell(must_compile=True)):
                choose_backend(searcher, game)
        except KibitzError:
            self.is_refused = True  # whoever searches is told the reason
        finally:
            self._tell(is_ready=True)

    def _tell(self, *, is_ready: bool = False, must_compile: bool = False) -> None:
        with self._changed:
            self.is_ready |= is_ready
            self.must_compile |= must_compile
            self._changed.notify_all()
            calls, self._to_call = (self._to_call, []) if self.is_ready else ([], self._to_call)
        for call in calls:
            call()


class BackgroundCompiler:
    """Prepares searches in threads of its own.

    `start` begins with the game that most people play first. It is compiled in another process before this one has
    loaded the compiler, which would hold up everything else for a second; games that a page shows follow (`expect`),
    once `load` was called in a quiet moment.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, str], Preparation] = OrderedDict()
        self._lock = threading.Lock()
        self._expected: queue.LifoQueue[Game] = queue.LifoQueue()
        self._loaded = threading.Event()

    def start(self, first: Game | None = None) -> None:
        """Begin to compile what will be needed first: this game, or the one that most people play first."""
        game = find_game(FIRST) if first is None else first
        threading.Thread(target=self._compile_expected, args=(game,), name="kibitz-compile", daemon=True).start()

    def load(self) -> None:
        """Load the compiler into this process."""
        load_all_kernels()
        self._loaded.set()

    def expect(self, game: Game) -> None:
        """Somebody looks at this game and will probably play it: its usual search is prepared next."""
        if game.words and self._expected.qsize() < MAX_EXPECTED:
            self._expected.put(game)

    def _compile_expected(self, first: Game) -> None:
        recipe = recipe_for(find_search(ENGINE)[0], first) if first.words else None
        if recipe is not None:
            have_compiled(recipe)
        self._loaded.wait()
        while True:
            game = self._expected.get()
            for searcher in find_usual_searches(game):
                self.request(game, searcher).wait_until_ready()

    def request(self, game: Game, searcher: Searcher) -> Preparation:
        """Have a search made ready now, unless it is already."""
        key = (str(game), str(searcher))
        with self._lock:
            known = self._known.get(key)
            if known is not None:
                self._known.move_to_end(key)
                return known
            known = self._known[key] = Preparation()
            while len(self._known) > MAX_REMEMBERED:
                self._known.popitem(last=False)
        threading.Thread(target=known.run, args=(game, searcher), name="kibitz-prepare", daemon=True).start()
        return known

    def are_ready(self, game: Game, searchers: Iterable[Searcher]) -> bool:
        """Whether a player with these searches can move without waiting for the compiler; else they are prepared."""
        asked = [self.request(game, searcher) for searcher in searchers]
        if not all(preparation.wait(LOADING_SECONDS) for preparation in asked):
            return False
        # What was offered for a game of one's own before it was compiled is still played if it cannot be compiled.
        return game.shipped or not any(preparation.is_refused for preparation in asked)


def find_usual_searches(game: Game) -> list[Searcher]:
    """The search that plays a game, and the solver that judges it."""
    good = recommend_players(game, wait=False)
    return [find_search(spec)[0] for spec in (good.search, good.perfect) if spec]

"""The player `level:N`: makes mistakes as people do, fewer at each level; level 10 is the strongest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

from kibitz.core.game import Game, State
from kibitz.core.limits import AUTO, BACKENDS, COMPILED, REFERENCE
from kibitz.core.rng import Rng
from kibitz.core.searching import Searcher, StopFlag, find_searcher
from kibitz.core.spec import option, value_text
from kibitz.kernels.backends import choose_backend
from kibitz.play.levels.calibration import TOP, Setting, find_setting
from kibitz.play.levels.move_losses import draw_move, look_ahead, measure_losses
from kibitz.play.opponents import has_opening_book, recommend_players
from kibitz.play.player import Player
from kibitz.play.players import find_player
from kibitz.play.records import Choice, GameRecord

# Without a table: to a depth this gives the same values in readable Python and in machine code, so that a level plays
# the same moves on either.
SEARCH = "pvs:order=killer+history+centre,sooner=true,deepen=false"
FEW_LINES = 1_000  # ways to play on to the depth of a level; readable Python follows so many in a moment


@dataclass(frozen=True)
class LevelPlayer(Player):
    name = "level"
    about = "makes mistakes as people do, small ones more often than large ones; 1 = beginner … 10 = strongest"
    heeds_stop = True
    short_option: ClassVar[str] = "n"  # level:4 is level:n=4

    n: int = option(5, "1 = beginner … 10 = as strong as possible", 1, TOP)
    seed: int = option(0, "random seed", 0, 2**63 - 1)
    backend: str = option(AUTO, "readable Python, or machine code; auto = the quicker one", choices=BACKENDS)
    book: bool = option(False, "level 10: vary the opening, where the game has an opening book")

    def spec(self, *, full: bool = True) -> str:
        """As everything's, but the level itself is always given, and without its name: level:4,seed=1."""
        rest = [f"{o.name}={value_text(getattr(self, o.name))}" for o in self.options() if o.name != "n"]
        usual = {f"{o.name}={value_text(o.default)}" for o in self.options()}
        return ",".join((f"{self.name}:{self.n}", *(text for text in rest if full or text not in usual)))

    def check(self, game: Game) -> None:
        if self.n == TOP:
            self._find_strongest(game).check(game)
        else:
            find_look_ahead(game).evaluator(game)

    def get_ready(self, record: GameRecord) -> None:
        self.prepare_choice(record)

    def choose(self, record: GameRecord, *, stop: StopFlag | None = None) -> Choice:
        return self.prepare_choice(record)(stop)

    def prepare_choice(self, record: GameRecord) -> Callable[[StopFlag | None], Choice]:
        game, setting = record.game, find_setting(record.game, self.n)
        if self.n == TOP and self.backend != REFERENCE:
            return self._find_strongest(game).prepare_choice(record)
        backend = self._choose_backend(game, record.state, setting)
        return lambda stop: play_by_loss(record, setting, seed=self.seed, backend=backend, stop=stop)

    def find_searchers(self, record: GameRecord) -> tuple[Searcher, ...]:
        game = record.game
        if self.n == TOP and self.backend != REFERENCE:
            return self._find_strongest(game, wait=False).find_searchers(record)
        used = self._choose_backend(game, record.state, find_setting(game, self.n), compile_now=False)
        return (find_look_ahead(game),) if used == COMPILED else ()

    def stand_in(self, game: Game) -> Player:
        """The same level in readable Python."""
        return replace(self, backend=REFERENCE)

    def _find_strongest(self, game: Game, *, wait: bool = True) -> Player:
        return find_strongest(game, wait=wait, is_varied=self.book, seed=self.seed)

    def _choose_backend(self, game: Game, state: State, setting: Setting, *, compile_now: bool = True) -> str:
        """Readable Python where it answers in a moment, so that nobody waits for a compiler; else compiled code."""
        lines = len(game.moves(state)) ** setting.depth
        if self.backend == REFERENCE or not game.words or (self.backend == AUTO and lines <= FEW_LINES):
            return REFERENCE
        return choose_backend(find_look_ahead(game), game, self.backend, state=state) if compile_now else COMPILED


def find_strongest(game: Game, *, wait: bool = True, is_varied: bool = False, seed: int = 0) -> Player:
    """Who plays level 10: perfect where that is quick, else the strongest search with a second a move."""
    good = recommend_players(game, wait=wait)
    variety = good.variety if is_varied and not good.perfect else ""
    return find_player(good.adviser + variety, seed=seed)


def vary_openings(player: Player, game: Game) -> Player:
    """A player as people meet it: level 10 does not always play the same opening against them."""
    if isinstance(player, LevelPlayer) and player.n == TOP and has_opening_book(game):
        return replace(player, book=True)
    return player


@lru_cache(256)
def find_look_ahead(game: Game) -> Searcher:
    """The search by which the levels see what a move loses, with the heuristic that analysis uses."""
    learned = find_searcher(recommend_players(game, wait=False).search)[0].evaluator(game)
    return find_searcher(f"{SEARCH},eval={learned.name}" if learned is not None else SEARCH)[0]


def play_by_loss(
    record: GameRecord, setting: Setting, *, seed: int, backend: str, stop: StopFlag | None = None
) -> Choice:
    """A move drawn by what it loses. The same seed and the same number of moves played give the same draw."""
    game, state = record.game, record.state
    searcher = find_look_ahead(game)
    seen = look_ahead(searcher, game, state, setting.depth, backend=backend, stop=stop)
    evaluator = searcher.evaluator(game)
    losses = measure_losses(game, seen, 1 if evaluator is None else evaluator.scale)
    rng = Rng(Rng(seed).word() + len(record.moves))
    move = draw_move(losses, setting.temperature, rng)
    return Choice(move, seen.result(move, backend), backend=backend)

"""Who makes the moves: people, dice, and every searcher; and how two of them play a game.

Players from outside, other people's programs and functions in a user's file, are in `outside/`.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from kibitz.core.errors import IllegalMove, PlayerFault, Unsuited
from kibitz.core.evaluation import Evaluator
from kibitz.core.game import Game, Move
from kibitz.core.limits import REFERENCE, Backend, Limits
from kibitz.core.registry import Registry
from kibitz.core.rng import Rng
from kibitz.core.searching import SEARCHERS, EvaluatingSearcher, Searcher, StopFlag, build_search, search_spec
from kibitz.core.spec import Configured, option, split_spec, split_user_file
from kibitz.kernels.backends import check_memory, choose_backend
from kibitz.kernels.compiled_forms import find_form, obstacle
from kibitz.play.function_player import load_function_player
from kibitz.play.opponents import READABLE
from kibitz.play.player import PLAYERS, Player
from kibitz.play.records import Choice, GameRecord

STAND_IN_SECONDS = 1.0  # a move of whoever plays while the compiler works
Ask = Callable[[GameRecord], Move]  # how a face gets a move from a person


class PlayerRegistry(Registry[Configured]):
    """Whoever can be named as a player. One with a `short_option` takes its value without its name, as in level:4."""

    def resolve(self, spec: str) -> tuple[str, dict[str, str]]:
        if split_user_file(spec) is None:
            name, mark, rest = re.match(r"([^:/]*)([:/]?)(.*)", spec.strip(), re.DOTALL).groups()  # type: ignore[union-attr]  # matches any text
            short = getattr(self.classes.get(name), "short_option", "")
            if short and re.match(r"[^=,/]+([,/]|$)", rest):
                spec = f"{name}{mark}{short}={rest}"
        return super().resolve(spec)


@dataclass(frozen=True)
class Human(Player):
    name = "human"
    about = "a person who types or clicks the moves"

    ask: Ask

    def choose(self, record: GameRecord, *, stop: StopFlag | None = None) -> Choice:
        return Choice(self.ask(record))


@dataclass(frozen=True)
class Random(Player):
    name = "random"
    about = "plays a random legal move"

    seed: int = option(0, "random seed", 0, 2**63 - 1)

    def choose(self, record: GameRecord, *, stop: StopFlag | None = None) -> Choice:
        # A stream of its own for every move, so that the choice depends on the record alone.
        rng = Rng(Rng(self.seed).word() + len(record.moves))
        return Choice(rng.choice(record.game.moves(record.state)))


@dataclass(frozen=True)
class SearchPlayer(Player):
    """A searcher that plays what it finds best."""

    heeds_stop = True

    searcher: Searcher
    limits: Limits
    backend: Backend

    @property
    def seconds(self) -> float | None:
        return self.limits.time

    def check(self, game: Game) -> None:
        self.evaluator(game)
        choose_backend(self.searcher, game, self.backend.backend)

    def check_memory(self, record: GameRecord) -> None:
        """Refuse at once, before anything is compiled, a game that it has no room for."""
        if self.backend.backend != REFERENCE and not record.is_over:
            check_memory(self.searcher, record.game, record.state, self.limits.at(len(record.moves)))

    def get_ready(self, record: GameRecord) -> None:
        self.prepare_choice(record)

    def choose(self, record: GameRecord, *, stop: StopFlag | None = None) -> Choice:
        return self.prepare_choice(record)(stop)

    def prepare_choice(self, record: GameRecord) -> Callable[[StopFlag | None], Choice]:
        """Compile what it takes; a position that needs no search needs no compiler either."""
        self.evaluator(record.game)  # refused before a compiler is loaded, if it is for other games
        limits = self.limits.at(len(record.moves))
        prepared = self.searcher.prepare(record.game, record.state, limits, backend=self.backend.backend)

        def choose(stop: StopFlag | None) -> Choice:
            result = prepared.run(stop)
            assert result.move is not None, "only a finished game has no move"
            return Choice(result.move, result, backend=result.backend)

        return choose

    def find_searchers(self, record: GameRecord) -> tuple[Searcher, ...]:
        game, form = record.game, find_form(self.searcher)
        if form is None or self.backend.backend == REFERENCE or obstacle(self.searcher, game):
            return ()
        is_known = form.look_up(self.searcher, game, record.state, self.limits) is not None
        return () if is_known else (self.searcher,)

    def stand_in(self, game: Game) -> Player:
        """The same search as readable Python or, if it has no such form, the usual readable one to the same depth."""
        backend = Backend(REFERENCE)
        if self.searcher.is_instant and self.limits == Limits():
            return SearchPlayer(self.searcher, self.limits, backend)
        limits = replace(self.limits, time=min(self.limits.time or STAND_IN_SECONDS, STAND_IN_SECONDS))
        if self.searcher.has_reference and self.searcher.takes_depth:
            return SearchPlayer(self.searcher, limits, backend)
        texts = split_spec(READABLE)[1]
        if isinstance(self.searcher, EvaluatingSearcher) and self.searcher.eval:
            texts["eval"] = self.searcher.eval
        readable = SEARCHERS.find(split_spec(READABLE)[0]).from_texts(texts)
        return SearchPlayer(readable, limits, backend)

    def evaluator(self, game: Game) -> Evaluator | None:
        """The heuristic it judges a game by, None if it has none; an unfit game or heuristic is refused."""
        self.searcher.check_suits(game)
        return self.searcher.evaluator(game)

    def __str__(self) -> str:
        return search_spec(self.searcher, self.limits, self.backend)


def all_players() -> Registry[Configured]:
    """Everything that can be named as a player, searchers and programs from outside included."""
    return PlayerRegistry.joined("player", PLAYERS, SEARCHERS)


def find_player(spec: str, *, ask: Ask | None = None, seed: int | None = None) -> Player:
    """A player from its spec string.

    `ask` gets the moves of a person from them. `seed` is for players that draw lots and whose spec gives no seed.
    A file of the user's own, as in bots/mine.py:choose, is run.
    """
    own = split_user_file(spec)
    if own is not None:
        return load_function_player(own, seed=seed)
    registry = all_players()
    name, texts = registry.resolve(spec)
    cls = registry.find(name)
    if issubclass(cls, Searcher):
        searcher, limits, backend = build_search(cls, texts)
        if seed is not None and "seed" not in texts and searcher.draws_lots:
            searcher = replace(searcher, seed=seed)  # type: ignore[type-var]  # a dataclass with this option
        return SearchPlayer(searcher, limits, backend)
    if issubclass(cls, Human):
        if ask is None:
            raise Unsuited("'human' cannot be asked here; name a program, such as engine.")
        return cls.from_texts(texts, ask=ask)
    assert issubclass(cls, Player)
    if seed is not None and any(o.name == "seed" for o in cls.options()):
        texts.setdefault("seed", str(seed))
    return cls.from_texts(texts)


def take_turn(record: GameRecord, player: Player, *, stop: StopFlag | None = None) -> Choice:
    """The player's move where the game stands, checked and timed."""
    try:
        choose = player.prepare_choice(record)
        started = time.perf_counter()
        choice = choose(stop)
    except PlayerFault as fault:
        raise PlayerFault(f"{player} {fault}.", fault.kind) from fault
    seconds = time.perf_counter() - started
    if choice.move not in record.game.moves(record.state):
        raise IllegalMove(
            f"{player} answered with the move {choice.move}, which is not legal after '{record.moves_text}'; "
            "the fault lies with the player."
        )
    return choice._replace(seconds=seconds)


def play_game(
    game: Game,
    players: tuple[Player, Player],
    *,
    moves: Iterable[Move] = (),
    on_move: Callable[[GameRecord], None] = lambda record: None,
) -> GameRecord:
    """Let the two play to the end, after the given moves; `on_move` sees the record after each of theirs."""
    record = GameRecord.begin(game, (str(players[0]), str(players[1])), moves=moves)
    while not record.is_over:
        record = record.after(take_turn(record, players[record.to_move]))
        on_move(record)
    return record

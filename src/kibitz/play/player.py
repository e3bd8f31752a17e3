"""What it means to be a player."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import ClassVar

from kibitz.core.game import Game
from kibitz.core.registry import Registry
from kibitz.core.searching import Searcher, StopFlag
from kibitz.core.spec import Configured
from kibitz.play.records import Choice, GameRecord


class Player(Configured):
    """Whoever answers when it is their turn; `str` gives the spec. Subclassing with a `name` registers it."""

    noun = "player"
    about: ClassVar[str] = ""
    is_outside: ClassVar[bool] = False  # another program, which only the person at the machine may start
    heeds_stop: ClassVar[bool] = False  # whether `choose` looks at the flag it is given

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        if "name" in cls.__dict__:
            PLAYERS.add(cls)

    @property
    def seconds(self) -> float | None:
        """Its own limit for a move."""
        return None

    def check(self, game: Game) -> None:
        """Refuse a game it cannot play, with the reason."""

    def get_ready(self, record: GameRecord) -> None:
        """Whatever has to be done once before the clock runs, such as compiling; done already, it costs nothing."""

    def leave(self) -> None:
        """Let go of what `get_ready` took; the game is over."""

    def find_searchers(self, record: GameRecord) -> tuple[Searcher, ...]:
        """The searches that are compiled before it can move where the game stands."""
        return ()

    def stand_in(self, game: Game) -> Player:
        """Who moves in its place while they are being compiled: as strong as can be without, and soon."""
        return self

    @abstractmethod
    def choose(self, record: GameRecord, *, stop: StopFlag | None = None) -> Choice:
        """A legal move where the game stands; it is not over. Who is told to stop answers soon, with a legal move."""

    def prepare_choice(self, record: GameRecord) -> Callable[[StopFlag | None], Choice]:
        """`get_ready`, and a function that chooses: whoever measures the time starts the clock between the two."""
        self.get_ready(record)
        return lambda stop: self.choose(record, stop=stop)


PLAYERS: Registry[Player] = Registry("player", "kibitz.play.players", "kibitz.play.levels", "kibitz.engines.outside")

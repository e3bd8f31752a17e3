"""What all programs from outside have in common, whatever protocol they speak."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import ClassVar

from kibitz.core.errors import BadOption, MalformedMove
from kibitz.core.game import Game, Move
from kibitz.core.searching import StopFlag
from kibitz.core.spec import option
from kibitz.jobs.pipe import Pipe, quote_line, split_command
from kibitz.play.players import Player
from kibitz.play.records import Choice, GameRecord

__all__ = ["STARTING", "Engine", "Talk"]

STARTING = 60.0  # seconds for the first answer: some programs load a lot
THINKING = 600.0  # seconds for a move where nobody has set a limit


class Talk(ABC):
    """A conversation with a running program about one game after another."""

    answering: ClassVar[float] = 10.0  # seconds for an answer that takes no thought

    def __init__(self, engine: Engine, game: Game, pipe: Pipe) -> None:
        self.engine, self.game, self.pipe = engine, game, pipe

    @abstractmethod
    def greet(self) -> None:
        """Find out that it speaks the protocol, and set it up for the game."""

    @abstractmethod
    def choose(self, record: GameRecord, stop: StopFlag | None) -> Choice:
        """Its move where the game stands, legal or not."""

    def read_move(self, text: str) -> Move:
        """The move a program has named."""
        try:
            return self.game.parse_move(text)
        except MalformedMove as error:
            raise self.pipe.fault(f"answered rubbish: {quote_line(str(error).rstrip('.'))}") from None


@dataclass(frozen=True)
class Engine(Player):
    """A program, started for each game and ended with it. A subclass says which protocol it speaks (`talk`)."""

    heeds_stop = True
    talk: ClassVar[type[Talk]]

    program: str = option("", "the program and its arguments, as a shell would read them; needed")
    time: float | None = option(None, "seconds for a move, which it is told", 0.001, 86_400)
    setup: str = option("", "lines it is sent at the beginning, with ; between them")
    _talks: list[Talk] = field(default_factory=list, init=False, repr=False, compare=False)  # at most one

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.program:
            raise BadOption(f"{self.name} stands for a program; name it, as in {self.name}:program=./engine.")

    @property
    def seconds(self) -> float | None:
        return self.time

    @property
    def longest(self) -> float:
        """Seconds after which a move has certainly been waited for long enough."""
        return THINKING + (self.time or 0.0)

    def check(self, game: Game) -> None:
        split_command(self.program)

    def get_ready(self, record: GameRecord) -> None:
        if self._talks and (not self._talks[0].pipe.is_open or self._talks[0].game != record.game):
            self.leave()
        if not self._talks:
            self._talks.append(self.talk(self, record.game, Pipe(split_command(self.program))))
            self._talks[0].greet()

    def choose(self, record: GameRecord, *, stop: StopFlag | None = None) -> Choice:
        self.get_ready(record)
        return self._talks[0].choose(record, stop)

    def leave(self) -> None:
        while self._talks:
            self._talks.pop().pipe.close("quit")

    def setup_lines(self) -> list[str]:
        return [line.strip() for line in self.setup.split(";") if line.strip()]

"""Players that are other people's programs: what they have in common, whatever protocol they speak."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import ClassVar

from kibitz.core.errors import BadOption, MalformedMove
from kibitz.core.game import Game, Move
from kibitz.core.searching import StopFlag
from kibitz.core.spec import option
from kibitz.jobs.pipe import Pipe, quote_line, split_command
from kibitz.play.player import Player
from kibitz.play.records import Choice, GameRecord

STARTUP_SECONDS = 60.0  # for the first answer: some programs load a lot
MAX_MOVE_SECONDS = 600.0  # for a move without a limit of its own


class EngineConnection(ABC):
    """A connection to a running program that plays one game after another."""

    answering: ClassVar[float] = 10.0  # seconds for an answer that needs no search

    def __init__(self, engine: OutsideEngine, game: Game, pipe: Pipe) -> None:
        self.engine, self.game, self.pipe = engine, game, pipe

    @abstractmethod
    def greet(self) -> None:
        """Check that it speaks the protocol, and set it up for the game."""

    @abstractmethod
    def choose(self, record: GameRecord, stop: StopFlag | None) -> Choice:
        """Its move in the current position, legal or not."""

    def read_move(self, text: str) -> Move:
        """The move a program has named."""
        try:
            return self.game.parse_move(text)
        except MalformedMove as error:
            raise self.pipe.fault(f"answered rubbish: {quote_line(str(error).rstrip('.'))}") from None


@dataclass(frozen=True)
class OutsideEngine(Player):
    """A program, started for each game and ended with it. A subclass says which protocol it speaks (`connection`)."""

    is_outside = True
    heeds_stop = True
    connection: ClassVar[type[EngineConnection]]

    program: str = option("", "command line of the program; required")
    time: float | None = option(None, "time limit per move in seconds, sent to the program", 0.001, 86_400)
    setup: str = option("", "lines to send at the start, separated by ;")
    _connections: list[EngineConnection] = field(
        default_factory=list, init=False, repr=False, compare=False
    )  # at most one

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.program:
            raise BadOption(f"{self.name} stands for a program; name it, as in {self.name}:program=./engine.")

    @property
    def seconds(self) -> float | None:
        return self.time

    @property
    def longest(self) -> float:
        """Seconds to wait for a move before the program counts as hung."""
        return MAX_MOVE_SECONDS + (self.time or 0.0)

    def check(self, game: Game) -> None:
        split_command(self.program)

    def get_ready(self, record: GameRecord) -> None:
        if self._connections and (not self._connections[0].pipe.is_open or self._connections[0].game != record.game):
            self.leave()
        if not self._connections:
            self._connections.append(self.connection(self, record.game, Pipe(split_command(self.program))))
            self._connections[0].greet()

    def choose(self, record: GameRecord, *, stop: StopFlag | None = None) -> Choice:
        self.get_ready(record)
        return self._connections[0].choose(record, stop)

    def leave(self) -> None:
        while self._connections:
            self._connections.pop().pipe.close("quit")

    def setup_lines(self) -> list[str]:
        return [line.strip() for line in self.setup.split(";") if line.strip()]

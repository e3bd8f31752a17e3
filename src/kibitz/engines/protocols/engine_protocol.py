"""What the protocols have in common: lines come in, lines go out, and a game is being played.

No line that comes in may break it: each protocol decides what a line means, and says in its own way what it refuses.
Faults of the player, which may be a file of the user's own, are reported in the same way.
"""

from __future__ import annotations

import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout, suppress
from typing import BinaryIO, ClassVar, TextIO

from kibitz.core.errors import KibitzError, PlayerFault, UnknownName
from kibitz.core.extensions import import_folder
from kibitz.core.game import Game, Move
from kibitz.core.searching import StopFlag
from kibitz.core.user_files import describe_user_fault
from kibitz.play.player import Player
from kibitz.play.players import find_player
from kibitz.play.records import Choice, GameRecord

MAX_LINE = 1 << 16  # bytes; longer than any game

PROTOCOLS: dict[str, type[EngineProtocol]] = {}


class EngineProtocol(ABC):
    """Kibitz as an engine that others talk to. Subclassing with a `name` registers the protocol."""

    name: ClassVar[str]
    about: ClassVar[str]

    def __init_subclass__(cls) -> None:
        PROTOCOLS[cls.name] = cls

    def __init__(self, game: Game, player: str, send: Callable[[str], None]) -> None:
        self.game, self.send = game, send
        self.player: Player = find_player(player)
        self.player.check(game)
        self.record = self.new_game()

    @abstractmethod
    def handle_line(self, line: str) -> bool:
        """Do what a line says; False if it was the last one."""

    def finish(self) -> None:  # noqa: B027  # most protocols answer at once, so nothing is running
        """The input has ended: wait for what is still running."""

    def new_game(self) -> GameRecord:
        return GameRecord.begin(self.game, (str(self.player), str(self.player)))

    def play(self, move: Move) -> None:
        self.record = self.record.after(Choice(move))


def ask_player(player: Player, record: GameRecord, stop: StopFlag | None = None) -> Choice:
    """The player's move in the current position; a legal one."""
    choice = player.prepare_choice(record)(stop)
    if choice.move not in record.game.moves(record.state):
        raise PlayerFault(f"played an illegal move: {choice.move}")
    return choice


def find_protocol(name: str) -> type[EngineProtocol]:
    import_folder("kibitz.engines.protocols")
    if name not in PROTOCOLS:
        raise UnknownName(f"There is no protocol called '{name}'; there are: {', '.join(PROTOCOLS)}.")
    return PROTOCOLS[name]


def describe_error(error: Exception) -> str:
    """What went wrong, in one line."""
    text = (
        str(error)
        if isinstance(error, KibitzError)
        else describe_user_fault(error) or f"{type(error).__name__}: {error}"
    )
    return " ".join(text.split())


def answer_lines(protocol: str, game: Game, player: str, source: BinaryIO, sink: TextIO) -> None:
    """Answer line by line until the other side quits or its input ends."""
    lock = threading.Lock()

    def send(text: str) -> None:
        with lock:
            if sink.closed:
                raise BrokenPipeError
            sink.write(text + "\n")
            sink.flush()

    with redirect_stdout(sys.stderr):  # what a player prints must not mix with the answers
        session = find_protocol(protocol)(game, player, send)
        try:
            for line in _lines(source):
                if not session.handle_line(line):
                    break
            session.finish()
        except BrokenPipeError:
            _drop_unsent(sink)
        finally:
            session.player.leave()


def _lines(source: BinaryIO) -> Iterator[str]:
    """The lines of a stream; of one that is too long, the beginning."""
    while data := source.readline(MAX_LINE):
        line = data
        while data and not data.endswith(b"\n"):
            data = source.readline(MAX_LINE)
        yield line.decode(errors="replace").rstrip("\r\n")


def _drop_unsent(sink: TextIO) -> None:
    """Nobody reads any more; Python must not complain at its end about what is left in the buffer."""
    with suppress(BrokenPipeError):
        sink.close()

"""What the protocols have in common: lines come in, lines go out, and there is a game on the table.

Nothing that comes in may upset it: what a line means is for the protocol to know, and what it refuses is said in the
protocol's own way. Faults of the player (one that is a file of the user's own may have any) are reported alike.
"""

from __future__ import annotations

import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout, suppress
from typing import BinaryIO, ClassVar, TextIO

from kibitz.core.errors import KibitzError, PlayerFault, UnknownName
from kibitz.core.game import Game, Move
from kibitz.core.registry import import_folder
from kibitz.core.searching import StopFlag
from kibitz.core.user_files import describe_user_fault
from kibitz.play.players import Player, find_player
from kibitz.play.records import Choice, GameRecord

__all__ = ["PROTOCOLS", "Speaker", "ask_player", "find_protocol", "reason_of", "speak"]

LONGEST_LINE = 1 << 16  # bytes; longer than any game

PROTOCOLS: dict[str, type[Speaker]] = {}


class Speaker(ABC):
    """One side of a conversation. Subclassing with a `name` registers the protocol."""

    name: ClassVar[str]
    about: ClassVar[str]

    def __init_subclass__(cls) -> None:
        PROTOCOLS[cls.name] = cls

    def __init__(self, game: Game, player: str, say: Callable[[str], None]) -> None:
        self.game, self.say = game, say
        self.player: Player = find_player(player)
        self.player.check(game)
        self.record = self.beginning()

    @abstractmethod
    def hear(self, line: str) -> bool:
        """Do what a line says; False when it was the last."""

    def finish(self) -> None:  # noqa: B027  # most protocols answer at once, so that nothing goes on
        """Nobody speaks any more: bring to an end what goes on."""

    def beginning(self) -> GameRecord:
        return GameRecord.begin(self.game, (str(self.player), str(self.player)))

    def play(self, move: Move) -> None:
        self.record = self.record.after(Choice(move))


def ask_player(player: Player, record: GameRecord, stop: StopFlag | None = None) -> Choice:
    """The player's move where the game stands, which is legal."""
    player.get_ready(record)
    choice = player.choose(record, stop=stop)
    if choice.move not in record.game.moves(record.state):
        raise PlayerFault(f"played an illegal move: {choice.move}")
    return choice


def find_protocol(name: str) -> type[Speaker]:
    import_folder("kibitz.play.protocols")
    if name not in PROTOCOLS:
        raise UnknownName(f"There is no protocol called '{name}'; there are: {', '.join(PROTOCOLS)}.")
    return PROTOCOLS[name]


def reason_of(error: Exception) -> str:
    """What went wrong, in one line."""
    text = (
        str(error)
        if isinstance(error, KibitzError)
        else describe_user_fault(error) or f"{type(error).__name__}: {error}"
    )
    return " ".join(text.split())


def speak(protocol: str, game: Game, player: str, hearing: BinaryIO, speaking: TextIO) -> None:
    """Answer line by line until the other side says good-bye, or is gone."""
    lock = threading.Lock()

    def say(text: str) -> None:
        with lock:
            if speaking.closed:
                raise BrokenPipeError
            speaking.write(text + "\n")
            speaking.flush()

    with redirect_stdout(sys.stderr):  # what a player prints must not mix with the answers
        speaker = find_protocol(protocol)(game, player, say)
        try:
            for line in _lines(hearing):
                if not speaker.hear(line):
                    break
            speaker.finish()
        except BrokenPipeError:
            _let_go(speaking)
        finally:
            speaker.player.leave()


def _lines(hearing: BinaryIO) -> Iterator[str]:
    """The lines of a stream; of one that is too long, the beginning."""
    while data := hearing.readline(LONGEST_LINE):
        line = data
        while data and not data.endswith(b"\n"):
            data = hearing.readline(LONGEST_LINE)
        yield line.decode(errors="replace").rstrip("\r\n")


def _let_go(speaking: TextIO) -> None:
    """Nobody listens; what is left in the buffer must not be complained about when Python ends."""
    with suppress(BrokenPipeError):
        speaking.close()

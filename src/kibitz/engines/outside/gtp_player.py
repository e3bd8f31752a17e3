"""Programs that speak GTP, the Go Text Protocol, version 2 (G. Farnebäck, 2002), about the games of Kibitz.

    play b d3        =                      black is the side that begins
    genmove w        = c5                   a move, pass, or resign
    whatever         ? unknown command

An answer ends with an empty line. Moves are written as Kibitz writes them: d3 with row 1 at the top as Othello players
do, and the number of the column in Connect Four.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from kibitz.core.errors import Unsuited
from kibitz.core.game import Game, Move
from kibitz.core.searching import StopFlag
from kibitz.engines.outside.outside_engine import STARTUP_SECONDS, EngineConnection, OutsideEngine
from kibitz.jobs.pipe import Pipe, quote_line
from kibitz.play.records import Choice, GameRecord

COLOURS = ("b", "w")

_ANSWER = re.compile(r"(?P<sign>[=?])\d*[ \t]*(?P<text>.*)")


def find_board_size(game: Game) -> int | None:
    """The size of a square board, which is all that GTP has a command for."""
    rows = game.view(game.initial()).rows
    return len(rows) if len(rows) == len(rows[0]) > 1 else None


class GtpConnection(EngineConnection):
    """Remembers what the program has been told, so that every move is sent once."""

    def __init__(self, engine: OutsideEngine, game: Game, pipe: Pipe) -> None:
        super().__init__(engine, game, pipe)
        self.commands: set[str] = set()
        self.noise = ""  # what it said last that was not an answer
        self._told: tuple[Move, ...] | None = None  # the moves on its board
        self._has_spoken = False

    def greet(self) -> None:
        good, text = self.ask("list_commands", STARTUP_SECONDS)
        self.commands = set(text.split()) if good else set()
        if "set_game" in self.commands:
            self.ask(f"set_game {self.game.title or self.game.name}")  # programs for one game need not know it
        for line in self.engine.setup_lines():
            good, text = self.ask(line)
            if not good:
                raise self.pipe.fault(f"refused {quote_line(line)}: {quote_line(text)}")
        size = find_board_size(self.game)
        if size is not None:
            self._insist(f"boardsize {size}", STARTUP_SECONDS)
        self._insist("clear_board", STARTUP_SECONDS)
        self._told = ()
        seconds = self.engine.time
        if seconds is not None and not self.ask(f"time_settings 0 {seconds:g} 1")[0]:
            self.ask(f"time_settings 0 {math.ceil(seconds)} 1")  # whole seconds are all that the standard asks for

    def choose(self, record: GameRecord, stop: StopFlag | None) -> Choice:
        self._tell(record)
        colour = COLOURS[record.to_move]
        if self.engine.time is not None and "time_left" in self.commands:
            self.ask(f"time_left {colour} {math.ceil(self.engine.time)} 1")
        good, text = self.ask(f"genmove {colour}", self.engine.longest, stop=stop, awaited="move")
        if not good:
            raise self.pipe.fault(f"made no move: {quote_line(text)}")
        if text.lower() == "resign":
            raise self.pipe.fault("resigned")
        move = self.read_move(text)
        self._told = (*record.moves, move)
        return Choice(move)

    def ask(
        self, command: str, seconds: float | None = None, *, stop: StopFlag | None = None, awaited: str = "answer"
    ) -> tuple[bool, str]:
        """Whether it obeyed, and what it said.

        Lines that are not an answer are skipped, since even good programs print one by mistake. But a line followed by
        an empty line, as answers are, was meant as one. Before its first answer a program may introduce itself.
        """
        seconds = self.answering if seconds is None else seconds
        self.pipe.send(command)
        self.noise = ""
        while True:
            line = self.pipe.read_line(seconds, stop=stop, awaited=awaited).strip()
            match = _ANSWER.fullmatch(line)
            if match is not None:
                break
            if line == command or (self.noise and not line and self._has_spoken):
                raise self.pipe.fault(f"answered rubbish: {quote_line(self.noise or line)} to {quote_line(command)}")
            self.noise = line
        self._has_spoken = True
        text = [match["text"]]
        while line := self.pipe.read_line(
            seconds, stop=stop, awaited=f"empty line after {quote_line(line)}, the answer"
        ):
            text.append(line)
        return match["sign"] == "=", "\n".join(text).strip()

    def _tell(self, record: GameRecord) -> None:
        """Bring its board to the current position."""
        if record.start is not None:
            raise Unsuited("GTP knows games by their moves; give --moves in place of --position.")
        if self._told is None or record.moves[: len(self._told)] != self._told:
            self._insist("clear_board")
            self._told = ()
        for ply in range(len(self._told), len(record.moves)):
            side = self.game.to_move(record.states[ply])
            self._insist(f"play {COLOURS[side]} {self.game.move_name(record.moves[ply])}")
        self._told = record.moves

    def _insist(self, command: str, seconds: float | None = None) -> None:
        good, text = self.ask(command, seconds)
        if not good:
            raise self.pipe.fault(f"refused {quote_line(command)}: {quote_line(text)}")


@dataclass(frozen=True)
class GtpPlayer(OutsideEngine):
    name = "gtp"
    about = "a program that speaks the Go Text Protocol"
    connection = GtpConnection

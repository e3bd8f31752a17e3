"""Kibitz as an engine that speaks the protocol of Gomocup and Piskvork (M. Petříček, P. Laštovička), for five in a row.

    START 20            OK
    INFO timeout_turn 500                   milliseconds; nothing is answered
    BEGIN               10,10               column and row, both from 0
    TURN 11,10          11,11
    BOARD … DONE        9,9                 a whole position: column,row,1 for our stones, 2 for the other side's
    TAKEBACK 9,9        OK

The board may have any size that the game takes, whatever the command line says. Only the free rule is played: five or
more in a row win. What cannot be done is answered by ERROR and a sentence, an unknown command by UNKNOWN.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

from kibitz import __version__
from kibitz.core.errors import BadOption, BadPosition, InputError, Unsuited
from kibitz.core.game import Game
from kibitz.engines.protocols.engine_protocol import EngineProtocol, ask_player, describe_error
from kibitz.engines.protocols.thinking_time import share_time
from kibitz.play.player import Player
from kibitz.play.players import SearchPlayer
from kibitz.play.records import Choice, GameRecord

Place: TypeAlias = tuple[int, int]  # column and row, from 0

OURS, THEIRS = 1, 2  # whose a stone is, as BOARD tells it
USUAL_TURN = 30.0  # seconds, where nobody says how many there are
MARGIN, RESERVE = 0.9, 0.03  # of a turn, the part that is used, and seconds kept besides for sending and receiving
LEAST = 0.005  # seconds for a move that is wanted at once
MEMORY_PART = 4  # at most one such part of the memory allowed is the table of a search
MIB = 1 << 20

_PLACE = re.compile(r"\s*(\d{1,3})\s*,\s*(\d{1,3})\s*")
_STONE = re.compile(r"\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d)\s*")


class GomocupProtocol(EngineProtocol):
    name = "gomocup"
    about = "the protocol of Gomocup and Piskvork, for five in a row"

    def __init__(self, game: Game, player: str, send: Callable[[str], None]) -> None:
        if self.name not in game.standards:
            raise Unsuited(f"Gomocup's protocol is for five in a row (mnk), not for {game.name}; take gtp or ugi.")
        super().__init__(game, player, send)
        self._board: Any = game  # with a width and a height, where move m is column m % width
        self._stones: dict[Place, int] = {}  # whose each is, in the order in which they came
        self._is_reading = False  # the lines between BOARD and DONE
        self._fault = ""  # of one of those lines
        self._infos: dict[str, float] = {}

    def handle_line(self, line: str) -> bool:
        received = time.monotonic()
        command, _, rest = line.strip().partition(" ")
        command = command.upper()
        if command == "END":
            return False
        try:
            if self._is_reading:
                self._read_stone(line, received)
            elif command in _COMMANDS:
                _COMMANDS[command](self, rest.strip(), received)
            elif command:
                self.send(f"UNKNOWN {command[:40]} is not a command known here")
        except BrokenPipeError:
            raise
        except Exception as error:  # the player may be anybody's code
            self.send(f"ERROR {describe_error(error)}")
        return True

    # What can be asked.

    def _start(self, text: str, received: float) -> None:
        self._set_size(text, text)

    def _start_rectangle(self, text: str, received: float) -> None:
        width, _, height = text.partition(",")
        self._set_size(width, height)

    def _restart(self, text: str, received: float) -> None:
        self._set_size(str(self._board.width), str(self._board.height))

    def _begin(self, text: str, received: float) -> None:
        self._stones.clear()
        self._answer(received)

    def _turn(self, text: str, received: float) -> None:
        self._put(self._read_place(text), THEIRS)
        self._answer(received)

    def _read_board(self, text: str, received: float) -> None:
        self._stones.clear()
        self._is_reading, self._fault = True, ""

    def _take_back(self, text: str, received: float) -> None:
        place = self._read_place(text)
        if place not in self._stones:
            raise BadPosition(f"There is no stone on {text}.")
        del self._stones[place]
        self.send("OK")

    def _play_for_us(self, text: str, received: float) -> None:
        place = self._read_place(text)
        self._put(place, OURS)
        self.send(_write(place))

    def _inform(self, text: str, received: float) -> None:
        """Times, memory and rule; what is not a number is for others, and nothing is answered."""
        key, _, value = text.partition(" ")
        if re.fullmatch(r"\s*-?\d{1,15}\s*", value):
            self._infos[key.lower()] = float(value)

    def _introduce(self, text: str, received: float) -> None:
        self.send(f'name="Kibitz", version="{__version__}", author="Kibitz", country=""')

    # What that takes.

    def _set_size(self, width: str, height: str) -> None:
        if not (width.strip().isdecimal() and height.strip().isdecimal() and len(width + height) < 20):
            raise BadOption(f"'{width}' is not the size of a board; a whole number was expected.")
        self._board = replace(self._board, width=int(width), height=int(height))
        self._stones.clear()
        self.player.check(self._board)
        self.player.get_ready(self._make_record())  # compiles what the search will need, before a clock runs
        self.send("OK")

    def _read_place(self, text: str) -> Place:
        found = _PLACE.fullmatch(text)
        if found is None:
            raise BadPosition(f"'{text}' is not a place; a column and a row were expected, as in 10,10.")
        return self._check_place((int(found[1]), int(found[2])))

    def _check_place(self, place: Place) -> Place:
        if not (place[0] < self._board.width and place[1] < self._board.height):
            size = f"{self._board.width} columns and {self._board.height} rows"
            raise BadPosition(f"{_write(place)} is not on the board, which has {size}, numbered from 0.")
        return place

    def _put(self, place: Place, whose: int) -> None:
        if place in self._stones:
            raise BadPosition(f"{_write(place)} is taken.")
        self._stones[place] = whose

    def _read_stone(self, line: str, received: float) -> None:
        """A line after BOARD. The move is answered after DONE, whatever was wrong before."""
        if line.strip().upper() == "DONE":
            self._is_reading = False
            if self._fault:
                raise BadPosition(self._fault)
            self._answer(received)
            return
        found = _STONE.fullmatch(line)
        try:
            if found is None or int(found[3]) not in (OURS, THEIRS):
                raise BadPosition(f"'{line.strip()}' is not a stone; column,row,1 or column,row,2 was expected.")
            self._put(self._check_place((int(found[1]), int(found[2]))), int(found[3]))
        except InputError as error:
            self._fault = self._fault or str(error)

    def _answer(self, received: float) -> None:
        """Choose a move, make it and send it."""
        if self._infos.get("rule", 0):
            raise Unsuited("Only the free rule is played here, INFO rule 0: five or more in a row win.")
        record = self._make_record()
        if record.is_over:
            raise BadPosition(f"The game is over: {record.result}.")
        choice = ask_player(self._limited(record, received), record)
        row, column = divmod(choice.move, self._board.width)
        self._put((column, row), OURS)
        self._explain(choice)
        self.send(_write((column, row)))

    def _make_record(self) -> GameRecord:
        """The position as a game that begins there; whoever has more stones on the board began."""
        first, second = (
            ("O", "X") if sum(1 if whose == THEIRS else -1 for whose in self._stones.values()) else ("X", "O")
        )
        marks = {OURS: first, THEIRS: second}
        board, width = self._board, self._board.width
        text = "".join(
            marks.get(self._stones.get((cell % width, cell // width), 0), "-") for cell in range(board.num_moves)
        )
        start = board.parse_position(f"{text} {first}") if self._stones else None
        return GameRecord.begin(board, (str(self.player), str(self.player)), start=start)

    def _limited(self, record: GameRecord, received: float) -> Player:
        """The player; one that searches keeps to the times of the manager, and to its own if they are shorter."""
        player = self.player
        if not isinstance(player, SearchPlayer):
            return player
        turn = (
            self._infos["timeout_turn"] / 1_000 if "timeout_turn" in self._infos else player.limits.time or USUAL_TURN
        )
        seconds = MARGIN * turn - RESERVE
        if self._infos.get("timeout_match", 0) > 0 and "time_left" in self._infos:
            left = max(self._infos["time_left"] / 1_000 - RESERVE, 0.0)
            seconds = min(seconds, share_time(left, to_come=record.game.decisions_left(record.state)))
        seconds = min(seconds, player.limits.time or seconds) - (time.monotonic() - received)
        limited = replace(player, limits=replace(player.limits, time=min(max(seconds, LEAST), 86_400.0)))
        table, memory = getattr(player.searcher, "table_mib", None), self._infos.get("max_memory", 0)
        if table is None or memory <= 0:
            return limited
        searcher: Any = player.searcher
        allowed = max(1, int(memory) // MIB // MEMORY_PART)
        return replace(limited, searcher=replace(searcher, table_mib=min(table, allowed)))

    def _explain(self, choice: Choice) -> None:
        if choice.result is not None:
            stats, score = choice.result.stats, choice.result.score
            self.send(
                f"MESSAGE depth {stats.depth}, score {score.points:+d}, {stats.nodes:,} nodes, {stats.seconds:.2f} s"
            )


def _write(place: Place) -> str:
    return f"{place[0]},{place[1]}"


_COMMANDS: dict[str, Callable[[GomocupProtocol, str, float], None]] = {
    "START": GomocupProtocol._start,
    "RECTSTART": GomocupProtocol._start_rectangle,
    "RESTART": GomocupProtocol._restart,
    "BEGIN": GomocupProtocol._begin,
    "TURN": GomocupProtocol._turn,
    "BOARD": GomocupProtocol._read_board,
    "TAKEBACK": GomocupProtocol._take_back,
    "PLAY": GomocupProtocol._play_for_us,
    "INFO": GomocupProtocol._inform,
    "ABOUT": GomocupProtocol._introduce,
}

"""Kibitz as an engine that speaks GTP, the Go Text Protocol, version 2; the other side is
`engines/outside/gtp_player.py`.

3 genmove black     =3 d3
play w z9           ? 'z9' is not a move of Othello; …
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from kibitz import __version__
from kibitz.core.errors import IllegalMove, InputError, MalformedMove
from kibitz.core.game import Game, Move
from kibitz.engines.outside.gtp_player import find_board_size
from kibitz.engines.protocols.engine_protocol import EngineProtocol, ask_player, describe_error
from kibitz.engines.protocols.thinking_time import share_time
from kibitz.play.player import Player
from kibitz.play.players import SearchPlayer

_COLOURS = {"b": 0, "black": 0, "w": 1, "white": 1}
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


class _Refused(InputError):
    """What a command asks for cannot be done."""


class GtpProtocol(EngineProtocol):
    name = "gtp"
    about = "the Go Text Protocol"

    def __init__(self, game: Game, player: str, send: Callable[[str], None]) -> None:
        super().__init__(game, player, send)
        self._byo_yomi: tuple[float, int] | None = None  # seconds for so many moves
        self._left: dict[int, tuple[float, int]] = {}  # seconds of a side, and for how many moves; 0 = all

    def handle_line(self, line: str) -> bool:
        words = _CONTROL.sub("", line.replace("\t", " ")).partition("#")[0].split()
        if not words:
            return True
        number = words.pop(0) if words[0].isdecimal() else ""
        if not words:
            self._answer("?", number, "a command was expected after the number")
            return True
        command, arguments = words[0], words[1:]
        act = _COMMANDS.get(command)
        try:
            if act is None:
                raise _Refused("unknown command")
            self._answer("=", number, act(self, arguments))
        except BrokenPipeError:
            raise
        except Exception as error:  # the player may be anybody's code
            self._answer("?", number, describe_error(error))
        return command != "quit"

    def _answer(self, sign: str, number: str, text: str) -> None:
        self.send(f"{sign}{number} {text}".rstrip() + "\n")

    # What can be asked.

    def _is_known(self, words: list[str]) -> str:
        return "true" if words and words[0] in _COMMANDS else "false"

    def _board_size(self, words: list[str]) -> str:
        if words != [str(find_board_size(self.game))]:
            raise _Refused("unacceptable size")
        return ""

    def _clear_board(self, words: list[str]) -> str:
        self.record = self.new_game()
        self.player.get_ready(self.record)  # compiles what the search will need, before a clock runs
        return ""

    def _play(self, words: list[str]) -> str:
        if len(words) < 2:
            raise _Refused("a colour and a move were expected")
        side, move = self._side(words[0]), self.game.parse_move(words[1])
        self._pass_until(side)
        if move not in self.record.legal_moves:
            raise IllegalMove("illegal move")
        self.play(move)
        return ""

    def _generate(self, words: list[str], *, plays: bool = True) -> str:
        side = self._side(words[0] if words else "")
        if self.record.is_over:
            raise _Refused(f"the game is over: {self.record.result}")
        before = self.record
        self._pass_until(side)
        try:
            move = ask_player(self._timed(side), self.record).move
        except Exception:
            self.record = before
            raise
        if plays:
            self.play(move)
        else:
            self.record = before
        return self.game.move_name(move)

    def _undo(self, words: list[str]) -> str:
        if not self.record.choices:
            raise _Refused("cannot undo")
        self.record = self.record.before(len(self.record.choices) - 1)
        return ""

    def _time_settings(self, words: list[str]) -> str:
        main, extra, stones = _numbers(words, 3)
        self._left.clear()
        self._byo_yomi = (extra, int(stones)) if stones else None
        if main and not (
            extra and not stones
        ):  # without limit, says the standard, where there is extra time for 0 stones
            self._left = dict.fromkeys((0, 1), (main, 0))
        return ""

    def _time_left(self, words: list[str]) -> str:
        side = self._side(words[0] if words else "")
        seconds, stones = _numbers(words[1:], 2)
        self._left[side] = (seconds, int(stones))
        return ""

    def _set_game(self, words: list[str]) -> str:
        if " ".join(words).lower() not in (self.game.title.lower(), self.game.name.lower()):
            raise _Refused(f"unsupported game; this is {self.game.title or self.game.name}")
        return ""

    def _show(self, words: list[str]) -> str:
        view = self.game.view(self.record.state)
        names = view.lines or ("",) * len(view.rows)
        width = max(map(len, names))
        rows = [f"{name:>{width}} {' '.join(row)}" for name, row in zip(names, view.rows, strict=True)]
        heading = [f"{'':{width}} {' '.join(view.columns)}"] if view.columns else []
        turn = self.record.result if self.record.is_over else f"{self.game.players[self.record.to_move]} to move"
        return "\n".join(["", *heading, *rows, turn])

    # What that takes.

    def _side(self, word: str) -> int:
        side = _COLOURS.get(word.lower())
        if side is None:
            raise _Refused("a colour was expected: b, black, w or white")
        return side

    def _pass_until(self, side: int) -> None:
        """Make it that side's turn, by a forced pass that was not sent if need be."""
        if self.record.to_move != side:
            legal = self.record.legal_moves
            if len(legal) != 1 or legal[0] != _find_pass(self.game):
                raise _Refused("it is the other side's turn")
            self.play(legal[0])

    def _timed(self, side: int) -> Player:
        """The player; one that searches has the seconds of the clock in place of its own."""
        left = self._left.get(side, self._byo_yomi)
        if left is None or not isinstance(self.player, SearchPlayer):
            return self.player
        seconds = share_time(left[0], moves=left[1], to_come=self.game.decisions_left(self.record.state))
        return replace(self.player, limits=replace(self.player.limits, time=min(max(seconds, 0.001), 86_400.0)))


def _find_pass(game: Game) -> Move | None:
    try:
        return game.parse_move("pass")
    except MalformedMove:
        return None


def _numbers(words: list[str], count: int) -> list[float]:
    try:
        numbers = [float(word) for word in words]
    except ValueError:
        numbers = []
    if len(numbers) != count or not all(0 <= number < 10**9 for number in numbers):
        raise _Refused(f"{count} numbers were expected")
    return numbers


_COMMANDS: dict[str, Callable[[GtpProtocol, list[str]], str]] = {
    "protocol_version": lambda self, words: "2",
    "name": lambda self, words: "Kibitz",
    "version": lambda self, words: __version__,
    "known_command": GtpProtocol._is_known,
    "list_commands": lambda self, words: "\n".join(_COMMANDS),
    "quit": lambda self, words: "",
    "set_game": GtpProtocol._set_game,
    "list_games": lambda self, words: self.game.title or self.game.name,
    "boardsize": GtpProtocol._board_size,
    "clear_board": GtpProtocol._clear_board,
    "komi": lambda self, words: "",  # programs for Go send it to everybody
    "play": GtpProtocol._play,
    "genmove": GtpProtocol._generate,
    "reg_genmove": lambda self, words: self._generate(words, plays=False),
    "undo": GtpProtocol._undo,
    "time_settings": GtpProtocol._time_settings,
    "time_left": GtpProtocol._time_left,
    "showboard": GtpProtocol._show,
}

"""Kibitz as an engine that speaks NBoard's protocol, version 2 (C. Welty), for graphical interfaces to Othello.

    nboard 2
    set game (;GM[Othello]BO[8 ---… *]B[F5]W[D6];)      a game in GGF, of which the last position counts
    set depth 12
    hint 1                                              search F5D6C3 +1.00 0 12
    go                                                  === F5/1.00/0.25
    ping 3                                              pong 3, once no search goes on

What is not understood is ignored, as the protocol demands; what is wrong with a game or a move is reported as `status`.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from kibitz.core.errors import BadPosition, InputError, Unsuited
from kibitz.core.game import Game, Move, State
from kibitz.core.limits import FULL_DEPTH
from kibitz.core.score import Bound
from kibitz.core.searching import StopFlag
from kibitz.engines.protocols.engine_protocol import EngineProtocol, ask_player, describe_error
from kibitz.play.move_order import measure_merit, sort_best_first
from kibitz.play.player import Player
from kibitz.play.players import SearchPlayer
from kibitz.play.records import Choice, GameRecord

NAME = "Kibitz"

_PROPERTY = re.compile(r"([A-Z]+)\[([^\]]*)\]")


class NBoardProtocol(EngineProtocol):
    name = "nboard"
    about = "the protocol of NBoard, for Othello"

    def __init__(self, game: Game, player: str, send: Callable[[str], None]) -> None:
        if self.name not in game.standards:
            raise Unsuited(f"NBoard is for Othello, not for {game.name}; take gtp or ugi.")
        super().__init__(game, player, send)
        self._depth: int | None = None
        self._search: threading.Thread | None = None
        self._stop = StopFlag()

    def handle_line(self, line: str) -> bool:
        command, _, rest = line.strip().partition(" ")
        if command == "quit":
            self._stop_search()
            return False
        act = _COMMANDS.get(command)
        try:
            if act is not None:
                act(self, rest.strip())
        except InputError as error:
            self.send(f"status {describe_error(error)}")
        return True

    def finish(self) -> None:
        if self._search is not None:
            self._search.join()

    # What can be asked.

    def _introduce(self, text: str) -> None:
        self.send(f"set myname {NAME}")

    def _set(self, text: str) -> None:
        key, _, value = text.partition(" ")
        self._stop_search()
        if key == "game":
            self.record = _read_game(self.game, value, self.new_game().players)
        elif key == "depth" and value.strip().isdecimal() and len(value) < 9:
            self._depth = min(max(int(value), 1), FULL_DEPTH)

    def _move(self, text: str) -> None:
        self._stop_search()
        move = _read_move(self.game, text)
        if move not in self.record.legal_moves:
            raise BadPosition(f"The move {text} is not legal here.")
        self.record = self.record.after(Choice(move))

    def _hint(self, text: str) -> None:
        wanted = int(text) if text.isdecimal() and len(text) < 4 else 1
        self._begin(lambda record, stop: self._show_moves(record, wanted, stop))

    def _go(self, text: str) -> None:
        self._begin(self._choose)

    def _analyze(self, text: str) -> None:
        self._begin(self._go_back)

    def _ping(self, text: str) -> None:
        self._stop_search()
        self.send(f"pong {text}")

    def _learn(self, text: str) -> None:
        self.send("learned")  # there is no book to add it to

    # In a thread, so that ping is heard.

    def _begin(self, work: Callable[[GameRecord, StopFlag], None]) -> None:
        self._stop_search()
        self._stop = StopFlag()
        self._search = threading.Thread(target=self._work, args=(work, self.record, self._stop), daemon=True)
        self._search.start()

    def _stop_search(self) -> None:
        """Stop the search, if there is one."""
        self._stop.up()
        self.finish()

    def _work(self, work: Callable[[GameRecord, StopFlag], None], record: GameRecord, stop: StopFlag) -> None:
        with suppress(BrokenPipeError):  # nobody listens, as the other thread will find out
            self.send(f"status {NAME} is thinking")
            try:
                work(record, stop)
                self.send(f"status {NAME} is waiting")
            except BrokenPipeError:
                raise
            except Exception as error:  # the player may be anybody's code
                self.send(f"status {describe_error(error)}")

    def _choose(self, record: GameRecord, stop: StopFlag) -> None:
        choice = self._answer(record, stop)
        self._show(record, choice)
        value = "" if choice.result is None else f"{choice.result.score.points:.2f}"
        seconds = 0.0 if choice.result is None else choice.result.stats.seconds
        self.send(f"=== {_name(self.game, choice.move)}/{value}/{seconds:.2f}")

    def _show_moves(self, record: GameRecord, wanted: int, stop: StopFlag) -> None:
        """The best move, and those of the others whose value the search has found."""
        choice = self._answer(record, stop)
        self._show(record, choice)
        if choice.result is None:
            return
        others = [r for r in choice.result.roots if r.move != choice.move and r.score.bound == Bound.EXACT]
        for root in sort_best_first(others, lambda root: measure_merit(root.score))[: max(wanted - 1, 0)]:
            self.send(f"search {_name(self.game, root.move)} {root.score.points:+.2f} 0 {choice.result.stats.depth}")

    def _go_back(self, record: GameRecord, stop: StopFlag) -> None:
        """What each position of the game is worth to the side to move, the last one first."""
        for moves in range(len(record.moves), -1, -1):
            before = record.before(moves)
            result = self.game.result(before.state)
            if result is None and not stop.raised:
                found = self._answer(before, stop).result
                result = None if found is None else found.score.points
            if result is not None and not stop.raised:
                self.send(f"analysis {moves} {result:.2f}")

    def _answer(self, record: GameRecord, stop: StopFlag) -> Choice:
        if record.is_over:
            raise BadPosition(f"The game is over: {record.result}.")
        player: Player = self.player
        if self._depth is not None and isinstance(player, SearchPlayer):
            player = replace(player, limits=replace(player.limits, depth=self._depth, grow=None))
        return ask_player(player, record, stop)

    def _show(self, record: GameRecord, choice: Choice) -> None:
        if choice.result is not None:
            stats, score = choice.result.stats, choice.result.score
            line = "".join(_name(self.game, move) for move in choice.result.line) or _name(self.game, choice.move)
            depth = "100%" if score.proven else str(stats.depth)
            self.send(f"search {line} {score.points:+.2f} 0 {depth}")
            self.send(f"nodestats {stats.nodes} {stats.seconds:.2f}")


def _name(game: Game, move: Move) -> str:
    """Two characters: F5, or PA for a pass."""
    return game.move_name(move)[:2].upper()


def _read_move(game: Game, text: str) -> Move:
    """The move in F5, F5/1.00/0.25 or PA."""
    name = text.partition("/")[0].strip().lower()
    return game.parse_move("pass" if name == "pa" else name)


def _read_game(game: Game, ggf: str, players: tuple[str, str]) -> GameRecord:
    """The game of a GGF text; passes may be left out."""
    properties = _PROPERTY.findall(ggf)
    start = next((_read_board(game, value) for key, value in properties if key == "BO"), None)
    record = GameRecord.begin(game, players, start=None if start == game.initial() else start)
    for key, value in properties:
        if key in ("B", "W") and not record.is_over:
            legal = record.legal_moves
            if record.to_move != "BW".index(key) and legal == [game.parse_move("pass")]:
                record = record.after(Choice(legal[0]))
            move = _read_move(game, value)
            if record.to_move != "BW".index(key) or move not in record.legal_moves:
                raise BadPosition(f"Move {len(record.moves) + 1} of the game, {value} for {key}, is not legal.")
            record = record.after(Choice(move))
    return record


def _read_board(game: Game, text: str) -> State:
    """BO[8 ---…*O… *]: the size, the cells in reading order, and who is to move."""
    size, *cells = text.replace("*", "X").split() or [""]
    if size != str(len(game.view(game.initial()).rows)):
        raise BadPosition(f"The game has a board of size '{size}'; this is {game}.")
    return game.parse_position(f"{''.join(cells[:-1])} {''.join(cells[-1:])}")


_COMMANDS: dict[str, Callable[[NBoardProtocol, str], None]] = {
    "nboard": NBoardProtocol._introduce,
    "set": NBoardProtocol._set,
    "move": NBoardProtocol._move,
    "hint": NBoardProtocol._hint,
    "go": NBoardProtocol._go,
    "ping": NBoardProtocol._ping,
    "learn": NBoardProtocol._learn,
    "analyze": NBoardProtocol._analyze,
}

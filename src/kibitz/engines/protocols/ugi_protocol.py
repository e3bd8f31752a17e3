"""Kibitz as an engine that speaks UGI, the Universal Game Interface; `engines/outside/ugi_player.py` is the other side.

The search runs in a thread, so that `stop` and `isready` are answered while it goes on. UGI has no word for refusing:
what cannot be done is reported as `info string`, and where there is no move to give, it is called `none`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from kibitz import __version__
from kibitz.core.errors import BadOption, InputError
from kibitz.core.game import Game
from kibitz.core.limits import Limits
from kibitz.core.notation import parse_moves
from kibitz.core.searching import StopFlag
from kibitz.engines.protocols.engine_protocol import EngineProtocol, ask_player, describe_error
from kibitz.engines.protocols.thinking_time import share_time
from kibitz.play.player import Player
from kibitz.play.players import SearchPlayer, find_player
from kibitz.play.records import Choice, GameRecord
from kibitz.play.search_progress import look_at

REPORTING = 0.5  # seconds between two reports of a search
NO_MOVE = "none"


class UgiProtocol(EngineProtocol):
    name = "ugi"
    about = "the Universal Game Interface"

    def __init__(self, game: Game, player: str, send: Callable[[str], None]) -> None:
        super().__init__(game, player, send)
        self._search: threading.Thread | None = None
        self._stop = StopFlag()
        self._is_endless = self._is_thinking = False
        self._is_lost = False  # the last position could not be understood

    def handle_line(self, line: str) -> bool:
        words = line.split()
        act = _COMMANDS.get(words[0]) if words else None
        try:
            if act is not None:
                act(self, words[1:])
        except InputError as error:
            self.send(f"info string {describe_error(error)}")
        if words[:1] == ["quit"]:
            self._stop.up()
            return False
        return True

    def finish(self) -> None:
        """Wait for a search that ends by itself, and stop one that does not."""
        if self._is_endless:
            self._stop.up()
        if self._search is not None:
            self._search.join()

    # What can be asked.

    def _introduce(self, words: list[str]) -> None:
        self.send(f"id name Kibitz {__version__}")
        self.send("id author the Kibitz project")
        self.send(f"option name Player type string default {self.player}")
        self.send("ugiok")

    def _get_ready(self, words: list[str]) -> None:
        """Compile now what the search will need, before a clock runs."""
        try:
            if not self._is_thinking:
                self.player.get_ready(self.record)
        except Exception as error:  # the player may be anybody's code
            self.send(f"info string {describe_error(error)}")
        self.send("readyok")

    def _set_option(self, words: list[str]) -> None:
        if len(words) < 4 or words[0] != "name" or words[2] != "value":
            raise BadOption("write setoption name NAME value VALUE.")
        if words[1].lower() != "player":
            raise BadOption(f"There is no option '{words[1]}'; there is: Player.")
        self._check_idle()
        player = find_player(" ".join(words[3:]))
        player.check(self.game)
        self.player.leave()
        self.player = player

    def _new_game(self, words: list[str]) -> None:
        self._check_idle()
        self.record, self._is_lost = self.new_game(), False

    def _position(self, words: list[str]) -> None:
        self._check_idle()
        self._is_lost = True
        end = words.index("moves") if "moves" in words else len(words)
        start = None
        if words[:1] == ["fen"] and end > 1:
            start = self.game.parse_position(" ".join(words[1:end]))
        elif words[:end] != ["startpos"]:
            raise BadOption("write position startpos or position fen …, then moves and the moves.")
        moves = parse_moves(self.game, " ".join(words[end + 1 :]), start)
        names = (str(self.player), str(self.player))
        self.record = GameRecord.begin(self.game, names, moves=moves, start=start)
        self._is_lost = False

    def _go(self, words: list[str]) -> None:
        self._check_idle()
        if self._is_lost or self.record.is_over:
            self.send(f"info string {'no position is known' if self._is_lost else f'over: {self.record.result}'}")
            self.send(f"bestmove {NO_MOVE}")
            return
        player = self._limited(words)
        self._stop = StopFlag()
        self._search = threading.Thread(target=self._think, args=(player, self.record, self._stop), daemon=True)
        self._is_thinking = True
        self._search.start()

    def _query(self, words: list[str]) -> None:
        outcome = self.record.outcome
        answers = {
            "p1turn": str(self.record.to_move == 0).lower(),
            "gameover": str(self.record.is_over).lower(),
            "result": "none" if outcome is None else "p1win" if outcome > 0 else "p2win" if outcome < 0 else "draw",
        }
        if not words or words[0] not in answers:
            raise BadOption(f"A query is one of {', '.join(answers)}.")
        self.send(f"response {answers[words[0]]}")

    # What that takes.

    def _check_idle(self) -> None:
        if self._is_thinking:
            raise BadOption("A search is going on; say stop first.")

    def _limited(self, words: list[str]) -> Player:
        """The player for this search; one that searches has the limits that were given in place of its own."""
        texts = dict(zip(words[::2], words[1::2], strict=False))
        numbers = {key: int(text) for key, text in texts.items() if text.isdecimal() and len(text) < 16}
        own = self.player
        self._is_endless = words[:1] == ["infinite"]
        if not isinstance(own, SearchPlayer):
            return own
        limits = own.limits
        clock = ("p1time", "p1inc") if self.record.to_move == 0 else ("p2time", "p2inc")
        if self._is_endless:
            limits = Limits()
        elif numbers.get("depth"):
            limits = Limits(depth=min(numbers["depth"], 10_000))
        elif numbers.get("nodes"):
            limits = Limits(nodes=min(numbers["nodes"], 10**12))
        elif "movetime" in numbers:
            limits = replace(limits, time=_seconds(numbers["movetime"]))
        elif clock[0] in numbers:
            to_come = self.record.game.decisions_left(self.record.state)
            share = share_time(numbers[clock[0]] / 1000, numbers.get(clock[1], 0) / 1000, to_come=to_come)
            limits = replace(limits, time=_seconds(1000 * share))
        elif words:
            raise BadOption("go is followed by movetime, depth, nodes, p1time and p2time, or infinite.")
        return replace(own, limits=limits)

    def _think(self, player: Player, record: GameRecord, stop: StopFlag) -> None:
        """In a thread of its own: report, and answer."""
        done = threading.Event()
        reporter = threading.Thread(target=self._report, args=(stop, done), daemon=True)
        reporter.start()
        try:
            choice = ask_player(player, record, stop)
            last, move = _last_report(self.game, choice), self.game.move_name(choice.move)
        except Exception as error:  # the player may be anybody's code
            last, move = f"info string {describe_error(error)}", NO_MOVE
        done.set()
        reporter.join()
        self._is_thinking = False  # before the answer, since the next command may come at once
        with suppress(BrokenPipeError):  # nobody listens, as the other thread will find out
            self.send(last)
            self.send(f"bestmove {move}")

    def _report(self, stop: StopFlag, done: threading.Event) -> None:
        """Report from time to time how far the search is; stop it if nobody reads any more."""
        while not done.wait(REPORTING):
            seen = look_at(self.game, stop)
            try:
                if seen is not None:
                    self.send(_report(seen.depth, seen.nodes, seen.seconds, seen.score, seen.line))
            except BrokenPipeError:
                stop.up()
                return


def _last_report(game: Game, choice: Choice) -> str:
    if choice.result is None:
        return _report(0, 0, 0.0, None, ())
    stats, score = choice.result.stats, choice.result.score
    return _report(
        stats.depth, stats.nodes, stats.seconds, score.points, tuple(map(game.move_name, choice.result.line))
    )


def _report(depth: int, nodes: int, seconds: float, points: int | None, line: Sequence[str]) -> str:
    words = f"info depth {depth} nodes {nodes} time {round(1000 * seconds)} nps {round(nodes / max(seconds, 1e-3))}"
    score = "" if points is None else f" score cp {points}"
    return words + score + (f" pv {' '.join(line)}" if line else "")


def _seconds(milliseconds: float) -> float:
    """As `Limits` will have them."""
    return min(max(milliseconds / 1000, 0.001), 86_400.0)


_COMMANDS: dict[str, Callable[[UgiProtocol, list[str]], None]] = {
    "ugi": UgiProtocol._introduce,
    "isready": UgiProtocol._get_ready,
    "setoption": UgiProtocol._set_option,
    "uginewgame": UgiProtocol._new_game,
    "position": UgiProtocol._position,
    "go": UgiProtocol._go,
    "query": UgiProtocol._query,
    "stop": lambda self, words: self._stop.up(),
}

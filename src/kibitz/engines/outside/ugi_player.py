"""Programs that speak UGI, the Universal Game Interface (github.com/kz04px/cutegames): UCI for games of any kind.

    ugi                                 id name …, option …, ugiok
    isready                             readyok
    position startpos moves d3 c5
    go movetime 1000                    info depth 4 nodes 812 score cp 12 …, bestmove f6

Moves are written as Kibitz writes them.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from kibitz.core.errors import BadOption, Unsuited
from kibitz.core.score import Score
from kibitz.core.searching import SearchResult, Stats, StopFlag
from kibitz.core.spec import option
from kibitz.engines.outside.outside_engine import STARTUP_SECONDS, EngineConnection, OutsideEngine
from kibitz.jobs.pipe import quote_line
from kibitz.play.records import Choice, GameRecord

GRACE = 0.5  # seconds to answer after being told to stop
USUAL = 1.0  # seconds for a move when nobody sets a limit


def write_position(record: GameRecord) -> str:
    """The command that sets a position: where the game began, and every move since."""
    start = "startpos"
    if record.start is not None:
        try:
            start = f"fen {record.game.position_text(record.start)}"
        except Unsuited:
            raise Unsuited(f"{record.game.name} has no text for a position; give --moves.") from None
    moves = " ".join(map(record.game.move_name, record.moves))
    return f"position {start}" + (f" moves {moves}" if moves else "")


class UgiConnection(EngineConnection):
    """Every command says everything, so nothing need be remembered."""

    engine: UgiPlayer

    def greet(self) -> None:
        self.ask("ugi", "ugiok", STARTUP_SECONDS)
        for line in self.engine.setup_lines():
            self.pipe.send(line)
        self.ask("isready", "readyok", STARTUP_SECONDS)
        self.pipe.send("uginewgame")
        self.ask("isready", "readyok", STARTUP_SECONDS)

    def choose(self, record: GameRecord, stop: StopFlag | None) -> Choice:
        self.pipe.send(write_position(record))
        self.ask("isready", "readyok")
        stats, points = Stats(), None
        self._is_told_to_stop = False
        self.pipe.send(self.engine.go)
        while (words := self._hear(stop))[:1] != ["bestmove"]:
            if words[:1] == ["info"]:
                stats, points = _informed(words, stats, points)
        if len(words) < 2:
            raise self.pipe.fault(f"answered rubbish: {quote_line(' '.join(words))} names no move")
        move = self.read_move(words[1])
        searched = stats.depth or stats.nodes or points is not None
        return Choice(move, SearchResult(move, Score(points or 0), (move,), stats=stats) if searched else None)

    def ask(self, command: str, answer: str, seconds: float | None = None) -> list[str]:
        """Everything it says up to the line that was waited for."""
        self.pipe.send(command)
        lines: list[str] = []
        while not lines or lines[-1].split()[:1] != [answer]:
            lines.append(self.pipe.read_line(self.answering if seconds is None else seconds, awaited=answer))
        return lines

    def _hear(self, stop: StopFlag | None) -> list[str]:
        """The words of its next line. Once told to stop, it has a short time left to answer."""
        if not self._is_told_to_stop:
            line = self.pipe.line_before(self.engine.longest, stop=stop)
            if line is not None:
                return line.split()
            self.pipe.send("stop")
            self._is_told_to_stop = True
        return self.pipe.read_line(GRACE, awaited="move").split()


def _informed(words: list[str], stats: Stats, points: int | None) -> tuple[Stats, int | None]:
    """What is known of its search after one more line of information."""
    numbers: dict[str, int] = {}
    for key, value in pairwise(words):
        if key in ("string", "pv"):
            break
        if key in ("depth", "nodes", "cp") and value.lstrip("-").isdecimal() and len(value) < 19:
            numbers[key] = int(value)
    depth, nodes = max(numbers.get("depth", stats.depth), 0), max(numbers.get("nodes", stats.nodes), 0)
    return Stats(nodes=nodes, depth=depth), numbers.get("cp", points)


@dataclass(frozen=True)
class UgiPlayer(OutsideEngine):
    name = "ugi"
    about = "a program that speaks the Universal Game Interface; default: one second a move"
    connection = UgiConnection

    depth: int | None = option(None, "search depth in plies, sent to the program", 1, 10_000)
    nodes: int | None = option(None, "node limit, sent to the program", 1, 10**12)

    def __post_init__(self) -> None:
        super().__post_init__()
        if sum(limit is not None for limit in (self.time, self.depth, self.nodes)) > 1:
            raise BadOption("ugi: a search is told one limit; give time, depth or nodes.")

    @property
    def seconds(self) -> float | None:
        return USUAL if self.time is self.depth is self.nodes is None else self.time

    @property
    def go(self) -> str:
        """The command to think."""
        if self.depth is not None:
            return f"go depth {self.depth}"
        if self.nodes is not None:
            return f"go nodes {self.nodes}"
        return f"go movetime {max(round(1000 * (self.time or USUAL)), 1)}"

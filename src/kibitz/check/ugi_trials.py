"""Trials of a program that speaks UGI: its answers, its manners while it thinks, and games without a fault."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from kibitz.check.trials import QUITTING, Bench, Trial, where
from kibitz.jobs.pipe import quote_line
from kibitz.play.outside.ugi_player import UgiTalk, position_line
from kibitz.play.records import Choice, GameRecord

__all__ = ["UGI_TRIALS"]

UgiBench: TypeAlias = Bench[UgiTalk]

WORDS = ("id", "option", "ugiok", "readyok", "info", "bestmove", "response")  # that a line may begin with
NONSENSE = "kibitz-no-such-command"
A_MOMENT = 0.3  # seconds for a move, when time is what is tried
STOPPING = 1.0  # seconds for a move after stop


def _introduces_itself(bench: UgiBench) -> Iterator[str]:
    lines = bench.talk.ask("ugi", "ugiok")
    if not any(line.startswith("id name ") for line in lines):
        yield "it does not say 'id name …' before ugiok"
    for line in lines:
        words = line.split()
        if words[:1] == ["option"] and not (words[1:2] == ["name"] and "type" in words):
            yield f"{quote_line(line)} is not of the form 'option name NAME type TYPE …'"
        yield from _fault_in_line(line)


def _passes_over_nonsense(bench: UgiBench) -> Iterator[str]:
    bench.talk.pipe.send(NONSENSE)
    for line in bench.talk.ask("isready", "readyok"):
        yield from _fault_in_line(line)


def _knows_how_the_game_stands(bench: UgiBench) -> Iterator[str]:
    for walk in bench.walks():
        for ply in (0, len(walk.moves) // 2, len(walk.moves)):
            record = walk.before(ply)
            bench.talk.pipe.send(position_line(record))
            for key, expected in _truths(record).items():
                line = bench.talk.ask(f"query {key}", "response")[-1]
                if line.split()[1:] != [expected]:
                    yield f"it answers {quote_line(line)} to 'query {key}' {where(record)}; {expected} was expected"


def _truths(record: GameRecord) -> dict[str, str]:
    outcome = record.outcome
    result = "none" if outcome is None else "p1win" if outcome > 0 else "p2win" if outcome < 0 else "draw"
    truths = {"gameover": str(record.is_over).lower(), "result": result}
    if not record.is_over:
        truths["p1turn"] = str(record.to_move == 0).lower()
    return truths


def _makes_legal_moves(bench: UgiBench) -> Iterator[str]:
    """It plays both sides by itself, after an opening at random."""
    for walk in bench.walks():
        record = walk.before(len(walk.moves) // 4)
        while not record.is_over:
            *information, text = _thought(bench, record, bench.talk.engine.go)
            for line in information:
                yield from _fault_in_line(line)
            fault = bench.fault_in_move(record, text)
            if fault:
                yield fault
                return
            record = record.after(Choice(bench.game.parse_move(text)))


def _passes_when_it_must(bench: UgiBench) -> Iterator[str]:
    record = bench.where_one_must_pass()
    assert record is not None
    text = _thought(bench, record, bench.talk.engine.go)[-1]
    fault = bench.fault_in_pass(record, text)
    if fault:
        yield fault


def _keeps_its_time(bench: UgiBench) -> Iterator[str]:
    seconds = bench.engine.time or A_MOMENT
    _thought(bench, bench.walk(0).before(4), f"go movetime {round(1000 * seconds)}")
    fault = bench.fault_in_time(seconds)
    if fault:
        yield fault


def _keeps_to_limits(bench: UgiBench) -> Iterator[str]:
    for limit in ("depth 1", "nodes 100", "p1time 2000 p2time 2000 p1inc 0 p2inc 0"):
        fault = bench.fault_in_move(bench.start(), _thought(bench, bench.start(), f"go {limit}")[-1])
        if fault:
            yield f"go {limit}: {fault}"


def _answers_while_it_thinks(bench: UgiBench) -> Iterator[str]:
    bench.talk.pipe.send(position_line(bench.start()))
    bench.talk.ask("isready", "readyok")
    bench.talk.pipe.send("go infinite")
    lines = bench.talk.ask("isready", "readyok")
    bench.talk.pipe.send("stop")
    while not any(line.startswith("bestmove") for line in lines):
        lines.append(bench.talk.pipe.read_line(STOPPING, awaited="bestmove"))
    words = next(line for line in lines if line.startswith("bestmove")).split()
    fault = bench.fault_in_move(bench.start(), words[1] if len(words) > 1 else "")
    if fault:
        yield fault


def _ends_when_told(bench: UgiBench) -> Iterator[str]:
    bench.talk.pipe.send("quit")
    if not bench.talk.pipe.ends_within(QUITTING):
        yield f"it is still there {QUITTING:g} s after quit"
    bench.talk.pipe.close()


def _ends_with_its_input(bench: UgiBench) -> Iterator[str]:
    bench.talk.pipe.close_input()
    if not bench.talk.pipe.ends_within(QUITTING):
        yield f"it is still there {QUITTING:g} s after the end of its input"
    bench.talk.pipe.close()


def _thought(bench: UgiBench, record: GameRecord, go: str) -> list[str]:
    """What it said while it thought, line by line, and last the move it names."""
    bench.talk.pipe.send(position_line(record))
    bench.talk.ask("isready", "readyok")
    *lines, last = bench.talk.ask(go, "bestmove", bench.engine.longest)
    return [*lines, " ".join(last.split()[1:2])]


def _fault_in_line(line: str) -> Iterator[str]:
    if line.split() and line.split()[0] not in WORDS:
        yield f"it says {quote_line(line)}; a line begins with one of {', '.join(WORDS)}"


UGI_TRIALS: tuple[Trial[UgiTalk], ...] = (
    Trial("it says its name and lists its options as they should be", _introduces_itself),
    Trial("it passes over a command it does not know", _passes_over_nonsense),
    Trial("it knows whose turn it is and how a game ends", _knows_how_the_game_stands),
    Trial("its moves are legal, to the end of the game", _makes_legal_moves),
    Trial("it passes when it must", _passes_when_it_must, lambda bench: bench.where_one_must_pass() is not None),
    Trial("it keeps its time", _keeps_its_time),
    Trial("it takes limits on depth and nodes, and a clock", _keeps_to_limits),
    Trial("it answers while it thinks, and stops when told", _answers_while_it_thinks),
    Trial("it ends when it is told to quit", _ends_when_told),
    Trial("it ends when its input ends", _ends_with_its_input),
)

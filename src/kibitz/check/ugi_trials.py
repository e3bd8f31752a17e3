"""The trials of a program that speaks UGI: its answers, also while it thinks, and whole games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from kibitz.check.trials import QUIT_SECONDS, TestedEngine, Trial, describe_place
from kibitz.engines.outside.ugi_player import UgiConnection, write_position
from kibitz.jobs.pipe import quote_line
from kibitz.play.records import Choice, GameRecord

TestedUgiEngine: TypeAlias = TestedEngine[UgiConnection]

WORDS = ("id", "option", "ugiok", "readyok", "info", "bestmove", "response")  # that a line may begin with
NONSENSE = "kibitz-no-such-command"
A_MOMENT = 0.3  # seconds for a move, when time is what is tried
STOPPING = 1.0  # seconds for a move after stop


def _introduces_itself(tested: TestedUgiEngine) -> Iterator[str]:
    lines = tested.connection.ask("ugi", "ugiok")
    if not any(line.startswith("id name ") for line in lines):
        yield "it does not say 'id name …' before ugiok"
    for line in lines:
        words = line.split()
        if words[:1] == ["option"] and not (words[1:2] == ["name"] and "type" in words):
            yield f"{quote_line(line)} is not of the form 'option name NAME type TYPE …'"
        yield from _fault_in_line(line)


def _passes_over_nonsense(tested: TestedUgiEngine) -> Iterator[str]:
    tested.connection.pipe.send(NONSENSE)
    for line in tested.connection.ask("isready", "readyok"):
        yield from _fault_in_line(line)


def _knows_how_the_game_stands(tested: TestedUgiEngine) -> Iterator[str]:
    for played in tested.play_random_games():
        for ply in (0, len(played.moves) // 2, len(played.moves)):
            record = played.before(ply)
            tested.connection.pipe.send(write_position(record))
            for key, expected in _truths(record).items():
                line = tested.connection.ask(f"query {key}", "response")[-1]
                if line.split()[1:] != [expected]:
                    place = describe_place(record)
                    yield f"it answers {quote_line(line)} to 'query {key}' {place}; {expected} was expected"


def _truths(record: GameRecord) -> dict[str, str]:
    outcome = record.outcome
    result = "none" if outcome is None else "p1win" if outcome > 0 else "p2win" if outcome < 0 else "draw"
    truths = {"gameover": str(record.is_over).lower(), "result": result}
    if not record.is_over:
        truths["p1turn"] = str(record.to_move == 0).lower()
    return truths


def _makes_legal_moves(tested: TestedUgiEngine) -> Iterator[str]:
    """It plays both sides, after a random opening."""
    for played in tested.play_random_games():
        record = played.before(len(played.moves) // 4)
        while not record.is_over:
            *information, text = _thought(tested, record, tested.connection.engine.go)
            for line in information:
                yield from _fault_in_line(line)
            fault = tested.fault_in_move(record, text)
            if fault:
                yield fault
                return
            record = record.after(Choice(tested.game.parse_move(text)))


def _passes_when_it_must(tested: TestedUgiEngine) -> Iterator[str]:
    record = tested.find_forced_pass()
    assert record is not None
    text = _thought(tested, record, tested.connection.engine.go)[-1]
    fault = tested.fault_in_pass(record, text)
    if fault:
        yield fault


def _keeps_its_time(tested: TestedUgiEngine) -> Iterator[str]:
    seconds = tested.engine.time or A_MOMENT
    _thought(tested, tested.play_random_game(0).before(4), f"go movetime {round(1000 * seconds)}")
    fault = tested.fault_in_time(seconds)
    if fault:
        yield fault


def _keeps_to_limits(tested: TestedUgiEngine) -> Iterator[str]:
    for limit in ("depth 1", "nodes 100", "p1time 2000 p2time 2000 p1inc 0 p2inc 0"):
        fault = tested.fault_in_move(tested.new_game(), _thought(tested, tested.new_game(), f"go {limit}")[-1])
        if fault:
            yield f"go {limit}: {fault}"


def _answers_while_it_thinks(tested: TestedUgiEngine) -> Iterator[str]:
    tested.connection.pipe.send(write_position(tested.new_game()))
    tested.connection.ask("isready", "readyok")
    tested.connection.pipe.send("go infinite")
    lines = tested.connection.ask("isready", "readyok")
    tested.connection.pipe.send("stop")
    while not any(line.startswith("bestmove") for line in lines):
        lines.append(tested.connection.pipe.read_line(STOPPING, awaited="bestmove"))
    words = next(line for line in lines if line.startswith("bestmove")).split()
    fault = tested.fault_in_move(tested.new_game(), words[1] if len(words) > 1 else "")
    if fault:
        yield fault


def _ends_when_told(tested: TestedUgiEngine) -> Iterator[str]:
    tested.connection.pipe.send("quit")
    if not tested.connection.pipe.ends_within(QUIT_SECONDS):
        yield f"it is still there {QUIT_SECONDS:g} s after quit"
    tested.connection.pipe.close()


def _ends_with_its_input(tested: TestedUgiEngine) -> Iterator[str]:
    tested.connection.pipe.close_input()
    if not tested.connection.pipe.ends_within(QUIT_SECONDS):
        yield f"it is still there {QUIT_SECONDS:g} s after the end of its input"
    tested.connection.pipe.close()


def _thought(tested: TestedUgiEngine, record: GameRecord, go: str) -> list[str]:
    """What it said while it thought, line by line; the last entry is the move it names."""
    tested.connection.pipe.send(write_position(record))
    tested.connection.ask("isready", "readyok")
    *lines, last = tested.connection.ask(go, "bestmove", tested.engine.longest)
    return [*lines, " ".join(last.split()[1:2])]


def _fault_in_line(line: str) -> Iterator[str]:
    if line.split() and line.split()[0] not in WORDS:
        yield f"it says {quote_line(line)}; a line begins with one of {', '.join(WORDS)}"


UGI_TRIALS: tuple[Trial[UgiConnection], ...] = (
    Trial("it says its name and lists its options as they should be", _introduces_itself),
    Trial("it passes over a command it does not know", _passes_over_nonsense),
    Trial("it knows whose turn it is and how a game ends", _knows_how_the_game_stands),
    Trial("its moves are legal, to the end of the game", _makes_legal_moves),
    Trial("it passes when it must", _passes_when_it_must, lambda tested: tested.find_forced_pass() is not None),
    Trial("it keeps its time limit", _keeps_its_time),
    Trial("it takes limits on depth and nodes, and a clock", _keeps_to_limits),
    Trial("it answers while it thinks, and stops when told", _answers_while_it_thinks),
    Trial("it ends when it is told to quit", _ends_when_told),
    Trial("it ends when its input ends", _ends_with_its_input),
)

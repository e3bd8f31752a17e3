"""Trials of a program that speaks GTP: section 2.10 of the standard, and games without a fault."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from kibitz.check.trials import QUITTING, Bench, Trial, where
from kibitz.jobs.pipe import quote_line
from kibitz.play.outside.gtp_player import COLOURS, GtpTalk, board_size
from kibitz.play.records import Choice, GameRecord

__all__ = ["GTP_TRIALS"]

GtpBench: TypeAlias = Bench[GtpTalk]

NEEDED = (
    *("protocol_version", "name", "version", "known_command", "list_commands", "quit"),
    *("boardsize", "clear_board", "play", "genmove"),
)
NONSENSE = "kibitz-no-such-command"
A_MOMENT = 1.0  # seconds for a move, when time is what is tried


def _says_who_it_is(bench: GtpBench) -> Iterator[str]:
    for command in ("name", "version", "protocol_version"):
        good, text = bench.talk.ask(command)
        if not good:
            yield f"it refuses {command}: {quote_line(text)}"
        elif command == "protocol_version" and text != "2":
            yield f"it answers {quote_line(text)} to protocol_version; 2 was expected"


def _lists_its_commands(bench: GtpBench) -> Iterator[str]:
    good, text = bench.talk.ask("list_commands")
    missing = [command for command in NEEDED if command not in text.split()]
    if not good or missing:
        yield f"list_commands does not list {', '.join(missing)}" if good else f"it refuses: {quote_line(text)}"
    for command, answer in (("play", "true"), (NONSENSE, "false")):
        said = bench.talk.ask(f"known_command {command}")
        if said != (True, answer):
            yield f"it answers {quote_line(said[1])} to known_command {command}; {answer} was expected"


def _refuses_nonsense(bench: GtpBench) -> Iterator[str]:
    if bench.talk.ask(NONSENSE)[0]:
        yield f"it answers = to {NONSENSE}; '? unknown command' was expected"


def _gives_numbers_back(bench: GtpBench) -> Iterator[str]:
    for command, sign in (("name", "="), (NONSENSE, "?")):
        pipe = bench.talk.pipe
        pipe.send(f"17 {command}")
        line = pipe.read_line(bench.talk.answering)
        while pipe.read_line(bench.talk.answering, awaited="empty line"):
            pass
        if line.split()[:1] != [f"{sign}17"]:
            yield f"it answers {quote_line(line)} to '17 {command}'; a line that begins with {sign}17 was expected"


def _passes_over_comments(bench: GtpBench) -> Iterator[str]:
    bench.talk.pipe.send("# nothing but a comment")
    bench.talk.pipe.send("")
    said = bench.talk.ask("protocol_version # the last")
    if said != (True, "2"):
        yield f"it answers {quote_line(said[1])} to protocol_version after a comment and an empty line"
    good, text = bench.talk.ask("known_command play")
    if (good, text) != (True, "true"):
        yield "it answers a comment or an empty line, which should get no answer"


def _minds_its_board(bench: GtpBench) -> Iterator[str]:
    if bench.talk.ask("boardsize 9999")[0]:
        yield "it takes boardsize 9999; '? unacceptable size' was expected"


def _takes_every_legal_move(bench: GtpBench) -> Iterator[str]:
    for walk in bench.walks():
        yield from _replay(bench, walk)


def _refuses_illegal_moves(bench: GtpBench) -> Iterator[str]:
    for walk in bench.walks():
        record = walk.before(len(walk.moves) // 2)
        yield from _replay(bench, record)
        legal, colour = bench.game.moves(record.state), COLOURS[record.to_move]
        illegal = [move for move in range(bench.game.num_moves) if move not in legal]
        for text in (*(bench.game.move_name(move) for move in illegal[:3]), "zz99", ""):
            if bench.talk.ask(f"play {colour} {text}".strip())[0]:
                yield f"it takes the move '{text}', which is not legal, {where(record)}"
        if not bench.talk.ask(f"play {colour} {bench.game.move_name(legal[0])}")[0]:
            yield f"after an illegal move, it refuses the legal one {bench.game.move_name(legal[0])}, {where(record)}"


def _makes_legal_moves(bench: GtpBench) -> Iterator[str]:
    """It plays both sides by itself, after an opening at random."""
    for walk in bench.walks():
        record = walk.before(len(walk.moves) // 4)
        yield from _replay(bench, record)
        while not record.is_over:
            text = _generated(bench, record)
            fault = bench.fault_in_move(record, text)
            if fault:
                yield fault
                return
            record = record.after(Choice(bench.game.parse_move(text)))


def _passes_when_it_must(bench: GtpBench) -> Iterator[str]:
    record = bench.where_one_must_pass()
    assert record is not None
    yield from _replay(bench, record)
    text = _generated(bench, record)
    fault = bench.fault_in_pass(record, text)
    if fault:
        yield fault


def _takes_moves_back(bench: GtpBench) -> Iterator[str]:
    yield from _replay(bench, bench.start())
    first, *_, last = bench.game.moves(bench.start().state)
    for command in (f"play b {bench.game.move_name(first)}", "undo", f"play b {bench.game.move_name(last)}", "undo"):
        good, text = bench.talk.ask(command)
        if not good:
            yield f"it refuses {command}, where a move is played, taken back and another one played: {quote_line(text)}"
    if bench.talk.ask("undo")[0]:
        yield "it takes a move back at the start of the game; '? cannot undo' was expected"


def _keeps_its_time(bench: GtpBench) -> Iterator[str]:
    seconds = bench.engine.time or A_MOMENT
    record = bench.walk(0).before(4)
    yield from _replay(bench, record)
    bench.talk.ask(f"time_settings 0 {seconds:g} 1")
    bench.talk.ask(f"time_left {COLOURS[record.to_move]} {seconds:g} 1")
    _generated(bench, record)
    fault = bench.fault_in_time(seconds)
    if fault:
        yield fault


def _ends_when_told(bench: GtpBench) -> Iterator[str]:
    if not bench.talk.ask("quit")[0]:
        yield "it refuses quit"
    if not bench.talk.pipe.ends_within(QUITTING):
        yield f"it is still there {QUITTING:g} s after quit"
    bench.talk.pipe.close()


def _ends_with_its_input(bench: GtpBench) -> Iterator[str]:
    bench.talk.pipe.close_input()
    if not bench.talk.pipe.ends_within(QUITTING):
        yield f"it is still there {QUITTING:g} s after the end of its input"
    bench.talk.pipe.close()


def _generated(bench: GtpBench, record: GameRecord) -> str:
    command = f"genmove {COLOURS[record.to_move]}"
    good, text = bench.talk.ask(command, bench.engine.longest, awaited="move")
    if not good:
        raise bench.talk.pipe.fault(f"refused {command} {where(record)}: {quote_line(text)}")
    if bench.talk.noise:
        raise bench.talk.pipe.fault(f"said {quote_line(bench.talk.noise)} to {command}, which is no answer")
    return text


def _replay(bench: GtpBench, record: GameRecord) -> Iterator[str]:
    """Set the board to a position, by clear_board and play."""
    if not bench.talk.ask("clear_board")[0]:
        yield "it refuses clear_board"
    for ply, move in enumerate(record.moves):
        colour, name = COLOURS[bench.game.to_move(record.states[ply])], bench.game.move_name(move)
        good, text = bench.talk.ask(f"play {colour} {name}")
        if not good:
            yield f"it refuses the legal move {name} {where(record.before(ply))}: {quote_line(text)}"
            return


GTP_TRIALS: tuple[Trial[GtpTalk], ...] = (
    Trial("it says its name, its version, and that it speaks version 2", _says_who_it_is),
    Trial("it lists the commands that are needed, and knows them", _lists_its_commands),
    Trial("it refuses a command it does not know", _refuses_nonsense),
    Trial("it answers with the number of the command", _gives_numbers_back),
    Trial("it passes over comments and empty lines", _passes_over_comments),
    Trial("it refuses a board that cannot be", _minds_its_board, lambda bench: board_size(bench.game) is not None),
    Trial("it takes every legal move", _takes_every_legal_move),
    Trial("it refuses illegal moves and forgets them", _refuses_illegal_moves),
    Trial("its own moves are legal, to the end of the game", _makes_legal_moves),
    Trial("it passes when it must", _passes_when_it_must, lambda bench: bench.where_one_must_pass() is not None),
    Trial("it takes moves back", _takes_moves_back, lambda bench: "undo" in bench.talk.known),
    Trial("it keeps its time", _keeps_its_time),
    Trial("it ends when it is told to quit", _ends_when_told),
    Trial("it ends when its input ends", _ends_with_its_input),
)

"""The trials of a program that speaks GTP: section 2.10 of the standard, and whole games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from kibitz.check.trials import QUIT_SECONDS, TestedEngine, Trial, describe_place
from kibitz.engines.outside.gtp_player import COLOURS, GtpConnection, find_board_size
from kibitz.jobs.pipe import quote_line
from kibitz.play.records import Choice, GameRecord

TestedGtpEngine: TypeAlias = TestedEngine[GtpConnection]

NEEDED = (
    *("protocol_version", "name", "version", "known_command", "list_commands", "quit"),
    *("boardsize", "clear_board", "play", "genmove"),
)
NONSENSE = "kibitz-no-such-command"
A_MOMENT = 1.0  # seconds for a move, when time is what is tried


def _says_who_it_is(tested: TestedGtpEngine) -> Iterator[str]:
    for command in ("name", "version", "protocol_version"):
        good, text = tested.connection.ask(command)
        if not good:
            yield f"it refuses {command}: {quote_line(text)}"
        elif command == "protocol_version" and text != "2":
            yield f"it answers {quote_line(text)} to protocol_version; 2 was expected"


def _lists_its_commands(tested: TestedGtpEngine) -> Iterator[str]:
    good, text = tested.connection.ask("list_commands")
    missing = [command for command in NEEDED if command not in text.split()]
    if not good or missing:
        yield f"list_commands does not list {', '.join(missing)}" if good else f"it refuses: {quote_line(text)}"
    for command, answer in (("play", "true"), (NONSENSE, "false")):
        said = tested.connection.ask(f"known_command {command}")
        if said != (True, answer):
            yield f"it answers {quote_line(said[1])} to known_command {command}; {answer} was expected"


def _refuses_nonsense(tested: TestedGtpEngine) -> Iterator[str]:
    if tested.connection.ask(NONSENSE)[0]:
        yield f"it answers = to {NONSENSE}; '? unknown command' was expected"


def _gives_numbers_back(tested: TestedGtpEngine) -> Iterator[str]:
    for command, sign in (("name", "="), (NONSENSE, "?")):
        pipe = tested.connection.pipe
        pipe.send(f"17 {command}")
        line = pipe.read_line(tested.connection.answering)
        while pipe.read_line(tested.connection.answering, awaited="empty line"):
            pass
        if line.split()[:1] != [f"{sign}17"]:
            yield f"it answers {quote_line(line)} to '17 {command}'; a line that begins with {sign}17 was expected"


def _passes_over_comments(tested: TestedGtpEngine) -> Iterator[str]:
    tested.connection.pipe.send("# nothing but a comment")
    tested.connection.pipe.send("")
    said = tested.connection.ask("protocol_version # the last")
    if said != (True, "2"):
        yield f"it answers {quote_line(said[1])} to protocol_version after a comment and an empty line"
    good, text = tested.connection.ask("known_command play")
    if (good, text) != (True, "true"):
        yield "it answers a comment or an empty line, which should get no answer"


def _minds_its_board(tested: TestedGtpEngine) -> Iterator[str]:
    if tested.connection.ask("boardsize 9999")[0]:
        yield "it takes boardsize 9999; '? unacceptable size' was expected"


def _takes_every_legal_move(tested: TestedGtpEngine) -> Iterator[str]:
    for played in tested.play_random_games():
        yield from _replay(tested, played)


def _refuses_illegal_moves(tested: TestedGtpEngine) -> Iterator[str]:
    for played in tested.play_random_games():
        record = played.before(len(played.moves) // 2)
        yield from _replay(tested, record)
        legal, colour = tested.game.moves(record.state), COLOURS[record.to_move]
        illegal = [move for move in range(tested.game.num_moves) if move not in legal]
        for text in (*(tested.game.move_name(move) for move in illegal[:3]), "zz99", ""):
            if tested.connection.ask(f"play {colour} {text}".strip())[0]:
                yield f"it takes the move '{text}', which is not legal, {describe_place(record)}"
        name = tested.game.move_name(legal[0])
        if not tested.connection.ask(f"play {colour} {name}")[0]:
            yield f"after an illegal move, it refuses the legal one {name}, {describe_place(record)}"


def _makes_legal_moves(tested: TestedGtpEngine) -> Iterator[str]:
    """It plays both sides, after a random opening."""
    for played in tested.play_random_games():
        record = played.before(len(played.moves) // 4)
        yield from _replay(tested, record)
        while not record.is_over:
            text = _generated(tested, record)
            fault = tested.fault_in_move(record, text)
            if fault:
                yield fault
                return
            record = record.after(Choice(tested.game.parse_move(text)))


def _passes_when_it_must(tested: TestedGtpEngine) -> Iterator[str]:
    record = tested.find_forced_pass()
    assert record is not None
    yield from _replay(tested, record)
    text = _generated(tested, record)
    fault = tested.fault_in_pass(record, text)
    if fault:
        yield fault


def _takes_moves_back(tested: TestedGtpEngine) -> Iterator[str]:
    yield from _replay(tested, tested.new_game())
    first, *_, last = tested.game.moves(tested.new_game().state)
    for command in (f"play b {tested.game.move_name(first)}", "undo", f"play b {tested.game.move_name(last)}", "undo"):
        good, text = tested.connection.ask(command)
        if not good:
            yield f"it refuses {command}, where a move is played, taken back and another one played: {quote_line(text)}"
    if tested.connection.ask("undo")[0]:
        yield "it takes a move back at the start of the game; '? cannot undo' was expected"


def _keeps_its_time(tested: TestedGtpEngine) -> Iterator[str]:
    seconds = tested.engine.time or A_MOMENT
    record = tested.play_random_game(0).before(4)
    yield from _replay(tested, record)
    tested.connection.ask(f"time_settings 0 {seconds:g} 1")
    tested.connection.ask(f"time_left {COLOURS[record.to_move]} {seconds:g} 1")
    _generated(tested, record)
    fault = tested.fault_in_time(seconds)
    if fault:
        yield fault


def _ends_when_told(tested: TestedGtpEngine) -> Iterator[str]:
    if not tested.connection.ask("quit")[0]:
        yield "it refuses quit"
    if not tested.connection.pipe.ends_within(QUIT_SECONDS):
        yield f"it is still there {QUIT_SECONDS:g} s after quit"
    tested.connection.pipe.close()


def _ends_with_its_input(tested: TestedGtpEngine) -> Iterator[str]:
    tested.connection.pipe.close_input()
    if not tested.connection.pipe.ends_within(QUIT_SECONDS):
        yield f"it is still there {QUIT_SECONDS:g} s after the end of its input"
    tested.connection.pipe.close()


def _generated(tested: TestedGtpEngine, record: GameRecord) -> str:
    command = f"genmove {COLOURS[record.to_move]}"
    good, text = tested.connection.ask(command, tested.engine.longest, awaited="move")
    if not good:
        raise tested.connection.pipe.fault(f"refused {command} {describe_place(record)}: {quote_line(text)}")
    if tested.connection.noise:
        raise tested.connection.pipe.fault(
            f"said {quote_line(tested.connection.noise)} to {command}, which is not an answer"
        )
    return text


def _replay(tested: TestedGtpEngine, record: GameRecord) -> Iterator[str]:
    """Set up a position with clear_board and play."""
    if not tested.connection.ask("clear_board")[0]:
        yield "it refuses clear_board"
    for ply, move in enumerate(record.moves):
        colour, name = COLOURS[tested.game.to_move(record.states[ply])], tested.game.move_name(move)
        good, text = tested.connection.ask(f"play {colour} {name}")
        if not good:
            yield f"it refuses the legal move {name} {describe_place(record.before(ply))}: {quote_line(text)}"
            return


GTP_TRIALS: tuple[Trial[GtpConnection], ...] = (
    Trial("it says its name, its version, and that it speaks version 2", _says_who_it_is),
    Trial("it lists the commands that are needed, and knows them", _lists_its_commands),
    Trial("it refuses a command it does not know", _refuses_nonsense),
    Trial("it answers with the number of the command", _gives_numbers_back),
    Trial("it ignores comments and empty lines", _passes_over_comments),
    Trial("it refuses an impossible board", _minds_its_board, lambda tested: find_board_size(tested.game) is not None),
    Trial("it takes every legal move", _takes_every_legal_move),
    Trial("it refuses illegal moves and forgets them", _refuses_illegal_moves),
    Trial("its own moves are legal, to the end of the game", _makes_legal_moves),
    Trial("it passes when it must", _passes_when_it_must, lambda tested: tested.find_forced_pass() is not None),
    Trial("it takes moves back", _takes_moves_back, lambda tested: "undo" in tested.connection.commands),
    Trial("it keeps its time limit", _keeps_its_time),
    Trial("it ends when it is told to quit", _ends_when_told),
    Trial("it ends when its input ends", _ends_with_its_input),
)

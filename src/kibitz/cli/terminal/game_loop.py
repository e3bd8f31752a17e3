"""A game in the terminal: show the board, ask the people, let the programs move, summarize at the end."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from kibitz.analysis.best_move import BestMove, describe
from kibitz.cli.terminal.coloured_board import draw_board
from kibitz.cli.terminal.common import make_text_table
from kibitz.cli.terminal.effort_columns import add_effort_columns, format_effort_cells
from kibitz.cli.terminal.formatting import format_effort, format_refused, format_score, plural
from kibitz.cli.terminal.interrupt import Interrupted, run_stoppable
from kibitz.cli.terminal.search_line import show_search
from kibitz.cli.terminal.session import GameSummary, Session
from kibitz.core.errors import BadOption, InputError, MalformedMove
from kibitz.drawing.board_text import name_side
from kibitz.play.records import Choice

WORDS = {
    "help": ("help", "h", "?"),
    "moves": ("moves", "m"),
    "board": ("board", "b"),
    "hint": ("hint",),
    "why": ("why", "w"),
    "undo": ("undo", "u", "back"),
    "redo": ("redo", "r"),
    "quit": ("quit", "q", "exit"),
}
MAX_LINE = 1 << 16  # characters; longer than any game
COMMANDS = {word: command for command, words in WORDS.items() for word in words}

HELP = """\
  {example:<9} a move              moves   list the legal moves
  undo      take it back        redo    make it again
  hint      help in 3 steps     board   draw the board again
  why       what your last move gave away, and what answers it
  quit      leave the game"""


def ask(console: Console, prompt: str) -> str | None:
    """Read one line from the person, None at the end of the input; a line from a file or a pipe is echoed."""
    console.print(Text(prompt, "bold"), end=" ")
    line = sys.stdin.readline(MAX_LINE)
    if len(line) == MAX_LINE:
        raise BadOption(f"A line may have up to {MAX_LINE - 1:,} characters.")
    if not line:
        console.print()
        return None
    if not sys.stdin.isatty():
        console.print(line.strip(), markup=False)
    return line.strip()


def play_out(console: Console, session: Session) -> Session:
    """Play to the end, or until a person quits; returns the session as it is then.

    The interrupt key raises Interrupted, which knows the session.
    """
    try:
        _show_board(console, session)
        while not session.record.is_over:
            after = _person_acts(console, session) if session.waits_for_person else _program_moves(console, session)
            if after is None:
                break
            session = after
            _show_board(console, session)
        if session.record.is_over and session.game.result(session.record.state) is None:
            console.print(session.game.name_by_colour(session.record.why_over))
    except KeyboardInterrupt:
        console.print()
        raise Interrupted(session) from None
    return session


def _show_board(console: Console, session: Session) -> None:
    console.print()
    board = draw_board(session.record, width=console.width - 2, ascii_only=console.options.ascii_only)
    for line in board.split():
        console.print("  ", line, sep="")
    console.print()


def _program_moves(console: Console, session: Session) -> Session:
    side, player = name_side(session.game, session.record.to_move), session.player
    with show_search(f"{side} ({player}) is thinking", session.game, player.seconds) as stop:
        after = run_stoppable(session.reply, stop, heeds_stop=player.heeds_stop)
    answer = describe(session.record, str(player), after.record.choices[-1])
    console.print(Text.assemble(side, " plays ", (f"{answer.move}", "bold"), *_format_details(answer, session)))
    return after


def _format_details(answer: BestMove, session: Session) -> tuple[tuple[str, str], ...]:
    """Score and effort, for a player that gives them."""
    if answer.score is None:
        return ()
    refused = f"; {format_refused(answer)}" if answer.refused else ""
    score = format_score(answer, session.game, session.player)
    return ((f"   {score}; {format_effort(answer)}{refused}", "dim"),)


def _person_acts(console: Console, session: Session) -> Session | None:
    """The session after the person's move, undo or redo; None if they leave."""
    side = name_side(session.game, session.record.to_move)
    started = time.perf_counter()
    advice = _advise(console, session) if session.has_adviser else None
    hints = _give_hints(console, session)
    while True:
        line = ask(console, f"{side}, which move would you like to play?" if advice else f"{side}, your move:")
        if line is None:
            return None
        if not line and advice:
            line = session.game.move_name(advice.move)
            console.print(f"Selected: {line}", markup=False)
        command = None if _is_move(session, line) else COMMANDS.get(line.lower())
        try:
            if command is None:
                return session.play(line, seconds=time.perf_counter() - started, advice=advice)
            if command == "undo":
                return session.undo()
            if command == "redo":
                return session.redo()
            if command == "why":
                _explain_last_move(console, session)
                continue
        except InputError as error:
            more = " Type help for help." if isinstance(error, MalformedMove) else ""
            console.print(Text(f"{error}{more}", "yellow"))
            continue
        if command == "quit":
            return None
        if command == "hint":
            next(hints)
            continue
        _run_command(console, session, command)


def _is_move(session: Session, text: str) -> bool:
    """Whether the text is a move of this game; moves take precedence over commands."""
    try:
        session.game.parse_move(text)
    except MalformedMove:
        return False
    return True


def _run_command(console: Console, session: Session, command: str) -> None:
    """Run a command that makes no move."""
    legal = [session.game.move_name(move) for move in session.record.legal_moves]
    if command == "moves":
        console.print(Text(" ".join(legal)))
    elif command == "board":
        _show_board(console, session)
    else:
        console.print(Text(HELP.format(example=legal[0])))


def _explain_last_move(console: Console, session: Session) -> None:
    """Say what the last move of the side to move gave away, and why."""
    with show_search("looking into your last move", session.game) as stop:
        why = run_stoppable(session.why, stop)
    for name, text in why.rows():
        console.print(Text(f"  {name:<8}{session.game.name_by_player(text)}", "dim"))


def _give_hints(console: Console, session: Session) -> Iterator[None]:
    """Print a hint step by step, one each time it is asked for: where to look, what kind of move, the move."""
    with show_search("thinking about a hint", session.game) as stop:
        hint = run_stoppable(session.hint, stop)
    console.print(Text(f"{hint.where} Type hint again for more.", "dim"))
    yield
    console.print(Text(f"{hint.kind} Type hint again for the move.", "dim"))
    while True:
        yield
        console.print(Text.assemble("Hint: ", (hint.move, "bold")))


def _advise(console: Console, session: Session) -> Choice:
    """Show what the program would play and let the person decide."""
    player = session.player
    with show_search(f"{player} is thinking", session.game, player.seconds) as stop:
        choice = run_stoppable(session.suggest, stop, heeds_stop=player.heeds_stop)
    answer = describe(session.record, str(session.player), choice)
    source = f"Heuristic: {session.heuristic} calculated" if session.heuristic else f"{session.player} says"
    details = _format_details(answer, session)
    console.print(Text.assemble(f"{source} the best move is: ", (f"{answer.move}", "bold"), *details))
    console.print(Text("Press Enter to play it, or type another move.", "dim"))
    return choice


def print_summary(console: Console, summary: GameSummary) -> None:
    """Print how the game ended and what each side's moves cost."""
    verdict = f"{summary.result} after" if summary.outcome is not None else "Stopped after"
    console.print(Text(f"{verdict} {plural(len(summary.moves), 'move')}.", "bold"))
    if not any(player.moves for player in summary.players):
        return
    table = make_text_table()
    table.add_column("")
    add_effort_columns(table)
    for player in summary.players:
        table.add_row(f"{player.side}  {player.player.partition(':')[0]}", *format_effort_cells(player))
    console.print(table)
    for player in summary.players:
        if ":" in player.player:
            console.print(Text(f"{player.side} is {player.player}", "dim"))
    console.print(f"duration = {1000 * summary.seconds:.0f} ms")
    console.print(f"Duration in seconds = {summary.seconds:.3f} s")

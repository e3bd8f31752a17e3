"""`kibitz play`: a game in the terminal, between people and programs."""

from __future__ import annotations

import shlex
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kibitz.cli.terminal.common import GameCommand, echo_json, game_argument, json_option, make_console
from kibitz.cli.terminal.effort_warning import warn_of_effort
from kibitz.cli.terminal.interrupt import Interrupted, run_stoppable

if TYPE_CHECKING:
    from kibitz.cli.terminal.session import Session
    from kibitz.trees.game_logs import GameLogs


@click.command(cls=GameCommand)
@game_argument
@click.option("--first", metavar="PLAYER", help="Who moves first; default: human.")
@click.option(
    "--second", metavar="PLAYER", help="Who plays the other side; default: a program that thinks for one second."
)
@click.option("--advice", is_flag=True, help="Programs only suggest moves; a person makes every move.")
@click.option("--moves", default="", metavar="M", help="Moves already made, as in 4455 or f5d6c3.")
@click.option(
    "--seed",
    type=click.IntRange(0, 2**62),
    help="Seed for players that use random numbers; default: a new one every game.",
)
@click.option("--logs", metavar="FOLDER", help="Write a log of the search tree for every move of a program.")
@json_option
def play(
    game: str,
    first: str | None,
    second: str | None,
    advice: bool,
    moves: str,
    seed: int | None,
    logs: str | None,
    as_json: bool,
) -> None:
    """Play a game in the terminal.

    You can play against a program or another person, or let two programs play. Type a move, or: moves, hint, why,
    undo, redo, board, help, quit. With --json, two programs play and only the record is printed.
    """
    from kibitz.cli.terminal.formatting import plural
    from kibitz.cli.terminal.session import start_session
    from kibitz.core.loading import load_game
    from kibitz.play.opponents import recommend_players

    loaded = load_game(game)
    session = start_session(
        loaded,
        first if first is not None else recommend_players(loaded).opponent if advice else "human",
        second if second is not None else recommend_players(loaded).opponent,
        moves=moves,
        advice=advice,
        seed=time.time_ns() % 2**32 if seed is None else seed,
    )
    for player in session.players:
        warn_of_effort(player, session.record)
    game_logs = None
    if logs is not None:
        session, game_logs = _log_moves(session, Path(logs))
    try:
        if as_json:
            _play_silently(session)
        else:
            _play_openly(session, game, first, second)
    finally:
        if game_logs is not None:
            game_logs.write()
            click.echo(f"{plural(game_logs.written, 'log')} written to {logs}", err=as_json)


def _log_moves(session: Session, folder: Path) -> tuple[Session, GameLogs]:
    """The session with programs whose searches are logged."""
    from kibitz.trees.game_logs import GameLogs, check_logged, make_log_folder

    check_logged(*session.players)
    make_log_folder(folder)
    game_logs = GameLogs(folder)
    one, other = session.players
    return replace(session, players=(game_logs.watch(one), game_logs.watch(other))), game_logs


def _play_openly(session: Session, game: str, first: str | None, second: str | None) -> None:
    from kibitz.cli.terminal.game_loop import play_out, print_summary
    from kibitz.cli.terminal.progress_bar import end_preparation
    from kibitz.cli.terminal.session import summarize

    end_preparation()
    console, pressed = make_console(), False
    try:
        session = play_out(console, session)
    except Interrupted as stopped:
        session, pressed = stopped.known or session, True
    print_summary(console, summarize(session.record))
    if not session.record.is_over:
        options = {"--first": first, "--second": second, "--moves": session.record.moves_text}
        words = [game, *(word for key, value in options.items() if value for word in (key, value))]
        words += ["--advice"] if session.advice else []
        click.echo(f"To continue: kibitz play {shlex.join(words)}")
    if pressed:
        raise Interrupted(sentence="stopped; the game so far is shown.")


def _play_silently(session: Session) -> None:
    """Let two programs play and print the record only; when the interrupt key is pressed, as far as they came."""
    from kibitz.cli.terminal.search_line import show_search
    from kibitz.cli.terminal.session import summarize

    while not session.record.is_over:
        if session.waits_for_person:
            raise click.UsageError("--json needs two programs; name them with --first and --second.")
        player = session.player
        text = f"move {len(session.record.moves) + 1}: {player} is thinking"
        try:
            with show_search(text, session.game, player.seconds) as stop:
                session = run_stoppable(session.reply, stop, heeds_stop=player.heeds_stop)
        except KeyboardInterrupt:
            echo_json(summarize(session.record))
            raise Interrupted(sentence="stopped; the game so far is shown.") from None
    echo_json(summarize(session.record))

"""The command `kibitz`: the list of its commands, and how errors are shown.

Nothing heavy is imported here or at the top of a command's file. A command imports what it needs when it runs, so that
`kibitz --help` answers at once.
"""

from __future__ import annotations

import os
import sys

try:
    import errno
    import logging
    import traceback
    from contextlib import suppress
    from io import TextIOWrapper
    from pathlib import Path
    from typing import Any, NoReturn

    import click

    from kibitz import __version__
    from kibitz.cli.commands import (
        best_solve_perft,
        check,
        doctor,
        engines,
        exercise,
        fault,
        grade,
        learn,
        list_names,
        match,
        menu,
        new_game,
        play,
        serve,
        tournament,
        tree,
    )
    from kibitz.cli.commands.lab import lab, learning, strength, tools, tune
    from kibitz.cli.terminal.common import INTERRUPTED, CommandGroup
    from kibitz.cli.terminal.interrupt import Interrupted, leave
    from kibitz.cli.terminal.progress_bar import print_above_line
    from kibitz.core.errors import InputError, KibitzError, escape_controls
except KeyboardInterrupt:  # the interrupt key, before anything has begun
    os.write(2, b"kibitz: stopped.\n")
    os._exit(130)


UNWRITABLE = (errno.ENOSPC, errno.EFBIG, errno.EIO)  # of a stream; files have a sentence of their own


class Kibitz(CommandGroup):
    """Turns the errors Kibitz raises on purpose into one sentence and an exit status."""

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        try:
            return super().make_context(*args, **kwargs)
        except click.ClickException as error:
            _print_error(_describe_wrong_usage(error))
            sys.exit(error.exit_code)
        except KeyboardInterrupt:
            click.echo("kibitz: stopped.", err=True)
            sys.exit(INTERRUPTED)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return self._invoke(ctx)
        except KeyboardInterrupt as pressed:
            _exit_interrupted(ctx, pressed)

    def _invoke(self, ctx: click.Context) -> Any:
        from kibitz.core.user_files import describe_user_fault, list_run_files

        _show_log()
        run_before = len(list_run_files())
        try:
            return super().invoke(ctx)
        except KibitzError as error:
            _print_error(str(error))
            ctx.exit(2 if isinstance(error, InputError) else 1)
        except click.ClickException as error:
            _print_error(_describe_wrong_usage(error))
            ctx.exit(error.exit_code)
        except (click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise  # click's own business
        except Exception as error:
            if isinstance(error, OSError) and error.filename is None and error.errno in UNWRITABLE:
                _print_error(f"Standard output cannot be written: {error.strerror}.")
                _discard_unwritten()
                ctx.exit(1)
            if isinstance(error.__cause__, KeyboardInterrupt):  # as Python reports one while it makes a class
                raise error.__cause__ from None
            if ctx.params["traceback"]:
                raise
            from kibitz.check.broken_rule import describe_own_game_fault

            fault = describe_own_game_fault(error, list_run_files()[run_before:]) or describe_user_fault(error)
            if fault is not None:
                _print_error(fault)
                ctx.exit(2)
            _print_error(_describe_unexplained_error(error))
            ctx.exit(1)


def _print_error(sentence: str) -> None:
    click.echo(f"kibitz: {escape_controls(sentence)}", err=True)


def _describe_wrong_usage(error: click.ClickException) -> str:
    """What click says about the arguments, and which help to read."""
    message = error.format_message()
    stop = "" if message.endswith((".", "?")) else "."
    context = error.ctx if isinstance(error, click.UsageError) else None
    return f"{message}{stop} See {context.command_path} --help." if context else f"{message}{stop}"


def _discard_unwritten() -> None:
    """Python would fail at its end over what is left in the buffer."""
    with suppress(OSError, ValueError):  # a stream without a file, as in tests
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _exit_interrupted(ctx: click.Context, pressed: KeyboardInterrupt) -> NoReturn:
    """Say that the interrupt key ended the command, and what is kept if the command says so."""
    sentence = pressed.sentence if isinstance(pressed, Interrupted) else "stopped."
    start = "\n" if sys.stderr.isatty() else ""  # below the ^C that the terminal shows
    click.echo(f"{start}kibitz: {sentence}", err=True)
    ctx.exit(INTERRUPTED)


def _describe_unexplained_error(error: Exception) -> str:
    """One line about a fault of Kibitz itself: where it was, and what to report."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    what = " ".join(f"{type(error).__name__}: {error}".split()).rstrip(": ")
    return (
        f"this is a fault in Kibitz itself ({what}, at {Path(place.filename).name}:{place.lineno}); please report it "
        "with your command and what it prints with --traceback, as in: kibitz --traceback best …"
    )


class _StandardErrorHandler(logging.Handler):
    """Prints log messages on standard error, such as that something is being compiled."""

    def emit(self, record: logging.LogRecord) -> None:
        print_above_line(f"kibitz: {self.format(record)}")


def _show_log() -> None:
    log = logging.getLogger("kibitz")
    if not log.handlers:
        log.addHandler(_StandardErrorHandler())
        log.setLevel(logging.INFO)
        log.propagate = False


@click.group(cls=Kibitz, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="kibitz", message="%(prog)s %(version)s")
@click.option("--traceback", is_flag=True, help="After a fault in Kibitz itself, print where it happened.")
@click.pass_context
def kibitz(ctx: click.Context, /, **_: bool) -> None:
    """A laboratory for adversarial search: play, watch, measure and solve two-player games.

    Without a command, kibitz opens the web app. Games and players are written name:option=value,option=value, as in
    connect-four:width=5,height=4 and alphabeta:depth=6.
    """
    if ctx.invoked_subcommand is None:
        ctx.invoke(serve.serve)


for command in (
    serve.serve,
    menu.menu,
    play.play,
    best_solve_perft.best,
    best_solve_perft.solve,
    best_solve_perft.perft,
    tree.tree,
    match.match,
    tournament.tournament,
    grade.grade,
    lab.lab,
    learn.learn,
    engines.engine,
    engines.check_engine,
    new_game.new_game,
    check.check,
    check.warm,
    list_names.games,
    list_names.players,
    list_names.evals,
    list_names.methods,
    fault.fault,
    doctor.doctor,
    exercise.exercise,
):
    kibitz.add_command(command)

for tool in (tools.complexity, tools.ablate, tools.horizon, strength.strength, learning.compare_learners, tune.tune):
    lab.lab.add_command(tool)


def main() -> None:
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by whoever started this process
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  # for the whole process
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without these characters shows '?' instead of failing
    try:
        kibitz()
    except SystemExit as leaving:
        leave(leaving.code)

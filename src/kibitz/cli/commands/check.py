"""`kibitz check` and `kibitz warm`: check the rules of a game, and compile ahead of time what its searches need."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

import click

from kibitz.cli.terminal.check_results import print_check_results
from kibitz.cli.terminal.common import GameCommand, echo_json, game_argument, json_option

if TYPE_CHECKING:
    from kibitz.jobs.compile_ahead import Warmed


class CheckCommand(GameCommand):
    """Says itself what is wrong with the rules, law by law."""

    takes_any_rules = True


@click.command(cls=CheckCommand)
@game_argument
@click.option("--games", type=click.IntRange(1, 10_000), help="Random games to play for the check; default: 20.")
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(0.1, 600),
    metavar="S",
    help="Time limit for one call of a rule in seconds; default: 5.",
)
@json_option
def check(game: str, games: int | None, seconds: float | None, as_json: bool) -> None:
    """Check the rules of a game.

    GAME must obey the laws common to all games, in Python and compiled. One line per law: ok, or what is wrong. The
    exit status is 1 if anything is wrong.
    """
    from kibitz.check.check_game import DEFAULT_GAMES, MAX_RULE_SECONDS, check_game

    kept = check_game(game, games=games or DEFAULT_GAMES, patience=seconds or MAX_RULE_SECONDS)
    print_check_results(
        f"checking {game}",
        kept,
        lambda one: f"{one.rules}: {one.law}",
        ("law broken", "laws broken"),
        as_json,
        lambda one: one.note,
    )


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--search", metavar="SPEC", help="Compile only for this search, such as engine; default: all searches.")
@json_option
def warm(games: tuple[str, ...], search: str | None, as_json: bool) -> None:
    """Compile games ahead of time.

    This compiles what the searches of each GAME need; by default for all shipped games. Compiled code is kept on disk,
    so this is needed only once.
    """
    from kibitz.cli.terminal.interrupt import Interrupted, run_stoppable
    from kibitz.cli.terminal.progress_bar import show_work
    from kibitz.core.searching import StopFlag

    logging.getLogger("kibitz").setLevel(logging.WARNING)  # the bar says what is being compiled
    started, results = time.perf_counter(), list["Warmed"]()
    with show_work("loading the compiler") as line:

        def compile_all(stop: StopFlag) -> None:
            from kibitz.jobs import compile_ahead

            kernels = compile_ahead.kernels_to_warm(games, search)
            line.update(0, "compiling", len(kernels))
            for warmed in compile_ahead.warm_all(kernels, stop=stop):
                results.append(warmed)
                what = f"{warmed.game} for {warmed.searcher}{', recorded' if warmed.recorded else ''}"
                line.update(len(results), f"ready: {what}", len(kernels))

        pressed = False
        try:
            run_stoppable(compile_all, StopFlag())
        except KeyboardInterrupt:
            pressed = True
    if as_json:
        echo_json(results)
    else:
        fresh = sum(warmed.compiled for warmed in results)
        seconds = time.perf_counter() - started
        click.echo(f"{len(results)} kernels are ready; {fresh or 'none'} had to be compiled, {seconds:.1f} s in all.")
    if pressed:
        raise Interrupted(sentence="stopped; the compiled code is kept, and the same command does the rest.")
    if not as_json:
        click.echo("The next time they load at once.")

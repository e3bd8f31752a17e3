"""`kibitz check` and `kibitz warm`: check the rules of a game, and compile ahead of time what its searches need."""

from __future__ import annotations

import logging
import time

import click

from kibitz.cli.terminal.common import GameCommand, echo_json, game_argument, json_option, print_check_results

__all__ = ["check", "warm"]


@click.command(cls=GameCommand)
@game_argument
@click.option("--games", type=click.IntRange(1, 10_000), help="Random games to play for the check; default: 20.")
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(0.1, 600),
    metavar="S",
    help="Seconds one call of a rule may take; default: 5.",
)
@json_option
def check(game: str, games: int | None, seconds: float | None, as_json: bool) -> None:
    """Check the rules of a game.

    GAME must keep the laws that every game keeps, as written and compiled. One line per law: ok, or what is wrong. The
    exit status is 1 if anything is wrong.
    """
    from kibitz.check.check_game import DEFAULT_GAMES, MAX_RULE_SECONDS, check_game

    kept = check_game(game, games=games or DEFAULT_GAMES, patience=seconds or MAX_RULE_SECONDS)
    print_check_results(kept, lambda one: f"{one.rules}: {one.law}", ("law broken", "laws broken"), as_json)


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--search", metavar="SPEC", help="Compile only for this search, such as engine; default: all searches.")
@json_option
def warm(games: tuple[str, ...], search: str | None, as_json: bool) -> None:
    """Compile games ahead of time.

    This compiles what the searches of each GAME need; by default for all shipped games. Compiled code is kept on disk,
    so this is needed only once.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from kibitz.play import compile_ahead as warming

    logging.getLogger("kibitz").setLevel(logging.WARNING)  # the bar says what is being compiled
    started, results = time.perf_counter(), []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True, highlight=False), transient=True) as progress:
        task = progress.add_task("loading the compiler", total=None)
        kernels = warming.kernels_to_warm(games, search)
        progress.update(task, total=len(kernels), description="compiling")
        for warmed in warming.warm_all(kernels):
            results.append(warmed)
            what = f"{warmed.game} for {warmed.searcher}{', recorded' if warmed.recorded else ''}"
            progress.update(task, advance=1, description=f"ready: {what}")
    if as_json:
        echo_json(results)
        return
    fresh = sum(warmed.compiled for warmed in results)
    seconds = time.perf_counter() - started
    click.echo(f"{len(results)} kernels are ready; {fresh or 'none'} had to be compiled, {seconds:.1f} s in all.")
    click.echo("The next time they load at once.")

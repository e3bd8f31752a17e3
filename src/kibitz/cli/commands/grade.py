"""`kibitz grade`: how good a player or an evaluator is compared with perfect play."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import click

from kibitz.cli.terminal.common import GameCommand, echo_json, game_argument, json_option, seed_option
from kibitz.cli.terminal.worker_options import exit_interrupted, worker_options
from kibitz.core.errors import escape_controls

if TYPE_CHECKING:
    from kibitz.arena.grading import Blunder, Grade


CLASSES = {1: "win", 0: "draw", -1: "loss"}


@click.command(cls=GameCommand)
@game_argument
@click.argument("player", default="")
@click.option("--eval", "evaluator", default="", metavar="NAME", help="An evaluator to grade, alone or with PLAYER.")
@click.option("--positions", type=int, default=300, metavar="N", help="Positions to test; default: 300.")
@seed_option("for the positions")
@click.option("--phase", default="", metavar="NAME", help="opening, middle or end; default: all of them.")
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(0.01, 86_400),
    metavar="S",
    help="Time limit for solving a position in seconds; default: 10.",
)
@click.option(
    "--worst",
    type=click.IntRange(0, 1000),
    default=5,
    metavar="N",
    help="Number of worst positions to show; default: 5.",
)
@worker_options("positions graded")
@json_option
def grade(
    game: str,
    player: str,
    evaluator: str,
    positions: int,
    seed: int,
    phase: str,
    seconds: float | None,
    worst: int,
    workers: int | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Compare a player with perfect play.

    PLAYER, or an evaluator with a search of one ply, chooses moves in many positions. The positions are all different
    and are generated for the game. In each of them some moves are better than others, and a solver knows exactly by how
    much. Small games, Connect Four, and other games near their end can be graded.
    """
    from kibitz.arena.grading import SECONDS, Grading
    from kibitz.cli.terminal.progress_bar import show_progress
    from kibitz.core.spec import split_user_file

    grading = Grading(
        game,
        player,
        evaluator,
        positions=positions,
        seed=seed,
        phase=phase,
        seconds=SECONDS if seconds is None else seconds,
        workers=workers or 1,
        cluster=cluster,
    )
    is_whole = True
    try:
        with show_progress("making positions", positions) as show, closing(grading.run()) as marks:
            optimal = 0
            for number, mark in enumerate(marks, start=1):
                optimal += mark.loss == 0
                show(number, f"{100 * optimal / number:.0f} % optimal")
    except KeyboardInterrupt:
        is_whole = False
    if not grading.marks:
        exit_interrupted("no position had been graded yet")
    result = grading.grade(worst)
    if as_json:
        echo_json(result)
    else:
        _print(result, game if split_user_file(game) is not None else "")
    if not is_whole:
        exit_interrupted(f"this is the grade of the first {len(grading.marks)} of {positions} positions")


def _print(result: Grade, own_file: str) -> None:
    """`own_file`: the game as it was named, if it is in a file of the user's."""
    from kibitz.cli.terminal.formatting import plural

    who = result.player or f"{result.evaluator}, one ply deep"
    click.echo(f"{who} at {result.game}")
    click.echo(f"{plural(result.phases[-1].positions, 'position')}, solved by {' and '.join(result.judges)}")
    _print_moves(result)
    if result.evaluator:
        click.echo()
        _print_correlations(result)
    for phase, count in result.unsolved.items():
        click.echo(f"note  {phase}: {plural(count, 'position')} could not be solved in time; allow more with --time S")
    if result.worst:
        click.echo("\nworst positions")
    for blunder in result.worst:
        click.echo(_format_blunder(blunder))
    if result.worst and own_file:
        click.echo(f"The links work while this runs: kibitz serve --game {escape_controls(own_file)}")


def _print_moves(result: Grade) -> None:

    from kibitz.cli.terminal.common import make_console, make_text_table

    table = make_text_table()
    table.add_column("phase")
    for heading in ("plies", "+ = −", "optimal", "95 %", "random", "kept", "loss", "random", "class"):
        table.add_column(heading, justify="right", no_wrap=True)
    for line in result.phases:
        plies = result.plies.get(line.phase)
        table.add_row(
            line.phase,
            "" if plies is None else f"{plies[0]}–{plies[1]}",
            f"{line.won} {line.drawn} {line.lost}",
            f"{100 * line.optimal:.1f} %",
            f"{100 * line.optimal_low:.0f}–{100 * line.optimal_high:.0f}",
            f"{100 * line.random_optimal:.0f} %",
            f"{100 * line.kept:.0f} %",
            f"{line.loss:.2f}",
            f"{line.random_loss:.2f}",
            f"{line.class_loss:.2f}",
        )
    make_console().print(table)


def _print_correlations(result: Grade) -> None:

    from kibitz.cli.terminal.common import make_console, make_text_table

    table = make_text_table()
    table.add_column(f"{result.evaluator} and the truth")
    for heading in ("positions", "Spearman", "Kendall"):
        table.add_column(heading, justify="right")
    for line in result.phases:
        numbers = (line.spearman, line.kendall)
        table.add_row(
            line.phase, str(line.guesses), *("–" if number is None else f"{number:+.2f}" for number in numbers)
        )
    make_console().print(table)


def _format_blunder(blunder: Blunder) -> str:
    from kibitz.cli.terminal.formatting import format_points

    change = f"{CLASSES[blunder.best_class]} to {CLASSES[blunder.played_class]}"
    best = f"{' '.join(blunder.best)} {format_points(blunder.best_score)}"
    played = f"{blunder.played} {format_points(blunder.played_score)}"
    return f"  {change:<12}  {blunder.to_move} plays {played}, best is {best}: {blunder.link}"

"""`kibitz learn`: train a player, measured against perfect play as it learns; and `kibitz methods`, what there is."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kibitz.cli.terminal.common import GameCommand, echo_json, game_argument, json_option
from kibitz.cli.terminal.worker_options import exit_interrupted, worker_options
from kibitz.core.errors import escape_controls

if TYPE_CHECKING:
    from kibitz.core.searching import StopFlag
    from kibitz.learn.training import Progress, TrainingRun


ROUND_SECONDS = 600.0  # seconds for a round of learning to end after the interrupt key
LINES = 12  # of the curve that are printed


@click.command(cls=GameCommand)
@game_argument
@click.argument("method")
@click.option(
    "--out",
    "path",
    type=Path,
    metavar="FILE",
    help="File of the player, as in mine.kbm; if it exists, training continues. Default: named after the game and "
    "the method.",
)
@click.option(
    "--games", "total", type=click.IntRange(1), metavar="N", help="Total number of games, or positions, to learn from."
)
@click.option("--seed", type=click.IntRange(0), metavar="N", help="Random seed of the training games; default: 0.")
@click.option(
    "--truth",
    "positions",
    type=click.IntRange(0, 100_000),
    default=1_000,
    metavar="N",
    help="Number of positions to test the player on; 0 = none; default: 1000.",
)
@worker_options("tasks run")
@json_option
def learn(
    game: str,
    method: str,
    path: Path | None,
    total: int | None,
    seed: int | None,
    positions: int,
    workers: int | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Train a player, and compare it with perfect play as it learns.

    METHOD is one of those that `kibitz methods` lists, with its settings, as in td:games=200000. The player is
    learned:file=FILE, wherever a player is named.
    """
    from dataclasses import asdict, replace

    from kibitz.cli.terminal.interrupt import Interrupted, run_stoppable
    from kibitz.cli.terminal.progress_bar import WorkLine, show_work
    from kibitz.core.loading import load_game
    from kibitz.core.searching import StopFlag
    from kibitz.kernels.interruptible import run_beside
    from kibitz.learn.method import Team, find_method
    from kibitz.learn.training import TrainingRun, lock_training, name_model_file
    from kibitz.learn.truth import find_truth

    loaded, stop = load_game(game), StopFlag()
    chosen = run_beside(lambda: find_method(method))  # which may load the compiler
    chosen = chosen if total is None else chosen.with_total(total)
    chosen = chosen if seed is None else replace(chosen, seed=seed)
    path = path or name_model_file(game, chosen)
    click.get_current_context().with_resource(lock_training(path))
    run = TrainingRun(loaded, chosen, path, Team(workers or 1, cluster))
    if not chosen.shares_work and (cluster or (workers or 1) > 1):
        given = escape_controls(f"--cluster {cluster}" if cluster else f"--workers {workers}")
        click.echo(f"kibitz: {chosen.name} learns from one game after the other, here; {given} is not used.", err=True)

    def work(*, stop: StopFlag) -> bool:
        """Whether there was time to learn and to save."""
        if positions:
            truth = find_truth(
                loaded, positions, tell=lambda made, wanted: shown.update(made, "solving", wanted), stop=stop
            )
            if stop.raised:  # a truth set that was not finished measures something else
                return False
            run.truth = truth
        with closing(run.run(stop)) as steps:
            for step in steps:
                shown.update(step.done, _describe(step), step.total)
        return True

    shown: WorkLine
    with show_work(f"learning {game}") as shown:
        try:
            run_stoppable(work, stop, patience=ROUND_SECONDS)
            is_whole = is_saved = True
        except Interrupted as pressed:
            is_whole, is_saved = False, bool(pressed.known)
    if not is_saved:
        is_begun = run.is_resumed or path.exists()
        exit_interrupted("the saved state is kept; the same command resumes" if is_begun else "nothing is learned yet")
    if as_json:
        echo_json({"game": loaded.spec(), "file": str(path), **asdict(run.training)})
    else:
        _print(run, game, path)
    if not is_whole:
        exit_interrupted(f"{run.done:,} of {chosen.total:,} {chosen.total_option} done; the same command resumes")


def _describe(step: Progress) -> str:
    from kibitz.cli.terminal.formatting import format_share

    truth = "" if step.point is None else f", keeps {format_share(step.point.kept)}"
    speed = f", {step.rate:,.0f} a second" if step.rate else ""
    return f"{step.done:,} {step.unit}{speed}{truth}"


def _print(run: TrainingRun, game: str, path: Path) -> None:
    from kibitz.cli.terminal.common import make_console, make_text_table
    from kibitz.cli.terminal.formatting import format_share, format_time

    curve = run.curve
    click.echo(f"{run.method} on {game}: {run.done:,} {run.method.total_option} in {format_time(run.seconds)}")
    if run.truth is not None and curve:
        click.echo(f"truth   {run.truth.about}")
        table = make_text_table()
        for heading in (run.method.total_option, "learning", "result kept", "loss a move"):
            table.add_column(heading, justify="right")
        step = max(1, (len(curve) - 1) / max(LINES - 1, 1))
        for index in dict.fromkeys(
            round(number * step) for number in range(LINES) if round(number * step) < len(curve)
        ):
            point = curve[index]
            table.add_row(f"{point.done:,}", format_time(point.seconds), format_share(point.kept), f"{point.loss:.2f}")
        make_console().print(table)
        slips = [index for index, point in enumerate(curve) if point.kept < 1.0]
        perfect = curve[max(slips, default=-1) + 1 :][:1]  # from when on it never fell back
        if perfect and run.truth.is_whole:
            click.echo(
                f"perfect from {perfect[0].done:,} {run.method.total_option} on, after "
                f"{format_time(perfect[0].seconds)}"
            )
    click.echo(f"player  learned:file={path}, as in: kibitz play {game} --second learned:file={path}")

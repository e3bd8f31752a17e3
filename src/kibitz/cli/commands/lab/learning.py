"""`kibitz lab learn`: methods of learning, or settings of one, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kibitz.cli.terminal.common import (
    GameCommand,
    game_argument,
    json_option,
    make_console,
    make_text_table,
    print_and_draw,
    seed_option,
)
from kibitz.cli.terminal.worker_options import exit_interrupted, worker_options

if TYPE_CHECKING:
    from kibitz.lab.tools.learning import LearningComparison, Variant


@click.command("learn", cls=GameCommand)
@game_argument
@click.argument("methods", nargs=-1, required=True, metavar="METHOD METHOD …")
@click.option(
    "--games",
    "total",
    type=click.IntRange(1),
    default=20_000,
    metavar="N",
    help="Number of games, or positions, each method learns from; default: 20000.",
)
@click.option(
    "--runs", type=int, default=3, metavar="N", help="Training runs per method, each with its own seed; default: 3."
)
@click.option(
    "--truth",
    "positions",
    type=click.IntRange(1, 100_000),
    default=1_000,
    metavar="N",
    help="Number of positions to test each player on; default: 1000.",
)
@seed_option("for the first training of each")
@click.option("--plot", "picture", metavar="FILE.svg", help="Also plot the shares with their intervals.")
@worker_options("trainings")
@json_option
def compare_learners(
    game: str,
    methods: tuple[str, ...],
    total: int,
    runs: int,
    positions: int,
    seed: int,
    picture: str | None,
    workers: int | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Compare methods of learning, or settings of one.

    Each METHOD, as in q-learning:draw=0.5 or alphazero:blocks=4, learns from the same number of games with the same
    seeds, and is measured beside perfect play on the same positions.
    """
    from kibitz.cli.terminal.progress_bar import show_progress
    from kibitz.core.loading import load_game
    from kibitz.lab.tools.learning import compare_learning
    from kibitz.lab.tools.measure import check_picture, draw_learning

    loaded = load_game(game)
    if picture is not None:
        check_picture(picture)
    trained = 0
    try:
        with show_progress("preparing", None) as show:

            def tell(done: int, planned: int, what: str) -> None:
                nonlocal trained
                trained = done if what == "learning" else 0
                show(done, what, planned)

            found = compare_learning(
                loaded,
                methods,
                total=total,
                runs=runs,
                seed=seed,
                positions=positions,
                workers=workers or 1,
                cluster=cluster,
                tell=tell,
            )
    except KeyboardInterrupt:
        exit_interrupted(f"{trained} of {len(methods) * runs} training runs had ended, and all are needed to compare")
    print_and_draw(found, picture, as_json, draw=draw_learning, show=_print)


def _print(found: LearningComparison) -> None:
    from kibitz.cli.terminal.formatting import plural

    click.echo(f"{found.game}: {found.total:,} games or positions a training, {plural(found.runs, 'training')} each")
    click.echo(f"truth   {found.truth}")
    table = make_text_table()
    table.add_column("method", overflow="fold")
    for heading in ("kept", "95 %", "gain", "95 %", "loss", "learning"):
        table.add_column(heading, justify="right")
    for variant in found.variants:
        table.add_row(*_format(variant))
    make_console().print(table)


def _format(variant: Variant) -> tuple[str, ...]:
    from kibitz.cli.terminal.formatting import format_share, format_time

    def interval(low: float | None, high: float | None, sign: str = "") -> str:
        return "–" if low is None or high is None else f"{100 * low:{sign}.1f} to {100 * high:{sign}.1f}"

    return (
        variant.method,
        format_share(variant.kept),
        interval(variant.kept_low, variant.kept_high),
        "" if variant.gain is None else f"{100 * variant.gain:+.1f}",
        "" if variant.gain is None else interval(variant.gain_low, variant.gain_high, "+"),
        f"{variant.loss:.2f}",
        format_time(variant.seconds),
    )

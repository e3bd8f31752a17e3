"""`kibitz lab strength`: how much stronger a player gets with more depth, nodes or time."""

from __future__ import annotations

from collections.abc import Sequence
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
    from kibitz.lab.tools.strength import Strength


MANY = 10**12  # more than any limit may be


@click.command(cls=GameCommand)
@game_argument
@click.argument("player")
@click.option("--depths", metavar="L", help="Depths to compare, in plies, as in 1-6 or 2,4,8.")
@click.option("--nodes", metavar="L", help="Node limits to compare, as in 100,1000,10000.")
@click.option("--seconds", metavar="L", help="Time limits per move to compare, in seconds, as in 0.01,0.1,1.")
@click.option("--games", type=int, default=100, metavar="N", help="Games per step; default: 100.")
@click.option(
    "--openings", default="", metavar="N|FILE", help="Number of moves in an opening (0: none), or a file of openings."
)
@seed_option("for openings and players")
@click.option("--plot", "picture", metavar="FILE.svg", help="Also plot the ratings with their intervals.")
@worker_options("games played")
@json_option
def strength(
    game: str,
    player: str,
    depths: str | None,
    nodes: str | None,
    seconds: str | None,
    games: int,
    openings: str,
    seed: int,
    picture: str | None,
    workers: int | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Measure how strong a player is by depth, nodes or time.

    PLAYER, without a limit of its own, plays a match against itself with the next larger limit, for every step. One
    of --depths, --nodes and --seconds says which limits.
    """
    from kibitz.cli.terminal.progress_bar import show_progress
    from kibitz.lab.tools.measure import check_picture, draw_strength
    from kibitz.lab.tools.strength import measure_strength

    given = {name: text for name, text in (("depth", depths), ("nodes", nodes), ("time", seconds)) if text is not None}
    if len(given) != 1:
        raise click.UsageError("give exactly one of --depths, --nodes and --seconds.")
    [(limited, text)] = given.items()
    limits = _read_limits(text, limited)
    if picture is not None:
        check_picture(picture)
    done = planned = 0
    try:
        with show_progress("making openings", None) as show:

            def on_game(number: int, count: int, pair: str) -> None:
                nonlocal done, planned
                done, planned = number, count
                show(number, pair, count)

            found = measure_strength(
                game,
                player,
                limited,
                limits,
                games=games,
                seed=seed,
                openings=openings,
                workers=workers or 1,
                cluster=cluster,
                on_game=on_game,
            )
    except KeyboardInterrupt:
        what = f"{done:,} of {planned:,} games were played" if planned else "no game had ended yet"
        exit_interrupted(f"{what}, and ratings are known only when all are")
    print_and_draw(found, picture, as_json, draw=draw_strength, show=_print)


def _read_limits(text: str, limited: str) -> Sequence[float]:
    """The numbers in "1-6" or "0.01,0.1"; depths and nodes are whole."""
    first, dash, last = text.partition("-")
    whole = limited != "time"
    try:
        if dash and whole:
            return range(int(first), min(int(last), MANY) + 1)
        return [int(part) if whole else float(part) for part in text.split(",")]
    except ValueError:
        example = "1-6 or 2,4,8" if whole else "0.01,0.1,1"
        raise click.UsageError(f"'{text}' is not a list of limits on {limited}; write them as in {example}.") from None


def _print(found: Strength) -> None:
    from kibitz.cli.terminal.formatting import format_elo

    click.echo(f"{found.player} on {found.game}, {found.games:,} games a step")
    table = make_text_table(gap=2)
    unit = {"time": "seconds"}.get(found.limited, found.limited)
    for heading in (unit, "rating (Elo)", "gain (Elo)", "score", "depth reached", "nodes a move", "ms a move"):
        table.add_column(heading, justify="right")
    for row in found.limits:
        table.add_row(
            f"{row.limit:g}",
            f"{round(row.elo):+d} ({round(row.elo_low):+d} to {round(row.elo_high):+d})",
            "" if row.score is None else format_elo(row.gain, row.gain_low, row.gain_high),
            "" if row.score is None else f"{100 * row.score:.0f} %",
            "–" if row.average_depth is None else f"{row.average_depth:.1f}",
            f"{row.nodes_per_move:,.0f}",
            f"{1000 * row.seconds_per_move:.2f}",
        )
    make_console().print(table)
    click.echo("The mean rating is 0. Intervals: 95 %.")

"""`kibitz tournament`: many players, standings, ratings, and a record of every game."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kibitz.cli.terminal.common import echo_json, json_option
from kibitz.cli.terminal.worker_options import exit_interrupted, worker_options

if TYPE_CHECKING:
    from kibitz.arena.standings import Standings

__all__ = ["tournament"]


@click.command()
@click.argument("file", metavar="FILE.toml")
@click.option("--resume", is_flag=True, help="Continue a tournament that was stopped before the end.")
@worker_options("games played")
@click.option("--out", metavar="DIR", help="The folder for the results; default: the name of the file without .toml.")
@json_option
def tournament(
    file: str, resume: bool, workers: int | None, cluster: str | None, out: str | None, as_json: bool
) -> None:
    """Play the tournament that FILE.toml describes.

    Every game is stored as soon as it ends, so a run can be stopped at any moment and resumed. At the end the folder
    contains the standings (.csv), the games (.jsonl and .games), the ratings (.svg) and a page with all of it (.html).
    """
    from kibitz.arena.plan import read_plan
    from kibitz.arena.tournament import Tournament
    from kibitz.cli.terminal.formatting import plural
    from kibitz.cli.terminal.progress_bar import show_progress, show_work

    plan = read_plan(file)  # which refuses a path without a name
    folder = Path(out) if out is not None else Path(file).with_suffix("")
    with show_work(f"preparing {file}"):
        match = Tournament(plan, folder, workers=workers or 1, cluster=cluster)
    try:
        with show_progress("making openings", None) as show, closing(match.play(resume=resume)) as steps:
            for progress in steps:
                show(progress.games, "", progress.planned)
    except KeyboardInterrupt:
        games = plural(len(match.played), "game")
        exit_interrupted(f"{games} are safe in {folder}, and the same command with --resume continues")
    written = match.write()
    table = match.standings()
    if as_json:
        echo_json(table)
        return
    _print(table)
    click.echo(f"written to {folder}: {' '.join(path.name for path in written)}")


def _print(table: Standings) -> None:
    from kibitz.cli.terminal.common import make_console, make_table
    from kibitz.cli.terminal.effort_columns import add_effort_columns, format_effort_cells
    from kibitz.cli.terminal.formatting import plural

    shown = make_table()
    shown.add_column("", justify="right")
    shown.add_column("player", overflow="fold")
    for heading in ("points", "games", "Elo", "95 %", *(str(line.rank) for line in table.players)):
        shown.add_column(heading, justify="right")
    costs = make_table()
    costs.add_column("player", overflow="fold")
    add_effort_columns(costs)
    for line in table.players:
        costs.add_row(line.name, *format_effort_cells(line))
        met = ("–" if one is None else f"{one[0]:g}/{one[1]}" for one in line.against)
        interval = f"{line.elo_low:+.0f} to {line.elo_high:+.0f}"
        shown.add_row(
            str(line.rank), line.name, f"{line.points:g}", str(line.games), f"{line.elo:+.0f}", interval, *met
        )
    console = make_console()
    console.print(shown)
    console.print(costs)
    same = table.games - table.distinct_games
    if same:
        click.echo(f"note  {plural(same, 'game')} repeated an earlier one move by move and added no information")
    for line in table.players:
        if line.forfeits:
            click.echo(f"note  {line.name} lost {plural(line.forfeits, 'game')} by its own fault")

"""`kibitz tournament`: many players, standings, ratings, and a record of every game."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from kibitz.cli.terminal.common import echo_json, json_option
from kibitz.cli.terminal.worker_options import exit_interrupted, worker_options

if TYPE_CHECKING:
    from kibitz.arena.plan import Plan
    from kibitz.arena.standings import Standings


@click.command()
@click.argument("what", metavar="FILE.toml|GAME")
@click.argument("players", nargs=-1, metavar="[PLAYER PLAYER …]")
@click.option("--kind", type=click.Choice(["round-robin", "gauntlet", "swiss"]), help="Pairing system, with PLAYER.")
@click.option("--games", type=int, metavar="N", help="Games per pairing, with PLAYER; default: 2.")
@click.option("--rounds", type=int, metavar="N", help="Rounds of a Swiss tournament, with PLAYER.")
@click.option("--openings", metavar="N|FILE", help="Moves in an opening (0: none), or a file, with PLAYER.")
@click.option("--seed", type=int, metavar="N", help="Seed for openings and players, with PLAYER; default: 0.")
@click.option("--resume", is_flag=True, help="Continue a tournament that was stopped before the end.")
@worker_options("games played")
@click.option(
    "--out",
    metavar="DIR",
    help="The folder for the results; default: FILE without .toml, or none with PLAYER.",
)
@json_option
def tournament(
    what: str,
    players: tuple[str, ...],
    resume: bool,
    workers: int | None,
    cluster: str | None,
    out: str | None,
    as_json: bool,
    **settings: str | int | None,
) -> None:
    """Play a tournament: the one that FILE.toml describes, or GAME between the players named.

    Every game is stored as soon as it ends, so a run can be stopped at any moment and resumed. At the end the folder
    contains the standings (.csv), the games (.jsonl and .games), the ratings (.svg) and a page with all of it (.html).
    """
    from kibitz.arena.plan import make_plan, read_plan
    from kibitz.core.files.named_file import exists

    given = {key: value for key, value in settings.items() if value is not None}
    if players:
        plan = make_plan(what, players, **given)
    else:
        if given:
            raise click.UsageError(f"--{next(iter(given))} goes with GAME PLAYER PLAYER …; in {what} it is a line.")
        if not what.endswith(".toml") and not exists(Path(what)):
            raise click.UsageError(f"{what} is not a file; name a file, or a game and two or more players.")
        plan = read_plan(what)  # which refuses a path without a name
        out = str(Path(what).with_suffix("")) if out is None else out
    if out is not None:
        _play(plan, Path(out), is_kept=True, resume=resume, workers=workers, cluster=cluster, as_json=as_json)
        return
    if resume:
        raise click.UsageError("--resume continues a stored tournament; give its folder with --out DIR.")
    with TemporaryDirectory() as folder:
        _play(plan, Path(folder), is_kept=False, resume=False, workers=workers, cluster=cluster, as_json=as_json)


def _play(
    plan: Plan, folder: Path, *, is_kept: bool, resume: bool, workers: int | None, cluster: str | None, as_json: bool
) -> None:
    """Play in a folder, which is kept or not, and print the standings."""
    from kibitz.arena.tournament import Tournament
    from kibitz.cli.terminal.formatting import plural
    from kibitz.cli.terminal.progress_bar import show_progress, show_work

    with show_work("preparing the tournament"):
        match = Tournament(plan, folder, workers=workers or 1, cluster=cluster)
    try:
        with show_progress("making openings", None) as show, closing(match.play(resume=resume)) as steps:
            for progress in steps:
                show(progress.games, "playing", progress.planned)
    except KeyboardInterrupt:
        games = plural(len(match.played), "game")
        safe = f"are safe in {folder}, and the same command with --resume continues"
        exit_interrupted(f"{games} {safe if is_kept else 'had ended; with --out DIR they are kept'}")
    written = match.write() if is_kept else []
    table = match.standings()
    if as_json:
        echo_json(table)
        return
    _print(table)
    if written:
        click.echo(f"written to {folder}: {' '.join(path.name for path in written)}")


def _print(table: Standings) -> None:
    from kibitz.cli.terminal.common import make_console, make_text_table
    from kibitz.cli.terminal.effort_columns import add_effort_columns, format_effort_cells
    from kibitz.cli.terminal.formatting import plural

    shown = make_text_table()
    shown.add_column("", justify="right")
    shown.add_column("player", overflow="fold")
    for heading in ("points", "games", "Elo", "95 %", *(str(line.rank) for line in table.players)):
        shown.add_column(heading, justify="right")
    costs = make_text_table()
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
    console.print()
    console.print(costs)
    same = table.games - table.distinct_games
    if same:
        click.echo(f"note  {plural(same, 'game')} repeated an earlier one move by move and added no information")
    for line in table.players:
        if line.forfeits:
            click.echo(f"note  {line.name} lost {plural(line.forfeits, 'game')} by its own fault")

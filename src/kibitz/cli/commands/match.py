"""`kibitz match`: which of two players is better, by how much, and with what certainty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kibitz.cli.terminal.common import GameCommand, echo_json, game_argument, json_option, seed_option
from kibitz.cli.terminal.worker_options import exit_interrupted, worker_options

if TYPE_CHECKING:
    from kibitz.arena.game_task import FinishedGame, GameTask
    from kibitz.arena.match import Match, MatchResult
    from kibitz.core.searching import StopFlag


MAX_REASONS = 3  # shown for each player


@click.command(cls=GameCommand)
@game_argument
@click.argument("first")
@click.argument("second")
@click.option("--games", type=int, default=100, metavar="N", help="Games to play; default: 100.")
@seed_option("for openings and players")
@worker_options("games played")
@click.option(
    "--openings", default="", metavar="N|FILE", help="Number of moves in an opening (0: none), or a file of openings."
)
@click.option(
    "--sprt", type=(float, float), metavar="ELO0 ELO1", help="Stop as soon as the sequential test accepts ELO0 or ELO1."
)
@click.option(
    "--patience",
    type=click.FloatRange(0.01),
    metavar="S",
    help="Time limit per move in seconds for players without one; default: 600.",
)
@click.option(
    "--overtime",
    type=click.FloatRange(0),
    metavar="S",
    help="Seconds a player may exceed its own time limit; default: 5.",
)
@click.option("--out", metavar="FILE", help="Write the games to a file; the extension sets the format: .games .moves")
@click.option("--logs", metavar="FOLDER", help="Write a log of the search tree for every move, in one folder per game.")
@json_option
def match(
    game: str,
    first: str,
    second: str,
    games: int,
    seed: int,
    workers: int | None,
    cluster: str | None,
    openings: str,
    sprt: tuple[float, float] | None,
    patience: float | None,
    overtime: float | None,
    out: str | None,
    logs: str | None,
    as_json: bool,
) -> None:
    """Let two players play a match.

    FIRST and SECOND play every opening twice, with the sides swapped. The openings are all different, balanced and
    generated for the game. With --sprt the match ends as soon as it is clear whether FIRST is better by ELO1 rather
    than by ELO0.
    """
    from kibitz.arena.elo import Sprt
    from kibitz.arena.game_task import MOVE_SECONDS, OVERTIME
    from kibitz.arena.match import Match, MatchScore, check_output, write_match
    from kibitz.cli.terminal.progress_bar import show_progress

    test = None if sprt is None else Sprt(*sprt)
    late = OVERTIME if overtime is None else overtime
    setup = Match(
        game, (first, second), games, seed, workers or 1, cluster, openings, test, patience or MOVE_SECONDS, late
    )
    if out is not None:
        check_output(out)
    play_one = None if logs is None else _log_games(Path(logs), setup)
    score, is_whole = MatchScore(), True
    try:
        with show_progress("playing", games) as show, closing(setup.play(play_one)) as scores:
            for score in scores:
                show(len(score.played), f"+{score.wins} ={score.draws} -{score.losses}")
    except KeyboardInterrupt:
        is_whole = False
    if not score.played:
        exit_interrupted("no game had ended yet")
    if out is not None:
        write_match(score, out)
    result = setup.result_with_chances(score)
    if as_json:
        echo_json(result)
    else:
        _print(result, [score.faults(player) for player in (0, 1)])
    if not is_whole:
        exit_interrupted(f"this is the result of the first {len(score.played)} of {games} games")


def _log_games(folder: Path, setup: Match) -> Callable[[GameTask, StopFlag], FinishedGame]:
    """How a game is played so that its searches are logged."""
    from kibitz.arena.game_task import play_task
    from kibitz.core.loading import load_game
    from kibitz.play.players import find_player
    from kibitz.trees.game_logs import GameLogs, check_logged, make_log_folder

    if setup.cluster is not None:
        raise click.UsageError("--logs writes files on this machine; leave out --cluster.")
    check_logged(*(find_player(spec, seed=0) for spec in setup.players))
    make_log_folder(folder)

    def play(task: GameTask, stop: StopFlag) -> FinishedGame:
        game_logs = GameLogs(folder / f"game-{task.number + 1:03}")
        try:
            return play_task(
                task, load_game(task.game), tell=lambda turn: game_logs.write(), stop=stop, watch=game_logs.watch
            )
        finally:
            game_logs.write()

    return play


def _print(result: MatchResult, faults: Sequence[Sequence[str]]) -> None:
    from kibitz.cli.terminal.formatting import plural

    first, second = result.players
    click.echo(f"{first} against {second}")
    click.echo(f"games   {plural(result.games, 'game')}: +{result.wins} ={result.draws} -{result.losses}")
    share = 100 * result.score / result.games
    click.echo(f"score   {result.score:g} of {result.games} ({share:.1f} %) for {first}")
    if sum(result.pairs):
        click.echo(f"elo     {_format_elo(result)}")
        click.echo(f"pairs   {' '.join(map(str, result.pairs))}  (with 0, ½, 1, 1½, 2 points)")
    if result.verdict is not None:
        verdict = result.verdict
        click.echo(f"test    {verdict.words} (ratio {verdict.ratio:.2f}, decided at ±{verdict.high:.2f})")
    same = result.games - result.distinct_games
    if same:
        click.echo(f"note    {plural(same, 'game')} repeated an earlier one move by move and added no information")
    for player, reasons in zip(result.players, faults, strict=True):
        if reasons:
            click.echo(f"note    {player} lost {plural(len(reasons), 'game')} by its own fault; --out FILE shows which")
        for reason, count in Counter(reasons).most_common(MAX_REASONS):
            click.echo(f"        it {reason}" + (f" ({count} games)" if count > 1 else ""))
    _print_chances(result)
    _print_costs(result)


def _print_chances(result: MatchResult) -> None:
    """Print how often each player overlooked a win in one or a threat of one."""
    for player, chances in zip(result.players, result.chances or (), strict=False):
        missed = [
            f"{missed} of {count} {what} ({100 * missed / count:.0f} %)"
            for count, missed, what in (
                (chances.wins, chances.wins_missed, "wins in one"),
                (chances.blocks, chances.blocks_missed, "blocks"),
            )
            if count
        ]
        if missed:
            click.echo(f"missed  {' and '.join(missed)} by {player}")


def _format_elo(result: MatchResult) -> str:
    from kibitz.cli.terminal.formatting import format_elo_interval

    elo = "unbounded" if result.elo is None else format(result.elo, "+.0f")
    return f"{elo} (95 %: {format_elo_interval(result.elo_low, result.elo_high)})"


def _print_costs(result: MatchResult) -> None:
    from kibitz.cli.terminal.common import make_console, make_text_table
    from kibitz.cli.terminal.effort_columns import add_effort_columns, format_effort_cells

    table = make_text_table()
    table.add_column("player", overflow="fold")
    add_effort_columns(table)
    table.add_column("per move", justify="right")
    for side in (0, 1):
        effort = result.effort(side)
        per_move = 1000 * effort.seconds / max(effort.moves, 1)
        table.add_row(result.players[side], *format_effort_cells(effort), f"{per_move:,.2f} ms")
    make_console().print(table)

"""`kibitz match`: which of two players is better, by how much, and how sure that is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kibitz.cli.terminal.common import GameCommand, echo_json, game_argument, json_option

if TYPE_CHECKING:
    from kibitz.arena.match import MatchResult

__all__ = ["match"]


@click.command(cls=GameCommand)
@game_argument
@click.argument("first")
@click.argument("second")
@click.option("--games", type=int, default=100, metavar="N", help="Games to play; 100 unless told.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, metavar="S", help="Other seeds, other games.")
@click.option("--workers", type=click.IntRange(1, 1024), default=1, metavar="N", help="Games at a time; 1 unless told.")
@click.option("--cluster", metavar="ADDRESS", help="A Dask scheduler, as in tcp://host:8786, to play the games.")
@click.option("--openings", default="", metavar="N|FILE", help="Moves of an opening (0: none), or a file of openings.")
@click.option("--sprt", type=(float, float), metavar="ELO0 ELO1", help="Stop as soon as it is known which one holds.")
@click.option("--patience", type=click.FloatRange(0.01), metavar="S", help="Seconds for a move; 600 unless told.")
@click.option("--out", metavar="FILE", help="Write the games; the extension says how: .games .moves")
@json_option
def match(
    game: str,
    first: str,
    second: str,
    games: int,
    seed: int,
    workers: int,
    cluster: str | None,
    openings: str,
    sprt: tuple[float, float] | None,
    patience: float | None,
    out: str | None,
    as_json: bool,
) -> None:
    """Let FIRST and SECOND play each other: every opening twice, with the sides swapped.

    The openings are different, even and made for the game at hand. With --sprt the match ends when it is known
    whether FIRST is better by ELO1 rather than by ELO0.
    """
    from kibitz.arena.elo import Sprt
    from kibitz.arena.game_task import PATIENCE
    from kibitz.arena.match import Match, MatchScore, check_output, write_match
    from kibitz.cli.terminal.progress_bar import work_bar

    test = None if sprt is None else Sprt(*sprt)
    setup = Match(game, (first, second), games, seed, workers, cluster, openings, test, patience or PATIENCE)
    if out is not None:
        check_output(out)
    score = MatchScore()
    with work_bar("making openings", games) as show:
        for score in setup.play():
            show(len(score.played), f"+{score.wins} ={score.draws} -{score.losses}")
    if out is not None:
        write_match(score, out)
    result = setup.result(score)
    if as_json:
        echo_json(result)
    else:
        _print(result)


def _print(result: MatchResult) -> None:
    from kibitz.cli.terminal.phrases import plural

    first, second = result.players
    click.echo(f"{first} against {second}")
    click.echo(f"games   {plural(result.games, 'game')}: +{result.wins} ={result.draws} -{result.losses}")
    share = 100 * result.score / result.games
    click.echo(f"score   {result.score:g} of {result.games} ({share:.1f} %) for {first}")
    if sum(result.pairs):
        click.echo(f"elo     {_elo_text(result)}")
        click.echo(f"pairs   {' '.join(map(str, result.pairs))}  (with 0, ½, 1, 1½, 2 points)")
    if result.verdict is not None:
        verdict = result.verdict
        click.echo(f"test    {verdict.words} (ratio {verdict.ratio:.2f}, decided at ±{verdict.high:.2f})")
    same = result.games - result.distinct_games
    if same:
        click.echo(f"note    {plural(same, 'game')} repeated an earlier one move by move and told nothing new")
    for player, lost in zip(result.players, result.forfeits, strict=True):
        if lost:
            click.echo(f"note    {player} lost {plural(lost, 'game')} by a fault of its own; --out FILE shows which")
    _print_costs(result)


def _elo_text(result: MatchResult) -> str:
    low, high = result.elo_low, result.elo_high
    if low is not None and high is not None:
        interval = f"95 %: {low:+.0f} to {high:+.0f}"
    elif low is not None:
        interval = f"95 %: more than {low:+.0f}"
    else:
        interval = "95 %: anything" if high is None else f"95 %: less than {high:+.0f}"
    return f"{'without end' if result.elo is None else format(result.elo, '+.0f')} ({interval})"


def _print_costs(result: MatchResult) -> None:
    from rich.table import Table

    from kibitz.cli.terminal.common import make_console

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 3, 0, 0))
    table.add_column("player", overflow="fold")
    for heading in ("nodes", "evaluations", "average depth", "seconds", "ms a move"):
        table.add_column(heading, justify="right")
    for side in (0, 1):
        depth, seconds = result.average_depth[side], result.seconds[side]
        table.add_row(
            result.players[side],
            f"{result.nodes[side]:,}",
            f"{result.evaluations[side]:,}",
            "–" if depth is None else f"{depth:.1f}",
            f"{seconds:.2f}",
            f"{1000 * seconds / max(result.moves[side], 1):.2f}",
        )
    make_console().print(table)

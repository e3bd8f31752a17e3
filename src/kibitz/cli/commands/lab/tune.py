"""`kibitz lab tune`, and `lab ablate --eval`: the weights of an evaluator, fitted, and each of its terms left out."""

from __future__ import annotations

import dataclasses
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
    from kibitz.arena.match import MatchResult
    from kibitz.core.game import Game
    from kibitz.lab.tools.eval_ablation import EvalAblation
    from kibitz.lab.tools.intervals import Estimate
    from kibitz.lab.tools.tuning import Tuning


PLAYER = "alphabeta:depth=4"  # who plays the matches
TEST = (0.0, 30.0)  # Elo


@click.command(cls=GameCommand)
@game_argument
@click.argument("evaluator")
@click.option("--positions", type=int, default=600, metavar="N", help="Positions to use; default: 600.")
@click.option("--depth", type=int, metavar="D", help="Fit to searches of D plies instead of exact results.")
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(0.01),
    default=2.0,
    metavar="S",
    help="Time limit for solving a position in seconds; positions that take longer are skipped; default: 2.",
)
@click.option("--player", default=PLAYER, metavar="P", help=f"The search that plays the match; default: {PLAYER}.")
@click.option("--games", type=int, default=400, metavar="N", help="Games in the match, 0 = none; default: 400.")
@click.option(
    "--sprt",
    type=(float, float),
    default=TEST,
    metavar="ELO0 ELO1",
    help="Hypotheses of the match: better by ELO0, or by ELO1; default: 0 30.",
)
@seed_option("for positions, openings and players")
@click.option("--plot", "picture", metavar="FILE.svg", help="Also plot the changes by phase, with intervals.")
@worker_options("positions labelled and games played")
@json_option
def tune(
    game: str,
    evaluator: str,
    positions: int,
    depth: int | None,
    seconds: float,
    player: str,
    games: int,
    sprt: tuple[float, float],
    seed: int,
    picture: str | None,
    workers: int | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Fit the weights of an evaluator, and test them in a match.

    EVALUATOR, such as windows or phased:corner=80, gives the terms and the weights to start from. Positions from every
    third of the game are solved, or searched with --depth; two of three are fitted to, and the others judge the new
    weights. Then these play the old ones until a sequential test has its answer.
    """
    from kibitz.arena.elo import Sprt
    from kibitz.cli.terminal.progress_bar import show_progress
    from kibitz.core.errors import BadOption
    from kibitz.core.loading import load_game
    from kibitz.lab.tools import tuning
    from kibitz.lab.tools.measure import check_picture, draw_tuning

    loaded, share = load_game(game), (workers or 1, cluster)
    if games < 0:
        raise BadOption(f"games={games} is not allowed; give 0 for no match, or a number of games.")
    if picture is not None:
        check_picture(picture)
    found: Tuning | None = None
    try:
        with show_progress("finding and judging positions", positions) as show:
            found = tuning.tune(
                loaded,
                evaluator,
                positions=positions,
                depth=depth,
                seconds=seconds,
                seed=seed,
                workers=share[0],
                cluster=cluster,
                on_position=lambda done, planned: show(done, "positions"),
            )
        if games and found.after != found.before:
            with show_progress("new weights against old", games) as show:
                played = tuning.play_verification(
                    loaded,
                    player,
                    (found.after, found.before),
                    games=games,
                    sprt=Sprt(*sprt),
                    seed=seed,
                    workers=share[0],
                    cluster=cluster,
                    on_game=lambda done, planned: show(done, "games, new weights against old"),
                )
            found = dataclasses.replace(found, match=played)
    except KeyboardInterrupt:
        if found is None:
            exit_interrupted("no weights were fitted yet")
        _print_tuning(found)
        exit_interrupted("the weights are fitted, and the match was not finished")
    print_and_draw(found, picture, as_json, draw=draw_tuning, show=_print_tuning)


def _print_tuning(found: Tuning) -> None:
    click.echo(f"{found.before} on {found.game}, fitted to {found.labels}")
    click.echo(f"{found.fitted:,} positions to fit, {found.kept_back:,} kept back, seed {found.seed}\n")
    weights = make_text_table(gap=2)
    weights.add_column("term")
    phases = list(found.terms[0].by_phase)
    for heading in ("weight", "fitted", *(f"{phase} alone" for phase in phases)):
        weights.add_column(heading, justify="right")
    for term in found.terms:
        after = f"{term.after:,}" if term.occurs else f"{term.after:,} (never occurs)"
        weights.add_row(term.name, f"{term.before:,}", after, *(f"{term.by_phase[phase]:,}" for phase in phases))
    make_console().print(weights)
    click.echo("\nOn the positions kept back, in % of a win:")
    table = make_text_table(gap=2)
    table.add_column("phase")
    for heading in ("positions", "error", "new", "change", "loss a move", "new", "change"):
        table.add_column(heading, justify="right")
    for row in found.phases:
        table.add_row(
            row.phase,
            f"{row.positions:,}",
            f"{row.error_before:.1f}",
            f"{row.error_after:.1f}",
            _format_change(row.error_estimate),
            f"{row.loss_before:.1f}",
            f"{row.loss_after:.1f}",
            _format_change(row.loss_estimate),
        )
    make_console().print(table)
    click.echo("error: the distance of the expected result from the true one. loss: the loss of the preferred move.")
    click.echo(f"\nnew     {found.after}")
    if found.match is not None:
        _print_match(found.match)


def _print_match(result: MatchResult) -> None:
    from kibitz.cli.terminal.formatting import format_elo

    assert result.verdict is not None, "the match of a tuning is a test"
    click.echo(f"match   +{result.wins} ={result.draws} -{result.losses} in {result.games:,} games for the new weights")
    click.echo(f"elo     {format_elo(result.elo, result.elo_low, result.elo_high)}")
    click.echo(f"test    {result.verdict.words}")


def _format_change(change: Estimate) -> str:
    if change.low is None or change.high is None:
        return _format_signed(change.mean)
    return f"{_format_signed(change.mean)} ({_format_signed(change.low)} to {_format_signed(change.high)})"


def _format_signed(number: float) -> str:
    return f"{round(number, 1) + 0:+.1f}"  # never -0.0


def ablate_terms(
    game: Game,
    evaluator: str,
    *,
    player: str | None,
    positions: int | None,
    depth: int | None,
    games: int,
    seed: int,
    picture: str | None,
    workers: int,
    cluster: str | None,
    as_json: bool,
) -> None:
    """`kibitz lab ablate GAME --eval EVALUATOR`."""
    from kibitz.cli.terminal.progress_bar import show_progress
    from kibitz.lab.tools.eval_ablation import ablate_evaluator
    from kibitz.lab.tools.measure import check_picture, draw_eval_ablation

    if picture is not None:
        check_picture(picture)
    try:
        with show_progress("finding and judging positions", None) as show:
            found = ablate_evaluator(
                game,
                evaluator,
                positions=300 if positions is None else positions,
                depth=depth,
                seed=seed,
                player=player or PLAYER,
                games=games,
                workers=workers,
                cluster=cluster,
                on_step=lambda done, planned, what: show(done, what, planned),
            )
    except KeyboardInterrupt:
        exit_interrupted("effects are known only when all positions and games are done")
    print_and_draw(found, picture, as_json, draw=draw_eval_ablation, show=_print_effects)


def _print_effects(found: EvalAblation) -> None:
    from kibitz.cli.terminal.formatting import format_elo, plural

    click.echo(
        f"{found.evaluator} on {found.game}, {plural(found.positions, 'position')} judged by {found.labels}, "
        f"seed {found.seed}"
    )
    whole = found.effects[0].phases[-1]
    click.echo(
        f"With all terms: error {whole.error_before:.1f}, loss a move {whole.loss_before:.1f} (in % of a win).\n"
    )
    table = make_text_table(gap=2)
    table.add_column("without")
    table.add_column("weight", justify="right")
    *phases, _ = (row.phase for row in found.effects[0].phases)
    for heading in ("error", "loss a move", *phases):
        table.add_column(heading, justify="right")
    if found.effects[0].match is not None:
        table.add_column("what it is worth (Elo)", justify="right")
    for effect in found.effects:
        table.add_row(
            effect.term,
            f"{effect.weight:,}",
            _format_change(effect.phases[-1].error_estimate),
            _format_change(effect.phases[-1].loss_estimate),
            *(_format_signed(row.loss_change) for row in effect.phases[:-1]),
            *([] if (match := effect.match) is None else [format_elo(match.elo, match.elo_low, match.elo_high)]),
        )
    make_console().print(table)
    click.echo("Changes compared with all terms; + is worse without the term. Intervals: 95 %, over the positions.")

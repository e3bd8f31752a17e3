"""`kibitz lab complexity`, `ablate` and `horizon`: measurements of any search, chosen by the user."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import click

from kibitz.cli.commands.lab.tune import ablate_terms
from kibitz.cli.terminal.common import (
    GameCommand,
    echo_json,
    game_argument,
    json_option,
    position_options,
    print_and_draw,
    seed_option,
)
from kibitz.cli.terminal.worker_options import exit_interrupted, worker_options

if TYPE_CHECKING:
    from kibitz.lab.tools.ablation import Ablation, Effect, SubsetResult
    from kibitz.lab.tools.growth import Growth, GrowthRow
    from kibitz.lab.tools.measure import Horizon


FEW_SUBSETS = 3  # shown of those with the fewest nodes, besides the plain search and the one with everything on

GROWTH_HEADINGS = (
    *("depth", "nodes", "factor", "time", "memory", "eff. b", "exponent"),
    *("minimax", "factor", "b", "b^d", "b^(3d/4)", "b^(d/2)", "minimal"),
)


def _print_table(headings: Sequence[str], rows: Sequence[Sequence[str]], left: Collection[str] = ()) -> None:
    """Print columns as wide as needed, aligned right except those named in `left`."""
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    for cells in (headings, *rows):
        places = zip(headings, cells, widths, strict=True)
        line = "  ".join(cell.ljust(width) if name in left else cell.rjust(width) for name, cell, width in places)
        click.echo(click.style(line.rstrip(), bold=True) if cells is headings else line.rstrip())


@click.command(cls=GameCommand)
@game_argument
@click.option("--eval", metavar="E", help="The heuristic; default: that of the game.")
@click.option("--order", metavar="O", help="The move ordering, such as centre or killer+history.")
@click.option("--searcher", default="alphabeta", metavar="S", help="The search, without limits; default: alphabeta.")
@click.option("--depth", type=int, default=6, metavar="D", help="The greatest depth; default: 6.")
@click.option("--moves", metavar="M", help="The moves that lead to the position.")
@click.option(
    "--along", metavar="P", help="A parameter of the game that is set to the depth, such as chips in take-away."
)
@click.option("--plot", "picture", metavar="FILE.svg", help="Also plot the curves.")
@json_option
def complexity(
    game: str,
    eval: str | None,
    order: str | None,
    searcher: str,
    depth: int,
    moves: str | None,
    along: str | None,
    picture: str | None,
    as_json: bool,
) -> None:
    """Show what a search costs by depth.

    The nodes are shown next to b^d, b^(3d/4), b^(d/2) and the minimal tree. b is measured ply by ply: the mean number
    of moves of the positions there.
    """
    from kibitz.cli.terminal.progress_bar import show_progress
    from kibitz.core.loading import load_game
    from kibitz.lab.tools.measure import check_picture, draw_growth, measure_complexity

    loaded = load_game(game)
    if picture is not None:
        check_picture(picture)
    with show_progress("", depth) as show:
        found = measure_complexity(
            loaded,
            searcher=searcher,
            eval=eval,
            order=order,
            depth=depth,
            moves=moves,
            along=along,
            on_depth=lambda done: show(done, f"depth {done}"),
        )
    print_and_draw(found, picture, as_json, draw=draw_growth, show=_print_growth)


def _print_growth(found: Growth) -> None:
    click.echo(f"{found.searcher} on {found.game}{' after ' * bool(found.moves)}{found.moves}")
    _print_table(GROWTH_HEADINGS, [_format_growth(row) for row in found.rows])
    if found.no_exponent:
        click.echo(f"No exponent: {found.no_exponent}.")
    if found.stopped:
        click.echo(f"Stopped there: {found.stopped}.")


def _format_growth(row: GrowthRow) -> tuple[str, ...]:
    from kibitz.cli.terminal.formatting import format_memory, format_time

    def whole(number: float | None) -> str:
        return "" if number is None else f"{number:,.0f}" if number < 1e9 else f"{number:.2e}"

    def factor(number: float | None) -> str:
        return "" if number is None else f"{number:.3f}"

    return (
        str(row.depth),
        whole(row.nodes),
        factor(row.factor),
        format_time(row.seconds),
        format_memory(row.memory) if row.memory else "–",
        factor(row.effective),
        factor(row.exponent),
        whole(row.tree),
        factor(row.tree_factor),
        factor(row.branching),
        *map(whole, (row.all_of_b, row.three_quarters, row.half, row.minimal)),
    )


@click.command(cls=GameCommand)
@game_argument
@click.argument("searcher", required=False)
@click.option(
    "--positions", type=int, metavar="N", help="Number of positions; default: 8, and 300 for the terms of an evaluator."
)
@click.option(
    "--plies", type=int, metavar="P", help="Random moves that lead to each position; default: a fifth of the game."
)
@click.option(
    "--switches",
    metavar="A,B",
    help="Only these switches, as in table,killer; default: all that SEARCHER does not set.",
)
@click.option("--eval", "evaluator", metavar="E", help="Leave out the terms of this evaluator instead.")
@click.option(
    "--depth", type=int, metavar="D", help="With --eval: judge by searches of D plies; default: by exact results."
)
@click.option("--games", type=int, default=0, metavar="N", help="With --eval: also a match of N games for every term.")
@click.option("--plot", "picture", metavar="FILE.svg", help="With --eval: also plot the value of every term.")
@seed_option("for the positions")
@worker_options("groups of searches run")
@json_option
def ablate(
    game: str,
    searcher: str | None,
    positions: int | None,
    plies: int | None,
    switches: str | None,
    evaluator: str | None,
    depth: int | None,
    games: int,
    picture: str | None,
    seed: int,
    workers: int | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Measure what each switch of a search, or each term of an evaluator, does.

    All subsets of k switches are tried: 2^k searches of every position. The effects are main effects with 95 %
    intervals over the positions: nodes and time as factors, agreement with the search that has everything off in
    percentage points. Options set in SEARCHER are left as they are.

    With --eval, the evaluator is tried without each of its terms on positions whose results are known; SEARCHER then
    plays the matches of --games.
    """
    from kibitz.cli.terminal.progress_bar import show_progress
    from kibitz.core.loading import load_game
    from kibitz.lab.tools.measure import measure_ablation

    loaded = load_game(game)
    if evaluator is not None:
        if switches is not None or plies is not None:
            raise click.UsageError("--switches and --plies are for searches; leave them out with --eval.")
        ablate_terms(
            loaded,
            evaluator,
            player=searcher,
            positions=positions,
            depth=depth,
            games=games,
            seed=seed,
            picture=picture,
            workers=workers or 1,
            cluster=cluster,
            as_json=as_json,
        )
        return
    if searcher is None:
        raise click.UsageError("Missing argument 'SEARCHER': the search whose switches vary; or give --eval EVALUATOR.")
    if depth is not None or games or picture is not None:
        raise click.UsageError("--depth, --games and --plot need --eval; the depth of a search is part of SEARCHER.")
    names = None if switches is None else [name.strip() for name in switches.split(",") if name.strip()]
    done = planned = 0
    try:
        with show_progress("making positions", None) as show:

            def on_search(number: int, count: int) -> None:
                nonlocal done, planned
                done, planned = number, count
                show(number, "searches", count)

            found = measure_ablation(
                loaded,
                searcher,
                positions=8 if positions is None else positions,
                plies=plies,
                switches=names,
                seed=seed,
                workers=workers or 1,
                cluster=cluster,
                on_search=on_search,
            )
    except KeyboardInterrupt:
        what = f"{done:,} of {planned:,} searches were done" if planned else "no search was done yet"
        exit_interrupted(f"{what}, and effects are known only when all are")
    if as_json:
        echo_json(found)
    else:
        _print_ablation(found)


def _print_ablation(found: Ablation) -> None:
    from kibitz.cli.terminal.formatting import plural

    subsets = 2 ** len(found.switches)
    click.echo(
        f"{found.searcher} on {found.game}: {plural(len(found.switches), 'switch', 'switches')}, {subsets} subsets, "
        f"{plural(found.positions, 'position')}, {plural(found.searches, 'search', 'searches')}, {found.backend}"
    )
    headings = ("switch", "nodes", "", "time", "", "same score", "", "same move", "")
    _print_table(headings, [_format_effect(effect) for effect in found.effects], ("switch",))
    plain = next(subset for subset in found.subsets if not subset.on)
    full = next(subset for subset in found.subsets if len(subset.on) == len(found.switches))
    shown = dict.fromkeys((*found.subsets[:FEW_SUBSETS], full, plain))
    click.echo("\nThe fewest nodes, everything on, and everything off:")
    by_subset = ("switched on", "nodes", "time", "same score", "same move")
    _print_table(by_subset, [_format_subset(subset) for subset in shown], ("switched on",))


def _format_effect(effect: Effect) -> tuple[str, ...]:
    def factor(mean: float, low: float | None, high: float | None) -> tuple[str, str]:
        return f"x {mean:.2f}", "" if low is None or high is None else f"{low:.2f} … {high:.2f}"

    def points(mean: float, low: float | None, high: float | None) -> tuple[str, str]:
        return f"{mean:+.0f}", "" if low is None or high is None or low == high else f"{low:+.0f} … {high:+.0f}"

    return (
        effect.switch,
        *factor(effect.nodes, effect.nodes_low, effect.nodes_high),
        *factor(effect.seconds, effect.seconds_low, effect.seconds_high),
        *points(effect.score, effect.score_low, effect.score_high),
        *points(effect.move, effect.move_low, effect.move_high),
    )


def _format_subset(subset: SubsetResult) -> tuple[str, ...]:
    from kibitz.cli.terminal.formatting import format_time

    name = " ".join(subset.on) or "none"
    return name, f"{subset.nodes:,.0f}", format_time(subset.seconds), f"{subset.score:.0f} %", f"{subset.move:.0f} %"


@click.command(cls=GameCommand)
@game_argument
@click.argument("searcher")
@position_options
@click.option("--depth", type=int, default=8, metavar="D", help="The greatest depth; default: 8.")
@click.option(
    "--swing", type=int, metavar="N", help="Mark a change of score of at least N; default: larger than the mean change."
)
@json_option
def horizon(
    game: str, searcher: str, moves: str | None, position: str | None, depth: int, swing: int | None, as_json: bool
) -> None:
    """Show the answer of a search by depth.

    For every depth there is the best move, the score and the line, with swings marked.
    """
    from kibitz.cli.terminal.progress_bar import show_progress
    from kibitz.core.loading import load_game
    from kibitz.lab.tools.measure import measure_horizon

    loaded = load_game(game)
    with show_progress("", depth) as show:
        found = measure_horizon(
            loaded,
            searcher,
            moves=moves,
            position=position,
            depth=depth,
            swing=swing,
            on_depth=lambda done: show(done, f"depth {done}"),
        )
    if as_json:
        echo_json(found)
    else:
        _print_horizon(found)


def _print_horizon(found: Horizon) -> None:
    from kibitz.cli.terminal.formatting import format_points, format_time, plural

    rows = []
    for answer in found.depths:
        score = format_points(answer.score) + (" proven" if answer.proven else "")
        mark = f"◄ {answer.swing.replace('+', ', ')}" if answer.swing else ""
        cost = f"{answer.nodes:,}", format_time(answer.seconds)
        rows.append((str(answer.depth), answer.move, score, mark, *cost, " ".join(answer.line)))
    where = f" after {found.moves}" if found.moves else ""
    click.echo(f"{found.searcher} on {found.game}{where}, {found.to_move} to move")
    _print_table(("depth", "move", "score", "swing", "nodes", "time", "line"), rows, ("move", "swing", "line"))
    click.echo(f"{plural(found.swings, 'swing')} over {plural(len(found.depths), 'depth')}")

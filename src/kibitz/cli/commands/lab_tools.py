"""`kibitz lab complexity`, `ablate` and `horizon`: questions about a search of the user's own choice."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import click

from kibitz.cli.terminal.common import GameCommand, at_position, echo_json, game_argument, json_option

if TYPE_CHECKING:
    from kibitz.lab.tools.ablation import Effect, SubsetResult
    from kibitz.lab.tools.commands import Ablation, Growth, Horizon
    from kibitz.lab.tools.growth import GrowthRow

__all__ = ["ablate", "complexity", "horizon"]

FEW_SUBSETS = 3  # shown of those with the fewest nodes, besides the plain search and the one with everything on

GROWTH_HEADINGS = (
    *("depth", "nodes", "factor", "eff. b", "exponent"),
    *("minimax", "factor", "b^d", "b^(3d/4)", "b^(d/2)", "minimal"),
)


def _print_table(headings: Sequence[str], rows: Sequence[Sequence[str]], left: Collection[str] = ()) -> None:
    """Columns as wide as they need to be, aligned to the right but for those named."""
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    for cells in (headings, *rows):
        places = zip(headings, cells, widths, strict=True)
        line = "  ".join(cell.ljust(width) if name in left else cell.rjust(width) for name, cell, width in places)
        click.echo(click.style(line.rstrip(), bold=True) if cells is headings else line.rstrip())


@click.command(cls=GameCommand)
@game_argument
@click.option("--eval", metavar="E", help="The heuristic; the game's own unless told.")
@click.option("--order", metavar="O", help="The order of moves, as in centre or killer+history.")
@click.option("--searcher", default="alphabeta", metavar="S", help="The search, without limits; alphabeta unless told.")
@click.option("--depth", type=int, default=6, metavar="D", help="The last depth; 6 unless told.")
@click.option("--moves", metavar="M", help="The moves that lead to the position.")
@click.option(
    "--along", metavar="P", help="A parameter of the game to be as large as the depth, as chips of take-away."
)
@click.option("--plot", "picture", metavar="FILE.svg", help="Also draw the curves.")
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
    """What a search costs by depth, beside b^d, b^(3d/4), b^(d/2) and the minimal tree.

    b is measured: the moves of a position in the mean over the whole tree.
    """
    from kibitz.cli.terminal.progress_bar import work_bar
    from kibitz.core.loading import load_game
    from kibitz.lab.tools.commands import check_picture, draw_growth
    from kibitz.lab.tools.commands import complexity as measure

    loaded = load_game(game)
    if picture is not None:
        check_picture(picture)
    with work_bar("", depth) as show:
        found = measure(
            loaded,
            searcher=searcher,
            eval=eval,
            order=order,
            depth=depth,
            moves=moves,
            along=along,
            on_depth=lambda done: show(done, f"depth {done}"),
        )
    if picture is not None:
        draw_growth(found, picture)
    if as_json:
        echo_json(found)
    else:
        _print_growth(found)
        if picture is not None:
            click.echo(f"drawn to {picture}")


def _print_growth(found: Growth) -> None:
    click.echo(f"{found.searcher} on {found.game}{' after ' * bool(found.moves)}{found.moves}")
    _print_table(GROWTH_HEADINGS, [_growth_cells(row) for row in found.rows])
    if found.branching is not None:
        click.echo(f"b = {found.branching:.3f} moves a position in the mean")
    if found.stopped:
        click.echo(f"No further: {found.stopped}.")


def _growth_cells(row: GrowthRow) -> tuple[str, ...]:
    def whole(number: float | None) -> str:
        return "" if number is None else f"{number:,.0f}" if number < 1e9 else f"{number:.2e}"

    def factor(number: float | None) -> str:
        return "" if number is None else f"{number:.3f}"

    return (
        str(row.depth),
        whole(row.nodes),
        factor(row.factor),
        factor(row.effective),
        factor(row.exponent),
        whole(row.tree),
        factor(row.tree_factor),
        *map(whole, (row.all_of_b, row.three_quarters, row.half, row.minimal)),
    )


@click.command(cls=GameCommand)
@game_argument
@click.argument("searcher")
@click.option("--positions", type=int, default=8, metavar="N", help="How many positions; 8 unless told.")
@click.option("--plies", type=int, metavar="P", help="Random moves that lead to each; a fifth of the game unless told.")
@click.option("--switches", metavar="A,B", help="These alone, as in table,killer; all that SEARCHER leaves open.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, metavar="S", help="For the positions.")
@json_option
def ablate(
    game: str, searcher: str, positions: int, plies: int | None, switches: str | None, seed: int, as_json: bool
) -> None:
    """What each switch of SEARCHER does: all subsets of k switches, 2^k searches of every position.

    Effects are main effects, with 95 % intervals over the positions: nodes and time as factors, agreement with the
    search that has everything off in percentage points. What SEARCHER's own options say stays as it is.
    """
    from kibitz.cli.terminal.progress_bar import work_bar
    from kibitz.core.loading import load_game
    from kibitz.lab.tools.commands import ablation

    loaded = load_game(game)
    names = None if switches is None else [name.strip() for name in switches.split(",") if name.strip()]
    with work_bar("", None) as show:
        found = ablation(
            loaded,
            searcher,
            positions=positions,
            plies=plies,
            switches=names,
            seed=seed,
            on_search=lambda done, planned: show(done, "searches", planned),
        )
    if as_json:
        echo_json(found)
    else:
        _print_ablation(found)


def _print_ablation(found: Ablation) -> None:
    from kibitz.cli.terminal.phrases import plural

    subsets = 2 ** len(found.switches)
    click.echo(
        f"{found.searcher} on {found.game}: {plural(len(found.switches), 'switch', 'switches')}, {subsets} subsets, "
        f"{plural(found.positions, 'position')}, {plural(found.searches, 'search', 'searches')}, {found.backend}"
    )
    headings = ("switch", "nodes", "", "time", "", "same score", "", "same move", "")
    _print_table(headings, [_effect_cells(effect) for effect in found.effects], ("switch",))
    plain = next(subset for subset in found.subsets if not subset.on)
    full = next(subset for subset in found.subsets if len(subset.on) == len(found.switches))
    shown = dict.fromkeys((*found.subsets[:FEW_SUBSETS], full, plain))
    click.echo("\nThe fewest nodes, everything on, and everything off:")
    by_subset = ("switched on", "nodes", "time", "same score", "same move")
    _print_table(by_subset, [_subset_cells(subset) for subset in shown], ("switched on",))


def _effect_cells(effect: Effect) -> tuple[str, ...]:
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


def _subset_cells(subset: SubsetResult) -> tuple[str, ...]:
    from kibitz.cli.terminal.phrases import time_text

    name = " ".join(subset.on) or "none"
    return name, f"{subset.nodes:,.0f}", time_text(subset.seconds), f"{subset.score:.0f} %", f"{subset.move:.0f} %"


@click.command(cls=GameCommand)
@game_argument
@click.argument("searcher")
@at_position
@click.option("--depth", type=int, default=8, metavar="D", help="The last depth; 8 unless told.")
@click.option("--swing", type=int, metavar="N", help="Mark a score that changes by so much; by more than usual.")
@json_option
def horizon(
    game: str, searcher: str, moves: str | None, position: str | None, depth: int, swing: int | None, as_json: bool
) -> None:
    """Best move, score and line of a position at every depth, with swings marked."""
    from kibitz.cli.terminal.progress_bar import work_bar
    from kibitz.core.loading import load_game
    from kibitz.lab.tools.commands import horizon as look

    loaded = load_game(game)
    with work_bar("", depth) as show:
        found = look(
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
    from kibitz.cli.terminal.phrases import plural, points_text, time_text

    rows = []
    for answer in found.depths:
        score = points_text(answer.score) + (" proven" if answer.proven else "")
        mark = f"◄ {answer.swing.replace('+', ', ')}" if answer.swing else ""
        cost = f"{answer.nodes:,}", time_text(answer.seconds)
        rows.append((str(answer.depth), answer.move, score, mark, *cost, " ".join(answer.line)))
    where = f" after {found.moves}" if found.moves else ""
    click.echo(f"{found.searcher} on {found.game}{where}, {found.to_move} to move")
    _print_table(("depth", "move", "score", "swing", "nodes", "time", "line"), rows, ("move", "swing", "line"))
    click.echo(f"{plural(found.swings, 'swing')} over {plural(len(found.depths), 'depth')}")

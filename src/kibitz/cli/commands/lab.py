"""`kibitz lab`: published tables and claims, measured again and judged."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kibitz.cli.terminal.common import echo_json, json_option

if TYPE_CHECKING:
    from kibitz.lab.design import Experiment
    from kibitz.lab.lab import Lab, LabProgress
    from kibitz.lab.outcome import Outcome
    from kibitz.lab.reports.run_comparison import RunDifference

__all__ = ["lab"]

F = TypeVar("F", bound=Callable[..., Any])

CTRL_C = 130  # what a shell expects of a program ended by the interrupt key
COLOURS = {"holds": "green", "holds with a condition": "yellow", "wrong": "red"}


class _LabGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        """As they were added, not by the alphabet."""
        return list(self.commands)


@click.group(cls=_LabGroup)
def lab() -> None:
    """Published tables and claims, measured again and judged.

    An experiment is named by its ID (S3-21), its report (S3), "all", or a file of your own (my_table.py). What was
    measured is kept in a file; every command goes on with what is there.
    """


def _which_results(command: F) -> F:
    """The options that say which results are meant."""
    options = (
        click.option("--quick", is_flag=True, help="The cells that take seconds, not those that take minutes."),
        click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, metavar="S", help="0 unless told."),
        click.option("--run", "run_name", default="main", metavar="NAME", help="A run of its own; main unless told."),
        click.option("--results", default="lab.db", metavar="FILE", help="The file of results; lab.db unless told."),
    )
    for option in reversed(options):
        command = option(command)
    return command


_workers = click.option(
    "--workers",
    type=click.IntRange(1, 1024),
    metavar="N",
    help="Cells at a time; 1 unless told, or with --quick as many as there are cores.",
)


@lab.command("list")
@click.argument("ids", nargs=-1, metavar="[ID…]")
@_which_results
@json_option
def list_entries(ids: tuple[str, ...], quick: bool, seed: int, run_name: str, results: str, as_json: bool) -> None:
    """What there is, and what was found so far."""
    from kibitz.lab.find_experiments import find_experiments
    from kibitz.lab.lab import Lab
    from kibitz.lab.outcome import make_entry

    at = Lab(Path(results), run_name, seed, quick)
    entries = [make_entry(at.outcome(experiment)) for experiment in find_experiments(ids or ("all",)).values()]
    if as_json:
        echo_json(entries)
        return
    from rich.table import Table
    from rich.text import Text

    from kibitz.cli.terminal.common import make_console

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column("id", no_wrap=True)
    table.add_column("what", overflow="fold")
    table.add_column("rows", justify="right", no_wrap=True)
    table.add_column("verdict", overflow="fold")
    for entry in entries:
        count = f"{entry.measured}/{entry.cells}"
        table.add_row(entry.id, Text(entry.title), count, Text(entry.verdict, COLOURS.get(entry.verdict, "dim")))
    make_console().print(table)


@lab.command()
@click.argument("ids", nargs=-1, required=True, metavar="ID…")
@_workers
@_which_results
@json_option
@click.pass_context
def run(
    ctx: click.Context,
    ids: tuple[str, ...],
    workers: int | None,
    quick: bool,
    seed: int,
    run_name: str,
    results: str,
    as_json: bool,
) -> None:
    """Measure what has not been measured, and print reported, measured and verdict.

    Every cell is stored as it ends, so that a run can be ended at any moment; the same command goes on with it.
    """
    from kibitz.lab.find_experiments import find_experiments
    from kibitz.lab.lab import Lab
    from kibitz.lab.outcome import make_table

    experiments = find_experiments(ids)
    at = Lab(Path(results), run_name, seed, quick)
    end, is_whole = _measure(at, experiments, workers)
    outcomes = [at.outcome(experiment) for experiment in experiments.values()]
    if as_json:
        echo_json([make_table(outcome) for outcome in outcomes])
    else:
        for number, outcome in enumerate(outcomes):
            click.echo("\n" * bool(number), nl=False)
            _print(outcome)
    _leave(ctx, at, experiments, end, is_whole)


def _measure(at: Lab, experiments: dict[str, Experiment], workers: int | None) -> tuple[LabProgress, bool]:
    """Measure what is missing under a bar: how far that went, and whether nobody pressed the interrupt key."""
    from kibitz.cli.terminal.progress_bar import work_bar
    from kibitz.lab.lab import LabProgress

    end = LabProgress(0, 0)
    usual = (os.cpu_count() or 1) if at.quick else 1  # to time one thing at a time is the more careful way
    try:
        with work_bar("", None) as show:
            for end in at.run(experiments, workers or usual):
                show(end.done, end.last, end.planned)
    except KeyboardInterrupt:
        return end, False
    return end, True


def _leave(ctx: click.Context, at: Lab, experiments: dict[str, Experiment], end: LabProgress, is_whole: bool) -> None:
    """Say what went wrong, and leave with the status that says so."""
    for failed in end.failed:
        where = f"{experiments[failed.job.experiment].id}, {failed.job.cell.name}"
        click.echo(f"kibitz: {where}: {failed.reason}", err=True)
    if not is_whole:
        click.echo(f"kibitz: ended early; what was measured is in {at.results}, the same command goes on", err=True)
        ctx.exit(CTRL_C)
    if end.failed:
        ctx.exit(1)


def _print(outcome: Outcome) -> None:
    from kibitz.lab.reports.text_tables import text_table

    made, verdict = outcome.experiment, outcome.verdict
    click.echo(f"{made.id}  {made.title}")
    click.echo(f"from     {made.source}")
    if made.says:
        click.echo(f"says     {made.says}")
    click.echo(f"\n{text_table(outcome)}\n")
    words = click.style(verdict.kind.value, COLOURS.get(verdict.kind.value))
    click.echo(f"verdict  {words}{': ' * bool(verdict.sentence)}{verdict.sentence}")
    if outcome.remaining:
        click.echo(f"rows     {outcome.remaining} of {len(outcome.rows)} not measured yet")
    if outcome.outdated:
        click.echo(f"rows     {outcome.outdated} of {len(outcome.rows)} measured by other code than this")


@lab.command()
@click.option("--out", required=True, metavar="DIR", help="The folder for the report, which is made if need be.")
@click.option("--no-run", is_flag=True, help="Report what was measured before, and measure nothing.")
@click.argument("ids", nargs=-1, metavar="[ID…]")
@_workers
@_which_results
@click.pass_context
def report(
    ctx: click.Context,
    out: str,
    no_run: bool,
    ids: tuple[str, ...],
    workers: int | None,
    quick: bool,
    seed: int,
    run_name: str,
    results: str,
) -> None:
    """Measure what is missing and write an illustrated report of everything, or of the IDs given.

    It is one page of HTML that needs nothing else and prints well, with each plot as a file beside it. Ended early, it
    shows what there is and what remains.
    """
    from kibitz.cli.terminal.phrases import plural
    from kibitz.lab.find_experiments import find_experiments
    from kibitz.lab.lab import Lab, LabProgress, check_report, write_report

    experiments = find_experiments(ids or ("all",))
    folder = check_report(out)
    at = Lab(Path(results), run_name, seed, quick)
    end, is_whole = (LabProgress(0, 0), True) if no_run else _measure(at, experiments, workers)
    written = write_report(at, experiments, folder)
    click.echo(f"written to {folder}: {written[0].name} and {plural(len(written) - 1, 'plot')}")
    outcomes = [at.outcome(experiment) for experiment in experiments.values()]
    remaining, outdated = sum(one.remaining for one in outcomes), sum(one.outdated for one in outcomes)
    if remaining:
        click.echo(f"{plural(remaining, 'row')} not measured yet")
    if outdated:
        click.echo(
            f"{plural(outdated, 'row')} measured by other code than this; without --no-run they are measured again"
        )
    _leave(ctx, at, experiments, end, is_whole)


@lab.command()
@click.argument("first", metavar="RUN")
@click.argument("second", metavar="RUN")
@click.option("--results", default="lab.db", metavar="FILE", help="The file the names of runs are looked up in.")
@json_option
@click.pass_context
def compare(ctx: click.Context, first: str, second: str, results: str, as_json: bool) -> None:
    """Compare two runs: names in the file of results, or FILE.db, or FILE.db:NAME.

    What is counted must be equal, and exit status 1 says that it is not; what is timed is given as a ratio.
    """
    from kibitz.cli.terminal.phrases import plural
    from kibitz.lab.lab import compare as compare_runs

    found = compare_runs(first, second, Path(results))
    if as_json:
        echo_json(found)
    else:
        _print_values([value for value in found.values if value.is_fault or value.ratio is not None])
        same = sum(value.exact and not value.is_fault for value in found.values)
        click.echo(f"{plural(found.cells, 'cell')} in both, {found.only_first} and {found.only_second} in one alone")
        click.echo(f"{plural(same, 'count')} equal, {len(found.faults)} different")
    if found.faults:
        ctx.exit(1)


def _print_values(values: list[RunDifference]) -> None:
    from rich.table import Table
    from rich.text import Text

    from kibitz.cli.terminal.common import make_console
    from kibitz.lab.reports.text_tables import value_text

    if not values:
        return
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for heading in ("id", "cell", "column"):
        table.add_column(heading, overflow="fold")
    for heading in ("first", "second", ""):
        table.add_column(heading, justify="right", overflow="fold")
    for value in values:
        last = Text("differs", "red") if value.is_fault else Text(f"x {value.ratio:.2f}")
        pair = (value_text(value.first), value_text(value.second))
        table.add_row(value.experiment, Text(value.cell), Text(value.column), *pair, last)
    make_console().print(table)

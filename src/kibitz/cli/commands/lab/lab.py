"""`kibitz lab`: published tables and claims, measured again and judged."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kibitz.cli.terminal.common import INTERRUPTED, CommandGroup, echo_json, json_option, seed_option
from kibitz.cli.terminal.worker_options import worker_options
from kibitz.core.errors import escape_controls

if TYPE_CHECKING:
    from kibitz.lab.design import Experiment
    from kibitz.lab.lab import Lab, LabProgress
    from kibitz.lab.outcome import Outcome
    from kibitz.lab.reports.run_comparison import RunDifference
    from kibitz.lab.verdict import Verdict


F = TypeVar("F", bound=Callable[..., Any])

COLOURS = {"holds": "green", "holds with a condition": "yellow", "wrong": "red", "cannot tell": "magenta"}


@click.group(cls=CommandGroup, no_args_is_help=False)
def lab() -> None:
    """Reproduce published tables and claims, and judge them.

    Name an experiment by its ID, by its report (the word before the dash in its ID), "all", or a file of your own
    (my_table.py). Results are stored in a file, and every command continues with what is stored there.
    """


def _results_options(command: F) -> F:
    """The options that say which results are meant."""
    options = (
        click.option("--quick", is_flag=True, help="Only the cells that take seconds, not minutes."),
        seed_option("of the experiments"),
        click.option(
            "--run", "run_name", default="main", metavar="NAME", help="Name of the run to use; default: main."
        ),
        click.option("--results", default="lab.db", metavar="FILE", help="File with the results; default: lab.db."),
    )
    for option in reversed(options):
        command = option(command)
    return command


_workers = worker_options("cells measured", default="1, or with --quick the number of cores")


@lab.command("list")
@click.argument("ids", nargs=-1, metavar="[ID…]")
@_results_options
@json_option
def list_entries(ids: tuple[str, ...], quick: bool, seed: int, run_name: str, results: str, as_json: bool) -> None:
    """List the experiments and their results so far."""
    from kibitz.lab.find_experiments import find_experiments
    from kibitz.lab.lab import Lab
    from kibitz.lab.outcome import make_entry

    at = Lab(Path(results), run_name, seed, quick)
    entries = [make_entry(at.outcome(experiment)) for experiment in find_experiments(ids or ("all",)).values()]
    if as_json:
        echo_json(entries)
        return
    from rich.text import Text

    from kibitz.cli.terminal.common import make_console, make_text_table

    table = make_text_table()
    table.add_column("id", no_wrap=True)
    table.add_column("what", overflow="fold")
    table.add_column("rows", justify="right", no_wrap=True)
    table.add_column("verdict", overflow="fold")
    report = ""
    for entry in entries:
        if entry.report not in ("", report):
            report = entry.report
            short, _, title = report.partition(", ")
            table.add_row(Text(short, "bold"), Text(title, "bold"), "", "")
        count = f"{entry.measured} by us" if entry.measured_by == "us" else f"{entry.measured}/{entry.cells}"
        verdict = Text()
        for about, answer in zip(("", "; corrected: "), entry.answers, strict=False):
            verdict.append(about).append(answer.verdict, COLOURS.get(answer.verdict, "dim"))
        table.add_row(entry.id, Text(entry.title), count, verdict)
    make_console().print(table)


@lab.command()
@click.argument("ids", nargs=-1, required=True, metavar="ID…")
@_workers
@_results_options
@click.option(
    "--csv",
    "csv_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Also write all values, reported and measured, to a CSV file.",
)
@json_option
@click.pass_context
def run(
    ctx: click.Context,
    ids: tuple[str, ...],
    workers: int | None,
    cluster: str | None,
    quick: bool,
    seed: int,
    run_name: str,
    results: str,
    csv_file: Path | None,
    as_json: bool,
) -> None:
    """Measure experiments and print the verdicts.

    What has not been measured yet is measured; then reported values, measured values and verdict are printed. Every
    cell is stored as soon as it is done. A run can be stopped at any moment, and the same command resumes it.
    """
    from kibitz.core.files.named_file import check_output
    from kibitz.jobs.folders import write_text
    from kibitz.lab.find_experiments import find_experiments
    from kibitz.lab.lab import Lab
    from kibitz.lab.outcome import make_lab_table
    from kibitz.lab.reports.csv_table import csv_table

    experiments = find_experiments(ids)
    if csv_file is not None:
        check_output(csv_file)  # before anything is measured
    at = Lab(Path(results), run_name, seed, quick)
    end, is_whole = _measure(at, experiments, workers, cluster)
    outcomes = [at.outcome(experiment) for experiment in experiments.values()]
    if csv_file is not None:
        write_text(csv_file, csv_table(outcomes))
    if as_json:
        echo_json([make_lab_table(outcome) for outcome in outcomes])
    else:
        for number, outcome in enumerate(outcomes):
            click.echo("\n" * bool(number), nl=False)
            _print(outcome)
    _exit_with_status(ctx, at, experiments, end, is_whole)


def _measure(
    at: Lab, experiments: dict[str, Experiment], workers: int | None, cluster: str | None
) -> tuple[LabProgress, bool]:
    """Measure what is missing, with a progress bar: how far it got, and False if the interrupt key was pressed."""
    from kibitz.cli.terminal.progress_bar import show_progress
    from kibitz.lab.lab import LabProgress

    end = LabProgress(0, 0)
    usual = (os.cpu_count() or 1) if at.quick else 1  # times are more reliable when nothing else is measured at once
    workers = workers or usual
    if cluster is None:
        _forecast(at, experiments, workers)
    try:
        with show_progress("measuring", None) as show, closing(at.run(experiments, workers, cluster)) as steps:
            for end in steps:
                show(end.done, end.last, end.planned)
    except KeyboardInterrupt:
        return end, False
    return end, True


def _forecast(at: Lab, experiments: dict[str, Experiment], workers: int) -> None:
    """Say on standard error how long it will take, if that is long."""
    from kibitz.cli.terminal.formatting import plural

    minutes = at.forecast_seconds(experiments) / workers / 60
    if minutes < (2 if at.quick else 0.5):
        return
    hours = round(minutes / 60)
    about = plural(hours, "hour") if minutes > 90 else plural(max(round(minutes), 1), "minute")
    quick = "" if at.quick else " With --quick it takes seconds."
    click.echo(
        f"kibitz: this took about {about} on the machine of the shipped results.{quick} Every row is "
        "stored when it is done: stop at any time, and the same command continues.",
        err=True,
    )


def _exit_with_status(
    ctx: click.Context, at: Lab, experiments: dict[str, Experiment], end: LabProgress, is_whole: bool
) -> None:
    """Print what went wrong and exit with the matching status."""
    for failed in end.failed:
        where = f"{experiments[failed.job.experiment].id}, {failed.job.cell.name}"
        click.echo(f"kibitz: {escape_controls(f'{where}: {failed.reason}')}", err=True)
    if not is_whole:
        click.echo(
            f"kibitz: stopped early; the results so far are in {at.results}, and the same command continues", err=True
        )
        ctx.exit(INTERRUPTED)
    if end.failed:
        ctx.exit(1)


def _print(outcome: Outcome) -> None:
    from kibitz.core.publications import find_publication
    from kibitz.lab.reports.text_tables import text_table

    made = outcome.experiment
    click.echo(f"{made.id}  {made.title}")
    report = find_publication(made.id)
    click.echo(f"from     {f'{report}: ' if report else ''}{made.source}")
    if made.says:
        click.echo(f"says     {made.says}")
    if made.assumes:
        click.echo(f"assumes  {made.assumes}")
    click.echo(f"\n{text_table(outcome)}\n")
    for about, answer in outcome.verdict.answers:
        _print_answer(about, answer)
    if outcome.is_ours:
        click.echo("rows     measured by us: these figures ship with Kibitz")
    if outcome.remaining:
        click.echo(f"rows     {outcome.remaining} of {len(outcome.rows)} not measured yet")
    if outcome.outdated:
        click.echo(f"rows     {outcome.outdated} of {len(outcome.rows)} measured by other code than this")


def _print_answer(about: str, answer: Verdict) -> None:
    """Print a verdict: the sentence first, then its condition, what is missing, and the figures."""
    words = click.style(answer.kind.value, COLOURS.get(answer.kind.value))
    of = f" ({about})" if about else ""
    click.echo(f"verdict  {words}{of}{': ' * bool(answer.sentence)}{answer.sentence}")
    for name, text in (("condition", answer.condition), ("missing", answer.missing), ("measured", answer.figures)):
        if text:
            click.echo(f"         {name}: {text}")


@lab.command()
@click.option(
    "--out",
    default="lab-report",
    metavar="DIR",
    help="Folder for the report, created if it does not exist; default: lab-report.",
)
@click.option("--no-run", is_flag=True, help="Report only what was measured before; measure nothing.")
@click.argument("ids", nargs=-1, metavar="[ID…]")
@_workers
@_results_options
@click.pass_context
def report(
    ctx: click.Context,
    out: str,
    no_run: bool,
    ids: tuple[str, ...],
    workers: int | None,
    cluster: str | None,
    quick: bool,
    seed: int,
    run_name: str,
    results: str,
) -> None:
    """Write an illustrated report.

    It covers everything, or the given IDs; what is missing is measured first. The report is a single HTML page that
    needs no other file and prints well; each plot is also written as a file next to it. If stopped early, nothing is
    written; --no-run then writes a report of what has been measured.
    """
    from kibitz.cli.terminal.formatting import plural
    from kibitz.lab.find_experiments import find_experiments
    from kibitz.lab.lab import Lab, LabProgress, check_report, write_report

    experiments = find_experiments(ids or ("all",))
    folder = check_report(out)
    at = Lab(Path(results), run_name, seed, quick)
    end, is_whole = (LabProgress(0, 0), True) if no_run else _measure(at, experiments, workers, cluster)
    if not is_whole:
        _exit_with_status(ctx, at, experiments, end, is_whole)
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
    _exit_with_status(ctx, at, experiments, end, is_whole)


@lab.command()
@click.argument("first", metavar="RUN")
@click.argument("second", metavar="RUN")
@click.option(
    "--results", default="lab.db", metavar="FILE", help="File in which the runs are looked up; default: lab.db."
)
@json_option
@click.pass_context
def compare(ctx: click.Context, first: str, second: str, results: str, as_json: bool) -> None:
    """Compare two runs.

    A run is given as its name in the file of results, as FILE.db or as FILE.db:NAME. Counts must be equal; if they are
    not, the exit status is 1. Times are compared as a ratio.
    """
    from kibitz.cli.terminal.formatting import plural
    from kibitz.lab.lab import compare as compare_runs

    found = compare_runs(first, second, Path(results))
    if as_json:
        echo_json(found)
    else:
        _print_values([value for value in found.values if value.is_fault or value.ratio is not None])
        same = sum(value.exact and not value.is_fault for value in found.values)
        click.echo(f"{plural(found.cells, 'cell')} in both, {found.only_first} and {found.only_second} in one only")
        click.echo(f"{plural(same, 'count')} equal, {len(found.faults)} different")
    if found.faults:
        ctx.exit(1)


def _print_values(values: list[RunDifference]) -> None:
    from rich.text import Text

    from kibitz.cli.terminal.common import make_console, make_text_table
    from kibitz.lab.reports.text_tables import value_text

    if not values:
        return
    table = make_text_table()
    for heading in ("id", "cell", "column"):
        table.add_column(heading, overflow="fold")
    for heading in ("first", "second", ""):
        table.add_column(heading, justify="right", overflow="fold")
    for value in values:
        last = Text("differs", "red") if value.is_fault else Text(f"x {value.ratio:.2f}")
        pair = (value_text(value.first), value_text(value.second))
        table.add_row(value.experiment, Text(value.cell), Text(value.column), *pair, last)
    make_console().print(table)

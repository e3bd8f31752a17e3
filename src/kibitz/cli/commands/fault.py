"""`kibitz fault`: the faults of the published programs, each with the smallest position that shows it."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

import click

from kibitz.cli.terminal.common import echo_json, json_option

if TYPE_CHECKING:
    from kibitz.lab.faults.fault_list import FaultAnswer, FaultDetails


WIDTH, MARGIN = 100, 9


@click.command()
@click.argument("fault_id", metavar="[ID]", required=False)
@json_option
def fault(fault_id: str | None, as_json: bool) -> None:
    """Show the faults of published programs.

    Without an ID, all are listed; with one, the smallest position that reveals the fault is shown. The programs are
    players; each of their faults is an option that can be switched off.
    """
    from kibitz.lab.faults.fault_list import describe_fault, list_faults

    if fault_id is None:
        faults = list_faults()
        if as_json:
            echo_json(faults)
            return
        report = ""
        for line in faults:
            if line.report not in ("", report):
                report = line.report
                click.echo(report)
            click.echo(f"{line.id:<8} {line.title}")
        if not faults:
            click.echo("No program with known faults is installed.")
        return
    shown = describe_fault(fault_id)
    if as_json:
        echo_json(shown)
    else:
        _print(shown)


def _print(shown: FaultDetails) -> None:
    click.echo(f"{shown.id}  {shown.title}")
    if shown.report:
        _print_words("from", shown.report)
    _print_words("programs", ", ".join(shown.replicas))
    _print_words("switch", f"{shown.switch}=false corrects it")
    _print_words("does", shown.does)
    _print_words("right", shown.right)
    if shown.said:
        _print_words("report", f'"{shown.said}"')
    where = f"after {shown.moves}" if shown.moves else "at the start"
    _print_words("shows", f"{shown.game}, {where}, {shown.to_move} to move:")
    click.echo()
    for row in (shown.columns, *shown.board) if shown.columns else shown.board:
        click.echo(" " * MARGIN + " ".join(row))
    click.echo()
    _print_words("moves", ", ".join(f"{move} {result}" for move, result in shown.results.items()))
    for name, answered in (("faulty", shown.faulty), ("correct", shown.correct)):
        _print_words(
            name, f"{answered.player} {_format_answer(answered, shown.faulty.outcome != shown.correct.outcome)}"
        )
    _print_words("play it", f"kibitz serve, then open {shown.page}")


def _format_answer(answered: FaultAnswer, tell_outcome: bool) -> str:
    asked = f"asks for {answered.asked_for}, which is full, and " if answered.asked_for else ""
    outcome = f", {answered.outcome}," if tell_outcome else ""
    return f"{asked}plays {answered.move}{outcome} after {answered.nodes} nodes"


def _print_words(name: str, text: str) -> None:
    lines = wrap(text, WIDTH - MARGIN, break_long_words=False, break_on_hyphens=False)
    for number, line in enumerate(lines):
        click.echo(f"{'' if number else name:<{MARGIN}}{line}")

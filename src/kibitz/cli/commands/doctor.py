"""`kibitz doctor`: is a search program right, and if not, which fault has it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kibitz.cli.terminal.common import echo_json, json_option

if TYPE_CHECKING:
    from kibitz.doctor.report import Report


@click.command()
@click.argument("target", required=False)
@click.option("--program", metavar="COMMAND", default="", help="A program in any language, asked in lines of text.")
@click.option("--all", "folder", metavar="FOLDER", help="Examine every program in a folder; needs --out.")
@click.option("--out", metavar="PATH", help="Write the report as a page (.html); with --all, a folder.")
@click.option("--role", "roles", multiple=True, metavar="NAME=ROLE", help="Role of a parameter; may be repeated.")
@click.option("--game", metavar="GAME", help="The game on which a player is examined; default: one it can play.")
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=1,
    metavar="N",
    help="With --all: programs examined at the same time.",
)
@click.option("--faults", "list_faults", is_flag=True, help="List the faults that can be recognized.")
@json_option
def doctor(
    target: str | None,
    program: str,
    folder: str | None,
    out: str | None,
    roles: tuple[str, ...],
    game: str | None,
    workers: int,
    list_faults: bool,
    as_json: bool,
) -> None:
    """Examine a search program, and name its fault.

    TARGET is a Python file (my_search.py, or my_search.py:alphabeta to name the function), or a player such as
    alphabeta:depth=4. With --program, the program is any command that follows the line protocol. The exit
    status is 0 if the program is right, and 1 otherwise.
    """
    if list_faults:
        _list_faults(as_json)
        return
    if folder is not None:
        _examine_folder(Path(folder), out, workers, as_json)
        return
    if not target and not program:
        raise click.UsageError("Name a Python file or a player, as in: kibitz doctor my_search.py.")
    from kibitz.cli.terminal.progress_bar import show_work
    from kibitz.core.files.named_file import check_output
    from kibitz.doctor.examine_target import examine_target

    if out is not None:
        check_output(Path(out))
        if Path(out).suffix.lower() not in ("", ".html", ".htm"):
            raise click.UsageError(f"--out {out}: the report is a web page; name it {Path(out).with_suffix('.html')}.")
    told = _read_roles(roles)
    with show_work(f"examining {program or target}"):
        report = examine_target(target or "", program=program, roles=told, game=game or "")
    _keep(report)
    if out is not None:
        from kibitz.doctor.reports.html_report import write_html
        from kibitz.jobs.folders import write_text as write_file

        write_file(Path(out), write_html(report))
    if as_json:
        from kibitz.doctor.report import to_plain_data

        click.echo(json.dumps(to_plain_data(report), indent=2, ensure_ascii=False))
    else:
        from kibitz.doctor.reports.text_report import write_text

        click.echo(write_text(report), nl=False)
    sys.exit(0 if report.verdict in ("right", "slow") else 1)


def _keep(report: Report) -> None:
    """Store the report where the page of the web app finds it."""
    from kibitz.doctor.report_store import keep_report

    keep_report(report)


def _read_roles(texts: tuple[str, ...]) -> dict[str, str]:
    from kibitz.doctor.patient.python.roles import ROLES

    roles = {}
    for text in texts:
        name, separator, role = text.partition("=")
        if not separator or role not in ROLES:
            raise click.UsageError(f"--role {text}: write NAME=ROLE, with a role out of {', '.join(ROLES)}.")
        roles[name] = role
    return roles


def _list_faults(as_json: bool) -> None:
    from kibitz.doctor.faults.fault import list_library_faults

    faults = list_library_faults()
    if as_json:
        echo_json(
            [{"id": fault.id, "sentence": fault.sentence, "published": list(fault.published)} for fault in faults]
        )
        return
    width = max(len(fault.id) for fault in faults) + 2
    for fault in faults:
        click.echo(f"{fault.id:<{width}}{fault.sentence}")


def _examine_folder(folder: Path, out: str | None, workers: int, as_json: bool) -> None:
    from kibitz.doctor.submissions import examine_folder, write_table

    if out is None:
        raise click.UsageError("--all needs --out, a folder for the reports.")
    rows = []
    for row in examine_folder(folder, Path(out), workers):
        rows.append(row)
        if not as_json:
            faults = f" ({', '.join(row.faults)})" if row.faults else ""
            click.echo(f"{row.program}: {row.verdict}{faults}, {row.seconds:.1f} s")
    write_table(Path(out), rows)
    if as_json:
        echo_json(rows)
    else:
        right = sum(row.verdict == "right" for row in rows)
        click.echo(f"{right} of {len(rows)} programs are right; the table is {Path(out) / 'index.html'}")

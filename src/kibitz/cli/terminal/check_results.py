"""Checks made one after the other: a line for each when it ends, and an exit status for all."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import NoReturn, Protocol, TypeVar

import click

from kibitz.cli.terminal.common import echo_json
from kibitz.cli.terminal.interrupt import Interrupted
from kibitz.cli.terminal.progress_bar import show_work

T = TypeVar("T", bound="CheckResult")


class CheckResult(Protocol):
    """The result of one check among several; `problem` is empty if it passed."""

    @property
    def problem(self) -> str: ...


def print_check_results(
    text: str,
    checks: Iterable[T],
    name: Callable[[T], str],
    failed: tuple[str, str],
    as_json: bool,
    note: Callable[[T], str] = lambda found: "",
) -> NoReturn:
    """Print a line for each check when it ends, ok or what is wrong, and exit with status 1 if anything is.

    `text` says what is being done; `failed`: the words for one failed check and for several, as in ("law broken",
    "laws broken"); `note`: what else a check found, if anything.
    """
    results: list[T] = []
    try:
        with show_work(text) as line:
            for found in checks:
                results.append(found)
                line.update(0, f"{text}: {len(results)} done so far")
                if not as_json:
                    with line.hidden():
                        click.echo(f"{'wrong' if found.problem else 'ok':<7}{name(found)}")
                        for more in filter(None, (found.problem, note(found))):
                            click.echo(f"       {more}")
    except KeyboardInterrupt:
        if as_json:
            echo_json(results)
        wrong = sum(bool(found.problem) for found in results)
        raise Interrupted(
            results, f"stopped after {len(results)} of the checks: {wrong or 'no'} {failed[wrong != 1]} so far."
        ) from None
    wrong = sum(bool(found.problem) for found in results)
    if as_json:
        echo_json(results)
    else:
        click.echo(f"{wrong or 'no'} {failed[wrong != 1]} of {len(results)}")
    sys.exit(1 if wrong else 0)

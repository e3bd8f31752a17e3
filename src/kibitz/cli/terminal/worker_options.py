"""What the commands share whose work is many independent pieces: `--workers`, `--cluster`, and the interrupt key."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

import click

from kibitz.cli.terminal.interrupt import Interrupted

F = TypeVar("F", bound=Callable[..., Any])

MAX_WORKERS = 1024


def worker_options(pieces: str, default: str = "1") -> Callable[[F], F]:
    """Add `--workers` and `--cluster`; `pieces` says what is done at the same time, as in "games played".

    The command is given `workers`, which is None if it was not said, and `cluster`, an address or None.
    """

    def add(command: F) -> F:
        @functools.wraps(command)
        def checked(*args: Any, workers: int | None, cluster: str | None, **options: Any) -> Any:
            from kibitz.jobs.workers import check_address

            if cluster is not None and workers is not None:
                raise click.UsageError("--workers is for this machine and --cluster for others; give only one of them.")
            if cluster is not None:
                check_address(cluster)
            return command(*args, workers=workers, cluster=cluster, **options)

        on_cluster = click.option(
            "--cluster",
            metavar="ADDRESS",
            help="Use a Dask cluster instead of this machine: its scheduler, as in tcp://host:8786; time-out: 10 s.",
        )
        on_this_machine = click.option(
            "--workers",
            type=click.IntRange(1, MAX_WORKERS),
            metavar="N",
            help=f"{pieces[0].upper()}{pieces[1:]} at the same time; default: {default}.",
        )
        return on_this_machine(on_cluster(checked))  # type: ignore[return-value]  # click adds to what it is given

    return add


def exit_interrupted(known: str) -> NoReturn:
    """End the command after the interrupt key with one sentence about what is left."""
    raise Interrupted(sentence=f"stopped early; {known}.")

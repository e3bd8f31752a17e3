"""Many tasks at a time, on this machine or on a cluster; the results are the same whatever the number of workers.

A task holds everything its work depends on, so it does not matter who does it or when. On this machine each
worker is a thread: compiled code leaves the interpreter to the others, and work that does not is done in a process
that the thread waits for. On a cluster, Dask hands the very same tasks to its workers and gives those of a worker that
has died to another one.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import Any, TypeVar

from kibitz.core.errors import BadOption, Unfinished
from kibitz.core.searching import StopFlag

__all__ = ["Interrupted", "run_tasks", "run_tasks_on_cluster"]

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 2  # tasks given out for every worker, so that none waits for the next one
CONNECTING = 10  # seconds


class Interrupted(Unfinished):
    """Somebody has asked for the end of all tasks."""


def run_tasks(
    tasks: Iterable[T], work: Callable[[T, StopFlag], R], workers: int = 1, *, stop: StopFlag | None = None
) -> Generator[list[R], None, None]:
    """The results of tasks, such as games, in the batches in which they end; to leave the loop early ends the rest.

    The work is given a flag, `stop` if there is one, that is raised when it should end.
    """
    waiting, stop = iter(tasks), StopFlag() if stop is None else stop
    pool = ThreadPoolExecutor(workers, thread_name_prefix="kibitz-worker")
    try:
        given = {pool.submit(work, task, stop) for task in islice(waiting, AHEAD * workers)}
        while given:
            done, given = wait(given, return_when=FIRST_COMPLETED)
            given |= {pool.submit(work, task, stop) for task in islice(waiting, len(done))}
            yield [future.result() for future in done]
    finally:
        stop.up()
        pool.shutdown(wait=True, cancel_futures=True)


def run_tasks_on_cluster(tasks: Iterable[T], work: Callable[[T], R], address: str) -> Generator[list[R], None, None]:
    """The same on the Dask cluster whose scheduler listens at `address`, as in tcp://host:8786."""
    try:
        import distributed
    except ImportError:
        raise BadOption("--cluster needs Dask; install it with: pip install 'kibitz[cluster]'.") from None
    try:
        client = distributed.Client(address, timeout=CONNECTING, set_as_default=False)
    except (OSError, ValueError) as error:
        raise BadOption(f"No Dask scheduler answers at '{address}' ({error}); start one: dask scheduler.") from None
    with client:
        yield from _from_cluster(client, iter(tasks), work)


def _from_cluster(client: Any, waiting: Iterator[T], work: Callable[[T], R]) -> Generator[list[R], None, None]:
    from distributed import as_completed

    def threads() -> int:
        return sum(worker["nthreads"] for worker in client.scheduler_info(n_workers=-1)["workers"].values())

    def given(count: int) -> list[Future[R]]:
        return [client.submit(work, task, pure=False) for task in islice(waiting, count)]

    first = given(AHEAD * max(threads(), 1))
    out = as_completed(first, loop=client.loop, with_results=True, raise_errors=False)
    for batch in out.batches():
        for future, _ in batch:
            if future.status != "finished":
                _explain(future)
        yield [result for _, result in batch]
        out.update(given(max(AHEAD * threads() - out.count(), len(batch))))


def _explain(future: Any) -> None:
    """Raise what a task raised; a task that has killed several workers is not tried again."""
    from distributed.scheduler import KilledWorker

    error = future.exception()
    if isinstance(error, KilledWorker):
        raise Unfinished("A game has killed every worker it was given to; to see why, play it here with --workers 1.")
    raise error

"""Many tasks at a time, on this machine or on a cluster; the results are the same whatever the number of workers.

A task holds everything its work depends on, so it does not matter who does it or when. On this machine each
worker is a thread: compiled code leaves the interpreter to the others, and work that does not is done in a process
that the thread waits for. On a cluster, Dask hands the very same tasks to its workers and gives those of a worker that
has died to another one.

    run_tasks, run_tasks_on_cluster     results as they end, such as the games of a tournament
    run_in_order                        results in the order of the tasks, here or on a cluster
"""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from itertools import islice
from typing import Any, TypeVar

from kibitz.core.errors import BadOption, Unfinished
from kibitz.core.searching import StopFlag
from kibitz.jobs.process import Caller, ProcessPool, WorkInterrupted
from kibitz.kernels.interruptible import GivenUp, check_not_given_up, give_up_when, run_beside

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 2  # tasks given out for every worker, so that none waits for the next one
AHEAD_IN_ORDER = 4  # the same where results have to wait for earlier ones
CONNECTING = 10  # seconds for a scheduler to answer
ENDING = 1.0  # seconds for tasks to end that were stopped; those that do not are left to themselves
ADDRESS = re.compile(r"((tcp|tls)://)?([\w.-]+|\[[\da-fA-F:.%]+\]):\d{1,5}", re.ASCII)


def run_tasks(
    tasks: Iterable[T], work: Callable[[T, StopFlag], R], workers: int = 1, *, stop: StopFlag | None = None
) -> Generator[list[R], None, None]:
    """The results of tasks, such as games, in the batches in which they end; to leave the loop early ends the rest.

    The work is given a flag, `stop` if there is one, that is raised when it should end.
    """
    waiting, flag = iter(tasks), StopFlag() if stop is None else stop
    pool, given = ThreadPoolExecutor(workers, thread_name_prefix="kibitz-worker"), set[Future[R]]()

    def do(task: T) -> R:
        with _stopped_by(flag):
            return work(task, flag)

    try:
        given = {pool.submit(do, task) for task in islice(waiting, AHEAD * workers)}
        while given:
            done, given = wait(given, return_when=FIRST_COMPLETED)
            given |= {pool.submit(do, task) for task in islice(waiting, len(done))}
            yield [future.result() for future in done]
    finally:
        flag.up()
        pool.shutdown(wait=False, cancel_futures=True)
        wait(given, timeout=ENDING)


@contextmanager
def _stopped_by(flag: StopFlag) -> Iterator[None]:
    """In the block, what this thread compiles is given up when the flag is raised, which raises WorkInterrupted."""
    try:
        with give_up_when(flag):
            yield
    except GivenUp:
        raise WorkInterrupted from None


def run_tasks_on_cluster(tasks: Iterable[T], work: Callable[[T], R], address: str) -> Generator[list[R], None, None]:
    """The same on the Dask cluster whose scheduler listens at `address`, as in tcp://host:8786."""
    with _connect(address) as client:
        yield from _from_cluster(client, iter(tasks), work)


@contextmanager
def _connect(address: str) -> Iterator[Any]:
    """A client of the cluster, closed at the end of the block, which cancels what it has asked for."""
    check_address(address)
    try:
        run_beside(partial(import_module, "distributed"))
    except ImportError:
        raise BadOption("--cluster needs Dask; install it with: pip install distributed.") from None
    connecting, until = Future[Any](), time.monotonic() + CONNECTING
    threading.Thread(target=_open_client, args=(address, connecting), daemon=True).start()
    while not connecting.done():
        check_not_given_up()
        if time.monotonic() > until:
            raise _no_scheduler(address)
        wait([connecting], timeout=0.1)  # so that the interrupt key is seen
    with connecting.result() as client:
        yield client


def check_address(address: str) -> None:
    """Refuse what cannot be the address of a scheduler."""
    if ADDRESS.fullmatch(address) is None or int(address.rpartition(":")[2]) not in range(1, 65_536):
        raise BadOption(f"The address of a cluster must be tcp://HOST:PORT or tls://HOST:PORT, not '{address}'.")


def _no_scheduler(address: str) -> BadOption:
    return BadOption(
        f"No Dask scheduler answers at '{address}' within {CONNECTING} seconds; start one: dask scheduler."
    )


def _open_client(address: str, connecting: Future[Any]) -> None:
    import distributed

    try:
        asyncio.run(_ask_who_answers(address))
        connecting.set_result(distributed.Client(address, timeout=CONNECTING, set_as_default=False))
    except BadOption as error:
        connecting.set_exception(error)
    except OSError:
        connecting.set_exception(_no_scheduler(address))
    except Exception:  # of any kind: Dask takes whatever it is sent for lengths and types
        connecting.set_exception(
            BadOption(f"What answers at '{address}' is not a Dask scheduler; start one: dask scheduler.")
        )


async def _ask_who_answers(address: str) -> None:
    """Ask once whether this is a scheduler: a client that finds something else there asks on and cannot be closed."""
    from distributed import Security
    from distributed.comm.core import connect

    arguments = Security().get_connection_args("client")
    if address.startswith("tls:") and arguments["ssl_context"] is None:
        raise BadOption(f"'{address}' needs certificates; name them in Dask's settings under distributed.comm.tls.")
    comm = await connect(address, timeout=CONNECTING, **arguments)
    try:
        await comm.write({"op": "identity", "reply": True})
        if (await comm.read())["type"] != "Scheduler":
            raise TypeError
    finally:
        comm.abort()


def _count_threads(client: Any) -> int:
    """Of all workers that the cluster has now."""
    return sum(worker["nthreads"] for worker in client.scheduler_info(n_workers=-1)["workers"].values())


def _from_cluster(client: Any, waiting: Iterator[T], work: Callable[[T], R]) -> Generator[list[R], None, None]:
    from distributed import as_completed

    def given(count: int) -> list[Future[R]]:
        return [client.submit(work, task, pure=False) for task in islice(waiting, count)]

    first = given(AHEAD * max(_count_threads(client), 1))
    out = as_completed(first, loop=client.loop, with_results=True, raise_errors=False)
    for batch in out.batches():
        for future, _ in batch:
            if future.status != "finished":
                _explain(future)
        yield [result for _, result in batch]
        out.update(given(max(AHEAD * _count_threads(client) - out.count(), len(batch))))


def _explain(future: Any) -> None:
    """Raise what a task raised; a task that has killed several workers is not tried again."""
    from distributed.scheduler import KilledWorker

    error = future.exception()
    if isinstance(error, KilledWorker):
        raise Unfinished(
            "A task has killed every worker it was given to; to see why, give the same command with --workers 1."
        )
    raise error


# In the order of the tasks.


def run_in_order(
    tasks: Iterable[T],
    work: Callable[[T], R],
    workers: int = 1,
    cluster: str | None = None,
    *,
    in_process: bool = True,
) -> Generator[R, None, None]:
    """The result of every task, in their order, each as soon as it and all before it are there.

    `work` is a function of a module, so that other processes and machines find it. One worker is this thread itself;
    several have a process each, or without `in_process` a thread each, for what only this process knows. Tasks are
    taken as they come: while the next one is not there yet, as on a slow pipe, the results so far are given.
    """
    if cluster is not None:
        with _connect(cluster) as client:
            yield from _run_ahead(
                tasks,
                lambda task: client.submit(work, task, pure=False),
                lambda: AHEAD_IN_ORDER * max(_count_threads(client), 1),
                _read_cluster_result,
            )
    elif workers == 1:
        yield from map(work, tasks)
    else:
        with _open_pool(work, workers, in_process) as submit:
            yield from _run_ahead(tasks, submit, lambda: AHEAD_IN_ORDER * workers, Future.result)


def _read_cluster_result(future: Any) -> Any:
    try:
        return future.result()
    except Exception:
        _explain(future)
        raise


@contextmanager
def _open_pool(work: Callable[[T], R], workers: int, in_process: bool) -> Iterator[Callable[[T], Future[R]]]:
    """A function that gives a task to the workers; at the end of the block, those that are at work are ended."""
    stop = StopFlag()

    def do(task: T) -> R:
        if stop.raised:
            raise WorkInterrupted
        if in_process:
            return processes.run(_do, (work, task), stop=stop)
        with _stopped_by(stop):
            return work(task)

    pool = ThreadPoolExecutor(workers, thread_name_prefix="kibitz-worker")
    with ProcessPool() as processes:
        try:
            yield lambda task: pool.submit(do, task)
        finally:
            stop.up()
            pool.shutdown(wait=in_process, cancel_futures=True)


def _do(given: tuple[Callable[[T], R], T], _: Caller) -> R:
    work, task = given
    return work(task)


class _Ahead:
    """What a thread that takes tasks and the one that reads results share: the tasks given out, in order."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.given: deque[Any] = deque()
        self.is_over = False  # no more tasks, or nobody wants results any more
        self.left = StopFlag()  # raised when nobody wants results any more
        self.error: BaseException | None = None


def _run_ahead(
    tasks: Iterable[T], submit: Callable[[T], Any], find_limit: Callable[[], int], read: Callable[[Any], R]
) -> Generator[R, None, None]:
    """Give tasks out in a thread, up to a limit ahead of the results, which are given in order."""
    ahead = _Ahead()
    threading.Thread(target=_give_out, args=(ahead, tasks, submit, find_limit), daemon=True).start()
    try:
        while True:
            with ahead.changed:
                while not (ahead.given[0].done() if ahead.given else ahead.is_over):
                    ahead.changed.wait(0.1)  # so that the interrupt key is seen
                    check_not_given_up()
                if not ahead.given:
                    break
            yield read(ahead.given[0])
            with ahead.changed:
                ahead.given.popleft()
                ahead.changed.notify_all()
        if ahead.error is not None:
            raise ahead.error
    finally:
        ahead.left.up()
        with ahead.changed:
            ahead.is_over = True
            ahead.changed.notify_all()


def _give_out(ahead: _Ahead, tasks: Iterable[T], submit: Callable[[T], Any], find_limit: Callable[[], int]) -> None:
    def tell(_: Any) -> None:
        with ahead.changed:
            ahead.changed.notify_all()

    try:
        with give_up_when(ahead.left):
            for task in tasks:
                with ahead.changed:
                    while not ahead.is_over and len(ahead.given) >= find_limit():
                        ahead.changed.wait()
                    if ahead.is_over:
                        return
                    ahead.given.append(submit(task))
                    ahead.given[-1].add_done_callback(tell)
    except BaseException as error:  # passed on to the one who reads results
        ahead.error = error
    finally:
        with ahead.changed:
            ahead.is_over = True
            ahead.changed.notify_all()

"""The pool of searches: bounded, fair, and never a short search behind a long one."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import pytest

from helpers.waiting import HANGS
from kibitz.core.errors import Unsuited
from kibitz.core.searching import StopFlag
from kibitz.kernels.compiler.compile_events import announce_compiling
from kibitz.web.pool import COMPILING, Busy, Event, Pool, SearchJob, WarningsToClient, Work

T = TypeVar("T")

AT_ONCE, NEVER = 0.001, 1e6  # seconds


def run(test: Callable[[], Awaitable[T]]) -> T:
    async def bounded() -> T:
        return await asyncio.wait_for(test(), HANGS)

    # In a thread of its own: a browser that other tests of this process drive has an event loop in this one.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(bounded())).result()


def quick(stop: StopFlag) -> Iterator[Event]:
    yield Event("move", {"move": "a1"})


def endless(stop: StopFlag) -> Iterator[Event]:
    """Goes on until it is told to stop, as a search with no limit does."""
    raised = threading.Event()
    stop.when_raised(raised.set)
    raised.wait(HANGS)
    yield Event("move", {"move": "a1"})


def noted(order: list[str], name: str) -> Work:
    """Work that notes when it was its turn."""

    def work(stop: StopFlag) -> Iterator[Event]:
        order.append(name)
        return quick(stop)

    return work


async def all_of(job: SearchJob) -> list[Event]:
    """What a job tells, to its end."""
    told = []
    while (event := await job.events.get()) is not None:
        told.append(event)
    return told


def test_a_job_tells_what_it_finds_and_that_it_is_done() -> None:
    async def test() -> None:
        told = await all_of(Pool().submit("me", quick))
        assert [event.name for event in told] == ["move", "done"]
        assert told[-1].data == {"hurried": False}

    run(test)


def test_short_searches_do_not_wait_behind_long_ones() -> None:
    async def test() -> None:
        pool = Pool(places=2, overtime=4, share=AT_ONCE)
        long = [pool.submit(f"long {number}", endless) for number in range(3)]
        for number in range(50):
            assert (await all_of(pool.submit(f"short {number}", quick)))[-1].name == "done"
        assert pool.running == 3, "the long ones go on all the while"
        assert not any(job.stop.raised for job in long)
        pool.close()
        for job in long:
            await all_of(job)

    run(test)


def test_fifty_clients_at_once_are_all_answered() -> None:
    async def test() -> None:
        pool = Pool(places=2, overtime=4, share=AT_ONCE)
        jobs = [pool.submit(str(number), endless if number % 10 == 0 else quick) for number in range(50)]
        short = [job for number, job in enumerate(jobs) if number % 10]
        told = await asyncio.gather(*map(all_of, short))
        assert [events[-1].name for events in told] == ["done"] * 45
        pool.close()
        await asyncio.gather(*(all_of(job) for job in jobs if job not in short))

    run(test)


def test_when_there_is_no_overtime_left_the_longest_search_answers_with_what_it_has() -> None:
    async def test() -> None:
        pool = Pool(places=1, overtime=1, share=AT_ONCE)
        oldest, old, new = (pool.submit(name, endless) for name in ("oldest", "old", "new"))
        told = await all_of(oldest)
        assert told[0].name == "move", "it still answers"
        assert told[-1].data == {"hurried": True}
        assert (await all_of(pool.submit("last", quick)))[-1].name == "done"
        pool.close()
        await asyncio.gather(all_of(old), all_of(new))

    run(test)


def test_without_anybody_waiting_a_search_may_go_on() -> None:
    async def test() -> None:
        pool = Pool(places=1, overtime=1, share=NEVER)
        jobs = [pool.submit(name, endless) for name in ("one", "other")]
        for job in jobs:
            pool._had_share(job)
        assert pool.running == 2
        assert not any(job.stop.raised for job in jobs)
        pool.close()
        await asyncio.gather(*map(all_of, jobs))

    run(test)


def test_clients_take_turns() -> None:
    async def test() -> list[str]:
        order: list[str] = []
        pool = Pool(places=1, share=NEVER)
        busy = pool.submit("somebody", endless)
        greedy = [pool.submit("greedy", noted(order, f"greedy {number}")) for number in range(3)]
        modest = pool.submit("modest", noted(order, "modest"))
        assert [pool.place(job) for job in (busy, *greedy, modest)] == [0, 1, 3, 4, 2]
        busy.stop.up()
        await asyncio.gather(*map(all_of, (*greedy, modest)))
        return order

    assert run(test) == ["greedy 0", "modest", "greedy 1", "greedy 2"]


def test_too_many_searches_are_refused() -> None:
    async def test() -> None:
        pool = Pool(places=1, share=NEVER, max_waiting=2, max_per_client=2)
        jobs = [pool.submit(name, endless) for name in ("a", "a", "b")]
        with pytest.raises(Busy, match="2 searches are waiting already; try again in a few seconds"):
            pool.check_capacity("c")
        pool.cancel(jobs[2])
        pool.check_capacity("c")
        with pytest.raises(Busy, match="You have 2 searches running already"):
            pool.check_capacity("a")
        pool.close()
        await asyncio.gather(*map(all_of, jobs[:2]))

    run(test)


def test_a_client_that_leaves_is_forgotten() -> None:
    async def test() -> None:
        order: list[str] = []
        pool = Pool(places=1, share=NEVER)
        running = pool.submit("one", endless)
        waiting = pool.submit("other", noted(order, "never begun"))
        pool.cancel(waiting)
        assert (pool.running, pool.waiting) == (1, 0)
        pool.cancel(running)
        await all_of(running)
        assert (pool.running, order) == (0, [])

    run(test)


def test_no_search_outlasts_the_longest_time() -> None:
    async def test() -> None:
        told = await all_of(Pool(longest=AT_ONCE).submit("me", endless))
        assert told[-1].data == {"hurried": True}

    run(test)


def test_compiling_is_no_part_of_the_longest_time() -> None:
    def compiles(stop: StopFlag) -> Iterator[Event]:
        announce_compiling("othello for engine")
        return endless(stop)

    async def test() -> None:
        began = asyncio.get_running_loop().time()
        job = Pool(longest=NEVER).submit("me", compiles)
        assert job.deadline is not None
        assert began + NEVER <= job.deadline.when()
        assert await job.events.get() == Event("compiling", {"what": "othello for engine"})
        assert began + COMPILING + NEVER <= job.deadline.when()
        job.stop.up()
        assert [event.name for event in await all_of(job)] == ["move", "done"]

    run(test)


def test_what_is_refused_in_the_middle_is_told_in_a_sentence() -> None:
    def unsuited(stop: StopFlag) -> Iterator[Event]:
        raise Unsuited("The parts do not go together.")

    async def test() -> None:
        told = await all_of(Pool().submit("me", unsuited))
        assert told == [Event("failed", {"error": "The parts do not go together."})]

    run(test)


def test_a_fault_of_our_own_is_logged_and_does_not_stop_the_pool(caplog: pytest.LogCaptureFixture) -> None:
    def broken(stop: StopFlag) -> Iterator[Event]:
        raise ZeroDivisionError("secret")

    async def test() -> None:
        pool = Pool(places=1)
        told = await all_of(pool.submit("me", broken))
        assert told == [Event("failed", {"error": "The search failed; the log of the server says why."})]
        assert (await all_of(pool.submit("me", quick)))[-1].name == "done"

    logging.getLogger("kibitz").propagate = True
    run(test)
    assert "ZeroDivisionError: secret" in caplog.text


def test_what_is_compiled_is_told_to_the_one_who_waits_for_it() -> None:
    log = logging.getLogger("kibitz.test-of-the-pool")

    def compiles(stop: StopFlag) -> Iterator[Event]:
        announce_compiling("othello for engine")
        log.warning("the rules do not compile")
        return quick(stop)

    async def test() -> None:
        pool = Pool(places=2)
        mine, other = pool.submit("me", compiles), pool.submit("other", quick)
        told = await all_of(mine)
        assert told[:2] == [
            Event("compiling", {"what": "othello for engine"}),
            Event("note", {"text": "the rules do not compile"}),
        ]
        assert [event.name for event in await all_of(other)] == ["move", "done"]

    handler = WarningsToClient()
    log.addHandler(handler)
    announce_compiling("something for nobody")
    log.warning("for nobody")
    run(test)
    log.removeHandler(handler)

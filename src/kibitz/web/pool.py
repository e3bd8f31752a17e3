"""Searches of many people on few cores: a bounded pool in which nobody waits behind another's long search.

    waiting ──> first share, one place a core ──> overtime, lower priority ──> done

A search begins in a first place. When it has had its share and somebody waits, it goes on in overtime, and the place
is free for the next, who is taken from the clients in turn. When overtime is full as well, the search that has been
there longest is told to answer with what it has. So the wait depends on how many wait, never on how long others
think. All decisions are made on the event loop; only the searches run in threads of their own, mostly in compiled
code that does not hold Python's lock.
"""

from __future__ import annotations

import asyncio
import contextlib
import enum
import logging
import os
import threading
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias

from kibitz.core.errors import KibitzError
from kibitz.core.searching import StopFlag
from kibitz.core.user_files import describe_user_fault
from kibitz.jobs.priority import lower_thread_priority
from kibitz.kernels.compiler.compile_events import Compiling, on_compiling
from kibitz.web.memory import MemoryGuard

log = logging.getLogger("kibitz.web")

COMPILING = 120.0  # seconds that compiling may take on a busy machine


class Event(NamedTuple):
    """Something to tell a client: what it is called, and a dataclass or a dict."""

    name: str
    data: Any


Work: TypeAlias = Callable[[StopFlag], Iterator[Event]]


class Busy(Exception):
    """There are too many searches already."""


class _Stage(enum.Enum):
    WAITING = enum.auto()
    FIRST = enum.auto()
    OVERTIME = enum.auto()
    DONE = enum.auto()


class SearchJob:
    """One piece of work: what it has to tell comes out of `events`, None at the end."""

    def __init__(self, client: str, work: Work) -> None:
        self.client, self.work = client, work
        self.stop = StopFlag()
        self.events: asyncio.Queue[Event | None] = asyncio.Queue()
        self.stage = _Stage.WAITING
        self.had_share = False
        self.hurried = False  # told to end before its time
        self.deadline: asyncio.TimerHandle | None = None  # when it will be
        self._loop = asyncio.get_running_loop()
        self._thread: threading.Thread | None = None

    def start(self, longest: float, when_done: Callable[[], None]) -> None:
        """Begin, to be told to end after so many seconds; the time that something is compiled for it does not count."""
        self.hurry_after(longest)
        self._thread = threading.Thread(target=self._run, args=(longest, when_done), name="kibitz-search", daemon=True)
        self._thread.start()

    def make_way(self) -> None:
        """Go on at a lower priority, where the system has one for threads."""
        if self._thread is not None:
            lower_thread_priority(self._thread)

    def hurry(self) -> None:
        self.hurried = True
        self.stop.up()

    def hurry_after(self, seconds: float) -> None:
        """Let it run so long from now on; called in the loop."""
        if self.stage is not _Stage.DONE:
            self.stop_clock()
            self.deadline = self._loop.call_later(seconds, self.hurry)

    def stop_clock(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()

    def _run(self, longest: float, when_done: Callable[[], None]) -> None:
        def tell_compiling(compiling: Compiling) -> None:
            self._on_loop(self.hurry_after, COMPILING + longest)
            self.tell(Event("compiling", {"what": compiling.what}))

        _current.job = self
        try:
            with on_compiling(tell_compiling):
                for event in self.work(self.stop):
                    self.tell(event)
            self.tell(Event("done", {"hurried": self.hurried}))
        except KibitzError as error:
            self.tell(Event("failed", {"error": str(error)}))
        except Exception as error:
            fault = describe_user_fault(error)
            if fault is None:
                log.exception("a search failed")
            self.tell(Event("failed", {"error": fault or "The search failed; the log of the server says why."}))
        finally:
            _current.job = None
            self._on_loop(when_done)  # first, so that whoever has read to the end finds its place free
            self.tell(None)

    def tell(self, event: Event | None) -> None:
        """Put an event into the queue, from any thread."""
        self._on_loop(self.events.put_nowait, event)

    def _on_loop(self, function: Callable[..., None], *arguments: Event | float | None) -> None:
        with contextlib.suppress(RuntimeError):  # the server is closing
            self._loop.call_soon_threadsafe(function, *arguments)


class Pool:
    """`places`: searches in their first share at once; `overtime`: longer ones; `max_waiting`: how many may wait."""

    def __init__(
        self,
        *,
        places: int | None = None,
        overtime: int = 16,
        max_waiting: int = 100,
        max_per_client: int = 8,
        share: float = 0.1,
        longest: float = 60.0,
    ) -> None:
        self.memory: MemoryGuard | None = None  # set by the app
        self.places = places or os.cpu_count() or 1
        self.overtime, self.share, self.longest = overtime, share, longest
        self.max_waiting, self.max_per_client = max_waiting, max_per_client
        self._waiting: dict[str, deque[SearchJob]] = {}  # by client, the one to be taken next at the front
        self._running: list[SearchJob] = []  # the longest-running first

    @property
    def running(self) -> int:
        return len(self._running)

    @property
    def waiting(self) -> int:
        return sum(map(len, self._waiting.values()))

    def check_capacity(self, client: str) -> None:
        """Raise Busy if one more search, or one more of this client's, is too many, or memory is short."""
        if self.memory is not None and self.memory.is_short:
            raise Busy(self.memory.refusal)
        if self.waiting >= self.max_waiting:
            raise Busy(f"{self.waiting} searches are waiting already; try again in a few seconds.")
        own = [job for job in (*self._running, *self._waiting.get(client, ())) if job.client == client]
        if len(own) >= self.max_per_client:
            raise Busy(f"You have {len(own)} searches running already; wait for one to end, or close its page.")

    def submit(self, client: str, work: Work) -> SearchJob:
        job = SearchJob(client, work)
        self._waiting.setdefault(client, deque()).append(job)
        self._fill()
        return job

    def place(self, job: SearchJob) -> int:
        """How many are taken before this one, plus one; 0 when it is not waiting."""
        if job.stage is not _Stage.WAITING:
            return 0
        own_turn = self._waiting[job.client].index(job)
        clients = list(self._waiting)
        before = clients[: clients.index(job.client)]
        earlier = sum(min(len(jobs), own_turn + (client in before)) for client, jobs in self._waiting.items())
        return earlier + 1

    def cancel(self, job: SearchJob) -> None:
        """Its client has left: a waiting search is forgotten, a running one told to end."""
        if job.stage is _Stage.WAITING:
            job.stage = _Stage.DONE
            self._remove_waiting(job)
        job.stop.up()

    def free_memory(self, *, at_once: bool) -> None:
        """Memory is short: the search that has run longest, or every one, answers with what it has."""
        running = [job for job in self._running if not job.hurried]
        for job in running if at_once else running[:1]:
            job.hurry()

    def close(self) -> None:
        """End everything."""
        for jobs in list(self._waiting.values()):
            for job in list(jobs):
                self.cancel(job)
                job.events.put_nowait(None)
        for job in self._running:
            job.stop.up()

    def _fill(self) -> None:
        """Let those who wait begin, as far as there are places."""
        while self._waiting:
            first = [job for job in self._running if job.stage is _Stage.FIRST]
            if len(first) < self.places:
                self._begin(self._next())
                continue
            satisfied = next((job for job in first if job.had_share), None)
            if satisfied is None:
                return
            late = [job for job in self._running if job.stage is _Stage.OVERTIME]
            if len(late) >= self.overtime:
                if not any(job.hurried for job in late):
                    late[0].hurry()
                return
            satisfied.stage = _Stage.OVERTIME
            satisfied.make_way()

    def _next(self) -> SearchJob:
        """The first job of the client whose turn it is; that client is last in turn from now on."""
        client, jobs = next(iter(self._waiting.items()))
        job = jobs.popleft()
        del self._waiting[client]
        if jobs:
            self._waiting[client] = jobs
        return job

    def _begin(self, job: SearchJob) -> None:
        job.stage = _Stage.FIRST
        self._running.append(job)
        loop = asyncio.get_running_loop()
        share = loop.call_later(self.share, self._had_share, job)
        job.start(self.longest, lambda: self._end(job, share))

    def _had_share(self, job: SearchJob) -> None:
        job.had_share = True
        self._fill()

    def _end(self, job: SearchJob, share: asyncio.TimerHandle) -> None:
        share.cancel()
        job.stage = _Stage.DONE
        job.stop_clock()
        self._running.remove(job)
        self._fill()

    def _remove_waiting(self, job: SearchJob) -> None:
        jobs = self._waiting[job.client]
        jobs.remove(job)
        if not jobs:
            del self._waiting[job.client]


class _CurrentJob(threading.local):
    """The job that this thread works on."""

    job: SearchJob | None = None


_current = _CurrentJob()


class WarningsToClient(logging.Handler):
    """Takes what the layers below warn of while they work to the one who waits."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)

    def emit(self, record: logging.LogRecord) -> None:
        if _current.job is not None:
            _current.job.tell(Event("note", {"text": record.getMessage()}))

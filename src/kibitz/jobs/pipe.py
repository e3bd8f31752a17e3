"""Somebody else's program behind a pipe: lines go in, lines come out, and nothing it does can block us.

    send ──▶ standard input
             standard output ──▶ read_line, until its time is up
             standard error  ──▶ the last lines are kept, to explain why it died

Everything is bounded: the wait, the length of a line, the size of an answer. The pipes are read only while somebody
waits for an answer, so a program that writes without end fills its own pipe and stops. It runs in a process group of
its own, which is killed when the conversation is over, however it ends, and if Kibitz is killed (`end_orphans.py`).
"""

from __future__ import annotations

import contextlib
import os
import select
import shlex
import shutil
import signal
import subprocess
import time
import weakref
from collections import deque
from collections.abc import Sequence

from kibitz.core.errors import BadOption, PlayerFault
from kibitz.core.searching import StopFlag
from kibitz.jobs.end_orphans import forget_group, guard_group

LONGEST_LINE = 1 << 16  # bytes
MAX_OUTPUT = 1 << 24  # bytes in answer to one command
STDERR_KEPT = 1 << 11  # bytes of standard error that are kept
SHOWN = 120  # characters of a line, in an error message
TICK = 0.05  # seconds between looks at a flag
QUIT_TIME = 0.5  # seconds for a program to leave by itself

_open: weakref.WeakSet[Pipe] = weakref.WeakSet()


def split_command(command: str) -> list[str]:
    """The words of a command line as a shell reads it; refuses one that names no program of this machine."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadOption(f"'{command}' is not a command line: {error}.") from None
    if not words:
        raise BadOption("No program was named; write program=./engine, or program=./engine --level 3.")
    if shutil.which(words[0]) is None:
        raise BadOption(f"There is no program '{words[0]}' that can be run; give its path, as in ./engine.")
    return words


class Pipe:
    """A running program. Whatever it does wrong ends it and raises PlayerFault."""

    def __init__(self, words: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise BadOption(f"The program '{words[0]}' cannot be started: {error.strerror}.") from None
        guard_group(self._process.pid)
        self._end = weakref.finalize(self, _kill, self._process)  # also when Kibitz ends
        _open.add(self)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._in, self._out, self._err = (
            stream.fileno() for stream in (self._process.stdin, self._process.stdout, self._process.stderr)
        )
        self._poll = select.poll()
        for end in (self._in, self._out, self._err):
            os.set_blocking(end, False)
        for end in (self._out, self._err):
            self._poll.register(end, select.POLLIN)
        self._unsent = b""
        self._unread = b""  # the beginning of a line
        self._lines: deque[str] = deque()
        self._stderr = b""
        self._asked, self._since, self._size = "", time.monotonic(), 0
        self._is_gone = False

    @property
    def is_open(self) -> bool:
        return self._end.alive

    @property
    def waited(self) -> float:
        """Seconds since something was sent."""
        return time.monotonic() - self._since

    def send(self, line: str) -> None:
        """Send a line; the clock for the answer starts."""
        self._asked, self._since, self._size = line, time.monotonic(), 0
        self._unsent += line.encode() + b"\n"
        self._write()

    def read_line(self, seconds: float, *, stop: StopFlag | None = None, awaited: str = "answer") -> str:
        """The next line, up to so many seconds after the last `send`; `awaited` names it in the error message."""
        line = self.line_before(seconds, stop=stop)
        if line is None:
            raise self.fault(f"hung: no {awaited} to {quote_line(self._asked)} within {self.waited:.1f} s", "hang")
        return line

    def line_before(self, seconds: float, *, stop: StopFlag | None = None) -> str | None:
        """The same, but None when the time is up or the flag is raised; the program keeps running."""
        while not self._lines:
            if self._is_gone:
                raise self.fault(f"crashed: its process ended {self._how_it_ended()}", "crash")
            left = seconds - self.waited
            if left <= 0 or (stop is not None and stop.raised):
                return None
            if not self._transfer(min(TICK, left)):  # a child of its own may keep the pipe open when it is gone
                self._is_gone = self._is_gone or self._process.poll() is not None
        return self._lines.popleft()

    def fault(self, reason: str, kind: str = "nonsense") -> PlayerFault:
        """End the program; the error to raise, with the last line of its standard error."""
        self.close()
        words = self._stderr.decode(errors="replace").strip().splitlines()
        return PlayerFault(reason + (f" (last on standard error: {quote_line(words[-1])})" if words else ""), kind)

    def close_input(self) -> None:
        """Close the standard input of the program."""
        assert self._process.stdin is not None
        self._process.stdin.close()

    def ends_within(self, seconds: float) -> bool:
        """Whether the program ends by itself; what it still writes is lost."""
        until = time.monotonic() + seconds
        while self._process.poll() is None and time.monotonic() < until:
            if self._is_gone or not self._transfer(TICK / 5):
                time.sleep(TICK / 50)
            self._lines.clear()
        return self._process.returncode is not None

    def close(self, farewell: str = "") -> None:
        """End the program and all it has started; if it is sent `farewell`, it has half a second to end by itself."""
        if not self.is_open:
            return
        if farewell:
            self.send(farewell)
            with contextlib.suppress(PlayerFault):
                self.ends_within(QUIT_TIME)
        self._end()

    def _transfer(self, seconds: float) -> bool:
        """Read and write what is ready, waiting up to so long for it; whether there was anything."""
        if self._unsent:
            self._poll.register(self._in, select.POLLOUT)
        ready = self._poll.poll(1000 * seconds)
        for end, _ in ready:
            if end == self._in:
                self._write()
            elif end == self._out:
                self._take_output(self._read(end))
            else:
                self._stderr = (self._stderr + self._read(end))[-STDERR_KEPT:]
        return bool(ready)

    def _write(self) -> None:
        try:
            self._unsent = self._unsent[os.write(self._in, self._unsent) :]
        except BlockingIOError:
            return
        except OSError:  # it reads no more; whether it has ended is seen when its answer is wanted
            self._unsent = b""
        if not self._unsent:
            with contextlib.suppress(KeyError):
                self._poll.unregister(self._in)

    def _read(self, end: int) -> bytes:
        data = os.read(end, LONGEST_LINE)
        if not data:
            self._poll.unregister(end)
            self._is_gone = self._is_gone or end == self._out
        return data

    def _take_output(self, data: bytes) -> None:
        self._size += len(data)
        *lines, self._unread = (self._unread + data).split(b"\n")
        if max(map(len, (*lines, self._unread))) > LONGEST_LINE:
            raise self.fault(f"answered rubbish: a line of more than {LONGEST_LINE:,} characters")
        if self._size > MAX_OUTPUT:
            raise self.fault(f"answered rubbish: more than {MAX_OUTPUT:,} characters to {quote_line(self._asked)}")
        self._lines.extend(line.decode(errors="replace").rstrip("\r") for line in lines)

    def _how_it_ended(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(QUIT_TIME)
        code = self._process.returncode
        if code is None:
            return "its output, but keeps running"
        return f"by {signal.Signals(-code).name}" if code < 0 else f"with exit status {code}"


def _kill(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    forget_group(process.pid)
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            stream.close()


def close_all_pipes() -> None:
    """End every program that runs; for a process that is about to exit at once."""
    for pipe in tuple(_open):
        pipe.close()


def quote_line(line: str) -> str:
    """A line as an error message shows it: short, and without control characters."""
    text = "".join(c if c.isprintable() else "?" for c in line)
    return f"'{text[:SHOWN]}…'" if len(text) > SHOWN else f"'{text}'"

"""Somebody else's program behind a pipe: lines go in, lines come out, and nothing it does can block us.

    send ──▶ standard input
             standard output ──▶ read_line, until its time is up
             standard error  ──▶ the last lines are kept, to explain why it died

Everything is bounded: the wait, the length of a line, the size of an answer. Threads write and read; they read only
so much before somebody waits for an answer, so a program that writes without end fills its own pipe and stops. It runs
in a session of its own, whose processes are killed when the conversation is over, however it ends (`child.py`).
"""

from __future__ import annotations

import contextlib
import queue
import shlex
import shutil
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Sequence
from typing import IO, NamedTuple

from kibitz.core.errors import BadOption, PlayerFault
from kibitz.core.searching import StopFlag
from kibitz.jobs.child import Child

LONGEST_LINE = 1 << 16  # bytes
READ_AHEAD = 32  # pieces of up to 64 KiB that are read before somebody waits for them
MAX_OUTPUT = 1 << 24  # bytes in answer to one command
STDERR_KEPT = 1 << 11  # bytes of standard error that are kept
SHOWN = 120  # characters of a line, in an error message
TICK = 0.05  # seconds between looks at a flag
QUIT_TIME = 0.5  # seconds for a program to leave by itself


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


class _Piece(NamedTuple):
    """Some bytes that the program has written; none when it has closed that pipe."""

    data: bytes
    is_error: bool


class Pipe:
    """A running program. Whatever it does wrong ends it and raises PlayerFault."""

    def __init__(self, words: Sequence[str]) -> None:
        try:
            self._child = Child(words, stderr=subprocess.PIPE, bufsize=0, start_new_session=True)
        except OSError as error:
            raise BadOption(f"The program '{words[0]}' cannot be started: {error.strerror}.") from None
        process = self._process = self._child.process
        self._unsent: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._arrived: queue.Queue[_Piece] = queue.Queue(READ_AHEAD)
        self._end = weakref.finalize(self, _end, self._child, self._unsent, self._arrived)
        threading.Thread(target=_write, args=(self._unsent, process.stdin), daemon=True).start()
        for stream in (process.stdout, process.stderr):
            reading = (stream, stream is process.stderr, self._arrived)
            threading.Thread(target=_read, args=reading, daemon=True).start()
        self._unread = b""  # the beginning of a line
        self._lines: deque[str] = deque()
        self._stderr = b""
        self._asked, self._since, self._size = "", time.monotonic(), 0
        self._is_gone = self._is_silent = False  # nothing more comes from its output, from its standard error

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
        self._unsent.put(line.encode() + b"\n")

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
                self._hear_last_words()
                raise self.fault(f"crashed: its process ended {self._child.how_it_ended(QUIT_TIME)}", "crash")
            left = seconds - self.waited
            if left <= 0 or (stop is not None and stop.raised):
                return None
            if not self._take_piece(min(TICK, left)) and self._process.poll() is not None:
                self._is_gone = not self._take_piece(QUIT_TIME)  # a child of its own may keep the pipe open
        return self._lines.popleft()

    def fault(self, reason: str, kind: str = "nonsense") -> PlayerFault:
        """End the program; the error to raise, with the last line of its standard error."""
        self.close()
        words = self._stderr.decode(errors="replace").strip().splitlines()
        return PlayerFault(reason + (f" (last on standard error: {quote_line(words[-1])})" if words else ""), kind)

    def close_input(self) -> None:
        """Close the standard input of the program."""
        self._unsent.put(None)

    def ends_within(self, seconds: float) -> bool:
        """Whether the program ends by itself; what it still writes is lost."""
        until = time.monotonic() + seconds
        while self._process.poll() is None and time.monotonic() < until:
            if self._is_gone or not self._take_piece(TICK / 5):
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

    def _take_piece(self, seconds: float) -> bool:
        """Take what the program has written, waiting up to so long for it; whether there was anything."""
        try:
            piece = self._arrived.get(timeout=seconds)
        except queue.Empty:
            return False
        if piece.is_error:
            self._is_silent = not piece.data
            self._stderr = (self._stderr + piece.data)[-STDERR_KEPT:]
        elif piece.data:
            self._take_output(piece.data)
        else:
            self._is_gone = True
        return True

    def _hear_last_words(self) -> None:
        """Read the standard error of a program that has ended, as far as that comes in a moment."""
        until = time.monotonic() + QUIT_TIME
        while not self._is_silent and (left := until - time.monotonic()) > 0:
            self._take_piece(left)

    def _take_output(self, data: bytes) -> None:
        self._size += len(data)
        *lines, self._unread = (self._unread + data).split(b"\n")
        if max(map(len, (*lines, self._unread))) > LONGEST_LINE:
            raise self.fault(f"answered rubbish: a line of more than {LONGEST_LINE:,} characters")
        if self._size > MAX_OUTPUT:
            raise self.fault(f"answered rubbish: more than {MAX_OUTPUT:,} characters to {quote_line(self._asked)}")
        self._lines.extend(line.decode(errors="replace").rstrip("\r") for line in lines)


def _write(lines: queue.SimpleQueue[bytes | None], stream: IO[bytes]) -> None:
    """Send lines until None comes; if the program reads no more, that is seen when its answer is wanted."""
    with contextlib.suppress(OSError), stream:
        while line := lines.get():
            while line:
                line = line[stream.write(line) :]


def _read(stream: IO[bytes], is_error: bool, arrived: queue.Queue[_Piece]) -> None:
    """Pass on what comes until the pipe is closed."""
    with stream:
        while data := stream.read(LONGEST_LINE):
            arrived.put(_Piece(data, is_error))
    arrived.put(_Piece(b"", is_error))


def _end(child: Child, unsent: queue.SimpleQueue[bytes | None], arrived: queue.Queue[_Piece]) -> None:
    child.end()
    unsent.put(None)
    with contextlib.suppress(queue.Empty):
        while True:  # so that there is room for what the threads have read last, and they end
            arrived.get_nowait()


def quote_line(line: str) -> str:
    """A line as an error message shows it: short, and without control characters."""
    text = "".join(c if c.isprintable() else "?" for c in line)
    return f"'{text[:SHOWN]}…'" if len(text) > SHOWN else f"'{text}'"

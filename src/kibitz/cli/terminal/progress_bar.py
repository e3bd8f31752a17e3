"""What a command shows while it works, on standard error: what it does, how far it is, for how long, how to stop it.

On a terminal it is one line that is drawn again and again and vanishes at the end:

    ⠹ counting games: ply 3 of 3   ━━━━━━━────────   41 %   0:07, about 0:10 left   Ctrl-C stops

Elsewhere it is a sentence after two seconds, and further ones at growing intervals. Who is quick shows nothing.
"""

from __future__ import annotations

import itertools
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

import click

from kibitz.core.errors import escape_controls
from kibitz.kernels.compiler.compile_events import compiled_now

FIRST_DRAWING = 0.5  # seconds before a terminal shows anything
BETWEEN_DRAWINGS = 0.1
FIRST_FORECAST = 3.0  # seconds before it is told how long the rest will take
FIRST_SENTENCE = 2.0  # seconds before anything else does
BETWEEN_SENTENCES = (3.0, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0, 300.0)  # and the last of them from then on
HOW_TO_STOP = "Ctrl-C stops"
BAR_CELLS = 16
SPINNER, ASCII_SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏", "|/-\\"


class UpdateProgress(Protocol):
    """Updates the line: games or cells done, a short text, and the total if it has changed."""

    def __call__(self, done: int, text: str, planned: int | None = ...) -> None: ...


class WorkLine:
    """What is being done and how far it is; `watch` is called before each drawing and may update it."""

    def __init__(self, text: str, planned: int | None, watch: Callable[[WorkLine], None] | None) -> None:
        self.text, self.done, self.planned, self.unit = text or "working", 0, planned, ""
        self._watch = watch
        self._started = time.perf_counter()
        self._lock = threading.RLock()
        self._ended = threading.Event()
        self._is_drawn = False
        self._is_terminal = _is_terminal()
        self._is_ascii = "utf" not in (sys.stderr.encoding or "").lower()
        self._thread = threading.Thread(target=self._show, name="kibitz-progress", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def end(self) -> None:
        """Leave nothing on the terminal."""
        self._ended.set()
        with self._lock:
            self._erase()

    def update(self, done: int, text: str, planned: int | None = None) -> None:
        """So much is done of what is planned; the text says what is being done, or how it stands."""
        self.done, self.text, self.planned = done, text or self.text, planned

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Take the line away while something else is printed on the terminal."""
        with self._lock:
            self._erase()
            yield

    # Drawing, in a thread of its own.

    def _show(self) -> None:
        try:
            if self._is_terminal:
                self._draw_again_and_again()
            else:
                self._say_at_intervals()
        except (OSError, ValueError):  # nobody is listening any more
            return

    def _draw_again_and_again(self) -> None:
        if self._ended.wait(FIRST_DRAWING):
            return
        for sign in itertools.cycle(ASCII_SPINNER if self._is_ascii else SPINNER):
            with self._lock:
                if self._ended.is_set():
                    return
                self._look()
                click.echo(f"\r\x1b[K{self._compose(sign)}", err=True, nl=False)
                self._is_drawn = True
            if self._ended.wait(BETWEEN_DRAWINGS):
                return

    def _say_at_intervals(self) -> None:
        pauses = itertools.chain((FIRST_SENTENCE, *BETWEEN_SENTENCES), itertools.repeat(BETWEEN_SENTENCES[-1]))
        for pause in pauses:
            if self._ended.wait(pause):
                return
            with self._lock:
                self._look()
                parts = [self._say_what(), self._format_share(), f"{self._seconds():.0f} s so far", HOW_TO_STOP]
                click.echo(f"kibitz: {'; '.join(filter(None, parts))}.", err=True)

    def _look(self) -> None:
        if self._watch is not None:
            self._watch(self)

    def _say_what(self) -> str:
        """What is being done; nothing else is while code is compiled, however short the work itself may be."""
        what = compiled_now()
        return escape_controls(f"compiling {what}" if what else self.text)

    def _erase(self) -> None:
        if self._is_drawn:
            click.echo("\r\x1b[K", err=True, nl=False)
            self._is_drawn = False

    def _compose(self, sign: str) -> str:
        """The line, as wide as the terminal at most; of what does not fit, the text is shortened."""
        text, columns = self._say_what(), _count_columns() - 1
        parts = [self._draw_bar(), self._format_share(), self._format_times(), HOW_TO_STOP]
        rest = "   ".join(filter(None, parts))
        if len(text) + len(rest) + 5 > columns:
            rest = "   ".join(filter(None, parts[1:]))  # the share is told in numbers as well
        room = columns - len(rest) - 5
        text = text if len(text) <= room else text[: max(room - 1, 0)] + "…"
        return f"{sign} {text}   {rest}"[:columns]

    def _draw_bar(self) -> str:
        if not self.planned or compiled_now():
            return ""
        full = min(BAR_CELLS * self.done // self.planned, BAR_CELLS)
        return ("#" if self._is_ascii else "━") * full + ("-" if self._is_ascii else "─") * (BAR_CELLS - full)

    def _format_share(self) -> str:
        if not self.planned or compiled_now():
            return ""
        if self.unit == "%":
            return f"{100 * self.done // self.planned} %"
        return f"{self.done:,} of {self.planned:,}{self.unit}"

    def _format_times(self) -> str:
        seconds = self._seconds()
        if not self.planned or not self.done or self.unit == " s" or seconds < FIRST_FORECAST:
            return _format_clock(seconds)
        left = seconds * (self.planned - self.done) / self.done
        return f"{_format_clock(seconds)}, about {_format_clock(max(left, 0))} left"

    def _seconds(self) -> float:
        return time.perf_counter() - self._started


_lines: list[WorkLine] = []  # those that are shown, the innermost last
_preparations: list[WorkLine] = []


@contextmanager
def show_work(
    text: str, planned: int | None = None, *, unit: str = "", watch: Callable[[WorkLine], None] | None = None
) -> Iterator[WorkLine]:
    """Show during the block what is being done; `unit` is that of the numbers, as in "%", empty for a mere count."""
    end_preparation()
    line = WorkLine(text, planned, watch)
    line.unit = unit
    _lines.append(line)
    line.start()
    try:
        yield line
    finally:
        _lines.remove(line)
        line.end()


@contextmanager
def show_preparation(text: str) -> Iterator[None]:
    """As `show_work`, but until other work is shown, or `end_preparation` is called."""
    with show_work(text) as line:
        _preparations.append(line)
        try:
            yield
        finally:
            end_preparation()


def end_preparation() -> None:
    """Say no more about it: from now on the command prints, or waits for somebody."""
    while _preparations:
        _preparations.pop().end()


@contextmanager
def show_progress(text: str, planned: int | None) -> Iterator[UpdateProgress]:
    """Show a bar during the block, and give the function that updates it."""
    with show_work(text, planned) as line:

        def show(done: int, text: str, planned: int | None = planned) -> None:
            line.update(done, text, planned)

        yield show


def print_above_line(text: str) -> None:
    """Print on standard error, above the line if there is one."""
    if not _lines:
        click.echo(text, err=True)
        return
    with _lines[-1].hidden():
        click.echo(text, err=True)


def _is_terminal() -> bool:
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def _count_columns() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):
        return 80


def _format_clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    if minutes < 60:
        return f"{minutes}:{rest:02}"
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours < 48 else f"{hours // 24} days"

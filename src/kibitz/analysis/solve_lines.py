"""A stream of positions, one a line, solved as it comes: read in pieces, answered in its order.

    a file, a pipe ──▶ read_pieces ──▶ lines that are there ──▶ solve_lines ──▶ their scores

A piece is what can be read without waiting, so that a slow producer has its answer at once and a long file is read
many lines at a time. The lines of a piece are parsed together and solved together, since a call of compiled code costs
more than an easy position; nothing is remembered from one line to the next, so that what a position costs does not
depend on its place.
"""

from __future__ import annotations

import functools
import io
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import BinaryIO, NamedTuple

from kibitz.analysis.best_move import SOLVE_SECONDS, unsolved
from kibitz.core.errors import BadFile, InputError
from kibitz.core.game import Game, State
from kibitz.core.limits import Limits
from kibitz.core.loading import format_game_spec, load_game
from kibitz.core.searching import SearchResult, StopFlag
from kibitz.jobs.workers import run_in_order
from kibitz.kernels.backends import find_exact_scores, play_lines_compiled
from kibitz.kernels.compiled_forms import find_form
from kibitz.play.positions import record_from_line
from kibitz.search.perfect import Perfect

COMMENT = ("#", "%")  # what a line of a file begins with that says nothing about a position
PIECE = 1 << 16  # bytes read at a time
MAX_LINE = 1 << 20  # bytes: more than any position has
MANY_LINES = 50  # so many are parsed by compiled code, which is not loaded for fewer
LINES_OF_TASK = 64  # given to a worker at a time


class SolvedLine(NamedTuple):
    """The answer to one line of a file: the `score` and what it cost, or an `error`."""

    position: str
    score: int | None = None
    nodes: int = 0
    seconds: float = 0.0
    error: str = ""


@dataclass(frozen=True)
class LinesTask:
    """Lines for another process or machine to solve, and how."""

    game: str
    lines: tuple[str, ...]
    seconds: float
    solver: Perfect


def read_pieces(stream: BinaryIO) -> Iterator[list[str]]:
    """The lines of a stream, as many at a time as are there; to wait for more is to wait for the first of them."""
    rest = b""
    while data := _read_available(stream):
        *whole, rest = (rest + data).replace(b"\r", b"\n").split(b"\n")
        if len(rest) > MAX_LINE:
            raise BadFile(f"A line is longer than {MAX_LINE:,} bytes; write one position per line.")
        if whole:
            yield b"\n".join(whole).decode("utf-8", "replace").split("\n")
    if rest:
        yield [rest.decode("utf-8", "replace")]


def _read_available(stream: BinaryIO) -> bytes:
    """The next bytes of a stream; waits if there are none yet, and is empty at its end.

    Not by the stream's own buffer: a thread that waits in it holds a lock, which Python needs to end.
    """
    try:
        number = stream.fileno()
    except (io.UnsupportedOperation, AttributeError):  # bytes in memory
        return stream.read(PIECE)
    return os.read(number, PIECE)


def solve_pieces(
    game: Game,
    pieces: Iterable[Sequence[str]],
    *,
    seconds: float = SOLVE_SECONDS,
    solver: Perfect = Perfect(),
    workers: int = 1,
    cluster: str | None = None,
) -> Iterator[list[SolvedLine]]:
    """The answers to all lines, in their order, several at a time; by workers, if there are more than one."""
    if workers == 1 and cluster is None:
        for piece in pieces:
            yield from solve_lines(game, piece, seconds=seconds, solver=solver)
        return
    spec = format_game_spec(game)
    tasks = (
        LinesTask(spec, tuple(piece[first : first + LINES_OF_TASK]), seconds, solver)
        for piece in pieces
        for first in range(0, len(piece), LINES_OF_TASK)
    )
    with closing(run_in_order(tasks, solve_task, workers, cluster)) as answers:
        yield from answers


_load_game = functools.lru_cache(16)(load_game)


def solve_task(task: LinesTask) -> list[SolvedLine]:
    """What a worker does, anywhere."""
    pieces = solve_lines(_load_game(task.game), task.lines, seconds=task.seconds, solver=task.solver)
    return [answer for piece in pieces for answer in piece]


def solve_lines(
    game: Game,
    lines: Sequence[str],
    *,
    seconds: float = SOLVE_SECONDS,
    solver: Perfect = Perfect(),
    stop: StopFlag | None = None,
) -> Iterator[list[SolvedLine]]:
    """The exact score of one position a line, each within the time; empty lines and comments (# or %) are passed over.

    The answers come in order, as many at a time as were found together.
    """
    searcher, limits = replace(solver, keep=False), Limits(time=seconds)
    lines = [line for line in lines if line and not line.isspace() and not line.lstrip().startswith(COMMENT)]
    places = _read_positions(game, lines)
    answers = [_answer_at_once(searcher, game, place, limits) for place in places]
    asked = [index for index, answer in enumerate(answers) if answer is None]
    states = [state for index in asked if (state := places[index].state) is not None]
    ends = [*asked, len(answers)]  # up to where all is answered when so many searches are done
    told = done = 0
    pieces = find_exact_scores(searcher, game, states, limits, stop) if states else iter(())
    while True:
        if told < ends[done]:
            yield [answer for answer in answers[told : ends[done]] if answer is not None]
            told = ends[done]
        piece = next(pieces, None)
        if piece is None:
            return
        for index, state, found in zip(asked[done:], states[done:], piece, strict=False):
            answers[index] = _format_answer(game, places[index].text, state, found, limits)
        done += len(piece)


class _Place(NamedTuple):
    """A line: the text that names its position, and the state, None with the `error` in a sentence.

    `is_ongoing`: the game is known not to be over there.
    """

    text: str
    state: State | None
    error: str = ""
    is_ongoing: bool = False


def _read_positions(game: Game, lines: Sequence[str]) -> list[_Place]:
    if len(lines) < MANY_LINES:
        return [_read_position(game, line) for line in lines]
    texts = [line.split(None, 1)[0] for line in lines]
    played = play_lines_compiled(game, [text.encode() for text in texts])
    return [
        _read_position(game, line) if state is None else _Place(text, state, is_ongoing=True)
        for line, text, state in zip(lines, texts, played, strict=True)
    ]


def _read_position(game: Game, line: str) -> _Place:
    try:
        text, record = record_from_line(game, line)
    except InputError as error:
        return _Place(line.split(None, 1)[0], None, str(error))
    return _Place(text, record.state)


def _answer_at_once(searcher: Perfect, game: Game, place: _Place, limits: Limits) -> SolvedLine | None:
    """The answer that needs no search: an error, the result of a finished game, a score from a book."""
    if place.state is None:
        return SolvedLine(place.text, error=place.error)
    form, known = find_form(searcher) if searcher.book else None, None
    if form is not None:
        known = form.look_up_score(searcher, game, place.state, limits)
    if known is None and not place.is_ongoing and game.result(place.state) is not None:
        known = searcher.exact_score(game, place.state, limits)
    if known is None:
        return None
    return _format_answer(game, place.text, place.state, known, limits)


def _format_answer(game: Game, text: str, state: State, found: SearchResult, limits: Limits) -> SolvedLine:
    if found.stopped_by:
        return SolvedLine(text, error=str(unsolved(game, found.stats.nodes, limits.time or 0)))
    return SolvedLine(text, game.written_score(state, found.score), found.stats.nodes, found.stats.seconds)

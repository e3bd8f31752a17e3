"""Checking a game against the laws: its rules as written and compiled, each in a process of its own.

A rule that loops for ever, or writes where it must not, can only harm that process: the process is ended, and the
question that was asked last is named.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from kibitz.check.laws import LAWS, RULE_LAWS, RandomWalk, describe_difference, describe_walks, play_random_walk
from kibitz.core.errors import BadFile, InputError
from kibitz.core.evaluation import evaluators_for, find_evaluator
from kibitz.core.game import Game
from kibitz.core.loading import load_game
from kibitz.core.user_files import describe_user_fault

AS_WRITTEN, COMPILED = "as written", "compiled"
DEFAULT_GAMES = 20
MAX_RULE_SECONDS = 5.0  # seconds a rule may take for one answer
MAX_COMPILE_SECONDS = 120.0  # seconds the compiler may take
LONGEST_NOTE = 400  # bytes


@dataclass(frozen=True)
class LawFinding:
    """The outcome for one law: `problem` is empty if it holds; `rules` says in which form the rules were tested.

    `note`: what else is worth knowing, as how the random games went.
    """

    law: str
    rules: str
    problem: str = ""
    note: str = ""


def check_game(game: str, *, games: int = DEFAULT_GAMES, patience: float = MAX_RULE_SECONDS) -> Iterator[LawFinding]:
    """Check a game, law by law. The game is given as text, so that its file is run in the other process only."""
    for rules in (AS_WRITTEN, COMPILED):
        yield from _watched(rules, game, games, patience)


def _watched(rules: str, game: str, games: int, patience: float) -> Iterator[LawFinding]:
    """What the process finds, until it is done, dies or hangs."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    note = _Note(context)
    process = context.Process(target=_inspect, args=(rules, game, games, patience, there, note), daemon=True)
    with _shield_children():
        process.start()
    there.close()
    try:
        while True:
            if here.poll(0.05):
                found = here.recv()
                if isinstance(found, InputError):
                    raise found
                if found is None:
                    return
                yield found
            elif note.overdue():
                yield LawFinding(
                    "every rule comes to an end", rules, f"{note.text} does not, within {patience:g} seconds"
                )
                return
    except EOFError:
        process.join()
        yield LawFinding(
            "the rules do no harm", rules, f"the process was ended {_how(process)} while asked: {note.text}"
        )
    finally:
        process.kill()
        process.join()


@contextmanager
def _shield_children() -> Iterator[None]:
    """Processes started in the block do not hear the interrupt key, which is for the one that starts and ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _how(process: Any) -> str:
    code: int = process.exitcode
    return f"by {signal.Signals(-code).name}" if code < 0 else f"with exit status {code}"


class _Note:
    """Shared between the two processes: what is being asked, since when, and how long that may take."""

    def __init__(self, context: Any) -> None:
        self._text = context.RawArray(ctypes.c_char, LONGEST_NOTE)
        self._times = context.RawArray(ctypes.c_double, 2)  # since when, how long
        self.write("the process", MAX_COMPILE_SECONDS)

    def write(self, text: str, seconds: float) -> None:
        self._times[0] = time.monotonic()
        self._times[1] = seconds
        self._text.value = text.encode()[: LONGEST_NOTE - 1]

    @property
    def text(self) -> str:
        written: bytes = self._text.value
        return written.decode(errors="ignore")

    def overdue(self) -> bool:
        since, seconds = self._times
        return bool(time.monotonic() > since + seconds)


# In the other process.


def _inspect(rules: str, text: str, games: int, patience: float, found: Connection, note: _Note) -> None:
    os.dup2(2, 1)  # what a user's file prints must not mix with the answer
    try:
        note.write("the file", MAX_COMPILE_SECONDS)
        game = load_game(text)
        inspection = _Inspection(game, games, lambda what: note.write(what, patience), note, found.send)
        inspection.as_written() if rules == AS_WRITTEN else inspection.compiled()
        found.send(None)
    except InputError as error:
        found.send(error)
    except Exception as error:  # in the parts of a game that every law needs
        found.send(BadFile(describe_user_fault(error) or _reason(error)))


@dataclass(frozen=True)
class _Inspection:
    game: Game
    games: int
    tell: Callable[[str], None]
    note: _Note
    send: Callable[[LawFinding], None]

    def as_written(self) -> None:
        walks = self._walks(AS_WRITTEN, self.game.cached_rules)
        for law in LAWS if walks else ():
            self.tell(f"the law that {law.sentence}")
            self._report(law.sentence, AS_WRITTEN, (fault for walk in walks for fault in law.faults(self.game, walk)))

    def compiled(self) -> None:
        if self.game.words == 0:
            return
        from kibitz.kernels.compiler.preparation import callable_rules, fault_in_rules

        self.note.write("the compiler", MAX_COMPILE_SECONDS)
        fault = fault_in_rules(self.game)
        self.send(LawFinding("the rules compile", COMPILED, fault))
        if fault:
            return
        walks = self._walks(COMPILED, callable_rules(self.game))
        for law in RULE_LAWS if walks else ():
            self._report(law.sentence, COMPILED, (fault for walk in walks for fault in law.faults(self.game, walk)))
        self._report("the rules say the same as written", COMPILED, self._differences(walks))
        for name in evaluators_for(self.game):
            self._report(f"the heuristic {name} says the same as written", COMPILED, self._guesses(name, walks))

    def _walks(self, rules: str, played_by: Any) -> list[RandomWalk]:
        """Random games, up to one that does not end; none if a rule fails on the way, which is reported."""
        sentence = "the rules answer"
        walks: list[RandomWalk] = []
        try:
            while len(walks) < self.games and not (walks and walks[-1].is_endless):
                walks.append(
                    play_random_walk(self.game, played_by, len(walks), lambda what: self.tell(f"{what} ({rules})"))
                )
        except Exception as error:
            self.send(LawFinding(sentence, rules, f"{self.note.text}: {_reason(error)}"))
            return []
        self.send(LawFinding(sentence, rules, note=describe_walks(self.game, walks) if rules == AS_WRITTEN else ""))
        return walks

    def _differences(self, walks: list[RandomWalk]) -> Iterator[str]:
        for walk in walks:
            self.tell(f"the rules as written, in random game {walk.seed}")
            fault = describe_difference(play_random_walk(self.game, self.game.cached_rules, walk.seed), walk)
            if fault:
                yield f"{fault}, as written and compiled"

    def _guesses(self, name: str, walks: list[RandomWalk]) -> Iterator[str]:
        from kibitz.kernels.compiler.preparation import callable_terms, fault_in_rules

        evaluator = find_evaluator(name, self.game)
        self.note.write(f"the compiler, with {name}", MAX_COMPILE_SECONDS)
        fault = fault_in_rules(self.game, evaluator)
        if fault:
            yield fault
            return
        terms, compiled_terms = evaluator.terms(), callable_terms(evaluator)
        for walk in walks:
            for ply, position in enumerate(walk.positions[:-1]):
                self.tell(f"the terms of {name} {walk.where(ply)}")
                one, other = ([0] * len(evaluator.weights) for _ in range(2))
                terms(position.state, one)
                compiled_terms(position.state, other)
                if one != other:
                    yield f"{name} counts {one} and {other} {walk.where(ply)}, as written and compiled"

    def _report(self, sentence: str, rules: str, faults: Iterator[str]) -> None:
        """The first fault, if any."""
        try:
            problem = next(faults, "")
        except Exception as error:
            problem = _reason(error)
        self.send(LawFinding(sentence, rules, problem))


def _reason(error: Exception) -> str:
    return (describe_user_fault(error) or traceback.format_exception_only(error)[-1].strip()).rstrip(".")

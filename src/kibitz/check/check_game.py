"""Checking a game against the laws: its rules as written and compiled, each in a process of its own.

A rule that loops for ever, or writes where it must not, can only harm that process: the process is ended, and the
question that was asked last is named.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kibitz.check.laws import LAWS, RULE_LAWS, RandomWalk, describe_difference, describe_walks, play_random_walk
from kibitz.core.errors import BadFile, InputError
from kibitz.core.evaluation import evaluators_for, find_evaluator
from kibitz.core.game import Game
from kibitz.core.loading import load_game
from kibitz.core.user_files import describe_user_fault
from kibitz.jobs.process import Caller, NoAnswer, ProcessDied, TaskProcess

AS_WRITTEN, COMPILED = "as written", "compiled"
DEFAULT_GAMES = 20
MAX_RULE_SECONDS = 5.0  # seconds a rule may take for one answer
MAX_COMPILE_SECONDS = 120.0  # seconds the compiler may take


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
    with TaskProcess() as process:
        task = _Task(rules, game, games, patience)
        try:
            for told in process.follow(_inspect, task, seconds=MAX_COMPILE_SECONDS, attempts=1):
                if isinstance(told, LawFinding):
                    yield told
        except NoAnswer as silent:
            problem = f"{silent.doing} does not, within {silent.seconds:g} seconds"
            yield LawFinding("every rule comes to an end", rules, problem)
        except ProcessDied as died:
            problem = f"the process was ended {died.how} while asked: {died.doing or 'the process'}"
            yield LawFinding("the rules do no harm", rules, problem)


# In the other process.


@dataclass(frozen=True)
class _Task:
    rules: str
    game: str
    games: int
    patience: float


def _inspect(task: _Task, caller: Caller) -> None:
    try:
        caller.tell("the file", seconds=MAX_COMPILE_SECONDS)
        inspection = _Inspection(load_game(task.game), task.games, task.patience, caller)
        inspection.as_written() if task.rules == AS_WRITTEN else inspection.compiled()
    except InputError:
        raise
    except Exception as error:  # in the parts of a game that every law needs
        raise BadFile(describe_user_fault(error) or _reason(error)) from None


@dataclass(frozen=True)
class _Inspection:
    game: Game
    games: int
    patience: float
    caller: Caller

    def tell(self, what: str) -> None:
        """Say which rule is asked next, for whoever watches how long that takes."""
        self.caller.tell(what, seconds=self.patience)

    def as_written(self) -> None:
        walks = self._walks(AS_WRITTEN, self.game.cached_rules)
        for law in LAWS if walks else ():
            self.tell(f"the law that {law.sentence}")
            self._report(law.sentence, AS_WRITTEN, (fault for walk in walks for fault in law.faults(self.game, walk)))

    def compiled(self) -> None:
        if self.game.words == 0:
            return
        from kibitz.kernels.compiler.preparation import callable_rules, fault_in_rules

        self.caller.tell("the compiler", seconds=MAX_COMPILE_SECONDS)
        fault = fault_in_rules(self.game)
        self.caller.tell(LawFinding("the rules compile", COMPILED, fault))
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
        asked = "the file"

        def tell(what: str) -> None:
            nonlocal asked
            asked = f"{what} ({rules})"
            self.tell(asked)

        try:
            while len(walks) < self.games and not (walks and walks[-1].is_endless):
                walks.append(play_random_walk(self.game, played_by, len(walks), tell))
        except Exception as error:
            self.caller.tell(LawFinding(sentence, rules, f"{asked}: {_reason(error)}"))
            return []
        note = describe_walks(self.game, walks) if rules == AS_WRITTEN else ""
        self.caller.tell(LawFinding(sentence, rules, note=note))
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
        self.caller.tell(f"the compiler, with {name}", seconds=MAX_COMPILE_SECONDS)
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
        self.caller.tell(LawFinding(sentence, rules, problem))


def _reason(error: Exception) -> str:
    return (describe_user_fault(error) or traceback.format_exception_only(error)[-1].strip()).rstrip(".")

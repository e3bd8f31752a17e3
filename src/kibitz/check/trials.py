"""Does a program from outside keep to its protocol? What the trials of all protocols share.

A trial is a sentence that should hold and a function that yields what is wrong. It finds a running program that has
been greeted; one that a trial has ended, or that ended itself, is started again for the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from kibitz.core.errors import MalformedMove, PlayerFault
from kibitz.core.game import Game
from kibitz.core.notation import moves_text
from kibitz.core.rng import Rng
from kibitz.jobs.pipe import Pipe, quote_line, split_command
from kibitz.play.outside.engine_player import Engine, Talk
from kibitz.play.records import Choice, GameRecord

__all__ = ["QUITTING", "Bench", "Finding", "Trial", "run_trials"]

QUITTING = 3.0  # seconds to end in
OVERTIME = 0.5  # seconds that a move may be late
WALKS_FOR_A_PASS = 200  # random games to look through for a position where one must pass
MOVES_SHOWN = 60  # characters

T = TypeVar("T", bound=Talk)


@dataclass(frozen=True)
class Finding:
    """What came of a trial: `problem` is empty if all is well."""

    test: str
    problem: str = ""


@dataclass
class Bench(Generic[T]):
    """A program on trial, and positions to try it with. `games`: how many to play."""

    engine: Engine
    game: Game
    games: int
    talk: T

    def walk(self, seed: int) -> GameRecord:
        """A whole game at random."""
        rng, record = Rng(seed), self.start()
        while not record.is_over:
            record = record.after(Choice(rng.choice(self.game.moves(record.state))))
        return record

    def walks(self) -> Iterator[GameRecord]:
        return (self.walk(seed) for seed in range(self.games))

    def start(self) -> GameRecord:
        return GameRecord.begin(self.game, ("", ""))

    def where_one_must_pass(self) -> GameRecord | None:
        """A position in which a pass is the only move; None if the game has no passes, or none was found."""
        try:
            a_pass = self.game.parse_move("pass")
        except MalformedMove:
            return None
        for seed in range(WALKS_FOR_A_PASS):
            walk = self.walk(seed)
            if a_pass in walk.moves:
                return walk.before(walk.moves.index(a_pass))
        return None

    def fault_in_move(self, record: GameRecord, text: str) -> str:
        """What is wrong with a move it has named, or nothing."""
        try:
            move = self.game.parse_move(text)
        except MalformedMove as error:
            return f"{error} (it was asked {where(record)})"
        legal = self.game.moves(record.state)
        return "" if move in legal else f"it plays {text}, which is not legal, {where(record)}"

    def fault_in_pass(self, record: GameRecord, text: str) -> str:
        """What is wrong with its move where one must pass, or nothing."""
        return "" if text.lower() == "pass" else f"it plays {quote_line(text)} where it must pass, {where(record)}"

    def fault_in_time(self, seconds: float) -> str:
        """What is wrong with how long its last answer took, or nothing."""
        waited = self.talk.pipe.waited
        return "" if waited <= seconds + OVERTIME else f"it took {waited:.2f} s for a move and had {seconds:g} s"


def where(record: GameRecord) -> str:
    """A place in a game, in words."""
    text = moves_text(record.game, record.moves)
    if not text:
        return "at the start"
    return f"after {text}" if len(text) <= MOVES_SHOWN else f"after {text[:MOVES_SHOWN]}… ({len(record.moves)} moves)"


class Trial(NamedTuple, Generic[T]):
    """`applies`: whether there is anything to try, as there is not with passes in a game that has none."""

    sentence: str
    faults: Callable[[Bench[T]], Iterator[str]]
    applies: Callable[[Bench[T]], bool] = lambda bench: True


def run_trials(
    engine: Engine, game: Game, talk: Callable[[Engine, Game, Pipe], T], trials: tuple[Trial[T], ...], games: int
) -> Iterator[Finding]:
    """Try them one after another. If not even the greeting succeeds, that is all there is to say."""
    sentence = "it answers when it is greeted, and sets up the game"
    greeted: T | None = None
    try:
        for trial in trials:
            try:
                if greeted is None or not greeted.pipe.is_open:
                    first = greeted is None
                    greeted = talk(engine, game, Pipe(split_command(engine.program)))
                    greeted.greet()
                    if first:
                        yield Finding(sentence)
            except PlayerFault as fault:
                yield Finding(sentence, f"it {fault}")
                return
            bench = Bench(engine, game, games, greeted)
            if not trial.applies(bench):
                continue
            try:
                problem = next(trial.faults(bench), "")
            except PlayerFault as fault:
                problem = f"it {fault}"
            yield Finding(trial.sentence, problem)
            if problem:
                greeted.pipe.close()  # what it gets wrong once must not spoil the other trials
    finally:
        if greeted is not None:
            greeted.pipe.close()

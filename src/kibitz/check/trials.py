"""Testing whether another program keeps to its protocol: what the trials of all protocols share.

A trial is a sentence that should hold and a function that yields what is wrong. It is given a running program that has
been greeted. A program that has ended is started again for the next trial.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from kibitz.core.errors import MalformedMove, PlayerFault
from kibitz.core.game import Game
from kibitz.core.notation import moves_text
from kibitz.core.rng import Rng
from kibitz.engines.outside.outside_engine import EngineConnection, OutsideEngine
from kibitz.jobs.pipe import Pipe, quote_line, split_command
from kibitz.play.records import Choice, GameRecord

QUIT_SECONDS = 3.0  # to end after quit
MAX_DELAY = 0.5  # seconds that a move may be late
GAMES_FOR_A_PASS = 200  # random games to look through for a position where one must pass
MOVES_SHOWN = 60  # characters

T = TypeVar("T", bound=EngineConnection)


@dataclass(frozen=True)
class TrialFinding:
    """The outcome of a trial: `problem` is empty if all is well."""

    test: str
    problem: str = ""


@dataclass
class TestedEngine(Generic[T]):
    """A program being tested, with positions to test it on. `games`: how many games to play."""

    engine: OutsideEngine
    game: Game
    games: int
    connection: T

    def play_random_game(self, seed: int) -> GameRecord:
        """A whole random game."""
        rng, record = Rng(seed), self.new_game()
        while not record.is_over:
            record = record.after(Choice(rng.choice(self.game.moves(record.state))))
        return record

    def play_random_games(self) -> Iterator[GameRecord]:
        return (self.play_random_game(seed) for seed in range(self.games))

    def new_game(self) -> GameRecord:
        return GameRecord.begin(self.game, ("", ""))

    def find_forced_pass(self) -> GameRecord | None:
        """A position in which a pass is the only move; None if the game has no passes, or none was found."""
        try:
            a_pass = self.game.parse_move("pass")
        except MalformedMove:
            return None
        for seed in range(GAMES_FOR_A_PASS):
            played = self.play_random_game(seed)
            if a_pass in played.moves:
                return played.before(played.moves.index(a_pass))
        return None

    def fault_in_move(self, record: GameRecord, text: str) -> str:
        """What is wrong with a move it has named, or nothing."""
        try:
            move = self.game.parse_move(text)
        except MalformedMove as error:
            return f"{error} (it was asked {describe_place(record)})"
        legal = self.game.moves(record.state)
        return "" if move in legal else f"it plays {text}, which is not legal, {describe_place(record)}"

    def fault_in_pass(self, record: GameRecord, text: str) -> str:
        """What is wrong with its move where one must pass, or nothing."""
        return (
            ""
            if text.lower() == "pass"
            else f"it plays {quote_line(text)} where it must pass, {describe_place(record)}"
        )

    def fault_in_time(self, seconds: float) -> str:
        """What is wrong with how long its last answer took, or nothing."""
        waited = self.connection.pipe.waited
        return "" if waited <= seconds + MAX_DELAY else f"it took {waited:.2f} s for a move and had {seconds:g} s"


def describe_place(record: GameRecord) -> str:
    """The place in a game, in words."""
    text = moves_text(record.game, record.moves)
    if not text:
        return "at the start"
    return f"after {text}" if len(text) <= MOVES_SHOWN else f"after {text[:MOVES_SHOWN]}… ({len(record.moves)} moves)"


class Trial(NamedTuple, Generic[T]):
    """`applies`: whether the trial makes sense; one about passes does not in a game without passes."""

    sentence: str
    faults: Callable[[TestedEngine[T]], Iterator[str]]
    applies: Callable[[TestedEngine[T]], bool] = lambda tested: True


def run_trials(
    engine: OutsideEngine,
    game: Game,
    connect: Callable[[OutsideEngine, Game, Pipe], T],
    trials: tuple[Trial[T], ...],
    games: int,
) -> Iterator[TrialFinding]:
    """Run the trials one after another. If the greeting fails, no trial is run."""
    sentence = "it answers when it is greeted, and sets up the game"
    greeted: T | None = None
    try:
        for trial in trials:
            try:
                if greeted is None or not greeted.pipe.is_open:
                    first = greeted is None
                    greeted = connect(engine, game, Pipe(split_command(engine.program)))
                    greeted.greet()
                    if first:
                        yield TrialFinding(sentence)
            except PlayerFault as fault:
                yield TrialFinding(sentence, f"it {fault}")
                return
            tested = TestedEngine(engine, game, games, greeted)
            if not trial.applies(tested):
                continue
            try:
                problem = next(trial.faults(tested), "")
            except PlayerFault as fault:
                problem = f"it {fault}"
            yield TrialFinding(trial.sentence, problem)
            if problem:
                greeted.pipe.close()  # what it gets wrong once must not spoil the other trials
    finally:
        if greeted is not None:
            greeted.pipe.close()

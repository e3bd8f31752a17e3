"""What a kind of exercise is: it proposes tasks, solves them by the algorithm itself, and explains the answers.

A new kind is one file in `kinds/` (or `puzzles/`) with a class derived from `Kind`. `make_task` asks it for proposals,
from a stream of random numbers that only the kind, level, seed and game decide, until one is neither degenerate nor
too easy or too hard for the level. So the same four always give the same task.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from hashlib import blake2b
from itertools import count, islice
from time import monotonic
from typing import ClassVar

from kibitz.core.errors import BadOption, Unfinished, UnknownName, Unsuited
from kibitz.core.extensions import import_folder
from kibitz.core.loading import load_game
from kibitz.core.rng import Rng
from kibitz.core.spec import suggest_name
from kibitz.exercises.task import Answers, Figure, Question, Task
from kibitz.trees.recording import Recording

LEVELS = range(1, 6)
MAX_SEED = 2**63 - 1
TASK_SECONDS = 60.0  # seconds for a task; most take a few milliseconds, and some games have none of a level
FOLDERS = ("kibitz.exercises.kinds", "kibitz.exercises.puzzles")

_KINDS: dict[str, Kind] = {}


@dataclass(frozen=True)
class Convention:
    """One way to do it where textbooks differ. `fits`: what somebody is told whose answer is right for it alone."""

    name: str
    fits: str = ""


STATED = Convention("stated")


class Kind(ABC):
    """A kind of exercise. It has no state: one instance serves everybody.

    `levels`: a phrase for each of the five, what makes it harder. `costs`: the greatest cost of a task of each level;
    a task costs more than the greatest cost of the level before. `conventions`: the first is the one of the tasks,
    the others are those that a wrong answer is compared with.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    about: ClassVar[str]
    levels: ClassVar[tuple[str, str, str, str, str]]
    costs: ClassVar[tuple[int, int, int, int, int]]
    conventions: ClassVar[tuple[Convention, ...]] = (STATED,)
    takes_game: ClassVar[bool] = False
    takes_repeats: ClassVar[bool] = False  # games whose positions come again, too
    usual_game: ClassVar[str] = ""
    is_stepwise: ClassVar[bool] = False  # a question is shown once those before it are answered: they give it away
    tries: ClassVar[int] = 20_000  # proposals before a level is given up; fewer where a proposal takes long

    def __init_subclass__(cls) -> None:
        if "name" in cls.__dict__:
            _KINDS[cls.name] = cls()

    @abstractmethod
    def propose(self, level: int, rng: Rng, game: str) -> Task | None:
        """A task for about this level, with seed 0; None if what came up is degenerate."""

    @abstractmethod
    def solve(self, task: Task, convention: Convention) -> Answers:
        """The answer to every question, found by running the algorithm."""

    @abstractmethod
    def find_cost(self, task: Task) -> int:
        """How much work it is to solve a task by hand: the steps of the algorithm."""

    @abstractmethod
    def explain(self, task: Task, question: Question) -> str:
        """Why the right answer is right, in a sentence or several."""

    def hint(self, task: Task, question: Question) -> str:
        """What to think of next, without the answer."""
        return "Follow the pseudocode step by step, and write down what is known after each step."

    def is_right(self, task: Task, question: Question, answer: str, convention: Convention) -> bool:
        """Whether an answer, in the form of `read_answer`, is right under a convention."""
        return answer == self.solve(task, convention)[question.id]

    def check_game(self, game: str) -> str:
        """The game as tasks name it; raises Unsuited, BadOption or UnknownName where none can be made from it."""
        return game

    def find_likeness(self, task: Task) -> object:
        """What tasks that are alike have in common: no two tasks of a set have the same."""
        return task.data

    def draw_solution(self, task: Task) -> tuple[Figure, ...]:
        """The figures of a task with the solution drawn into them, as many; none if it cannot be drawn."""
        return ()

    def record(self, task: Task) -> Recording | None:
        """The search that solves the task, for the microscope; None if there is nothing to replay."""
        return None


def list_kinds() -> list[Kind]:
    """Every kind, in the order in which a course meets them."""
    _import_kinds()
    return sorted(_KINDS.values(), key=_position)


@cache
def _import_kinds() -> None:
    """Once: to look into the folders takes longer than to mark an answer."""
    for folder in FOLDERS:
        import_folder(folder)


def _position(kind: Kind) -> tuple[int, str]:
    return (COURSE.index(kind.name), "") if kind.name in COURSE else (len(COURSE), kind.name)


COURSE = ("backup", "alphabeta", "order", "aima", "windows", "montecarlo", "proof", "table", "fault")


def find_kind(name: str) -> Kind:
    """A kind by its name; raises UnknownName."""
    kinds = {kind.name: kind for kind in list_kinds()}
    if name not in kinds:
        raise UnknownName(
            f"There is no kind of exercise called '{name}'{suggest_name(name, list(kinds))}; "
            f"there are: {', '.join(kinds)}."
        )
    return kinds[name]


def make_task(name: str, level: int = 1, seed: int = 1, game: str = "", *, patience: float = TASK_SECONDS) -> Task:
    """The task that a kind, a level, a seed and a game stand for; given up after `patience` in seconds."""
    kind = find_kind(name)
    game = _check(kind, level, seed, game)
    digest = blake2b(f"{kind.name} {level} {seed} {game}".encode(), digest_size=8).digest()
    rng = Rng(int.from_bytes(digest, "big"))
    lowest = 0 if level == LEVELS[0] else kind.costs[level - 2]
    from_game = f" for '{game}'" if game else ""
    begun = monotonic()
    for number in range(kind.tries):
        if monotonic() - begun > patience:
            raise Unfinished(
                f"No {kind.name} task of level {level} was found{from_game} in {patience:g} s and {number:,} tries; "
                "take another level or a smaller game."
            )
        task = kind.propose(level, rng, game)
        if task is not None and lowest < kind.find_cost(task) <= kind.costs[level - 1]:
            return replace(task, level=level, seed=seed, game=game)
    raise Unfinished(
        f"No {kind.name} task of level {level} was found{from_game} in {kind.tries:,} tries; take another level."
    )


def make_tasks(
    name: str, level: int, seed: int, game: str, number: int, *, patience: float = TASK_SECONDS
) -> list[Task]:
    """Tasks with the seeds from `seed` on, no two alike."""
    return list(islice(_make_different(name, level, seed, game, patience), number))


def _make_different(name: str, level: int, seed: int, game: str, patience: float) -> Iterator[Task]:
    kind, seen = find_kind(name), list[object]()
    for one in count(seed):
        task = make_task(name, level, one, game, patience=patience)
        likeness = kind.find_likeness(task)
        if likeness not in seen:
            seen.append(likeness)
            yield task
        elif one - seed > 100 * (len(seen) + 1):
            raise Unfinished(f"There are only {len(seen)} different {name} tasks of level {level} here.")


def _check(kind: Kind, level: int, seed: int, game: str) -> str:
    if level not in LEVELS:
        raise BadOption(f"Level {level} does not exist: levels go from {LEVELS[0]} (easy) to {LEVELS[-1]} (hard).")
    if not 0 <= seed <= MAX_SEED:
        raise BadOption(f"A seed is a whole number from 0 to {MAX_SEED:,}, not {seed}.")
    if game and not kind.takes_game:
        raise Unsuited(f"Tasks of the kind {kind.name} are about trees of numbers; leave the game '{game}' out.")
    checked = kind.check_game(game or kind.usual_game)
    if game and checked:
        played = load_game(checked)
        if played.moves_again:
            raise Unsuited(f"Tasks are about games in which the sides take turns; in {game} a side can move again.")
        if played.repeats and not kind.takes_repeats:
            raise Unsuited(
                f"Tasks of the kind {kind.name} are about games in which no position comes again; in {game} one can."
            )
    return checked

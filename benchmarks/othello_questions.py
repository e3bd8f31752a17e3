"""Yes-or-no questions about the first plies of Othello, which of them is most worth an answer, and a file of answers.

A proof-number search [Allis, van der Meulen & van den Herik, "Proof-number search", 1994] in which many questions are
under way at the same time; the work itself is done by whoever asks (`othello_six.py`). Positions that mirror each other
are one.

A line of the file for each answer:

    board  side to move  alpha  yes|no  nodes  processor seconds  seconds by the clock

"yes" if the side to move has more than `alpha`. Both times are those since the line before, all threads together: their
sums are what all runs have taken. A line that was cut short is left out and overwritten.
"""

from __future__ import annotations

import math
import os
import time
from collections import deque
from pathlib import Path
from typing import NamedTuple

from kibitz.core.errors import BadFile, KibitzError
from kibitz.core.game import State
from kibitz.games.othello import Othello

SOLVED = math.inf  # the work it takes to show what is known not to be so

# What a question is thought to cost; these numbers only order the work.
ERROR = 6.0  # discs by which an estimate is often wrong
SUREST = 6.0  # exponent: no estimate is trusted more than this
GROWTH = 2.2  # questions, for every free cell above those that are asked


class Answer(NamedTuple):
    """Whether the side to move has more than the number that was asked, and what it cost."""

    is_more: bool
    nodes: int


class Question:
    """Has the side to move more than `alpha`? `yes` and `no` are the questions thought to be needed to show either."""

    __slots__ = ("alpha", "children", "estimate", "no", "parents", "state", "yes")

    def __init__(self, state: State, alpha: int, estimate: float, cost: float) -> None:
        self.state, self.alpha, self.estimate = state, alpha, estimate
        self.children, self.parents = list[Question](), list[Question]()
        trust = max(-SUREST, min(SUREST, (estimate - alpha) / ERROR))
        self.yes, self.no = cost * (1 + math.exp(-trust)), cost * (1 + math.exp(trust))

    @property
    def is_answered(self) -> bool:
        return self.yes == 0 or self.no == 0

    def answer(self, is_more: bool) -> None:
        self.yes, self.no = (0, SOLVED) if is_more else (SOLVED, 0)


class Answers:
    """The file of what was answered: read at the start, then only appended to."""

    def __init__(self, path: Path, game: Othello) -> None:
        self._path, self._game = path, game
        self._bounds: dict[State, tuple[float, float]] = {}  # more than the first, not more than the second
        self._count, self.nodes, self.processor_seconds, self.seconds = 0, 0, 0.0, 0.0
        content = path.read_bytes() if path.exists() else b""
        whole = content[: content.rfind(b"\n") + 1]
        for number, line in enumerate(whole.decode("ascii", "replace").splitlines(), 1):
            try:
                board, side, alpha, answer, nodes, processor, clock = line.split()
                state = game.parse_position(f"{board} {side}")
                self._take(state, int(alpha), Answer(answer == "yes", int(nodes)), float(processor), float(clock))
            except (KibitzError, ValueError) as error:
                raise BadFile(f"{path} is no file of answers: line {number}: {error}") from None
        if len(whole) < len(content):
            with path.open("r+b") as file:
                file.truncate(len(whole))
        self._before = time.process_time(), time.perf_counter()

    def __len__(self) -> int:
        return self._count

    def find(self, state: State, alpha: int) -> bool | None:
        """Whether the side to move has more, as far as that follows from what was answered."""
        low, high = self._bounds.get(state, (-math.inf, math.inf))
        return True if alpha <= low else False if alpha >= high else None

    def add(self, state: State, alpha: int, answer: Answer) -> None:
        """Append an answer; it is on disk when this returns."""
        now = time.process_time(), time.perf_counter()
        processor, clock = (after - before for before, after in zip(self._before, now, strict=True))
        self._before = now
        self._take(state, alpha, answer, processor, clock)
        text = f"{self._game.position_text(state)} {alpha} {'yes' if answer.is_more else 'no'}"
        with self._path.open("ab") as file:
            file.write(f"{text} {answer.nodes} {processor:.4f} {clock:.4f}\n".encode("ascii"))
            file.flush()
            os.fsync(file.fileno())

    def _take(self, state: State, alpha: int, answer: Answer, processor: float, clock: float) -> None:
        low, high = self._bounds.get(state, (-math.inf, math.inf))
        self._bounds[state] = (max(low, alpha), high) if answer.is_more else (low, min(high, alpha))
        self._count += 1
        self.nodes += answer.nodes
        self.processor_seconds += processor
        self.seconds += clock


class Proof:
    """The questions of the first plies and how they depend on each other; the work itself is done elsewhere."""

    def __init__(self, game: Othello, ask_from: int, answers: Answers) -> None:
        self.game, self.ask_from, self._answers = game, ask_from, answers
        self._symmetries = game.symmetries()
        self._questions: dict[tuple[State, int], Question] = {}

    def free(self, state: State) -> int:
        return self.game.size**2 - (state[0] | state[1]).bit_count()

    def one_of_mirrored(self, state: State) -> State:
        return min(state, *(symmetry.image(state) for symmetry in self._symmetries))

    def question(self, state: State, alpha: int, estimate: float) -> Question:
        """Of a position that is the one of its mirrored ones."""
        if (state, alpha) not in self._questions:
            made = Question(state, alpha, estimate, GROWTH ** max(self.free(state) - self.ask_from, 0))
            result = self.game.result(state)
            if result is not None:
                made.answer(result > alpha)
            elif (known := self._answers.find(state, alpha)) is not None:
                made.answer(known)
            self._questions[state, alpha] = made
        return self._questions[state, alpha]

    def is_asked(self, question: Question) -> bool:
        """Whether it is for the solver, and not for the moves that follow."""
        return self.free(question.state) <= self.ask_from

    def choose(self, root: Question) -> Question | None:
        """The question most worth an answer that is not under way, None if those under way are thought to be enough."""
        if root.is_answered:
            return None
        here = root
        while here.children:
            here = min(here.children, key=lambda child: child.no)
        return here

    def set_out(self, question: Question) -> None:
        """The question is under way: it counts as answered the way that the estimate says."""
        question.answer(question.estimate > question.alpha)
        self._tell_parents(question)

    def close(self, question: Question, is_more: bool) -> None:
        """The solver has answered."""
        question.answer(is_more)
        self._tell_parents(question)

    def expand(self, question: Question, estimates: dict[State, float]) -> None:
        """The positions that follow and what they are thought to be worth have come back."""
        for state, estimate in estimates.items():
            child = self.question(state, -question.alpha - 1, estimate)
            question.children.append(child)
            child.parents.append(question)
        self._add_up(question)
        self._tell_parents(question)

    def _tell_parents(self, question: Question) -> None:
        todo = deque(question.parents)
        while todo:
            parent = todo.popleft()
            if self._add_up(parent):
                todo.extend(parent.parents)

    def _add_up(self, question: Question) -> bool:
        """Whether anything has changed by what the children say."""
        yes = min(child.no for child in question.children)
        no = sum(child.yes for child in question.children)
        if (yes, no) == (question.yes, question.no):
            return False
        question.yes, question.no = yes, no
        return True

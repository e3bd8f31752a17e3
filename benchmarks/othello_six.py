"""6x6 Othello solved from the start, in a run that can be ended at any moment and goes on where it was.

    python benchmarks/othello_six.py FILE [--workers N] [--table MIB] [--ask FREE] [--time S]

The first plies are a proof-number search over two questions about the start: does Black reach the score that is
expected, and does he get more? What he gets is known when the answers differ; while they do not, the expected score
moves. A position with at most `--ask` free cells is one question to the exact solver. The other positions are ordered
by an estimate, a shallow search of `engine`.

Several questions are asked at the same time, by threads that share one table. While a question is on its way, it counts
as answered the way that its estimate says, so that the next ones are those that are needed if the estimate is right.
What is answered is kept in FILE (`othello_questions.py`).
"""

from __future__ import annotations

import argparse
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path

from othello_questions import Answer, Answers, Proof, Question

from kibitz.core.errors import KibitzError
from kibitz.core.game import State
from kibitz.core.searching import StopFlag, find_searcher
from kibitz.games.othello import Othello
from kibitz.kernels.solvers.othello.solver import OthelloSolver

ASK_FROM = 24  # free cells
ESTIMATE = "engine:depth=8"
DISC = 10  # in the units of that search; it only orders the work

Estimate = Callable[[State], float]  # in discs, for the side to move
Ask = Callable[[State, int], Answer | None]  # None when told to stop


class Progress:
    """A line on standard error that says how far the work is; on a terminal it is overwritten, else it is rare."""

    def __init__(self, answers: Answers, roots: list[Question]) -> None:
        self._answers, self._roots = answers, roots
        self._every = 0.5 if sys.stderr.isatty() else 15.0
        self._shown = 0.0

    def show(self, under_way: int, *, at_once: bool = False) -> None:
        if not at_once and time.perf_counter() - self._shown < self._every:
            return
        self._shown = time.perf_counter()
        left = sum(min(root.yes, root.no) for root in self._roots)
        each = self._answers.seconds / max(len(self._answers), 1)
        print(
            f"\r{len(self._answers):,} answered, {under_way} under way, about {left:,.0f} ({left * each:,.0f} s) left; "
            f"{self._answers.nodes / 1e9:.2f} G nodes in {self._answers.seconds:,.0f} s, "
            f"{self._answers.processor_seconds:,.0f} s of processor time ",
            end="" if sys.stderr.isatty() else "\n",
            file=sys.stderr,
            flush=True,
        )


class Run:
    """Threads that answer questions and estimate positions until the score of the start is known."""

    def __init__(self, proof: Proof, answers: Answers, ask: Ask, estimate: Estimate, workers: int) -> None:
        self._proof, self._answers, self._workers = proof, answers, workers
        self._ask, self._estimate = ask, estimate
        self._estimates: dict[State, float] = {}
        self._under_way: dict[Future[Answer | None] | Future[dict[State, float]], Question] = {}

    def score_of_start(self, guess: int) -> int | None:
        """For the side to move, beginning with a guess that is even; None if the work was stopped first."""
        start = self._proof.one_of_mirrored(self._proof.game.initial())
        with ThreadPoolExecutor(self._workers) as pool:
            while True:
                roots = [self._proof.question(start, guess + step, guess) for step in (-1, 1)]
                if not self._answer(roots, pool):
                    return None
                reaches, passes = (root.yes == 0 for root in roots)
                if reaches and not passes:
                    return guess
                guess += 2 if passes else -2

    def _answer(self, roots: list[Question], pool: ThreadPoolExecutor) -> bool:
        """Answer all of them; False if the solver was stopped."""
        progress = Progress(self._answers, roots)
        while True:
            while len(self._under_way) < self._workers and (question := self._choose(roots)) is not None:
                self._begin(question, pool)
            if not self._under_way:
                progress.show(0, at_once=True)
                return True
            for work in wait(self._under_way, return_when=FIRST_COMPLETED).done:
                if not self._end(work):
                    return False
            progress.show(len(self._under_way))

    def _choose(self, roots: list[Question]) -> Question | None:
        return next(filter(None, map(self._proof.choose, roots)), None)

    def _begin(self, question: Question, pool: ThreadPoolExecutor) -> None:
        if not self._proof.is_asked(question):
            self._under_way[pool.submit(self._estimate_children, question.state)] = question
        elif (known := self._answers.find(question.state, question.alpha)) is not None:
            self._proof.close(question, known)
            return
        else:
            self._under_way[pool.submit(self._ask, question.state, question.alpha)] = question
        self._proof.set_out(question)

    def _end(self, work: Future[Answer | None] | Future[dict[State, float]]) -> bool:
        """Take in what a thread has found; False if it was told to stop."""
        question, found = self._under_way.pop(work), work.result()
        if isinstance(found, Answer):
            self._answers.add(question.state, question.alpha, found)
            self._proof.close(question, found.is_more)
        elif found is not None:
            self._proof.expand(question, found)
        return found is not None

    def _estimate_children(self, state: State) -> dict[State, float]:
        game, found = self._proof.game, dict[State, float]()
        for move in game.moves(state):
            child = self._proof.one_of_mirrored(game.play(state, move))
            if child not in self._estimates:
                self._estimates[child] = self._estimate(child)
            found[child] = self._estimates[child]
        return found


def solvers(game: Othello, table_mib: int, workers: int, stop: StopFlag) -> Ask:
    """Ask the exact solver, from as many threads as there are workers; they share the table."""
    first = OthelloSolver(game, table_mib)
    idle = queue.SimpleQueue[OthelloSolver]()
    for solver in [first, *(first.beside() for _ in range(workers - 1))]:
        idle.put(solver)

    def ask(state: State, alpha: int) -> Answer | None:
        solver = idle.get()
        try:
            found = solver.between(state, alpha, alpha + 1, stop=stop)
        finally:
            idle.put(solver)
        return None if found.score is None else Answer(found.score > alpha, found.nodes)

    return ask


def estimator(game: Othello, spec: str) -> Estimate:
    """A shallow search, its value turned into discs; a result that it sees for certain is believed as it is."""
    searcher, limits = find_searcher(spec)

    def estimate(state: State) -> float:
        if (result := game.result(state)) is not None:
            return result
        score = searcher.search(game, state, limits).score
        return score.points if score.proven else score.value / DISC

    return estimate


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="the file of what is answered; made if it is not there")
    parser.add_argument("--size", type=int, default=6, choices=(4, 6), help="of the board; default: 6")
    parser.add_argument("--guess", type=int, default=-4, help="the score to begin with, for Black; default: -4")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="threads; default: all cores")
    parser.add_argument("--table", type=int, default=1024, metavar="MIB", help="memory the threads share")
    parser.add_argument("--ask", type=int, default=ASK_FROM, metavar="FREE", help="free cells of a single question")
    parser.add_argument(
        "--estimate", default=ESTIMATE, metavar="SEARCH", help=f"what orders moves; default: {ESTIMATE}"
    )
    parser.add_argument("--time", type=float, metavar="S", help="end after so many seconds; exit status 1")
    options = parser.parse_args()
    try:
        sys.exit(solve(options))
    except KibitzError as error:
        sys.exit(f"othello_six: {error}")
    except KeyboardInterrupt:  # while it compiles; later the interrupt key is heard in `solve`
        sys.exit(130)


def solve(options: argparse.Namespace) -> int:
    game, stop = Othello(options.size), StopFlag()
    ask = solvers(game, options.table, options.workers, stop)
    estimate = estimator(game, options.estimate)
    estimate(game.initial())  # so that it is compiled before any thread needs it
    answers = Answers(options.file, game)
    run = Run(Proof(game, options.ask, answers), answers, ask, estimate, options.workers)
    timer = threading.Timer(options.time or threading.TIMEOUT_MAX, stop.up)
    timer.daemon = True
    timer.start()
    signal.signal(signal.SIGINT, lambda *_: stop.up())  # the threads end at once, and what is answered is kept
    score = run.score_of_start(options.guess)
    timer.cancel()
    if score is None:
        print("\nstopped; the same command goes on from here", file=sys.stderr)
        return 1
    print(
        f"{game.variant}: {score:+d} for Black. {len(answers):,} questions, {answers.nodes:,} nodes, "
        f"{answers.seconds:,.1f} s by the clock, {answers.processor_seconds:,.1f} s of processor time."
    )
    return 0


if __name__ == "__main__":
    main()

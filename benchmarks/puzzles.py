"""Thousands of puzzles of every kind, game and level, each checked with a solver that had no part in making it.

    python benchmarks/puzzles.py [--number 100] [--game connect-four]

A puzzle holds if an independent solver gives the same answer, finds it unique, and puts the puzzle at its level; a set
holds if no two of its puzzles are alike. Whoever made a puzzle does not check it:

    made by                                  checked by
    readable solver, small games             every game looked at, in plain Python
    readable solver, 5,5,4 and Othello       the engine, to the end of the game
    readable solver, Connect Four 5x4        the compiled solver of Connect Four
    compiled solvers, Connect Four 7x6       the engine, to the end of the game
    compiled solvers, Othello                the engine, to the end of the game
"""

from __future__ import annotations

import argparse
import functools
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

from kibitz.core.errors import Unfinished
from kibitz.core.game import Game, Move, State
from kibitz.core.loading import load_game
from kibitz.core.searching import find_searcher
from kibitz.exercises.kind import LEVELS, find_kind, make_task
from kibitz.exercises.marking import mark_question, solve
from kibitz.exercises.task import Task
from kibitz.play.records import parse_state
from kibitz.search.perfect import Perfect

KINDS = ("puzzle-win", "puzzle-save", "puzzle-score")
BANDS = {"puzzle-score": (0, 3, 5, 8, 12, 16)}
USUAL_BANDS = (0, 2, 4, 6, 8, 12)
MAX_MISSED = 2  # seeds without a puzzle, more than there are with one: the game has none of this level


class Worth(NamedTuple):
    """Ordered by what the side to move prefers; `plies` is negative for a win, 0 for a draw and where discs count."""

    outcome: int
    plies: int


Checker = Callable[[Game, State], dict[Move, Worth]]


def look_at_every_game(game: Game, state: State) -> dict[Move, Worth]:
    return {move: _after(game, state, move) for move in game.moves(state)}


def _after(game: Game, state: State, move: Move) -> Worth:
    outcome, plies = _find_worth(game, game.play(state, move))
    if game.max_result > 1 or outcome == 0:
        return Worth(-outcome, 0)
    return Worth(-outcome, -(abs(plies) + 1) if outcome < 0 else abs(plies) + 1)


@functools.lru_cache(1 << 20)
def _find_worth(game: Game, state: State) -> Worth:
    result = game.result(state)
    return Worth(result, 0) if result is not None else max(_after(game, state, move) for move in game.moves(state))


def ask_engine(game: Game, state: State) -> dict[Move, Worth]:
    searcher, limits = find_searcher("engine:table_mib=16")
    worths = {}
    for move in game.moves(state):
        after = game.play(state, move)
        ended = game.result(after)
        if ended is not None:
            worths[move] = _read(game, -ended, 1)
            continue
        score = -searcher.search(game, after, limits).score
        assert score.proven, f"the engine did not solve {game} {after}"
        worths[move] = _read(game, score.points, (score.distance or 0) + 1)
    return worths


def ask_solver(game: Game, state: State) -> dict[Move, Worth]:
    result = Perfect(every_move=True).search(game, state)
    assert result.backend == "compiled"
    return {root.move: _read(game, root.score.points, root.score.distance or 0) for root in result.roots}


def _read(game: Game, outcome: int, plies: int) -> Worth:
    return Worth(outcome, 0 if game.max_result > 1 or outcome == 0 else -plies if outcome > 0 else plies)


GAMES: dict[str, Checker] = {
    "tic-tac-toe": look_at_every_game,
    "take-away:chips=40,take=4": look_at_every_game,
    "take-away:chips=40,take=4,misere=true": look_at_every_game,
    "examples/treblecross.py:Treblecross:cells=10": look_at_every_game,
    "connect-four:width=4,height=4,k=3": look_at_every_game,
    "othello:size=4": look_at_every_game,
    "connect-four:width=5,height=4": ask_solver,
    "mnk:width=5,height=5,k=4": ask_engine,
    "othello": ask_engine,
    "othello:size=6": ask_engine,
    "connect-four": ask_engine,
}


def find_faults(task: Task, checker: Checker) -> list[str]:
    """What the independent solver objects to."""
    game = load_game(task.game)
    state = parse_state(game, task.data["position"])
    worths = checker(game, state)
    names = {game.move_name(move): worth for move, worth in worths.items()}
    best, cost, answer = max(worths.values()), find_kind(task.kind).find_cost(task), next(iter(solve(task).values()))
    band = BANDS.get(task.kind, USUAL_BANDS)
    faults = [] if band[task.level - 1] < cost <= band[task.level] else [f"cost {cost}"]
    if len(names) < 2:
        faults.append("one legal move")
    if task.kind == "puzzle-score":
        plies = abs(best.plies)
        own = plies // 2 if best.outcome < 0 else (plies + 1) // 2
        right = str(own) if plies else str(abs(best.outcome))
        faults += [f"answer {answer}, not {right}"] * (answer != right) + ["a draw"] * (best.outcome == 0)
        (question,) = task.questions
        near = (n for n in range(int(right) - 3, int(right) + 4) if str(n) != answer)
        wrong = [n for n in near if mark_question(task, question, str(n)).is_right]
        return faults + [f"{wrong} accepted"] * bool(wrong)
    rights = [name for name, worth in names.items() if worth == best]
    if task.kind == "puzzle-save":
        rights = [name for name, worth in names.items() if worth.outcome >= 0]
    else:
        said = (
            f"by {best.outcome} " if best.plies == 0 else "once" if best.plies == -1 else f"in {(1 - best.plies) // 2} "
        )
        faults += [f"title '{task.title}'"] * (said not in f"{task.title} ")
    faults += [f"answer {answer}, not {rights}"] * (rights != [answer])
    if game.max_result == 1:
        others = [worth for name, worth in names.items() if name != answer]
        depths = [-best.plies] * (best.outcome > 0)
        depths += [max(worth.plies for worth in others)] * all(worth.outcome < 0 for worth in others)
        faults += [f"depth {cost}, not {min(depths)}"] * (min(depths) != cost)
    (question,) = task.questions
    accepted = [name for name in names if mark_question(task, question, name).is_right]
    return faults + [f"{accepted} accepted"] * (accepted != [answer])


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--number", type=int, default=100, help="puzzles of every kind, game and level")
    parser.add_argument("--game", help="this game alone")
    options = parser.parse_args()
    total = wrong = 0
    for game in [options.game] if options.game else GAMES:
        for kind in KINDS:
            for level in LEVELS:
                made, missed, seconds, likenesses, alike, worst = 0, 0, 0.0, list[object](), 0, 0.0
                for seed in range(1, options.number + 1):
                    started = time.perf_counter()
                    try:
                        task = make_task(kind, level, seed, game)
                    except Unfinished:
                        missed += 1
                        if missed > MAX_MISSED + made:
                            break
                        continue
                    took = time.perf_counter() - started
                    made, seconds, worst = made + 1, seconds + took, max(worst, took)
                    faults = find_faults(task, GAMES[game])
                    if faults:
                        wrong += 1
                        print(f"WRONG {kind} {level} {seed} {game}: {'; '.join(faults)}")
                    likeness = find_kind(kind).find_likeness(task)
                    alike += likeness in likenesses
                    likenesses.append(likeness)
                total += made
                print(
                    f"{game:45} {kind:13} level {level}: {made:5} made, {seconds / max(made, 1):6.3f} s each, "
                    f"longest {worst:6.3f} s, {made - alike:5} different, {missed} seeds without",
                    flush=True,
                )
    print(f"{total:,} puzzles, {wrong} wrong")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())

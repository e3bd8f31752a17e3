"""Find the win: exactly one move wins in the fewest moves, or by the most discs."""

from __future__ import annotations

from kibitz.exercises.kind import Convention
from kibitz.exercises.puzzles.puzzle import Puzzle, SolvedPosition, Wording, count_plies_left, open_position
from kibitz.exercises.puzzles.wording import (
    count_own_moves,
    describe_other_moves,
    describe_solution,
    give_region,
    name_mover,
    name_other,
    name_side_with_mark,
    say_best_play,
    say_which_move,
)
from kibitz.exercises.task import Answers, Question, Task
from kibitz.play.analysis.score_words import count, has_margin, unit_name

__all__ = ["WinPuzzle"]

STATED = Convention("stated")
ANY_WIN = Convention("any win", "This move wins too, but not as soon or not by as much as the task says.")


class WinPuzzle(Puzzle):
    name = "puzzle-win"
    title = "Find the win"
    about = "The side to move wins: which is the only move that does it in so few moves, or by so many discs?"
    conventions = (STATED, ANY_WIN)

    def find_depth(self, position: SolvedPosition) -> int | None:
        best, second = position.ranked[:2]
        if best.outcome <= 0 or second.rank == best.rank:
            return None
        if best.plies is None:
            return count_plies_left(position)
        fails = position.ranked[-1].outcome <= 0  # where every move wins, it is hard to care for the quickest
        return best.plies if fails else None

    def write(self, position: SolvedPosition) -> Wording:
        game, state, best = position.game, position.state, position.ranked[0]
        mover, other = name_mover(game, state), name_other(game, state)
        shown = name_side_with_mark(game, state, game.to_move(state))
        if has_margin(game):
            how = f"by {count(best.outcome, unit_name(game))}"
            text = f"{shown} is to move and wins {how} with best play. Only one move does it."
        elif best.plies == 1:
            how, text = "at once", f"{shown} is to move and wins at once. Only one move does it."
        else:
            own = count(count_own_moves(best), "move")
            how = f"in {own}"
            text = f"{shown} is to move and wins in {own} of its own, whatever {other} answers. Only one first move does it."
        prompt = say_which_move(game, mover)
        choices = tuple(game.move_name(one.move) for one in position.worths)
        conventions = [say_best_play(game)]
        if not has_margin(game) and best.plies != 1:
            conventions.append(f"Only {mover}'s own moves are counted. A move that wins later is not the solution.")
        return Wording(
            f"{mover} to move and win {how}",
            f"{text} {prompt}",
            tuple(conventions),
            Question("move", prompt, "move", choices=choices),
        )

    def solve(self, task: Task, convention: Convention) -> Answers:
        position = open_position(task)
        return {"move": position.game.move_name(position.ranked[0].move)}

    def is_right(self, task: Task, question: Question, answer: str, convention: Convention) -> bool:
        if convention is STATED:
            return super().is_right(task, question, answer, convention)
        position = open_position(task)
        return any(one.outcome > 0 and position.game.move_name(one.move) == answer for one in position.worths)

    def explain(self, task: Task, question: Question) -> str:
        game, state, _ = position = open_position(task)
        best = position.ranked[0].move
        return f"{describe_solution(game, state, best)} {describe_other_moves(game, state, best)}"

    def hint(self, task: Task, question: Question) -> str:
        game, state, worths = position = open_position(task)
        winning = sum(one.outcome > 0 for one in worths)
        wins = "only one wins at all" if winning == 1 else f"{winning} win, but only one as the task says"
        return f"{give_region(game, state, position.ranked[0].move)} Of the {len(worths)} moves, {wins}.".strip()

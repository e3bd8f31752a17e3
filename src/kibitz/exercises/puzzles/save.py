"""Find the only move that does not lose."""

from __future__ import annotations

from kibitz.exercises.kind import Convention
from kibitz.exercises.puzzles.puzzle import Puzzle, SolvedPosition, Wording, count_plies_left, open_position
from kibitz.exercises.puzzles.wording import (
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
from kibitz.play.analysis.score_words import has_margin

__all__ = ["SavePuzzle"]


class SavePuzzle(Puzzle):
    name = "puzzle-save"
    title = "Find the only move that does not lose"
    about = "Every move but one loses: which one does not?"

    def find_depth(self, position: SolvedPosition) -> int | None:
        best, *others = position.ranked
        if best.outcome < 0 or others[0].outcome >= 0:
            return None
        if has_margin(position.game):
            return count_plies_left(position)
        # A search knows the answer when it has seen all other moves lose, or this one win.
        seen_to_lose = max(one.plies or 0 for one in others)
        return seen_to_lose if best.plies is None else min(seen_to_lose, best.plies)

    def write(self, position: SolvedPosition) -> Wording:
        game, state = position.game, position.state
        mover, shown = name_mover(game, state), name_side_with_mark(game, state, game.to_move(state))
        prompt = say_which_move(game, mover)
        choices = tuple(game.move_name(one.move) for one in position.worths)
        return Wording(
            f"{mover} to move: find the only move that does not lose",
            f"{shown} is to move. Every move but one loses against best play. {prompt}",
            (say_best_play(game), "A move that draws or wins does not lose."),
            Question("move", prompt, "move", choices=choices),
        )

    def solve(self, task: Task, convention: Convention) -> Answers:
        position = open_position(task)
        return {"move": position.game.move_name(position.ranked[0].move)}

    def explain(self, task: Task, question: Question) -> str:
        game, state, _ = position = open_position(task)
        best = position.ranked[0].move
        return f"{describe_solution(game, state, best)} {describe_other_moves(game, state, best)}"

    def hint(self, task: Task, question: Question) -> str:
        game, state, worths = position = open_position(task)
        best = position.ranked[0]
        others = [one for one in worths if one.move != best.move]
        at_once = sum(one.plies == 2 for one in others)
        what = "wins" if best.outcome > 0 else "leads to a draw"
        fatal = "any other move" if at_once == len(others) else f"{at_once} of the {len(others)} other moves"
        fails = f" After {fatal}, {name_other(game, state)} wins at once." if at_once else ""
        return f"{give_region(game, state, best.move)} The right move {what}.{fails}".strip()

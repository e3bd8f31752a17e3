"""Find the only move that does not lose."""

from __future__ import annotations

from kibitz.analysis.judged_position import JudgedPosition
from kibitz.exercises.puzzles.move_puzzle import MovePuzzle, count_plies_to_find
from kibitz.exercises.puzzles.puzzle import open_position
from kibitz.exercises.puzzles.wording import give_region, name_mover, name_other, name_side_with_mark, say_best_play
from kibitz.exercises.task import Question, Task


class SavePuzzle(MovePuzzle):
    name = "puzzle-save"
    title = "Find the only move that does not lose"
    about = "Every move but one loses: which one does not?"

    def find_depth(self, position: JudgedPosition) -> int | None:
        best, *others = position.ranked
        if best.score.points < 0 or others[0].score.points >= 0:
            return None
        return count_plies_to_find(position)

    def say(self, position: JudgedPosition) -> tuple[str, str, tuple[str, ...]]:
        game, state = position.game, position.state
        return (
            f"{name_mover(game, state)} to move: find the only move that does not lose",
            f"{name_side_with_mark(game, state, game.to_move(state))} is to move. Every move but one loses against "
            "best play.",
            (say_best_play(game), "A move that draws or wins does not lose."),
        )

    def hint(self, task: Task, question: Question) -> str:
        position = open_position(task)
        game, state, (best, *others) = position.game, position.state, position.ranked
        at_once = sum(one.score.distance == 2 for one in others)
        what = "wins" if best.score.points > 0 else "leads to a draw"
        fatal = "any other move" if at_once == len(others) else f"{at_once} of the {len(others)} other moves"
        fails = f" After {fatal}, {name_other(game, state)} wins at once." if at_once else ""
        return f"{give_region(game, state, best.move)} The solution {what}.{fails}".strip()

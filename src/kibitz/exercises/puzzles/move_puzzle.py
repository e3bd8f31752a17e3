"""Puzzles that ask for a move: the best one, which has no equal."""

from __future__ import annotations

from abc import abstractmethod

from kibitz.analysis.judged_position import JudgedPosition
from kibitz.analysis.score_words import has_margin
from kibitz.exercises.kind import Convention
from kibitz.exercises.puzzles.puzzle import Puzzle, Wording, count_plies_left, open_position
from kibitz.exercises.puzzles.wording import describe_solution, name_mover
from kibitz.exercises.task import Answers, Question, Task


def count_plies_to_find(position: JudgedPosition) -> int:
    """How far a search must look until it prefers the best move to all others, for good.

    That is when it sees this one win, and no other so soon, or when it has seen all others lose.
    """
    best, *others = position.ranked
    if has_margin(position.game):
        return count_plies_left(position)
    seen = [best.score.distance] if best.score.points > 0 else []
    if all(one.score.points < 0 for one in others):
        seen.append(max(one.score.distance or 0 for one in others))
    return min(plies for plies in seen if plies is not None)


class MovePuzzle(Puzzle):
    @abstractmethod
    def say(self, position: JudgedPosition) -> tuple[str, str, tuple[str, ...]]:
        """The title, the text without the question, and the conventions."""

    def write(self, position: JudgedPosition) -> Wording:
        title, text, conventions = self.say(position)
        prompt = position.game.move_question.format(name_mover(position.game, position.state))
        choices = tuple(map(position.game.move_name, position.scores))
        return Wording(title, f"{text} {prompt}", conventions, Question("move", prompt, "move", choices=choices))

    def solve(self, task: Task, convention: Convention) -> Answers:
        position = open_position(task)
        return {"move": position.game.move_name(position.ranked[0].move)}

    def explain(self, task: Task, question: Question) -> str:
        position = open_position(task)
        return describe_solution(position.game, position.state, position.ranked[0].move)

"""Puzzles that ask for a move: the best one, which has no equal."""

from __future__ import annotations

from abc import abstractmethod

from kibitz.exercises.kind import Convention
from kibitz.exercises.puzzles.puzzle import Puzzle, SolvedPosition, Wording, open_position
from kibitz.exercises.puzzles.wording import describe_solution, name_mover, say_which_move
from kibitz.exercises.task import Answers, Question, Task

__all__ = ["MovePuzzle"]


class MovePuzzle(Puzzle):
    @abstractmethod
    def say(self, position: SolvedPosition) -> tuple[str, str, tuple[str, ...]]:
        """The title, the text without the question, and the conventions."""

    def write(self, position: SolvedPosition) -> Wording:
        title, text, conventions = self.say(position)
        prompt = say_which_move(position.game, name_mover(position.game, position.state))
        choices = tuple(position.game.move_name(one.move) for one in position.worths)
        return Wording(title, f"{text} {prompt}", conventions, Question("move", prompt, "move", choices=choices))

    def solve(self, task: Task, convention: Convention) -> Answers:
        position = open_position(task)
        return {"move": position.game.move_name(position.ranked[0].move)}

    def explain(self, task: Task, question: Question) -> str:
        position = open_position(task)
        return describe_solution(position.game, position.state, position.ranked[0].move)

"""Find the win: exactly one move wins in the fewest moves, or by the most discs."""

from __future__ import annotations

from kibitz.analysis.judged_position import JudgedPosition
from kibitz.analysis.score_words import has_margin, unit_name
from kibitz.core.words import count
from kibitz.exercises.kind import STATED, Convention
from kibitz.exercises.puzzles.move_puzzle import MovePuzzle, count_plies_to_find
from kibitz.exercises.puzzles.puzzle import open_position
from kibitz.exercises.puzzles.wording import (
    count_own_moves,
    give_region,
    name_mover,
    name_other,
    name_side_with_mark,
    say_best_play,
)
from kibitz.exercises.task import Question, Task

ANY_WIN = Convention("any win", "This move wins too, but not as soon or not by as much as the task says.")


class WinPuzzle(MovePuzzle):
    name = "puzzle-win"
    title = "Find the win"
    about = "The side to move wins: which is the only move that does it in so few moves, or by so many discs?"
    conventions = (STATED, ANY_WIN)

    def find_depth(self, position: JudgedPosition) -> int | None:
        best, second = position.ranked[:2]
        if best.score.points <= 0 or second.score == best.score:
            return None
        if not has_margin(position.game) and position.ranked[-1].score.points > 0:
            return None  # where every move wins, nobody cares for the quickest
        return count_plies_to_find(position)

    def say(self, position: JudgedPosition) -> tuple[str, str, tuple[str, ...]]:
        game, state, best = position.game, position.state, position.ranked[0]
        mover, shown = name_mover(game, state), name_side_with_mark(game, state, game.to_move(state))
        if has_margin(game):
            how = f"by {count(best.score.points, unit_name(game))}"
            text = f"{shown} is to move and wins {how} with best play. Only one move does it."
            return f"{mover} to move and win {how}", text, (say_best_play(game),)
        if best.score.distance == 1:
            text = f"{shown} is to move and wins at once. Only one move does it."
            return f"{mover} to move and win at once", text, ("A move that wins later is not the solution.",)
        how = f"in {count(count_own_moves(best.score), 'move')}"
        text = (
            f"{shown} is to move and wins {how} of its own, whatever {name_other(game, state)} answers. "
            "Only one first move does it."
        )
        counted = f"Only {mover}'s own moves are counted. A move that wins later is not the solution."
        return f"{mover} to move and win {how}", text, (say_best_play(game), counted)

    def is_right(self, task: Task, question: Question, answer: str, convention: Convention) -> bool:
        if convention is STATED:
            return super().is_right(task, question, answer, convention)
        position = open_position(task)
        wins = (move for move, score in position.scores.items() if score.points > 0)
        return answer in map(position.game.move_name, wins)

    def hint(self, task: Task, question: Question) -> str:
        position = open_position(task)
        where = give_region(position.game, position.state, position.best)
        winning = sum(score.points > 0 for score in position.scores.values())
        wins = "only one wins at all" if winning == 1 else f"{winning} win, but only one as the task says"
        return f"{where} Of the {len(position.scores)} moves, {wins}.".strip()

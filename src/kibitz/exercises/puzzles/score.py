"""How does it end: by how many discs is the game won with best play, or in how many moves?"""

from __future__ import annotations

from kibitz.analysis.judged_position import JudgedPosition
from kibitz.analysis.score_words import has_margin, unit_name
from kibitz.core.words import plural
from kibitz.exercises.kind import STATED, Convention
from kibitz.exercises.puzzles.puzzle import Puzzle, Wording, count_plies_left, open_position
from kibitz.exercises.puzzles.solving import find_best_line
from kibitz.exercises.puzzles.wording import (
    count_own_moves,
    describe_line,
    describe_moves,
    name_mover,
    name_side_with_mark,
    say_best_play,
)
from kibitz.exercises.task import Answers, Question, Task

BOTH_SIDES = Convention("moves of both sides", "This counts the moves of both sides; here only the winner's count.")


class ScorePuzzle(Puzzle):
    name = "puzzle-score"
    title = "How does it end?"
    about = "Both sides play best: by how many discs will the winner win, or in how many moves?"
    levels = (
        "up to three plies to look ahead",
        "four or five plies",
        "six to eight plies",
        "nine to twelve plies",
        "13 to 16 plies",
    )
    # Wider than those of the other puzzles, so that the level does not tell in how many moves the game is won.
    costs = (3, 5, 8, 12, 16)
    conventions = (STATED, BOTH_SIDES)
    usual_game = "othello"

    def find_depth(self, position: JudgedPosition) -> int | None:
        best = position.ranked[0]
        if best.score.points == 0 or len(set(position.scores.values())) == 1:
            return None
        if has_margin(position.game):
            return count_plies_left(position)
        return best.score.distance if count_own_moves(best.score) > 0 else None

    def write(self, position: JudgedPosition) -> Wording:
        game, state, best = position.game, position.state, position.ranked[0]
        winner = game.sides[game.to_move(state) if best.score.points > 0 else 1 - game.to_move(state)]
        shown = name_side_with_mark(game, state, game.to_move(state))
        text = f"{shown} is to move and wins" if best.score.points > 0 else f"{shown} is to move, but {winner} wins"
        if has_margin(game):
            unit = plural(unit_name(game))
            title = prompt = f"How many {unit} will {winner} win by?"
            return Wording(
                title,
                f"{text} with best play by both sides. {prompt}",
                (say_best_play(game),),
                Question("score", prompt, "number", unit=unit),
            )
        prompt = f"In how many moves of its own does {winner} win?"
        return Wording(
            f"How many moves does {winner} need to win?",
            f"{text} with best play by both sides. {prompt}",
            (say_best_play(game), f"Only {winner}'s own moves are counted."),
            Question("score", prompt, "number", unit="moves"),
        )

    def solve(self, task: Task, convention: Convention) -> Answers:
        position = open_position(task)
        best = position.ranked[0]
        if best.score.distance is None:
            return {"score": str(abs(best.score.points)) if convention is STATED else ""}
        return {"score": str(count_own_moves(best.score) if convention is STATED else best.score.distance)}

    def explain(self, task: Task, question: Question) -> str:
        position = open_position(task)
        game, state = position.game, position.state
        line = find_best_line(game, state)
        return (
            f"With best play: {describe_line(game, state, line)} "
            f"What the first moves of {name_mover(game, state)} lead to: {describe_moves(game, state)}"
        )

    def hint(self, task: Task, question: Question) -> str:
        position = open_position(task)
        game, state = position.game, position.state
        return f"A best move of {name_mover(game, state)} is {game.say_move(position.best)}."

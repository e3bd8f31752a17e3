"""What all puzzles share: a position from a random game, solved exactly, with one answer that the solver vouches for.

The level of a puzzle is how many plies ahead a plain search, which knows nothing but the ends of games, must look until
it finds the answer and keeps it however much further it looks. That follows from the solved values alone: such a search
sees that a move wins or loses as soon as it looks as far as the end of that game, and never takes it back. In Othello
it has to look to the last free cell (`Game.moves_left`).
"""

from __future__ import annotations

from abc import abstractmethod
from typing import NamedTuple

from kibitz.analysis.judged_position import JudgedPosition
from kibitz.analysis.score_words import has_margin
from kibitz.core.errors import Unfinished
from kibitz.core.game import Game
from kibitz.core.limits import REFERENCE, Backend, Limits
from kibitz.core.loading import load_game, load_game_in_data
from kibitz.core.rng import Rng
from kibitz.core.spec import split_user_file
from kibitz.core.words import count
from kibitz.exercises.kind import Kind
from kibitz.exercises.puzzles.positions import check_solvable, draw_positions
from kibitz.exercises.puzzles.solving import find_best_line, solve_position, try_to_solve
from kibitz.exercises.puzzles.wording import write_caption
from kibitz.exercises.task import BoardFigure, Question, Task
from kibitz.play.records import parse_state, state_text
from kibitz.search.alphabeta import AlphaBeta
from kibitz.trees.recorder import record
from kibitz.trees.recording import Recording

MAX_GAMES = 200  # random ones that are looked through for a puzzle
MAX_NODES_A_PUZZLE = 300_000  # until no more games are looked through; some seconds
MAX_RECORDED = 5_000  # nodes of a search that can be followed


class Wording(NamedTuple):
    """What a puzzle says: its title, its text, its conventions and its question."""

    title: str
    text: str
    conventions: tuple[str, ...]
    question: Question


def open_position(task: Task) -> JudgedPosition:
    """The position of a task, solved."""
    game = load_game_in_data(task.game)
    state = parse_state(game, task.data["position"])
    return solve_position(game, state)


class Puzzle(Kind):
    """A kind of puzzle: it chooses positions, says what is asked, and how far one must look to find it."""

    levels = (
        "one or two plies to look ahead",
        "three or four plies",
        "five or six plies",
        "seven or eight plies",
        "nine to twelve plies",
    )
    costs = (2, 4, 6, 8, 12)  # plies to look ahead
    takes_game = takes_repeats = True
    usual_game = "connect-four:width=5,height=4"

    @abstractmethod
    def find_depth(self, position: JudgedPosition) -> int | None:
        """How many plies ahead one must look; None if the position is no puzzle of this kind."""

    @abstractmethod
    def write(self, position: JudgedPosition) -> Wording: ...

    def propose(self, level: int, rng: Rng, game: str) -> Task | None:
        played = load_game_in_data(game)
        lowest, highest = ([0, *self.costs][level - 1] + 1), self.costs[level - 1]
        nodes = games = 0
        while games < MAX_GAMES and nodes < MAX_NODES_A_PUZZLE:
            games += 1
            for state in draw_positions(played, rng, lowest, highest):
                solution = try_to_solve(played, state)
                nodes += solution.nodes
                if solution.scores is None:
                    continue
                position = JudgedPosition.solved(played, state, solution.scores)
                depth = self.find_depth(position)
                if depth is not None and lowest <= depth <= highest:
                    return self._make(level, game, position)
        raise Unfinished(
            f"No {self.name} of level {level} was found in {count(games, 'random game')} of {played}; take another "
            "level or another size of the game."
        )

    def _make(self, level: int, game: str, position: JudgedPosition) -> Task:
        words, text = self.write(position), state_text(position.game, position.state)
        is_move = words.question.form == "move"
        moves = tuple(map(position.game.move_name, position.scores)) if is_move else ()
        figure = BoardFigure(game, text, moves, write_caption(position.game, position.state))
        return Task(
            self.name,
            level,
            0,
            game,
            words.title,
            words.text,
            words.conventions,
            (figure,),
            (words.question,),
            {"position": text},
        )

    def find_cost(self, task: Task) -> int:
        depth = self.find_depth(open_position(task))
        assert depth is not None, "only puzzles are proposed"
        return depth

    def find_likeness(self, task: Task) -> object:
        """The board in one of the directions in which it can be seen; whose move it is makes no difference."""
        game = load_game_in_data(task.game)
        state = game.canonical(parse_state(game, task.data["position"]))
        return game.view(state).rows

    def check_game(self, game: str) -> str:
        loaded = load_game(game)
        check_solvable(loaded)
        return _name_game(game, loaded)

    def record(self, task: Task) -> Recording | None:
        """Alpha-beta, as far as one must look; None if it is too long to follow."""
        position = open_position(task)
        depth = None if has_margin(position.game) else self.find_cost(task)
        result, tree = record(
            position.game,
            position.state,
            AlphaBeta(eval="zero", sooner=True),
            Limits(depth=depth, nodes=MAX_RECORDED),
            Backend(REFERENCE),
        )
        return None if result.stopped_by else Recording(tree, result=result)


def _name_game(text: str, game: Game) -> str:
    """One name for every game, whichever way it was written; a file of the user's own as it was written."""
    if split_user_file(text) is not None:
        return text
    return game.alias or game.spec(full=False)


def count_plies_left(position: JudgedPosition) -> int:
    """How far one must look to see the end, in a game that is won by more or less."""
    left = position.game.moves_left(position.state)
    return len(find_best_line(position.game, position.state)) if left is None else left

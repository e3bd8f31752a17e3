"""A position as Python users hold it: an immutable value that plays, asks programs, solves itself and draws itself."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from kibitz.analysis.best_move import SOLVE_SECONDS, BestMove, Solved, answer, solve_record
from kibitz.analysis.coach.why import WHY_SECONDS, Why, explain_move
from kibitz.analysis.eval_explanation import Explanation, explain
from kibitz.core.errors import MalformedMove
from kibitz.core.game import Game, Move, State
from kibitz.core.loading import load_game
from kibitz.core.notation import parse_moves
from kibitz.core.searching import Searcher, find_search
from kibitz.drawing.board_svg import draw_position
from kibitz.drawing.board_text import format_board, name_side
from kibitz.play.players import SearchPlayer, find_player
from kibitz.play.positions import record_at
from kibitz.play.records import Choice, GameRecord
from kibitz.trees.drawing.notebook import draw_for_notebook
from kibitz.trees.recording import record_search
from kibitz.trees.search_tree import SearchTree

SearchTree._repr_html_ = draw_for_notebook  # set here, since the drawing is made of trees


@dataclass(frozen=True, eq=False, repr=False)
class Position:
    """A position of a game, made by `kibitz.position` and by playing on from there. It never changes.

    Two positions are equal when their games and states are, whatever moves led there.
    """

    _record: GameRecord

    @property
    def game(self) -> Game:
        return self._record.game

    @property
    def state(self) -> State:
        """The position as the rules of the game see it."""
        return self._record.state

    @property
    def moves(self) -> tuple[str, ...]:
        """The names of the legal moves in natural order; none when the game is over."""
        return tuple(map(self.game.move_name, self._record.legal_moves))

    @property
    def to_move(self) -> str:
        """The name of the side to move."""
        return self.game.players[self._record.to_move]

    @property
    def result(self) -> str | None:
        """How the game ended, as in "X wins"; None while it goes on."""
        return self._record.result if self._record.is_over else None

    @property
    def played(self) -> tuple[str, ...]:
        """The names of the moves that led here, from the start or from the position that was given."""
        return tuple(map(self.game.move_name, self._record.moves))

    def play(self, *moves: str | Move) -> Position:
        """The position after these moves.

        A text names one move or several, as in "4 4 3". A number is a move as the rules count them, from 0. Raises
        `MalformedMove` for what is no move of the game, and `IllegalMove` for one that is not legal where it stands.
        """
        record = self._record
        for part in moves:
            if isinstance(part, str):
                made = parse_moves(record.game, part, record.state, earlier=record.states[:-1])
            else:
                made = [_check_number(record, part)]
            for move in made:
                record = record.after(Choice(move))
        return Position(record)

    def best(self, player: str | Searcher) -> BestMove:
        """What a player would do here, as `kibitz best` answers: the move, its score, the line, and what it cost."""
        return answer(self._record, find_player(str(player)))

    def solve(self, *, all: bool = False, seconds: float = SOLVE_SECONDS) -> Solved:
        """The exact outcome, as `kibitz solve` answers; with `all`, `scores` has the outcome of every legal move.

        Raises `Unfinished` when the time is up before it is known.
        """
        return solve_record(self._record, every_move=all, seconds=seconds)

    def tree(self, searcher: str | Searcher) -> SearchTree:
        """Every node that a search visits here, up to a million; drawn when a notebook displays it."""
        return record_search(self._record, SearchPlayer(*find_search(str(searcher)))).tree

    def explain(self, evaluator: str = "") -> Explanation:
        """What a heuristic says about the position, term by term; by default the game's own choice of heuristic."""
        return explain(self._record, evaluator)

    def why(self, move: str, *, seconds: float = WHY_SECONDS) -> Why:
        """What a legal move gives away here and why: its refutation with a reason for each step, and what would hold.

        `seconds` are for a search, where no solver knows.
        """
        return explain_move(self._record, self._record.legal_move(move), seconds=seconds)

    def svg(self) -> str:
        """The board as a picture."""
        return draw_position(self._record)

    def __str__(self) -> str:
        margin = max(map(len, self.game.view(self.state).lines), default=0) + 2
        return f"{format_board(self._record)}\n{'':{margin}}{self._status()}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        said = escape(f"{self.game.known_as}: {self._status()}")
        return f"<figure><figcaption>{said}</figcaption>{self.svg()}</figure>"

    def _status(self) -> str:
        return self.result or f"{name_side(self.game, self._record.to_move)} to move"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and (self.game, self.state) == (other.game, other.state)

    def __hash__(self) -> int:
        return hash((self.game, self.state))


def position(game: str | Game, *, moves: str | None = None, position: str | None = None) -> Position:
    """A position: the start of a game, the one that moves lead to, or one that is written out.

    `game`: a spec such as "othello:size=6", a game of your own in a file such as "mygame.py:Class", or a `Game`.
    `moves`: names, as in "4 4 3". `position`: as the game's players write it.
    """
    return _find_position(game, moves, position)


def best_move(
    game: str | Game, player: str | Searcher, *, moves: str | None = None, position: str | None = None
) -> BestMove:
    """What a player would do in a position; see `Position.best`."""
    return _find_position(game, moves, position).best(player)


def solve(
    game: str | Game,
    *,
    moves: str | None = None,
    position: str | None = None,
    all: bool = False,
    seconds: float = SOLVE_SECONDS,
) -> Solved:
    """The exact outcome of a position; see `Position.solve`."""
    return _find_position(game, moves, position).solve(all=all, seconds=seconds)


def tree(
    game: str | Game, searcher: str | Searcher, *, moves: str | None = None, position: str | None = None
) -> SearchTree:
    """The tree of a search of a position; see `Position.tree`."""
    return _find_position(game, moves, position).tree(searcher)


def _find_position(game: str | Game, moves: str | None, position: str | None) -> Position:
    return Position(record_at(load_game(game), moves=moves, position=position))


def _check_number(record: GameRecord, move: Move) -> Move:
    """A move given as a number, which must be legal where the game stands."""
    game = record.game
    if not 0 <= move < game.num_moves:
        raise MalformedMove(
            f"{move} is not a move of {game.known_as}; its moves are numbered 0 to {game.num_moves - 1}."
        )
    return record.legal_move(game.move_name(move))

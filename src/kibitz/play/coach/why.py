"""Why a move was bad: the refutation played out to the point where it is plain, each step with its reason.

Nothing here is guessed. The lines come from a solver, or from a search that says how deep it looked; a reason is a fact
found by the rules (`reasons.py` and its neighbours); where none is found, the step stands without one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from kibitz.core.game import Cell, Game, Move, State
from kibitz.core.result_rows import ResultRows
from kibitz.core.searching import StopFlag
from kibitz.games.lines import LineGame
from kibitz.games.othello import Othello
from kibitz.games.take_away import TakeAway
from kibitz.kernels.solvers.game_solver import find_game_solver
from kibitz.play.analysis.exact_scores import judge
from kibitz.play.analysis.score_words import count, has_margin
from kibitz.play.coach.disc_reasons import DISC_LOOKERS
from kibitz.play.coach.grades import Loss, grade_move, say_loss
from kibitz.play.coach.heap_reasons import HEAP_LOOKERS
from kibitz.play.coach.line_reasons import LINE_LOOKERS, Threat, find_threats
from kibitz.play.coach.move_worth import PositionWorth, find_worth
from kibitz.play.coach.reasons import (
    Looker,
    Reason,
    end_of_game,
    find_reason,
    is_forced,
    no_safe_answer,
    only_move,
    wins_at_once,
)
from kibitz.play.coach.term_changes import TermChanges, compare_terms
from kibitz.play.records import GameRecord

__all__ = ["WHY_SECONDS", "LineStep", "Why", "best_answer", "explain_loss", "explain_move"]

WHY_SECONDS = 1.0
MAX_STEPS = 60  # of a line that is won
MAX_MARGIN_STEPS = 10  # of a line in a game that is won by more or less, where there is seldom one point that decides
MAX_DRAWN_STEPS = 6  # of a line that nobody wins
MAX_TERM_PLIES = 40  # of the lines at whose ends a heuristic is asked
GENERAL_LOOKERS: tuple[Looker, ...] = (end_of_game, no_safe_answer, only_move)


@dataclass(frozen=True)
class LineStep:
    """A move of a line: who makes it, whether there was no alternative, and what it does, by the rules.

    `kind` and `reason` are empty where nothing of note is found. `cells` are those the reason is about, `threats` the
    cells that complete a line for either side after the move.
    """

    side: int
    move: str
    forced: bool
    kind: str
    reason: str
    cells: tuple[Cell, ...]
    threats: tuple[Threat, ...]


@dataclass(frozen=True)
class Why(ResultRows):
    """What a move gave away, and how that is known.

    `mark` is empty for a move that lost nothing worth mentioning. `sentence` says what was lost and the answer to it.
    `line` begins with the move itself and goes on to the point where it is plain that it was bad (`is_plain`), or as
    far as it is known; `better` is the same for the best move. `held`: how many of the `others` would have kept what
    was lost, None if not all of them were looked at. `certainty` says how sure all this is.
    """

    game: str
    side: int
    move: str
    best: str
    word: str
    mark: str
    sentence: str
    was: str
    is_now: str
    line: tuple[LineStep, ...]
    is_plain: bool
    better: tuple[LineStep, ...]
    held: int | None
    others: int
    held_words: str
    proven: bool
    certainty: str
    terms: TermChanges | None

    def rows(self) -> list[tuple[str, str]]:
        said = self.sentence or f"{self.move} gives nothing away."
        rows = [(self.move, said), *(("", f"{step.move}: {step.reason}") for step in self.line if step.reason)]
        if self.better:
            rows.append(("better", " ".join(step.move for step in self.better)))
        return [*rows, ("known", self.certainty)] if self.certainty else rows


def explain_move(record: GameRecord, move: Move, *, seconds: float = WHY_SECONDS, stop: StopFlag | None = None) -> Why:
    """Why a move would be bad, or was, in the position where a game stands. The move is legal."""
    worth = find_worth(record.game, record.state, move, seconds=seconds, every=True, stop=stop)
    return explain_loss(worth, move, seconds=seconds, stop=stop)


def explain_loss(
    worth: PositionWorth, move: Move, *, seconds: float = WHY_SECONDS, stop: StopFlag | None = None
) -> Why:
    """The same, of a position whose moves are known already."""
    game, state, stop = worth.game, worth.state, stop or StopFlag()
    if move not in worth.scores:  # too little time to compare it: nothing is known against it
        move_score, loss = None, Loss(None, 0.0, "", False, "")
    else:
        move_score = worth.scores[move]
        loss = grade_move(game, worth.score, move_score)
    lines = _Lines(worth, stop)
    line, is_plain = lines.play_out(move)
    better = () if move == worth.best or not loss.word else lines.play_out(worth.best)[0]
    held = _held(worth, move)
    others = len(game.moves(state)) - 1
    return Why(
        game=str(game),
        side=worth.side,
        move=game.move_name(move),
        best=game.move_name(worth.best),
        word=loss.word,
        mark=loss.mark,
        sentence=say_loss(game, loss, line[0].move, _answer(line)) if loss.word else "",
        was=worth.score.words,
        is_now=worth.score.words if move_score is None else move_score.words,
        line=line,
        is_plain=is_plain,
        better=better,
        held=held,
        others=others,
        held_words=_held_words(loss, held, others) if loss.word else "",
        proven=loss.exact,
        certainty=_certainty(worth, loss),
        terms=lines.compare_terms(move) if loss.word and _has_use_for_terms(game, loss) else None,
    )


class _Lines:
    """Best play after a move of a position, as far as it is known."""

    def __init__(self, worth: PositionWorth, stop: StopFlag) -> None:
        self.worth, self.stop, self.game = worth, stop, worth.game
        self.lookers = _lookers(self.game)

    def play_out(self, first: Move) -> tuple[tuple[LineStep, ...], bool]:
        """The move and best play after it, up to where it is plain who has the better of it; and whether it is."""
        game, state = self.game, self.worth.state
        score = self.worth.scores.get(first)
        # Whoever gains by the line: the side that answers a bad move, the side that makes a good one.
        gains_first = first == self.worth.best
        most = MAX_MARGIN_STEPS if has_margin(game) else MAX_STEPS
        if score is None or score.level == 0:
            most = min(most, MAX_DRAWN_STEPS)
        steps = list[LineStep]()
        for number, move in enumerate(self.moves(first)):
            reason = self._missed_win(move) if number == 0 and not gains_first else None
            reason = reason or find_reason(game, state, move, self.lookers)
            steps.append(_step(game, state, move, reason))
            does_gain = (game.to_move(state) == game.to_move(self.worth.state)) == gains_first
            state = game.play(state, move)
            if reason is not None and reason.is_plain and (does_gain != (reason.kind == "pass")):
                return tuple(steps), True
            if len(steps) > most or self.stop.raised:
                break
        return tuple(steps), game.result(state) is not None

    def moves(self, first: Move) -> Iterator[Move]:
        """The move and best play after it: the known line, and beyond its end what a solver says."""
        game, state = self.game, self.worth.state
        known = self.worth.lines.get(first, (first,))
        for move in known:
            yield move
            state = game.play(state, move)
        seen = set[State]()
        while self.worth.exact and game.result(state) is None and state not in seen:
            seen.add(state)
            judgement = judge(game, state, stop=self.stop)
            if judgement is None:
                return
            for move in judgement.line:
                yield move
                state = game.play(state, move)

    def compare_terms(self, move: Move) -> TermChanges | None:
        """What a heuristic sees where the line after a move and the one after the best move lead."""
        worth = self.worth
        lines = [list(islice(self.moves(first), MAX_TERM_PLIES)) for first in (worth.best, move)]
        return compare_terms(self.game, worth.state, *lines)

    def _missed_win(self, move: Move) -> Reason | None:
        game, state = self.game, self.worth.state
        wins = wins_at_once(game, state)
        if not wins or move in wins or has_margin(game):
            return None
        return Reason("missed_win", f"passes over {game.move_name(wins[0])}, which wins at once")


def _step(game: Game, state: State, move: Move, reason: Reason | None) -> LineStep:
    after = game.play(state, move)
    return LineStep(
        side=game.to_move(state),
        move=game.move_name(move),
        forced=is_forced(game, state, move),
        kind=reason.kind if reason else "",
        reason=reason.text if reason else "",
        cells=reason.cells if reason else (),
        threats=find_threats(game, after),
    )


def _lookers(game: Game) -> tuple[Looker, ...]:
    if isinstance(game, LineGame):
        return LINE_LOOKERS
    if isinstance(game, Othello):
        return DISC_LOOKERS
    return HEAP_LOOKERS if isinstance(game, TakeAway) else GENERAL_LOOKERS


def _held(worth: PositionWorth, move: Move) -> int | None:
    """How many other moves lost nothing worth mentioning; None if not all of them are known."""
    if len(worth.scores) < len(worth.game.moves(worth.state)):
        return None
    others = (score for each, score in worth.scores.items() if each != move)
    return sum(not grade_move(worth.game, worth.score, score).word for score in others)


def _held_words(loss: Loss, held: int | None, others: int) -> str:
    if held is None:
        return ""
    kept = f"kept the {loss.result}" if loss.result else "lost nothing worth mentioning"
    how_many = "None" if held == 0 else "All" if held == others > 1 else str(held)
    return f"{how_many} of the other {count(others, 'move')} would have {kept}."


def best_answer(worth: PositionWorth, move: Move, stop: StopFlag) -> tuple[int, str] | None:
    """The side that answers a move, and its best answer; None if the game is over then, or nobody knows."""
    game, after = worth.game, worth.game.play(worth.state, move)
    answer = next(islice(_Lines(worth, stop).moves(move), 1, None), None)
    return None if answer is None else (game.to_move(after), game.move_name(answer))


def _answer(line: tuple[LineStep, ...]) -> tuple[int, str] | None:
    return (line[1].side, line[1].move) if len(line) > 1 else None


def _certainty(worth: PositionWorth, loss: Loss) -> str:
    nodes = count(worth.nodes, "node").replace(str(worth.nodes), f"{worth.nodes:,}")
    if worth.exact and _is_in_book(worth):
        return "Proved: from the opening book."
    if worth.exact:
        return f"Proved by {nodes}." if worth.nodes else f"Proved by the solver ({worth.by})."
    if loss.exact:
        return f"Proved by a search to depth {worth.depth}, {nodes}."
    return f"Searched to depth {worth.depth}, {nodes}; an estimate."


def _is_in_book(worth: PositionWorth) -> bool:
    solver = find_game_solver(worth.game)
    return solver is not None and solver.has_book and solver.look_up(worth.game, worth.state) is not None


def _has_use_for_terms(game: Game, loss: Loss) -> bool:
    """A proof says more than a heuristic; only where it shows no single point that decides do the terms help too."""
    return not loss.exact or not isinstance(game, LineGame | TakeAway)

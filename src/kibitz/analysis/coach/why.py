"""Why a move was bad: the refutation played out to the point where it is plain, each step with its reason.

Nothing here is guessed. The lines come from a solver, or from a search that says how deep it looked; a reason is a fact
found by the rules (`reasons.py`, `Game.reasons`); where none is found, the step stands without one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from kibitz.analysis.coach.grades import Loss, grade_in_position, grade_move
from kibitz.analysis.coach.played_lines import Lines, LineStep, PlayedLine
from kibitz.analysis.coach.telling import tell_loss
from kibitz.analysis.coach.term_changes import TermChanges
from kibitz.analysis.exact_scores import is_in_book
from kibitz.analysis.judge_position import judge_position
from kibitz.analysis.judged_position import Effort, JudgedPosition
from kibitz.analysis.score_words import has_margin
from kibitz.core.game import Move
from kibitz.core.result_rows import ResultRows
from kibitz.core.searching import StopFlag
from kibitz.core.words import count
from kibitz.play.records import GameRecord

WHY_SECONDS = 1.0


@dataclass(frozen=True)
class Why(ResultRows):
    """What a move gave away, and how that is known.

    `mark` is empty for a move that lost nothing worth mentioning. `sentence` says what was lost and the answer to it.
    `line` begins with the move itself and goes on to the point where it is plain that it was bad (`is_plain`), or as
    far as it is known; `better` is the same for the best move. `held`: how many of the `others` would have kept what
    was lost, None if not all of them were looked at. `certainty` says how sure all this is. `provisional`: compiled
    code was not ready, so that a readable search looked, which sees less.
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
    provisional: bool = False

    def rows(self) -> list[tuple[str, str]]:
        said = self.sentence or f"{self.move} gives nothing away."
        rows = [(self.move, said), *(("", f"{step.move}: {step.reason}") for step in self.line if step.reason)]
        if self.better:
            rows.append(("better", " ".join(step.move for step in self.better)))
        return [*rows, ("known", self.certainty)] if self.certainty else rows


def explain_move(
    record: GameRecord,
    move: Move,
    *,
    seconds: float = WHY_SECONDS,
    compiled: bool = True,
    stop: StopFlag | None = None,
) -> Why:
    """Why a move would be bad, or was, in the position where a game stands. The move is legal."""
    game, state = record.game, record.state
    moves = [move, *(each for each in game.moves(state) if each != move)]
    judged = judge_position(game, state, moves, effort=Effort(seconds), compiled=compiled, stop=stop)
    return explain_loss(judged, move, stop=stop)


def explain_loss(judged: JudgedPosition, move: Move, *, stop: StopFlag | None = None) -> Why:
    """The same, of a position that is judged already."""
    game, stop = judged.game, stop or StopFlag()
    loss, told = grade_in_position(judged, move), _Told(judged, move, stop)
    move_score = judged.shown.get(move)
    held = _held(judged, move)
    others = len(game.moves(judged.state)) - 1
    return Why(
        game=str(game),
        side=judged.side,
        move=game.move_name(move),
        best=game.move_name(judged.best),
        word=loss.word,
        mark=loss.mark,
        sentence=told.sentence(loss) if loss.word else "",
        was=judged.score.words,
        is_now=judged.score.words if move_score is None else move_score.words,
        line=told.line.steps,
        is_plain=told.line.is_plain,
        better=told.better.steps if told.better and loss.word else (),
        held=held,
        others=others,
        held_words=_held_words(loss, held, others) if loss.word else "",
        proven=loss.exact,
        certainty=_certainty(judged, loss),
        terms=told.terms if loss.word and told.has_use_for_terms(loss) else None,
        provisional=not judged.compiled and not loss.exact,
    )


def say_why(judged: JudgedPosition, move: Move, loss: Loss, stop: StopFlag | None = None) -> str:
    """The one sentence about a bad move, which the coach and the review say alike."""
    return _Told(judged, move, stop or StopFlag()).sentence(loss)


class _Told:
    """A move and the best one, both played out."""

    def __init__(self, judged: JudgedPosition, move: Move, stop: StopFlag) -> None:
        self.judged, self.move, self._lines = judged, move, Lines(judged, stop)
        self.line: PlayedLine = self._lines.play_out(move)
        self.better = None if move == judged.best else self._lines.play_out(judged.best)

    @cached_property
    def terms(self) -> TermChanges | None:
        return self._lines.compare_terms(self.move) if self.better else None

    def sentence(self, loss: Loss) -> str:
        game = self.judged.game
        best, terms = game.move_name(self.judged.best), None if loss.exact else self.terms
        return tell_loss(game, loss, best, self.line, self.better, terms)

    def has_use_for_terms(self, loss: Loss) -> bool:
        """A proof says more than a heuristic; the terms help where it shows no single point that decides."""
        return not loss.exact or has_margin(self.judged.game) or not self.line.is_plain


def _held(judged: JudgedPosition, move: Move) -> int | None:
    """How many other moves lost nothing worth mentioning; None if not all of them are known."""
    if len(judged.shown) < len(judged.game.moves(judged.state)):
        return None
    others = (score for each, score in judged.shown.items() if each != move)
    return sum(not grade_move(judged.game, judged.score, score).word for score in others)


def _held_words(loss: Loss, held: int | None, others: int) -> str:
    if held is None:
        return ""
    kept = f"kept the {loss.result}" if loss.result and loss.became else "lost nothing worth mentioning"
    how_many = "None" if held == 0 else "All" if held == others > 1 else str(held)
    return f"{how_many} of the other {count(others, 'move')} would have {kept}."


def _certainty(judged: JudgedPosition, loss: Loss) -> str:
    nodes = count(judged.nodes, "node").replace(str(judged.nodes), f"{judged.nodes:,}")
    if judged.exact and is_in_book(judged.game, judged.state):
        return "Proved: from the opening book."
    if judged.exact:
        return f"Proved by {nodes}." if judged.nodes else f"Proved by the solver ({judged.by})."
    if loss.exact:
        return f"Proved by a search to depth {judged.depth}, {nodes}."
    return f"Searched to depth {judged.depth}, {nodes}; an estimate."

"""Best play after a move, move by move with its reason, up to the point where it is plain who gains by it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from kibitz.analysis.coach.reasons import find_reason, is_forced, wins_at_once
from kibitz.analysis.coach.term_changes import TermChanges, compare_terms
from kibitz.analysis.exact_scores import judge
from kibitz.analysis.judged_position import JudgedPosition
from kibitz.analysis.score_words import has_margin
from kibitz.core.game import Cell, Game, Move, Reason, State, Threat
from kibitz.core.searching import StopFlag

MISSED_WIN = "missed_win"  # the kind of reason
MAX_STEPS = 60  # of a line that is won
MAX_MARGIN_STEPS = 10  # of a line in a game that is won by more or less, where there is seldom one point that decides
MAX_DRAWN_STEPS = 6  # of a line that nobody wins
MAX_TERM_PLIES = 40  # of the lines at whose ends a heuristic is asked


@dataclass(frozen=True)
class LineStep:
    """A move of a line: who makes it, whether there was no alternative, and what it does, by the rules.

    `kind` and `reason` are empty where nothing of note is found. `cells` are those the reason is about, `threats` the
    cells with which a side would win after the move.
    """

    side: int
    move: str
    forced: bool
    kind: str
    reason: str
    cells: tuple[Cell, ...]
    threats: tuple[Threat, ...]


@dataclass(frozen=True)
class PlayedLine:
    """The steps of a line, the reason of each, and whether it is plain at its end who gains by it."""

    steps: tuple[LineStep, ...]
    reasons: tuple[Reason | None, ...]
    is_plain: bool


class Lines:
    """Best play after a move of a position, as far as it is known."""

    def __init__(self, judged: JudgedPosition, stop: StopFlag) -> None:
        self.judged, self.stop, self.game = judged, stop, judged.game
        self._found = dict[Move, list[Move]]()
        self._rest = dict[Move, Iterator[Move]]()

    def play_out(self, first: Move) -> PlayedLine:
        """The move and best play after it, up to where it is plain who has the better of it."""
        game, state = self.game, self.judged.state
        score = self.judged.shown.get(first)
        # Whoever gains by the line: the side that answers a bad move, the side that makes a good one.
        gains_first = first == self.judged.best
        most = MAX_MARGIN_STEPS if has_margin(game) else MAX_STEPS
        if score is None or score.level == 0:
            most = min(most, MAX_DRAWN_STEPS)
        steps, reasons = list[LineStep](), list[Reason | None]()
        for number, move in enumerate(self.moves(first)):
            reason = self._missed_win(move) if number == 0 and not gains_first else None
            reason = reason or find_reason(game, state, move)
            steps.append(_describe(game, state, move, reason))
            reasons.append(reason)
            does_gain = (game.to_move(state) == self.judged.side) == gains_first
            state = game.play(state, move)
            if reason is not None and reason.is_plain and (does_gain != (reason.kind == "pass")):
                return PlayedLine(tuple(steps), tuple(reasons), True)
            if len(steps) > most:
                break
        return PlayedLine(tuple(steps), tuple(reasons), game.result(state) is not None)

    def moves(self, first: Move) -> Iterator[Move]:
        """The move and best play after it, each move found once, however often it is asked for."""
        found, rest = self._found.setdefault(first, []), self._rest.setdefault(first, self._follow(first))
        number = 0
        while True:
            if number == len(found):
                following = next(rest, None)
                if following is None:
                    return
                found.append(following)
            yield found[number]
            number += 1

    def _follow(self, first: Move) -> Iterator[Move]:
        """The known line, and beyond its end what a solver says."""
        game, state = self.game, self.judged.state
        known = self.judged.lines.get(first, (first,))
        for move in known:
            yield move
            state = game.play(state, move)
        seen = set[State]()
        while self.judged.exact and game.result(state) is None and state not in seen and not self.stop.raised:
            seen.add(state)
            solved = judge(game, state, stop=self.stop, compiled=self.judged.compiled)
            if solved is None:
                return
            for move in solved.line:
                yield move
                state = game.play(state, move)

    def compare_terms(self, move: Move) -> TermChanges | None:
        """What a heuristic sees where the line after a move and the one after the best move lead."""
        lines = [list(islice(self.moves(first), MAX_TERM_PLIES)) for first in (self.judged.best, move)]
        return compare_terms(self.game, self.judged.state, *lines)

    def _missed_win(self, move: Move) -> Reason | None:
        game, state = self.game, self.judged.state
        if has_margin(game):
            return None
        wins = wins_at_once(game, state)
        if not wins or move in wins:
            return None
        return Reason(MISSED_WIN, f"passes over {game.move_name(wins[0])}, which wins at once")


def _describe(game: Game, state: State, move: Move, reason: Reason | None) -> LineStep:
    after = game.play(state, move)
    return LineStep(
        side=game.to_move(state),
        move=game.move_name(move),
        forced=is_forced(game, state, move),
        kind=reason.kind if reason else "",
        reason=reason.text if reason else "",
        cells=reason.cells if reason else (),
        threats=game.find_threats(after),
    )

"""One sentence about a bad move: what it lost, the other side's answer, and the thing that is at stake.

b3 turned a draw into a loss: X's answer c1 completes 3 in a row
11-15 is weaker than 9-14, estimated: White's answer 18x11 takes the man on 15
d7 lost 4 boxes: O's answer c2 takes 3 boxes
"""

from __future__ import annotations

from itertools import takewhile

from kibitz.analysis.coach.grades import Loss, lost_words
from kibitz.analysis.coach.played_lines import MISSED_WIN, PlayedLine
from kibitz.analysis.coach.reasons import is_telling
from kibitz.analysis.coach.term_changes import TermChanges
from kibitz.analysis.score_words import has_margin, side_name
from kibitz.core.game import Game, Reason
from kibitz.core.words import join_names

MAX_LATER = 12  # plies of the line in which a thing that is gained still belongs to the answer


def tell_loss(
    game: Game, loss: Loss, best: str, line: PlayedLine, better: PlayedLine | None, terms: TermChanges | None
) -> str:
    """What there is to say about a bad move; `line` begins with it, `better` with the best move."""
    move = line.steps[0]
    said = f"{move.move} {lost_words(game, loss, best)}"
    own = line.reasons[0]
    if own is not None and own.kind == MISSED_WIN and not loss.exact:
        return f"{move.move} {own.text}"
    told, is_told = _tell_answer(game, line)
    if is_told:
        return f"{said}: {told}"
    if own is not None and (not told or not (own.hint or own.is_plain)):  # what the move itself lets happen
        return f"{said}: it {own.text}"
    gain = _tell_gain(better, 0) if better else ""
    if better and gain:
        better_name = f"{_name_run(better, 0)} {gain}"
        return f"{said}: {told}, while {better_name}" if told else f"{said}; {better_name}"
    if terms is not None:
        said += f", above all in {terms.terms[0].about}"
    return f"{said}: {told}" if told else said


def _tell_answer(game: Game, line: PlayedLine) -> tuple[str, bool]:
    """The other side's answer and what it gains by it, now or later, and whether that was found; empty without one."""
    mover = line.steps[0].side
    others = [
        number
        for number, step in enumerate(line.steps)
        if step.side != mover and line.steps[number - 1].side == mover and step.kind != "pass"
    ]
    if not others:
        return "", False
    first = others[0]
    whose = f"{side_name(game, 1 - mover)}'s answer"
    gain = _tell_gain(line, first)
    answer = f"{whose} {_name_run(line, first)} {gain}" if gain else f"{whose} is {line.steps[first].move}"
    if any(_matters(game, each, first) for each in _run(line, first)):
        return answer, True
    for later in others[1:]:
        if any(_matters(game, each, later) for each in _run(line, later)):
            gain = _tell_gain(line, later)
            return f"{answer}, and later {_name_run(line, later)} {gain}", True
    return answer, bool(gain)


def _matters(game: Game, reason: Reason | None, number: int) -> bool:
    """Whether a gain explains the answer: it decides the game, or things are taken, not too long after."""
    if reason is None or (reason.kind == "end" and has_margin(game)):
        return False
    return reason.is_plain or (reason.amount > 0 and number < MAX_LATER)


def _tell_gain(line: PlayedLine, number: int) -> str:
    """What a side gains by the moves that it makes in a row from that step on; empty if nothing is to be named."""
    reasons = [each for each in _run(line, number) if is_telling(each)]
    found = [each for each in reasons if each is not None]
    if not found:
        return ""
    first = found[0]
    alike = [each for each in found if each.total == first.total]
    if len(alike) > 1 and first.total:
        return first.total.format(sum(each.amount for each in alike))
    return join_names([each.text for each in _distinct(found)])


def _run(line: PlayedLine, number: int) -> list[Reason | None]:
    """The reasons of the moves that one side makes in a row."""
    return list(line.reasons[number : number + _run_length(line, number)])


def _run_length(line: PlayedLine, number: int) -> int:
    side = line.steps[number].side
    return sum(1 for _ in takewhile(lambda step: step.side == side, line.steps[number:]))


def _name_run(line: PlayedLine, number: int) -> str:
    """The moves that one side makes in a row, up to the last one that gains something."""
    steps = [
        step.move
        for step, reason in zip(line.steps[number:], _run(line, number), strict=False)
        if step is line.steps[number] or is_telling(reason)
    ]
    return " ".join(steps)


def _distinct(reasons: list[Reason]) -> list[Reason]:
    return list({reason.text: reason for reason in reasons}.values())[:2]

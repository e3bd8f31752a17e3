"""What is to be seen in Take-Away: heaps from which whoever is to move loses."""

from __future__ import annotations

from kibitz.core.game import Game, Move, State
from kibitz.games.take_away import TakeAway
from kibitz.play.analysis.score_words import count
from kibitz.play.coach.reasons import Looker, Reason, end_of_game, no_safe_answer, only_move

__all__ = ["HEAP_LOOKERS"]


def left_chips(game: Game, state: State, move: Move) -> Reason | None:
    """A heap of a multiple of take + 1 (one more in misère play) is lost for the side to move.

    Whatever that side takes, the other can take the rest of take + 1, so that it comes back to such a heap.
    """
    assert isinstance(game, TakeAway)
    left, period = state[0] - move - 1, game.take + 1
    if left == 0 or left % period != (1 if game.misere else 0):
        return None
    more = "one more than a multiple" if game.misere else "a multiple"
    if game.misere and left == 1:
        return Reason("heap", "leaves the last chip, which loses", is_plain=True)
    return Reason("heap", f"leaves {count(left, 'chip')}, {more} of {period}, from which every move can be answered")


HEAP_LOOKERS: tuple[Looker, ...] = (end_of_game, left_chips, no_safe_answer, only_move)

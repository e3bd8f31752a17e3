"""The one heuristic Take-Away needs: it knows who wins."""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass

from kibitz.core.evaluation import Evaluator, Terms
from kibitz.core.game import State
from kibitz.core.spec import option
from kibitz.games.take_away import TakeAway


@dataclass(frozen=True)
class Modulo(Evaluator):
    """Multiples of take + 1 are lost for the side to move (with misère play one more than those), all others won."""

    name = "modulo"
    about = "won unless the chips are a multiple of take + 1, or one more in misère play"
    suits = (TakeAway,)

    game: TakeAway
    won: int = option(5, "1 where the side to move can win, -1 where it cannot")

    def terms(self) -> Terms:
        modulus, lost = self.game.take + 1, 1 if self.game.misere else 0

        def terms(state: State, out: MutableSequence[int]) -> None:
            out[0] = -1 if state[0] % modulus == lost else 1

        return terms

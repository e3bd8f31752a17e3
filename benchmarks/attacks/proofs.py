"""Searches with random options that are stopped anywhere: what they call proven is held against plain minimax."""

from __future__ import annotations

import random

from attacks.tally import Tally
from attacks.words import WordMaker
from kibitz.core.errors import InputError
from kibitz.core.game import GAMES
from kibitz.core.limits import REFERENCE
from kibitz.core.searching import SEARCHERS

__all__ = ["attack_proofs"]

SEARCHES = 50  # a round


def attack_proofs(rng: random.Random, counts: Tally) -> None:
    from helpers.claims import draw_trial, run_trial

    words = WordMaker(rng, hostility=0.0)
    searchers = [cls for cls in SEARCHERS.classes.values() if cls.shipped and cls.has_reference]
    for _ in range(SEARCHES):
        try:
            game = GAMES.parse(words.make_spec(GAMES.classes))
        except InputError:  # options that do not go together
            continue
        trial = draw_trial(rng.choice(searchers), game, rng)
        try:
            found = trial and run_trial(trial, REFERENCE)
        except AssertionError as error:
            counts.found(f"searches-proved: a wrong proof: {error}")
            continue
        except Exception as error:
            counts.found(f"searches-proved: {type(error).__name__}: {error}", str(trial))
            continue
        outcome = "refused" if found is None else "proven" if found.score.proven else "not proven"
        counts[f"searches-proved: {outcome}"] += 1

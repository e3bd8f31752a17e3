"""Searches with random options that are stopped anywhere: what they call proven is held against plain minimax."""

from __future__ import annotations

import random

from attacks.tally import Tally
from kibitz.core.game import find_game
from kibitz.core.searching import SEARCHERS

POSITIONS, SEARCHES = 5, 20  # a round, and of each position


def attack_proofs(rng: random.Random, counts: Tally) -> None:
    """As tests/test_proven_claims.py, on the same boards, with other seeds."""
    from helpers.claims import draw_position, draw_trial, run_trial
    from test_proven_claims import BOARDS, READABLE

    for _ in range(POSITIONS):
        game = find_game(rng.choice(BOARDS))
        state = draw_position(game, rng)
        for _ in range(SEARCHES):
            trial = draw_trial(SEARCHERS.find(rng.choice(READABLE)), game, state, rng)
            try:
                found = trial and run_trial(trial)
            except Exception as error:  # an AssertionError says what was wrong with the proof
                counts.found(f"searches-proved: {type(error).__name__}", f"{error} {trial}")
                continue
            counts[f"searches-proved: {'refused' if not found else 'proven' if found.score.proven else 'open'}"] += 1

"""Checking that an outside program keeps to its protocol; `check/trials.py` says what a trial is."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.check.gtp_trials import GTP_TRIALS
from kibitz.check.trials import TrialFinding, run_trials
from kibitz.check.ugi_trials import UGI_TRIALS
from kibitz.core.errors import Unsuited
from kibitz.core.game import Game
from kibitz.engines.outside.gtp_player import GtpConnection, GtpPlayer
from kibitz.engines.outside.ugi_player import UgiConnection, UgiPlayer
from kibitz.play.players import find_player

DEFAULT_GAMES = 3  # of each kind


def check_engine(game: Game, spec: str, *, games: int = DEFAULT_GAMES) -> Iterator[TrialFinding]:
    """Test a program, trial by trial."""
    player = find_player(spec)
    player.check(game)
    if isinstance(player, GtpPlayer):
        return run_trials(player, game, GtpConnection, GTP_TRIALS, games)
    if isinstance(player, UgiPlayer):
        return run_trials(player, game, UgiConnection, UGI_TRIALS, games)
    raise Unsuited(f"{spec} is not a program from outside; name one, as in gtp:program=./engine.")

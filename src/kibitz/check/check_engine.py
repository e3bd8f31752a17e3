"""Does a program from outside keep to its protocol? `check/trials.py` says how that is found out."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.check.gtp_trials import GTP_TRIALS
from kibitz.check.trials import Finding, run_trials
from kibitz.check.ugi_trials import UGI_TRIALS
from kibitz.core.errors import Unsuited
from kibitz.core.game import Game
from kibitz.play.outside.gtp_player import Gtp, GtpTalk
from kibitz.play.outside.ugi_player import Ugi, UgiTalk
from kibitz.play.players import find_player

__all__ = ["GAMES", "Finding", "check_engine"]

GAMES = 3  # of each kind


def check_engine(game: Game, spec: str, *, games: int = GAMES) -> Iterator[Finding]:
    """Try a program out, test by test."""
    player = find_player(spec)
    player.check(game)
    if isinstance(player, Gtp):
        return run_trials(player, game, GtpTalk, GTP_TRIALS, games)
    if isinstance(player, Ugi):
        return run_trials(player, game, UgiTalk, UGI_TRIALS, games)
    raise Unsuited(f"{spec} is no program from outside; name one, as in gtp:program=./engine.")

"""A warning before a search that cannot end within a day."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.cli.terminal.progress_bar import print_above_line

if TYPE_CHECKING:
    from kibitz.play.player import Player
    from kibitz.play.records import GameRecord


def warn_of_effort(player: Player, record: GameRecord) -> None:
    """Say on standard error if the player's search surely takes more than a day where the game stands."""
    from kibitz.analysis.search_effort import describe_effort
    from kibitz.play.players import SearchPlayer

    if isinstance(player, SearchPlayer) and not record.is_over:
        player.searcher.check_suits(record.game)
        player.evaluator(record.game)  # a search that is refused needs no warning
        limits = player.limits.at(len(record.moves))
        warning = describe_effort(player.searcher, limits, record.game, record.state)
        if warning:
            print_above_line(f"kibitz: {warning}.")

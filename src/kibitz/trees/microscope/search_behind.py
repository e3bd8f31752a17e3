"""Which search to record to see why a player moves as it does: its own where it shows its tree, else the nearest."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kibitz.analysis.score_scale import usual_search
from kibitz.core.limits import Backend, Limits
from kibitz.core.searching import search_spec
from kibitz.play.levels.calibration import TOP, find_setting
from kibitz.play.levels.level_player import LevelPlayer, find_look_ahead, find_strongest
from kibitz.play.player import Player
from kibitz.play.players import SearchPlayer
from kibitz.play.records import GameRecord

ANALYSIS = "analysis"  # instead of a player: whatever the analysis asks


@dataclass(frozen=True)
class SearchBehind:
    """`searcher`: the spec to record, empty if the player does not search. `same`: it is the very search, node by node.

    `sentence` says what is recorded, and how it differs if it is not the same.
    """

    searcher: str
    same: bool
    sentence: str


def find_search_behind(player: Player, record: GameRecord) -> SearchBehind:
    """The search behind a player's move where a game stands."""
    game = record.game
    if isinstance(player, LevelPlayer) and player.n < TOP:
        depth = find_setting(game, player.n).depth
        spec = search_spec(find_look_ahead(game), Limits(depth=depth))
        return SearchBehind(
            spec,
            False,
            f"{player} looks {depth} {'ply' if depth == 1 else 'plies'} ahead with this search, "
            "and then makes mistakes on purpose, small ones more often than large ones.",
        )
    if isinstance(player, LevelPlayer):
        player = find_strongest(game)
    if not isinstance(player, SearchPlayer):
        return SearchBehind("", False, f"{player} does not search, so there is no tree behind its moves.")
    if player.searcher.shows_tree:
        if player.limits.time is None:
            return SearchBehind(str(player), True, f"The search of {player} at this move, recorded again.")
        return SearchBehind(
            str(player), False, f"{player} has a time limit, so it may search less deeply while it is recorded."
        )
    nearest = player.stand_in(game)
    assert isinstance(nearest, SearchPlayer)
    if player.limits.depth is not None:
        limits = replace(nearest.limits, time=None, depth=player.limits.depth)
        nearest = SearchPlayer(nearest.searcher, limits, Backend())
    return SearchBehind(
        str(nearest), False, f"{player} does not show its tree; this is {nearest}, the nearest search that does."
    )


def find_analysis_search(record: GameRecord) -> SearchBehind:
    """The search that the analysis of a position uses."""
    return find_search_behind(usual_search(record.game, wait=False), record)

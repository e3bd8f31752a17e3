"""A log for every move of a game: the tree of each search as a text file, in the order of the moves.

    FOLDER/01-X-4.txt       the first move of the game, made by X: 4
    FOLDER/02-O-4.txt

It is the tree of the search that chose the move, and not of one made again. Files are written between the moves, so
that writing takes none of the time that a player has.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kibitz.core.errors import BadOption, Unsuited
from kibitz.core.searching import StopFlag
from kibitz.jobs.folders import make_folder
from kibitz.play.player import Player
from kibitz.play.players import SearchPlayer
from kibitz.play.records import Choice, GameRecord
from kibitz.trees.recording import Recording, record_search
from kibitz.trees.tree_files import write_recording

SUFFIX = ".txt"


def make_log_folder(folder: Path) -> None:
    """Make a folder for logs; one that holds something is refused, so that no log of another game stays in it."""
    make_folder(folder)
    if any(folder.iterdir()):
        raise BadOption(f"{folder} is not empty; name a new folder for the logs.")


def check_logged(*players: Player) -> None:
    """Refuse players of whom none leaves a log."""
    if not any(map(_shows_tree, players)):
        raise Unsuited("No player here shows the tree of its search; take minimax, alphabeta or mcts for --logs.")


class GameLogs:
    """The logs of one game. `written`: how many there are so far."""

    def __init__(self, folder: Path) -> None:
        make_folder(folder)
        self.folder, self.written = folder, 0
        self._waiting: list[Recording] = []

    def watch(self, player: Player) -> Player:
        """The same player, whose searches are logged if they show their trees."""
        if isinstance(player, SearchPlayer) and _shows_tree(player):
            return LoggedPlayer(player.searcher, player.limits, player.backend, self)
        return player

    def add(self, recording: Recording) -> None:
        self._waiting.append(recording)

    def write(self) -> None:
        """Write what was searched since the last time."""
        for recording in self._waiting:
            write_recording(recording, str(self.folder / _name(recording)))
            self.written += 1
        self._waiting.clear()


@dataclass(frozen=True)
class LoggedPlayer(SearchPlayer):
    """A program whose searches are recorded."""

    logs: GameLogs

    def prepare_choice(self, record: GameRecord) -> Callable[[StopFlag | None], Choice]:
        self.logs.write()
        choose_unrecorded = super().prepare_choice(record)

        def choose(stop: StopFlag | None) -> Choice:
            try:
                recorded = record_search(record, self, stop=stop)
            except Unsuited:  # it knew the answer without a search
                return choose_unrecorded(stop)
            result = recorded.result
            assert result is not None, "it was searched just now"
            assert result.move is not None, "only a finished game has no move"
            self.logs.add(recorded)
            return Choice(result.move, result, backend=result.backend)

        return choose


def _shows_tree(player: Player) -> bool:
    return isinstance(player, SearchPlayer) and player.searcher.shows_tree


def _name(recording: Recording) -> str:
    """The number of the move, who made it, and the move, without what file names cannot hold."""
    before, result = recording.before, recording.result
    assert result is not None, "only searches are logged"
    move = "" if result.move is None else before.game.move_name(result.move)
    words = (f"{len(before.moves) + 1:02}", before.game.players[before.to_move], move)
    return "-".join(re.sub(r"[^A-Za-z0-9]+", "_", word) for word in words) + SUFFIX

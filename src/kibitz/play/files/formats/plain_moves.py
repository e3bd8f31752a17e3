"""Plain moves, one game a line, as people write them: 4455, f5d6c3, 3 12 1. Anything after a # is ignored."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.errors import BadFile, KibitzError
from kibitz.core.game import Game
from kibitz.core.notation import parse_moves
from kibitz.play.files.game_files import GAME_FORMATS, GameFormat, GameLoader, SavedGame
from kibitz.play.records import GameRecord


def _read(text: str, load: GameLoader, game: Game | None) -> list[SavedGame]:
    if game is None:
        raise BadFile("A file of plain moves does not name its game; name the game.")
    games = []
    for number, line in enumerate(text.splitlines(), start=1):
        moves = line.partition("#")[0].strip()
        if moves:
            try:
                games.append(SavedGame(GameRecord.begin(game, ("", ""), moves=parse_moves(game, moves))))
            except KibitzError as error:
                raise BadFile(f"Line {number}: {error}") from None
    return games


def _write(games: Sequence[SavedGame]) -> str:
    return "".join(f"{saved.record.moves_text}\n" for saved in games)


GAME_FORMATS.register(GameFormat(".moves", "only moves, one game per line", _read, _write))

"""Games from a text that somebody drops or pastes: a file in a known format, moves numbered as in PGN, or moves."""

from __future__ import annotations

import re
from pathlib import PurePath

from kibitz.core.errors import BadFile
from kibitz.core.game import Game
from kibitz.play.files.game_files import GAME_FORMATS, GameLoader, SavedGame, read_games
from kibitz.play.variations import parse_game_tree

_HEADER = re.compile(r'^\s*\[[A-Za-z]+ ".*"\]\s*$', re.MULTILINE)
_COMMENT = re.compile(r"\{[^{}]*\}|;[^\n]*")
_NUMBER = re.compile(r'(?<![\w"=.:])\d+\.+(?=\s|[A-Za-z])')  # 12. and 12... but not 0.5
_RESULT = re.compile(r"(?:^|\s)(?:1-0|0-1|1/2-1/2|\*)\s*$")


def read_any_text(text: str, name: str, *, load: GameLoader, game: Game | None = None) -> list[SavedGame]:
    """The games in a text; `name` is that of its file, `game` what is played if the text does not say so."""
    suffix = PurePath(name).suffix.lower()
    if suffix in GAME_FORMATS.suffixes() and GAME_FORMATS.find(suffix).encoding == "utf-8" and suffix != ".games":
        return read_games(text, suffix, load=load, game=game)
    if text.lstrip().startswith("(;"):
        return read_games(text, ".ggf" if "GM[Othello]" in text else ".sgf", load=load, game=game)
    if re.search(r'^\s*\[Game "', text, re.MULTILINE):
        return read_games(_NUMBER.sub("", text), ".games", load=load, game=game)
    if game is None:
        raise BadFile("This text does not name its game; choose the game first.")
    moves = _RESULT.sub("", _NUMBER.sub("", _COMMENT.sub("", _HEADER.sub("", text)))).strip()
    if not moves:
        raise BadFile("There are no moves in this text.")
    tree = parse_game_tree(game, moves)
    return [SavedGame(tree.record, variations=tree.variations)]

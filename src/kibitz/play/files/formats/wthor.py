"""WTHOR, the format of the French federation's base of Othello games since 1977 (.wtb): binary, least byte first.

    header    century, year, month, day it was made | games, 4 bytes | 0, 2 bytes | year of the games, 2 bytes
    16 bytes  size of the board, 0 for 8 | 0 | depth of the theoretical scores | 0
    a game    numbers of tournament, Black and White, 2 bytes each | Black's discs at the end, empty cells counted for
    68 bytes  the winner | the same with perfect play from that depth on | 60 moves, a byte each: 10 row + column,
              a1 is 11, h1 18; passes are left out, 0 follows the last

The names behind the numbers stand in files of their own and are not read: a player is called by number, as in "#12".
"""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence

from kibitz.core.errors import BadFile, KibitzError
from kibitz.core.game import Game, find_game
from kibitz.core.notation import parse_next_moves
from kibitz.play.files.game_files import GAME_FORMATS, GameFormat, GameLoader, SavedGame
from kibitz.play.records import Choice, GameRecord

HEADER = struct.Struct("<4BIHH4B")
GAME = struct.Struct("<HHHBB60s")
MADE = (20, 0, 1, 1)  # a date that does not change, so that the same games make the same file
MAX_NUMBER = 0xFFFF

_NUMBER = re.compile(r"#(\d{1,5})")


def _read(text: str, load: GameLoader, game: Game | None) -> list[SavedGame]:
    content = text.encode("latin-1")
    if len(content) < HEADER.size:
        raise BadFile(f"A WTHOR file begins with {HEADER.size} bytes; this one has {len(content)}.")
    *_, count, _, year, size, _, depth, _ = HEADER.unpack_from(content)
    if size not in (0, 8):
        raise BadFile(f"The games of this WTHOR file are on {size}x{size}; read are those on 8x8.")
    held = (len(content) - HEADER.size) / GAME.size
    if held != count:
        raise BadFile(
            f"The WTHOR file says that it holds {count} games, but has bytes for {held:.4g}; it is cut short."
        )
    othello = load("othello")
    at = range(HEADER.size, len(content), GAME.size)
    return [_game(number, GAME.unpack_from(content, place), othello, year, depth) for number, place in enumerate(at, 1)]


def _game(number: int, fields: tuple[int, int, int, int, int, bytes], game: Game, year: int, depth: int) -> SavedGame:
    tournament, black, white, discs, theory, codes = fields
    record = GameRecord(game, (f"#{black}", f"#{white}"))
    state = game.initial()
    for place, code in enumerate(codes.rstrip(b"\0"), start=1):
        row, column = divmod(code, 10)
        where = f"Game {number}, move {place}"
        if not (1 <= row <= 8 and 1 <= column <= 8):
            raise BadFile(f"{where}: {code} is not a cell; 11 is a1 and 88 is h8.")
        try:
            made = parse_next_moves(game, state, f"{'abcdefgh'[column - 1]}{row}")
        except KibitzError as error:
            raise BadFile(f"{where}: {error}") from None
        for move in made:
            record, state = record.after(Choice(move)), game.play(state, move)
    headers = {"Tournament": f"#{tournament}", "Year": str(year), "Discs": str(discs)}
    return SavedGame(record, headers | {"Theory": f"{theory} from {depth} empty cells"})


def _write(games: Sequence[SavedGame]) -> str:
    years = {saved.headers.get("Year", "") for saved in games}
    year = int(text) if len(years) == 1 and (text := years.pop()).isdigit() else 0
    rows = [_row(number, saved) for number, saved in enumerate(games, start=1)]
    return (HEADER.pack(*MADE, len(rows), 0, year, 8, 0, 0, 0) + b"".join(rows)).decode("latin-1")


def _row(number: int, saved: SavedGame) -> bytes:
    record = saved.record
    game = record.game
    if game != find_game("othello") or record.start is not None:
        raise BadFile(f"WTHOR holds Othello on 8x8 from its usual beginning, not game {number} of {game}; take .games.")
    codes = bytes(10 * row + column + 11 for row, column in (divmod(m, 8) for m in record.moves if m != game.pass_move))
    result = game.outcome(record.state)
    black = record.state[game.to_move(record.state)]  # the discs as they lie, where the game is not over
    discs = black.bit_count() if result is None else (64 + result) // 2
    names = (saved.headers.get("Tournament", ""), *record.players)
    return GAME.pack(*map(_number, names), discs, discs, codes)


def _number(name: str) -> int:
    """The number a name was read from; 0, which stands for an unknown player, for every other name."""
    found = _NUMBER.fullmatch(name)
    return min(int(found[1]), MAX_NUMBER) if found else 0


GAME_FORMATS.register(GameFormat(".wtb", "WTHOR, the base of Othello games on 8x8", _read, _write, "latin-1"))

"""The Smart Game Format, FF[4], for the games it has a number for here: Othello (GM[2]) and five in a row (GM[4]).

    (;GM[2]SZ[8]PB[one]PW[other];B[fe];W[fd] …)

A point is two letters, column and row from the top left corner, or a letter and a number as people write cells; an
empty one is a pass. Of a tree of variations the main line is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kibitz.core.errors import BadFile, KibitzError
from kibitz.core.game import Game, Move, State
from kibitz.play.files.game_files import GAME_FORMATS, GameFormat, GameLoader, SavedGame
from kibitz.play.records import Choice, GameRecord

GAMES = {"2": "othello:size={size}", "4": "mnk:width={size},height={size},k=5"}  # by the number in GM
SIZES = {"2": "8", "4": "15"}  # when SZ is left out

_PIECE = re.compile(r"(?P<mark>[();])|(?P<key>[A-Za-z]+)\s*(?P<values>(?:\[(?:[^\]\\]|\\.)*\]\s*)+)|(?P<other>\S)")
_VALUE = re.compile(r"\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)
_POINT = re.compile(r"([a-z])([a-z])")


def _read(text: str, load: GameLoader, game: Game | None) -> list[SavedGame]:
    return [_game(number, nodes, load) for number, nodes in enumerate(_main_lines(text), start=1)]


def _main_lines(text: str) -> Iterator[list[dict[str, str]]]:
    """The nodes along the main line of each game; of several values of a property, the first."""
    nodes: list[dict[str, str]] = []
    depth, ended = 0, False  # ended: the main line is behind us, what follows are variations
    for piece in _PIECE.finditer(text):
        if piece["other"]:
            raise BadFile(f"'{piece['other']}' at character {piece.start() + 1} does not belong in SGF.")
        if piece["mark"] == "(":
            depth += 1
        elif piece["mark"] == ")":
            depth, ended = depth - 1, True
            if depth == 0:
                yield nodes
                nodes, ended = [], False
        elif not ended and piece["mark"] == ";":
            nodes.append({})
        elif not ended and piece["key"] and nodes:
            key = re.sub("[a-z]", "", piece["key"])  # old files write Black[…] for B[…]
            value = _VALUE.match(piece["values"])
            assert value is not None
            nodes[-1].setdefault(key, re.sub(r"\\(.)", r"\1", value[1]).strip())
    if depth:
        raise BadFile("The SGF ends in the middle of a game; a closing bracket is missing.")


def _game(number: int, nodes: list[dict[str, str]], load: GameLoader) -> SavedGame:
    root = nodes[0] if nodes else {}
    kind = root.get("GM", "")
    if kind not in GAMES:
        raise BadFile(f"Game {number} has GM[{kind}]; read are GM[2] (Othello) and GM[4] (five in a row).")
    game = load(GAMES[kind].format(size=root.get("SZ", SIZES[kind])))
    record = GameRecord(game, (root.get("PB", ""), root.get("PW", "")))
    state = game.initial()
    for node in nodes:
        for side, key in enumerate("BW"):
            if key in node:
                move = _move(game, state, side, node[key], f"Game {number}, move {len(record.choices) + 1}")
                record, state = record.after(Choice(move)), game.play(state, move)
    headers = {name: root[key] for key, name in (("EV", "Event"), ("DT", "Date"), ("RE", "Result")) if key in root}
    return SavedGame(record, headers)


def _move(game: Game, state: State, side: int, text: str, where: str) -> Move:
    """The move at a point."""
    if game.to_move(state) != side:
        raise BadFile(f"{where}: it is the turn of {game.players[game.to_move(state)]}, not of {game.players[side]}.")
    point = _POINT.fullmatch(text.lower())
    try:
        if point is None:
            return game.legal_move(state, text.partition("/")[0] or "pass")
        column, row = (ord(letter) - ord("a") for letter in point.groups())
        return game.view(state).targets[row, column]
    except KeyError:
        raise BadFile(f"{where}: nothing can be played at '{text}'.") from None
    except KibitzError as error:
        raise BadFile(f"{where}: {error}") from None


GAME_FORMATS.register(GameFormat(".sgf", "Smart Game Format, for Othello and five in a row", _read))

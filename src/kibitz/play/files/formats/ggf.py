"""The Generic Game Format of the Generic Game Server, for Othello [M. Buro, "Generic Game Format (GGF)"].

    (;GM[Othello]PC[here]PB[one]PW[other]TI[05:00]TY[8]RE[+4.00]
    BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5//0.25]W[D6//1.00] … ;)

BO is the board the game begins with, * Black and O White, and who moves first. A move may be followed by what its
player thought of it, which is not kept, and by the seconds it took; PA is a pass. RE is for Black.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kibitz.core.errors import BadFile, KibitzError
from kibitz.core.game import Game, State
from kibitz.core.notation import parse_next_moves
from kibitz.core.spec import parse_whole_number
from kibitz.play.files.game_files import GAME_FORMATS, GameFormat, GameLoader, SavedGame
from kibitz.play.records import Choice, GameRecord

HEADERS = {"PC": "Site", "DT": "Date", "RB": "BlackRating", "RW": "WhiteRating", "TI": "Time", "RE": "Result"}

_GAME = re.compile(r"\(;(.*?);\s*\)", re.DOTALL)
_PROPERTY = re.compile(r"\s*([A-Z]+)\[([^\]]*)\]")
_PASSES = ("pa", "pass")


def _read(text: str, load: GameLoader, game: Game | None) -> list[SavedGame]:
    games = [_game(number, found[1], load) for number, found in enumerate(_GAME.finditer(text), start=1)]
    left = _GAME.sub("", text).strip()
    if left and not left.isdigit():  # the server writes how many games follow
        begun = left.split("(;")[-1].split("\n")[0][:30]
        raise BadFile(
            f"After {len(games)} games there is '{begun}', which is not a complete game; a game ends with ';)'."
        )
    return games


def _game(number: int, text: str, load: GameLoader) -> SavedGame:
    where, end = f"Game {number}", 0
    found: list[tuple[str, str]] = []
    for piece in _PROPERTY.finditer(text):
        if piece.start() != end:
            break
        found.append((piece[1], piece[2].strip()))
        end = piece.end()
    if text[end:].strip():
        raise BadFile(f"{where}: '{text[end:].strip()[:20]}' does not belong in GGF; write NAME[value].")
    about = dict(reversed(found))
    if about.get("GM", "").lower() != "othello":
        raise BadFile(f"{where} has GM[{about.get('GM', '')}]; only GM[Othello] is read.")
    othello, start = _start(where, about.get("BO", ""), load)
    is_usual = start == othello.initial()
    record = GameRecord(othello, (about.get("PB", ""), about.get("PW", "")), start=None if is_usual else start)
    state = start
    for key, value in found:
        if key in ("B", "W"):
            name, _, rest = value.partition("/")
            at = f"{where}, move {len(record.choices) + 1}"
            for choice in _choices(othello, state, "BW".index(key), name, rest.partition("/")[2], at):
                record, state = record.after(choice), othello.play(state, choice.move)
    return SavedGame(record, {name: about[key] for key, name in HEADERS.items() if key in about})


def _start(where: str, text: str, load: GameLoader) -> tuple[Game, State]:
    size, _, rest = text.partition(" ")
    if parse_whole_number(size) is None:
        raise BadFile(
            f"{where} has BO[{text[:20]}]; it must contain the size of the board, its cells and the side to move."
        )
    board = "".join(rest.split()).replace("*", "X")
    try:
        othello = load(f"othello:size={size}")
        return othello, othello.parse_position(f"{board[:-1]} {board[-1:]}")
    except KibitzError as error:
        raise BadFile(f"{where}, BO: {error}") from None


def _choices(game: Game, state: State, side: int, name: str, seconds: str, where: str) -> list[Choice]:
    """A move, and before it a pass that was not written."""
    try:
        made = parse_next_moves(game, state, "pass" if name.lower() in _PASSES else name)
        took = float(seconds or 0)
    except KibitzError as error:
        raise BadFile(f"{where}: {error}") from None
    except ValueError:
        raise BadFile(f"{where}: '{seconds}' is not a time in seconds.") from None
    mover = (game.to_move(state) + len(made) - 1) % 2
    if mover != side:
        raise BadFile(f"{where}: it is the turn of {game.players[mover]}, not of {game.players[side]}.")
    return [*(Choice(move) for move in made[:-1]), Choice(made[-1], None, took)]


def _write(games: Sequence[SavedGame]) -> str:
    return "".join(map(_text, games))


def _text(saved: SavedGame) -> str:
    record = saved.record
    game, names = record.game, {name: key for key, name in HEADERS.items()}
    if "ggf" not in game.standards:
        raise BadFile(f"GGF is written for Othello only, not for {game}; take .games.")
    size = len(game.picture(record.states[0]).rows)
    about = {"GM": "Othello", "PB": record.players[0], "PW": record.players[1], "TY": str(size)}
    about |= {names[key]: value for key, value in saved.headers.items() if key in names}
    if record.outcome is not None:
        about["RE"] = f"{record.outcome:+.2f}"
    else:
        about.pop("RE", None)
    cells, _, mover = game.position_text(record.states[0]).replace("X", "*").partition(" ")
    rows = [cells[at : at + size] for at in range(0, len(cells), size)]
    head = "".join(f"{key}[{value.replace(']', ')')}]" for key, value in about.items())
    moves = [
        f"{'BW'[game.to_move(state)]}[{_named(game, choice)}]"
        for state, choice in zip(record.states, record.choices, strict=False)
    ]
    return f"(;{head}\nBO[{size} {' '.join(rows)} {mover}]\n{''.join(moves)};)\n"


def _named(game: Game, choice: Choice) -> str:
    name = "PA" if choice.move == game.pass_move else game.move_name(choice.move).upper()
    return f"{name}//{choice.seconds:.2f}" if choice.seconds else name


GAME_FORMATS.register(GameFormat(".ggf", "Generic Game Format, for Othello", _read, _write))

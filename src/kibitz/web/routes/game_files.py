"""The route that reads games from a text: a file that was dropped on the page, or moves that were pasted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool

from kibitz.core.errors import BadFile, KibitzError
from kibitz.core.game import Game
from kibitz.play.files.game_files import SavedGame
from kibitz.play.files.read_text import read_any_text
from kibitz.play.variations import GameWithVariations, tree_text
from kibitz.web.models import document_refusals, find_allowed_game, refuse_if_invalid
from kibitz.web.safety import Uploads
from kibitz.web.server_limits import MAX_MOVES_TEXT, find_game_within_limits, find_player_within_limits

router = APIRouter(prefix="/api", responses=document_refusals(400, 403))

MAX_TEXT = 256 << 10  # bytes
MAX_GAMES = 100  # of a file are listed


@dataclass(frozen=True)
class ReadGame:
    """A game of a file, as an address of the page has it; people and programs that cannot play here are `human`."""

    game: str
    title: str
    moves: str
    position: str
    plies: int
    first: str
    second: str
    result: str


@router.post("/games/read", responses=document_refusals(408, 413, 422, 503))
async def read_games(
    request: Request,
    name: Annotated[str, Query(max_length=200, description="The name of the file, if there is one")] = "",
    game: Annotated[str, Query(max_length=300, description="The game, if the text does not name it")] = "",
) -> list[ReadGame]:
    """The games in a text, which is the body: `.games`, SGF or GGF, moves with numbers as in PGN, or bare moves."""
    uploads: Uploads = request.app.state.uploads

    def read(data: bytes) -> list[ReadGame]:
        expected = find_allowed_game(game) if game else None
        with refuse_if_invalid("file"), uploads.reading:
            text = _decode(data)
            saved = read_any_text(text, name, load=find_game_within_limits, game=expected)
            return [_describe(one) for one in saved[:MAX_GAMES]]

    with uploads.receive() as data:
        await data.receive(request.stream(), MAX_TEXT)
        return await run_in_threadpool(read, data.take())


def _decode(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise BadFile("This is not a text file; only text files of games can be read here.") from None


def _describe(saved: SavedGame) -> ReadGame:
    record = saved.record
    moves = tree_text(GameWithVariations(record, saved.variations))
    if len(moves) > MAX_MOVES_TEXT:
        moves = tree_text(GameWithVariations(record))
    if len(moves) > MAX_MOVES_TEXT:
        raise BadFile(f"A game of {len(record.moves)} moves is too long to be shown here.")
    first, second = (_find_player(spec, record.game) for spec in record.players)
    return ReadGame(
        game=record.game.spec(),
        title=record.game.known_as,
        moves=moves,
        position="" if record.start is None else record.game.position_text(record.start),
        plies=len(record.moves),
        first=first,
        second=second,
        result=saved.headers.get("Result", record.result),
    )


def _find_player(spec: str, game: Game) -> str:
    try:
        find_player_within_limits(spec, game)
    except KibitzError:
        return "human"
    return spec or "human"
